"""Roll-offs between units of one place in the attack order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from companion.engine.dice import D20, Dice
from companion.engine.wording import listed
from companion.rules.speedies.melee.places import Rolled
from companion.rules.speedies.odds.roll_off import roll_off_odds
from companion.rules.speedies.stat_check_dice import numbers
from companion.rules.speedies.units import Game, SpeediesUnit

MOST_ROLLS = 60
"""Roll-offs in one combat. After so many equal dice in a row the listing order stands."""


def by_roll(group: Sequence[SpeediesUnit], faces: Sequence[int]) -> list[list[SpeediesUnit]]:
    """A group after its roll-off, highest die first; units that drew stay together in listing order."""
    rolled = sorted(zip(faces, range(len(group)), strict=True), key=lambda r: (-r[0], r[1]))
    return [[group[i] for _, i in equals] for _, equals in groupby(rolled, key=lambda r: r[0])]


def must_roll(group: Sequence[SpeediesUnit], own_too: bool) -> bool:
    """Whether a tied group rolls off: two or more players in it (or the option says that own units do too)."""
    return len(group) > 1 and (own_too or any(u.side != group[0].side for u in group))


async def roll_off(game: Game, tied: list[SpeediesUnit], dice: Rolled) -> None:
    """Units of one place that belong to several players: higher first, draws again among themselves.

    Adds the dice of each unit to `dice`; sorted by them the units stand in their order.
    """
    pending = [tied]
    for _ in range(MOST_ROLLS):
        if not pending:
            return
        group = pending.pop(0)
        if not must_roll(group, game.options["roll_off_own"]):
            continue
        players = tuple(dict.fromkeys(u.side for u in group))
        again = "again " if any(u.id in dice for u in group) else ""
        rolled = await game.roll(
            "roll_off",
            by=players if len(players) > 1 else players[0],
            title=f"Roll off {again}({_tie(group)}), higher acts first: {', '.join(u.name for u in group)}",
            dice=[Dice(u.name, D20, 1, u.side) for u in group],
            again=[tuple(dice[u.id][-1:]) for u in group] if again else (),
        ).with_odds(partial(roll_off_odds, group, game.options["roll_off_own"]))
        faces = numbers(rolled)
        for unit, face in zip(group, faces, strict=True):
            dice.setdefault(unit.id, []).append(face)
        groups = by_roll(group, faces)
        _announce_roll_off(game, group, faces, groups)
        pending[:0] = groups


def _tie(group: Sequence[SpeediesUnit]) -> str:
    return ("all Engaged this turn, " if group[0].engaged_this_turn else "") + f"Agility {group[0].agility} each"


def _announce_roll_off(
    game: Game,
    group: Sequence[SpeediesUnit],
    faces: Sequence[int],
    groups: Sequence[Sequence[SpeediesUnit]],
) -> None:
    die = {unit.id: face for unit, face in zip(group, faces, strict=True)}
    own_too: bool = game.options["roll_off_own"]
    parts = [f"{' and '.join(u.name for u in equals)} {die[equals[0].id]}" for equals in groups]
    draws = [
        f"{listed(u.name for u in equals)} drew and roll again"
        if must_roll(equals, own_too)
        else f"{listed(u.name for u in equals)} drew and keep their listed order"
        for equals in groups
        if len(equals) > 1
    ]
    game.result(
        "; ".join(["Roll-off: " + ", then ".join(parts), *draws]) + ".",
        marks=[["drawn" if any(len(g) > 1 and u in g for g in groups) else ""] for u in group],
        groups_of=[[u.id for u in equals] for equals in groups],
    )
