"""What the weapons, traits and other entries of a card do, in the words of the game's own tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.engine.ruleset import Sheet
from companion.engine.state.table import Entity, Model

EFFECT = "effect"
"""The title of the column that says what something does."""

_NUMBER = re.compile(r"\s*(\(.*\)|\[.*\]|\d+\+?)\s*$")
_NAMED = ("traits", "keywords", "specials", "skills", "feats")
"""Lists that an entry may have of its own: the traits of a weapon."""


def texts_by_name(sheets: Iterable[Sheet]) -> dict[str, str]:
    """What each entry of the tables does, by its name and by the word it is written with, in small letters."""
    found: dict[str, str] = {}
    for sheet in sheets:
        titles = [title.casefold() for title in sheet.columns]
        if EFFECT not in titles:
            continue
        at = titles.index(EFFECT)
        names = [0, *(place for place, title in enumerate(titles) if title == "written")]
        for row in sheet.rows:
            for place in names:
                if at < len(row) and row[at]:
                    found.setdefault(row[place].casefold(), row[at])
    return found


def entries(entity: Entity, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each entry of the card's lists that the tables explain, once: as the card prints it, and what it does."""
    told: set[str] = set()
    for spec in entity.specs().values():
        if spec.place != "lists":
            continue
        for label in _labels(getattr(entity, spec.name)):
            name = base_name(label)
            text = (
                texts.get(label.casefold())
                or texts.get(name.casefold())
                or texts.get(name.casefold().replace(" ", "_"))
            )
            if text and label.casefold() not in told:
                told.add(label.casefold())
                yield label.replace("_", " "), text


def base_name(label: str) -> str:
    """A name without what is printed behind it: `Armour (1)`, `Impact 2`, `Prowess [Attack] (2)`."""
    before = ""
    while before != label:
        before, label = label, _NUMBER.sub("", label)
    return label


def _labels(value: Any) -> Iterator[str]:
    for one in value if isinstance(value, Sequence) and not isinstance(value, str) else ():
        if isinstance(one, str):
            yield one
            continue
        if isinstance(one, Model):
            continue
        label = getattr(one, "label", None) or getattr(one, "name", None)
        if isinstance(label, str):
            yield label
        for name in _NAMED:
            inside = getattr(one, name, None)
            if isinstance(inside, Mapping):
                inside = [f"{key} {number}" if number not in (None, True) else key for key, number in inside.items()]
            yield from _labels(inside or ())
