"""The whole card of a unit: everything hands may adjust, its stats, weapons and traits, and its own history."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine import log
from companion.tui import fields
from companion.tui.cards import near
from companion.tui.fields import Field
from companion.tui.screen import Panel
from companion.tui.seat import Seat
from companion.tui.text import plain, side_label, side_style
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_HISTORY = 30
_PLACES = (("trackers", "TRACKERS"), ("conditions", "CONDITIONS"), ("stats", "STATS"), ("lists", "WEAPONS AND TRAITS"))


class UnitCard(Panel[None]):
    """One unit, to read and to adjust. Every adjustment is an input: it can be taken back."""

    heading = "Unit card"
    commands: ClassVar[tuple[str, ...]] = ("accept", "less", "more", "undo", "touch", "back", "help")
    more_bindings: ClassVar[tuple[Binding, ...]] = (
        Binding("right", "command('more')", show=False), Binding("left", "command('less')", show=False))

    def __init__(self, seat: Seat, unit: str) -> None:
        super().__init__()
        self.seat = seat
        self.unit_id = unit
        self.adjusted = 0

    def body(self) -> Iterable[Widget]:
        """Name, the list, one line for what went wrong."""
        with Vertical(classes="sheet"):
            self.name_line = PlainStatic(classes="sheet-title")
            yield self.name_line
            self.lines = LineList(id="card-lines")
            yield self.lines
            self.note = PlainStatic(classes="note")
            yield self.note

    def on_mount(self) -> None:
        """Shows the unit."""
        self.show_unit()
        self.lines.focus()

    def show_unit(self) -> None:
        """Draws the card as it stands now."""
        table = self.seat.session.table
        unit = table.units[self.unit_id]
        told = [side_label(table, unit.side)] + [plain(b, "italic") for b in self.seat.badges(unit)]
        touched = near(table, unit)
        if touched:
            told.append(plain("↔ " + ", ".join(touched)))
        name = plain(unit.name, f"bold {side_style(table, unit.side)}" + ("" if unit.alive else " strike"))
        self.name_line.show(Content.assemble(name, "   ", Content(" · ").join(told)))
        rows: list[Row] = []
        for entity in (unit, *unit.parts):
            head = plain(str(getattr(entity, "name", "") or getattr(entity, "id", ""))) if entity is not unit else None
            for place, title in _PLACES:
                made = [Row(f, fields.line(table, f)) for f in fields.fields(entity, place)]
                if made:
                    heading = Content.assemble(head, " — ", title) if head is not None else Content(title)
                    rows += [Row(None, heading, heading=True), *made]
        rows += self._history()
        self.lines.show(rows, keep=self.lines.value)
        self.show_keys()

    def _history(self) -> list[Row]:
        told = [line for line in log.lines(self.seat.session) if self.unit_id in line.of][-_HISTORY:]
        if not told:
            return []
        return [Row(None, Content("HISTORY, newest first"), heading=True),
                *(Row(None, plain(f"R{one.round}  {one.text}", "$text-muted")) for one in reversed(told))]

    # -- commands -------------------------------------------------------------------------------------------------

    def can(self, command: str) -> bool:
        """Signs need something that counts; undo takes back only what was adjusted here."""
        field = self.lines.value if hasattr(self, "lines") else None
        if command in ("back", "help"):
            return True
        if self.seat.read_only:
            return False
        if command == "undo":
            return self.adjusted > 0
        if command == "touch":
            return True
        if command in ("more", "less"):
            return isinstance(field, Field) and field.kind in ("count", "flag")
        return isinstance(field, Field) and field.kind != "fixed"

    def short(self, command: str) -> str:
        """Enter sets."""
        return "set" if command == "accept" else super().short(command)

    @on(LineList.Moved)
    def _moved(self, message: LineList.Moved) -> None:
        self.note.show(plain(message.value.help if isinstance(message.value, Field) else "", "$text-muted"))
        self.show_keys()

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        if self.can("accept"):
            self.do_accept()

    def do_more(self) -> None:
        """One more."""
        self._count(1)

    def do_less(self) -> None:
        """One less."""
        self._count(-1)

    def _count(self, by: int) -> None:
        field = self.lines.value
        if isinstance(field, Field) and self.can("more"):
            self._set(field, fields.counted(self.seat.session.table, field, by))

    def do_accept(self) -> None:
        """Ticks, asks for one of several, or for a value to type."""
        from companion.tui.screens.asking import PickOne, TextPrompt

        field = self.lines.value
        table = self.seat.session.table
        value = table.find(field.of).get(field.path)
        if field.kind == "flag":
            self._set(field, fields.set_flag(field, not value))
        elif field.kind == "choice":
            # None closes the panel with nothing chosen, so each choice goes by its place.
            places = [(place, label) for place, (_, label) in enumerate(field.choices)]
            at = next((p for p, (v, _) in enumerate(field.choices) if v == value), 0)
            self.open_over(PickOne(field.label, places, at),
                           lambda place: self._set(field, field.choices[place][0]) if place is not None else None)
        elif field.kind in ("count", "text"):
            self.open_over(TextPrompt(f"{field.label}: another value", "" if value is None else str(value)),
                           lambda text: self._typed(field, text) if text is not None else None)

    def _typed(self, field: Field, text: str) -> None:
        if field.kind != "count":
            self._set(field, text)
        elif text.lstrip("-−").isdigit():
            self._set(field, int(text.replace("−", "-")))
        else:
            self.note.show(plain(f"✗ {field.label} is a whole number, not {text!r}", "bold $error"))

    def _set(self, field: Field, value: Any) -> None:
        attempt = self.seat.attempt(lambda s: s.adjust(field.of, field.path, value, why="by hand"))
        if attempt.ok:
            self.adjusted += 1 if attempt.happened else 0
            self.note.show("")
        else:
            self.note.show(plain(f"✗ {attempt.fault}", "bold $error"))
        self.show_unit()

    def do_undo(self) -> None:
        """Takes the last adjustment back."""
        attempt = self.seat.attempt(lambda s: s.undo())
        if attempt.ok:
            self.adjusted -= 1
        else:
            self.note.show(plain(f"✗ {attempt.fault}", "bold $error"))
        self.show_unit()

    def do_touch(self) -> None:
        """Its contacts."""
        from companion.tui.screens.contacts import ContactScreen

        self.open_over(ContactScreen(self.seat, self.unit_id), lambda _: self.show_unit())
