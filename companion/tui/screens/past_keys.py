"""Going about in the past: line by line, from loss to loss, melee to melee, round to round, and to a line by name."""

from __future__ import annotations

from functools import partial
from typing import Final, Protocol

from companion.engine.past import Past, Stop
from companion.frontend.past_view import place_meant
from companion.frontend.saying.sentences import fault_of
from companion.tui.commands import (
    BEGINNING,
    EARLIER,
    GO_TO,
    LATER,
    LATEST,
    LOSS_AFTER,
    LOSS_BEFORE,
    MELEE_AFTER,
    MELEE_BEFORE,
    ROUND_AFTER,
    ROUND_BEFORE,
    Command,
    handles,
)
from companion.tui.screens.play_screen import PlayScreen

STOPS: Final[dict[Command, tuple[Stop, int, str]]] = {
    LOSS_BEFORE: ("loss", -1, "no earlier loss"),
    LOSS_AFTER: ("loss", 1, "no later loss"),
    MELEE_BEFORE: ("melee", -1, "no earlier melee"),
    MELEE_AFTER: ("melee", 1, "no later melee"),
    ROUND_BEFORE: ("round", -1, "the beginning"),
    ROUND_AFTER: ("round", 1, "no later {round}"),
}
"""Where each of these commands goes, in which direction, and what is said where there is no other."""


class Go(Protocol):
    """Shows the table at a place, and says a remark."""

    async def __call__(self, place: int, remark: str = "") -> None: ...


class PastKeys:
    """The commands that lead to another line of this past."""

    def __init__(self, screen: PlayScreen, past: Past, go: Go) -> None:
        self.screen, self.past, self.go = screen, past, go

    @handles(EARLIER, LATER, BEGINNING, LATEST)
    async def to_line(self, command: Command) -> None:
        """A line back or on; before the first line, or the last one."""
        here, now = self.past.place, self.past.now
        await self.go({EARLIER: here - 1, LATER: here + 1, BEGINNING: 0, LATEST: now}[command])

    @handles(*STOPS)
    async def to_stop(self, command: Command) -> None:
        """To where a melee or round began or somebody was hurt, before or after this; or says that there is none."""
        kind, way, none = STOPS[command]
        place = self.past.stop(kind, way)
        if place is None:
            await self.go(self.past.place, f" · {none.format(round=self.past.table.spec.round_word)}")
        else:
            await self.go(place)

    @handles(GO_TO)
    def go_to(self) -> None:
        meant = partial(place_meant, self.past)
        question = f"Go to: 12, {self.past.table.spec.round_word} 3, or a name"
        self.screen.ask_text(question, lambda text: self.go(meant(text)), check=partial(fault_of, meant))
