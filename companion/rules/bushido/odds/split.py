"""The secret split as a game of two players (step 5): best mix, best single split, what each is worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.requests import Plan, Split
from companion.odds.chances import Chances, mixed
from companion.odds.zero_sum import solve
from companion.rules.bushido.melee.fighters import NO_SPECIAL, Exchange, Fighter
from companion.rules.bushido.odds.comparison import Side
from companion.rules.bushido.odds.exchange import Fight, Outcome
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry

MOST_SPLITS = 60
"""More legal splits than this of one fighter are not solved: nobody has such a pool."""


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


def assumptions(game: Game, ex: Exchange) -> tuple[str, ...]:
    """What the chances leave out, as far as it could happen here."""
    found = ["no feats after the split", "both comparisons are fought unless one ends the exchange"]
    own = [f.powers for f in ex.both]
    if any(p.has("reroll_own") or p.has("reroll_enemy") for p in own):
        found.append("nobody re-rolls")
    if any(p.has("rises") or p.has("last_stand") for p in own):
        found.append("a full wound track counts as out of play")
    if any(p.has("sacrifices_friend") for p in own):
        found.append("no friend is given up instead")
    return tuple(found)


def pay_off(fight: Fight, ex: Exchange, mine: Fighter, outcomes: Chances[Outcome]) -> Fraction:
    """Wounds dealt less wounds taken, on average, for one of the two."""
    sign = 1 if mine is ex.lead else -1
    return outcomes.mean(lambda outcome: sign * (outcome.late - outcome.lead))


def split_odds(
    game: Game,
    ex: Exchange,
    mine: Fighter,
    slots: Mapping[str, Split],
    specials: Mapping[str, Mapping[str, SpecialEntry | None]],
) -> Odds | None:
    """Chances of every legal split of `mine` against best play of the other; None where there are too many splits.

    Reads what both may choose, never what either has chosen.
    """
    enemy = ex.other(mine)
    own = choices(mine, slots[mine.side].plans, specials[mine.id])
    theirs = choices(enemy, slots[enemy.side].plans, specials[enemy.id])
    if max(len(own), len(theirs)) > MOST_SPLITS:
        return None
    fight = Fight(game, ex)
    leads = mine is ex.lead

    def outcome(a: Choice, b: Choice) -> Chances[Outcome]:
        return fight.outcome(a.side, b.side) if leads else fight.outcome(b.side, a.side)

    table = [[outcome(a, b) for b in theirs] for a in own]
    best = solve([[pay_off(fight, ex, mine, cell) for cell in row] for row in table])
    rows: list[Chance] = []
    at = 0 if leads else 1
    left = fight.left
    weights = _whole(best.columns)
    for choice, row in zip(own, table, strict=True):
        met = mixed(zip(weights, row, strict=True))
        dealt = met.map(lambda outcome: outcome[1 - at])
        taken = met.map(lambda outcome: outcome[at])
        rows += of_numbers(choice.option, "dealt", dealt.fractions().items(), enemy.id)
        rows.append(Chance(choice.option, "falls", dealt.p(left[1 - at]), enemy.id))
        rows += of_numbers(choice.option, "taken", taken.fractions().items(), mine.id)
        rows.append(Chance(choice.option, "falls", taken.p(left[at]), mine.id))
    return Odds(
        f"{mine.name}'s split",
        "wounds dealt less wounds taken",
        tuple(rows),
        (
            Heading("dealt", enemy.id, f"wounds on {enemy.name}"),
            Heading("falls", enemy.id, f"{enemy.name} falls"),
            Heading("taken", mine.id, "wounds taken"),
            Heading("falls", mine.id, "falls"),
        ),
        (f"{enemy.name} splits as best play does", *assumptions(game, ex)),
        mix=tuple((choice.option, p) for choice, p in zip(own, best.rows, strict=True) if p),
        value=best.value,
        safest=own[best.pure].option,
        guarantees=tuple((choice.option, worth) for choice, worth in zip(own, best.guarantees, strict=True)),
    )


def _whole(chances: Sequence[Fraction]) -> list[int]:
    """The chances as whole numbers in the same proportion."""
    common = lcm(*(p.denominator for p in chances))
    return [int(p * common) for p in chances]
