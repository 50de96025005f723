"""Typed changes by hand: `adjust aya ki -1`, `touch aya chiyo`, and rulings."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.frontend.answers import answer_of, yes_no
from companion.frontend.naming import entity_named, entity_names, field_named
from companion.frontend.numbers import item_at, whole
from companion.frontend.values import typed_value
from companion.frontend.wording import spaced

ADJUST = "adjust UNIT FIELD VALUE, why: a number with + or - adds to it, =-1 sets it, yes, no and none are known"
LONGEST_NAME = 5
"""Words of a name that is typed without quotes."""


def words(text: str) -> list[str]:
    """The words of a line; quotes hold a name with spaces together."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def adjust(session: Session, text: str) -> list[Event]:
    """`UNIT FIELD VALUE why…`"""
    said = words(text)
    if len(said) < 3:
        raise InvalidInput("an adjustment names a unit, a field and a value", hint=ADJUST)
    table = session.table
    of, said = _take(said, list(entity_names(table).values()), keep=2)
    id_ = entity_named(table, of)
    entity = table.find(id_)
    labels = [(spec.label,) for spec in entity.specs().values()] + [(held.label,) for held in entity.conditions]
    named, said = _take(said, labels, keep=1)
    field = field_named(entity, named)
    value, why = said[0], " ".join(said[1:])
    if value[:1] in ("+", "-", "−") and isinstance(entity.get(field) or 0, int):
        return session.adjust(id_, field, change=whole(value, ADJUST), why=why)
    return session.adjust(id_, field, typed_value(entity, field, value.removeprefix("=")), why=why)


def _take(said: list[str], known: Sequence[Sequence[str]], keep: int) -> tuple[str, list[str]]:
    """The longest known name at the beginning of the words, else the first word; and the words behind it.

    At least `keep` words stay behind.
    """
    names = {name.casefold() for group in known for name in group}
    for many in range(min(LONGEST_NAME, len(said) - keep), 1, -1):
        if " ".join(said[:many]).casefold() in names:
            return " ".join(said[:many]), said[many:]
    return said[0], said[1:]


def touch(session: Session, text: str, *, ends: bool = False) -> list[Event]:
    """`UNIT UNIT [FLAG=VALUE…] why…`: two units touch from now on, or no longer. A flag is that of the first unit."""
    said = words(text)
    if len(said) < 2:
        raise InvalidInput("two units are wanted", hint="touch UNIT UNIT, part UNIT UNIT")
    table = session.table
    names = list(entity_names(table).values())
    first, said = _take(said, names, keep=1)
    second, said = _take(said, names, keep=0)
    a, b = entity_named(table, first), entity_named(table, second)
    if ends:
        return session.disconnect(a, b, " ".join(said))
    flags: dict[str, bool | int | str] = {}
    while said and "=" in said[0]:
        name, _, value = said.pop(0).partition("=")
        flags[_flag(table.spec.contact_flags, name)] = _flag_value(value)
    return session.connect(a, b, flags, " ".join(said))


def _flag(known: Sequence[str], typed: str) -> str:
    """The flag of the first unit that a word names: `engaged` is `a_engaged`."""
    wanted = typed.casefold().replace(" ", "_")
    for name in known:
        if wanted in (name, name.removeprefix("a_")):
            return name
    own = ", ".join(f"{spaced(name.removeprefix('a_'))}=no" for name in known if not name.startswith("b_"))
    raise InvalidInput(f"a contact has no {typed!r}", hint=own or "contacts of this game have nothing to set")


def _flag_value(typed: str) -> bool | str:
    try:
        return yes_no(typed)
    except InvalidInput:
        return typed


def rulings(session: Session) -> list[str]:
    """What may be overruled now, numbered: every number computed in the open procedure, and the standing answer."""
    if session.run is None:
        return []
    told = [f"{place}. {tally.sentence()}" for place, tally in enumerate(session.run.context.tallies.values(), 1)]
    return [*told, "answer. An answer to this prompt that the rules do not allow"]


def overrule(session: Session, text: str) -> list[Event]:
    """`NUMBER VALUE why…` for a computed number, `answer "VALUE" why…` for the standing prompt."""
    said = words(text)
    if len(said) < 2 or session.run is None or session.request is None:
        raise InvalidInput(
            "a ruling names a line of the list and the value that counts",
            hint="overrule 1 5 why, or overrule answer 'the answer' why",
        )
    why = " ".join(said[2:])
    if said[0].casefold() == "answer":
        return session.overrule(session.request.key, answer_of(session.request, said[1], session.table), why)
    keys = list(session.run.context.tallies)
    key = item_at(keys, said[0])
    if key is None:
        raise InvalidInput(f"there is no line {said[0]}", hint="overrule alone lists them")
    return session.overrule(key, whole(said[1], "a whole number"), why)
