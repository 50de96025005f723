"""Reinforcements: a unit joins the game under way from the card of the game, and leaves it from its own card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol, TypeVar

from textual.content import Content
from textual.screen import Screen

from companion.engine.errors import InvalidInput
from companion.engine.state.table import Unit
from companion.frontend.setup import Setup, newcomer
from companion.frontend.wording import refusal
from companion.tui.controller import SessionController
from companion.tui.screens.asking import PickOne
from companion.tui.screens.unit_form import UnitForm
from companion.tui.text import plain, side_label
from companion.tui.widgets.lines import Row

_BLANK = "blank"


R = TypeVar("R")


class Card(Protocol):
    """What is asked of the card that the question comes from."""

    controller: SessionController
    adjusted: int

    def complain(self, fault: str) -> None:
        """Says what is wrong."""

    def redraw(self, keep: object = None) -> None:
        """Draws the card."""

    def open_over(self, panel: Screen[R], then: Callable[[R | None], Any] | None = None) -> None:
        """Shows a panel over the card."""

    def close_with(self, result: None) -> None:
        """Closes the card."""


class Joins(NamedTuple):
    """The row by which a unit joins this side."""

    side: str


class Leaves(NamedTuple):
    """The row by which this unit leaves."""

    of: str


def join_rows(card: Card) -> Iterator[Row]:
    """A row a side: a unit joins it."""
    table = card.controller.session.table
    yield Row(None, Content("UNITS JOIN"), heading=True)
    for side in table.sides:
        yield Row(Joins(side), Content.assemble("+ unit for ", side_label(table, side)))


def leave_rows(of: str) -> Iterator[Row]:
    """The row by which a unit leaves."""
    yield Row(Leaves(of), plain("leaves the game …", "$quiet"))


def ask_join(card: Card, side: str) -> None:
    """Asks which unit, shows its form, and has it join once that is right."""
    session = card.controller.session
    if session.run is not None:
        card.complain(f"units join between procedures: finish or leave {session.run.procedure.title} first")
        return
    try:
        templates = Setup(session.ruleset).templates
    except InvalidInput as fault:
        card.complain(refusal(fault))
        return
    choices: list[tuple[Unit | str, Content]] = [(one, plain(one.name, "bold")) for one in templates]
    choices.insert(0, (_BLANK, plain("a blank unit, with weapons and traits of its own")))

    def chosen(template: Unit | str | None) -> None:
        if template is not None:
            unit = newcomer(session.table, template if isinstance(template, Unit) else None, side)
            card.open_over(UnitForm(unit, new=template == _BLANK), lambda _: _ask_sure(card, unit))

    card.open_over(PickOne(f"Which unit joins {session.table.title(side)}?", choices), chosen)


def _ask_sure(card: Card, unit: Unit) -> None:
    table = card.controller.session.table
    choices = [(True, f"Yes, {unit.name} joins {table.title(unit.side)}"), (False, "No, it stays away")]

    def chosen(yes: bool | None) -> None:
        if yes:
            attempt = card.controller.attempt(lambda session: session.join(unit, "reinforcements"))
            card.redraw()
            card.complain(attempt.fault)
            card.adjusted += 1 if attempt.ok else 0

    card.open_over(PickOne("Is it right so?", choices), chosen)


def ask_leave(card: Card, of: str) -> None:
    """Asks, then has the unit leave and closes its card."""
    name = card.controller.session.table.title(of)

    def chosen(yes: bool | None) -> None:
        if yes:
            attempt = card.controller.attempt(lambda session: session.remove(of, "by hand"))
            if attempt.ok:
                card.close_with(None)
            else:
                card.complain(attempt.fault)

    choices = [(False, "No, it stays"), (True, f"Yes, {name} leaves")]
    card.open_over(PickOne(f"Does {name} leave the game? Undo brings it back.", choices), chosen)
