"""How the blocks of both sides share the rows there are: as much of every unit as fits, and else they scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from textual.content import Content

from companion.engine.frozen import frozen
from companion.tui.board.block import Detail
from companion.tui.board.facts import Facts
from companion.tui.look.colours import RULE, STRONG
from companion.tui.look.rows import BLANK

Draw = Callable[[Facts, Detail], Sequence[Content]]

_STEPS: Final[tuple[tuple[Detail, int, bool], ...]] = (
    ("cards", 1, True),
    ("cards", 1, False),
    ("two", 1, True),
    ("two", 1, False),
    ("close", 1, True),
    ("close", 1, False),
    ("two", 0, False),
    ("close", 0, False),
    ("one", 0, False),
    ("words", 0, False),
    ("least", 0, False),
)
"""From most room to least: the detail, blank rows after a block, and whether those beside each other begin together."""


_POOR: Final[tuple[Detail, ...]] = ("one", "words", "least")
"""Details of which single units may have more than the others, richest first."""


@frozen
class Arranged:
    """The rows of each unit, by side in the order given; blank rows below a block belong to it."""

    blocks: list[list[Sequence[Content]]]
    height: int
    """Rows of the highest side."""
    joints: tuple[str, ...] = ()
    """What joins the two sides in each row of the first: `1`, `┬`, `│`, `┴`, `1┬`, or nothing."""

    @property
    def fits(self) -> bool:
        """Whether no side is higher than that."""
        return all(sum(map(len, side)) <= self.height for side in self.blocks)


def arrange(sides: Sequence[Sequence[Facts]], draw: Draw, room: int, *, cards: bool, joined: bool = False) -> Arranged:
    """The richest arrangement that fits in `room` rows; the poorest if none does.

    `joined`: of two sides, those of a melee begin in the same row.
    """
    drawn: dict[Detail, list[list[Sequence[Content]]] | None] = {}
    found = Arranged([[] for _ in sides], 0)
    # A unit has a row at least: if not even those fit, only the poorest is drawn.
    steps = _STEPS if max([0, *map(len, sides)]) <= room else _STEPS[-1:]
    for detail, gap, even in steps:
        if (detail == "cards" and not cards) or (even and len(sides) < 2):
            continue
        if detail not in drawn:
            drawn[detail] = _drawn(sides, draw, detail, room if detail != _STEPS[-1][0] else None)
        blocks = drawn[detail]
        if blocks is None:
            continue
        melees = _melees(sides) if joined else []
        found = _spaced(blocks, gap, even, melees)
        if found.height <= room:
            return _enriched(blocks, sides, draw, detail, room, melees) if detail in _POOR else found
    return found


def joins(sides: Sequence[Sequence[Facts]], draw: Draw, room: int) -> bool:
    """Whether both sides fit in so many rows if those of a melee begin in the same one."""
    drawn = _drawn(sides, draw, _STEPS[-1][0], room)
    return drawn is not None and _spaced(drawn, 0, False, _melees(sides)).height <= room


def arrange_below(sides: Sequence[Sequence[Facts]], draw: Draw, room: int) -> list[Arranged]:
    """Each side by itself, one below the other in `room` rows: what one does not need the others get.

    `height` is here what each side gets: if that is not enough, it scrolls.
    """
    each = max(2, room // max(1, len(sides)))
    found = [arrange([units], draw, each, cards=False) for units in sides]
    given = [min(each, one.height) for one in found]
    for place, units in enumerate(sides):
        if (own := given[place] + room - sum(given)) > given[place]:
            found[place] = arrange([units], draw, own, cards=False)
            given[place] = min(own, found[place].height)
    return [Arranged(one.blocks, height) for one, height in zip(found, given, strict=True)]


def _enriched(
    drawn: list[list[Sequence[Content]]],
    sides: Sequence[Sequence[Facts]],
    draw: Draw,
    detail: Detail,
    room: int,
    melees: Sequence[_Melee],
) -> Arranged:
    """The same with more of single units, from the first on, as far as the rows of each side go.

    Where no line joins those in a melee, whom they touch is told of all or of none: the others would seem to touch
    nobody.
    """
    apart = not melees and any(one.melee for units in sides for one in units)
    richest = 1 if apart else 0
    blocks = [list(side) for side in drawn]
    found = _spaced(blocks, 0, False, melees)
    for side, units in zip(blocks, sides, strict=True):
        for richer in reversed(_POOR[richest : _POOR.index(detail)]):
            for at, one in enumerate(units):
                before, side[at] = side[at], draw(one, richer)
                more = found if len(side[at]) == len(before) else _spaced(blocks, 0, False, melees)
                if more.height <= room:
                    found = more
                else:
                    side[at] = before
    return _spaced(blocks, 0, False, melees)


def _drawn(
    sides: Sequence[Sequence[Facts]], draw: Draw, detail: Detail, room: int | None
) -> list[list[Sequence[Content]]] | None:
    """The blocks of all units; None as soon as those of a side are higher than the room."""
    drawn: list[list[Sequence[Content]]] = []
    for units in sides:
        blocks: list[Sequence[Content]] = []
        height = 0
        for one in units:
            blocks.append(draw(one, detail))
            height += len(blocks[-1])
            if room is not None and height > room:
                return None
        drawn.append(blocks)
    return drawn


class _Melee(NamedTuple):
    """A melee by its number, and the places of its units on each side. Number 0 are those in none."""

    number: int
    places: Sequence[range]


def _melees(sides: Sequence[Sequence[Facts]]) -> list[_Melee]:
    """The melees from the top, each side ordered by them, then all others."""
    found: list[_Melee] = []
    at = [0] * len(sides)
    for number in sorted({one.melee for units in sides for one in units if one.melee}):
        many = [sum(one.melee == number for one in units) for units in sides]
        found.append(_Melee(number, [range(first, first + length) for first, length in zip(at, many, strict=True)]))
        at = [first + length for first, length in zip(at, many, strict=True)]
    return [*found, _Melee(0, [range(first, len(units)) for first, units in zip(at, sides, strict=True)])]


def _spaced(blocks: list[list[Sequence[Content]]], gap: int, even: bool, melees: Sequence[_Melee]) -> Arranged:
    """Blank rows after each block; where `even`, a block is as high as the highest one beside it.

    With `melees`, each of them begins in the same row on both sides.
    """
    spaced: list[list[Sequence[Content]]] = [[] for _ in blocks]
    joints: list[str] = []
    for melee in melees or [_Melee(0, [range(len(side)) for side in blocks])]:
        parts = [[side[at] for at in places] for side, places in zip(blocks, melee.places, strict=True)]
        for place in range(max([0, *map(len, parts)])):
            row = [part[place] for part in parts if place < len(part)]
            height = max(map(len, row)) if even else 0
            for part in parts:
                if place < len(part):
                    part[place] = _padded(part[place], max(height, len(part[place])) + gap)
        if melee.number:
            height = max(sum(map(len, part)) for part in parts)
            for part in parts:
                if part:
                    part[-1] = _padded(part[-1], len(part[-1]) + height - sum(map(len, part)))
            joints += _joint(melee.number, max(sum(map(len, part[:-1])) for part in parts), height)
        for side, part in zip(spaced, parts, strict=True):
            side += part
    for side in spaced:
        # Nothing is below the last block of a side: its blank rows are not needed.
        while side and len(side[-1]) > 1 and not side[-1][-1].plain:
            side[-1] = side[-1][:-1]
    return Arranged(spaced, max([0, *(sum(map(len, side)) for side in spaced)]), tuple(joints))


def _joint(number: int, last: int, height: int) -> list[str]:
    """What stands in the rows of a melee whose last name is in row `last`: a line, or a bracket with the number."""
    rows = [""] * height
    if not last:
        rows[0] = str(number)
        return rows
    rows[0], rows[1:last], rows[last] = "┬", ["│"] * (last - 1), "┴"
    if last > 1:
        rows[last // 2] = f" {number} "
    else:
        rows[0] = f"{number}┬"
    return rows


def joint_content(joint: str, width: int) -> Content:
    """`──1──`, `──┬──`, `  │  `: a joint in so many cells, the number in bold."""
    text = joint.strip()
    fill = " " if text != joint or text == "│" else "─"
    # The bracket stays in its column, whatever is before it.
    left = max(0, width // 2 - len(text) + 1) if text.endswith("┬") else (width - len(text)) // 2
    drawn = fill * left + text + fill * (width - left - len(text))
    parts = [(char, STRONG if char.isdigit() else RULE) for char in drawn]
    return Content.assemble(*parts)


def _padded(block: Sequence[Content], height: int) -> Sequence[Content]:
    return [*block, *[BLANK] * (height - len(block))] if height > len(block) else block
