"""Reinforcements: a unit joins from the card of the game; it leaves, and gets or loses a mini, from its own card."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.contacts import touching
from companion.engine.state.table import AnyTable, Model, Unit
from companion.engine.wording import does, question
from companion.frontend.by_hand import has_minis, mini_joins, mini_leaves
from companion.frontend.entry_texts import Explained, explained_in
from companion.frontend.form import Act
from companion.frontend.saying.sentences import refusal
from companion.frontend.setup import Setup, check_joining, newcomer
from companion.tui.controller import SessionController
from companion.tui.forms.form import EntityForm
from companion.tui.forms.form_screen import FormScreen
from companion.tui.screens.unit_form import BLANK_UNIT, UnitForm
from companion.tui.text import plain, side_label
from companion.tui.widgets.lines import Row

_BLANK = "blank"


class Reinforcing:
    """The rows of a card by which units and minis join and leave. `took` is told of each input that was given."""

    def __init__(self, card: EntityForm, controller: SessionController, took: Callable[[], None]) -> None:
        self.card, self.controller, self.took = card, controller, took

    def join_rows(self) -> Iterator[Row]:
        """One row per side: a unit joins it."""
        table = self.controller.session.table
        yield from self.card.section(Content("UNITS JOIN"))
        for side in table.sides:
            words = Content.assemble("+ unit for ", side_label(table, side))
            yield Row(Act(key=("joins", side), do=partial(self._ask_join, side)), words)

    def leave_rows(self, unit: Unit) -> Iterator[Row]:
        """The rows by which a mini joins or leaves a unit, and by which the unit leaves."""
        yield from self.card.section(Content("JOINS AND LEAVES"))
        rows = [("leaves", "− the unit leaves the game", self._ask_leave)]
        if has_minis(unit):
            what = "mini" if unit.miniatures else "model"
            rows.insert(0, ("mini joins", f"+ a {what} comes late", self._add_mini))
            rows.insert(1, ("mini leaves", f"− a {what} is taken off, no casualty", self._ask_mini))
        for kind, words, do in rows:
            yield Row(Act(key=(kind, unit.id), do=partial(do, unit.id)), plain(words))

    def _take(self, given: Callable[[Session], list[Event]]) -> None:
        """Gives an input from a row of the card, which stays open."""
        attempt = self.controller.attempt(given)
        if attempt.ok:
            self.took()
        self.card.done(attempt.fault)

    def _add_mini(self, of: str) -> None:
        self._take(lambda session: mini_joins(session, session.table.unit(of)))

    def _ask_mini(self, of: str) -> None:
        table = self.controller.session.table
        unit = table.unit(of)
        if len(unit.miniatures) < 2:
            self._take(lambda session: mini_leaves(session, session.table.unit(of)))
            return

        def chosen(mini: str) -> None:
            self._take(lambda session: mini_leaves(session, session.table.unit(of), mini))

        choices = [(mini.id, _mini_words(table, mini)) for mini in unit.miniatures]
        self.card.screen.ask("Which mini is taken off? Nobody falls by it, and undo brings it back.", choices, chosen)

    def _ask_join(self, side: str) -> None:
        """Asks which unit, shows its form, and has it join once that is right."""
        session = self.controller.session
        try:
            check_joining(session)
            templates = Setup(session.ruleset).templates
        except InvalidInput as fault:
            self.card.screen.complain(refusal(fault))
            return
        choices: list[tuple[Unit | str, Content]] = [(one, plain(one.name, "bold")) for one in templates]
        choices.insert(0, (_BLANK, plain(BLANK_UNIT)))

        def chosen(template: Unit | str) -> None:
            unit = newcomer(session.table, template if isinstance(template, Unit) else None, side)
            stood = unit.dump(whole=True)
            form = UnitForm(unit, new=template == _BLANK, explain=self._explained)
            self.card.screen.open_over(
                FormScreen(form), after=lambda: self._ask_sure(unit, unit.dump(whole=True) != stood)
            )

        self.card.screen.ask(f"Which unit joins {session.table.title(side)}?", choices, chosen)

    def _explained(self) -> Explained:
        return explained_in(self.controller.hooks.sheets())

    def _ask_sure(self, unit: Unit, changed: bool) -> None:
        """Asks whether it joins; Esc does not throw away unasked what was `changed` on its form."""
        table = self.controller.session.table
        choices = [(True, f"Yes, {does(unit.name, 'joins')} {table.title(unit.side)}"), (False, "No, it stays away")]

        def join(session: Session) -> list[Event]:
            return session.join(unit, "reinforcements")

        def answered(joins: bool) -> None:
            if joins:
                self._take(join)

        def left() -> None:
            self.card.sure(changed, self.card.screen.redraw, lambda: self._ask_sure(unit, changed))

        self.card.screen.ask("Is it right so?", choices, answered, False, after=left)

    def _ask_leave(self, of: str) -> None:
        """Asks, then has the unit leave and closes its card."""
        name = self.controller.session.table.title(of)

        def chosen(_: bool) -> None:
            attempt = self.controller.attempt(lambda session: session.remove(of, "by hand"))
            if attempt.ok:
                self.card.screen.close_with(None)
            else:
                self.card.screen.complain(attempt.fault)

        choices = [(None, "No, it stays"), (True, f"Yes, {does(name, 'leaves')}")]
        self.card.screen.ask(f"{question(name, 'Does')} leave the game? Undo brings it back.", choices, chosen)


def _mini_words(table: AnyTable, mini: Model) -> str:
    """A mini by its name, with what is so of it and whom it touches."""
    words = [spec.label for spec in mini.specs().values() if spec.kind == "bool" and getattr(mini, spec.name)]
    touched = [table.title(of) for of in touching(table, mini.id)]
    if touched:
        words.append(f"in contact with {' and '.join(touched)}")
    return ", ".join([table.title(mini.id), *words])
