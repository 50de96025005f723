"""Text from players and files, made fit for a terminal: no control character moves the cursor or hides a word."""

from __future__ import annotations

import json
import unicodedata
from functools import lru_cache
from typing import Final

_BREAKS: Final = frozenset("\n\r\t\v\f\x85\u2028\u2029")
_JOINERS: Final = frozenset("\u200c\u200d")


def clean(text: str) -> str:
    """The text on one line, without control, direction and unpaired surrogate characters.

    Line ends and tabs become spaces, so that a name cannot start a line of its own. Joiners stay: they hold emoji and
    some scripts together and move nothing.
    """
    if _is_plain(text):
        return text
    return "".join(_kept(char, joiners=True) for char in text)


@lru_cache(maxsize=4096)
def clean_cells(text: str) -> str:
    """The text on one line, as a terminal counts its cells: composed, and also without what has no width of its own.

    Terminals disagree about the width of joiners and emoji variation marks. An unpaired surrogate shows as one sign.
    """
    if _is_plain(text):
        return text
    composed = unicodedata.normalize("NFC", text)
    return "".join("\ufffd" if unicodedata.category(char) == "Cs" else _kept(char, joiners=False) for char in composed)


def one_line(text: str) -> str:
    """The text fit for a terminal, with one blank where there are several."""
    return " ".join(clean(text).split())


def shortened(text: str, most: int) -> str:
    """The text on one line, and where it is longer than `most` letters its beginning with `…`."""
    whole = one_line(text)
    return whole if len(whole) <= most else whole[: max(0, most - 1)].rstrip() + "…"


def first_words(text: str, most: int) -> str:
    """As many whole words of the text from its beginning as `most` letters hold; none if the first is longer."""
    words = text.split()
    return next((said for last in range(len(words), 0, -1) if len(said := " ".join(words[:last])) <= most), "")


def clean_json(text: str) -> str:
    """A line of JSON that says the same, with whatever `clean` takes away written as an escape."""
    if text.isprintable():
        return text
    return "".join(char if clean(char) == char else json.dumps(char)[1:-1] for char in text)


def _is_plain(text: str) -> bool:
    """Whether there is nothing to take away: almost every name and sentence of a table."""
    return text.isascii() and text.isprintable()


def _kept(char: str, *, joiners: bool) -> str:
    if char in _BREAKS:
        return " "
    if char in _JOINERS:
        return char if joiners else ""
    if not joiners and "\ufe00" <= char <= "\ufe0f":
        return ""
    return "" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
