"""A panel whose rows are fields: ticked, counted, chosen or typed. The unit card and the unit form are made of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.table import Entity, Table
from companion.frontend.numbers import whole
from companion.frontend.wording import refusal, titled
from companion.tui.commands import ACCEPT, LESS, MORE, Command, handles
from companion.tui.fields import LABEL_WIDTH, NARROW_LABEL, Field, counted, field_line, fields, flag_value
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.screens.list_panel import ListPanel
from companion.tui.sizes import NORMAL
from companion.tui.widgets.lines import LineList, Row

COUNTED = ("count", "flag")


class FieldPanel(ListPanel[None]):
    """Fields of entities in rows. A subclass says where a value goes (`put`) and how an entity is found."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "command('more')", show=False),
        Binding("left", "command('less')", show=False),
    ]
    fixed_hint: ClassVar[str] = "This is not changed here."

    def __init__(self, title: str | Content = "") -> None:
        super().__init__(title, lines=LineList(id="fields"))

    def entity(self, of: str) -> Entity:
        """The entity of this id."""
        raise NotImplementedError

    def put(self, field: Field, value: Any) -> str:
        """Sets a field; what is wrong in words, or nothing."""
        raise NotImplementedError

    # -- rows -----------------------------------------------------------------------------------------------------

    def label_width(self) -> int:
        """Cells for the labels."""
        return LABEL_WIDTH if self.size.width >= NORMAL else NARROW_LABEL

    def place_rows(self, of: str, place: str, title: Content, table: Table[Any, Any] | None = None) -> Iterator[Row]:
        """The fields of one place of an entity under a heading; nothing where it has none."""
        entity = self.entity(of)
        found = list(fields(entity, place))
        if found:
            yield Row(None, title, heading=True)
        yield from (self.field_row(field, table) for field in found)

    def field_row(self, field: Field, table: Table[Any, Any] | None = None) -> Row:
        """One field with its value."""
        return Row(field, field_line(self.entity(field.of), field, table, self.label_width()))

    # -- commands -------------------------------------------------------------------------------------------------

    def marked(self) -> Field | None:
        """The field under the mark."""
        value = self.lines.value
        return value if isinstance(value, Field) else None

    def is_enabled(self, command: Command) -> bool:
        """Signs need something that counts, enter something that can be set."""
        field = self.marked()
        if command in (MORE, LESS):
            return field is not None and field.kind in COUNTED
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Enter sets."""
        return "set" if command is ACCEPT else super().short(command)

    def moved(self) -> None:
        """The whole label and what the ruleset says of it stand under the list."""
        field = self.marked()
        self.remark(field.description() if field is not None else "")

    @handles(LESS)
    def less(self) -> None:
        """One less."""
        self._count(-1)

    @handles(MORE)
    def more(self) -> None:
        """One more."""
        self._count(1)

    def _count(self, by: int) -> None:
        field = self.marked()
        if field is not None:
            self._set(field, counted(self.entity(field.of), field, by))

    @handles(ACCEPT)
    def accept(self) -> None:
        """Ticks, asks for one of several, or for a value to type."""
        field = self.marked()
        if field is None:
            return
        value = self.entity(field.of).get(field.path)
        if field.kind == "flag":
            self._set(field, flag_value(field, not value))
        elif field.kind == "choice":
            self._choose(field, value)
        elif field.kind in ("count", "text"):
            self.open_over(
                TextPrompt(
                    f"{titled(field.label)}: another value",
                    "" if value is None else str(value),
                    check=lambda text: self._fault(field, text),
                ),
                lambda text: self._set(field, _read(field, text)) if text is not None else None,
            )
        else:
            self.remark(self.fixed_hint)

    def _choose(self, field: Field, value: Any) -> None:
        # None closes the panel with nothing chosen, so each choice goes by its place.
        places = [(place, label) for place, (_, label) in enumerate(field.choices)]
        at = next((place for place, (known, _) in enumerate(field.choices) if known == value), 0)
        self.open_over(
            PickOne(titled(field.label), places, at),
            lambda place: self._set(field, field.choices[place][0]) if place is not None else None,
        )

    def _fault(self, field: Field, text: str) -> str:
        try:
            return self.check(field, _read(field, text))
        except InvalidInput as fault:
            return refusal(fault)

    def check(self, field: Field, value: Any) -> str:
        """What is wrong with a value before it is set, in words, or nothing."""
        return ""

    def _set(self, field: Field, value: Any) -> None:
        fault = self.put(field, value)
        self.redraw()
        self.complain(fault)


def _read(field: Field, text: str) -> Any:
    """The typed text as this kind of field keeps it. Raises InvalidInput where a number is wanted and none is typed."""
    return whole(text, f"{field.label} is a whole number") if field.kind == "count" else text
