"""What may be started while the table is at rest, and why the rest is closed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.requests import Option
from companion.engine.ruleset import Next, Phase
from companion.engine.state.phrases import about
from companion.rules.legion.catalog import unknown
from companion.rules.legion.engagement import engaged_with, pairs
from companion.rules.legion.melee.attack import attack_refusal, melee_attack
from companion.rules.legion.melee.closing_up import fallen, tidy_up
from companion.rules.legion.turn.activation import activate, draw_order
from companion.rules.legion.turn.effects import effect
from companion.rules.legion.turn.order import order_pool, waiting, whose_turn
from companion.rules.legion.turn.rounds import command_phase, end_phase
from companion.rules.legion.units import LegionTable, LegionUnit, may_panic, suppressed
from companion.rules.legion.words import offer

PHASES = (
    Phase("command", "Command Phase", "command cards, priority, orders"),
    Phase("activation", "Activation Phase", "players take turns activating one unit"),
    Phase("end", "End Phase", "tokens and suppression go, the next round comes"),
    Phase("over", "Game over"),
)


def cannot_draw(table: LegionTable) -> str | None:
    """Why no order token can be drawn."""
    side = whose_turn(table)
    return None if side and order_pool(table, side) else "the order pool is empty"


def cannot_end(table: LegionTable) -> str | None:
    """Why the round cannot end."""
    return "units still wait for their activation" if table.phase == "activation" and whose_turn(table) else None


def nothing_to_tidy(table: LegionTable) -> str | None:
    """Why there is nothing to close up."""
    return None if fallen(table) else "no mini marked as defeated stands in a melee"


def mover(table: LegionTable) -> str | None:
    """The side that activates next, in the Activation Phase."""
    return whose_turn(table) if table.phase == "activation" and not table.over_why else None


def ordered(table: LegionTable) -> Iterator[Option[str]]:
    """The units that wait for their activation; those with a face-up order can be chosen."""
    side = whose_turn(table)
    for unit in waiting(table, side) if side else ():
        why = None if unit.order == "faceup" else "its order token is in the pool: draw one"
        yield Option(unit.id, unit.name, why, "no_order")


def living(table: LegionTable) -> Iterator[Option[str]]:
    """Every unit that is not defeated."""
    return (Option(unit.id, unit.name) for unit in table.units.values() if unit.alive)


def attackers(table: LegionTable) -> Iterator[Option[str]]:
    """All units, and why some can make no melee attack."""
    fights = pairs(table)
    return (offer(unit.id, unit.name, attack_refusal(table, unit, fights)) for unit in table.units.values())


ACTIONS: ActionList[LegionTable] = ActionList(
    ActionEntry("command_phase", "Begin the round: cards and orders", command_phase, verb="begin", phases=("command",)),
    ActionEntry(
        "activate",
        "Activate a unit with a face-up order",
        activate,
        by=mover,
        param="unit",
        values=ordered,
        none_open="no unit has a face-up order",
        none_open_code="no_order",
        verb="activate",
        phases=("activation",),
    ),
    ActionEntry(
        "draw_order",
        "Draw an order token and activate",
        draw_order,
        cannot_draw,
        mover,
        verb="draw",
        phases=("activation",),
    ),
    ActionEntry("end_phase", "End the round", end_phase, cannot_end, kind="bookkeeping", phases=("activation", "end")),
    ActionEntry(
        "tidy_up",
        "Close up after minis taken off by an adjustment",
        tidy_up,
        nothing_to_tidy,
        kind="bookkeeping",
    ),
    ActionEntry(
        "effect",
        "Apply an effect to a unit (out of turn)",
        effect,
        param="unit",
        values=living,
        none_open="no unit is left",
        kind="out_of_turn",
        verb="apply",
    ),
    # For an attack that some card gives, or for tables that follow no activations.
    ActionEntry(
        "melee_attack",
        "Melee attack (out of turn)",
        melee_attack,
        param="unit",
        values=attackers,
        none_open="no unit is in a melee that it can fight in",
        none_open_code="not_in_melee",
        kind="out_of_turn",
    ),
    over="the game is over",
)


def next_action(table: LegionTable) -> Next:
    """The one line that says what to do next."""
    action, side = suggested_action(table), whose_turn(table)
    if action == "command_phase":
        return Next("reveal command cards and issue orders", of_round=True)
    if action == "end_phase" or side is None:
        return Next(f"End round {table.round}")
    if action == "draw_order":
        return Next("draw an order token", (side,))
    return Next(f"activate a unit with an order{', or draw one' if order_pool(table, side) else ''}", (side,))


def suggested_action(table: LegionTable) -> str:
    """The action that `next_action` names."""
    if table.phase == "command":
        return "command_phase"
    side = whose_turn(table)
    if table.phase == "end" or side is None:
        return "end_phase"
    return "activate" if any(u.order == "faceup" for u in waiting(table, side)) else "draw_order"


def badges(table: LegionTable, unit: LegionUnit) -> Sequence[str]:
    """Words for a card: engaged or in a melee with whom, suppressed, panicked, keywords to remember."""
    if not unit.alive:
        return ["defeated"]
    fights = pairs(table)
    engaged = engaged_with(table, unit, fights)
    words: list[str] = [about(f"engaged with {table.title(u)}", u) for u in engaged]
    for a, b in fights:
        if unit.id in (a, b) and (other := b if a == unit.id else a) not in engaged:
            words.append(about(f"in a melee with {table.title(other)}", other))
    if may_panic(unit):
        words.append("panicked")
    elif suppressed(unit):
        words.append("suppressed")
    words += [keyword.effect.word for keyword in unit.having("lose_courage")]
    return [*words, *(f"remember: {name}" for name in unknown(unit.keywords))]


def to_act(table: LegionTable) -> Sequence[str]:
    """The units that were not activated, in the Activation Phase."""
    return [unit.id for unit in table.units.values() if not unit.activated] if table.phase == "activation" else []
