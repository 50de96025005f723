"""The fields of a unit that players may adjust, made from its declarations; and how each is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field as extra
from typing import Any

from textual.content import Content

from companion.engine.frozen import frozen
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.paths import option_of
from companion.engine.state.table import Condition, Entity, Model, Table
from companion.frontend.wording import titled, value_words
from companion.tui.cards import tracker_text
from companion.tui.look.rows import wrapped
from companion.tui.text import clean, plain

LABEL_WIDTH, NARROW_LABEL = 26, 16
"""Cells for the labels of a form, and in a narrow terminal."""


@frozen
class Field:
    """One thing to set: a field of an entity, or a condition kept in one. Known by its entity and its path."""

    of: str
    path: str
    label: str = extra(compare=False)
    kind: str = extra(compare=False)
    """`count`, `flag`, `choice`, `text`, or `fixed` where it cannot be set here."""
    choices: tuple[tuple[Any, str], ...] = extra(default=(), compare=False)
    """For a choice: each value with its label."""
    spec: FieldSpec | None = extra(default=None, compare=False)
    lo: int | None = extra(default=None, compare=False)
    hi: int | None = extra(default=None, compare=False)
    without: Any = extra(default=None, compare=False)
    """The value that a nested field gets at 0."""
    help: str = extra(default="", compare=False)

    def description(self) -> str:
        """The whole label, and what the ruleset says of it."""
        return titled(self.label) + (f": {self.help}" if self.help else "")


def fields(entity: Entity, place: str) -> Iterator[Field]:
    """The fields of one place on the card (`trackers`, `conditions`, `stats`, `lists`), in the order declared."""
    with_conditions = {c.field.partition(".")[0] for c in entity.conditions}
    listed: set[str] = set()
    for condition in entity.conditions:
        spec = entity.specs()[condition.field.partition(".")[0]]
        # A condition kept in a map has a row of its own, wherever the map itself would stand.
        where = "conditions" if "." in condition.field else spec.place
        if where == place and condition.field not in listed:
            listed.add(condition.field)
            yield _condition(entity, condition, spec)
    # What players write themselves stands last: weapons and traits come before it.
    for spec in sorted(entity.specs().values(), key=lambda spec: spec.name in ("notes", "mark")):
        if spec.name in with_conditions or spec.name in ("name", "side") or _holds_models(entity, spec):
            continue
        if spec.place == place:
            yield _field(entity, spec)


def _holds_models(entity: Entity, spec: FieldSpec) -> bool:
    """Whether these are the minis of a unit: they have fields of their own."""
    value = getattr(entity, spec.name)
    return isinstance(value, tuple) and bool(value) and isinstance(value[0], Model)


def _condition(entity: Entity, condition: Condition, spec: FieldSpec) -> Field:
    of = str(getattr(entity, "id", ""))
    text = f"{condition.text}{' — until ' + condition.ends if condition.ends else ''}"
    if condition.holds == "word":
        ids = [(c.id, c.label) for c in entity.conditions if c.field == condition.field]
        return Field(of, condition.field, spec.label, "choice", ((spec.default, "none"), *ids), help=spec.help)
    kind = {"flag": "flag", "count": "count"}.get(condition.holds, "fixed")
    nested = "." in condition.field
    return Field(of, condition.field, condition.label, kind, lo=0, without=None if nested else spec.default, help=text)


def _field(entity: Entity, spec: FieldSpec) -> Field:
    of = str(getattr(entity, "id", ""))
    lo, hi = spec.bounds(entity)
    if spec.choices:
        choices = tuple((c, spec.worded(c) or "none") for c in spec.choices)
        return Field(of, spec.name, spec.label, "choice", choices, help=spec.help)
    kind = {"int": "count", "bool": "flag", "text": "text"}.get(spec.kind, "fixed")
    return Field(of, spec.name, spec.label, kind, (), spec, lo, hi, help=spec.help)


def game_fields(table: Table[Any, Any]) -> Iterator[Field]:
    """Where the game stands: round, phase, whose turn."""
    phases = tuple((p.id, p.title) for p in table.spec.phases)
    sides = ((None, "nobody"), *((s.id, s.name) for s in table.sides.values()))
    yield Field("table", "round", table.spec.round_word, "count", lo=0)
    yield Field("table", "phase", "phase", "choice", phases)
    yield Field("table", "active", "whose turn", "choice", sides)


def option_fields(table: Table[Any, Any]) -> Iterator[Field]:
    """The options that the ruleset declares, as this table plays with them."""
    for option in table.spec.options:
        kind = "flag" if isinstance(option.default, bool) else "count"
        if option.choices:
            kind = "choice"
        choices = tuple((c, str(c).replace("_", " ")) for c in option.choices)
        yield Field(
            "table",
            f"options.{option.name}",
            option.label,
            kind,
            choices,
            lo=option.lo,
            hi=option.hi,
            without=0,
            help=option.why,
        )


def value_content(entity: Entity, field: Field, table: Table[Any, Any] | None = None) -> Content:
    """The value as it stands, with the signs that change it; a table gives ids their names."""
    value = entity.get(field.path)
    suffix = field.spec.suffix if field.spec is not None else ""
    if field.kind == "count":
        number = value or 0
        # What keeps a unit in the game stands in pips at the top of its card; of nothing there is nothing to draw.
        drawn = field.spec is not None and field.spec.glyph and value and not field.spec.vital
        gauge = f"  {tracker_text(entity, field.spec)}" if drawn and field.spec is not None else ""
        most = suffix or (f"/{field.hi}" if field.hi is not None else "")
        shown = "–" if value is None else f"{number}{most}"
        return Content.assemble(("− ", "bold"), plain(shown, "bold"), (" +", "bold"), plain(gauge))
    if field.kind == "flag":
        return Content.styled("[x]" if value else "[ ]", "bold")
    if field.kind == "choice":
        return plain(next((label for v, label in field.choices if v == value), value_words(table, value)), "bold")
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (str, int)):
        return Content("\n").join(plain(value_words(table, v)) for v in value)
    return plain(value_words(table, value))


def field_line(entity: Entity, field: Field, table: Table[Any, Any] | None = None, wide: int = LABEL_WIDTH) -> Content:
    """Label and value in one row; long values stand below their label."""
    label = plain(titled(clean(field.label)), "$quiet")
    value = value_content(entity, field, table)
    if "\n" in value.plain:
        return Content.assemble(label, "\n", value)
    return labelled(label, value, wide)


def labelled(label: Content, value: Content, wide: int) -> Content:
    """A label in its column with the value beside it; one that is longer goes on below."""
    first, *more = wrapped(label, wide)
    head = Content.assemble(first.extend_right(max(0, wide - first.cell_length)), " ", value)
    return Content("\n").join([head, *more])


def counted(entity: Entity, field: Field, by: int) -> Any:
    """The value after counting up or down; its bounds are checked where it is set."""
    value = entity.get(field.path)
    if field.kind == "flag":
        return flag_value(field, by > 0)
    after = (value or 0) + by
    return field.without if after == 0 and "." in field.path else after


def flag_value(field: Field, on: bool) -> Any:
    """The value that means yes or no; a nested condition that is off is not there at all."""
    if on:
        return True
    return None if "." in field.path and option_of(field.path) is None else False
