"""Styles by their role. Weight has four steps: pixel letters, fill, bold, plain; quiet is for labels and reasons."""

from __future__ import annotations

from typing import Final

TEXT: Final = "$foreground"
STRONG: Final = "bold $foreground"
QUIET: Final = "$quiet"
MIND: Final = "$accent"
"""Mind this: a condition, what a choice costs, what is wrong in a field, what is typed."""
MIND_STRONG: Final = "bold $accent"
RULE: Final = "$rule"
"""A line, never text."""


def fill(colour: str) -> str:
    """Ink on a fill: `red`, `blue`, `green` or `yellow` of a side, `text` for both sides or the table, `accent`.

    Reversed, so that a terminal without colours of its own reverses its default.
    """
    return f"bold reverse $fill-{colour} on $ink"


CURSOR: Final = fill("accent")
DIE: Final = fill("text")
"""The face of a die that counted."""
DIE_EDGE: Final = "$fill-text"
"""The half blocks that make it square."""
TAPPED: Final = "on $fill-quiet"
"""Below what can be tapped, and the marked one of several rows; where colours are few it goes, mark and bold stay."""
