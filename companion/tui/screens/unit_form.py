"""The form of one unit before the game: every field that its ruleset declares, checked as it is typed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.errors import InvalidValue
from companion.engine.state.table import Entity, Unit
from companion.frontend.numbers import is_whole, whole
from companion.tui import fields
from companion.tui.base_screen import Panel
from companion.tui.fields import Field
from companion.tui.screens.asking import PickOne, TextPrompt
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_PLACES = (("stats", "STATS"), ("trackers", "AT THE START"), ("lists", "WEAPONS AND TRAITS"))


class UnitForm(Panel[None]):
    """A unit that is not on a table yet; values are set in place."""

    heading = "Unit"
    commands: ClassVar[tuple[str, ...]] = ("accept", "less", "more", "back", "help")

    def __init__(self, unit: Unit) -> None:
        super().__init__()
        self.unit = unit

    def body(self) -> Iterable[Widget]:
        """The list of fields and a line for what is wrong."""
        with Vertical(classes="sheet"):
            yield PlainStatic(Content.styled("Unit: enter changes a value", "bold"), classes="sheet-title")
            self.lines = LineList()
            yield self.lines
            self.note = PlainStatic(classes="note")
            yield self.note

    def on_mount(self) -> None:
        """Shows the fields."""
        self._show()
        self.lines.focus()

    def _show(self) -> None:
        rows = [
            Row(
                "name",
                Content.assemble(plain(f"{'Name':<{fields.LABEL_WIDTH}} ", "$quiet"), plain(self.unit.name, "bold")),
            )
        ]
        for entity in (self.unit, *self.unit.miniatures):
            for place, title in _PLACES:
                made = [Row((entity, f), fields.line(entity, f)) for f in fields.fields(entity, place)]
                if made:
                    rows += [Row(None, Content(title), heading=True), *made]
        self.lines.show(rows, keep=self.lines.value)
        self.show_keys()

    def _field(self) -> tuple[Entity, Field] | None:
        value = self.lines.value
        return value if isinstance(value, tuple) else None

    def can(self, command: str) -> bool:
        """Signs need something that counts."""
        if command in ("more", "less"):
            marked = self._field()
            return marked is not None and marked[1].kind in ("count", "flag")
        return True

    @on(LineList.Moved)
    def _moved(self) -> None:
        marked = self._field()
        self.note.show(plain(marked[1].told() if marked is not None else "", "$quiet"))
        self.show_keys()

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        self.do_accept()

    def do_more(self) -> None:
        """One more."""
        self._count(1)

    def do_less(self) -> None:
        """One less."""
        self._count(-1)

    def _count(self, by: int) -> None:
        marked = self._field()
        if marked is not None:
            self._put(*marked, fields.counted(*marked, by))

    def do_accept(self) -> None:
        """Asks for another value."""
        if self.lines.value == "name":
            self.open_over(TextPrompt("What is this unit called?", self.unit.name), self._named)
            return
        marked = self._field()
        if marked is None:
            return
        entity, field = marked
        value = entity.get(field.path)
        if field.kind == "flag":
            self._put(entity, field, fields.set_flag(field, not value))
        elif field.kind == "choice":
            places = [(place, label) for place, (_, label) in enumerate(field.choices)]
            at = next((p for p, (v, _) in enumerate(field.choices) if v == value), 0)
            self.open_over(
                PickOne(field.label, places, at),
                lambda p: self._put(entity, field, field.choices[p][0]) if p is not None else None,
            )
        elif field.kind in ("count", "text"):
            self.open_over(
                TextPrompt(
                    field.label, "" if value is None else str(value), check=lambda t: self._fault(entity, field, t)
                ),
                lambda t: self._put(entity, field, _read(field, t)) if t is not None else None,
            )
        else:
            self.note.show(plain("Lists are changed in the roster file.", "$quiet"))

    def _named(self, name: str | None) -> None:
        if name:
            self.unit.name = name
        self._show()

    def _fault(self, entity: Entity, field: Field, text: str) -> str:
        try:
            entity.checked(field.path, _read(field, text))
        except InvalidValue as fault:
            return fault.message + (f" — {fault.hint}" if fault.hint else "")
        return ""

    def _put(self, entity: Entity, field: Field, value: Any) -> None:
        try:
            entity.put(field.path, entity.checked(field.path, value))
            self.note.show("")
        except InvalidValue as fault:
            self.note.show(plain(f"✗ {fault.message} {fault.hint}", "bold $error"))
        self._show()


def _read(field: Field, text: str) -> Any:
    return whole(text) if field.kind == "count" and is_whole(text) else text
