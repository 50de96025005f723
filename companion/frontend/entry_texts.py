"""What the weapons, traits and other entries of a card do, in the words of the game's tables: on cards and in forms."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset, Sheet
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Entity
from companion.engine.state.table import Model
from companion.frontend.hooks import Hooks, asked_of

EFFECT, WRITTEN = "effect", "written"
"""The titles of the columns that say what something does, and which word a unit keeps for it."""

_NUMBER = re.compile(r"\s*(\(.*\)|\[.*\]|\d+\+?)\s*$")
NAMED = ("traits", "keywords", "specials", "skills", "feats")
"""Lists that an entry may have of its own: the traits of a weapon."""


def texts_by_name(sheets: Iterable[Sheet]) -> dict[str, str]:
    """What each entry of the tables does, by its name and by the word it is written with, in small letters."""
    found: dict[str, str] = {}
    for sheet in sheets:
        titles = [title.casefold() for title in sheet.columns]
        if EFFECT not in titles:
            continue
        at = titles.index(EFFECT)
        names = [0, *(place for place, title in enumerate(titles) if title == WRITTEN)]
        for row in sheet.rows:
            for place in names:
                if at < len(row) and row[at]:
                    found.setdefault(row[place].casefold(), row[at])
    return found


class CardEntry(NamedTuple):
    """One entry of a list on a card, as the card prints it, and what it does: empty if no table says.

    `inside` are the entries that it has of its own, as the traits of a weapon.
    """

    label: str
    text: str
    inside: tuple[CardEntry, ...]


class Texts:
    """The texts of a game's tables, remade if its options are others."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._made_for: Mapping[str, object] | None = None

    def of(self, hooks: Hooks) -> Mapping[str, str]:
        """What each entry does, as `texts_by_name` has it."""
        options = hooks.session.table.options
        if self._made_for != options:
            self._known, self._made_for = texts_by_name(hooks.sheets()), dict(options)
        return self._known


def entries(entity: Entity, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Each entry of the card's lists that the tables explain, once: as the card prints it, and what it does."""
    told: set[str] = set()
    for _, found in listed(entity, texts):
        for one in found:
            for entry in (one, *one.inside):
                if entry.text and entry.label.casefold() not in told:
                    told.add(entry.label.casefold())
                    yield entry.label, entry.text


def listed(entity: Entity, texts: Mapping[str, str]) -> Iterator[tuple[str, list[CardEntry]]]:
    """The lists of the card that have entries, each with its label."""
    for spec in entity.specs().values():
        if spec.place == "lists" and (found := entries_in(entity, spec, texts)):
            yield spec.label, found


def entries_in(entity: Entity, spec: FieldSpec, texts: Mapping[str, str]) -> list[CardEntry]:
    """The entries of one list in their order."""
    return list(entries_of(getattr(entity, spec.name), texts, spec.called))


def entries_of(
    value: Any, texts: Mapping[str, str], called: Callable[[Any], Any] = lambda one: one
) -> Iterator[CardEntry]:
    """The entries of a list: words, names with numbers, or records; each with those that it has of its own."""
    if isinstance(value, Mapping):
        for name, number in value.items():
            printed = str(called(name if number is True or number is None else f"{name} {number}"))
            yield CardEntry(printed.replace("_", " "), _text(printed, name, texts), ())
        return
    for one in value if isinstance(value, Sequence) and not isinstance(value, str) else ():
        if isinstance(one, Model):
            continue
        label = called(one) if isinstance(one, str) else getattr(one, "label", None) or getattr(one, "name", None)
        if isinstance(label, str):
            inside = (entry for name in NAMED for entry in entries_of(getattr(one, name, ()) or (), texts))
            yield CardEntry(label.replace("_", " "), _text(label, base_name(label), texts), tuple(inside))


def _text(label: str, name: str, texts: Mapping[str, str]) -> str:
    """What an entry does, by how it is printed or by its name."""
    name = name.casefold()
    found = (texts.get(word) for word in (label.casefold(), name, name.replace(" ", "_"), f"{name} x", f"{name}:x"))
    return next((text for text in found if text), "")


def base_name(label: str) -> str:
    """A name without what is printed behind it: `Armour (1)`, `Impact 2`, `Prowess [Attack] (2)`, `Curse: 1`."""
    before = ""
    while before != label:
        before, label = label, _NUMBER.sub("", label)
    return label.removesuffix(":")


UNKNOWN: Final = "in no table of this game, so you apply it yourselves"


class Explained(NamedTuple):
    """What a game's tables say of entries: `texts` by name in small letters, `names` by the list they explain.

    `written` has the word that a unit keeps for an entry, by its name in small letters, where it is another.
    """

    texts: Mapping[str, str]
    names: Mapping[str, Sequence[str]]
    written: Mapping[str, str] = MappingProxyType({})


NOTHING: Final = Explained({}, {})


def explained_in(sheets: Sequence[Sheet]) -> Explained:
    """What these tables explain: the list `traits` where a table of that id says what each does."""
    names: dict[str, list[str]] = {}
    written: dict[str, str] = {}
    for sheet in sheets:
        titles = [title.casefold() for title in sheet.columns]
        if EFFECT in titles:
            names[sheet.id] = [row[0] for row in sheet.rows if row]
        if WRITTEN in titles:
            at = titles.index(WRITTEN)
            written |= {base_name(row[0].removesuffix(" X")).casefold(): row[at] for row in sheet.rows if len(row) > at}
    return Explained(texts_by_name(sheets), names, written)


def explained_by(ruleset: Ruleset, options: Mapping[str, object] | None = None) -> Explained:
    """What a game's tables explain with these options, else the usual ones; nothing where the game fails to say."""
    chosen = {**ruleset.default_options(), **(options or {})}
    try:
        return explained_in(asked_of("sheets", lambda: list(ruleset.sheets(chosen))))
    except InvalidInput:
        return NOTHING


def explanations(of: str, item: object, known: Explained) -> Iterator[tuple[str, str]]:
    """An item of the list `of`, and what stands in it, each as a card prints it with what it does.

    One that the tables do not have is for the players to apply, where they go through such a list.
    """
    whole: object = dict((item,)) if isinstance(item, tuple) and len(item) == 2 else (item,)
    for name, held in ((of, whole), *((name, getattr(item, name, ()) or ()) for name in NAMED)):
        for entry in entries_of(held, known.texts):
            if entry.label and (entry.text or name in known.names):
                yield entry.label, entry.text or UNKNOWN
