"""The form of a printed record, such as a weapon, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from textual.content import Content

from companion.frontend.entity_form import RecordField, record_fields
from companion.frontend.entry_texts import explanations
from companion.frontend.form import Field
from companion.frontend.saying.sentences import titled
from companion.tui.forms.form import PAGE_LABELS, Form
from companion.tui.look.rows import wrapped
from companion.tui.text import plain
from companion.tui.widgets.lines import Row, gap, heading


class RecordForm(Form[None]):
    """Every change goes to the list of the record at once.

    A new one begins with its first field: it is put once something is typed there. Below the fields stands what the
    game's tables say of it.
    """

    heading = "Weapon or trait"
    page = True
    labels = PAGE_LABELS

    def __init__(self, field: RecordField) -> None:
        super().__init__(titled(field.what))
        self.hint = "every change counts at once"
        self.field = field
        self.record = field.value or field.fresh()
        self.known = field.known()

    def shown(self) -> None:
        if self.field.value is None:
            first = self.fields()[0]
            # Its own name is typed, whatever name one has that nobody named.
            self.type(first, "" if first.key == "name" else first.typed())

    def fields(self) -> list[Field]:
        """The fields of the record, each with the names that the tables know for it."""
        return record_fields(self.record, self._put, self.field.check, self.field.of, self.known)

    def _put(self, made: Any) -> str | None:
        fault = self.field.put(made)
        self.record = self.record if fault else made
        return fault

    def lines_for(self, width: int) -> Iterator[Row]:
        yield from map(self.row, self.fields())
        for label, text in explanations(self.field.of, self.record, self.known):
            yield gap()
            line = Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet"))
            yield from (heading(row) for row in wrapped(line, width, 2))

    def band_words(self) -> tuple[str, str]:
        what = titled(self.field.what) if self.field.value is not None else f"a new {self.field.what}"
        return str(getattr(self.record, "name", "")) or what, self.leaving_words()

    async def band_tapped(self) -> None:
        await self.leave_or_set()
