"""Luck: how likely a roll was, and what was rolled against what such dice show on average, from the journal alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import erf, sqrt
from typing import Literal

from companion.engine.answers import AnswerRecord, words_of
from companion.engine.dice import BLANK, Die, Faces, faces_of
from companion.engine.frozen import frozen
from companion.engine.reading import TOTAL, Reading, counting
from companion.engine.session import Session
from companion.engine.state.changes import Recorded
from companion.engine.state.results import FaceGroup, Result
from companion.engine.wording import count
from companion.odds.readings import Ways, added_ways, lot_ways, lots, ways_of

MOST_EXACT = 1500
"""Up to this highest number of dice or of what is read of them a chance is exact; beyond it luck is taken as normal."""


@frozen
class Rarity:
    """How likely dice were that go by this name: the chance of this or more, of low ones that of this or less."""

    name: str
    p: Fraction
    low: bool
    count: bool = False

    @property
    def words(self) -> str:
        """What it is the chance of."""
        if self.count:
            return "as few or fewer" if self.low else "as many or more"
        return "as low or lower" if self.low else "as high or higher"


def known_dice(session: Session) -> dict[str, Die]:
    """The dice of the game that have no numbers, by name."""
    return {die.name: die for die in session.ruleset.dice}


def _known(group: FaceGroup, known: Mapping[str, Die]) -> Faces | None:
    """The faces of one of these dice; None if nothing is known of them, or a file says that they show another."""
    faces = faces_of(group.die, known)
    return faces if faces is not None and group.faces and set(faces).issuperset(group.faces) else None


def reading_of(group: FaceGroup, known: Mapping[str, Die]) -> tuple[Reading, Faces] | None:
    """What the game reads of dice, with the faces of one of them; None where it declares nothing, or for unknown dice.

    One die is read by its number where its record is of a time before readings.
    """
    faces = _known(group, known)
    if faces is None:
        return None
    if group.reads is None and len(group.faces) == 1 and isinstance(faces[0], int):
        return TOTAL, faces
    return None if group.reads is None else (group.reads, faces)


def likely_words(session: Session, made: Result) -> str:
    """How likely a roll was: `As high or higher: attack 9 percent. As low or lower: guard 42 percent.`

    Dice that lay already are left out. Empty where nobody can say.
    """
    found: dict[str, list[str]] = {}
    for one in rarity(session, made):
        percent = round(float(one.p) * 100, 1 if one.p < Fraction(1, 10) else 0)
        found.setdefault(one.words, []).append(f"{one.name} {percent:g} percent")
    return " ".join(f"{words.capitalize()}: {', '.join(names)}." for words, names in found.items())


def rarity(session: Session, made: Result) -> list[Rarity]:
    """How likely each group of dice was that was rolled, by the rarer of its two sides."""
    known = known_dice(session)
    found = []
    for group in made.rolled if made.key else ():
        chances = _both(group, known)
        if chances is not None:
            more, less = chances
            name = session.table.worded(group.name, group.die)
            count = group.reads is not None and group.reads.is_count
            found.append(Rarity(name, min(more, less), less < more, count))
    return found


def _both(group: FaceGroup, known: Mapping[str, Die]) -> tuple[Fraction, Fraction] | None:
    """The chances of what is read of these dice or more, and of it or less."""
    read = reading_of(group, known)
    if read is None:
        return None
    (reading, faces), dice = read, len(group.faces)
    if dice * max(1, *map(reading.value, faces)) > MOST_EXACT:
        return None
    ways = ways_of(reading, faces, dice)
    if ways is None:
        return None
    number, total = reading.of(group.faces), sum(ways)
    return Fraction(sum(ways[number:]), total), Fraction(sum(ways[: number + 1]), total)


def likely(group: FaceGroup, known: Mapping[str, Die]) -> Fraction | None:
    """The chance that what is read of such dice is this or more; None where nothing is read, or nothing known."""
    both = _both(group, known)
    return None if both is None else both[0]


Source = Literal["typed", "app"]
_SHOWS = "not blank"


@frozen
class Luck:
    """The dice of one kind that one side threw, read in one way; `side` is empty where nobody's side is named.

    `shown` is what was read of them all, `noun` what it counts; empty where it is their numbers. `expected` is what it
    is on average. `throws` are how often dice were read together: where each counts by itself, as often as there are
    `dice`; `die` is what so many of them are called. `below` is the chance of less, half of the chance of just as much
    included: 0.5 is as usual as can be.
    """

    side: str
    source: Source
    die: str
    dice: int
    throws: int
    noun: str
    counts: bool
    shown: int
    expected: Fraction
    below: float
    exact: bool


@frozen
class Thrown:
    """One group of dice that was thrown, and what came of them."""

    group: FaceGroup
    source: Source
    result: Result


@dataclass(slots=True)
class _Sum:
    """What was read so far: of how many dice, in how many throws, and each kind of throw with how often it was made."""

    dice: int = 0
    shown: int = 0
    thrown: Counter[tuple[Reading, int]] = field(default_factory=Counter)

    def add(self, reading: Reading, faces: Faces) -> None:
        """Dice that were thrown."""
        times, size = lots(reading, len(faces))
        self.dice += len(faces)
        self.shown += reading.of(faces)
        self.thrown[reading, size] += times


Row = tuple[str, Source, str, bool, str]
"""Side, where the dice came from, the die, whether something is counted, and the noun."""


def luck_of(session: Session) -> list[Luck]:
    """Every side's luck, sides in the order of the table, typed dice before the app's; the open procedure included."""
    known = known_dice(session)
    sums: dict[Row, _Sum] = {}
    for thrown in _thrown(session):
        group = thrown.group
        reading = _read(group, known)
        if reading is not None:
            row = (group.by, thrown.source, group.die, reading.is_count, _noun(reading))
            sums.setdefault(row, _Sum()).add(reading, group.faces)
    sides = [*session.table.sides, ""]
    order = sorted(
        sums, key=lambda of: (sides.index(of[0]) if of[0] in sides else len(sides), of[1] != "typed", of[2:])
    )
    return [_luck(of, sums[of], known) for of in order]


def _noun(reading: Reading) -> str:
    """What a row of luck is of; dice that add up and those that count alone have their numbers in one row."""
    return reading.noun or ("" if reading.is_each_alone else "total")


def _read(group: FaceGroup, known: Mapping[str, Die]) -> Reading | None:
    """What is judged of dice: what the game reads; else their numbers, of symbols how many show something.

    None for dice that nothing is known of, and for more than can be compared.
    """
    faces = _known(group, known)
    if faces is None:
        return None
    usual = TOTAL if group.die not in known else counting(frozenset(faces) - {BLANK}, _SHOWS)
    reading = group.reads or usual
    return reading if lot_ways(reading, faces, lots(reading, len(group.faces))[1]) is not None else usual


def _luck(of: Row, found: _Sum, known: Mapping[str, Die]) -> Luck:
    side, source, die, counts, noun = of
    faces = faces_of(die, known)
    assert faces is not None
    thrown = []
    for (reading, size), times in found.thrown.items():
        ways = lot_ways(reading, faces, size)
        assert ways is not None
        thrown.append((ways, times))
    mean = sum((times * _mean(ways) for ways, times in thrown), Fraction())
    exact = max(found.dice, sum(max(ways) * times for ways, times in thrown)) <= MOST_EXACT
    below = sum_below(thrown, found.shown) if exact else _normal(thrown, found.shown)
    throws = sum(found.thrown.values())
    named = known[die].several or die if found.dice > 1 and die in known else die
    return Luck(side, source, named, found.dice, throws, noun, counts, found.shown, mean, below, exact)


def _mean(ways: Ways) -> Fraction:
    return Fraction(sum(number * many for number, many in ways.items()), sum(ways.values()))


def sum_below(thrown: Sequence[tuple[Ways, int]], shown: int) -> float:
    """The exact chance of a smaller number, half of that of the same one included."""
    ways = added_ways(thrown)
    return float(Fraction(2 * sum(ways[:shown]) + ways[shown], 2 * sum(ways)))


def _normal(thrown: Sequence[tuple[Ways, int]], shown: int) -> float:
    mean = spread = 0.0
    for ways, times in thrown:
        middle, total = float(_mean(ways)), sum(ways.values())
        mean += times * middle
        spread += times * sum(many * (number - middle) ** 2 for number, many in ways.items()) / total
    return 0.5 + erf((shown - mean) / sqrt(2 * spread)) / 2 if spread else 0.5


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
                    yield Thrown(group, "app" if came == "rolled" else "typed", event)


# -- in words -----------------------------------------------------------------------------------------------------


def who(session: Session, luck: Luck) -> str:
    """The side, and where its dice came from."""
    name = session.table.title(luck.side) if luck.side else "Anyone"
    return f"{name}, {'the app rolled' if luck.source == 'app' else 'typed'}"


def shown_words(luck: Luck) -> str:
    """`30 d6: hits 12, 10.0 expected`; of numbers `30 d6: 3.77 a die, 3.50 expected`, read together `a throw`."""
    if luck.counts:
        return f"{luck.dice} {luck.die}: {luck.noun} {luck.shown}, {float(luck.expected):.1f} expected"
    each, due = luck.shown / luck.throws, float(luck.expected / luck.throws)
    if luck.throws == luck.dice and not luck.noun:
        return f"{luck.dice} {luck.die}: {each:.2f} a die, {due:.2f} expected"
    return f"{count(luck.throws, 'throw')} of {luck.die}: {luck.noun} {each:.2f} on average, {due:.2f} expected"


def unusual_words(luck: Luck) -> str:
    """How unusual that is: `higher than 83 of 100 such throws`; of very many dice `about`, by the normal curve."""
    way, below = ("higher", luck.below) if luck.below >= 0.5 else ("lower", 1 - luck.below)
    return f"{way} than {'' if luck.exact else 'about '}{_hundred(below)} such throws"


def _hundred(p: float) -> str:
    if p > 0.999:
        return "999 of 1000"
    return f"{int(p * 1000)} of 1000" if p > 0.99 else f"{int(p * 100)} of 100"


def luck_lines(session: Session) -> list[str]:
    """The luck of all as lines of text."""
    found = luck_of(session)
    lines = [f"{who(session, luck)}: {shown_words(luck)}, {unusual_words(luck)}." for luck in found]
    return [*(lines or ["No dice were thrown yet."]), *taken_back_lines(session)]


def taken_back_lines(session: Session) -> list[str]:
    """What the app rolled and players took back, a sentence each."""
    return [f"Taken back: {roll.title}, rolled {words_of(roll.value)}." for roll in session.taken_back]
