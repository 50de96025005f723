"""Reinforcements: a unit joins from the card of the game; it leaves, and gets or loses a mini, from its own card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol, TypeVar

from textual.content import Content
from textual.screen import Screen

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import AnyTable, Model, Unit
from companion.frontend.explaining import explained_in
from companion.frontend.form import Act
from companion.frontend.minis import has_minis, mini_joins, mini_leaves
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

    def section(self, title: Content) -> Iterator[Row]:
        """A heading."""

    def redraw(self, keep: object = None) -> None:
        """Draws the card."""

    def open_over(self, panel: Screen[R], then: Callable[[R | None], Any] | None = None) -> None:
        """Shows a panel over the card."""

    def close_with(self, result: None) -> None:
        """Closes the card."""


def _row(card: Card, key: tuple[str, str], words: Content, do: Callable[[Card, str], None]) -> Row:
    return Row(Act(key=key, do=partial(do, card, key[1])), words)


def join_rows(card: Card) -> Iterator[Row]:
    """One row per side: a unit joins it."""
    table = card.controller.session.table
    yield from card.section(Content("UNITS JOIN"))
    for side in table.sides:
        yield _row(card, ("joins", side), Content.assemble("+ unit for ", side_label(table, side)), ask_join)


def leave_rows(card: Card, unit: Unit) -> Iterator[Row]:
    """The rows by which a mini joins or leaves a unit, and by which the unit leaves."""
    yield from card.section(Content("JOINS AND LEAVES"))
    if has_minis(unit):
        what = "mini" if unit.miniatures else "model"
        yield _row(card, ("mini joins", unit.id), plain(f"+ a {what} comes late"), _add_mini)
        yield _row(card, ("mini leaves", unit.id), plain(f"− a {what} is taken off, no casualty"), _ask_mini)
    yield _row(card, ("leaves", unit.id), plain("− the unit leaves the game"), ask_leave)


def _take(card: Card, given: Callable[[Session], list[Event]]) -> None:
    """Gives an input from a row of the card, which stays open."""
    attempt = card.controller.attempt(given)
    card.redraw()
    card.complain(attempt.fault)
    card.adjusted += 1 if attempt.ok else 0


def _add_mini(card: Card, of: str) -> None:
    _take(card, lambda session: mini_joins(session, session.table.unit(of)))


def _ask_mini(card: Card, of: str) -> None:
    """Asks which mini leaves, if they have names."""
    table = card.controller.session.table
    unit = table.unit(of)
    if len(unit.miniatures) < 2:
        _take(card, lambda session: mini_leaves(session, session.table.unit(of)))
        return

    def chosen(mini: str | None) -> None:
        if mini is not None:
            _take(card, lambda session: mini_leaves(session, session.table.unit(of), mini))

    choices = [(mini.id, _mini_words(table, mini)) for mini in unit.miniatures]
    card.open_over(PickOne("Which mini is taken off? Nobody falls by it, and undo brings it back.", choices), chosen)


def _mini_words(table: AnyTable, mini: Model) -> str:
    """A mini by its name, with what is so of it and whom it touches."""
    words = [spec.label for spec in mini.specs().values() if spec.kind == "bool" and getattr(mini, spec.name)]
    touched = [table.title(b if a == mini.id else a) for a, b in table.contacts if mini.id in (a, b)]
    if touched:
        words.append(f"in contact with {' and '.join(touched)}")
    return ", ".join([table.title(mini.id), *words])


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
            form = UnitForm(unit, new=template == _BLANK, explain=lambda: explained_in(card.controller.hooks.sheets()))
            card.open_over(form, lambda _: _ask_sure(card, unit))

    card.open_over(PickOne(f"Which unit joins {session.table.title(side)}?", choices), chosen)


def _ask_sure(card: Card, unit: Unit) -> None:
    table = card.controller.session.table
    choices = [(True, f"Yes, {unit.name} joins {table.title(unit.side)}"), (False, "No, it stays away")]

    def chosen(yes: bool | None) -> None:
        if yes:
            _take(card, lambda session: session.join(unit, "reinforcements"))

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
