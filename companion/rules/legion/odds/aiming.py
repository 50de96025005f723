"""What an aim token is worth before the attack roll: the best dice are rolled again (attack steps 4a and 4b).

What dice show stands in one integer, a slot a face, so that rolls are added up as integers are. Which colours show a
face is kept beside it, of as many dice as may be rolled again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from math import lcm, prod
from operator import le

from companion.engine.dice import Face
from companion.engine.odds import TooLarge
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds, fork
from companion.rules.legion.odds.rows import worth

SHOWN = ("blank", "surge", "hit", "crit")

BEST_FIRST = tuple(sorted(ATTACK, key=lambda of: ATTACK[of].faces.count("blank")))
"""The colours of attack dice, those with the fewest blanks first: of dice that show the same these are rerolled."""

SIDES = lcm(*(len(die.faces) for die in ATTACK.values()))
"""Chances of so many attack dice are counted in this number to their power."""

SLOT = 6
ONE = {face: 1 << SLOT * place for place, face in enumerate(SHOWN)}
ALL = 1 << SLOT * len(SHOWN)
"""Faces as an integer are below this; above it stands who shows them, a slot a face and colour."""

MOST_ROLLS = 15_000
"""Rolls of a pool that are told apart at most."""

MOST_DICE, FEW_DICE = 24, 16
"""Dice of a pool at most; the fewer where tokens or Critical make surges matter."""

ONE_FACE = SLOT * len(BEST_FIRST)
FACE = (1 << ONE_FACE) - 1
"""Who shows one face: so many bits, a slot a colour."""

Ways = dict[int, int]
"""What dice show, with the ways to it."""

Colours = tuple[str, ...]


def rolls_of(onward: Onward, dice: Pool) -> int:
    """How many rolls of a pool are told apart."""
    surges = surges_of(onward)
    return prod(len(_of_colour(colour, count, surges)) for colour, count in dice)


def aimed(attack: Attack, dice: Pool, aims: int = 1) -> Chances[Wounds]:
    """The wounds of an attack with these dice, of which each of so many aims rerolls the best: none, or as many as it
    may, one aim after the other.

    Raises TooLarge where that would keep the players waiting.
    """
    return Aims(attack, sum(count for _, count in dice), aims).rolled(dice)


class Aims:
    """So many aims of an attack of so many dice, each of which rerolls the best of those that lie then.

    Raises TooLarge for more dice than players wait for.
    """

    def __init__(self, attack: Attack, number: int, aims: int) -> None:
        then = fork(attack)
        then.aim_spent += 1
        self._most = REROLLS + total(attack.attack("rerolls"))
        self._onward = Onward(then)
        self._surges = surges_of(self._onward)
        if number > (FEW_DICE if self._surges == "surge" else MOST_DICE):
            raise TooLarge
        self._best: list[_Best] = []
        for _ in range(aims):
            before = self._best[-1] if self._best else None
            self._best.append(_Best(self._onward, number, self._most, self._surges, before))

    def rolled(self, dice: Pool, lying: Iterable[tuple[str, Face]] = ()) -> Chances[Wounds]:
        """The wounds if these dice are rolled beside those that lie, by colour and face.

        Raises TooLarge where that would keep the players waiting.
        """
        if rolls_of(self._onward, dice) > MOST_ROLLS:
            raise TooLarge
        considered, most = self._best[0].considered, self._most * len(self._best)
        lies = 0
        for colour, face in lying:
            faces = ONE[self._surges if face == "surge" else str(face)]
            lies += faces + ALL * _shows(faces, considered, BEST_FIRST.index(colour))
        found = _trimmed(_rolled(dice, self._surges, considered, most), lies, considered, most)
        for aim in reversed(self._best):
            # Rolls of which the same dice go and the same stay are thrown on together.
            chosen: dict[tuple[Colours, int], int] = {}
            for roll, ways in found.items():
                key = aim.of(roll)
                chosen[key] = chosen.get(key, 0) + ways
            found = {}
            for (pool, left), ways in chosen.items():
                scale = ways * SIDES ** (self._most - len(pool))
                for shown, more in aim.again(pool):
                    roll = aim.after(left + shown)
                    found[roll] = found.get(roll, 0) + scale * more
        return self._onward.scored(Chances(found).map(lambda faces: self._onward.score(_listed(faces))))


class _Best:
    """Finds the best dice to reroll with one aim. What has been worked out is kept.

    `surges` is what every surge is (`surges_of`), `then` the aim that follows, if any. `considered` are the faces that
    may be worth a reroll: never a crit, and a hit only where a crit is better.
    """

    def __init__(self, onward: Onward, number: int, most: int, surges: str, then: _Best | None = None) -> None:
        self._most, self._surges, self._then = most, surges, then
        self.room: int = most + (then.room if then is not None else 0)
        """How many dice of a face may go with this aim and those that follow."""
        self._values: dict[int, int] = {}
        self.considered: tuple[str, ...] = then.considered if then is not None else ()
        if then is None:
            self._last(onward, number)
        self._worths: dict[Colours, dict[int, int]] = {}
        self._ways: dict[int, list[tuple[Colours, dict[int, int], int]]] = {}
        self._found: dict[int, tuple[tuple[Colours, int], int]] = {}
        self._trimmed: dict[int, int] = {}

    def _last(self, onward: Onward, number: int) -> None:
        """What all faces are worth once the last aim is spent."""
        faces_of_all = _faces(number, self._surges == "surge")
        worths = {
            faces: worth(onward.attack, onward.wounds(onward.figures(onward.score(_listed(faces)))))
            for faces in faces_of_all
        }
        common = lcm(*(value.denominator for value in worths.values()))
        self._values = {faces: value.numerator * (common // value.denominator) for faces, value in worths.items()}
        better = any(
            value < self._values[faces - ONE["hit"] + ONE["crit"]]
            for faces, value in self._values.items()
            if _number(faces, "hit")
        )
        self.considered = tuple(face for face in SHOWN[:-1] if face != "hit" or better)

    def of(self, lying: int) -> tuple[Colours, int]:
        """The colours that are rolled again, and what stays as far as it is still told apart: of equals the fewest
        dice."""
        return self._chosen(lying)[0]

    def value(self, lying: int) -> int:
        """What these dice are worth on average with this aim and those that follow."""
        return self._chosen(lying)[1]

    def again(self, pool: Colours) -> tuple[tuple[int, int], ...]:
        """What the dice of these colours show, with the ways to it."""
        return _again(pool, self._surges, self.considered if self._then is not None else ())

    def after(self, lying: int) -> int:
        """Dice once this aim is spent, as far as those that follow tell them apart."""
        if self._then is None:
            return lying
        who, faces = divmod(lying, ALL)
        kept = self._trimmed.get(who)
        if kept is None:
            kept = self._trimmed[who] = ALL * _first(who, self.considered, self._then.room)
        return kept + faces

    def _chosen(self, lying: int) -> tuple[tuple[Colours, int], int]:
        known = self._found.get(lying)
        if known is None:
            known = self._found[lying] = self._choose(lying)
        return known

    def _choose(self, lying: int) -> tuple[tuple[Colours, int], int]:
        who, faces = divmod(lying, ALL)
        ways = self._ways.get(who)
        if ways is None:
            sets = _sets(who, self.considered, self._most, told=self._then is not None)
            ways = self._ways[who] = [(pool, self._worths.setdefault(pool, {}), gone) for pool, gone in sets]
        stays = lying if self._then is not None else faces
        found: tuple[Colours, int] = ((), stays)
        top = self._worth((), stays)
        for pool, known, gone in ways:
            left = stays - gone
            value = known.get(left)
            if value is None:
                value = known[left] = self._worth(pool, left)
            if value > top:
                found, top = (pool, left), value
        return found, top

    def _worth(self, pool: Colours, left: int) -> int:
        """What rerolling these dice beside those is worth on average, in the same measure for any number of them."""
        values, then = self._values, self._then
        if then is None:
            found: int = sum([ways * values[left + shown] for shown, ways in self.again(pool)])
        else:
            found = sum([ways * then.value(self.after(left + shown)) for shown, ways in self.again(pool)])
        unit: int = SIDES ** (self._most - len(pool))
        return found * unit


# -- faces as integers ------------------------------------------------------------------------------------------------


def _number(faces: int, face: str) -> int:
    return faces // ONE[face] % (1 << SLOT)


def _listed(faces: int) -> list[Face]:
    return [face for face in SHOWN for _ in range(_number(faces, face))]


def _faces(number: int, surges: bool) -> Iterator[int]:
    """All that so many dice can show."""
    for crits in range(number + 1):
        for hits in range(number - crits + 1):
            left = number - crits - hits
            for surge in range(left + 1 if surges else 1):
                yield (left - surge) + surge * ONE["surge"] + hits * ONE["hit"] + crits * ONE["crit"]


def _place(face: int, colour: int) -> int:
    """The slot of a face (by its place among those considered) in one colour."""
    return SLOT * (face * len(BEST_FIRST) + colour)


def _sets(who: int, considered: tuple[str, ...], most: int, told: bool) -> list[tuple[Colours, int]]:
    """Which dice can be rolled again, as colours and the faces that go; the fewest first. `who` shows the faces.

    `told`: above `ALL` stands who showed the faces that go.
    """
    shows = [_colours(who >> ONE_FACE * face & FACE) for face in range(len(considered))]
    there = list(map(len, shows))
    found = []
    for gone, faces in _gone(considered, most):
        if all(map(le, gone, there)):
            each = tuple(map(_first_of, shows, gone))
            found.append((_sorted(each), faces + ALL * _who(each) if told else faces))
    return found


def _who(shows: tuple[Colours, ...]) -> int:
    """Who shows the faces considered, of each face these colours."""
    places = ((face, BEST_FIRST.index(colour)) for face, colours in enumerate(shows) for colour in colours)
    return sum(1 << _place(face, colour) for face, colour in places)


def _first_of(colours: Colours, number: int) -> Colours:
    return colours[:number]


@lru_cache(maxsize=1024)
def _colours(shows: int) -> Colours:
    """The colours of the dice that show one face, the best first."""
    each = [(shows >> SLOT * place) % (1 << SLOT) for place in range(len(BEST_FIRST))]
    return tuple(colour for colour, number in zip(BEST_FIRST, each, strict=True) for _ in range(number))


@lru_cache(maxsize=64)
def _gone(considered: tuple[str, ...], most: int) -> list[tuple[tuple[int, ...], int]]:
    """How many dice of each face may go, the fewest first, and the faces that go with them."""
    numbers = sorted(product(range(most + 1), repeat=len(considered)), key=sum)
    return [
        (gone, sum(number * ONE[face] for face, number in zip(considered, gone, strict=True)))
        for gone in numbers
        if 0 < sum(gone) <= most
    ]


@lru_cache(maxsize=1024)
def _sorted(colours: tuple[Colours, ...]) -> Colours:
    return tuple(sorted(colour for of in colours for colour in of))


# -- rolls ------------------------------------------------------------------------------------------------------------


def surges_of(onward: Onward) -> str:
    """What every surge is: `surge` where they are told apart, for a number of them is worth more than the others."""
    return "surge" if onward.critical + onward.attack.attacker.surge else onward.chart or "blank"


@lru_cache(maxsize=256)
def _of_colour(colour: str, count: int, surges: str) -> tuple[tuple[int, int], ...]:
    """What so many dice of a colour show, with the ways to it. `surges` is what every surge is."""
    die = ATTACK[colour]
    more = SIDES // len(die.faces)
    shown = thrown(count, one_die(die, lambda face: surges if face == "surge" else str(face)))
    return tuple((sum(number * ONE[face] for face, number in kinds), ways * more**count) for kinds, ways in shown)


@lru_cache(maxsize=512)
def _again(pool: tuple[str, ...], surges: str, considered: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """What the dice of these colours show, with the ways to it, and above `ALL` who shows the faces considered."""
    found: Ways = {0: 1}
    for colour in pool:
        found = _with(found, _told(_of_colour(colour, 1, surges), considered, BEST_FIRST.index(colour)))
    return tuple(found.items())


def _told(shown: tuple[tuple[int, int], ...], considered: tuple[str, ...], colour: int) -> tuple[tuple[int, int], ...]:
    """The same of dice of one colour, with who shows the faces considered."""
    return tuple((faces + ALL * _shows(faces, considered, colour), ways) for faces, ways in shown)


def _with(found: Ways, more: tuple[tuple[int, int], ...]) -> Ways:
    following: Ways = {}
    for had, ways in found.items():
        for shown, each in more:
            both = had + shown
            following[both] = following.get(both, 0) + ways * each
    return following


def _rolled(dice: Pool, surges: str, considered: tuple[str, ...], most: int) -> Ways:
    """All that a pool can show as far as rerolls read it: the faces, and above `ALL` who shows those considered."""
    counts = dict(dice)
    found: Ways = {0: 1}
    for place, colour in enumerate(BEST_FIRST):
        if counts.get(colour):
            shown = _of_colour(colour, counts[colour], surges)
            found = _trimmed(_with(found, _told(shown, considered, place)), 0, considered, most)
    return found


def _trimmed(found: Ways, lies: int, considered: tuple[str, ...], most: int) -> Ways:
    """These rolls beside dice that lie; of each face no more dice are told apart than may be rolled again."""
    kept: dict[int, int] = {}
    following: Ways = {}
    for rolled, ways in found.items():
        who, faces = divmod(rolled + lies, ALL)
        if who not in kept:
            kept[who] = ALL * _first(who, considered, most)
        key = kept[who] + faces
        following[key] = following.get(key, 0) + ways
    return following


def _shows(faces: int, considered: tuple[str, ...], colour: int) -> int:
    return sum(_number(faces, face) << _place(place, colour) for place, face in enumerate(considered))


def _first(who: int, considered: tuple[str, ...], most: int) -> int:
    """The same, of each face no more dice than may be rolled again: the best ones."""
    kept = 0
    for face in range(len(considered)):
        kept += _most_of(who >> ONE_FACE * face & FACE, most) << ONE_FACE * face
    return kept


@lru_cache(maxsize=4096)
def _most_of(shows: int, most: int) -> int:
    """Of the dice that show one face no more than so many, the best ones."""
    kept, room = 0, most
    for place in range(len(BEST_FIRST)):
        number = min(room, (shows >> SLOT * place) % (1 << SLOT))
        kept += number << SLOT * place
        room -= number
    return kept
