"""The form of one unit before it plays: every field that its ruleset declares, checked as it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from companion.engine.state.entity import Entity
from companion.engine.state.joining import fresh_mini, held_in, next_mini_id
from companion.engine.state.table import Unit
from companion.frontend.entity_form import EntityFields
from companion.frontend.entry_texts import NOTHING, Explained
from companion.frontend.form import NAMELESS, Field, Number, Text
from companion.frontend.saying.sentences import fault_of
from companion.frontend.setup import kept_values, put_back
from companion.tui.cards import tracker_text
from companion.tui.commands import UNDO, Command
from companion.tui.forms.form import EntityForm
from companion.tui.text import plain
from companion.tui.widgets.lines import Row

_PLACES = (("lists", "WEAPONS AND TRAITS"), ("stats", "STATS"), ("trackers", "AT THE START"))
MOST_MINIS = 50
BLANK_UNIT = "a blank unit, with weapons and traits of its own"
"""What is offered beside the units of the game."""


class UnitForm(EntityForm):
    """A unit that is not on a table; values are set in place. A `new` one is named first.

    The mark begins on the field `at`, if that is one of them. `explain` says what the game's tables know of entries.
    """

    heading = "Unit"
    page = True

    def __init__(
        self, unit: Unit, *, new: bool = False, at: str = "", explain: Callable[[], Explained] = lambda: NOTHING
    ) -> None:
        super().__init__("Unit")
        known = cache(explain)
        self.make = EntityFields(put=self._put, check=self._check, known=known, new=new, gauge=tracker_text)
        self.unit = unit
        self.at = at
        self._before: list[dict[str, Any]] = []

    def shown(self) -> None:
        if self.make.new:
            self.type(self._named(), self.unit.name)
        fields = (row.value for row in self.lines.rows if isinstance(row.value, Field))
        self.lines.mark(next((field for field in fields if getattr(field.key, "path", "") == self.at), None))

    def entity(self, of: str) -> Entity:
        """The unit or one of its minis."""
        return next((mini for mini in self.unit.miniatures if mini.id == of), self.unit)

    def _named(self) -> Field:
        return Text(key="name", label="name", value=self.unit.name, put=self._rename, needed=NAMELESS)

    def lines_for(self, width: int) -> Iterator[Row]:
        """The name, then the fields place by place; lists first, if a unit differs from others."""
        minis = self.unit.miniatures
        yield self.row(self._named())
        if minis:
            why = "each has its own lines below"
            count = Number(key="minis", label="minis", value=len(minis), lo=1, hi=MOST_MINIS, put=self._minis, why=why)
            yield self.row(count)
        for one in (self.unit.id, *(mini.id for mini in minis)):
            for place, title in _PLACES:
                head = f"MINI {one.rpartition('.')[2]}   {title}" if one != self.unit.id else title
                yield from self.under(plain(head), self.make.place(self.entity(one), place))

    def band_words(self) -> tuple[str, str]:
        return self.unit.name, next(self._faults(), "") or self.leaving_words()

    async def band_tapped(self) -> None:
        if not any(self._faults()):
            await self.leave_or_set()

    def _faults(self) -> Iterator[str]:
        return (why for one in (self.unit, *self.unit.miniatures) for _, why in one.faults())

    def is_enabled(self, command: Command) -> bool:
        return command is not UNDO or bool(self._before)

    def _check(self, of: str, path: str, value: Any) -> str:
        return fault_of(self.entity(of).checked, path, value)

    def _put(self, of: str, path: str, value: Any) -> str:
        fault = self._check(of, path, value)
        if not fault:
            self._before.append(kept_values(self.unit))
            entity = self.entity(of)
            entity.put(path, entity.checked(path, value))
        return fault

    def _rename(self, name: str) -> None:
        self._before.append(kept_values(self.unit))
        self.unit.name = name

    def _minis(self, count: int) -> str:
        """So many minis: more are like the last, of fewer the last go."""
        unit = self.unit
        if not 1 <= count <= MOST_MINIS:
            return f"allowed: 1 to {MOST_MINIS}"
        self._before.append(kept_values(unit))
        unit.put(held_in(unit), unit.miniatures[:count])
        while len(unit.miniatures) < count:
            unit.put(held_in(unit), (*unit.miniatures, fresh_mini(unit, next_mini_id(unit))))
        return ""

    def do_undo(self) -> None:
        put_back(self.unit, self._before.pop())
        self.screen.redraw()
