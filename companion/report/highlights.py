"""What mattered in a battle, as facts: the round that turned it, and who did most.

The page says it in short in sentences, the match card in three lines.
"""

from __future__ import annotations

from collections import Counter

from companion.engine.frozen import frozen
from companion.report.battle import Battle

TURNS = 0.15
"""A round turns a battle if it costs one side so much more of what it came with than it costs any other."""


@frozen
class Turn:
    """The round that turned it: what a side lost of what it had, and who of it fell.

    `pair` are those of whom one hurt the other most in it, with how much; None if nobody is named. `decides`: it cost
    so much more than any other side lost that it turned the battle; else it came nearest to that.
    """

    round: int
    side: str
    lost: int
    had: int
    fallen: tuple[str, ...]
    pair: tuple[str, str] | None
    harm: int
    decides: bool


@frozen
class Hero:
    """Who did most harm, how much, and who fell to it."""

    of: str
    harm: int
    felled: tuple[str, ...]


def turning_point(battle: Battle) -> Turn | None:
    """The round that cost one side more than any other did, measured by what it came with; None if none did.

    Of a battle that somebody won it cost one who did not win. What joined or left the table was no harm, and does not
    count.
    """
    worst, found = 0.0, None
    before = battle.start.strength
    for record in battle.rounds:
        blows = [blow for blow in battle.blows if blow.round == record.number]
        lost = {side.of: 0 for side in battle.sides}
        for blow in blows:
            lost[battle.unit(blow.of).side] += blow.wounds
        shares = sorted((lost[side.of] / max(1, battle.start.strength[side.of]), side.of) for side in battle.sides)
        ahead = shares[-1][0] - shares[-2][0] if len(shares) > 1 else 0
        of = shares[-1][1]
        if ahead and ahead >= worst and of != battle.winner:
            worst = ahead
            # Who joined in this round may have fallen in it.
            had = max(before[of], record.strength[of] + lost[of])
            hurt = [blow for blow in blows if battle.unit(blow.of).side == of]
            fallen = tuple(dict.fromkeys(blow.of for blow in hurt if blow.felled))
            pairs: Counter[tuple[str, str]] = Counter()
            for blow in hurt:
                if blow.by and blow.wounds:
                    pairs[blow.by, blow.of] += blow.wounds
            pair, harm = pairs.most_common(1)[0] if pairs else (None, 0)
            found = Turn(record.number, of, lost[of], had, fallen, pair, harm, ahead >= TURNS)
        before = record.strength
    return found


def hero(battle: Battle) -> Hero | None:
    """Who did most harm; None if nobody is named for any."""
    harm: Counter[str] = Counter()
    for blow in battle.blows:
        if blow.by:
            harm[blow.by] += blow.wounds
    if not harm:
        return None
    of, most = harm.most_common(1)[0]
    return Hero(of, most, tuple(dict.fromkeys(blow.of for blow in battle.blows if blow.felled and blow.by == of)))
