"""The request for a few words of the players' own."""

from __future__ import annotations

from random import Random
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.requests.base import Request

MOST_CHARACTERS: Final = 200


class Text(Request[str]):
    """One line of free text for the log, of at most 200 characters; it may be empty. No rule reads it."""

    kind = "text"
    enter = ""

    def check(self, value: object) -> str:
        if isinstance(value, bool):
            # A program that knows no text answers as it does if something is to be done.
            return ""
        if not isinstance(value, str):
            raise InvalidInput(f"a text is asked for, not {value!r}", hint=f"up to {MOST_CHARACTERS} characters")
        text = value.strip()
        if len(text) > MOST_CHARACTERS:
            raise InvalidInput(f"{len(text)} characters are too many", hint=f"up to {MOST_CHARACTERS}")
        if not text.isprintable():
            raise InvalidInput("a text is one line of printed characters", hint="no line breaks and no control signs")
        return text

    coerce = check

    def schema(self) -> dict[str, object]:
        return {"most": MOST_CHARACTERS}

    def random(self, rng: Random) -> object:
        return rng.choice(("", "a word of the players"))
