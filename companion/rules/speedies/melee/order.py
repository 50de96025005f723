"""M3, the attack order: who Engaged first, then Agility as the session reads it, then roll-offs, then stances."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import groupby

from companion.engine.dice import D20, Dice
from companion.engine.requests import Option
from companion.engine.state.contacts import enemies_touching
from companion.engine.state.paths import option_path
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import does, listed
from companion.rules.speedies.melee.places import (
    MODES,
    OrderPlace,
    Rolled,
    names,
    ordered,
    shown,
    tied_groups,
    with_stance,
)
from companion.rules.speedies.odds.roll_off import roll_off_odds
from companion.rules.speedies.skills import of, remind
from companion.rules.speedies.stat_check_dice import numbers
from companion.rules.speedies.stat_checks import agility_check
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

Stances = list[tuple[SpeediesUnit, list[str]]]
"""Units that passed for a stance, each with the units that have just Engaged it."""


async def fix_order(game: Game, combat: Sequence[SpeediesUnit]) -> list[OrderPlace]:
    """M3: the order of one combat. If Agility read the other way gives another one, the players confirm it."""
    game.at("M3")
    mode: str = game.options["agility_mode"]
    dice: Rolled = {}
    for group in tied_groups([u for u in combat if u.standing], mode):
        await roll_off(game, group, dice)
    stances = await take_stances(game, combat)
    units = [u for u in combat if u.standing]
    order, turned = (_with_stances(ordered(units, m, dice), stances) for m in (mode, _other(mode)))
    if not must_confirm(game.table, order, turned):
        return order
    return await confirm(game, order, turned)


def must_confirm(table: SpeediesTable, order: Sequence[OrderPlace], turned: Sequence[OrderPlace]) -> bool:
    """Whether the players are asked to confirm the order; `turned` is that of Agility read the other way."""
    when: str = table.options["confirm_order"]
    if len(order) < 2 or when == "never":
        return False
    if when == "always":
        return True
    differ = [p.unit for p in order] != [p.unit for p in turned]
    return differ and not (when == "once" and table.order_confirmed)


def _other(mode: str) -> str:
    return next(m for m in MODES if m != mode)


async def confirm(game: Game, order: list[OrderPlace], turned: list[OrderPlace]) -> list[OrderPlace]:
    """Shows the order with its reasons; the players keep it, or read Agility the other way from here on."""
    mode: str = game.options["agility_mode"]
    other = _other(mode)
    answer = await game.choose(
        "attack_order",
        by="table",
        title=phrase(step_said("attack order"), f" with the {MODES[mode]}"),
        options=[
            Option("keep", "go on", does=names(game.table, order)),
            Option("switch", f"the {MODES[other]} instead", does=names(game.table, turned)),
        ],
        tally=[shown(game.table, order)],
    ).with_odds_ahead(fact=True)
    game.change(game.table, "order_confirmed", True, "the players saw the attack order")
    if answer == "keep":
        return order
    # Who takes the other order means it: with the No of an Enter too many both options would come to the same dice.
    sure = (
        await game.yes_no(
            "switch_agility",
            by="table",
            title=f"read Agility the other way from here on, the {MODES[other]}?",
        )
        .with_odds_ahead(fact=True)
        .usually(True, "")
    )
    if not sure:
        return order
    game.change(game.table, option_path("agility_mode"), other, "the players read Agility the other way")
    return turned


async def take_stances(game: Game, combat: Sequence[SpeediesUnit]) -> Stances:
    """Units with a defensive stance that were Engaged this turn: an Agility Check to act before who Engaged them."""
    passed: Stances = []
    for unit in combat:
        remind(game, unit)
        if not of(unit).stance_by or not unit.standing:
            continue
        engagers = [f.id for f in enemies_touching(game.table, unit) if f.engaged_this_turn and f.standing]
        if not engagers:
            continue
        what = f"Agility Check ({of(unit).stance_by}) to act before {listed(game.table.title(e) for e in engagers)}"
        first, last = f"{does(unit.name, 'acts')} before those who Engaged it", f"{does(unit.name, 'keeps its')} place"
        if await agility_check(game, unit, "defensive_stance", what, passes_to=first, fails_to=last):
            passed.append((unit, engagers))
    return passed


def _with_stances(order: list[OrderPlace], stances: Stances) -> list[OrderPlace]:
    for unit, engagers in stances:
        there = [place.unit for place in order]
        left = [e for e in engagers if e in there]
        if left and unit.id in there and there.index(unit.id) > min(there.index(e) for e in left):
            order = with_stance(order, unit, left)
    return order


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
        pending = [group for group in pending if must_roll(group, game.options["roll_off_own"])]
        if not pending:
            return
        group = pending.pop(0)
        players = tuple(dict.fromkeys(u.side for u in group))
        again = "again " if any(u.id in dice for u in group) else ""
        rolled = await game.roll(
            "roll_off",
            by=players if len(players) > 1 else players[0],
            title=f"roll off {again}({_tie(group)}), higher acts first: {', '.join(u.name for u in group)}",
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
