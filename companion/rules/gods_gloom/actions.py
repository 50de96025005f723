"""What may be started at rest, why each closed thing is closed, and the one line that says what to do next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.action_list import ActionEntry, ActionList
from companion.engine.requests import Cost, Option
from companion.engine.ruleset import Next, Phase
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.phrases import about, says
from companion.engine.wording import count, signed
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
ALL_USED = "all activations of this round are used"


def cannot_pass(table: GloomTable) -> str | None:
    """Why nobody may pass for the round."""
    side = mover(table)
    if side is None:
        return ALL_USED
    return "there are units that were not activated" if waiting(table, side) else None


def cannot_end(table: GloomTable) -> str | None:
    """Why the round cannot end: who has activations left."""
    able = [table.side(s).name for s in table.sides if can_act(table, s)]
    if not able:
        return None
    return " and ".join(able) + (" has" if len(able) == 1 else " have") + " activations left"


def mover(table: GloomTable) -> str | None:
    """The side that activates next, in the Activation Phase."""
    return whose_turn(table) if table.phase == "activation" else None


def units(table: GloomTable) -> Iterator[Option[str]]:
    """All units, and why some may not be activated now. One that was activated already pays for it."""
    side = mover(table)
    for unit in table.units.values():
        reason = cannot_activate(table, unit)
        if not reason and unit.side != side:
            reason = "it is not its player's turn"
        if reason or not unit.activated:
            yield Option(unit.id, unit.name, reason or None)
        else:
            field = "morale" if unit.morale else "health"
            word = "1 wound" if not unit.morale else "its last morale" if unit.morale == 1 else "1 morale"
            cost = Cost(unit.id, field, unit.specs()[field].label, getattr(unit, field), 1)
            yield Option(unit.id, f"{unit.name} (again: {word})", cost=(cost,))


def attackers(table: GloomTable) -> Iterator[Option[str]]:
    """All units, and why some may not attack."""
    moving = whose_turn(table)
    for unit in table.units.values():
        code = illegal_attacker(table, unit)
        turn = " (its whole activation)" if unit.side == moving and is_fresh(table, unit) else ""
        yield Option(unit.id, unit.name + turn, REASONS.get(code), code)


ACTIONS: ActionList[GloomTable] = ActionList(
    ActionEntry("start_round", "Start the round", start_round, kind="bookkeeping", phases=("start",)),
    ActionEntry(
        "activate",
        "Activate a unit",
        activate,
        by=mover,
        param="unit",
        values=units,
        none_open=ALL_USED,
        verb="activate",
        phases=("activation",),
    ),
    ActionEntry("pass_turn", "Pass for this round", pass_turn, cannot_pass, mover, verb="pass", phases=("activation",)),
    ActionEntry("end_round", "End the round", end_round, cannot_end, kind="bookkeeping", phases=("activation",)),
    ActionEntry(
        "melee",
        "Melee attack (out of turn)",
        melee,
        param="attacker",
        values=attackers,
        none_open="no unit may attack now",
        kind="out_of_turn",
    ),
    over="the game is over",
)


def next_action(table: GloomTable) -> Next:
    """What to do next, in one line."""
    if table.over is not None:
        winner = table.over.winner
        return Next(f"{table.side(winner).name if winner else 'Nobody'} wins: {table.over.why}")
    if table.phase == "start":
        return Next("start the round and say who is Player A", of_round=True)
    side = whose_turn(table)
    if side is None:
        return Next(f"All activations of round {table.round} are used: end the round")
    left = count(table.side(side).activations_left, "activation")
    if not waiting(table, side):
        return Next(f"activate a unit again for 1 morale, or pass ({left} left)", (side,))
    return Next(f"activate a unit ({left} left)", (side,))


def badges(table: GloomTable, unit: GloomUnit) -> Sequence[str]:
    """Derived words for a card: Engaged with whom, next to whom without it, and what it may no longer do."""
    if unit.destroyed:
        return ("destroyed",)
    words: list[str] = []
    engaged = engaged_with(table, unit)
    if engaged:
        words.append(about("Engaged with " + ", ".join(e.name for e in engaged), *(e.id for e in engaged)))
    beside = [e for e in enemies_touching(table, unit) if e not in engaged]
    if beside:
        words.append(about("behind or beside " + ", ".join(e.name for e in beside), *(e.id for e in beside)))
    if unit.activated:
        again = unit.activations > 1
        words.append(f"activated {unit.activations} times" if again else says("activated", unit, "activated", True))
    if unit.modifier_red or unit.modifier_blue:
        words.append(f"extra dice: red {signed(unit.modifier_red)}, blue {signed(unit.modifier_blue)}")
    return words


def to_act(table: GloomTable) -> Sequence[str]:
    """The units that were not activated this round, in the Activation Phase."""
    return [unit.id for unit in table.units.values() if not unit.activated] if table.phase == "activation" else []
