"""Who touches whom: the contacts of one unit to tick, and the melees as groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import ClassVar

from rich.cells import cell_len
from textual.content import Content

from companion.engine.state.contacts import in_contact
from companion.engine.state.health import life
from companion.engine.state.table import AnyTable, Unit
from companion.engine.wording import question
from companion.frontend.form import Flag
from companion.tui.cards import condition_words, near, tracker_words
from companion.tui.commands import ACCEPT, LESS, MORE, Command
from companion.tui.controller import SessionController
from companion.tui.forms.form import Form
from companion.tui.forms.form_screen import FormScreen
from companion.tui.look import pips
from companion.tui.look.colours import MIND, QUIET
from companion.tui.look.rows import flow
from companion.tui.screens.list_panel import SIDES, ListPanel
from companion.tui.text import clean, name_style, plain, side_sign, side_style, tick
from companion.tui.widgets.lines import Row, gap, heading

_HEALTH = 20
"""Cells for pips and number: ten pips, two blank ones, `10 of 10`."""


def ends(table: AnyTable, of: str) -> list[tuple[str, str]]:
    """What of a unit can touch, as (id, label): the unit itself, or its living minis if minis touch."""
    unit = table.units[of]
    if table.spec.contact_level != "unit" and unit.miniatures:
        return [(mini.id, table.title(mini.id)) for mini in unit.miniatures if mini.alive]
    return [(unit.id, unit.name)]


class ContactForm(Form[None]):
    """The contacts of one unit. Enter connects or disconnects."""

    heading = "Contact"
    nothing = "There is no one it could touch."

    def __init__(self, controller: SessionController, unit: str) -> None:
        super().__init__(f"Whom {question(controller.session.table.title(unit), 'does')} touch?")
        self.controller = controller
        self.unit_id = unit
        self.ends = ends(controller.session.table, unit)
        self.end = self.ends[0][0] if self.ends else unit
        """The end of this unit whose contacts are ticked."""

    def lines_for(self, width: int) -> Iterator[Row]:
        """The ends of the unit itself if it has several, then one line per possible partner, enemies first."""
        for of, label in self.ends if len(self.ends) > 1 else ():
            end = Flag(key=("own", of), value=of == self.end, put=partial(self._from, of))
            yield Row(end, Content.assemble(f"{tick(of == self.end)} ", plain(f"from {label}")))
        table = self.controller.session.table
        unit = table.units[self.unit_id]
        for other in sorted(table.units.values(), key=lambda other: not table.enemies(unit, other)):
            if other is unit or not other.alive or not (table.spec.friends_touch or table.enemies(unit, other)):
                continue
            for of, label in ends(table, other.id):
                touches = in_contact(table, self.end, of)
                flag = Flag(key=("to", of), value=touches, put=partial(self._touch, of))
                sign = side_sign(table, other.side)
                yield Row(flag, Content.assemble((f"{tick(touches)} ", "bold"), sign, plain(label)))

    def is_enabled(self, command: Command) -> bool:
        """A read-only game is not changed."""
        changes = command in (ACCEPT, MORE, LESS)
        return not (changes and self.controller.read_only)

    def short(self, command: Command) -> str | None:
        field = self.marked()
        if command is not ACCEPT or field is None:
            return None
        what, _ = field.key
        return "from here" if what == "own" else "part them" if field.value else "touches"

    def _from(self, of: str, _: bool) -> None:
        self.end = of

    def _touch(self, of: str, touches: bool) -> str:
        if touches == in_contact(self.controller.session.table, self.end, of):
            return ""
        return self.controller.attempt(
            lambda s: s.connect(self.end, of) if touches else s.disconnect(self.end, of)
        ).fault


class MeleeScreen(ListPanel[None]):
    """Every melee with all that is in it."""

    heading = "Melees"
    nothing = "No one is in contact."
    words: ClassVar = {ACCEPT: "its contacts"}

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Melees on the table")
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        table = self.controller.session.table
        groups = self.controller.hooks.melees()
        longest = max((cell_len(clean(table.title(of))) for group in groups for of in group), default=0)
        rows: list[Row] = []
        for number, group in enumerate(groups, 1):
            rows += [gap()] if rows else []
            rows.append(heading(f"MELEE {number}"))
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
                side_sign(table, unit.side),
                name.extend_right(max(0, longest - name.cell_length)),
                "  ",
                health.extend_right(max(0, _HEALTH - health.cell_length)),
            ),
            *(plain(word, MIND) for word in condition_words(unit)),
            *(plain(word) for word in tracker_words(unit)),
            plain("with " + ", ".join(near(table, unit)), QUIET),
        ]
        return Content("\n").join(flow(parts, max(20, self.size.width - SIDES), 2, 4))

    def do_accept(self) -> None:
        self.open_over(FormScreen(ContactForm(self.controller, self.lines.value)), after=self.redraw)
