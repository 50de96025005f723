"""How likely each number is, as bars of one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from companion.frontend.saying.odds import percent
from companion.tui.look.colours import QUIET, STRONG, TEXT

_CERTAIN: Final = 40
"""Cells of the bar of a certainty, fewer where the screen is narrow: the scale of all bars of a page."""
_AROUND: Final = 16
"""Cells before a bar and of the figure behind it."""
_RARE: Final = 0.005
"""Numbers at either end that are less likely share one row."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def histogram(spread: Sequence[tuple[int, float]], width: int) -> list[Content]:
    """A row for each number, smallest first: its bar and its chance; the most likely one in the colour of text."""
    rows = _together(spread)
    top = max((chance for _, chance in rows), default=0)
    cells = max(8, min(_CERTAIN, width - _AROUND))
    drawn = []
    for words, chance in rows:
        eighths = round(chance * cells * 8)
        bar = "█" * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")
        look = TEXT if chance == top else QUIET
        gap = " " if bar else ""
        drawn.append(Content.assemble((f"{words:>6}  ", QUIET), (bar, look), (f"{gap}{percent(chance)}", STRONG)))
    return drawn


def _together(spread: Sequence[tuple[int, float]]) -> list[tuple[str, float]]:
    """Numbers with their chances; those at either end that hardly come about are one: `6–9`."""
    told = [(number, chance) for number, chance in spread if chance > 0]
    often = [at for at, (_, chance) in enumerate(told) if chance >= _RARE]
    if not often:
        return [(str(number), chance) for number, chance in told]
    first, last = often[0], often[-1]
    ends = [told[:first], told[last + 1 :]]
    low, high = ([(_span(end), sum(chance for _, chance in end))] if end else [] for end in ends)
    return [*low, *((str(number), chance) for number, chance in told[first : last + 1]), *high]


def _span(end: Sequence[tuple[int, float]]) -> str:
    first, last = end[0][0], end[-1][0]
    return str(first) if first == last else f"{first}–{last}"
