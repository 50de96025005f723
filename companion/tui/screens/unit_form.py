"""The form of one unit before the game: every field that its ruleset declares, checked as it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.state.table import Entity, Unit
from companion.frontend.wording import refusal
from companion.tui.commands import ACCEPT, handles
from companion.tui.fields import Field
from companion.tui.screens.asking import TextPrompt
from companion.tui.screens.field_panel import FieldPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

_NAME = "name"
_PLACES = (("stats", "STATS"), ("trackers", "AT THE START"), ("lists", "WEAPONS AND TRAITS"))


class UnitForm(FieldPanel):
    """A unit that is not on a table yet; values are set in place."""

    heading = "Unit"
    fixed_hint = "Lists are changed in the roster file."

    def __init__(self, unit: Unit) -> None:
        super().__init__("Unit: enter changes a value")
        self.unit = unit

    def entity(self, of: str) -> Entity:
        """The unit or one of its minis."""
        return next((mini for mini in self.unit.miniatures if mini.id == of), self.unit)

    def rows(self) -> Sequence[Row]:
        """The name, then the fields place by place."""
        label = plain(f"{'Name':<{self.label_width()}} ", "$quiet")
        rows = [Row(_NAME, Content.assemble(label, plain(self.unit.name, "bold")))]
        for one in (self.unit.id, *(mini.id for mini in self.unit.miniatures)):
            for place, title in _PLACES:
                rows += self.place_rows(one, place, Content(title))
        return rows

    def check(self, field: Field, value: Any) -> str:
        """What the declaration says against a value."""
        try:
            self.entity(field.of).checked(field.path, value)
        except InvalidInput as fault:
            return refusal(fault)
        return ""

    def put(self, field: Field, value: Any) -> str:
        """Sets the field in place."""
        fault = self.check(field, value)
        if not fault:
            entity = self.entity(field.of)
            entity.put(field.path, entity.checked(field.path, value))
        return fault

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks for another name, or for another value."""
        if self.lines.value == _NAME:
            self.open_over(TextPrompt("What is this unit called?", self.unit.name), self._rename)
        else:
            super().accept()

    def _rename(self, name: str | None) -> None:
        if name:
            self.unit.name = name
        self.redraw()
