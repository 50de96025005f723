"""The fields of a unit that players may adjust, made from its declarations; and how each is set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field as extra
from typing import Any

from textual.content import Content
from textual.style import Style

from companion.engine.frozen import frozen
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Condition, Entity
from companion.engine.state.paths import is_nested, option_of, option_path, split_path
from companion.engine.state.table import AnyTable, Model, Side, Unit
from companion.frontend.wording import titled, value_words
from companion.tui.cards import tracker_text
from companion.tui.look.rows import wrapped
from companion.tui.text import clean, plain

_SIGNS = (("− ", -1), (" +", 1))
LABEL_WIDTH, NARROW_LABEL = 26, 16
"""Cells for the labels of a form, and in a narrow terminal."""


@frozen
class Field:
    """One thing to set: a field of an entity, or a condition kept in one. Known by its entity and its path."""

    of: str
    path: str
    label: str = extra(compare=False)
    kind: str = extra(compare=False)
    """`count`, `flag`, `choice`, `text`, or `fixed` if it cannot be set here."""
    choices: tuple[tuple[Any, str], ...] = extra(default=(), compare=False)
    """For a choice: each value with its label."""
    spec: FieldSpec | None = extra(default=None, compare=False)
    lo: int | None = extra(default=None, compare=False)
    hi: int | None = extra(default=None, compare=False)
    without: Any = extra(default=None, compare=False)
    """The value that a nested field gets at 0."""
    help: str = extra(default="", compare=False)

    def description(self) -> str:
        """The whole label, the numbers that are allowed, and what the ruleset says of it."""
        bounds = f", {self.lo} to {self.hi}" if self.lo is not None and self.hi is not None else ""
        return titled(self.label) + bounds + (f": {self.help}" if self.help else "")


def fields(entity: Entity, place: str) -> Iterator[Field]:
    """The fields of one place on the card (`trackers`, `conditions`, `stats`, `lists`), in the order declared."""
    with_conditions = {split_path(c.field)[0] for c in entity.conditions}
    listed: set[str] = set()
    for condition in entity.conditions:
        spec = entity.specs()[split_path(condition.field)[0]]
        # A condition kept in a map has a row of its own, wherever the map itself would stand.
        where = "conditions" if is_nested(condition.field) else spec.place
        if where == place and condition.field not in listed:
            listed.add(condition.field)
            yield _condition(entity, condition, spec)
    # What players write themselves is last: weapons and traits come before it.
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
    text = f"{condition.text}{' — until ' + condition.ends if condition.ends else ''}"
    if condition.holds == "word":
        ids = [(c.id, c.label) for c in entity.conditions if c.field == condition.field]
        return Field(entity.id, condition.field, spec.label, "choice", ((spec.default, "none"), *ids), help=spec.help)
    kind = {"flag": "flag", "count": "count"}.get(condition.holds, "fixed")
    without = None if is_nested(condition.field) else spec.default
    return Field(entity.id, condition.field, condition.label, kind, lo=0, without=without, help=text)


def _field(entity: Entity, spec: FieldSpec) -> Field:
    lo, hi = spec.bounds(entity)
    if spec.choices:
        choices = tuple((c, spec.worded(c) or "none") for c in spec.choices)
        return Field(entity.id, spec.name, spec.label, "choice", choices, help=spec.help)
    kind = {"int": "count", "bool": "flag", "text": "text"}.get(spec.kind, "fixed")
    return Field(entity.id, spec.name, spec.label, kind, (), spec, lo, hi, help=spec.help)


def belonging_fields(table: AnyTable, entity: Entity) -> Iterator[Field]:
    """What a unit or side is called, and whose a unit is."""
    if isinstance(entity, (Unit, Side)):
        yield Field(entity.id, "name", "name", "text", (), entity.specs()["name"])
    if isinstance(entity, Unit):
        sides = tuple((side.id, side.name) for side in table.sides.values())
        yield Field(entity.id, "side", "side", "choice", sides, help="part it first from those it touches")


def game_fields(table: AnyTable) -> Iterator[Field]:
    """Where the game stands: round, phase, whose turn."""
    phases = tuple((p.id, p.title) for p in table.spec.phases)
    sides = ((None, "nobody"), *((s.id, s.name) for s in table.sides.values()))
    yield Field("table", "round", table.spec.round_word, "count", lo=0)
    yield Field("table", "phase", "phase", "choice", phases)
    yield Field("table", "active", "whose turn", "choice", sides)


def option_fields(table: AnyTable) -> Iterator[Field]:
    """The options that the ruleset declares, as this table plays with them."""
    for option in table.spec.options:
        kind = "flag" if isinstance(option.default, bool) else "count"
        if option.choices:
            kind = "choice"
        choices = tuple((c, str(c).replace("_", " ")) for c in option.choices)
        yield Field(
            "table",
            option_path(option.name),
            option.label,
            kind,
            choices,
            lo=option.lo,
            hi=option.hi,
            without=0,
            help=option.why,
        )


def value_content(entity: Entity, field: Field, table: AnyTable | None = None) -> Content:
    """The value as it stands, with the signs that change it; a table gives ids their names."""
    value = entity.get(field.path)
    suffix = field.spec.suffix if field.spec is not None else ""
    if field.kind == "count":
        number = value or 0
        # What keeps a unit in the game is in pips at the top of its card; of nothing there is nothing to draw.
        drawn = field.spec is not None and field.spec.glyph and value and not field.spec.vital
        gauge = f"  {tracker_text(entity, field.spec)}" if drawn and field.spec is not None else ""
        counts = field.spec is not None and field.spec.place == "trackers" and field.hi is not None
        most = suffix or (f" of {field.hi}" if counts else "")
        shown = "–" if value is None else f"{number}{most}"
        return Content.assemble(counted_content(shown), plain(gauge))
    if field.kind == "flag":
        return Content.styled("yes" if value else "no", "bold")
    if field.kind == "choice":
        return plain(next((label for v, label in field.choices if v == value), value_words(table, value)), "bold")
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (str, int)):
        return Content("\n").join(plain(value_words(table, v)) for v in value)
    return plain(value_words(table, value))


def counted_content(shown: str) -> Content:
    """`− 2 of 3 +`; a tap on a sign counts, as `count` in its meta says."""
    less, more = (Content.styled(sign, "bold").stylize(Style.from_meta({"count": by})) for sign, by in _SIGNS)
    return Content.assemble(less, plain(shown, "bold"), more)


def field_line(entity: Entity, field: Field, table: AnyTable | None = None, wide: int = LABEL_WIDTH) -> Content:
    """Label and value in one row; long values are below their label."""
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
    return field.without if after == 0 and is_nested(field.path) else after


def flag_value(field: Field, on: bool) -> Any:
    """The value that means yes or no; a nested condition that is off is not there at all."""
    if on:
        return True
    return None if is_nested(field.path) and option_of(field.path) is None else False
