"""Counting by hand at the table: the health of a unit, or its second tracker, of the marked one or by its letter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partialmethod
from typing import Final

from companion.engine.state.table import Unit
from companion.frontend.by_hand import count_health, count_second, health_spec, second_spec
from companion.tui.board.view import BoardView
from companion.tui.commands import LESS, MORE, SECOND_LESS, SECOND_MORE, Command, key_name
from companion.tui.controller import SessionController
from companion.tui.look.key_row import Key

COUNTING: Final = (LESS, MORE, SECOND_LESS, SECOND_MORE)
"""The signs that count by hand: health, and the second tracker."""


class Counting:
    """The signs of this board; `then` gets what was wrong, and draws the table."""

    def __init__(self, controller: SessionController, view: BoardView, then: Callable[[str], Awaitable[None]]) -> None:
        self.controller, self.view, self._then = controller, view, then
        self._sign = LESS
        """The sign whose letter is typed."""

    def _counted(self) -> Unit | None:
        """The unit that the signs count of: the marked one, else as an example the first that stands."""
        units = self.controller.session.table.units
        marked = self.view.marked()
        return units[marked] if marked in units else next((one for one in units.values() if one.alive), None)

    def is_enabled(self, command: Command) -> bool:
        """Whether there is something that this sign counts."""
        unit = self._counted()
        counts = health_spec if command in (LESS, MORE) else second_spec
        return unit is not None and counts(unit) is not None

    async def _count(self, command: Command) -> None:
        """One health, or one of the second tracker, less or more: of the marked unit, else of one by its letter."""
        of = self.view.marked()
        if of is not None:
            await self.give(command, of)
            return
        self._sign = command
        self.view.letter.ask(key_name(command.keys[0]), self.words(command))

    do_less = partialmethod(_count, LESS)
    do_more = partialmethod(_count, MORE)
    do_second_less = partialmethod(_count, SECOND_LESS)
    do_second_more = partialmethod(_count, SECOND_MORE)

    async def letter_typed(self, letter: str) -> None:
        """Counts of the unit with this letter, or says that none has it."""
        board = self.view.board
        units = (one for side in board.sides.values() for one in side) if board is not None else ()
        of = next((one.id for one in units if one.letter == letter), None)
        await (self.give(self._sign, of) if of is not None else self._then(f"No unit has the letter {letter}."))

    async def give(self, command: Command, of: str) -> None:
        """Counts what the sign says of this unit."""
        by = 1 if command in (MORE, SECOND_MORE) else -1
        count = count_health if command in (LESS, MORE) else count_second
        await self._then(self.controller.attempt(lambda s: count(s, of, by)).fault)

    def words(self, command: Command, letter: str = "") -> str:
        """What a sign does, in a word: `wounds`, `heals`, or the second tracker."""
        unit = self._counted()
        if unit is None:
            return ""
        if command in (LESS, MORE):
            spec = health_spec(unit)
            models = spec is not None and spec.name in unit.counts_models
            words = ("a model off", "one back") if models else ("wounds", "heals")
            return f"{words[command is MORE]} {letter}".rstrip()
        second = second_spec(unit)
        return second.label.lower() if second is not None else ""

    def with_letters(self, keys: Sequence[Key]) -> list[Key]:
        """The keys of the footer, the signs with the letter of a unit: `− A wounds A`."""
        unit, board = self._counted(), self.view.board
        if unit is None or board is None:
            return list(keys)
        letter = next((one.letter for one in board.sides.get(unit.side, ()) if one.id == unit.id), "")
        signs = {LESS.id: LESS, MORE.id: MORE}
        return [
            key._replace(key=f"{key.key} {letter}", short=self.words(signs[key.command], letter))
            if key.command in signs
            else key
            for key in keys
        ]
