"""What a page is made of: headings, paragraphs, lists, tables and pictures. Texts are plain, not yet escaped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar
from xml.etree.ElementTree import Element

from companion.engine.frozen import frozen

T = TypeVar("T")


@frozen
class Heading:
    """A heading; level 1 is the title of the page."""

    level: int
    text: str


@frozen
class Paragraph:
    """A few sentences. `lead` is before them in bold, on a page in the colour of its side if it has one (`red`)."""

    text: str
    lead: str = ""
    colour: str = ""


@frozen
class Bullets:
    """A list of sentences."""

    items: Sequence[str]


@frozen
class Grid:
    """A table: its head and rows of as many cells. `numbers` are the places of columns that are set to the right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: Sequence[int] = ()


@frozen
class Picture:
    """A drawing. Markdown has none: the table below it says the same."""

    svg: Element


@frozen
class UnitCard:
    """A unit: name, how much is left `of` what it came with (of 0 nothing is said), and what there is to say of it."""

    name: str
    colour: str
    left: int
    of: int
    lines: Sequence[str]


@frozen
class Cards:
    """Units side by side. A page without room for pictures has them as a list."""

    items: Sequence[UnitCard]


Block = Heading | Paragraph | Bullets | Grid | Picture | Cards


def sections(of: T, *every: tuple[str, Callable[[T], Iterable[Block]]]) -> Iterator[Block]:
    """Sections in order, each below its title; one that has nothing to say is left out with it."""
    for title, section in every:
        blocks = list(section(of))
        if blocks:
            yield Heading(2, title)
        yield from blocks


def bullets(items: Sequence[str]) -> Sequence[Block]:
    """A list of sentences, if there are any."""
    return [Bullets(items)] if items else []
