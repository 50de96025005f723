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
from companion.engine.state.table import Entity, Unit
from companion.frontend.numbers import is_whole, whole
from companion.tui import fields
from companion.tui.base_screen import Panel
from companion.tui.cards import near
from companion.tui.controller import SessionController
from companion.tui.fields import Field
from companion.tui.text import plain, side_label, side_style
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic

_HISTORY = 30
_PLACES = (("trackers", "TRACKERS"), ("conditions", "CONDITIONS"), ("stats", "STATS"), ("lists", "WEAPONS AND TRAITS"))


class Card(Panel[None]):
    """A unit, a side or the game itself, to read and to adjust. Every adjustment is an input: it can be taken back."""

    heading = "Unit card"
    commands: ClassVar[tuple[str, ...]] = ("accept", "less", "more", "back", "help", "undo", "touch")
    more_bindings: ClassVar[tuple[Binding, ...]] = (
        Binding("right", "command('more')", show=False),
        Binding("left", "command('less')", show=False),
    )

    def __init__(self, seat: SessionController, of: str) -> None:
        super().__init__()
        self.seat = seat
        self.of = of
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
        self.show_card()
        self.lines.focus()

    def show_card(self) -> None:
        """Draws the card as it stands now."""
        table = self.seat.session.table
        entity = table.find(self.of)
        self.name_line.show(self._head(entity))
        rows: list[Row] = []
        wide = fields.LABEL_WIDTH if self.size.width >= 80 else fields.NARROW_LABEL
        parts = entity.miniatures if isinstance(entity, Unit) else ()
        for one in (entity, *parts):
            head = plain(str(getattr(one, "name", "") or getattr(one, "id", ""))) if one is not entity else None
            for place, title in _PLACES:
                made = [Row(f, fields.line(one, f, table, wide)) for f in fields.fields(one, place)]
                if made:
                    heading = Content.assemble(head, " — ", title) if head is not None else Content(title)
                    rows += [Row(None, heading, heading=True), *made]
        if entity is table:
            for title, listed in (
                ("WHERE THE GAME STANDS", fields.game_fields(table)),
                ("OPTIONS", fields.option_fields(table)),
            ):
                rows.append(Row(None, Content(title), heading=True))
                rows += [Row(f, fields.line(table, f, table, wide)) for f in listed]
            rows += [Row(None, Content("ABOUT THE FILE"), heading=True)] if self.seat.opened.notices else []
            rows += [Row(None, plain(notice, "$quiet")) for notice in self.seat.opened.notices]
        rows += self._history()
        self.lines.show(rows, keep=self.lines.value)
        self.show_keys()

    def _head(self, entity: Entity) -> Content:
        table = self.seat.session.table
        if not isinstance(entity, Unit):
            return Content.styled("This game", "bold") if entity is table else side_label(table, self.of)
        told = [side_label(table, entity.side), *(plain(b, "italic") for b in self.seat.badges(entity))]
        badges = " ".join(self.seat.badges(entity))
        touched = [name for name in near(table, entity) if name not in badges]
        if touched:
            told.append(plain("↔ " + ", ".join(touched)))
        name = plain(entity.name, f"bold {side_style(table, entity.side)}" + ("" if entity.alive else " strike"))
        return Content.assemble(name, "   ", Content(" · ").join(told))

    def _history(self) -> list[Row]:
        session = self.seat.session
        told = [line for line in log.lines(session) if self.of in line.of or self.of == line.side][-_HISTORY:]
        if not told:
            return []
        return [
            Row(None, Content("HISTORY, newest first"), heading=True),
            *(Row(None, plain(f"R{one.round}  {one.text}", "$quiet")) for one in reversed(told)),
        ]

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
            return self.of in self.seat.session.table.units
        if command in ("more", "less"):
            return isinstance(field, Field) and field.kind in ("count", "flag")
        return isinstance(field, Field) and field.kind != "fixed"

    def short(self, command: str) -> str:
        """Enter sets."""
        return "set" if command == "accept" else super().short(command)

    @on(LineList.Moved)
    def _moved(self, message: LineList.Moved) -> None:
        self.note.show(plain(message.value.told() if isinstance(message.value, Field) else "", "$quiet"))
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
            self._set(field, fields.counted(self.seat.session.table.find(field.of), field, by))

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
            self.open_over(
                PickOne(field.label, places, at),
                lambda place: self._set(field, field.choices[place][0]) if place is not None else None,
            )
        elif field.kind in ("count", "text"):
            self.open_over(
                TextPrompt(f"{field.label}: another value", "" if value is None else str(value)),
                lambda text: self._typed(field, text) if text is not None else None,
            )

    def _typed(self, field: Field, text: str) -> None:
        if field.kind != "count":
            self._set(field, text)
        elif is_whole(text):
            self._set(field, whole(text))
        else:
            self.note.show(plain(f"✗ {field.label} is a whole number, not {text!r}", "bold $error"))

    def _set(self, field: Field, value: Any) -> None:
        attempt = self.seat.attempt(lambda s: s.adjust(field.of, field.path, value, why="by hand"))
        if attempt.ok:
            self.adjusted += 1 if attempt.happened else 0
            self.note.show("")
        else:
            self.note.show(plain(f"✗ {attempt.fault}", "bold $error"))
        self.show_card()

    def do_undo(self) -> None:
        """Takes the last adjustment back."""
        attempt = self.seat.attempt(lambda s: s.undo())
        if attempt.ok:
            self.adjusted -= 1
        else:
            self.note.show(plain(f"✗ {attempt.fault}", "bold $error"))
        self.show_card()

    def do_touch(self) -> None:
        """Its contacts."""
        from companion.tui.screens.contacts import ContactScreen

        self.open_over(ContactScreen(self.seat, self.of), lambda _: self.show_card())
