"""Sentences that know what they say: who is named in them, and which values of whom they tell.

Rules make them with `phrase`, `says` and `falls`; an f-string around one would lose what it knows. Front ends ask the
spans and never the letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

OUT: Final = "out"
"""The field of a span that says that one is out of play."""


class Named(Protocol):
    """A unit or one of its models."""

    @property
    def id(self) -> str: ...


class Span(NamedTuple):
    """The letters from `start` to `end` are about `of`.

    With a `field` they say that it has this value now; with the field OUT, that it is out of play.
    """

    start: int
    end: int
    of: str
    field: str = ""
    value: Any = None


class Phrase(str):
    """A sentence, or a part of one, with what it says. A plain text says nothing of the table."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def of(cls, text: str, spans: Iterable[Span]) -> Phrase:
        """A text with spans; those that are not inside it are left out."""
        made = cls(text)
        made.spans = tuple(span for span in spans if 0 <= span.start <= span.end <= len(text))
        return made


def spans_of(text: str) -> Sequence[Span]:
    """What a text says."""
    return text.spans if isinstance(text, Phrase) else ()


def phrase(*parts: str) -> Phrase:
    """These parts one after the other, with all that they say."""
    spans, at = list[Span](), 0
    for part in parts:
        spans += (span._replace(start=span.start + at, end=span.end + at) for span in spans_of(part))
        at += len(part)
    return Phrase.of("".join(parts), spans)


def joined(between: str, parts: Iterable[str]) -> Phrase:
    """These parts with the same text between them, as `str.join`."""
    made = list[str]()
    for part in parts:
        made += [between, part]
    return phrase(*made[1:])


def says(text: str, of: Named, field: str, value: object) -> Phrase:
    """A text that says that a field of a unit or model has this value now: `2 of 6 health left`, `Weak`."""
    return Phrase.of(text, [*spans_of(text), Span(0, len(text), of.id, field, value)])


def falls(text: str, *out: Named) -> Phrase:
    """A text that says that these are out of play: `Ogre is destroyed`."""
    return Phrase.of(text, [*spans_of(text), *(Span(0, len(text), one.id, OUT) for one in out)])
