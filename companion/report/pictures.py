"""Drawings as SVG, readable without colour: lines tell sides apart by their dashes and marks, and end in a name."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from companion.frontend.clean import clean, shortened

_DASHES: Final = ("", "9 5", "2 4", "12 4 2 4")
_WIDTH, _HEIGHT = 720, 300
_LEFT, _TOP, _BOTTOM, _NAMES = 48, 16, 44, 170
_CELL: Final = 36
_FONT: Final = "system-ui, sans-serif"


def strength_picture(
    title: str, measure: str, steps: Sequence[str], lines: Sequence[tuple[str, str, Sequence[int]]]
) -> Element:
    """How strong each side was at every step: one line a side, with its name and last value at its end.

    Each has the name of the side, its colour and its values.
    """
    svg = _svg(_WIDTH, _HEIGHT, title)
    right, base = _WIDTH - _NAMES, _HEIGHT - _BOTTOM
    most = max((value for _, _, values in lines for value in values), default=0) or 1
    ticks = _ticks(most)
    top = max(most, ticks[-1])

    def x(step: int) -> float:
        return round(_LEFT + (right - _LEFT) * step / max(1, len(steps) - 1), 1)

    def y(value: float) -> float:
        return round(base - (base - _TOP) * value / top, 1)

    for tick in ticks:
        _line(svg, (_LEFT, y(tick)), (right, y(tick)), width="0.5", opacity="0.35")
        _text(svg, str(tick), (_LEFT - 8, y(tick) + 4), anchor="end")
    every = -(-len(steps) // 12)
    for place, name in enumerate(steps):
        if place % every == 0 or place == len(steps) - 1:
            _text(svg, name, (x(place), base + 20), anchor="middle")
    _text(svg, measure, (_LEFT, _HEIGHT - 6), size=12)
    ends = _apart([y(values[-1]) for _, _, values in lines])
    for place, (name, colour, values) in enumerate(lines):
        points = [(x(step), y(value)) for step, value in enumerate(values)]
        drawn = {"points": " ".join(f"{px},{py}" for px, py in points), "fill": "none", "stroke": paint(colour)}
        dashes = _DASHES[place % len(_DASHES)]
        SubElement(svg, "polyline", drawn | {"stroke-width": "2"} | ({"stroke-dasharray": dashes} if dashes else {}))
        for point in points:
            _mark(svg, place, point, paint(colour))
        _text(svg, f"{shortened(name, 16)} {values[-1]}", (right + 12, ends[place] + 4), fill=paint(colour), bold=True)
    return svg


def matrix_picture(
    title: str, rows: Sequence[str], columns: Sequence[str], cells: Mapping[tuple[int, int], tuple[int, int]]
) -> Element:
    """Who hurt whom: a row for each that did, a column for each that was hurt. A cell has its wounds and its kills.

    Every kill is a ✕ behind the wounds, and the cell has a thick frame.
    """
    above = 20 + 7 * max((min(len(clean(name)), 18) for name in columns), default=0)
    beside = 150
    width, height = beside + _CELL * len(columns) + 90, above + _CELL * len(rows) + 12
    svg = _svg(width, height, title)
    if width > _WIDTH:
        svg.set("class", "wide")
    for place, name in enumerate(columns):
        at = (beside + _CELL * (place + 0.5) + 4.0, above - 8.0)
        _text(svg, shortened(name, 18), at, rotate=-60)
    for place, name in enumerate(rows):
        _text(svg, shortened(name, 18), (beside - 10, above + _CELL * place + _CELL / 2 + 4), anchor="end")
    for row in range(len(rows)):
        for column in range(len(columns)):
            wounds, kills = cells.get((row, column), (0, 0))
            corner = {"x": str(beside + _CELL * column), "y": str(above + _CELL * row)}
            size = {"width": str(_CELL), "height": str(_CELL), "fill": "none", "stroke": "currentColor"}
            thin = {"stroke-width": "0.5", "stroke-opacity": "0.35"}
            SubElement(svg, "rect", corner | size | thin)
            if wounds or kills:
                words = (str(wounds) if wounds else "") + "✕" * min(kills, 3)
                at = (beside + _CELL * (column + 0.5), above + _CELL * (row + 0.5) + 5)
                _text(svg, words, at, anchor="middle", bold=bool(kills))
            if kills:
                inner = {"x": str(beside + _CELL * column + 2), "y": str(above + _CELL * row + 2)}
                SubElement(
                    svg,
                    "rect",
                    inner | size | {"width": str(_CELL - 4), "height": str(_CELL - 4), "stroke-width": "2"},
                )
    return svg


def paint(colour: str) -> str:
    """The colour of a side as the page says it, in light and dark; without a page that of its text."""
    return f"var(--{colour}, currentColor)"


def _svg(width: int, height: int, title: str) -> Element:
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width} {height}",
            "width": str(width),
            "height": str(height),
            "role": "img",
        },
    )
    SubElement(svg, "title").text = clean(title)
    return svg


def _ticks(most: int) -> list[int]:
    """Round numbers from 0 to at least `most`, six at most."""
    step = next(base * 10**power for power in range(9) for base in (1, 2, 5) if most <= 5 * base * 10**power)
    return list(range(0, most + step, step)) if most % step else list(range(0, most + 1, step))


def _apart(heights: Sequence[float], room: float = 17) -> list[float]:
    """The heights of labels, moved just so far that none is on another."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    moved = list(heights)
    for before, place in itertools.pairwise(order):
        moved[place] = max(moved[place], moved[before] + room)
    excess = max(0.0, max(moved, default=0) - (_HEIGHT - _BOTTOM + 4))
    return [round(height - excess, 1) for height in moved]


def _text(
    svg: Element,
    words: str,
    at: tuple[float, float],
    *,
    anchor: str = "start",
    size: int = 13,
    rotate: int = 0,
    bold: bool = False,
    fill: str = "currentColor",
) -> None:
    x, y = (f"{value:g}" for value in at)
    made = {"x": x, "y": y, "font-size": str(size), "font-family": _FONT, "fill": fill}
    made |= {"text-anchor": anchor} if anchor != "start" else {}
    made |= {"transform": f"rotate({rotate} {x} {y})"} if rotate else {}
    made |= {"font-weight": "bold"} if bold else {}
    SubElement(svg, "text", made).text = clean(words)


def _line(svg: Element, start: tuple[float, float], end: tuple[float, float], *, width: str, opacity: str) -> None:
    ends = {"x1": f"{start[0]:g}", "y1": f"{start[1]:g}", "x2": f"{end[0]:g}", "y2": f"{end[1]:g}"}
    SubElement(svg, "line", ends | {"stroke": "currentColor", "stroke-width": width, "stroke-opacity": opacity})


def _mark(svg: Element, place: int, at: tuple[float, float], colour: str) -> None:
    """The mark of a side at a point of its line: a disc, a square, a diamond, a ring."""
    x, y = at
    if place % 4 in (0, 3):
        made = {"cx": f"{x:g}", "cy": f"{y:g}", "r": "4", "fill": colour if place % 4 == 0 else "none"}
        SubElement(svg, "circle", made | {"stroke": colour})
        return
    turned = {"transform": f"rotate(45 {x:g} {y:g})"} if place % 4 == 2 else {}
    corner = {"x": f"{x - 4:g}", "y": f"{y - 4:g}", "width": "8", "height": "8", "fill": colour}
    SubElement(svg, "rect", corner | turned)
