"""The form of one unit before it plays: every field that its ruleset declares, checked as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.content import Content

from companion.engine.state.entity import Entity
from companion.engine.state.minis import fresh_mini, held_in, next_mini_id
from companion.engine.state.table import Unit
from companion.frontend.explaining import NOTHING, Explained
from companion.frontend.items import items_of
from companion.frontend.setup import kept_values, put_back
from companion.tui.commands import ACCEPT, LESS, MORE, UNDO, Command, handles
from companion.tui.fields import Field, counted_content
from companion.tui.screens.field_panel import FieldPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

_NAME = "name"
_MINIS = "minis"
_PLACES = (("lists", "WEAPONS AND TRAITS"), ("stats", "STATS"), ("trackers", "AT THE START"))
MOST_MINIS = 50


class UnitForm(FieldPanel):
    """A unit that is not on a table; values are set in place. A `new` one is named first.

    The mark begins on the field `at`, if that is one of them. `explain` says what the game's tables know of entries.
    """

    heading = "Unit"

    def __init__(
        self, unit: Unit, *, new: bool = False, at: str = "", explain: Callable[[], Explained] = lambda: NOTHING
    ) -> None:
        super().__init__("Unit")
        self.explain = explain
        self.unit = unit
        self.new = new
        self.at = at
        self._before: list[dict[str, Any]] = []

    def on_mount(self) -> None:
        """A new unit is named first."""
        super().on_mount()
        if self.new:
            self._type_name()
        fields = ((row.value, getattr(row.value, "field", row.value)) for row in self.form.rows)
        self.form.mark(next((key for key, field in fields if getattr(field, "path", "") == self.at), None))

    def tables(self) -> Explained:
        """What the game of this unit explains."""
        return self.explain()

    def entity(self, of: str) -> Entity:
        """The unit or one of its minis."""
        return next((mini for mini in self.unit.miniatures if mini.id == of), self.unit)

    def rows(self) -> Sequence[Row]:
        """The name, then the fields place by place; lists first, if a unit differs from others."""
        wide, edit = self.label_width(), self.form.edit
        named = edit.content() if edit is not None and edit.key == _NAME else plain(self.unit.name, "bold")
        rows = [Row(_NAME, Content.assemble(plain(f"{'Name':<{wide}} ", "$quiet"), named))]
        minis = self.unit.miniatures
        if minis:
            count = counted_content(str(len(minis)))
            rows.append(Row(_MINIS, Content.assemble(plain(f"{'Minis':<{wide}} ", "$quiet"), count)))
        for one in (self.unit.id, *(mini.id for mini in minis)):
            for place, title in _PLACES:
                head = f"MINI {one.rpartition('.')[2]}   {title}" if one != self.unit.id else title
                rows += self.place_rows(one, place, plain(head))
        return rows

    def band_words(self) -> tuple[str, str]:
        """Whose form it is, and what is wrong with the unit."""
        faults = [why for one in (self.unit, *self.unit.miniatures) for _, why in one.faults()]
        return self.unit.name, faults[0] if faults else self.leaving_words()

    def is_enabled(self, command: Command) -> bool:
        """Undo needs a change, and the number of minis counts too."""
        if command is UNDO:
            return bool(self._before) and self.form.edit is None
        if command in (MORE, LESS) and self.form.value == _MINIS:
            return self.form.edit is None
        return super().is_enabled(command)

    def is_blank(self, field: Field) -> bool:
        """In a new unit: the list is as every unit begins."""
        value = self.entity(field.of).get(field.path)
        return self.new and field.spec is not None and value == field.spec.default and len(items_of(value)) == 1

    def put(self, field: Field, value: Any) -> str:
        """Sets the field in place."""
        fault = self.check(field, value)
        if not fault:
            self._before.append(kept_values(self.unit))
            entity = self.entity(field.of)
            entity.put(field.path, entity.checked(field.path, value))
        return fault

    @handles(ACCEPT)
    def accept(self) -> None:
        """Lets another name be typed, or sets another value."""
        if self.form.value == _NAME:
            self._type_name()
        elif self.form.value == _MINIS:
            self.remark("+ and − change how many there are; each has its own lines below")
        else:
            super().accept()

    def _type_name(self) -> None:
        self.form.begin(_NAME, self.unit.name, self._rename, lambda text: "" if text.strip() else "it needs a name")

    def _rename(self, name: str) -> None:
        self._before.append(kept_values(self.unit))
        self.unit.name = name
        self.redraw()

    def count_by(self, by: int) -> None:
        """One more or one less; a mini more is like the last, of fewer the last goes."""
        if self.form.value == _MINIS:
            self._minis(by)
        else:
            super().count_by(by)

    def _minis(self, by: int) -> None:
        unit = self.unit
        minis = unit.miniatures
        if not 1 <= len(minis) + by <= MOST_MINIS:
            self.complain(f"allowed: 1 to {MOST_MINIS}")
            return
        self._before.append(kept_values(unit))
        changed = minis[:-1] if by < 0 else (*minis, fresh_mini(unit, next_mini_id(unit)))
        unit.put(held_in(unit), changed)
        self.redraw()

    @handles(UNDO)
    def undo(self) -> None:
        """Takes the last change back."""
        put_back(self.unit, self._before.pop())
        self.redraw()
