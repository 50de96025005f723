"""Typed manual adjustments: `adjust aya ki -1`, `touch aya chiyo`, and rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable, Unit
from companion.frontend.answers import yes_no
from companion.frontend.entity_form import EntityFields
from companion.frontend.form import Choice
from companion.frontend.items import list_of
from companion.frontend.naming import entity_named, entity_names, field_named, longest_name, meant, typed_words
from companion.frontend.numbers import item_at, whole
from companion.frontend.request_words import ask_of
from companion.frontend.rulings import RulingBook
from companion.frontend.values import typed_value
from companion.frontend.wording import spaced
from companion.play.lists import LISTS, is_list, with_item

ADJUST = "adjust UNIT FIELD VALUE, why: a number with + or - adds to it, =-1 sets it, yes, no and none are known"


def adjust(session: Session, text: str) -> list[Event]:
    """`UNIT FIELD VALUE why…`"""
    typed = typed_words(text)
    if len(typed) < 3:
        raise InvalidInput("an adjustment names a unit, a field and a value", hint=ADJUST)
    table = session.table
    of, typed = longest_name(typed, list(entity_names(table).values()), keep=2)
    id_ = entity_named(table, of)
    entity = table.find(id_)
    labels = [(spec.label,) for spec in entity.specs().values()] + [
        (condition.label,) for condition in entity.conditions
    ]
    named, typed = longest_name(typed, labels, keep=1)
    field = field_named(entity, named)
    if typed[0][:1] in ("+", "-", "−") and is_list(entity, field):
        items, why = with_item(entity, field, typed)
        return session.adjust(id_, field, items, why=why)
    if _holds_records(entity, field) and typed[0].casefold() != "none":
        raise InvalidInput(f"{entity.specs()[field].label} are changed one at a time", hint=LISTS)
    known = _names_of_values(table, entity, field)
    value, typed = longest_name(typed, known.values(), keep=0)
    why = " ".join(typed)
    found = meant(known, value)
    if len(found) == 1:
        return session.adjust(id_, field, found[0], why=why)
    if value[:1] in ("+", "-", "−") and isinstance(entity.get(field) or 0, int):
        return session.adjust(id_, field, change=whole(value, ADJUST), why=why)
    return session.adjust(id_, field, typed_value(entity, field, value.removeprefix("=")), why=why)


def _holds_records(entity: Entity, field: str) -> bool:
    spec = entity.specs().get(field)
    models = entity.miniatures if isinstance(entity, Unit) else ()
    return spec is not None and list_of(spec)[0] == "records" and (not models or entity.get(field) is not models)


def _names_of_values(table: AnyTable, entity: Entity, path: str) -> dict[Any, tuple[str, ...]]:
    """What a field may hold where it is one of several in a form, each value with its names."""
    form = EntityFields()
    fields = [*form.belonging(table, entity), *(form.game(table) if entity is table else ())]
    # Who has won is in no form: the end of a game says it.
    sides = [(side.id, side.name) for side in table.sides.values()] if path == "over_winner" else []
    found = next((field for field in fields if field.key.path == path), None) or form.at(entity, path)
    options = found.options if isinstance(found, Choice) else sides
    return {value: (str(value), label) for value, label in options if value is not None}


def touch(session: Session, text: str, *, ends: bool = False) -> list[Event]:
    """`UNIT UNIT [FLAG=VALUE…] why…`: two units touch from now on, or no longer. A flag is that of the first unit."""
    typed = typed_words(text)
    if len(typed) < 2:
        raise InvalidInput("two units are wanted", hint="touch UNIT UNIT, part UNIT UNIT")
    table = session.table
    names = list(entity_names(table).values())
    first, typed = longest_name(typed, names, keep=1)
    second, typed = longest_name(typed, names, keep=0)
    a, b = entity_named(table, first), entity_named(table, second)
    if ends:
        return session.disconnect(a, b, " ".join(typed))
    flags: dict[str, bool | int | str] = {}
    while typed and "=" in typed[0]:
        name, _, value = typed.pop(0).partition("=")
        flags[_flag(table.spec.contact_flags, name)] = _flag_value(value)
    return session.connect(a, b, flags, " ".join(typed))


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
    """What may be overruled now, numbered: every number of the open procedure, and the answer to the open prompt."""
    if session.run is None:
        return []
    numbers = [f"{place}. {tally.sentence()}" for place, tally in enumerate(session.run.context.tallies.values(), 1)]
    return [*numbers, "answer. An answer to this prompt that the rules do not allow"]


def overrule(book: RulingBook, session: Session, text: str) -> list[Event]:
    """`NUMBER VALUE why…` for a computed number, `answer "VALUE" why…` for the open prompt."""
    typed = typed_words(text)
    if len(typed) < 2 or session.run is None or session.request is None:
        raise InvalidInput(
            "a ruling names a line of the list and the value that counts",
            hint="overrule 1 5 why, or overrule answer 'the answer' why",
        )
    why = " ".join(typed[2:])
    if typed[0].casefold() == "answer":
        return book.overrule(session.request.key, ask_of(session.request, session.table).answer(typed[1]), why)
    keys = list(session.run.context.tallies)
    key = item_at(keys, typed[0])
    if key is None:
        raise InvalidInput(f"there is no line {typed[0]}", hint="overrule alone lists them")
    return book.overrule(key, whole(typed[1], "a whole number"), why)
