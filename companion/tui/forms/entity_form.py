"""A form of the fields of entities: the card of a unit, a side or the game, and the form of a unit before it plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from textual.content import Content

from companion.engine.state.entity import Entity
from companion.engine.state.table import AnyTable
from companion.frontend.entity_form import EntityFields, Entry, FieldKey, Items
from companion.frontend.form import Field, Number
from companion.frontend.wording import titled
from companion.tui.cards import tracker_text
from companion.tui.commands import ACCEPT, handles
from companion.tui.forms.form_screen import FormScreen, gap
from companion.tui.sizes import ROOMY
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import Row


class EntityForm(FormScreen[None]):
    """Fields of entities in rows, made by `make`. A subclass says how an entity is found."""

    label_widths: ClassVar[tuple[int, int]] = (26, 16)

    def __init__(self, title: str, make: EntityFields) -> None:
        super().__init__(title)
        self.make = make

    def entity(self, of: str) -> Entity:
        """The entity of this id."""
        raise NotImplementedError

    def section(self, title: Content) -> Iterator[Row]:
        """A heading, with a blank row before it if there is room."""
        if self.size.height >= ROOMY:
            yield gap()
        yield Row(None, title, heading=True)

    def place_rows(self, of: str, place: str, title: Content, table: AnyTable | None = None) -> Iterator[Row]:
        """The fields of one place of an entity under a heading; nothing if it has none."""
        found = list(self.make.place(self.entity(of), place, table))
        if found:
            yield from self.section(title)
        for field in found:
            if isinstance(field, Items):
                adding = field.adding()
                yield from map(self.field_row, [*field.items(), *([adding] if adding is not None else [])])
            else:
                yield self.field_row(field)

    def adding_row(self, field: Field) -> Row:
        """The row that adds to a list of which no other row is near."""
        return self.field_row(field, titled(clean(field.label)))

    def label_of(self, field: Field) -> str:
        """Of a list, its first row has the label."""
        return "" if isinstance(field.key, FieldKey) and field.key.place > 0 else super().label_of(field)

    def value_of(self, field: Field) -> Content:
        """The value as it stands; a gauge is beside a number that has one."""
        shown = super().value_of(field)
        key = field.key
        if not isinstance(key, FieldKey):
            return shown
        if field.value is None and key.place > 0:
            return plain(field.words(), "$quiet")
        spec = self.entity(key.of).specs().get(key.path)
        # What keeps a unit in the game is in pips at the top of its card; of nothing there is nothing to draw.
        if isinstance(field, Number) and spec is not None and spec.glyph and field.value and not spec.vital:
            return Content.assemble(shown, plain(f"  {tracker_text(self.entity(key.of), spec)}"))
        return shown

    @handles(ACCEPT)
    def accept(self) -> None:
        """Opens the form of a record, or sets the marked field."""
        field = self.marked()
        if isinstance(field, Entry):
            self._open(field)
        else:
            super().accept()

    def _open(self, field: Entry) -> None:
        from companion.tui.forms.record_form import RecordForm

        def put(made: Any) -> str:
            fault = field.put(made)
            self.redraw()
            return fault

        record, path = field.value or field.fresh(), getattr(field.key, "path", "")
        new, known = field.value is None, self.make.known()
        # Back on the row that adds another, if something may have been added; else on the row that was opened.
        self.open_over(
            RecordForm(field.what, record, put, new=new, of=path, explained=known),
            lambda _: self.redraw(field.key if field.then is None else field.then),
        )
