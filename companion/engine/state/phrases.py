"""Sentences that know what they say: who is named in them, and which values of whom they tell.

Rules make them with `phrase`, `says` and `falls`; an f-string around one would lose what it knows. Front ends ask the
spans and never the letters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol

OUT: Final = "out"
"""The field of a span that says that one is out of play."""

PART: Final = "part"
"""The field of a span of a sentence, or of another part that is understood without the rest."""


DICE: Final = "dice"
"""The field of a span of letters that are what all the dice of a result show, or which dice a title asks for."""

STEP: Final = "step"
"""The field of a span of a title that says what its step is called."""


NUMBER: Final = "number"
"""The field of a span that tells a number with its reasons: `of` is its key, the value what it is compared by."""


_ENDS: Final = (".", "!", "?", "…")


class Named(Protocol):
    """A unit or one of its models."""

    @property
    def id(self) -> str: ...


class Counted(Protocol):
    """A number with its reasons."""

    @property
    def key(self) -> str: ...

    @property
    def compared_by(self) -> int | tuple[str, ...]: ...


class Span(NamedTuple):
    """The letters from `start` to `end` are about `of`.

    With a `field` they say that it has this value now; with the field OUT, that it is out of play; with PART they are
    about nobody, and can be told alone.
    """

    start: int
    end: int
    of: str
    field: str = ""
    value: Any = None


class Phrase(str):
    """A sentence, or a part of one, with what it says. A plain text says nothing of the table."""

    _parts: Sequence[str] = ()
    """What it was put together from."""
    _between: str | None = None
    """What stands between parts that can each be told alone; None if they cannot."""
    _said: Sequence[tuple[Any, ...]] = ()
    """What all of it says besides: of whom, which field, which value."""

    _spans: tuple[Span, ...] = ()

    @property
    def spans(self) -> tuple[Span, ...]:
        """What it says, found out when somebody asks: of most that is said while dice roll nobody does."""
        parts, between = self._parts, self._between
        if parts:
            found, at = list[Span](), 0
            for text in parts:
                if between is not None:
                    found.append(Span(at, at + len(text), "", PART))
                found += [Span(start + at, end + at, *said) for start, end, *said in spans_of(text)]
                at += len(text) + len(between or "")
            found += [Span(0, len(self), *said) for said in self._said]
            self._spans, self._parts = tuple(found), ()
        return self._spans

    @classmethod
    def of(cls, text: str, spans: Iterable[Span]) -> Phrase:
        """A text with spans; those that are not inside it are left out."""
        made = cls(text)
        made._spans = tuple(span for span in spans if 0 <= span.start <= span.end <= len(text))
        return made


def spans_of(text: str) -> Sequence[Span]:
    return text.spans if isinstance(text, Phrase) else ()


def phrase(*parts: str) -> Phrase:
    """These parts one after the other, with all that they say."""
    made = Phrase("".join(parts))
    made._parts = parts
    return made


def joined(between: str, parts: Iterable[str]) -> Phrase:
    """These parts with the same text between them, as `str.join`. Each of several can be told alone: a PART."""
    texts = tuple(parts)
    made = Phrase(between.join(texts))
    made._parts = texts
    if len(texts) > 1:
        made._between = between
    return made


def _saying(text: str, *said: tuple[Any, ...]) -> Phrase:
    """The text with what it says already, and what all of it says besides."""
    made = Phrase(text)
    made._parts, made._said = (text,), said
    return made


def dice_said(text: str) -> Phrase:
    """What all the dice of a result show, or which a title asks for: whoever tells it says that no more beside it."""
    return _saying(text, ("", DICE))


def step_said(text: str) -> Phrase:
    """A part of a title that says what its step is called: nobody shows that beside it again."""
    return _saying(text, ("", STEP))


def tells(text: str, number: Counted) -> Phrase:
    """A text that tells a number, or an order, with its reasons: `hits 2: red 1, blue 1`."""
    return _saying(text, (number.key, NUMBER, number.compared_by))


def part(text: str) -> Phrase:
    made = _saying(text)
    made._between = ""
    return made


def parts_of(text: str) -> list[Phrase]:
    """The largest parts of a text that can be told alone, in order; the whole text where it names none."""
    at = 0
    found = list[Phrase]()
    for span in sorted((one for one in spans_of(text) if one.field == PART), key=lambda one: (one.start, -one.end)):
        if span.start >= at and span.end - span.start < len(text):
            found.append(_cut(text, span.start, span.end))
            at = span.end
    return found or [_cut(text, 0, len(text))]


def _cut(text: str, start: int, end: int) -> Phrase:
    """These letters with what they say; that they are a part is said no more."""
    inside = (span for span in spans_of(text) if start <= span.start and span.end <= end)
    moved = (span._replace(start=span.start - start, end=span.end - start) for span in inside)
    return Phrase.of(text[start:end], (one for one in moved if (one.field, one.end - one.start) != (PART, end - start)))


def says(text: str, of: Named, field: str, value: object) -> Phrase:
    """A text that says that a field of a unit or model has this value now: `2 of 6 health left`, `Weak`."""
    return _saying(text, (of.id, field, value))


def about(text: str, *of: str) -> Phrase:
    """A text that tells of these units, models or sides, by their ids."""
    return _saying(text, *[(one,) for one in of])


def stopped(text: str) -> Phrase:
    """The text as a whole sentence: with a full stop, if nothing ends it yet."""
    return phrase(text) if text[-1:] in _ENDS else phrase(text, ".")


def unstopped(text: str) -> Phrase:
    """The text without its full stop, to go on behind it."""
    if text[-1:] != ".":
        return phrase(text)
    end = len(text) - 1
    return Phrase.of(text[:end], (span._replace(end=min(span.end, end)) for span in spans_of(text)))


def unasked(title: str) -> Phrase:
    """The title of a question as a heading, without what ends it."""
    return Phrase.of(title.rstrip("?: "), spans_of(title))


def falls(text: str, *out: Named) -> Phrase:
    """A text that says that these are out of play: `Ogre is destroyed`."""
    return _saying(text, *[(one.id, OUT) for one in out])
