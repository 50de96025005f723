"""Lines of text in columns, for terminals: how many cells a text takes, and folding at words."""

from __future__ import annotations

import unicodedata

from companion.frontend.clean import clean_cells


def cells(text: str) -> int:
    """How many cells of a terminal a text takes: a wide character two, a sign that is put on another none."""
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, clean_cells(text)))


def filled(text: str, width: int) -> str:
    """The text with spaces behind it, up to so many cells."""
    return text + " " * (width - cells(text))


def folded(text: str, width: int) -> list[str]:
    """The text in lines of at most so many cells, between words; a word longer than a line is cut, and goes on."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if cells(longer) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if lines[-1] and cells(lines[-1] + char) > width:
                lines.append("")
            lines[-1] += char
    return lines


def _cells_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1
