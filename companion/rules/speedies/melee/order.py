"""M3: the attack order. Who Engaged first, then Agility as the session reads it, then roll-offs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.engine.dice import D20, Dice
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.rules.speedies.stat_checks import numbers
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

MODES = {"rating": "bigger Agility first", "target": "smaller Agility first"}
MOST_ROLLS = 60
"""Roll-offs in one combat. After so many equal dice in a row the listing order stands."""


class Place(NamedTuple):
    """One place in the order: who, and why here."""

    unit: str
    reason: str

    def as_record(self) -> dict[str, str]:
        return {"unit": self.unit, "reason": self.reason}


Rolled = dict[str, list[int]]
"""The roll-off dice of each unit, in the order rolled."""


def sort_key(unit: SpeediesUnit, mode: str) -> tuple[bool, int]:
    """What places a unit before dice: the band of those that Engaged first, then Agility as it is read."""
    return (not unit.engaged_this_turn, -unit.agility if mode == "rating" else unit.agility)


def tied_groups(units: Sequence[SpeediesUnit], mode: str) -> list[list[SpeediesUnit]]:
    """Units of one place, front to back, each group in listing order."""
    placed = sorted(units, key=lambda u: sort_key(u, mode))
    return [list(group) for _, group in groupby(placed, key=lambda u: sort_key(u, mode))]


def ordered(units: Sequence[SpeediesUnit], mode: str, dice: Rolled) -> list[Place]:
    """The order with the reason for each place. Ties are the same under both modes, so roll-offs stand under either."""
    placed = sorted(units, key=lambda u: (*sort_key(u, mode), [-d for d in dice.get(u.id, ())]))
    return [Place(u.id, _reason(u, dice.get(u.id, ()))) for u in placed]


def by_roll(group: Sequence[SpeediesUnit], faces: Sequence[int]) -> list[list[SpeediesUnit]]:
    """A group after its roll-off, highest die first; units that drew stay together in listing order."""
    rolled = sorted(zip(faces, range(len(group)), strict=True), key=lambda r: (-r[0], r[1]))
    return [[group[i] for _, i in equals] for _, equals in groupby(rolled, key=lambda r: r[0])]


def must_roll(group: Sequence[SpeediesUnit], own_too: bool) -> bool:
    """Whether a tied group rolls off: two or more players in it (or the option says that own units do too)."""
    return len(group) > 1 and (own_too or any(u.side != group[0].side for u in group))


def leading_run(table: SpeediesTable, order: Sequence[Place]) -> list[Place]:
    """M4: the longest row of one player's units at the front of what is left of the order."""
    first = table.units[order[0].unit].side
    run = []
    for place in order:
        if table.units[place.unit].side != first:
            break
        run.append(place)
    return run


def _reason(unit: SpeediesUnit, dice: Sequence[int]) -> str:
    reason = ("Engaged this turn, " if unit.engaged_this_turn else "") + f"Agility {unit.agility}"
    return reason + (", rolled " + ", then ".join(str(d) for d in dice) if dice else "")


def names(table: SpeediesTable, order: Iterable[Place]) -> str:
    """The order as a row of names."""
    return ", ".join(table.units[p.unit].name for p in order) or "nobody"


def reasons(table: SpeediesTable, places: Iterable[Place]) -> str:
    """Units with the reason of each in brackets."""
    return ", ".join(f"{table.units[p.unit].name} ({p.reason})" for p in places) or "nobody"


def shown(table: SpeediesTable, order: Sequence[Place], struck: Sequence[Place] = ()) -> Tally:
    """The order as a list with the reason of each place, and below it who was struck from it and why.

    It counts the units that are still to act. Nothing is computed from it, so it cannot be overruled.
    """
    lines = [Line(f"{i}. {table.units[p.unit].name} ({p.reason})", 1, "Attack order") for i, p in enumerate(order, 1)]
    lines += [Line(f"struck from it: {table.units[p.unit].name} ({p.reason})", 0, "Consequences") for p in struck]
    return Tally.of("attack_order", "Attack order, to act", len(order), tuple(lines), "units", ranked=True)


async def roll_off(game: Game, tied: list[SpeediesUnit], dice: Rolled) -> None:
    """Units of one place that belong to several players: higher first, draws again among themselves.

    Writes the dice of each unit; sorted by them the units stand in their order.
    """
    pending = [tied]
    for _ in range(MOST_ROLLS):
        if not pending:
            return
        group = pending.pop(0)
        if not must_roll(group, game.options["roll_off_own"]):
            continue
        players = tuple(dict.fromkeys(u.side for u in group))
        rolled = await game.roll(
            "roll_off",
            by=players if len(players) > 1 else players[0],
            title=f"Roll off, higher acts first: {', '.join(u.name for u in group)}",
            dice=[Dice(u.name, D20, 1) for u in group],
        )
        faces = numbers(rolled)
        for unit, face in zip(group, faces, strict=True):
            dice.setdefault(unit.id, []).append(face)
        pending[:0] = by_roll(group, faces)


async def fix_order(game: Game, combat: Sequence[SpeediesUnit]) -> list[Place]:
    """M3: the order of one combat. Players see it with its reasons, and may read Agility the other way from here on."""
    game.at("M3")
    mode: str = game.options["agility_mode"]
    dice: Rolled = {}
    for group in tied_groups([u for u in combat if u.standing], mode):
        await roll_off(game, group, dice)
    units = [u for u in combat if u.standing]
    order = ordered(units, mode, dice)
    if len(order) < 2:
        return order
    other = next(m for m in MODES if m != mode)
    turned = ordered(units, other, dice)
    answer = await game.choose(
        "attack_order",
        by="table",
        title=f"Attack order with the {MODES[mode]} ({mode})",
        options=[
            Option("keep", f"go on: {names(game.table, order)}"),
            Option("switch", f"{other}, {MODES[other]}: {names(game.table, turned)}"),
        ],
        tally=[shown(game.table, order)],
    )
    if answer == "switch":
        game.change(game.table, "options.agility_mode", other, "the players read Agility the other way")
        return turned
    return order
