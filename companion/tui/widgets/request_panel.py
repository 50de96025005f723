"""The request in the middle of the guide: who, what, with which numbers, and the body that takes the answer."""

from __future__ import annotations

from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content

from companion.engine.requests import Request
from companion.engine.table import Table
from companion.tui.text import plain, tally_content, who_label
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.plain import PlainStatic

_MOST_TALLIES = 4


class RequestPanel(Vertical):
    """One request with its body."""

    DEFAULT_CSS = """
    RequestPanel { height: 1fr; padding: 0 2; }
    RequestPanel .title { text-style: bold; margin: 1 0 1 0; height: auto; max-height: 6; }
    RequestPanel .who { height: auto; max-height: 2; }
    RequestPanel .ruling { color: $warning; height: auto; text-style: bold; }
    RequestPanel .tallies { height: auto; max-height: 2; margin: 0 0 1 0; }
    .-high RequestPanel { padding: 1 3; }
    .-high RequestPanel .tallies { max-height: 8; }
    .-low RequestPanel { padding: 0 1; }
    .-low RequestPanel .title { margin: 0; max-height: 3; }
    .-low RequestPanel .tallies { display: none; }
    """

    def __init__(self, request: Request[Any], table: Table[Any, Any], *, earlier: Any = None, masked: bool = False,
                 ruling: str | None = None) -> None:
        super().__init__()
        self.request = request
        self.table = table
        self.ruling = ruling
        self.masked = masked
        self.answer_body: Body[Any] = body_for(request, table, earlier, masked)

    def compose(self) -> ComposeResult:
        """Who, what, numbers, body."""
        who = who_label(self.table, self.request.by)
        secret = Content.styled("   in secret", "$warning bold") if self.masked else Content("")
        yield PlainStatic(Content.assemble(who, secret), classes="who")
        yield PlainStatic(plain(self.request.title), classes="title")
        if self.ruling is not None:
            yield PlainStatic(plain(f"A RULING: your answer stands, whatever the app says ({self.ruling})"),
                              classes="ruling")
        if self.request.tally:
            yield PlainStatic(tallies(self.request), classes="tallies")
        yield self.answer_body


def tallies(request: Request[Any]) -> Content:
    """The numbers that belong to a request, the newest that fit."""
    shown = request.tally[-_MOST_TALLIES:]
    lines = [tally_content(t) for t in shown]
    if len(request.tally) > len(shown):
        lines.append(Content.styled(f"… and {len(request.tally) - len(shown)} more: why", "$quiet"))
    return Content("\n").join(lines)
