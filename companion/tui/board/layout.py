"""How the blocks of both sides share the rows there are: as much of every unit as fits, and else they scroll."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from textual.content import Content

from companion.engine.frozen import frozen
from companion.tui.board.block import Detail
from companion.tui.board.facts import Facts
from companion.tui.look.rows import BLANK

Draw = Callable[[Facts, Detail], list[Content]]

_STEPS: Final[tuple[tuple[Detail, int, bool], ...]] = (
    ("cards", 1, True),
    ("cards", 1, False),
    ("two", 1, True),
    ("two", 1, False),
    ("two", 0, True),
    ("two", 0, False),
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

    blocks: list[list[list[Content]]]
    height: int
    """Rows of the highest side."""


def arrange(sides: Sequence[Sequence[Facts]], draw: Draw, room: int, *, cards: bool) -> Arranged:
    """The richest arrangement that fits in `room` rows; the poorest if none does."""
    drawn: dict[Detail, list[list[list[Content]]] | None] = {}
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
        found = _spaced(blocks, gap, even)
        if found.height <= room:
            return _enriched(found, sides, draw, detail, room) if detail in _POOR else found
    return found


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


def _enriched(found: Arranged, sides: Sequence[Sequence[Facts]], draw: Draw, detail: Detail, room: int) -> Arranged:
    """The same with more of single units, from the first on, as far as the rows of each side go."""
    blocks = [list(side) for side in found.blocks]
    for side, units in zip(blocks, sides, strict=True):
        for richer in reversed(_POOR[: _POOR.index(detail)] if detail in _POOR else ()):
            for at, one in enumerate(units):
                drawn = draw(one, richer)
                if sum(map(len, side)) - len(side[at]) + len(drawn) <= room:
                    side[at] = drawn
    return Arranged(blocks, max([0, *(sum(map(len, side)) for side in blocks)]))


def _drawn(
    sides: Sequence[Sequence[Facts]], draw: Draw, detail: Detail, room: int | None
) -> list[list[list[Content]]] | None:
    """The blocks of all units; None as soon as those of a side are higher than the room."""
    drawn: list[list[list[Content]]] = []
    for units in sides:
        blocks: list[list[Content]] = []
        height = 0
        for one in units:
            blocks.append(draw(one, detail))
            height += len(blocks[-1])
            if room is not None and height > room:
                return None
        drawn.append(blocks)
    return drawn


def _spaced(blocks: list[list[list[Content]]], gap: int, even: bool) -> Arranged:
    """Blank rows after each block; where `even`, a block is as high as the highest one beside it."""
    spaced = [list(side) for side in blocks]
    for place in range(max([0, *map(len, blocks)])):
        row = [side[place] for side in blocks if place < len(side)]
        height = max(map(len, row)) if even else 0
        for side in spaced:
            if place < len(side):
                side[place] = _padded(side[place], max(height, len(side[place])) + gap)
    for side in spaced:
        # Nothing is below the last block of a side: its blank rows are not needed.
        while side and len(side[-1]) > 1 and not side[-1][-1].plain:
            side[-1] = side[-1][:-1]
    return Arranged(spaced, max([0, *(sum(map(len, side)) for side in spaced)]))


def _padded(block: list[Content], height: int) -> list[Content]:
    return [*block, *[BLANK] * (height - len(block))] if height > len(block) else block
