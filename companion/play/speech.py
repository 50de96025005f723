"""Signs of the rules and the screens in the words that a screen reader speaks; what players wrote stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.engine.inputs import Answer
from companion.frontend.opened import OpenSession
from companion.frontend.saying.sentences import titled

_SIGNS: Final = (
    (r" ?→ ?", " to "),
    (r" × ", " times "),
    (r"(?<=\d)\+(?!\w)", " or more"),
    (r"(?<!\w)−(?=\d)", "minus "),
    (r"(?<=[?!.…]) — ", " "),
    (r" — ", ": "),
    (r" –(?=[,;.]|$)", " none"),
    (r"(?<=[\w)]) – (?=\w)", " and "),
    (r"(?<=[^\W\d]) / (?=\d+ [^\W\d])", ", "),
    (r"(?<=\d)[\"″](?= move\b)", "-inch"),
    (r"(?<![\w.½])1[\"″](?!\w)", "1 inch"),
    (r"(?<![\w.½])½[\"″](?!\w)", "half an inch"),
    (r"(?<=\d)½[\"″](?!\w)", " and a half inches"),
    (r"(?<=[\d½])[\"″](?!\w)", " inches"),
    (r"(?<=\d)½", " and a half"),
    (r"½", "half an"),
    (r"(?<=, )-(?=\))", "a minus sign"),
)
"""Signs where they stand as words do, each with what is spoken. The first that fits counts."""

_ANY_SIGN: Final = "|".join(f"({sign})" for sign, _ in _SIGNS)


def _has_signs(text: str) -> bool:
    """Whether something in the text may be spoken as a word."""
    return not text.isascii() or '"' in text or "+" in text or " / " in text or "-)" in text


def spoken(text: str, own: Iterable[str] = ()) -> str:
    """The line without arrows, dashes and marks of inches: `Health 3 to 2`, `8 inches`. Words and digits stay.

    What players wrote themselves, `own`, stays as they wrote it: names, notes, reasons, paths.
    """
    if not _has_signs(text):
        return text
    # What is figures and signs alone is spoken wherever it stands; a name may begin a sentence.
    lettered = (words for words in own if _has_signs(words) and any(map(str.isalpha, words)))
    named = (name for words in lettered for name in (words, titled(words)))
    signed = sorted({re.escape(words) for words in named if words in text}, key=len, reverse=True)
    return re.sub("|".join([*signed, _ANY_SIGN]), _heard, text)


def _heard(found: re.Match[str]) -> str:
    """What is spoken of a sign; what players wrote is as it was."""
    return _SIGNS[found.lastindex - 1][1] if found.lastindex else found[0]


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
