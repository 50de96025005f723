"""Whole numbers as players type them. Every front end reads them here, so that no odd digit ends the app."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeVar

from companion.engine.errors import InvalidInput

T = TypeVar("T")

_MOST_DIGITS: Final = 15
_WHOLE: Final = re.compile(rf"[+\-−]?[0-9]{{1,{_MOST_DIGITS}}}")
_TOO_LONG: Final = re.compile(r"[+\-−]?[0-9]+")
_SHOWN: Final = 20
"""Characters of what was typed that are said again."""


def whole(text: str, hint: str = "") -> int:
    """A whole number of at most 15 digits; `+3`, `-3` and `−3` are known.

    Raises InvalidInput for anything else: `²` and `--5` are digits and signs too, but no number.
    """
    word = text.strip()
    if not word:
        raise InvalidInput("a whole number is wanted", hint=hint)
    if not _WHOLE.fullmatch(word):
        said = word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
        if _TOO_LONG.fullmatch(word):
            raise InvalidInput(f"{said} is too large, with more than {_MOST_DIGITS} digits", hint=hint)
        raise InvalidInput(f"{said!r} is no whole number", hint=hint)
    return int(word.replace("−", "-"))


def is_whole(text: str) -> bool:
    """Whether `whole` takes this text."""
    return _WHOLE.fullmatch(text.strip()) is not None


def item_at(items: Sequence[T], text: str) -> T | None:
    """The item whose place in a list, counted from 1, is typed; None if the text is no such number."""
    if not is_whole(text):
        return None
    place = whole(text)
    return items[place - 1] if 1 <= place <= len(items) else None


def is_digit(char: str) -> bool:
    """Whether a character may be in a field for numbers of 0 or more."""
    return char in "0123456789"


def is_number_char(char: str) -> bool:
    """Whether a character may be in a field for several numbers, or for one that may be negative."""
    return char in "0123456789 ,;-−"
