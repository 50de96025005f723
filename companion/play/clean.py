"""Text from players and files, made fit for a terminal: no control character moves the cursor or hides a word."""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """The text on one line, without control, direction and unpaired surrogate characters.

    Line ends and tabs become spaces, so that a name cannot start a line of its own.
    """
    return "".join(_plain(c) for c in text)


def _plain(char: str) -> str:
    if char in "\n\r\t\v\f\x85\u2028\u2029":
        return " "
    # The joiners hold emoji and some scripts together and move nothing.
    if char in "\u200c\u200d":
        return char
    return "" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
