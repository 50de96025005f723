"""Traits, states, actions, specials, feats and the wound table, read from data/*.toml and checked.

A wrong key or word names the file, the entry and the key. Adding a trait, state, special or feat that uses known
words is adding data there and nothing else.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from companion.engine.data import read_data, record
from companion.rules.bushido.records import Feat
from companion.rules.bushido.vocabulary import (
    ANY_ACTION,
    ANY_SPECIAL,
    ANY_STATE,
    FEAT_WORDS,
    LASTS,
    LIMITS,
    SPECIAL_WORDS,
    STATE_WORDS,
    TIMINGS,
    TRAIT_WORDS,
    WHEN,
    WINDOWS,
    ActionEntry,
    DiceKind,
    RuleEffect,
    SpecialEffect,
    SpecialEntry,
    StateEntry,
    TraitEntry,
)

PACKAGE = "companion.rules.bushido"
R = TypeVar("R")
Entry = Mapping[str, Any]


def _where(file: str, entry: Entry) -> str:
    return f"{PACKAGE}/data/{file}, entry {(entry.get('name') or entry.get('id') or '?')!r}"


def _read(file: str, entries: Iterable[Entry], of: type[R]) -> Iterator[tuple[str, R]]:
    """Each entry as a record, after what names it in a complaint."""
    for entry in entries:
        where = _where(file, entry)
        yield where, record(where, entry, of)


def _check(where: str, key: str, word: str, words: Iterable[str]) -> None:
    if word not in words:
        raise ValueError(f"{where}: {key} cannot be {word!r}; one of: {', '.join(words)}")


def _check_effects(
    where: str, effects: Iterable[RuleEffect | SpecialEffect], words: Mapping[str, tuple[str, ...]]
) -> None:
    """Checks the word `op` of each effect, and what stands in `what` beside it."""
    for effect in effects:
        _check(where, "op", effect.op, words)
        allowed = [each for word in words[effect.op] for each in IDS.get(word, [word])]
        if effect.what or allowed:
            _check(where, f"what of {effect.op}", effect.what, allowed)
        if isinstance(effect, RuleEffect):
            _check(where, "unless", effect.unless, ("", *TRAIT_WORDS))


def read_actions(data: Entry, file: str = "actions.toml") -> dict[str, ActionEntry]:
    """The actions of a file by id. Raises ValueError naming file and entry."""
    return {action.id: action for _, action in _read(file, data["action"], ActionEntry)}


def read_states(data: Entry, file: str = "states.toml") -> dict[str, StateEntry]:
    """The states of a file by id. Raises ValueError naming file and entry."""
    found = {}
    for where, state in _read(file, data["state"], StateEntry):
        _check_effects(where, state.effects, STATE_WORDS)
        found[state.id] = state
    return found


def read_traits(data: Entry, file: str = "traits.toml") -> dict[str, TraitEntry]:
    """The traits of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for where, trait in _read(file, data["trait"], TraitEntry):
        _check_effects(where, trait.effects, TRAIT_WORDS)
        found[trait.name.casefold()] = trait
    return found


def read_specials(data: Entry, file: str = "specials.toml") -> dict[str, SpecialEntry]:
    """The specials of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for where, special in _read(file, data["special"], SpecialEntry):
        _check_effects(where, (*special.effects, *special.after), SPECIAL_WORDS)
        found[special.name.casefold()] = special
    return found


def read_feats(data: Entry, file: str = "feats.toml") -> dict[str, Feat]:
    """The feats of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for where, feat in _read(file, data["feat"], Feat):
        for effect in feat.effects:
            _check(where, "op", effect.op, FEAT_WORDS)
        for window in feat.windows:
            _check(where, "windows", window, WINDOWS)
        for key, words in {"timing": TIMINGS, "lasts": LASTS, "limit": LIMITS, "when": WHEN}.items():
            _check(where, key, getattr(feat, key), words)
        found[feat.name.casefold()] = feat
    return found


def read_wounds(data: Entry, file: str = "wounds.toml") -> dict[int, tuple[int, ...]]:
    """The rows of the wound table, eleven columns each. Raises ValueError naming file and row."""
    found = {int(row): tuple(columns) for row, columns in data["rows"].items()}
    for row in range(2, 13):
        if len(found.get(row, ())) != 11:
            raise ValueError(f"{_where(file, {'name': str(row)})}: a row has eleven columns, Success Level 0 to 10")
    return found


def _data(name: str) -> dict[str, Any]:
    return read_data(PACKAGE, f"data/{name}")


IDS: dict[str, list[str]] = {}
"""The ids that a word such as ANY_STATE stands for."""

ACTIONS: Mapping[str, ActionEntry] = read_actions(_data("actions.toml"))
IDS[ANY_ACTION] = list(ACTIONS)
_states, _specials = _data("states.toml"), _data("specials.toml")
IDS[ANY_STATE] = [entry["id"] for entry in _states["state"]]
IDS[ANY_SPECIAL] = [entry["name"] for entry in _specials["special"]]
STATES: Mapping[str, StateEntry] = read_states(_states)
TRAITS: Mapping[str, TraitEntry] = read_traits(_data("traits.toml"))
SPECIALS: Mapping[str, SpecialEntry] = read_specials(_specials)
FEATS: Mapping[str, Feat] = read_feats(_data("feats.toml"))
WOUNDS: Mapping[int, tuple[int, ...]] = read_wounds(_data("wounds.toml"))


@functools.cache
def special_entry(name: str) -> SpecialEntry:
    """What the app knows of a special; an unknown one is an ordinary attack or a defence that the card explains."""
    known = SPECIALS.get(name.casefold())
    if known is not None:
        return known
    kind: DiceKind = "defence" if name.casefold().endswith(("defence", "defense")) else "attack"
    return SpecialEntry(name, kind, "The app does not know it: its card says what it does.")


@functools.cache
def feat_entry(printed: Feat) -> Feat:
    """A printed feat completed from the app's list; without either, an Instant of 1 Ki for step 11."""
    known = FEATS.get(printed.name.casefold(), Feat(printed.name))
    return Feat(
        name=known.name,
        ki=printed.ki if printed.ki is not None else known.ki if known.ki is not None else 1,
        timing=printed.timing or known.timing or "instant",
        limit=printed.limit or known.limit,
        lasts=printed.lasts or known.lasts or "exchange",
        when=printed.when or known.when,
        target=printed.target or known.target or "self",
        windows=printed.windows or known.windows or ("11",),
        text=printed.text or known.text,
        effects=printed.effects or known.effects,
    )
