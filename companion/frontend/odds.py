"""Chances in words: a line for each fact that a choice makes likely."""

from __future__ import annotations

from companion.engine.odds import Odds


def odds_lines(found: Odds) -> list[tuple[str, str, float]]:
    """Option, fact and number, in the order of options and headings: a chance from 0 to 1, or an average."""
    lines = []
    for option in found.options():
        for heading in found.headings:
            number = found.column(option, heading)
            if number is not None:
                lines.append((option, heading.text, number))
    return lines
