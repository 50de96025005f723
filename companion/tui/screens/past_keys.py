"""Going about in the past: line by line, from loss to loss, melee to melee, round to round, and to a line by name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial, partialmethod

from companion.engine.past import Past, Stop
from companion.frontend.past_view import place_meant
from companion.frontend.saying.sentences import fault_of
from companion.tui.screens.play_screen import PlayScreen


class PastKeys:
    """The commands that lead to another line of this past; `go` shows the table at a place, and says a remark."""

    def __init__(self, screen: PlayScreen, past: Past, go: Callable[..., Awaitable[None]]) -> None:
        self.screen, self.past, self.go = screen, past, go

    async def do_earlier(self) -> None:
        await self.go(self.past.place - 1)

    async def do_later(self) -> None:
        await self.go(self.past.place + 1)

    async def do_beginning(self) -> None:
        await self.go(0)

    async def do_latest(self) -> None:
        await self.go(self.past.now)

    async def _to(self, kind: Stop, way: int, none: str) -> None:
        """To where a melee or round began or somebody was hurt, before or after this; or says that there is none."""
        place = self.past.stop(kind, way)
        if place is None:
            await self.go(self.past.place, f" · {none.format(round=self.past.table.spec.round_word)}")
        else:
            await self.go(place)

    do_loss_before = partialmethod(_to, "loss", -1, "no earlier loss")
    do_loss_after = partialmethod(_to, "loss", 1, "no later loss")
    do_melee_before = partialmethod(_to, "melee", -1, "no earlier melee")
    do_melee_after = partialmethod(_to, "melee", 1, "no later melee")
    do_round_before = partialmethod(_to, "round", -1, "the beginning")
    do_round_after = partialmethod(_to, "round", 1, "no later {round}")

    def do_go_to(self) -> None:
        meant = partial(place_meant, self.past)
        question = f"Go to: 12, {self.past.table.spec.round_word} 3, or a name"
        self.screen.ask_text(question, lambda text: self.go(meant(text)), check=partial(fault_of, meant))
