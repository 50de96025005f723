"""One printed record, such as a weapon, field by field; every change goes to its list at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from textual.content import Content

from companion.engine.state.entity import Record
from companion.frontend.explaining import NOTHING, Explained, explanations, names_like
from companion.frontend.form import Field
from companion.frontend.items import record_fields
from companion.frontend.wording import titled
from companion.tui.forms.form_screen import FormScreen, gap
from companion.tui.look.rows import wrapped
from companion.tui.text import plain
from companion.tui.widgets.lines import Row


class RecordForm(FormScreen[None]):
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
        self.hint = "every change counts at once"

    def on_mount(self) -> None:
        """A new one is named first."""
        super().on_mount()
        if self.new:
            first = self.fields()[0]
            # Its own name is typed, whatever name one has that nobody named.
            self.type(first, "" if first.key == "name" else first.typed())

    def fields(self) -> list[Field]:
        """The fields of the record, each with the names that the tables know for it."""
        found = record_fields(self.record, self._put)
        for field in found:
            field.like = partial(self._like, self.of if field.key == "name" else str(field.key))
        return found

    def _like(self, of: str, typed: str) -> str:
        return names_like(of, typed.rpartition(",")[2], self.explained)

    def _put(self, made: Any) -> str:
        fault = self.put(made)
        self.record = self.record if fault else made
        return fault

    def lines_for(self, width: int) -> Iterator[Row]:
        """One row per field."""
        yield from map(self.field_row, self.fields())
        for label, text in explanations(self.of, self.record, self.explained):
            yield gap()
            line = Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet"))
            yield from (Row(None, row, heading=True) for row in wrapped(line, width, 2))

    def band_words(self) -> tuple[str, str]:
        """What it is, and how to go on."""
        return str(getattr(self.record, "name", "")) or f"a new {self.what}", self.leaving_words()
