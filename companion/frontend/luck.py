"""Luck: what was rolled against what such dice show on average, from the journal alone.

Numbered dice are judged by the sum of their faces, dice with symbols by how many show something. Neither asks what a
player needed, so that nobody's plans count as luck.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import erf, sqrt
from typing import Literal

from companion.engine.answers import AnswerRecord
from companion.engine.dice import BLANK, Die
from companion.engine.frozen import frozen
from companion.engine.session import Session
from companion.engine.state.changes import Recorded
from companion.engine.state.results import FaceGroup, Result

MOST_EXACT = 1500
"""Up to this highest sum the chance is exact; beyond it that of the normal distribution."""

Source = Literal["typed", "app"]
_NUMBERED = re.compile(r"d([1-9][0-9]{0,2})")


@frozen
class Luck:
    """The dice of one kind that one side threw; `side` is empty if nobody's side is named.

    `shown` is the sum of the faces, of dice with symbols how many show something; `expected` is what that is on
    average. `below` is the chance of less, half of the chance of just as much included: 0.5 is as usual as can be.
    """

    side: str
    source: Source
    die: str
    dice: int
    shown: int
    expected: Fraction
    below: float
    exact: bool
    numbered: bool


@frozen
class Thrown:
    """One group of dice that was thrown."""

    group: FaceGroup
    source: Source


def known_dice(session: Session) -> dict[str, Die]:
    """The dice of the game that have no numbers, by name."""
    return {die.name: die for die in session.ruleset.dice}


def luck_of(session: Session) -> list[Luck]:
    """Every side's luck, sides in the order of the table, typed dice before the app's; the open procedure included."""
    known = known_dice(session)
    sums: dict[tuple[str, Source, str], list[int]] = {}
    for thrown in _thrown(session):
        shown = shown_of(thrown.group, known)
        if shown is not None:
            found = sums.setdefault((thrown.group.by, thrown.source, thrown.group.die), [0, 0])
            found[0] += len(thrown.group.faces)
            found[1] += shown
    sides = [*session.table.sides, ""]
    order = sorted(sums, key=lambda of: (sides.index(of[0]) if of[0] in sides else len(sides), of[1] != "typed", of[2]))
    return [_luck(of, sums[of], known) for of in order]


def _luck(of: tuple[str, Source, str], found: Sequence[int], known: Mapping[str, Die]) -> Luck:
    (side, source, die), (dice, shown) = of, found
    values = values_of(die, known)
    assert values is not None
    mean = Fraction(dice * sum(values), len(values))
    exact = dice * max(values) <= MOST_EXACT
    below = sum_below(dice, values, shown) if exact else _normal(dice, values, shown)
    return Luck(side, source, die, dice, shown, mean, below, exact, die not in known)


def values_of(die: str, known: Mapping[str, Die]) -> tuple[int, ...] | None:
    """What each face of a die counts here: its number, or 1 if it shows something. None for an unknown die."""
    if die in known:
        return tuple(int(face != BLANK) for face in known[die].faces)
    sides = _NUMBERED.fullmatch(die)
    return tuple(range(1, int(sides[1]) + 1)) if sides is not None else None


def shown_of(group: FaceGroup, known: Mapping[str, Die]) -> int | None:
    """What the faces of a group come to; None for dice that nothing is known of."""
    if not group.faces or values_of(group.die, known) is None:
        return None
    if group.die in known:
        return sum(face != BLANK for face in group.faces)
    return sum(face for face in group.faces if isinstance(face, int))


@lru_cache(maxsize=256)
def _ways(dice: int, values: tuple[int, ...]) -> tuple[int, ...]:
    """In how many ways the dice come to each sum, from 0 on. The sums are slots of one large number."""
    slot = (len(values) ** dice).bit_length()
    packed = sum(1 << (slot * value) for value in values) ** dice
    mask = (1 << slot) - 1
    data = [(packed >> (slot * total)) & mask for total in range(dice * max(values) + 1)]
    return tuple(data)


def sum_below(dice: int, values: tuple[int, ...], shown: int) -> float:
    """The exact chance of a smaller sum, half of that of the same sum included."""
    ways = _ways(dice, values)
    return float(Fraction(2 * sum(ways[:shown]) + ways[shown], 2 * len(values) ** dice))


def at_least(dice: int, values: tuple[int, ...], shown: int) -> Fraction:
    """The exact chance of this sum or a larger one."""
    return Fraction(sum(_ways(dice, values)[shown:]), len(values) ** dice)


def _normal(dice: int, values: Sequence[int], shown: int) -> float:
    mean = sum(values) / len(values)
    spread = sqrt(dice * sum((value - mean) ** 2 for value in values) / len(values))
    return 0.5 + erf((shown - dice * mean) / (spread * sqrt(2))) / 2 if spread else 0.5


def _thrown(session: Session) -> Iterator[Thrown]:
    for entry in session.entries:
        yield from thrown_in(entry.events, entry.answers)
    if session.run is not None:
        yield from thrown_in(session.run.context.events, session.run.answers)


def thrown_in(events: Sequence[Recorded], answers: Iterable[AnswerRecord]) -> Iterator[Thrown]:
    """The dice of one procedure with where they came from. What the players ruled was not thrown."""
    how = {answer.key: answer.how for answer in answers if answer.kind == "roll"}
    for event in events:
        if isinstance(event, Result):
            came = how.get(event.key)
            if came in ("typed", "rolled"):
                for group in event.rolled:
                    yield Thrown(group, "app" if came == "rolled" else "typed")


# -- in words -----------------------------------------------------------------------------------------------------


def who(session: Session, luck: Luck) -> str:
    """The side, and where its dice came from."""
    name = session.table.title(luck.side) if luck.side else "Anyone"
    return f"{name}, {'the app rolled' if luck.source == 'app' else 'typed'}"


def shown_words(luck: Luck) -> str:
    """`30 d6: 3.77 a die, 3.50 expected`; of symbols `12 black attack dice: 7 not blank, 6.0 expected`."""
    if luck.numbered:
        each, due = luck.shown / luck.dice, luck.expected / luck.dice
        return f"{luck.dice} {luck.die}: {each:.2f} a die, {float(due):.2f} expected"
    kind = luck.die if luck.dice == 1 else re.sub(r"die$", "dice", luck.die)
    return f"{luck.dice} {kind}: {luck.shown} not blank, {float(luck.expected):.1f} expected"


def unusual_words(luck: Luck) -> str:
    """How unusual that is: `higher than 83 of 100 such throws (exact)`."""
    way = "exact" if luck.exact else "normal approximation"
    if luck.below >= 0.5:
        return f"higher than {_hundred(luck.below)} such throws ({way})"
    return f"lower than {_hundred(1 - luck.below)} such throws ({way})"


def _hundred(p: float) -> str:
    if p > 0.999:
        return "999 of 1000"
    return f"{int(p * 1000)} of 1000" if p > 0.99 else f"{int(p * 100)} of 100"


def luck_lines(session: Session) -> list[str]:
    """The luck of all as lines of text."""
    found = luck_of(session)
    if not found:
        return ["No dice were thrown yet."]
    return [f"{who(session, luck)}: {shown_words(luck)}, {unusual_words(luck)}." for luck in found]


@frozen
class Rarity:
    """How likely dice were that go by this name: the chance of this or more, of low ones that of this or less."""

    name: str
    p: Fraction
    low: bool

    @property
    def words(self) -> str:
        """What it is the chance of."""
        return "as low or lower" if self.low else "as high or higher"


def likely_words(session: Session, made: Result) -> str:
    """How likely a roll was: `As high or higher: attack 9 percent. As low or lower: guard 42 percent.`

    Dice that lay already are left out. Empty if nobody can say.
    """
    found: dict[str, list[str]] = {}
    for one in rarity(session, made):
        found.setdefault(one.words, []).append(f"{one.name} {_percent(one.p)}")
    return " ".join(f"{words.capitalize()}: {', '.join(names)}." for words, names in found.items())


def rarity(session: Session, made: Result) -> list[Rarity]:
    """How likely each group of dice was that was rolled, by the rarer of its two sides."""
    known = known_dice(session)
    return [
        Rarity(session.table.worded(group.name, group.die), *rarer)
        for group in (made.rolled if made.key else ())
        if (rarer := _rarer(group, known)) is not None
    ]


def _rarer(group: FaceGroup, known: Mapping[str, Die]) -> tuple[Fraction, bool] | None:
    more = likely(group, known)
    shown, values = shown_of(group, known), values_of(group.die, known)
    if more is None or shown is None or values is None:
        return None
    less = 1 - at_least(len(group.faces), values, shown + 1)
    return (less, True) if less < more else (more, False)


def likely(group: FaceGroup, known: Mapping[str, Die]) -> Fraction | None:
    """The chance that such dice come to this or more; None if nothing is known of them."""
    shown, values = shown_of(group, known), values_of(group.die, known)
    if shown is None or values is None or len(group.faces) * max(values) > MOST_EXACT:
        return None
    return at_least(len(group.faces), values, shown)


def _percent(p: Fraction) -> str:
    number = f"{float(p) * 100:.1f}" if p < Fraction(1, 10) else f"{float(p) * 100:.0f}"
    return f"{number.removesuffix('.0')} percent"
