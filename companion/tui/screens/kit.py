"""What players keep beside the rules: victory points with their history, clocks, what to remember, the sides' cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual.content import Content

from companion.engine.state.table import DICE_WORD
from companion.frontend.reminding import reminders
from companion.frontend.scoring import Scored, points_typed, scored
from companion.frontend.wording import ADD_A_WORD, commitment_short, fault_of
from companion.tui.board.notes import reminder_line
from companion.tui.commands import ACCEPT, LESS, MORE, REDO, UNDO, Command, handles
from companion.tui.controller import SessionController
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import card_of_table, plain, side_label
from companion.tui.widgets.lines import LineList, Row

_INDENT, _POINTS = 2, 4
"""Cells before what points are for, and for points, two blank ones among them."""


class Item(NamedTuple):
    """What a row stands for: the points of a side, its word for the dice, the clocks, or a card."""

    kind: str
    of: str = ""


class KitPanel(ListPanel[str]):
    """Closes with the id of the side or table whose card is wanted, or with None."""

    heading = "Kit"

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Kit", lines=LineList(classes="bare"))
        self.controller = controller

    def rows(self) -> Sequence[Row]:
        """Points and their history, clocks, what to remember, cards."""
        return list(self._rows())

    def _rows(self) -> Iterator[Row]:
        table = self.controller.session.table
        yield Row(None, Content("VICTORY POINTS"), heading=True)
        yield from self._points()
        yield Row(None, Content(" "), heading=True)
        yield Row(None, Content("CLOCKS"), heading=True)
        clocks = self.controller.clocks
        times = "   ".join(f"{table.title(side)} {clocks.words(side)}" for side in table.sides)
        said = times if clocks.running else "how long each player decides; never saved"
        words = "Stop them" if clocks.running else "Start them"
        yield Row(Item("clocks"), Content.assemble(words, plain(f"   {said}", "" if clocks.running else QUIET)))
        reminded = reminders(self.controller.hooks, self.controller.hooks.to_act())
        if reminded:
            yield Row(None, Content(" "), heading=True)
            yield Row(None, Content("REMEMBER"), heading=True)
            yield from (Row(None, reminder_line(self.controller, one), heading=True) for one in reminded)
        yield from self._dice()
        yield Row(None, Content(" "), heading=True)
        yield Row(None, Content("TO CORRECT"), heading=True)
        for side in table.sides:
            yield Row(Item("card", side), side_label(table, side))
        yield Row(Item("card", "table"), Content.assemble("The game", plain("   " + card_of_table(table), QUIET)))

    def _dice(self) -> Iterator[Row]:
        """The hash of the seed, and the word of each player, as long as one can be added."""
        session = self.controller.session
        if session.seed is None or session.has_rolled:
            return
        yield Row(None, Content(" "), heading=True)
        yield Row(None, Content("APP DICE"), heading=True)
        yield Row(None, plain(commitment_short(session.seed.commitment), QUIET), heading=True)
        yield Row(None, plain(ADD_A_WORD, QUIET), heading=True)
        for side in session.table.sides.values():
            word = plain(f"   {side.dice_word}") if side.dice_word else plain("   no word", QUIET)
            yield Row(Item("word", side.id), Content.assemble(side_label(session.table, side.id), word))

    def _points(self) -> Iterator[Row]:
        """`◆ Ito    3`, and below it, number under number, what they are for."""
        table = self.controller.session.table
        labels = {side: side_label(table, side) for side in table.sides}
        told = {side: [(table.spec.round_named(one.round), one) for one in self._scored(side)] for side in table.sides}
        rounds = [len(when) + _INDENT for found in told.values() for when, _ in found]
        wide = max([*(label.cell_length for label in labels.values()), *rounds])
        for side, label in labels.items():
            score = (f"{table.sides[side].score:>{_POINTS}}", STRONG)
            yield Row(Item("score", side), Content.assemble(label.extend_right(wide - label.cell_length), score))
            for when, one in told[side]:
                points = f"{one.points:+d}".replace("-", "−")
                text = f"{'':{_INDENT}}{when:<{wide - _INDENT}}{points:>{_POINTS}}  {one.why}"
                yield Row(None, plain(text, QUIET), heading=True)

    def _scored(self, side: str) -> list[Scored]:
        return scored(self.controller.session, side)

    def is_enabled(self, command: Command) -> bool:
        """Signs need the points of a side under the cursor."""
        if command in (MORE, LESS):
            return self._side() != "" and not self.controller.read_only
        if command in (UNDO, REDO):
            session = self.controller.session
            count = session.undo_count if command is UNDO else session.redo_count
            return count > 0 and not self.controller.read_only
        return super().is_enabled(command)

    def short(self, command: Command) -> str:
        """Enter is named after the row."""
        item = self.lines.value
        if command is ACCEPT and isinstance(item, Item):
            clocks = "stop" if self.controller.clocks.running else "start"
            return {"score": "points and why", "clocks": clocks, "card": "card", "word": "word"}[item.kind]
        return {MORE: "point", LESS: ""}.get(command, super().short(command))

    def _side(self) -> str:
        item = self.lines.value
        return item.of if isinstance(item, Item) and item.kind == "score" else ""

    @handles(ACCEPT)
    def accept(self) -> None:
        """Asks for points and what for; starts or stops the clocks; opens a card."""
        item = self.lines.value
        if not isinstance(item, Item):
            return
        if item.kind == "clocks":
            self.controller.clocks.switch()
            self.controller.clocks.turn(self.controller.deciding())
            self.redraw()
        elif item.kind == "card":
            self.close_with(item.of)
        elif not self.controller.read_only:
            (self._ask_word if item.kind == "word" else self._ask_points)(item.of)

    def _ask_word(self, side: str) -> None:
        from companion.tui.screens.asking import TextPrompt

        def added(word: str | None) -> None:
            if word is not None:
                attempt = self.controller.attempt(lambda s: s.adjust(side, DICE_WORD, word.strip(), why="by hand"))
                self._try(lambda: attempt.fault)

        name = self.controller.session.table.title(side)
        self.open_over(TextPrompt(f"A word of {name} for the app's dice", like="chrysanthemum"), added)

    def _ask_points(self, side: str) -> None:
        from companion.tui.screens.asking import TextPrompt

        name = self.controller.session.table.title(side)
        prompt = TextPrompt(f"Points for {name}: how many, and what for?", check=_wrong, like="2 the bridge")
        self.open_over(prompt, lambda text: self._score(side, *points_typed(text)) if text is not None else None)

    def _score(self, side: str, points: int, why: str) -> None:
        self._try(lambda: self.controller.attempt(lambda s: s.adjust(side, "score", change=points, why=why)).fault)

    def _try(self, act: Callable[[], str]) -> None:
        self.complain(act())
        self.redraw()

    @handles(MORE)
    def more(self) -> None:
        """One point more, without a reason."""
        self._score(self._side(), 1, "by hand")

    @handles(LESS)
    def less(self) -> None:
        """One point less."""
        self._score(self._side(), -1, "by hand")

    @handles(UNDO)
    async def undo(self) -> None:
        """Takes the last input back; asks first at a border of the campaign."""
        from companion.tui.controller import Attempt
        from companion.tui.screens.taking_back import take_back

        async def then(attempt: Attempt) -> None:
            self._try(lambda: attempt.fault)

        await take_back(self, self.controller, then)

    @handles(REDO)
    def redo(self) -> None:
        """Puts it back."""
        self._try(lambda: self.controller.attempt(lambda s: s.redo()).fault)


def _wrong(text: str) -> str:
    return fault_of(points_typed, text)
