"""What boosts are worth before the split: best play of both with the pools that follow (step 4)."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from fractions import Fraction

from companion.engine.goals import GOALS
from companion.engine.odds import Chance, Odds
from companion.engine.state.changes import Tally
from companion.engine.wording import possessive
from companion.rules.bushido.catalog import special_entry
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import cap_of, minimum
from companion.rules.bushido.melee.split import plans, ways
from companion.rules.bushido.odds.assumed import assumptions
from companion.rules.bushido.odds.split import MOST_SPLITS, Choice, choices, headings, rows_of, solved, thinned
from companion.rules.bushido.units import Game

MOST_DICE, FEW_SPLITS = 14, 10
"""Of two pools of more dice in all only some splits are looked ahead to: all would keep the players waiting."""


def boost_odds(game: Game, ex: Exchange, mine: Fighter, most: int, net: Callable[[Fighter], int], goal: str) -> Odds:
    """What so many Melee boosts are worth, if the other boosts no more; `net` is a pool before boosts."""
    enemy = ex.other(mine)
    rows: list[Chance] = []
    worth: dict[str, Fraction] = {}
    left_out: dict[str, None] = {}
    for boosts in range(most + 1):
        nets = {
            f.id: min(net(f) + more, cap_of(f.model.melee_pool or 0))
            for f, more in ((mine, boosts), (enemy, enemy.boosts))
        }
        more = minimum(nets[mine.id], nets[enemy.id])
        pools = {of: max(1, net + more) for of, net in nets.items()}
        most_splits = MOST_SPLITS if sum(pools.values()) <= MOST_DICE else FEW_SPLITS
        then = _with(ex, pools)
        one, two = (then.first, then.second) if mine is ex.first else (then.second, then.first)
        own, fewer = thinned(_choices(game, then, one), most_splits)
        theirs, few = thinned(_choices(game, then, two), most_splits)
        left_out |= dict.fromkeys(filter(None, (fewer, few)))
        found = solved(game, then, one, own, theirs, goal)
        rows += rows_of(str(boosts), found.played(), mine, enemy, found.left)
        worth[str(boosts)] = found.best.value
    best = max(worth, key=worth.__getitem__)
    return Odds(
        f"{possessive(mine.name)} boosts",
        GOALS[goal],
        tuple(rows),
        headings(mine, enemy),
        (*left_out, "both split as best play does", f"{enemy.name} boosts no more", *assumptions(game, ex)),
        value=worth[best],
        safest=best,
        guarantees=tuple(worth.items()),
    )


def _choices(game: Game, ex: Exchange, mine: Fighter) -> list[Choice]:
    open_ = ways(mine, ex.active)
    specials = {way.plan: special_entry(way.special.name) if way.special else None for way in open_}
    return choices(mine, plans(game, mine, ex.action, mine is ex.first, open_), specials)


def _with(ex: Exchange, pools: Mapping[str, int]) -> Exchange:
    """The exchange as it would stand with these pools; the one that is played stays as it is."""
    made = copy.copy(ex)
    made.first, made.second = copy.copy(ex.first), copy.copy(ex.second)
    made.both = (made.first, made.second)
    made.lead = made.first if ex.lead is ex.first else made.second
    for mine in made.both:
        mine.pool = Tally.of("", "", pools[mine.id], ())
    return made
