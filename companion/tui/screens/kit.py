"""What players keep beside the rules: victory points with their history, clocks, what to remember, the sides' cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from textual.content import Content

from companion.engine.state.table import DICE_WORD
from companion.engine.wording import signed
from companion.frontend.by_hand import BY_HAND, points_typed, scored
from companion.frontend.form import Act, Number, Text
from companion.frontend.saying.reminders import reminders
from companion.frontend.saying.sentences import ADD_A_WORD, commitment_short
from companion.tui.board.notes import reminder_line
from companion.tui.commands import ACCEPT, LESS, MORE, REDO, UNDO, Command
from companion.tui.controller import SessionController
from companion.tui.forms.form import Form
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.text import card_of_table, plain, side_label
from companion.tui.widgets.lines import Row, below_gap, heading

_INDENT, _POINTS = 2, 4
"""Cells before what points are for, and for points, two blank ones among them."""


@dataclass(eq=False, kw_only=True)
class _Points(Number):
    """The points of a side: a number and what it is for, or one more or less without a reason."""

    def typed(self) -> str:
        return ""

    def read(self, text: str) -> Any:
        return points_typed(text)

    def counted(self, by: int) -> Any:
        return by, BY_HAND


class KitForm(Form[str]):
    """Closes with the id of the side or table whose card is wanted, or with None."""

    heading = "Kit"

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Kit")
        self.controller = controller

    def shown(self) -> None:
        self.lines.one_click = False

    def lines_for(self, width: int) -> Iterator[Row]:
        table = self.controller.session.table
        yield heading("VICTORY POINTS")
        yield from self._points()
        yield from below_gap("CLOCKS")
        clocks = self.controller.clocks
        times = "   ".join(f"{table.title(side)} {clocks.words(side)}" for side in table.sides)
        said = times if clocks.running else "how long each player decides; never saved"
        words = Content.assemble(
            "Stop them" if clocks.running else "Start them", plain(f"   {said}", "" if clocks.running else QUIET)
        )
        yield Row(Act(key=("clocks", ""), do=self._switch_clocks), words)
        yield from self._players()
        reminded = [*reminders(self.controller.hooks, self.controller.hooks.to_act())]
        if reminded:
            yield from below_gap("REMEMBER")
            yield from (heading(reminder_line(self.controller, one)) for one in reminded)
        yield from self._dice()
        yield from below_gap("TO CORRECT")
        for side in table.sides:
            yield Row(Act(key=("card", side), do=partial(self.screen.close_with, side)), side_label(table, side))
        card = Content.assemble("The game", plain("   " + card_of_table(table), QUIET))
        yield Row(Act(key=("card", "table"), do=partial(self.screen.close_with, "table")), card)

    def _players(self) -> Iterator[Row]:
        """`Who plays Sora?   the app, bold: to take the enemy out of play`; nothing at a seat."""
        if self.controller.read_only or self.controller.at_seat:
            return
        from companion.engine.goals import GOALS
        from companion.frontend.app_player import TEMPERS

        yield from below_gap("PLAYERS")
        for side in self.controller.session.table.sides:
            temper = self._temper(side)
            who = f"the app, {temper}: {GOALS[TEMPERS[temper]]}" if temper else "somebody at the table"
            words = Content.assemble("Who plays ", side_label(self.controller.session.table, side), plain("?"))
            act = Act(key=("player", side), do=partial(self._next_player, side))
            yield Row(act, Content.assemble(words, plain(f"   {who}", "" if temper else QUIET)))

    def _temper(self, side: str) -> str:
        """How the app plays this side; empty if it does not."""
        by_app = self.controller.by_app
        return by_app.wanted.temper if by_app is not None and by_app.side == side else ""

    def _next_player(self, side: str) -> None:
        """Somebody at the table, then the app in each temper."""
        from companion.frontend.app_player import TEMPERS, SideByApp

        after = [*TEMPERS, ""]
        temper = after[(after.index(self._temper(side)) + 1) % len(after)]
        self.screen.host.play_by_app(SideByApp(side, temper) if temper else None)
        self.screen.redraw()

    def _dice(self) -> Iterator[Row]:
        """The hash of the seed, and the word of each player, as long as one can be added."""
        session = self.controller.session
        if not session.commitment or session.has_rolled:
            return
        yield from below_gap("APP DICE")
        yield heading(plain(commitment_short(session.commitment), QUIET))
        yield heading(plain(ADD_A_WORD, QUIET))
        for side in session.table.sides.values():
            word = Text(
                key=("word", side.id),
                value=side.dice_word,
                label=f"a word of {session.table.title(side.id)} for the app's dice",
                why="for example: chrysanthemum",
                needed="something must be typed",
                put=partial(self._add_word, side.id),
            )
            shown = self.content(word, plain(side.dice_word or "no word", "" if side.dice_word else QUIET))
            yield Row(word, Content.assemble(side_label(session.table, side.id), "   ", shown))

    def _points(self) -> Iterator[Row]:
        """`◆ Ito    3`, and below it, number under number, what they are for."""
        session = self.controller.session
        table = session.table
        labels = {side: side_label(table, side) for side in table.sides}
        told = {
            side: [(table.spec.round_named(one.round), one) for one in scored(session, side)] for side in table.sides
        }
        rounds = [len(when) + _INDENT for found in told.values() for when, _ in found]
        wide = max([*(label.cell_length for label in labels.values()), *rounds])
        for side, label in labels.items():
            field = _Points(
                key=("score", side),
                label=f"points for {table.title(side)}",
                value=table.sides[side].score,
                why="how many, and what for? for example: 2 the bridge",
                put=partial(self._score, side),
            )
            score = plain(f"{field.value:>{_POINTS}}", STRONG)
            if self.lines.typing.edit is not None and self.lines.typing.edit.field == field:
                score = Content.assemble(score, "   ", self.lines.typing.edit.content())
            yield Row(field, Content.assemble(label.extend_right(wide - label.cell_length), score))
            for when, one in told[side]:
                points = signed(one.points)
                text = f"{'':{_INDENT}}{when:<{wide - _INDENT}}{points:>{_POINTS}}  {one.why}"
                yield heading(plain(text, QUIET))

    def is_enabled(self, command: Command) -> bool:
        """Nothing is written in a read-only game, where clocks run and cards are read all the same."""
        if self.controller.read_only and (
            command in (MORE, LESS, UNDO, REDO) or (command is ACCEPT and not isinstance(self.marked(), Act))
        ):
            return False
        session = self.controller.session
        return {UNDO: session.undo_count, REDO: session.redo_count}.get(command, 1) > 0

    def short(self, command: Command) -> str | None:
        field = self.marked()
        if command is ACCEPT and field is not None:
            clocks = "stop" if self.controller.clocks.running else "start"
            return {"score": "points and why", "clocks": clocks, "card": "card", "word": "word", "player": "other"}[
                field.key[0]
            ]
        return {MORE: "point", LESS: ""}.get(command)

    def _switch_clocks(self) -> None:
        self.controller.clocks.switch()
        self.controller.clocks.turn(self.controller.deciding())
        self.screen.redraw()

    def _add_word(self, side: str, word: str) -> str:
        return self.controller.attempt(lambda s: s.adjust(side, DICE_WORD, word, why=BY_HAND)).fault

    def _score(self, side: str, given: tuple[int, str]) -> str:
        points, why = given
        return self.controller.attempt(lambda s: s.adjust(side, "score", change=points, why=why)).fault

    async def do_undo(self) -> None:
        """Takes the last input back; asks first at a border of the campaign."""
        from companion.tui.controller import Attempt
        from companion.tui.screens.undo_at_border import take_back

        async def then(attempt: Attempt) -> None:
            self.done(attempt.fault)

        await take_back(self.screen, self.controller, then)

    def do_redo(self) -> None:
        self.done(self.controller.attempt(lambda s: s.redo()).fault)
