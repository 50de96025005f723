"""How likely a roll was: the chance of the number that the game reads of its dice, or of a rarer one.

Of dice of which the game declares no reading nothing is said.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from companion.engine.dice import Die, Faces, faces_of
from companion.engine.frozen import frozen
from companion.engine.reading import TOTAL, Reading
from companion.engine.session import Session
from companion.engine.state.results import FaceGroup, Result
from companion.odds.readings import ways_of

MOST_EXACT = 1500
"""Up to this highest number of dice or of what is read of them the chance is worked out."""


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


def reading_of(group: FaceGroup, known: Mapping[str, Die]) -> tuple[Reading, Faces] | None:
    """What the game reads of dice, with the faces of one of them; None where it declares nothing, or for unknown dice.

    One die is read by its number where its record is of a time before readings.
    """
    faces = faces_of(group.die, known)
    if faces is None or not group.faces:
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
        found.setdefault(one.words, []).append(f"{one.name} {_percent(one.p)}")
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


def _percent(p: Fraction) -> str:
    return f"{round(float(p) * 100, 1 if p < Fraction(1, 10) else 0):g} percent"
