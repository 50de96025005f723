"""Who touches whom: the contacts of one unit to tick, and the melees as groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len
from textual.content import Content

from companion.engine.state.contacts import in_contact
from companion.engine.state.table import AnyTable, Unit
from companion.tui.cards import condition_words, life, near, tracker_words
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.controller import SessionController
from companion.tui.look import pips
from companion.tui.look.colours import MIND, QUIET
from companion.tui.look.rows import flow
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import clean, name_style, plain, side_mark, side_style, tick
from companion.tui.widgets.lines import LineList, Row

_HEALTH = 20
"""Cells for pips and number: ten pips, two blank ones, `10 of 10`."""


def ends(table: AnyTable, of: str) -> list[tuple[str, str]]:
    """What of a unit can touch, as (id, label): the unit itself, or its living minis if minis touch."""
    unit = table.units[of]
    if table.spec.contact_level != "unit" and unit.miniatures:
        return [(mini.id, table.title(mini.id)) for mini in unit.miniatures if mini.alive]
    return [(unit.id, unit.name)]


class ContactScreen(ListPanel[None]):
    """The contacts of one unit. Enter connects or disconnects."""

    heading = "Contact"
    nothing = "There is no one it could touch."

    def __init__(self, controller: SessionController, unit: str) -> None:
        name = controller.session.table.title(unit)
        super().__init__(f"Whom does {name} touch?", lines=LineList(one_click=True))
        self.controller = controller
        self.unit_id = unit
        self.ends = ends(controller.session.table, unit)
        self.end = self.ends[0][0] if self.ends else unit
        """The end of this unit whose contacts are ticked."""

    def rows(self) -> Sequence[Row]:
        """The ends of the unit itself if it has several, then one line per possible partner."""
        own = [
            Row(("own", of), Content.assemble(f"{tick(of == self.end)} ", plain(f"from {label}")))
            for of, label in self.ends
        ]
        return [*(own if len(own) > 1 else ()), *self._partners()]

    def _partners(self) -> Iterator[Row]:
        table = self.controller.session.table
        unit = table.units[self.unit_id]
        # Enemies first: they are what is touched most.
        for other in sorted(table.units.values(), key=lambda other: not table.enemies(unit, other)):
            if other is unit or not other.alive or not (table.spec.friends_touch or table.enemies(unit, other)):
                continue
            for of, label in ends(table, other.id):
                sign = f"{tick(in_contact(table, self.end, of))} "
                mark = (f"{side_mark(table, other.side)} ", side_style(table, other.side))
                yield Row(("to", of), Content.assemble((sign, "bold"), mark, plain(label)))

    def is_enabled(self, command: Command) -> bool:
        """A read-only game is not changed."""
        return super().is_enabled(command) and (command is not ACCEPT or not self.controller.read_only)

    def short(self, command: Command) -> str:
        """What Enter does with the marked row."""
        if command is not ACCEPT or self.lines.value is None:
            return super().short(command)
        what, of = self.lines.value
        if what == "own":
            return "from here"
        return "part them" if in_contact(self.controller.session.table, self.end, of) else "touches"

    @handles(ACCEPT)
    def accept(self) -> None:
        """Connects the two, or disconnects them; or goes over to another mini of this unit."""
        what, of = self.lines.value
        if what == "own":
            self.end = of
        else:
            touching = in_contact(self.controller.session.table, self.end, of)
            attempt = self.controller.attempt(
                lambda s: s.disconnect(self.end, of) if touching else s.connect(self.end, of)
            )
            self.complain(attempt.fault)
        self.redraw()


class MeleeScreen(ListPanel[None]):
    """Every melee with all that is in it."""

    heading = "Melees"
    nothing = "No one is in contact."

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Melees on the table")
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        """A heading a melee, one line per unit."""
        table = self.controller.session.table
        groups = self.controller.hooks.melees()
        longest = max((cell_len(clean(table.title(of))) for group in groups for of in group), default=0)
        rows: list[Row] = []
        for number, group in enumerate(groups, 1):
            rows += [Row(None, Content(""), heading=True)] if rows else []
            rows.append(Row(None, Content(f"MELEE {number}"), heading=True))
            rows += [Row(of, self._unit(table.units[of], longest)) for of in group]
        return rows

    def _unit(self, unit: Unit, longest: int) -> Content:
        """Name and health in columns, then what it is in and whom it touches."""
        table = self.controller.session.table
        name = plain(unit.name, name_style(table, unit.side))
        left = life(unit)
        health = pips.health(left.now, left.most, side_style(table, unit.side)) if left is not None else Content("")
        parts = [
            Content.assemble(
                (f"{side_mark(table, unit.side)} ", side_style(table, unit.side)),
                name.extend_right(max(0, longest - name.cell_length)),
                "  ",
                health.extend_right(max(0, _HEALTH - health.cell_length)),
            ),
            *(plain(word, MIND) for word in condition_words(unit)),
            *(plain(word) for word in tracker_words(unit)),
            plain("with " + ", ".join(near(table, unit)), QUIET),
        ]
        return Content("\n").join(flow(parts, max(20, self.size.width - SIDES), 2, 4))

    def on_resize(self) -> None:
        """Other words fit a line."""
        if self.is_mounted:
            self.redraw()

    def short(self, command: Command) -> str:
        """Enter edits."""
        return "its contacts" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """The contacts of the marked unit."""
        self.open_over(ContactScreen(self.controller, self.lines.value), lambda _: self.redraw())
