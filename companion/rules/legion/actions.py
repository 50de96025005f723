"""What may be started while the table is at rest, and why the rest is closed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.aftermath import aftermath_actions
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase
from companion.rules.legion.aftermath import aftermath
from companion.rules.legion.catalog import unknown
from companion.rules.legion.engagement import engaged_with, pairs
from companion.rules.legion.melee.attack import attack_refusal, melee_attack
from companion.rules.legion.morale import may_panic, suppressed
from companion.rules.legion.turn.activation import activate, draw_order
from companion.rules.legion.turn.cleanup import fallen, tidy_up
from companion.rules.legion.turn.effects import effect
from companion.rules.legion.turn.order import order_pool, waiting, whose_turn
from companion.rules.legion.turn.rounds import command_phase, end_phase
from companion.rules.legion.units import LegionTable, LegionUnit
from companion.rules.legion.words import offer

PHASES = (
    Phase("command", "Command Phase", "command cards, priority, orders"),
    Phase("activation", "Activation Phase", "players take turns activating one unit"),
    Phase("end", "End Phase", "tokens and suppression go, the next round comes"),
    Phase("over", "Game over"),
)
PROCEDURES = (command_phase, activate, draw_order, end_phase, melee_attack, tidy_up, effect)


def actions(table: LegionTable) -> Sequence[Action]:
    """The actions of the phase, then bookkeeping, and last the tools that are no part of a turn."""
    over = "the game is over" if table.over is not None else None
    living = [u for u in table.units.values() if u.alive]
    return [
        Action(
            "command_phase",
            "Begin the round: cards and orders",
            command_phase,
            why_not=over or _not_in(table, "command"),
        ),
        *_activations(table, over),
        Action("end_phase", "End the round", end_phase, why_not=over or _not_over_yet(table), kind="bookkeeping"),
        Action(
            "tidy_up",
            "Close up after minis taken off by an adjustment",
            tidy_up,
            why_not=over or (None if fallen(table) else "no mini marked as defeated stands in a melee"),
            kind="bookkeeping",
        ),
        Action(
            "effect",
            "Apply an effect to a unit (out of turn)",
            effect,
            None,
            "unit",
            tuple(Option(u.id, u.name) for u in living),
            over or (None if living else "no unit is left"),
            kind="out_of_turn",
        ),
        _attack(table, over),
        *aftermath_actions(table, aftermath),
    ]


def _not_in(table: LegionTable, phase: str) -> str | None:
    if table.phase == phase:
        return None
    return f"this is the {table.spec.phase(table.phase).title}"


def _not_over_yet(table: LegionTable) -> str | None:
    if table.phase == "activation":
        return "units still wait for their activation" if whose_turn(table) else None
    return _not_in(table, "end")


def _activations(table: LegionTable, over: str | None) -> list[Action]:
    why = over or _not_in(table, "activation")
    side = whose_turn(table) if why is None else None
    ready = waiting(table, side) if side else []
    values = tuple(
        Option(u.id, u.name, None if u.order == "faceup" else "its order token is in the pool: draw one", "no_order")
        for u in ready
    )
    faceup = None if any(v.why_not is None for v in values) else "no unit has a face-up order"
    pool = None if side and order_pool(table, side) else "the order pool is empty"
    return [
        Action(
            "activate",
            "Activate a unit with a face-up order",
            activate,
            side,
            "unit",
            values,
            why or faceup,
            closed_code="" if why or not faceup else "no_order",
        ),
        Action("draw_order", "Draw an order token and activate", draw_order, side, why_not=why or pool),
    ]


def _attack(table: LegionTable, over: str | None) -> Action:
    """The melee attack as a tool: for an attack that some card gives, or for tables that follow no activations."""
    fights = pairs(table)
    values = []
    for unit in table.units.values():
        values.append(offer(unit.id, unit.name, attack_refusal(table, unit, fights)))
    none = None if any(v.why_not is None for v in values) else "no unit is in a melee that it can fight in"
    return Action(
        "melee_attack",
        "Melee attack (out of turn)",
        melee_attack,
        None,
        "unit",
        tuple(values),
        over or none,
        closed_code="" if over or none is None else "not_in_melee",
        kind="out_of_turn",
    )


def next_action(table: LegionTable) -> str:
    """The one line that says what to do next."""
    if table.over is not None:
        return f"Game over: {table.over_why}"
    if table.phase == "command":
        return f"Round {table.round}: reveal command cards and issue orders"
    side = whose_turn(table)
    if table.phase == "end" or side is None:
        return f"End round {table.round}"
    faceup = any(u.order == "faceup" for u in waiting(table, side))
    pool = bool(order_pool(table, side))
    how = (
        "activate a unit with an order, or draw one"
        if faceup and pool
        else "activate a unit with an order"
        if faceup
        else "draw an order token"
    )
    return f"{table.title(side)}: {how}"


def suggested_action(table: LegionTable) -> str | None:
    """The action that `next_action` names."""
    if table.over is not None:
        return None
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
    words = [f"engaged with {table.title(u)}" for u in engaged]
    for a, b in fights:
        if unit.id in (a, b) and (other := b if a == unit.id else a) not in engaged:
            words.append(f"in a melee with {table.title(other)}")
    if may_panic(unit):
        words.append("panicked")
    elif suppressed(unit):
        words.append("suppressed")
    words += [keyword.effect.word for keyword in unit.having("lose_courage")]
    return [*words, *(f"remember: {name}" for name in unknown(unit.keywords))]


def to_act(table: LegionTable) -> Sequence[str]:
    """The units that were not activated, in the Activation Phase."""
    return [unit.id for unit in table.units.values() if not unit.activated] if table.phase == "activation" else []
