"""Traits, states, actions, specials, feats and the wound table, read from data/*.toml and checked.

A wrong key or word names the file, the entry and the key. Adding a trait, state, special or feat that uses known
words is adding data there and nothing else.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from companion.engine.data import read_data
from companion.rules.bushido.records import Effect, Feat
from companion.rules.bushido.vocabulary import (
    ANY_ACTION,
    ANY_SPECIAL,
    ANY_STATE,
    DAMAGE,
    FEAT_WORDS,
    KINDS,
    LASTS,
    LIMITS,
    MARKERS,
    ROLES,
    SPECIAL_WORDS,
    STATE_WORDS,
    TIMINGS,
    TRAIT_WORDS,
    WHEN,
    WINDOWS,
    ActionEntry,
    RuleEffect,
    SpecialEffect,
    SpecialEntry,
    StateEntry,
    TraitEntry,
)

PACKAGE = "companion.rules.bushido"
R = TypeVar("R")
Entry = Mapping[str, Any]


def _fault(file: str, entry: Entry, why: str) -> ValueError:
    name = entry.get("name") or entry.get("id") or "?"
    return ValueError(f"{PACKAGE}/data/{file}, entry {name!r}: {why}")


def _record(file: str, entry: Entry, made: type[R], values: Entry, **allowed: Iterable[str]) -> R:
    """Builds a record from `values`; names an unknown or missing key, and a word that is not among those allowed."""
    try:
        record = made(**{key: tuple(value) if isinstance(value, list) else value for key, value in values.items()})
    except TypeError as fault:
        raise _fault(file, entry, str(fault)) from fault
    for key, words in allowed.items():
        value = getattr(record, key)
        for word in value if isinstance(value, tuple) else (value,):
            if word not in words:
                raise _fault(file, entry, f"{key} cannot be {word!r}; one of: {', '.join(words)}")
    return record


def _what(file: str, entry: Entry, effect: RuleEffect | SpecialEffect, words: Mapping[str, tuple[str, ...]]) -> None:
    """Checks what stands in `what` beside the word `op`."""
    allowed: list[str] = []
    for word in words[effect.op]:
        allowed += IDS.get(word, [word])
    if (effect.what or allowed) and effect.what not in allowed:
        raise _fault(file, entry, f"{effect.op} cannot have what = {effect.what!r}; one of: {', '.join(allowed)}")


def _rule_effects(file: str, entry: Entry, words: Mapping[str, tuple[str, ...]]) -> list[RuleEffect]:
    found = []
    for raw in entry.get("effects", ()):
        effect = _record(file, entry, RuleEffect, {"op": "", **raw}, op=words, unless=("", *TRAIT_WORDS))
        _what(file, entry, effect, words)
        found.append(effect)
    return found


def read_actions(data: Entry, file: str = "actions.toml") -> dict[str, ActionEntry]:
    """The actions of a file by id. Raises ValueError naming file and entry."""
    found = {}
    for entry in data["action"]:
        action = _record(file, entry, ActionEntry, entry, contact=("yes", "no", "needs"), split=("", *KINDS))
        found[action.id] = action
    return found


def read_states(data: Entry, file: str = "states.toml") -> dict[str, StateEntry]:
    """The states of a file by id. Raises ValueError naming file and entry."""
    found = {}
    for entry in data["state"]:
        state = _record(
            file,
            entry,
            StateEntry,
            {**entry, "effects": _rule_effects(file, entry, STATE_WORDS)},
            holds=("count", "list", "flag"),
            items=("", "number"),
            end_phase=(*MARKERS, "fear"),
            wait=MARKERS,
            starting=MARKERS,
            action=MARKERS,
            exchange=MARKERS,
        )
        found[state.id] = state
    return found


def read_traits(data: Entry, file: str = "traits.toml") -> dict[str, TraitEntry]:
    """The traits of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for entry in data["trait"]:
        effects = _rule_effects(file, entry, TRAIT_WORDS)
        found[entry.get("name", "").casefold()] = _record(file, entry, TraitEntry, {**entry, "effects": effects})
    return found


def read_specials(data: Entry, file: str = "specials.toml") -> dict[str, SpecialEntry]:
    """The specials of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for entry in data["special"]:
        effects: dict[str, list[SpecialEffect]] = {"effects": [], "after": []}
        for key, made in effects.items():
            for raw in entry.get(key, ()):
                effect = _record(file, entry, SpecialEffect, {"op": "", **raw}, op=SPECIAL_WORDS, on=ROLES)
                _what(file, entry, effect, SPECIAL_WORDS)
                made.append(effect)
        found[entry.get("name", "").casefold()] = _record(
            file, entry, SpecialEntry, {**entry, **effects}, kind=KINDS, moves=ROLES, damage=DAMAGE
        )
    return found


def read_feats(data: Entry, file: str = "feats.toml") -> dict[str, Feat]:
    """The feats of a file by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for entry in data["feat"]:
        effects = [_record(file, entry, Effect, {"op": "", **raw}, op=FEAT_WORDS) for raw in entry.get("effects", ())]
        found[entry.get("name", "").casefold()] = _record(
            file,
            entry,
            Feat,
            {**entry, "effects": effects},
            timing=TIMINGS,
            windows=WINDOWS,
            lasts=LASTS,
            limit=LIMITS,
            when=WHEN,
        )
    return found


def read_wounds(data: Entry, file: str = "wounds.toml") -> dict[int, tuple[int, ...]]:
    """The rows of the wound table, eleven columns each. Raises ValueError naming file and row."""
    found = {int(row): tuple(columns) for row, columns in data["rows"].items()}
    for row in range(2, 13):
        if len(found.get(row, ())) != 11:
            raise _fault(file, {"name": str(row)}, "a row has eleven columns, Success Level 0 to 10")
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
    kind = "defence" if name.casefold().endswith(("defence", "defense")) else "attack"
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
