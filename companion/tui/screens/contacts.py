"""Who touches whom: the contacts of one unit to tick, and the melees as groups."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.state.contacts import in_contact
from companion.engine.state.table import Table
from companion.tui.base_screen import Panel
from companion.tui.cards import condition_words, near, tracker_words
from companion.tui.controller import SessionController
from companion.tui.text import plain, side_label, side_mark, side_style
from companion.tui.widgets.lines import LineList, Row
from companion.tui.widgets.plain import PlainStatic


def ends(table: Table[Any, Any], unit: str) -> list[tuple[str, str]]:
    """What of a unit can touch: the unit itself, or its standing minis where the game tells contact by minis."""
    held = table.units[unit]
    if table.spec.contact_level != "unit" and held.miniatures:
        return [(p.id, f"{held.name}: {getattr(p, 'name', '') or p.id}") for p in held.miniatures if p.alive]
    return [(held.id, held.name)]


class ContactScreen(Panel[None]):
    """The contacts of one unit. Enter puts in contact or parts."""

    heading = "Contact"
    commands: ClassVar[tuple[str, ...]] = ("accept", "back", "help")

    def __init__(self, seat: SessionController, unit: str) -> None:
        super().__init__()
        self.seat = seat
        self.unit_id = unit
        self.mine = ends(seat.session.table, unit)
        self.own = self.mine[0][0] if self.mine else unit

    def body(self) -> Iterable[Widget]:
        """A line a possible partner."""
        with Vertical(classes="sheet"):
            self.title_line = PlainStatic(classes="sheet-title")
            yield self.title_line
            self.lines = LineList(one_click=True)
            yield self.lines
            self.note = PlainStatic(classes="note")
            yield self.note

    def on_mount(self) -> None:
        """Shows the contacts."""
        self._show()
        self.lines.focus()

    def _show(self) -> None:
        table = self.seat.session.table
        unit = table.units[self.unit_id]
        self.title_line.show(
            Content.assemble(plain(f"Whom does {unit.name} touch? ", "bold"), ("enter ticks or unticks", "$quiet"))
        )
        rows = (
            [
                Row(("own", of), Content.assemble("(•) " if of == self.own else "( ) ", plain(f"from {label}")))
                for of, label in self.mine
            ]
            if len(self.mine) > 1
            else []
        )
        for other in table.units.values():
            if other is unit or not other.alive:
                continue
            if not table.spec.friends_touch and not table.enemies(unit, other):
                continue
            for of, label in ends(table, other.id):
                tick = "[x] " if in_contact(table, self.own, of) else "[ ] "
                mark = (f"{side_mark(table, other.side)} ", side_style(table, other.side))
                rows.append(Row(("to", of), Content.assemble((tick, "bold"), mark, plain(label))))
        self.lines.show(
            rows or [Row(None, plain("There is no one it could touch."), heading=True)], keep=self.lines.value
        )
        self.show_keys()

    def can(self, command: str) -> bool:
        """A read-only game is not changed."""
        return command != "accept" or (not self.seat.read_only and self.lines.value is not None)

    def short(self, command: str) -> str:
        """Enter ticks."""
        return "touch / part" if command == "accept" else super().short(command)

    @on(LineList.Chosen)
    def _chosen(self, message: LineList.Chosen) -> None:
        self.do_accept()

    def do_accept(self) -> None:
        """Puts in contact, or parts."""
        if self.lines.value is None:
            return
        what, of = self.lines.value
        if what == "own":
            self.own = of
        else:
            if in_contact(self.seat.session.table, self.own, of):
                attempt = self.seat.attempt(lambda s: s.disconnect(self.own, of))
            else:
                attempt = self.seat.attempt(lambda s: s.connect(self.own, of))
            self.note.show("" if attempt.ok else plain(f"✗ {attempt.fault}", "bold $error"))
        self._show()


class MeleeScreen(Panel[None]):
    """Every melee with all that stands in it."""

    heading = "Melees"
    commands: ClassVar[tuple[str, ...]] = ("accept", "back", "help")

    def __init__(self, seat: SessionController) -> None:
        super().__init__()
        self.seat = seat

    def body(self) -> Iterable[Widget]:
        """A heading a melee, a line a unit."""
        with Vertical(classes="sheet"):
            yield PlainStatic(Content.styled("Melees on the table", "bold"), classes="sheet-title")
            self.lines = LineList()
            yield self.lines

    def on_mount(self) -> None:
        """Shows the melees."""
        table = self.seat.session.table
        rows: list[Row] = []
        for number, group in enumerate(self.seat.melees(), 1):
            rows.append(Row(None, Content(f"MELEE {number}"), heading=True))
            for of in group:
                unit = table.units[of]
                told = ", ".join([*tracker_words(unit), *condition_words(unit)])
                rows.append(
                    Row(
                        of,
                        Content.assemble(
                            side_label(table, unit.side),
                            plain(f"  {unit.name}", "bold"),
                            plain("  ↔ " + ", ".join(near(table, unit))),
                            plain(f"  {told}", "$quiet"),
                        ),
                    )
                )
        self.lines.show(rows or [Row(None, plain("No one is in contact."), heading=True)])
        self.lines.focus()
        self.show_keys()

    def can(self, command: str) -> bool:
        """A unit must be marked to be edited."""
        return command != "accept" or isinstance(self.lines.value, str)

    def short(self, command: str) -> str:
        """Enter edits."""
        return "its contacts" if command == "accept" else super().short(command)

    @on(LineList.Chosen)
    def _chosen(self) -> None:
        self.do_accept()

    def do_accept(self) -> None:
        """The contacts of the marked unit."""
        if isinstance(self.lines.value, str):
            self.open_over(ContactScreen(self.seat, self.lines.value), lambda _: self.on_mount())
