"""Letters three rows high, in half blocks: for a fall, a break, a rout, and for the number to reach."""

from __future__ import annotations

from typing import Final

from textual.content import Content

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


def large(text: str, style: str, width: int) -> list[Content]:
    """The text in pixel letters; if it does not fit, or has another letter, in one row or more, bold and spaced."""
    drawn = pixels(text)
    if drawn is not None and len(drawn[0]) <= width:
        return [Content.styled(row, style) for row in drawn]
    return spaced(text, style, width)


def spaced(text: str, style: str, width: int) -> list[Content]:
    """`S P A C E D` in capitals if that fits, else the words in capitals, wrapped."""
    capitals = text.upper()
    apart = "   ".join(" ".join(word) for word in capitals.split())
    fits = Content(apart).cell_length <= width
    return Content.styled(apart if fits else capitals, f"bold {style}").wrap(max(1, width))
