"""Pixel letters on a screen: for a fall, a break, a rout, and for the number to reach."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content

from companion.frontend.pixels import pixels

Draw = Callable[[str, str, int], list[Content]]
"""Draws a text in a style in so many cells."""


def large(text: str, style: str, width: int) -> list[Content]:
    """The text in pixel letters; if it does not fit, or has another letter, in one row or more, bold and spaced."""
    drawn = pixels(text)
    if drawn is not None and len(drawn[0]) <= width:
        return [Content.styled(row, style) for row in drawn]
    return spaced(text, style, width)


def spaced(text: str, style: str, width: int) -> list[Content]:
    """`S P A C E D` in capitals if that fits, else the words in capitals, wrapped."""
    apart = _apart(text)
    return _bold(apart if Content(apart).cell_length <= width else text.upper(), style, width)


def alike(names: Sequence[str], width: int) -> list[Draw]:
    """The ways to draw names in which all of these have room, largest first: beside a larger one a name looks less."""
    found = [large] if all((drawn := pixels(name)) and len(drawn[0]) <= width for name in names) else []
    found += [spaced] if all(Content(_apart(name)).cell_length <= width for name in names) else []
    return [*found, lambda text, style, width: _bold(text.upper(), style, width)]


def _apart(text: str) -> str:
    return "   ".join(" ".join(word) for word in text.upper().split())


def _bold(text: str, style: str, width: int) -> list[Content]:
    return Content.styled(text, f"bold {style}").wrap(max(1, width))
