"""What a form says of an entry that players type: what the game's tables know of it, and which names they know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset, Sheet
from companion.frontend.entry_texts import NAMED, base_name, entries_of, explains, texts_by_name, written_by_name
from companion.frontend.hooks import asked_of

UNKNOWN: Final = "in no table of this game, so you apply it yourselves"
_MOST_NAMES = 8
_MOST_MEANT = 3


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
    names = {sheet.id: [row[0] for row in sheet.rows if row] for sheet in sheets if explains(sheet)}
    return Explained(texts_by_name(sheets), names, written_by_name(sheets))


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


def names_like(of: str, typed: str, known: Explained) -> str:
    """The names of the list `of` that begin as is typed, or all of them: `known: Sharp, Slow`; empty if none does."""
    found = _begun(of, typed, known)
    shown, more = found[:_MOST_NAMES], len(found) - _MOST_NAMES
    return f"known: {', '.join(shown)}{f' and {more} more' if more > 0 else ''}" if shown else ""


def doubt_of(of: str, typed: str, known: Explained) -> str:
    """What is said of a word that no table has, where players go through one for the list `of`, or nothing:
    `no table has Cl; Cleave?`"""
    name = base_name(typed.strip())
    if not name or of not in known.names or name.casefold() in known.texts:
        return ""
    begun = _begun(of, name, known)
    return f"no table has {name}" + (f"; {' or '.join(begun[:_MOST_MEANT])}?" if begun else ": you apply it yourselves")


def completed(of: str, typed: str, known: Explained) -> str:
    """The one name of the list `of` that begins as is typed; else what is typed."""
    begun = _begun(of, typed, known) if typed.strip() else []
    return begun[0] if len(begun) == 1 else typed


def _begun(of: str, typed: str, known: Explained) -> list[str]:
    start = base_name(typed.strip()).casefold()
    return [name for name in known.names.get(of, ()) if name.casefold().startswith(start)]
