"""Drawings in SVG: who hurt whom, and what every drawing begins with and writes with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from xml.etree.ElementTree import Element, SubElement

from companion.frontend.clean import clean, shortened

_WIDTH: Final = 720
"""A wider picture is scrolled, not made smaller."""
_CELL: Final = 36


def matrix_picture(
    title: str, rows: Mapping[str, str], columns: Mapping[str, str], harm: Mapping[tuple[str, str], tuple[int, int]]
) -> Element:
    """Who hurt whom: a row for each that did, a column for each that was hurt, by their ids, which have names.

    A cell has its wounds and its kills.
    Every kill is a ✕ behind the wounds, and the cell has a thick frame.
    """
    above = 20 + 7 * max((min(len(clean(name)), 18) for name in columns.values()), default=0)
    beside = 150
    width, height = beside + _CELL * len(columns) + 90, above + _CELL * len(rows) + 12
    svg = blank(width, height, title, "system-ui, sans-serif")
    if width > _WIDTH:
        svg.set("class", "wide")
    for place, name in enumerate(columns.values()):
        write(svg, shortened(name, 18), beside + _CELL * (place + 0.5) + 4, above - 8, rotate=-60)
    for place, name in enumerate(rows.values()):
        write(svg, shortened(name, 18), beside - 10, above + _CELL * (place + 0.5) + 4, anchor="end")
    for row, one in enumerate(rows):
        for column, other in enumerate(columns):
            wounds, kills = harm.get((one, other), (0, 0))
            corner = {"x": str(beside + _CELL * column), "y": str(above + _CELL * row)}
            size = {"width": str(_CELL), "height": str(_CELL), "fill": "none", "stroke": "currentColor"}
            thin = {"stroke-width": "0.5", "stroke-opacity": "0.35"}
            SubElement(svg, "rect", corner | size | thin)
            if wounds or kills:
                words = (str(wounds) if wounds else "") + "✕" * min(kills, 3)
                x, y = beside + _CELL * (column + 0.5), above + _CELL * (row + 0.5) + 5
                write(svg, words, x, y, anchor="middle", bold=bool(kills))
            if kills:
                inner = {"x": str(beside + _CELL * column + 2), "y": str(above + _CELL * row + 2)}
                thick = {"width": str(_CELL - 4), "height": str(_CELL - 4), "stroke-width": "2"}
                SubElement(svg, "rect", inner | size | thick)
    return svg


def blank(width: int, height: int, title: str, font: str) -> Element:
    """A picture with nothing on it yet but what it is called."""
    view = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **view, "role": "img", "font-family": font})
    SubElement(svg, "title").text = clean(title)
    return svg


def write(
    svg: Element,
    words: str,
    x: float,
    y: float,
    size: int = 13,
    fill: str = "currentColor",
    *,
    bold: bool = False,
    anchor: str = "start",
    rotate: int = 0,
) -> None:
    """A text that begins, ends or has its middle here. Names are made plain."""
    made = {"x": f"{x:g}", "y": f"{y:g}", "font-size": str(size), "fill": fill}
    made |= {"font-weight": "bold"} if bold else {}
    made |= {"text-anchor": anchor} if anchor != "start" else {}
    made |= {"transform": f"rotate({rotate} {x:g} {y:g})"} if rotate else {}
    SubElement(svg, "text", made | {"xml:space": "preserve"}).text = clean(words)
