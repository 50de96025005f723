"""The secret split as a game of two players (step 5): best mix, best single split, what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.engine.goals import GOALS, TRADE, WOUNDS
from companion.engine.odds import Odds, TooLarge
from companion.engine.requests import Allotment, Plan
from companion.engine.wording import does, possessive, signed
from companion.odds.side_by_side import best_mix
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Way
from companion.rules.bushido.odds.assumed import assumptions, left_out
from companion.rules.bushido.odds.contest import Choice, Contest
from companion.rules.bushido.odds.fight import Fights, Side
from companion.rules.bushido.odds.rows import against, shown
from companion.rules.bushido.units import Game

MOST_SPLITS = 60
"""Legal splits of one fighter that are compared with all of the other; of more, only some are."""

MANY_DICE, FEW_SPLITS = 28, 10
"""Of two pools of more dice in all only some splits are compared: all would keep the players waiting."""

MOST_DICE = 60
"""Dice of two pools in all; splits of more have no odds."""


Offered = Sequence[tuple[Plan, Way]]
"""The plans of a split, each with what it declares."""


def choices(mine: Fighter, offered: Offered) -> list[Choice]:
    """Every legal split of this fighter."""
    found = []
    for plan, way in offered:
        low, high = plan.allotments["attack"]
        least, most = plan.allotments["defence"]
        total = plan.total or 0
        for attack in range(high, low - 1, -1):
            defence = total - attack
            if least <= defence <= most:
                option = Allotment(plan.plan, {"attack": attack, "defence": defence})
                found.append(Choice(option, Side(mine, way.entry, attack, defence, way.feat)))
    return found


def bounds(contest: Contest, goal: str) -> str:
    """What best play of every split is worth, where not all are compared, in words: two bounds, or one number where
    both read the same."""
    least, most = (
        signed(float(p), 2)
        if goal == WOUNDS
        else f"{signed(float(p) * 100, 1) if goal == TRADE else f'{float(p) * 100:.1f}'} %"
        for p in contest.bounds()
    )
    return f"of all, best play is worth {least if least == most else f'from {least} to {most}'}"


def split_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    offered: Mapping[str, Offered],
    goal: str,
    *,
    played: bool = False,
) -> Odds:
    """Chances of every legal split of `mine` against best play of the other; of too many, only of some, and then the
    odds say between what best play of all is worth.

    Reads what both may choose, never what either has chosen. `played`: only what best play takes has rows. Raises
    TooLarge for more dice than are worked out.
    """
    enemy = ex.other(mine)
    dice = int(mine.pool) + int(enemy.pool)
    if dice > MOST_DICE:
        raise TooLarge
    one, two = (choices(of, offered[of.id]) for of in (mine, enemy))
    contest = Contest(mine, Fights(game, ex), (one, two), goal, MOST_SPLITS if dice <= MANY_DICE else FEW_SPLITS)
    options, best = [choice.option for choice in contest.own], contest.best
    fewer = (*contest.fewer, bounds(contest, goal)) if contest.fewer else ()
    outcomes = {
        option: contest.outcome(place) for place, option in enumerate(options) if best.rows[place] or not played
    }
    feats = [(f, way.feat) for f in (mine, enemy) for _, way in offered[f.id] if way.feat is not None]
    reply = "both split at their best" if played else f"{does(enemy.name, 'splits at its')} best"
    assumed = assumptions(game, ex, feats)
    return shown(
        f"{possessive(mine.name)} split",
        outcomes,
        *against(mine, enemy),
        goal=GOALS[goal],
        first=(*fewer, reply),
        assumed=assumed,
        beside=(*left_out(assumed), reply),
        best=best_mix(options, best),
    )
