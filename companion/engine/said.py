"""What sentences tell already of a change, so that nothing is told twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from companion.engine.state.changes import Change
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Entity
from companion.engine.state.paths import contact_of
from companion.engine.state.table import AnyTable, Model, Unit

_OUT: Final = re.compile(
    r"\b(out of (play|action)|incapacitated|defeated|destroyed|wiped out|falls?(?! back)|breaks?|leaves? play)\b"
)
"""How games say that a unit is out."""

_JOINS: Final = (", ", " and ")
"""Between names of which the same is said."""


def is_said(table: AnyTable, change: Change, texts: Sequence[str]) -> bool:
    """Whether these sentences say where this field stands now: `Fang is dazed`, `Old Bones has 1 Wound left`.

    That nobody touches one who is out of play needs no sentence, nor what becomes of it if it is named.
    """
    pair = contact_of(change.field) if change.of == "table" else None
    if pair is not None:
        gone = (of for of in pair if _is_out(table, of))
        return change.after is None and any(_end_is_said(table, of, texts) for of in gone)
    entity = table.known(change.of)
    if not isinstance(entity, (Unit, Model)):
        return False
    if _is_out(table, change.of):
        return _end_is_said(table, change.of, texts)
    behind = _behind(table, change.of, texts)
    spec = entity.specs().get(change.field)
    patterns = [*_words(entity, change), *(_left(entity, spec, change.after) if spec is not None else ())]
    return any(re.search(pattern, text, re.IGNORECASE) for pattern in patterns for text in behind)


def _end_is_said(table: AnyTable, of: str, texts: Sequence[str]) -> bool:
    """Whether the sentences say that one is out of play, or of a mini that its unit is."""
    owner = table.owner_of(of)
    named = [of] if owner is None or owner.alive or owner.id == of else [of, owner.id]
    return any(_OUT.search(text) for name in named for text in _behind(table, name, texts))


def _behind(table: AnyTable, of: str, texts: Sequence[str]) -> list[str]:
    """What is behind each name of a unit or mini, as far as the name of another: what is said of it.

    Of names that are listed, `Ann, Bob and Cid fall`, the same is said.
    """
    name, found = table.title(of), list[str]()
    ids = (one.id for unit in table.units.values() for one in (unit, *unit.miniatures))
    pattern = _any_of(tuple(map(table.title, ids)))
    for text in texts:
        named = list(pattern.finditer(text))
        for at, one in enumerate(named):
            if one[0] == name:
                last = one
                for other in named[at + 1 :]:
                    if text[last.end() : other.start()] not in _JOINS:
                        break
                    last = other
                behind = (other for other in named if other.start() > last.start() and other[0] != name)
                end = next((other.start() for other in behind), len(text))
                found.append(text[last.end() : end])
    return found


@lru_cache(maxsize=16)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these names as whole words; of two that begin alike the longer one."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\w)")


def _is_out(table: AnyTable, of: str) -> bool:
    one, owner = table.known(of), table.owner_of(of)
    return (isinstance(one, Model) and not one.alive) or (owner is not None and not owner.alive)


def _words(entity: Entity, change: Change) -> Iterator[str]:
    """How a condition that begins is called, or said to begin, if nothing denies it."""
    for condition in entity.conditions:
        if condition.field != change.field:
            continue
        begins = condition.id == change.after if condition.holds == "word" else change.after and not change.before
        if begins:
            for words in (condition.label, *condition.begins):
                yield rf"(?<!no longer )(?<!not )(?<!else )(?<!already )(?<! or )\b{re.escape(words)}\b"


def _left(entity: Entity, spec: FieldSpec, number: Any) -> Iterator[str]:
    """How much health is left; of wounds that are counted from 0 up, to the most there can be."""
    if not spec.vital:
        return
    yield rf"\b{number}( of \d+)?( {re.escape(spec.label.removesuffix('s'))}s?)? left\b"
    most = spec.bounds(entity)[1] if isinstance(spec.hi, str) else None
    if spec.default == 0 and most is not None and isinstance(number, int):
        yield rf"\b{most - number}( of \d+)?( \w+)? left\b"
