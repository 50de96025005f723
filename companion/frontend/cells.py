"""How wide texts are in the cells of a terminal, and where they may be broken."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from companion.frontend.clean import clean_cells

BEFORE_NUMBER: Final = re.compile(r" (?=\([+−-]?\d[^()\n]*\)|[+−-]?\d+\+?(?=[,;:.)\n]|$))")
"""The space in a name that has a number: `Courage (1)`, `Impact 2`."""
BOUND: Final = "\ue000"
"""Stands for such a space while a text is wrapped: Textual breaks at every kind of space."""


def bound_together(words: str, names: Iterable[str]) -> str:
    """The words, in which none of these names is broken."""
    for name in names:
        words = words.replace(name, name.replace(" ", BOUND))
    return words


def longest_word(text: str, *, bound: bool = True) -> int:
    """Cells of the longest part of a text at which it is not wrapped; a number is a part of its own unless `bound`."""
    words = (BEFORE_NUMBER.sub(BOUND, text) if bound else text).split()
    return max(map(cells, words), default=0)


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
