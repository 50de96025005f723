"""The secret split as a game of two players (step 5): best mix, best single split, what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.engine.goals import GOALS, WOUNDS
from companion.engine.goals import pay_off as worth
from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.requests import Plan, Split
from companion.engine.wording import possessive
from companion.odds.chances import Chances, mixed
from companion.odds.zero_sum import Solution, solve
from companion.rules.bushido.melee.fighters import NO_SPECIAL, Exchange, Fighter
from companion.rules.bushido.odds.assumed import assumptions
from companion.rules.bushido.odds.comparison import Side
from companion.rules.bushido.odds.exchange import Fight
from companion.rules.bushido.odds.pay_off import pay_offs
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry

GOAL = GOALS[WOUNDS]
"""What the pay-off counts unless players want something else."""

MOST_SPLITS = 60
"""Legal splits of one fighter that are compared with all of the other; of more, only some are."""


class Choice(NamedTuple):
    """One legal split: the plan as it is answered, and what it means in the exchange."""

    option: str
    side: Side


def choices(mine: Fighter, plans: Sequence[Plan], specials: Mapping[str, SpecialEntry | None]) -> list[Choice]:
    """Every legal split by these plans; `specials` are those that the plans declare."""
    found = []
    for plan in plans:
        low, high = plan.allotments["attack"]
        least, most = plan.allotments["defence"]
        total = plan.total or 0
        for attack in range(high, low - 1, -1):
            defence = total - attack
            if least <= defence <= most:
                words = f"{attack} attack / {defence} defence"
                option = words if plan.plan == NO_SPECIAL else f"{plan.plan}: {words}"
                found.append(Choice(option, Side(mine, specials[plan.plan], attack, defence)))
    return found


def thinned(found: list[Choice], most: int) -> tuple[list[Choice], str]:
    """At most so many of these splits, evenly spread and the last one among them, and what that leaves out in words."""
    if len(found) <= most:
        return found, ""
    kept = [found[place * (len(found) - 1) // (most - 1)] for place in range(most)]
    return kept, f"only {most} of the {len(found)} splits of {found[0].side.fighter.name} are compared"


class Solved(NamedTuple):
    """Best play of both at one split, from the side of one fighter.

    `met` are the wounds (taken, dealt) of each of its splits against best play of the other; `left` is what it and the
    other have left.
    """

    own: tuple[Choice, ...]
    met: tuple[Chances[tuple[int, int]], ...]
    best: Solution
    left: tuple[int, int]

    def played(self) -> Chances[tuple[int, int]]:
        """The wounds (taken, dealt) when both play their best."""
        return mixed(zip(_whole(self.best.rows), self.met, strict=True))


def solved(
    game: Game, ex: Exchange, mine: Fighter, own: Sequence[Choice], theirs: Sequence[Choice], goal: str
) -> Solved:
    """Plays every split of `mine` against every one of the other; what an end is worth goes by the goal."""
    fight = Fight(game, ex)
    leads = mine is ex.lead

    def wounds(a: Choice, b: Choice) -> Chances[tuple[int, int]]:
        if leads:
            return fight.outcome(a.side, b.side).map(lambda outcome: (outcome.lead, outcome.late))
        return fight.outcome(b.side, a.side).map(lambda outcome: (outcome.late, outcome.lead))

    # What the enemy has left comes first, as in `pay_off`.
    left = (fight.left[1], fight.left[0]) if leads else fight.left
    mine_sides, their_sides = [a.side for a in own], [b.side for b in theirs]
    if leads:
        best = solve(pay_offs(fight, mine_sides, their_sides, lambda lead, late: worth(goal, late, lead, *left)))
    else:
        of_lead = pay_offs(fight, their_sides, mine_sides, lambda lead, late: -worth(goal, lead, late, *left))
        best = solve([[-row[place] for row in of_lead] for place in range(len(own))])
    likely = [(weight, b) for weight, b in zip(_whole(best.columns), theirs, strict=True) if weight]
    met = tuple(mixed((weight, wounds(a, b)) for weight, b in likely) for a in own)
    return Solved(tuple(own), met, best, fight.left if leads else (fight.left[1], fight.left[0]))


def rows_of(
    option: str, wounds: Chances[tuple[int, int]], mine: Fighter, enemy: Fighter, left: tuple[int, int]
) -> list[Chance]:
    """The rows of one option: wounds dealt and taken, and who falls."""
    taken, dealt = wounds.map(lambda found: found[0]), wounds.map(lambda found: found[1])
    return [
        *of_numbers(option, "dealt", dealt.fractions().items(), enemy.id),
        Chance(option, "falls", dealt.p(left[1]), enemy.id),
        *of_numbers(option, "taken", taken.fractions().items(), mine.id),
        Chance(option, "falls", taken.p(left[0]), mine.id),
    ]


def headings(mine: Fighter, enemy: Fighter) -> tuple[Heading, ...]:
    """The columns of a choice of `mine`: what it does to the enemy, and what it suffers."""
    return (
        Heading("dealt", enemy.id, f"wounds on {enemy.name}"),
        Heading("falls", enemy.id, f"{enemy.name} falls"),
        Heading("taken", mine.id, "wounds taken"),
        Heading("falls", mine.id, "falls"),
    )


def split_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    slots: Mapping[str, Split],
    specials: Mapping[str, Mapping[str, SpecialEntry | None]],
    goal: str,
) -> Odds:
    """Chances of every legal split of `mine` against best play of the other; of too many, only of some.

    Reads what both may choose, never what either has chosen.
    """
    enemy = ex.other(mine)
    own, fewer = thinned(choices(mine, slots[mine.side].plans, specials[mine.id]), MOST_SPLITS)
    theirs, few = thinned(choices(enemy, slots[enemy.side].plans, specials[enemy.id]), MOST_SPLITS)
    found = solved(game, ex, mine, own, theirs, goal)
    best = found.best
    rows = [
        row
        for choice, wounds in zip(own, found.met, strict=True)
        for row in rows_of(choice.option, wounds, mine, enemy, found.left)
    ]
    return Odds(
        f"{possessive(mine.name)} split",
        GOALS[goal],
        tuple(rows),
        headings(mine, enemy),
        (*filter(None, (fewer, few)), f"{enemy.name} splits as best play does", *assumptions(game, ex)),
        mix=tuple((choice.option, p) for choice, p in zip(own, best.rows, strict=True) if p),
        value=best.value,
        safest=own[best.pure].option,
        guarantees=tuple((choice.option, worth) for choice, worth in zip(own, best.guarantees, strict=True)),
    )


def _whole(chances: Sequence[Fraction]) -> list[int]:
    """The chances as whole numbers in the same proportion."""
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]
