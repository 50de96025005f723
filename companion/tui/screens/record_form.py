"""One printed record, such as a weapon, field by field; every change goes to its list at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.entity import Record
from companion.frontend.explaining import NOTHING, Explained, explanations, names_like
from companion.frontend.items import Slot, read_slot, slot_words, slots
from companion.frontend.wording import fault_of, refusal, titled
from companion.tui.commands import ACCEPT, LESS, MORE, Command, handles
from companion.tui.fields import counted_content
from companion.tui.look.rows import wrapped
from companion.tui.screens.counting import CountingPage
from companion.tui.screens.page import gap
from companion.tui.text import plain
from companion.tui.widgets.lines import Row


class RecordForm(CountingPage):
    """Fields of a record; `put` takes each new state of it and says what is wrong, or nothing.

    A `new` one begins with its first field: it is put once something is typed there. Below the fields stands what
    the game's tables say of an item of the list `of`.
    """

    heading = "Weapon or trait"

    def __init__(
        self,
        what: str,
        record: Record,
        put: Callable[[Any], str],
        *,
        new: bool = False,
        of: str = "",
        explained: Explained = NOTHING,
    ) -> None:
        super().__init__(titled(what))
        self.what = what
        self.record = record
        self.put = put
        self.new = new
        self.of = of
        self.explained = explained
        self.slots = slots(type(record))
        self.hint = "every change counts at once"

    def on_mount(self) -> None:
        """A new one is named first."""
        super().on_mount()
        self.form.starts = self._starts
        if self.new:
            first = self.slots[0]
            # Its own name is typed, whatever name one has that nobody named.
            self._type(first, "" if first.name == "name" else slot_words(first, getattr(self.record, first.name)))

    def lines_for(self, width: int) -> Iterator[Row]:
        """One row per field."""
        for slot in self.slots:
            edit = self.form.edit
            words = slot_words(slot, getattr(self.record, slot.name)) or "–"
            value = counted_content(words) if slot.hint is int else plain(words, "bold")
            if edit is not None and edit.key == slot:
                value = edit.content()
            yield Row(slot, Content.assemble(self.label(titled(slot.label)), " ", value))
        for label, text in explanations(self.of, self.record, self.explained):
            yield gap()
            line = Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet"))
            yield from (Row(None, row, heading=True) for row in wrapped(line, width, 2))

    def band_words(self) -> tuple[str, str]:
        """What it is, and how to go on."""
        name = str(getattr(self.record, "name", "")) or f"a new {self.what}"
        return name, self.leaving_words()

    def moved(self) -> None:
        """While a name is typed, those that the tables know stand under the list."""
        edit, slot = self.form.edit, self.slot()
        of = "" if edit is None or slot is None else self.of if slot.name == "name" else slot.name
        typed = edit.text.rpartition(",")[2] if edit is not None else ""
        self.remark(names_like(of, typed, self.explained))

    def slot(self) -> Slot | None:
        """The field under the mark."""
        value = self.form.value
        return value if isinstance(value, Slot) else None

    def is_enabled(self, command: Command) -> bool:
        """Signs need a number."""
        slot = self.slot()
        if command in (MORE, LESS):
            return self.form.edit is None and slot is not None and slot.hint is int
        return super().is_enabled(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Ticks, goes to the next choice, or lets a value be typed."""
        slot = self.slot()
        if slot is None:
            return
        value = getattr(self.record, slot.name)
        if slot.hint is bool:
            self._set(slot, not value)
        elif slot.choices:
            places = [*([None] if slot.optional else []), *slot.choices]
            self._set(slot, places[(places.index(value) + 1) % len(places)])
        else:
            self._type(slot, slot_words(slot, value))

    def count_by(self, by: int) -> None:
        """Counts the marked number."""
        slot = self.slot()
        if slot is not None:
            self._set(slot, (getattr(self.record, slot.name) or 0) + by)

    def _starts(self, character: str) -> bool:
        slot = self.slot()
        if slot is None or slot.hint is not int or not character.isdigit():
            return False
        self._type(slot, "")
        return True

    def _type(self, slot: Slot, text: str) -> None:
        self.form.begin(slot, text, lambda typed: self._set(slot, read_slot(slot, typed)), lambda t: _fault(slot, t))

    def _set(self, slot: Slot, value: Any) -> None:
        try:
            made = dataclasses.replace(self.record, **{slot.name: value})
            fault = self.put(made)
        except InvalidInput as wrong:
            fault = refusal(wrong)
        else:
            self.record = self.record if fault else made
        self.redraw()
        self.complain(fault)


def _fault(slot: Slot, text: str) -> str:
    if slot.name == "name" and not text.strip():
        return "it needs a name"
    return fault_of(read_slot, slot, text)
