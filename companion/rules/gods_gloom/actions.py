"""What may be started at rest, why each closed thing is closed, and the one line that says what to do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.engine.aftermath import aftermath_actions
from companion.engine.requests import Cost, Option
from companion.engine.ruleset import Action, Phase
from companion.engine.state.contacts import enemies_touching
from companion.rules.gods_gloom.aftermath import aftermath
from companion.rules.gods_gloom.engagement import engaged_with
from companion.rules.gods_gloom.melee.legality import REASONS, illegal_attacker
from companion.rules.gods_gloom.turn.activation import activate, is_fresh, melee
from companion.rules.gods_gloom.turn.order import can_act, cannot_activate, waiting, whose_turn
from companion.rules.gods_gloom.turn.rounds import end_round, pass_turn, start_round
from companion.rules.gods_gloom.units import GloomTable, GloomUnit

PHASES = (
    Phase("start", "Start of round", "Opening effects and the initiative; then say who is Player A."),
    Phase("activation", "Activation phase", "Player A activates one unit, then Player B, until none are left."),
    Phase("over", "Over", "The game has ended."),
)


def actions(table: GloomTable) -> Sequence[Action]:
    """All actions of the game, open and closed."""
    side = _mover(table)
    return (*[make(table, side) for make in MADE.values()], *aftermath_actions(table, aftermath))


def action(table: GloomTable, name: str) -> Action | None:
    """The action of this name; None where it is none of `MADE`."""
    return MADE[name](table, _mover(table)) if name in MADE else None


MADE: Mapping[str, Callable[[GloomTable, str | None], Action]] = {
    "start_round": lambda table, _: Action(
        "start_round", "Start the round", start_round, why_not=_phase(table, "start"), kind="bookkeeping"
    ),
    "activate": lambda table, side: Action(
        "activate", "Activate a unit", activate, side, "unit", *_activations(table, side)
    ),
    "pass_turn": lambda table, side: Action(
        "pass_turn", "Pass for this round", pass_turn, side, why_not=_pass(table, side)
    ),
    "end_round": lambda table, side: Action(
        "end_round", "End the round", end_round, why_not=_end(table, side), kind="bookkeeping"
    ),
    "melee": lambda table, side: Action(
        "melee", "Melee attack (out of turn)", melee, side, "attacker", *_attackers(table), kind="out_of_turn"
    ),
}
"""What makes each action, of the table and the side that moves next."""


def _mover(table: GloomTable) -> str | None:
    return whose_turn(table) if table.phase == "activation" else None


def next_action(table: GloomTable) -> str:
    """What to do next, in one line."""
    if table.over is not None:
        winner = table.over.winner
        return f"{table.side(winner).name if winner else 'Nobody'} wins: {table.over.why}"
    if table.phase == "start":
        return f"Round {table.round}: start the round and say who is Player A"
    side = whose_turn(table)
    if side is None:
        return f"All activations of round {table.round} are used: end the round"
    left = table.side(side).activations_left
    if not waiting(table, side):
        return f"{table.side(side).name}: activate a unit again for 1 morale, or pass ({left} left)"
    return f"{table.side(side).name}: activate a unit ({left} left)"


def badges(table: GloomTable, unit: GloomUnit) -> Sequence[str]:
    """Derived words for a card: Engaged with whom, next to whom without it, and what it may no longer do."""
    if unit.destroyed:
        return ("destroyed",)
    words = []
    engaged = engaged_with(table, unit)
    if engaged:
        words.append("Engaged with " + ", ".join(e.name for e in engaged))
    beside = [e for e in enemies_touching(table, unit) if e not in engaged]
    if beside:
        words.append("behind or beside " + ", ".join(e.name for e in beside))
    if unit.activated:
        words.append("activated" if unit.activations < 2 else f"activated {unit.activations} times")
    if unit.modifier_red or unit.modifier_blue:
        words.append(f"extra dice: red {unit.modifier_red:+d}, blue {unit.modifier_blue:+d}")
    return words


def to_act(table: GloomTable) -> Sequence[str]:
    """The units that were not activated this round, in the Activation Phase."""
    return [unit.id for unit in table.units.values() if not unit.activated] if table.phase == "activation" else []


def _phase(table: GloomTable, wanted: str) -> str | None:
    if table.over is not None:
        return "the game is over"
    return None if table.phase == wanted else f"this is the {table.spec.phase(table.phase).title.lower()}"


def _activations(table: GloomTable, side: str | None) -> tuple[tuple[Option[str], ...], str | None]:
    why = _phase(table, "activation") or (None if side else "all activations of this round are used")
    if why:
        return (), why
    options = []
    for unit in table.units.values():
        reason = cannot_activate(table, unit)
        if not reason and unit.side != side:
            reason = "it is not its player's turn"
        again = unit.activated and not reason
        price = ("1 morale" if unit.morale else "1 wound") if again else ""
        label = unit.name + (f" (again: {price})" if price else "")
        paid = "morale" if unit.morale else "health"
        options.append(Option(unit.id, label, reason or None, cost=(_cost(unit, paid),) if again else ()))
    return tuple(options), None


def _cost(unit: GloomUnit, field: str) -> Cost:
    return Cost(unit.id, field, unit.specs()[field].label, getattr(unit, field), 1)


def _attackers(table: GloomTable) -> tuple[tuple[Option[str], ...], str | None]:
    if table.over is not None:
        return (), "the game is over"
    options = []
    moving = whose_turn(table)
    for unit in table.units.values():
        code = illegal_attacker(table, unit)
        turn = " (its whole activation)" if unit.side == moving and is_fresh(table, unit) else ""
        options.append(Option(unit.id, unit.name + turn, REASONS.get(code), code))
    return tuple(options), None if any(o.why_not is None for o in options) else "no unit may attack now"


def _pass(table: GloomTable, side: str | None) -> str | None:
    why = _phase(table, "activation")
    if why or side is None:
        return why or "all activations of this round are used"
    return "there are units that were not activated" if waiting(table, side) else None


def _end(table: GloomTable, side: str | None) -> str | None:
    why = _phase(table, "activation")
    if why or side is None:
        return why
    able = [table.side(s).name for s in table.sides if can_act(table, s)]
    return " and ".join(able) + (" has" if len(able) == 1 else " have") + " activations left"
