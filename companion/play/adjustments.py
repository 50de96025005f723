"""Typed changes by hand: `adjust aya ki_tokens -1`, `touch aya chiyo`, and rulings."""

from __future__ import annotations

import shlex
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import Entity, Table
from companion.frontend.answers import answer_of
from companion.frontend.numbers import whole
from companion.frontend.values import typed_value

ADJUST = "adjust UNIT FIELD VALUE, why: a number with + or - adds to it, =-1 sets it, yes, no and none are known"


def words(text: str) -> list[str]:
    """The words of a line; quotes hold a name with spaces together."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def entity_named(table: Table[Any, Any], said: str) -> tuple[str, Entity]:
    """A unit, mini or side by its id, or by its name in any case; `table` is the table itself."""
    known = {"table": table, **table.sides, **table.units}
    if said in known:
        return said, known[said]
    named = [of for of in known if table.title(of).casefold() == said.casefold() or of.casefold() == said.casefold()]
    if len(named) == 1:
        return named[0], known[named[0]]
    if named:
        raise InvalidInput(f"{said!r} may mean " + " or ".join(named), hint="type the id; state shows it")
    return said, table.find(said)


def field_named(entity: Entity, said: str) -> str:
    """A field by its name (dotted where nested), its label, or the label of a condition."""
    name = said.partition(".")[0]
    if name in entity.specs():
        return said
    for condition in entity.conditions:
        if said.casefold() in (condition.id.casefold(), condition.label.casefold()) and condition.holds != "word":
            return condition.field
    called = [spec for spec in entity.specs().values() if said.casefold() == spec.label.casefold()]
    # A printed value and what is left of it may share a label (Health): the tracker is meant.
    called.sort(key=lambda spec: not spec.adjust)
    return called[0].name if called else said


def adjust(session: Session, text: str) -> list[Event]:
    """`UNIT FIELD VALUE why…`"""
    said = words(text)
    if len(said) < 3:
        raise InvalidInput("an adjustment names a unit, a field and a value", hint=ADJUST)
    of, entity = entity_named(session.table, said[0])
    field = field_named(entity, said[1])
    value, why = said[2], " ".join(said[3:])
    if value[:1] in "+-−" and isinstance(entity.get(field) or 0, int):
        return session.adjust(of, field, change=whole(value, ADJUST), why=why)
    return session.adjust(of, field, typed_value(entity, field, value.removeprefix("=")), why=why)


def touch(session: Session, text: str, *, ends: bool = False) -> list[Event]:
    """`UNIT UNIT why…`: two units touch from now on, or no longer."""
    said = words(text)
    if len(said) < 2:
        raise InvalidInput("two units are wanted", hint="touch UNIT UNIT, part UNIT UNIT")
    (a, _), (b, _) = entity_named(session.table, said[0]), entity_named(session.table, said[1])
    why = " ".join(said[2:])
    return session.disconnect(a, b, why) if ends else session.connect(a, b, why=why)


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
        return session.overrule(session.request.key, answer_of(session.request, said[1]), why)
    keys = list(session.run.context.tallies)
    place = whole(said[0], f"1 to {len(keys)}, or answer")
    if not 1 <= place <= len(keys):
        raise InvalidInput(f"there is no line {place}", hint="overrule alone lists them")
    return session.overrule(keys[place - 1], whole(said[1], "a whole number"), why)
