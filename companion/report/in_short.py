"""What mattered in a battle, in three sentences: who fell first, which round turned it, who did most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.engine.wording import count, listed, verb
from companion.frontend.wording import titled
from companion.report.battle import Battle

TURNS = 0.15
"""A round turns a battle if it costs one side so much more of what it came with than it costs any other."""


def in_short(battle: Battle) -> Iterator[str]:
    """The sentences; nothing if nobody fell."""
    felled = [blow for blow in battle.blows if blow.felled]
    if not felled:
        return
    yield _first(battle)
    yield from _turn(battle)
    yield from _most(battle)


def _first(battle: Battle) -> str:
    blow = next(blow for blow in battle.blows if blow.felled)
    name = battle.unit(blow.of).name
    by = f"to {battle.unit(blow.by).name} " if blow.by else ""
    return f"{name} {verb(name, 'falls', 'fall')} first, {by}in {battle.round_word} {blow.round}."


def _turn(battle: Battle) -> Iterator[str]:
    """The round that cost one side more than any other did, measured by what it came with.

    What joined or left the table was no harm, and does not count.
    """
    worst, found = TURNS, ""
    before = battle.start
    for record in battle.rounds:
        lost = {side.of: 0 for side in battle.sides}
        for blow in battle.blows:
            if blow.round == record.number:
                lost[battle.unit(blow.of).side] += blow.wounds
        shares = sorted((lost[side.of] / max(1, battle.start[side.of]), side.of) for side in battle.sides)
        ahead = shares[-1][0] - shares[-2][0] if len(shares) > 1 else 0
        if ahead >= worst:
            of = shares[-1][1]
            side = next(side for side in battle.sides if side.of == of)
            # Who joined in this round may have fallen in it.
            had = f"{max(before[of], record.strength[of] + lost[of])} {battle.measure.removesuffix(' left')}"
            falls = {b.of for b in battle.blows if b.felled and b.round == record.number}
            gone = [unit.name for unit in side.units if unit.of in falls]
            fell = f", and {_fall(gone)}" if gone else ""
            worst = ahead
            when = f"{titled(battle.round_word)} {record.number}"
            found = f"{when} turns it: {side.name} loses {lost[of]} of {had}{fell}."
        before = record.strength
    if found:
        yield found


def _most(battle: Battle) -> Iterator[str]:
    """Who did most harm, and who fell to it."""
    wounds: Counter[str] = Counter()
    for blow in battle.blows:
        if blow.by:
            wounds[blow.by] += blow.wounds
    if not wounds:
        return
    of, most = wounds.most_common(1)[0]
    name = battle.unit(of).name
    gone = list(dict.fromkeys(battle.unit(b.of).name for b in battle.blows if b.felled and b.by == of))
    fell = f", and {_fall(gone)} to {verb(name, 'it', 'them')}" if gone else ""
    harm = f"{count(most, 'model')} killed" if battle.counts_models else count(most, "wound")
    yield f"{name} {verb(name, 'does', 'do')} most: {harm}{fell}."


def _fall(names: Sequence[str]) -> str:
    """`Oda falls`, `Oda and Hiro fall`."""
    return f"{listed(names)} {verb(names[0], 'falls', 'fall') if len(names) == 1 else 'fall'}"
