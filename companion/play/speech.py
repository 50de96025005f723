"""Signs of the rules and the screens in the words that a screen reader speaks; what players wrote stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.inputs import Answer
from companion.frontend.opened import OpenSession
from companion.frontend.saying.sentences import titled

_SIGNS: Final = (
    (re.compile(r" ?→ ?"), " to "),
    (re.compile(r" × "), " times "),
    (re.compile(r"(?<=\d)\+(?!\w)"), " or more"),
    (re.compile(r"(?<!\w)−(?=\d)"), "minus "),
    (re.compile(r"([?!.…]) — "), r"\1 "),
    (re.compile(r" — "), ": "),
    (re.compile(r" –(?=[,;.]|$)"), " none"),
    (re.compile(r"(?<=\w) – (?=\w)|(?<=\)) – (?=\w)"), " and "),
    (re.compile(r"\b(\d+ [^\W\d]\w*) / (\d+ [^\W\d]\w*)"), r"\1, \2"),
    (re.compile(r"(?<=\d)[\"″](?= move\b)"), "-inch"),
    (re.compile(r"(?<![\w.])([1½])[\"″](?!\w)"), r"\1 inch"),
    (re.compile(r"(?<=[\d½])[\"″](?!\w)"), " inches"),
    (re.compile(r"(?<=\d)½"), " and a half"),
    (re.compile(r"½"), "half an"),
    (re.compile(r"(?<=, )-(?=\))"), "a minus sign"),
)


_STAND_INS: Final = range(0x10400, 0x10450)
"""Letters of a script that no game is written in: each stands for words of players while signs become words."""


def _has_signs(text: str) -> bool:
    """Whether something in the text may be spoken as a word."""
    return not text.isascii() or '"' in text or "+" in text or " / " in text or "-)" in text


def _has_letters(text: str) -> bool:
    """Whether a text is more than figures and signs: those are spoken wherever they stand."""
    return any(char.isalpha() for char in text)


def spoken(text: str, own: Iterable[str] = ()) -> str:
    """The line without arrows, dashes and marks of inches: `Health 3 to 2`, `8 inches`. Words and digits stay.

    What players wrote themselves, `own`, stays as they wrote it: names, notes, reasons, paths.
    """
    if not _has_signs(text):
        return text
    # A name may begin a sentence.
    named = (name for words in own if _has_signs(words) and _has_letters(words) for name in (words, titled(words)))
    signed = {words for words in named if words in text}
    free = (chr(code) for code in _STAND_INS if chr(code) not in text)
    letters = dict(zip(free, sorted(signed, key=len, reverse=True), strict=False))
    for letter, words in letters.items():
        text = text.replace(words, letter)
    for sign, heard in _SIGNS:
        text = sign.sub(heard, text)
    for letter, words in letters.items():
        text = text.replace(letter, words)
    return text


def own_words(opened: OpenSession, typed: str = "") -> Iterator[str]:
    """Names on the table, notes, reasons given lately, the path of the file, and what was `typed` just now."""
    session = opened.session
    table = session.table
    words = typed.split()
    yield from (table.name, str(opened.file.parent), opened.file.stem)
    # A name or a reason is what the line ends with, or one word of it.
    yield from words
    yield from (" ".join(words[at:]) for at in range(len(words)))
    yield from (side.name for side in table.sides.values())
    for unit in table.units.values():
        yield from (unit.name, unit.notes, unit.mark)
        yield from (table.title(mini.id) for mini in unit.miniatures)
    for taken in session.run.inputs if session.run is not None else ():
        yield getattr(taken.input, "why", "")
        if isinstance(taken.input, Answer) and isinstance(taken.input.value, str):
            yield taken.input.value
