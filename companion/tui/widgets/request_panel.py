"""The request in the middle of the guide: who, what, with which numbers, and the body that takes the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from companion.engine.requests import Request
from companion.engine.state.changes import Tally
from companion.engine.state.table import Table
from companion.frontend.limits import cost_words
from companion.tui.sizes import ROOMY
from companion.tui.text import plain, ranked_content, tally_content, who_label
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.plain import PlainStatic

_FEW, _MANY = 2, 6
_PLACES, _ALL_PLACES = 4, 12


class RequestPanel(Vertical):
    """One request with its body."""

    DEFAULT_CSS = """
    RequestPanel { height: 1fr; padding: 0 1; }
    RequestPanel .title { margin: 0 0 1 0; height: auto; max-height: 6; }
    RequestPanel .ruling { color: $warning; height: auto; text-style: bold; }
    RequestPanel .tallies { height: auto; max-height: 2; margin: 0 0 1 0; }
    RequestPanel .order { height: auto; margin: 0 0 1 0; }
    """

    def __init__(
        self,
        request: Request[Any],
        table: Table[Any, Any],
        *,
        earlier: Any = None,
        masked: bool = False,
        ruling: str | None = None,
        ruled: str = "",
    ) -> None:
        super().__init__()
        self.ruled = ruled
        self.request = request
        self.table = table
        self.ruling = ruling
        self.masked = masked
        self.answer_body: Body[Any] = body_for(request, table, earlier, masked)

    def compose(self) -> ComposeResult:
        """Who, what, numbers, body."""
        who = who_label(self.table, self.request.by)
        secret = Content.styled("  in secret", "$warning bold") if self.masked else Content("")
        cost = plain(f"  costs {cost_words(self.request.cost)}" if self.request.cost else "", "bold $warning")
        yield PlainStatic(Content.assemble(who, "  ", plain(self.request.title, "bold"), secret, cost), classes="title")
        if self.ruling is not None:
            yield PlainStatic(
                plain(f"A RULING: your answer stands, whatever the app says ({self.ruling})"), classes="ruling"
            )
        if self.ruled:
            yield PlainStatic(plain(self.ruled), classes="ruling")
        roomy = self.app.size.height >= ROOMY
        numbers = [t for t in self.request.tally if not t.ranked]
        for order in self.request.tally:
            if order.ranked:
                yield PlainStatic(ranked_content(order, _ALL_PLACES if roomy else _PLACES), classes="order")
        if numbers:
            yield PlainStatic(tallies(numbers, _MANY if roomy else _FEW), classes="tallies")
        yield self.answer_body


def tallies(numbers: Sequence[Tally], most: int) -> Content:
    """The numbers that belong to a request: those it was asked with stand first, and as many as fit are shown."""
    lines = [tally_content(t) for t in numbers[:most]]
    left = len(numbers) - len(lines)
    if left:
        lines[-1] = Content.assemble(lines[-1], plain(f"   +{left} more under why", "$quiet"))
    return Content("\n").join(lines)
