"""The request for a few words of the players' own."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.requests.base import Request

MOST_CHARACTERS: Final = 200


def one_line(value: object, most: int, where: str = "") -> str:
    """A text of one line without the blanks around it. Raises InvalidInput, beginning with `where`, if it is none."""
    if not isinstance(value, str):
        raise InvalidInput(f"{where}a text is asked for, not {value!r}", hint=f"up to {most} characters")
    text = value.strip()
    if len(text) > most:
        raise InvalidInput(f"{where}{len(text)} characters are too many", hint=f"up to {most}")
    if not text.isprintable():
        raise InvalidInput(f"{where}a text is one line of printed characters", hint="no line breaks")
    return text


class Text(Request[str]):
    """One line of free text for the log, of at most 200 characters; it may be empty. No rule reads it."""

    kind = "text"
    enter = ""

    def check(self, value: object) -> str:
        # A program that knows no text answers as it does if something is to be done.
        return "" if isinstance(value, bool) else one_line(value, MOST_CHARACTERS)

    coerce = check

    def schema(self) -> dict[str, object]:
        return {"most": MOST_CHARACTERS}

    def random(self, rng: Random) -> object:
        return rng.choice(("", "a word of the players"))
