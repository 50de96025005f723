"""The phases as data, and what may be started while the table is at rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.requests import Cost, Option
from companion.engine.ruleset import Next, Phase
from companion.engine.state.contacts import enemy_pairs
from companion.engine.state.phrases import about
from companion.engine.wording import does
from companion.rules.bushido.ki.feats import closed, declare_feat, in_force, offers_of
from companion.rules.bushido.melee.exchange import melee
from companion.rules.bushido.powers import powers
from companion.rules.bushido.turn.activation import activate, pass_turn
from companion.rules.bushido.turn.end_phase import end_phase
from companion.rules.bushido.turn.order import impetuous_first, whose_turn
from companion.rules.bushido.turn.starting import starting_phase
from companion.rules.bushido.units import BushidoTable, BushidoUnit

PHASES = (
    Phase("starting", "Starting Phase", "Ki, counters, the tactical test, Pass Tokens.", both=True),
    Phase("main", "Main Phase", "The players take turns to activate a model."),
    Phase("ending", "End Phase", "States run out or wound; scenario points.", both=True),
    Phase("over", "Game over", ""),
)


def cannot_pass(table: BushidoTable) -> str | None:
    """Why no Pass Token can be spent."""
    side = whose_turn(table)
    return None if side is not None and table.side(side).pass_tokens else "no Pass Token"


def cannot_end(table: BushidoTable) -> str | None:
    """Why the End Phase is closed: somebody can still activate."""
    side = whose_turn(table)
    return None if side is None or table.phase == "ending" else f"{table.title(side)} can still activate"


def models(table: BushidoTable) -> Iterator[Option[str]]:
    """The living models, and why some may not be activated now."""
    side = whose_turn(table)
    waits = impetuous_first(table)
    for model in table.units.values():
        if model.alive:
            why = (
                None if model.side == side else f"{does(table.title(side), 'activates')} now" if side else "no counters"
            )
            code = "not_your_turn" if why else "" if model.activation_counters else "exhausted"
            why = why or (None if model.activation_counters else "Exhausted")
            if why is None and not powers(model).has("acts_first"):
                why = waits.get(model.side)
            yield Option(model.id, model.name, why, code)


def feats(table: BushidoTable) -> Iterator[Option[str]]:
    """The Instant Ki feats that last longer than an exchange, and why some may not be declared."""
    for model in table.units.values():
        for feat in model.feats:
            lasting = not feat.effects or feat.lasts in ("activation", "turn")
            if not (model.alive and feat.timing == "instant" and lasting and not feat.when):
                continue
            for offer in offers_of(model, feat, table.units.values()):
                yield Option(
                    offer.full,
                    offer.label,
                    closed(model, feat) or ("in force" if in_force(offer) else None),
                    "cannot_pay" if (feat.ki or 0) > model.ki_tokens else "",
                    cost=(Cost(model.id, "ki_tokens", "Ki", model.ki_tokens, feat.ki or 0),),
                )


def pairs(table: BushidoTable) -> Iterator[Option[str]]:
    """Every two enemies in contact, either as the attacker."""
    for pair in enemy_pairs(table):
        for a, b in (pair, pair[::-1]):
            yield Option(f"{a}+{b}", f"{does(table.title(a), 'attacks')} {table.title(b)}")


ACTIONS: ActionList[BushidoTable] = ActionList(
    ActionEntry("starting_phase", "Starting Phase", starting_phase, kind="bookkeeping", phases=("starting",)),
    ActionEntry(
        "activate",
        "Activate a model",
        activate,
        by=whose_turn,
        param="model",
        values=models,
        none_open="every model is Exhausted",
        verb="activate",
        phases=("main",),
    ),
    ActionEntry("pass_turn", "Spend a Pass Token", pass_turn, cannot_pass, whose_turn, verb="spend", phases=("main",)),
    ActionEntry(
        "feat",
        "Declare an Instant Ki feat",
        declare_feat,
        param="feat",
        values=feats,
        none_open="nobody can pay for one that lasts",
        code="unknown_feat",
        verb="declare",
        phases=("main",),
    ),
    ActionEntry("end_phase", "End Phase", end_phase, cannot_end, kind="bookkeeping", phases=("main", "ending")),
    ActionEntry(
        "melee",
        "Melee exchange out of turn",
        melee,
        param="pair",
        values=pairs,
        none_open="no two enemies touch",
        code="not_in_btb",
        kind="out_of_turn",
    ),
    over="the game is over",
)


def next_action(table: BushidoTable) -> Next:
    """The one line that says what to do next."""
    if table.phase == "starting":
        return Next("play the Starting Phase", of_round=True)
    if table.phase == "ending":
        return Next("The End Phase was left open: finish it")
    side = whose_turn(table)
    if side is None:
        return Next("Every model is Exhausted: End Phase")
    return Next("activate a model", (side,))


def suggested_action(table: BushidoTable) -> str:
    """The action that `next_action` names."""
    if table.phase == "starting":
        return "starting_phase"
    return "activate" if table.phase == "main" and whose_turn(table) is not None else "end_phase"


def badges(table: BushidoTable, unit: BushidoUnit) -> Sequence[str]:
    """Derived words for a card: whether it can still act, who holds it. A model that can act needs no word."""
    if not unit.alive:
        return ["out of play"]
    found = [] if unit.activation_counters else ["Exhausted"]
    held = unit.states.get("held") or ()
    found += [about(f"Held by {table.title(h)}", h) for h in held]
    return found


def to_act(table: BushidoTable) -> Sequence[str]:
    """The models with a counter left, in the Main Phase."""
    return [unit.id for unit in table.units.values() if unit.activation_counters] if table.phase == "main" else []
