"""How the dice of attacks and defences meet, whatever the Success Levels lead to: counted once for their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import mul
from struct import unpack
from typing import NamedTuple

from companion.rules.bushido.odds.dice import Block, Dice, Rolls, rolls

ByLead = Sequence[int]
"""By lead in dice that count for a tie, from the lowest on."""

WORD, HALF = 64, 32
"""The bits of a machine word, and of half of one: numbers that fit a few of them are unpacked all at once."""


class Thrown:
    """So many dice of one kind; `most` is the highest number of them that count for a tie."""

    def __init__(self, dice: Rolls) -> None:
        self.total, self.blocks = dice.total, dice.blocks
        self.most = max(block.ties for block in dice.blocks)
        results: dict[int, int] = {}
        for block in dice.blocks:
            for result, ways in block.results.items():
                results[result] = results.get(result, 0) + ways * block.factor
        self._results = results
        self._packed: dict[tuple[int, int, int], int] = {}

    def packed(self, bits: int, widest: int, way: int) -> int:
        """The ways to each result, in digits of so many bits: from -`widest` up, or from `widest` down if `way` is
        -1."""
        key = bits, widest, way
        known = self._packed.get(key)
        if known is None:
            known = sum([ways << bits * (widest + way * result) for result, ways in self._results.items()])
            self._packed[key] = known
        return known


class Numbers(NamedTuple):
    """Dice of one kind, in the numbers in which they may be rolled."""

    dice: Dice
    counts: tuple[int, ...]

    def thrown(self) -> dict[int, Thrown]:
        """Each number of them."""
        return {count: _thrown(count, self.dice) for count in self.counts}


@lru_cache(maxsize=256)
def _thrown(count: int, dice: Dice) -> Thrown:
    return Thrown(rolls(count, dice))


class Meeting:
    """So many dice of an attack met by so many of a defence.

    `ways` are by Success Level, from the lowest on. `beyond` are the ways of a tie in which this Attacker has a higher
    lead than each of all that there can be, the equal one included `with_equal`; `tied` are all ways to tie. `span` are
    the places of the leads that these dice can have: in it `leads` are all ways, and `ties` those to tie. All of
    `total` ways.
    """

    def __init__(self, attack: int, defence: int, within: Meetings) -> None:
        one, two = within.attacks[attack], within.defences[defence]
        self._dice, self._within = (attack, defence), within
        self.total = one.total * two.total
        widest = within.levels.stop - 1
        # The digits of the product are the ways to each difference of two results; none is beyond `widest`.
        bits = _width(self.total.bit_length())
        product = one.packed(bits, widest, 1) * two.packed(bits, widest, -1) >> bits * widest
        self.ways = _digits(product, bits, len(within.levels))
        self.tied = self.ways[widest]
        self.ties = within.ties.by_lead(attack)[defence]
        below, above = within.most - two.most, within.most - one.most
        self.span = slice(below, below + len(self.ties))
        upto = list(accumulate(self.ties))
        if within.with_equal:
            upto = [0, *upto[:-1]]
        self.beyond = [self.tied] * below + [self.tied - ways for ways in upto] + [0] * above

    @cached_property
    def leads(self) -> ByLead:
        """All ways by lead in `span`."""
        attack, defence = self._dice
        return self._within.whole.by_lead(attack)[defence]


class Meetings:
    """These numbers of dice of an attack met by those of a defence, worked out when they are asked for.

    `levels` are the Success Levels that there can be; `most` is the highest number of dice that count for a tie, of all
    that are rolled.

    What so many dice of an attack come to against all numbers of a defence are the digits of one number, a digit for
    each lead that there can be against each of them; `digits` in all.
    """

    def __init__(self, attacks: Numbers, defences: Numbers, widest: int, most: int, with_equal: bool) -> None:
        self.with_equal, self.most = with_equal, most
        self.levels = range(-widest, widest + 1)
        self.attacks, self.defences = attacks.thrown(), defences.thrown()
        self.places: dict[int, int] = {}
        """Where the leads against each number of dice of the defence begin."""
        self.digits = 0
        highest = max(of.most for of in self.attacks.values())
        for count, of in self.defences.items():
            self.places[count] = self.digits
            self.digits += highest + of.most + 1
        self.total = max(of.total for of in self.attacks.values()) * max(of.total for of in self.defences.values())
        self._ways: list[Ways] = []
        self._of: dict[tuple[int, int], Meeting] = {}

    @cached_property
    def whole(self) -> Cells:
        """Counts all ways."""
        return Cells(self, [1 for _ in self.levels])

    @cached_property
    def ties(self) -> Cells:
        """Counts the ways to tie."""
        return Cells(self, [int(not level) for level in self.levels])

    def of(self, pair: tuple[int, int]) -> Meeting:
        """So many dice of the attack met by so many of the defence."""
        known = self._of.get(pair)
        if known is None:
            known = self._of[pair] = Meeting(*pair, self)
        return known

    def ways(self, bits: int) -> Ways:
        """All ways by Success Level, in digits of at least so many bits."""
        known = next((ways for ways in self._ways if ways.bits >= bits), None)
        if known is None:
            known = Ways(self, _width(bits))
            self._ways.append(known)
        return known


class Ways:
    """The ways to each result of a defence, of all numbers of its dice: a digit of `bits` for each lead.

    `half` is a number that has half the range of a digit in each.
    """

    def __init__(self, within: Meetings, bits: int) -> None:
        self.bits = bits
        self.half = (1 << bits - 1) * (((1 << bits * within.digits) - 1) // ((1 << bits) - 1))
        self.defences: dict[int, int] = {}
        for count, thrown in within.defences.items():
            found: dict[int, int] = {}
            for block in thrown.blocks:
                at = bits * (thrown.most - block.ties)
                for result, ways in block.results.items():
                    found[result] = found.get(result, 0) + (ways * block.factor << at)
            for result, packed in found.items():
                self.defences[result] = self.defences.get(result, 0) + (packed << bits * within.places[count])


class Cells:
    """What dice that meet are worth, if each Success Level is worth so much."""

    def __init__(self, within: Meetings, of: Sequence[int]) -> None:
        self._within, self._of = within, of
        highest = within.total * max(1, max(map(abs, of)))
        self._ways = within.ways(highest.bit_length() + 2)
        self._below = min(of) < 0
        self._results: dict[int, int] = {}
        self._rows: dict[object, int] = {}
        self._found: dict[int, dict[int, ByLead]] = {}

    def by_lead(self, attack: int) -> dict[int, ByLead]:
        """What the rolls of so many dice are worth by the leads that they can have, for each number that they meet."""
        found = self._found.get(attack)
        if found is None:
            found = self._found[attack] = self._against_all(self._within.attacks[attack])
        return found

    def _against_all(self, attack: Thrown) -> dict[int, ByLead]:
        """So many dice of the attack against every number of dice of the defence."""
        within, ways = self._within, self._ways
        packed = sum([block.factor * self._row(block) for block in attack.blocks])
        if self._below:
            # A digit may be below 0: half its range is added to each, and taken from it again.
            half = 1 << (ways.bits - 1)
            digits = [digit - half for digit in _digits(ways.half + packed, ways.bits, within.digits)]
        else:
            digits = _digits(packed, ways.bits, within.digits)
        most = attack.most + 1
        return {count: digits[at : at + most + within.defences[count].most] for count, at in within.places.items()}

    def _row(self, block: Block) -> int:
        """One block of the attack against every number of dice of the defence."""
        known = self._rows.get(block.key)
        if known is None:
            known = sum([ways * self._result(result) for result, ways in block.results.items()])
            known = self._rows[block.key] = known << self._ways.bits * block.ties
        return known

    def _result(self, result: int) -> int:
        """One result of the attack against every number of dice of the defence."""
        known = self._results.get(result)
        if known is None:
            of, place = self._of, result - self._within.levels.start
            defences = self._ways.defences.items()
            each = [(of[place - other], packed) for other, packed in defences]
            known = self._results[result] = sum([worth * packed for worth, packed in each if worth])
        return known


def _width(bits: int) -> int:
    """The bits of a digit that holds so many: such as are unpacked all at once."""
    return max(WORD, -(-bits // HALF) * HALF)


def _digits(packed: int, bits: int, count: int) -> list[int]:
    """So many digits of a number, from the lowest on; none is below 0."""
    data = packed.to_bytes(bits // 8 * count, "little")
    if bits == WORD:
        return list(unpack(f"<{count}Q", data))
    if bits in (WORD + HALF, 2 * WORD):
        words = unpack("<" + ("QI" if bits < 2 * WORD else "QQ") * count, data)
        return [low + (high << WORD) for low, high in zip(words[::2], words[1::2], strict=True)]
    width = bits // 8
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def dot(one: Iterable[int], two: Iterable[int]) -> int:
    """The sum of the products."""
    return sum(map(mul, one, two))


@lru_cache(maxsize=32)
def meetings(attacks: Numbers, defences: Numbers, widest: int, most: int, with_equal: bool) -> Meetings:
    """How these dice meet."""
    return Meetings(attacks, defences, widest, most, with_equal)
