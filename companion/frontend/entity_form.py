"""The fields of units, sides and tables that players may set, as a form has them: made from their declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Condition, Entity, Record
from companion.engine.state.paths import is_nested, option_path, split_path
from companion.engine.state.table import AnyTable, Model, Side, Unit
from companion.engine.wording import singular, value_words
from companion.frontend.answers import NO, YES
from companion.frontend.entry_texts import NOTHING, Explained, base_name, explanations
from companion.frontend.form import NAMELESS, Choice, Field, Fixed, Flag, Number, Put, Text, option_field, right
from companion.frontend.grammar import Grammar
from companion.frontend.items import (
    Member,
    first_number,
    items_of,
    kind_of_list,
    member_of,
    members,
    new_record,
    with_items,
    words_of_item,
)
from companion.frontend.saying.sentences import refusal
from companion.frontend.typed import is_whole, whole


class FieldKey(NamedTuple):
    """A field of an entity; in a list of items also the place there, one past the last for the row that adds."""

    of: str
    path: str
    place: int = -1


@dataclass(eq=False, kw_only=True)
class RecordField(Field):
    """A printed record such as a weapon, which has a form of its own; without a value it is one that is added.

    `what` it is, what a new one begins as, the list it is `of`, and what the game's tables know.
    """

    what: str
    fresh: Callable[[], Record]
    of: str
    known: Callable[[], Explained]


def _accepted(of: str, path: str, value: Any) -> str:
    return ""


@dataclass(kw_only=True)
class EntityFields:
    """Makes the fields of entities. `put` and `check` take the id of an entity, a path and a value.

    `known` is what the game's tables say, asked for when it is needed. `new`: a unit that nobody has given anything,
    so that the first own item of a list takes the place of the usual one. `reason`: why others are not set here.
    `gauge` draws a tracker beside its number.
    """

    put: Callable[[str, str, Any], str] = _accepted
    check: Callable[[str, str, Any], str] = _accepted
    known: Callable[[], Explained] = lambda: NOTHING
    new: bool = False
    reason: str = "This is not changed here."
    gauge: Callable[[Entity, FieldSpec], str] = lambda entity, spec: ""

    def common(self, entity: Entity, path: str, label: str, why: str = "") -> dict[str, Any]:
        """What fields of every kind have."""
        return {
            "key": FieldKey(entity.id, path),
            "label": label,
            "value": entity.get(path),
            "put": partial(self.put, entity.id, path),
            "check": partial(self.check, entity.id, path),
            "why": why,
        }

    def place(self, entity: Entity, place: str, table: AnyTable | None = None) -> Iterator[Field]:
        """The fields of one place on the card (`trackers`, `conditions`, `stats`, `lists`), in the order declared."""
        with_conditions = {split_path(c.field)[0] for c in entity.conditions}
        listed: set[str] = set()
        for condition in entity.conditions:
            spec = entity.specs()[split_path(condition.field)[0]]
            # A condition kept in a map has a row of its own, wherever the map itself would stand.
            where = "conditions" if is_nested(condition.field) else spec.place
            if where == place and condition.field not in listed:
                listed.add(condition.field)
                yield self._condition(entity, condition, spec)
        # What players write themselves is last: weapons and traits come before it.
        for spec in sorted(entity.specs().values(), key=lambda spec: spec.name in ("notes", "mark")):
            if spec.name in with_conditions or spec.name in ("name", "side") or _holds_models(entity, spec):
                continue
            if spec.place == place:
                yield self._field(entity, spec, table)

    def at(self, entity: Entity, path: str) -> Field | None:
        """The field at this path; None where nothing is declared there."""
        specs = entity.specs()
        for condition in entity.conditions:
            if condition.field == path:
                return self._condition(entity, condition, specs[split_path(path)[0]])
        return self._field(entity, specs[path], None) if path in specs else None

    def belonging(self, table: AnyTable, entity: Entity) -> Iterator[Field]:
        """What a unit or side is called, and whose a unit is."""
        if isinstance(entity, (Unit, Side)):
            yield Text(**self.common(entity, "name", "name"))
        if isinstance(entity, Unit):
            sides = [(side.id, side.name) for side in table.sides.values()]
            yield Choice(options=sides, **self.common(entity, "side", "side", "part it first from those it touches"))

    def game(self, table: AnyTable) -> Iterator[Field]:
        """Where the game stands: round, phase, whose turn; and its end, where players end it before the rules do."""
        phases = [(p.id, p.title) for p in table.spec.phases]
        sides = [(None, "nobody"), *((s.id, s.name) for s in table.sides.values())]
        yield Number(lo=0, **self.common(table, "round", table.spec.round_word))
        yield Choice(options=phases, **self.common(table, "phase", "phase"))
        yield Choice(options=sides, **self.common(table, "active", "whose turn"))
        yield Text(
            **self.common(table, "over_why", "over because", "why it has ended, if you end it before the rules do")
        )
        yield Choice(options=sides, **self.common(table, "over_winner", "who won", "nobody: a draw"))

    def options(self, table: AnyTable) -> Iterator[Field]:
        """The options that the ruleset declares, as this table plays with them."""
        for option in table.spec.options:
            path = option_path(option.name)
            key = FieldKey(table.id, path)
            yield option_field(option, table.get(path), partial(self.put, table.id, path), key)

    def _condition(self, entity: Entity, condition: Condition, spec: FieldSpec) -> Field:
        why = f"{condition.text}{' — until ' + condition.ends if condition.ends else ''}"
        if condition.holds == "word":
            ids = [(c.id, c.label) for c in entity.conditions if c.field == condition.field]
            common = self.common(entity, condition.field, spec.label, spec.help)
            return Choice(options=[(spec.default, "none"), *ids], **common)
        common = self.common(entity, condition.field, condition.label, why)
        # A nested condition that is off is not there at all.
        without = None if is_nested(condition.field) else spec.default
        if condition.holds == "flag":
            return Flag(no=without, **common)
        if condition.holds == "count":
            return Number(lo=0, nought=without, shown=str(common["value"] or 0), **common)
        return Fixed(reason=self.reason, shown=value_words(common["value"]), **common)

    def _field(self, entity: Entity, spec: FieldSpec, table: AnyTable | None) -> Field:
        common = self.common(entity, spec.name, spec.label, spec.help)
        value, title = common["value"], table.title if table is not None else str
        if kind_of_list(spec.type)[0]:
            return Items(member=member_of(spec), spec=spec, entity=entity, make=self, **common)
        if spec.choices:
            return Choice(options=[(c, spec.worded(c) or "none") for c in spec.choices], **common)
        if spec.kind == "int":
            lo, hi = spec.bounds(entity)
            counts = spec.place == "trackers" and hi is not None
            most = spec.suffix or (f" of {hi}" if counts else "")
            shown = None if value is None else f"{value}{most}"
            # What keeps a unit in the game is in pips at the top of its card; of nothing there is nothing to draw.
            gauge = self.gauge(entity, spec) if spec.glyph and value and not spec.vital else ""
            return Number(lo=lo, hi=hi, shown=shown, gauge=gauge, **common)
        if spec.kind == "bool":
            return Flag(**common)
        if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (str, int)):
            return Fixed(reason=self.reason, shown="\n".join(value_words(v, title) for v in value), **common)
        if spec.kind == "text":
            return Text(shown=value_words(value, str if spec.is_word(value) else title), **common)
        return Fixed(reason=self.reason, shown=value_words(value, title), **common)


@dataclass(eq=False, kw_only=True)
class Items(Field):
    """A list whose items are fields of their own: words typed in place, and records."""

    member: Member
    spec: FieldSpec
    entity: Entity
    make: EntityFields

    def items(self) -> list[Field]:
        """One field an item."""
        held = [self.value] if self.member.kind == "record" else items_of(self.value)
        return [self._item(place, item) for place, item in enumerate(held)]

    def rows(self) -> list[Field]:
        """The items, and the field that adds one."""
        adding = self.adding()
        return [*self.items(), *([adding] if adding is not None else [])]

    def read(self, text: str) -> Any:
        """All items, with commas between them."""
        return Grammar(self.make.known()).read(self.member, text)

    def adding(self) -> Field | None:
        """The field that adds an item, if there may be one more."""
        return None if self.member.kind == "record" else self._item(len(items_of(self.value)), None)

    def _item(self, place: int, item: Any) -> Field:
        alone, new = self.member.kind == "record", item is None
        path, known = self.spec.name, self.make.known
        # What stands there is what a unit has that nobody has given anything.
        blank = new and self.make.new and self.value == self.spec.default and len(items_of(self.value)) == 1
        at = 0 if blank else place
        words = f"+ {singular(self.label).lower()}" if new else words_of_item(self.spec.called(item))

        def held(*made: Any) -> Any:
            """The list with these in the place of this one; a record that is alone is no list."""
            if alone:
                return made[0]
            value = self.entity.get(path)
            items = items_of(value)
            items[at : at + 1] = made
            return with_items(value, items)

        common: dict[str, Any] = {
            "key": FieldKey(self.entity.id, path, place),
            "label": self.label,
            "value": item,
            "shown": words,
            "why": self.why,
            "put": lambda made: self.put(held(made)),
            "check": lambda made: self.check(held(made)),
            "told": lambda: () if new else explanations(path, item, known()),
            **typing_help(path, known),
            # Of a list, its first row has the label.
            "head": "" if place > 0 else None,
            "faint": new and place > 0,
        }
        if not alone and not new:
            common["drop"] = lambda: self.put(held())
            # In a table of names each stands once.
            common["again"] = None if self.member.kind == "entries" else lambda: self.put(held(item, item))
        # On to the row that adds another: weapons and traits are typed one after the other.
        after = FieldKey(self.entity.id, path, at + 1)
        if self.member.kind in ("record", "records"):
            then = after if new else None
            fresh = partial(new_record, self.member.of)
            return RecordField(what=singular(self.label), fresh=fresh, of=path, known=known, then=then, **common)
        return Text(
            as_typed="" if new else words,
            reads=lambda typed: Grammar(known()).item(self.member, typed),
            then=after,
            **common,
        )


def _holds_models(entity: Entity, spec: FieldSpec) -> bool:
    """Whether these are the minis of a unit: they have fields of their own."""
    value = getattr(entity, spec.name)
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Model)


def typing_help(of: str, known: Callable[[], Explained]) -> dict[str, Callable[[str], str]]:
    """What a form says while entries of the list `of` are typed, by the names that its fields have for it."""

    def doubt(typed: str) -> str:
        grammar = Grammar(known())
        names = (base_name(word.strip()) for word in typed.split(",") if grammar.is_closed(of))
        new = (name for name in names if name.casefold() not in grammar.known.texts)
        said = (grammar.doubt(name, of, [of], f"no table has {name}: you apply it yourselves") for name in new)
        return next(filter(None, said), "")

    def whole(typed: str) -> str:
        before, comma, last = typed.rpartition(",")
        found = Grammar(known()).whole(last, [of])
        return typed if found == last else f"{before}{comma}{' ' if comma else ''}{found}"

    return {"like": lambda typed: Grammar(known()).like(typed.rpartition(",")[2], [of]), "doubt": doubt, "whole": whole}


def record_fields(
    record: Record, put: Put = right, check: Put = right, of: str = "", known: Explained = NOTHING
) -> list[Field]:
    """The fields of a record as a form has them, by their names; `put` takes each new state of the record.

    What `check` says against such a state stands beside what is typed. The record is an item of the list `of`; what
    the tables have `known` is told while names are typed.
    """
    return [_record_field(record, member, put, check, known, of) for member in members(type(record))]


def _record_field(record: Record, member: Member, put: Put, check: Put, known: Explained, of: str) -> Field:
    name, hint, optional = member.name, member.hint, member.optional
    value = getattr(record, name)

    def given_to(take: Put, other: Any) -> str:
        try:
            made = replace(record, **{name: other})
        except InvalidInput as fault:
            return refusal(fault)
        return take(made) or ""

    common: dict[str, Any] = {"key": name, "label": member.labels[0], "value": value}
    common |= {"put": partial(given_to, put), "check": partial(given_to, check)}
    common |= typing_help(of if name == "name" else name, lambda: known)
    if member.words:
        words = [(one, str(one)) for one in member.words.values()]
        return Choice(options=[(None, "-"), *words] if optional else words, **common)
    if hint is bool:
        return Flag(**common)
    if hint is int:
        return Number(optional=optional, **common)
    if hint is not str and not member.kind:
        return Fixed(reason="this is set in the roster file", shown=_typed(value), **common)
    needed = NAMELESS if name == "name" else ""
    return Text(reads=partial(Grammar(known).read, member), needed=needed, as_typed=_member_words(value), **common)


def _member_words(value: Any) -> str:
    """A text or list of a record as it could be typed."""
    if value is None:
        return "-"
    return ", ".join(map(_typed, items_of(value))) if isinstance(value, (tuple, Mapping)) else str(value)


def _typed(item: Any) -> str:
    if not isinstance(item, Record):
        return words_of_item(item)
    number = getattr(item, first_number(type(item)) or "name")
    return f"{getattr(item, 'name', '')} {number}" if isinstance(number, int) else str(getattr(item, "name", ""))


def typed_value(entity: Entity, path: str, word: str) -> Any:
    """A typed word as a form reads it into this field; `none` empties it.

    Of a field that is in no form it is yes, no, a number or the word. Raises InvalidInput with what is wanted.
    """
    field = EntityFields().at(entity, path)
    if word.casefold() == "none":
        return () if isinstance(field, Items) else None
    if any(condition.holds == "list" for condition in entity.conditions if condition.field == path):
        return tuple(word.split(","))
    if field is not None and not isinstance(field, Fixed):
        return field.read(word)
    if word.casefold() in (*YES, *NO):
        return word.casefold() in YES
    return whole(word) if is_whole(word) else word


def typed_option(option: RuleOption, word: str) -> bool | int | str:
    """A typed word as the value of an option. Raises InvalidInput with what is allowed if it cannot be that."""
    return option.checked(option_field(option, option.default).read(word))
