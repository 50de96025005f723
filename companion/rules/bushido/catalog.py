"""Traits, states, actions, specials, feats and the wound table, read from data/*.toml and checked.

A wrong key or word names the file, the entry and the key. Adding a trait, state, special or feat that uses known
words is adding data there and nothing else.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from companion.engine.data import read_data, record
from companion.engine.state.entity import Condition
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
Words = Mapping[str, tuple[str, ...]]
Effects = RuleEffect | SpecialEffect


def _data(kind: str) -> dict[str, Any]:
    return read_data(PACKAGE, f"data/{kind}s.toml")


def _entries(kind: str, of: type[R]) -> Iterator[tuple[str, R]]:
    """Each entry of a file as a record, after what names it in a complaint."""
    for entry in _data(kind)[kind]:
        where = f"{PACKAGE}/data/{kind}s.toml, entry {(entry.get('name') or entry.get('id') or '?')!r}"
        yield where, record(where, entry, of)


def _check(where: str, key: str, word: str, words: Iterable[str]) -> None:
    if word not in words:
        raise ValueError(f"{where}: {key} cannot be {word!r}; one of: {', '.join(words)}")


def _check_effects(where: str, effects: Iterable[Effects], words: Words) -> None:
    """Checks the word `op` of each effect, and what stands in `what` beside it."""
    for effect in effects:
        _check(where, "op", effect.op, words)
        allowed = [each for word in words[effect.op] for each in IDS.get(word, [word])]
        if effect.what or allowed:
            _check(where, f"what of {effect.op}", effect.what, allowed)
        if isinstance(effect, RuleEffect):
            _check(where, "unless", effect.unless, ("", *TRAIT_WORDS))


def _checked(
    kind: str, of: type[R], words: Words, key: Callable[[R], str], effects: Callable[[R], Iterable[Effects]]
) -> dict[str, R]:
    """The entries of a file by key, their effects made of these words. Raises ValueError naming file and entry."""
    found = {}
    for where, entry in _entries(kind, of):
        _check_effects(where, effects(entry), words)
        found[key(entry)] = entry
    return found


def _feats() -> dict[str, Feat]:
    """The feats by name in lower case. Raises ValueError naming file and entry."""
    found = {}
    for where, feat in _entries("feat", Feat):
        for effect in feat.effects:
            _check(where, "op", effect.op, FEAT_WORDS)
        for window in feat.windows:
            _check(where, "windows", window, WINDOWS)
        for key, words in {"timing": TIMINGS, "lasts": LASTS, "limit": LIMITS, "when": WHEN}.items():
            _check(where, key, getattr(feat, key), words)
        found[feat.name.casefold()] = feat
    return found


def _wounds() -> dict[int, tuple[int, ...]]:
    """The rows of the wound table, eleven columns each. Raises ValueError naming file and row."""
    found = {int(row): tuple(columns) for row, columns in _data("wound")["rows"].items()}
    for row in range(2, 13):
        if len(found.get(row, ())) != 11:
            where = f"{PACKAGE}/data/wounds.toml, entry {str(row)!r}"
            raise ValueError(f"{where}: a row has eleven columns, Success Level 0 to 10")
    return found


ACTIONS: Mapping[str, ActionEntry] = {action.id: action for _, action in _entries("action", ActionEntry)}
IDS: Mapping[str, list[str]] = {
    ANY_ACTION: list(ACTIONS),
    ANY_STATE: [entry["id"] for entry in _data("state")["state"]],
    ANY_SPECIAL: [entry["name"] for entry in _data("special")["special"]],
}
"""The ids that a word such as ANY_STATE stands for."""

STATES: Mapping[str, StateEntry] = _checked("state", StateEntry, STATE_WORDS, lambda s: s.id, lambda s: s.effects)
TRAITS: Mapping[str, TraitEntry] = _checked(
    "trait", TraitEntry, TRAIT_WORDS, lambda t: t.name.casefold(), lambda t: t.effects
)
SPECIALS: Mapping[str, SpecialEntry] = _checked(
    "special", SpecialEntry, SPECIAL_WORDS, lambda s: s.name.casefold(), lambda s: (*s.effects, *s.after)
)
FEATS: Mapping[str, Feat] = _feats()
WOUNDS: Mapping[int, tuple[int, ...]] = _wounds()


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


def _condition(state: StateEntry) -> Condition:
    items = int if state.items == "number" else None
    return Condition(state.id, state.label, state.field, state.holds, state.text, state.ends, items)


CONDITIONS: tuple[Condition, ...] = tuple(_condition(state) for state in STATES.values() if state.field)

LABELS: dict[str, str] = {state.id: state.label for state in STATES.values()}
LIST_STATES: tuple[str, ...] = tuple(state.id for state in STATES.values() if state.holds == "list")
DUE_STATES: tuple[str, ...] = tuple(
    state.id for state in sorted(STATES.values(), key=lambda state: state.due) if state.due
)
"""States whose markers wound in the End Phase, in its order."""
