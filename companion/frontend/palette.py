"""The colours of screens, pages and pictures in exact values, and the mark and colour of each side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    # Not imported while the app starts: its themes need the colours alone.
    from companion.engine.state.table import AnyTable

SIDES: Final = ("red", "blue", "green", "yellow")
"""The colours of sides, in the order they are given out."""

MARKS: Final = ("◆", "■", "▲", "▼")
"""A sign for each side beside its colour, in the order the sides are listed; the round one is free for life."""


class Palette(NamedTuple):
    """The colours of one theme. `sides` are in the order of `SIDES`; `fill` is quiet, below what can be tapped."""

    background: str
    text: str
    quiet: str
    accent: str
    sides: tuple[str, str, str, str]
    rule: str
    ink: str
    fill: str


DARK: Final = Palette(
    "#14171b",
    "#ece9e2",
    "#9aa5b1",
    "#f2bd5c",
    ("#ff8a80", "#86b4ff", "#86dd95", "#f3e07a"),
    "#414a55",
    "#14171b",
    "#2a3038",
)
LIGHT: Final = Palette(
    "#f7f5ef",
    "#1b1c1e",
    "#575c63",
    "#8a4b00",
    ("#a8001f", "#0b469f", "#0a5f22", "#6a5000"),
    "#b9b4a8",
    "#ffffff",
    "#e6e2d8",
)
CONTRAST: Final = Palette(
    "#000000",
    "#ffffff",
    "#ffffff",
    "#ffff00",
    ("#ffb3b3", "#b3d9ff", "#b3ffb3", "#ffff80"),
    "#ffffff",
    "#000000",
    "#262626",
)

PAGE: Final = Palette(
    "var(--background)",
    "var(--text)",
    "var(--quiet)",
    "var(--accent)",
    ("var(--red)", "var(--blue)", "var(--green)", "var(--yellow)"),
    "var(--rule)",
    "var(--ink)",
    "var(--rule)",
)
"""As the style of a page says, which knows whether its reader wants light or dark."""


def side_colour(table: AnyTable, side: str) -> str:
    """The colour of a side: `red`, `blue`, `green` or `yellow`; by its place in the list if it has none."""
    found = table.sides.get(side)
    colour = found.colour if found is not None else ""
    return colour if colour in SIDES else SIDES[side_place(table, side) % len(SIDES)]


def side_place(table: AnyTable, side: str) -> int:
    """Where a side is in the list of sides; 0 if it is not listed."""
    return next((i for i, s in enumerate(table.sides) if s == side), 0)


def side_mark(table: AnyTable, side: str) -> str:
    """The sign of a side."""
    return MARKS[side_place(table, side) % len(MARKS)]
