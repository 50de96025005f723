"""The sizes of terminals at which the layout changes."""

from __future__ import annotations

from textual.geometry import Size
from textual.widget import Widget

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""The smallest terminal in which everything can be reached."""

NORMAL, WIDE = 80, 104
"""Columns from which two panels stand side by side, and three."""

CARDS_FROM = 140
"""Columns from which both fighters have a whole card beside the request, if there are rows enough."""

TALL, ROOMY, SPACED = 22, 30, 40
"""Lines from which a fight and a request fit one above the other, there is room to space things out, or much room."""

NARROW, HANDY = 60, 34
"""Below so many columns, and from so many lines on, a screen is held in a hand."""

LYING, TYPING = ((60, 17), (96, 19)), ((42, 20), (59, 22))
"""Columns and lines, the least and the most, of a phone on its side, and of one above its keyboard."""


def low(size: Size) -> bool:
    """Whether a phone has few rows, as on its side: what can be tapped is two rows high there."""
    return any(
        least[0] <= size.width <= most[0] and least[1] <= size.height <= most[1] for least, most in (LYING, TYPING)
    )


def by_touch(size: Size) -> bool:
    """Whether what can be tapped is high, and what is done most stands at the bottom."""
    return low(size) or (size.width < NARROW and size.height >= HANDY)


def thumb(size: Size) -> int:
    """Rows of what a thumb taps on a screen that is touched."""
    return 2 if low(size) else 3


def foot_rows(size: Size) -> int:
    """Rows of the keys at the bottom; by touch they are fills, between two blank rows where there is room."""
    if by_touch(size):
        return thumb(size) if low(size) else 5
    return 2 if size.width < NARROW and size.height > size.width // 2 else 1


WIDTHS = [(0, "-tiny"), (LEAST_WIDTH, "-narrow"), (NORMAL, "-normal"), (WIDE, "-wide")]
HEIGHTS = [(0, "-flat"), (LEAST_HEIGHT, "-low"), (TALL, "-tall"), (ROOMY, "-high")]
"""The classes that a screen has by its width and height."""

LARGE_FROM = 26
"""Lines from which dice are three rows high."""
_FEW_LARGE, _MANY_LARGE = 6, 14


def has_cards(size: Size) -> bool:
    """Whether both fighters have a whole card beside the request, and dice a table and large faces."""
    return size.width >= CARDS_FROM and size.height >= SPACED


def from_afar(widget: Widget) -> bool:
    """Whether a widget is on a screen that is read from two metres, as big mode is."""
    return widget.is_attached and widget.screen.has_class("large")


def most_large(size: Size) -> int:
    """How many dice at the most are three rows high on a screen of this size."""
    if size.height < LARGE_FROM and not low(size):
        return 0
    return _MANY_LARGE if has_cards(size) else _FEW_LARGE


def size_classes(size: Size) -> list[str]:
    """Those of a screen of this size."""
    rooms = ((WIDTHS, size.width), (HEIGHTS, size.height))
    return [max((least, name) for least, name in sizes if least <= length)[1] for sizes, length in rooms]
