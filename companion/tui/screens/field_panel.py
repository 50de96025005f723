"""A panel whose rows are fields: ticked, counted, chosen, typed in place; lists row by row. Cards, forms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.entity import Entity, Record
from companion.engine.state.paths import option_of
from companion.engine.state.table import AnyTable, Table
from companion.frontend.explaining import NOTHING, Explained, explanations, names_like
from companion.frontend.items import items_of, list_of, new_record, read_item, singular, with_items, words_of_item
from companion.frontend.numbers import whole
from companion.frontend.wording import fault_of, refusal, titled
from companion.tui.commands import ACCEPT, DELETE, DUPLICATE, LESS, MORE, Command, handles
from companion.tui.fields import LABEL_WIDTH, NARROW_LABEL, Field, counted, field_line, fields, flag_value, labelled
from companion.tui.look.rows import at_most, wrapped
from companion.tui.screens.asking import PickOne
from companion.tui.screens.counting import CountingPage
from companion.tui.screens.page import gap
from companion.tui.sizes import NORMAL, ROOMY
from companion.tui.text import clean, plain
from companion.tui.widgets.lines import Row

COUNTED = ("count", "flag")
_NOTE_ROWS = 3
"""Rows that may say what a marked item does."""


class Item(NamedTuple):
    """One row of a list: its field and its place there; one past the last is the row that adds."""

    field: Field
    place: int


class FieldPanel(CountingPage):
    """Fields of entities in rows. A subclass says where a value goes (`put`) and how an entity is found."""

    fixed_hint: ClassVar[str] = "This is not changed here."

    def __init__(self, title: str = "") -> None:
        super().__init__(title)
        self.form.starts = self._starts
        self._explained: Explained | None = None

    def entity(self, of: str) -> Entity:
        """The entity of this id."""
        raise NotImplementedError

    def put(self, field: Field, value: Any) -> str:
        """Sets a field; what is wrong in words, or nothing."""
        raise NotImplementedError

    def tables(self) -> Explained:
        """What the game's tables say of the entries of a list; asked for once."""
        return NOTHING

    def explained(self) -> Explained:
        """What `tables` said."""
        if self._explained is None:
            self._explained = self.tables()
        return self._explained

    # -- rows -----------------------------------------------------------------------------------------------------

    def label_width(self) -> int:
        """Cells for the labels."""
        return LABEL_WIDTH if self.size.width >= NORMAL else NARROW_LABEL

    def section(self, title: Content) -> Iterator[Row]:
        """A heading, with a blank row before it if there is room."""
        if self.size.height >= ROOMY:
            yield gap()
        yield Row(None, title, heading=True)

    def place_rows(self, of: str, place: str, title: Content, table: AnyTable | None = None) -> Iterator[Row]:
        """The fields of one place of an entity under a heading; nothing if it has none."""
        entity = self.entity(of)
        found = list(fields(entity, place))
        if found:
            yield from self.section(title)
        for field in found:
            yield from self.list_rows(field) if self.is_list(field) else (self.field_row(field, table),)

    def field_row(self, field: Field, table: AnyTable | None = None) -> Row:
        """One field with its value, or with what is being typed there."""
        wide = self.label_width()
        edit = self.form.edit
        if edit is not None and edit.key == field:
            return Row(field, labelled(plain(titled(clean(field.label)), "$quiet"), edit.content(), wide))
        return Row(field, field_line(self.entity(field.of), field, table, wide))

    def is_list(self, field: Field) -> bool:
        """Whether this is a list whose items have rows of their own."""
        return field.spec is not None and field.kind == "fixed" and list_of(field.spec)[0] != ""

    def list_rows(self, field: Field) -> Iterator[Row]:
        """One row per item, and one that adds another."""
        items = self.item_rows(field)
        yield from items
        if self.may_add(field):
            yield self.adding_row(field, "" if items else titled(clean(field.label)))

    def item_rows(self, field: Field) -> list[Row]:
        """One row per item of a list, the first with the label of the list."""
        assert field.spec is not None
        kind, _ = list_of(field.spec)
        value = self.entity(field.of).get(field.path)
        items = [value] if kind == "record" else items_of(value)
        words = [plain(words_of_item(field.spec.called(item)), "bold") for item in items]
        return [
            self._item_row(Item(field, place), titled(clean(field.label)) if place == 0 else "", shown)
            for place, shown in enumerate(words)
        ]

    def may_add(self, field: Field) -> bool:
        """Whether the list may have one item more."""
        return field.spec is not None and list_of(field.spec)[0] != "record"

    def adding_row(self, field: Field, label: str = "") -> Row:
        """The row that adds an item to a list."""
        shown = plain(f"+ {singular(field.label).lower()}", "bold" if label else "$quiet")
        return self._item_row(Item(field, len(self._items(field))), label, shown)

    def _item_row(self, key: Item, label: str, shown: Content) -> Row:
        wide, edit = self.label_width(), self.form.edit
        if edit is not None and edit.key == key:
            shown = edit.content()
        first, *more = wrapped(shown, max(16, self.size.width - wide - 8))
        head = plain(label, "$quiet").truncate(wide, ellipsis=False, pad=True)
        below = (Content(" " * (wide + 3)) + line for line in more)
        return Row(key, Content("\n").join([Content.assemble(head, " ", first), *below]))

    # -- commands -------------------------------------------------------------------------------------------------

    def marked(self) -> Field | None:
        """The field under the mark."""
        value = self.lines.value
        return value if isinstance(value, Field) else None

    def item(self) -> Item | None:
        """The item of a list under the mark."""
        value = self.lines.value
        return value if isinstance(value, Item) else None

    def is_enabled(self, command: Command) -> bool:
        """Signs need something that counts, enter something that can be set, a list something to take off."""
        field, item = self.marked(), self.item()
        if command in (MORE, LESS):
            return self.form.edit is None and field is not None and field.kind in COUNTED
        if command in (DELETE, DUPLICATE):
            there = item is not None and item.place < len(self._items(item.field))
            return super().is_enabled(command) and there
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """What is done to the items of a list."""
        return {DELETE: "take off", DUPLICATE: "another one"}.get(command, super().short(command))

    def moved(self) -> None:
        """The whole label and what the ruleset says of it are under the list."""
        item = self.item()
        field = item.field if item is not None else self.marked()
        words = self._item_words(item) if item is not None else None
        self.note.show(words or plain(field.description() if field is not None else "", "$quiet"))

    def _item_words(self, item: Item) -> Content | None:
        """What the marked item does, or the names that go on as is typed; None if the tables say nothing."""
        edit, items, known = self.form.edit, self._items(item.field), self.explained()
        if edit is not None:
            names = names_like(item.field.path, edit.text, known)
            return plain(names, "$quiet") if names else None
        told = explanations(item.field.path, items[item.place], known) if item.place < len(items) else ()
        lines = [Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet")) for label, text in told]
        return Content("\n").join(at_most(lines, max(20, self.size.width - 4), _NOTE_ROWS)) if lines else None

    def count_by(self, by: int) -> None:
        """Counts the marked field."""
        field = self.marked()
        if field is not None:
            self._set(field, counted(self.entity(field.of), field, by))

    @handles(ACCEPT)
    def accept(self) -> None:
        """Ticks, asks for one of several, or lets a value be typed where it stands."""
        item, field = self.item(), self.marked()
        if item is not None:
            self._open_item(item)
        if field is None:
            return
        value = self.entity(field.of).get(field.path)
        if field.kind == "flag":
            self._set(field, flag_value(field, not value))
        elif field.kind == "choice":
            self._choose(field, value)
        elif field.kind in ("count", "text"):
            self._type(field, "" if value is None else str(value))
        else:
            self.remark(self.fixed_hint)

    def _type(self, field: Field, text: str) -> None:
        self.form.begin(
            field, text, lambda typed: self._set(field, _read(field, typed)), lambda typed: self._fault(field, typed)
        )

    def _starts(self, character: str) -> bool:
        """A digit on a number begins another number."""
        field = self.marked()
        if field is None or field.kind != "count" or not character.isdigit() or not self.is_enabled(ACCEPT):
            return False
        self._type(field, "")
        return True

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
            return self.check(field, _read(field, text.strip()))
        except InvalidInput as fault:
            return refusal(fault)

    def check(self, field: Field, value: Any) -> str:
        """What the declaration says against a value before it is set, in words, or nothing."""
        entity = self.entity(field.of)
        option = option_of(field.path) if isinstance(entity, Table) else None
        if option is not None and isinstance(entity, Table):
            return fault_of(entity.spec.checked_option, option, value)
        return fault_of(entity.checked, field.path, value)

    def _set(self, field: Field, value: Any) -> None:
        fault = self.put(field, value)
        self.redraw()
        self.complain(fault)

    # -- lists ----------------------------------------------------------------------------------------------------

    def _items(self, field: Field) -> list[Any]:
        value = self.entity(field.of).get(field.path)
        return [] if field.spec is None or list_of(field.spec)[0] == "record" else items_of(value)

    def _open_item(self, item: Item) -> None:
        assert item.field.spec is not None
        kind, of = list_of(item.field.spec)
        items = self._items(item.field)
        if kind in ("record", "records"):
            held = [self.entity(item.field.of).get(item.field.path)] if kind == "record" else items
            self._open_record(item, held[item.place] if item.place < len(held) else new_record(of), kind == "record")
            return

        def check(text: str) -> str:
            try:
                return self.check(item.field, self._with(item, read_item(kind, of, text)))
            except InvalidInput as fault:
                return refusal(fault)

        old = words_of_item(item.field.spec.called(items[item.place])) if item.place < len(items) else ""
        self.form.begin(item, old, lambda text: self._put_item(item, read_item(kind, of, text)), check)

    def _open_record(self, item: Item, record: Record, alone: bool) -> None:
        from companion.tui.forms.record_form import RecordForm

        new = not alone and item.place >= len(self._items(item.field))
        if new and self.is_blank(item.field):
            # What stands there is what a unit has that nobody has given anything.
            item = item._replace(place=0)

        def put(made: Record) -> str:
            fault = self.put(item.field, made if alone else self._with(item, made))
            self.redraw()
            return fault

        # Back on the row that adds another, if something may have been added; else on the row that was opened.
        after = item._replace(place=item.place + 1) if new else item
        form = RecordForm(
            singular(item.field.label), record, put, new=new, of=item.field.path, explained=self.explained()
        )
        self.open_over(form, lambda _: self.redraw(after))

    def is_blank(self, field: Field) -> bool:
        """Whether the list holds one thing that nobody has put there, which the first own one takes the place of."""
        return False

    def _with(self, item: Item, made: Any) -> Any:
        value = self.entity(item.field.of).get(item.field.path)
        items = items_of(value)
        items[item.place : item.place + 1] = [made]
        return with_items(value, items)

    def _put_item(self, item: Item, made: Any) -> None:
        self._set(item.field, self._with(item, made))
        # On the row that adds another: weapons and traits are typed one after the other.
        self.form.mark(Item(item.field, item.place + 1))

    @handles(DELETE)
    def take_off(self) -> None:
        """Takes the marked item off its list."""
        item = self.item()
        if item is not None:
            items = self._items(item.field)
            del items[item.place]
            self._set(item.field, with_items(self.entity(item.field.of).get(item.field.path), items))

    @handles(DUPLICATE)
    def another(self) -> None:
        """Another one of the marked item."""
        item = self.item()
        if item is not None:
            items = self._items(item.field)
            items.insert(item.place, items[item.place])
            self._set(item.field, with_items(self.entity(item.field.of).get(item.field.path), items))


def _read(field: Field, text: str) -> Any:
    """The typed text as this kind of field keeps it. Raises InvalidInput if a number is wanted and none is typed."""
    return whole(text, f"{field.label} is a whole number") if field.kind == "count" else text
