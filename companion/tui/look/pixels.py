"""Pixel letters on a screen: for a fall, a break, a rout, and for the number to reach."""

from __future__ import annotations

from textual.content import Content

from companion.frontend.pixels import pixels


def large(text: str, style: str, width: int) -> list[Content]:
    """The text in pixel letters; if it does not fit, or has another letter, in one row or more, bold and spaced."""
    drawn = pixels(text)
    if drawn is not None and len(drawn[0]) <= width:
        return [Content.styled(row, style) for row in drawn]
    return spaced(text, style, width)


def spaced(text: str, style: str, width: int) -> list[Content]:
    """`S P A C E D` in capitals if that fits, else the words in capitals, wrapped."""
    capitals = text.upper()
    apart = "   ".join(" ".join(word) for word in capitals.split())
    fits = Content(apart).cell_length <= width
    return Content.styled(apart if fits else capitals, f"bold {style}").wrap(max(1, width))
