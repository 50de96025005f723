"""Letters three rows high, in half blocks: for what is to be read across a table."""

from __future__ import annotations

from typing import Final

_GLYPHS: Final = {
    "A": "▄▀▄|█▀█|▀ ▀",
    "B": "█▀▄|█▀▄|▀▀ ",
    "C": "█▀▀|█  |▀▀▀",
    "D": "█▀▄|█ █|▀▀ ",
    "E": "█▀▀|█▀ |▀▀▀",
    "F": "█▀▀|█▀ |▀  ",
    "G": "█▀▀|█ █|▀▀▀",
    "H": "█ █|█▀█|▀ ▀",
    "I": "█|█|▀",
    "J": "  █|▄ █|▀▀▀",
    "K": "█ █|█▀▄|▀ ▀",
    "L": "█  |█  |▀▀▀",
    "M": "█▄ ▄█|█ ▀ █|▀   ▀",
    "N": "█▄ █|█ ▀█|▀  ▀",
    "O": "█▀█|█ █|▀▀▀",
    "P": "█▀█|█▀▀|▀  ",
    "Q": "█▀█|█ █|▀▀▄",
    "R": "█▀▄|█▀▄|▀ ▀",
    "S": "▄▀▀| ▀▄|▀▀ ",
    "T": "▀█▀| █ | ▀ ",
    "U": "█ █|█ █|▀▀▀",
    "V": "█ █|█ █| ▀ ",
    "W": "█   █|█ █ █| ▀ ▀ ",
    "X": "█ █|▄▀▄|▀ ▀",
    "Y": "█ █| █ | ▀ ",
    "Z": "▀▀█|▄▀ |▀▀▀",
    "0": "█▀█|█ █|▀▀▀",
    "1": "▄█ | █ |▀▀▀",
    "2": "▀▀█|█▀▀|▀▀▀",
    "3": "▀▀█| ▀█|▀▀▀",
    "4": "█ █|▀▀█|  ▀",
    "5": "█▀▀|▀▀█|▀▀▀",
    "6": "█▀▀|█▀█|▀▀▀",
    "7": "▀▀█|  █|  ▀",
    "8": "█▀█|█▀█|▀▀▀",
    "9": "█▀█|▀▀█|▀▀▀",
    ":": "▄|▄| ",
    ".": " | |▀",
    "/": "  █|▄▀ |▀  ",
    "%": "▀  ▄▀| ▄▀  |▀   ▀",
    "+": " ▄ |▀█▀|   ",
    "−": "   |▀▀▀|   ",
    " ": "  |  |  ",
}

ROWS: Final = 3


def pixels(text: str) -> tuple[str, str, str] | None:
    """The three rows of a text, capitals throughout; None if a character has no such letter."""
    letters = [_GLYPHS.get(char) for char in text.upper().replace("-", "−").replace("'", "")]
    if not letters or None in letters:
        return None
    parts = [letter.split("|") for letter in letters if letter is not None]
    first, second, third = (" ".join(part[row] for part in parts) for row in range(ROWS))
    return first, second, third
