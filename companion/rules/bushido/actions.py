"""The phases as data, and what may be started while the table is at rest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.aftermath import aftermath_actions
from companion.engine.requests import Cost, Option
from companion.engine.ruleset import Action, Phase
from companion.engine.state.contacts import enemy_pairs
from companion.rules.bushido.aftermath import aftermath
from companion.rules.bushido.ki.at_rest import declare_feat
from companion.rules.bushido.ki.feats import closed
from companion.rules.bushido.melee.exchange import melee
from companion.rules.bushido.records import Feat
from companion.rules.bushido.turn.activation import activate, pass_turn
from companion.rules.bushido.turn.end_phase import end_phase
from companion.rules.bushido.turn.order import impetuous_first, is_impetuous, whose_turn
from companion.rules.bushido.turn.starting import starting_phase
from companion.rules.bushido.units import BushidoTable, BushidoUnit

PHASES = (
    Phase("starting", "Starting Phase", "Ki, counters, the tactical test, Pass Tokens."),
    Phase("main", "Main Phase", "The players take turns to activate a model."),
    Phase("ending", "End Phase", "States run out or wound; scenario points."),
    Phase("over", "Game over", ""),
)


def actions(table: BushidoTable) -> Sequence[Action]:
    """What may be started now, and why each closed one may not."""
    return [*[make(table) for make in MADE.values()], *aftermath_actions(table, aftermath)]


def action(table: BushidoTable, name: str) -> Action | None:
    """The action of this name; None where it is none of `MADE`."""
    return MADE[name](table) if name in MADE else None


def _over(table: BushidoTable) -> str | None:
    return "the game is over" if table.over else None


def _main(table: BushidoTable) -> str | None:
    return _over(table) or (None if table.phase == "main" else "in the Main Phase")


def _starting_phase(table: BushidoTable) -> Action:
    why = _over(table) or (None if table.phase == "starting" else "this turn has started")
    return Action("starting_phase", "Starting Phase", starting_phase, why_not=why, kind="bookkeeping")


def _end_phase(table: BushidoTable) -> Action:
    side = whose_turn(table)
    why = _over(table) or (None if table.phase == "ending" else _main(table))
    if why is None and table.phase == "main" and side is not None:
        why = f"{table.title(side)} can still activate"
    return Action("end_phase", "End Phase", end_phase, why_not=why, kind="bookkeeping")


def _activate(table: BushidoTable) -> Action:
    side = whose_turn(table)
    waits = impetuous_first(table)
    values = []
    for model in table.units.values():
        if model.alive:
            why = None if model.side == side else f"{table.title(side)} activates now" if side else "no counters"
            code = "not_your_turn" if why else "" if model.activation_counters else "exhausted"
            why = why or (None if model.activation_counters else "Exhausted")
            if why is None and not is_impetuous(model):
                why = waits.get(model.side)
            values.append(Option(model.id, model.name, why, code))
    return Action(
        "activate",
        "Activate a model",
        activate,
        side,
        "model",
        tuple(values),
        _main(table) or (None if side is not None else "every model is Exhausted"),
    )


def _pass(table: BushidoTable) -> Action:
    side = whose_turn(table)
    why = None if side is not None and table.side(side).pass_tokens else "no Pass Token"
    return Action("pass_turn", "Spend a Pass Token", pass_turn, side, why_not=_main(table) or why)


def _melee(table: BushidoTable) -> Action:
    pairs = tuple(
        Option(f"{a}+{b}", f"{table.title(a)} attacks {table.title(b)}")
        for pair in enemy_pairs(table)
        for a, b in (pair, pair[::-1])
    )
    return Action(
        "melee",
        "Melee exchange out of turn",
        melee,
        None,
        "pair",
        pairs,
        _over(table) or (None if pairs else "no two enemies touch"),
        "not_in_btb",
        kind="out_of_turn",
    )


def _feat(table: BushidoTable) -> Action:
    values = []
    for model in table.units.values():
        for feat in model.feats:
            lasting = not feat.effects or feat.lasts in ("activation", "turn")
            if model.alive and feat.timing == "instant" and lasting and not feat.when:
                given = any(g.feat == feat.name for g in model.granted)
                why = closed(model, feat) or ("in force" if given else "") or None
                values.append(
                    Option(
                        f"{model.id}: {feat.name}",
                        f"{model.name}: {feat.name} ({feat.ki} Ki)",
                        why,
                        "cannot_pay" if (feat.ki or 0) > model.ki_tokens else "",
                        cost=(ki_cost(model, feat),),
                    )
                )
    free = any(v.why_not is None for v in values)
    return Action(
        "feat",
        "Declare an Instant Ki feat",
        declare_feat,
        None,
        "feat",
        tuple(values),
        _main(table) or (None if free else "nobody can pay for one that lasts"),
        "unknown_feat",
    )


MADE: Mapping[str, Callable[[BushidoTable], Action]] = {
    "starting_phase": _starting_phase,
    "activate": _activate,
    "pass_turn": _pass,
    "feat": _feat,
    "end_phase": _end_phase,
    "melee": _melee,
}
"""What makes each action."""


def ki_cost(model: BushidoUnit, feat: Feat) -> Cost:
    """What a feat spends."""
    return Cost(model.id, "ki_tokens", "Ki", model.ki_tokens, feat.ki or 0)


def suggested_action(table: BushidoTable) -> str | None:
    """The action that `next_action` names."""
    if table.over:
        return None
    if table.phase == "starting":
        return "starting_phase"
    return "activate" if table.phase == "main" and whose_turn(table) is not None else "end_phase"


def next_action(table: BushidoTable) -> str:
    """The one line that says what to do next."""
    if table.over:
        return f"The game is over: {table.over.why}"
    if table.phase == "starting":
        return f"Turn {table.round}: play the Starting Phase"
    if table.phase == "ending":
        return "The End Phase was left open: finish it"
    side = whose_turn(table)
    if side is None:
        return "Every model is Exhausted: End Phase"
    return f"{table.title(side)}: activate a model"


def badges(table: BushidoTable, unit: BushidoUnit) -> Sequence[str]:
    """Derived words for a card: whether it can still act, who holds it. A model that can act needs no word."""
    if not unit.alive:
        return ["out of play"]
    found = [] if unit.activation_counters else ["Exhausted"]
    held = unit.states.get("held") or ()
    found += [f"Held by {table.title(h)}" for h in held]
    return found


def to_act(table: BushidoTable) -> Sequence[str]:
    """The models with a counter left, in the Main Phase."""
    return [unit.id for unit in table.units.values() if unit.activation_counters] if table.phase == "main" else []
