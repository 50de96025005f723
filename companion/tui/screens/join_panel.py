"""How one joins this table: a code to scan for each player, an address and a short code, and who sits there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from textual import events
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget

from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.wording import count
from companion.seats.seat import Seat
from companion.seats.web.qr import half_blocks
from companion.tui.base_screen import Panel
from companion.tui.commands import ACCEPT, DELETE, LATER, LEAVE, NEW, ROLL, Command, handles
from companion.tui.controller import SessionController
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG
from companion.tui.look.rows import abreast, wrapped
from companion.tui.text import plain, side_label
from companion.tui.widgets.band import TitleBand
from companion.tui.widgets.plain import PlainStatic

WIDTH: Final = 33
"""Cells of a code and of the words below it."""
HEIGHT: Final = 17
_GAP: Final = 3
_EDGE: Final = 1
_AROUND: Final = 8
"""Rows of the panel that are no code: title, who sits there, addresses, what to do, keys."""
_INK: Final = {True: "#000000", False: "#ffffff"}
_TROUBLE: Final = "Does not open: allow Python in the firewall; a guest Wi-Fi keeps devices apart, use a hotspot."
_TROUBLE_SHORT: Final = "Firewall: allow Python; no guest Wi-Fi"


def code_rows(url: str) -> list[Content]:
    """A QR code, black on white in every theme: one on the theme's own ground is read by nobody."""
    return [
        Content.assemble(*(("▀", f"{_INK[upper]} on {_INK[lower]}") for upper, lower in row))
        for row in half_blocks(url)
    ]


class JoinPanel(Panel[None]):
    """The seats of a shared table. Closing it changes nothing; the game goes on."""

    heading = "Share this table"
    words: ClassVar = {
        ACCEPT: "play",
        LATER: "next seat",
        NEW: "new addresses",
        ROLL: "new codes",
        DELETE: "close a seat",
        LEAVE: "stop sharing",
    }

    def __init__(self, controller: SessionController) -> None:
        super().__init__()
        self.controller = controller
        self.title_line = TitleBand("Share this table")
        self.page = PlainStatic()
        self.note = PlainStatic(classes="note")
        self.standing: dict[str, Any] = {"seats": []}
        self.first = 0
        """The player whose code is shown where there is room for one."""

    def body(self) -> Iterable[Widget]:
        with Vertical(classes="sheet"):
            yield self.title_line
            yield self.page
            yield self.note

    def on_mount(self) -> None:
        """New codes to type, as they hold for two minutes."""
        self._ask("codes")
        _ = self.call_later(self.show_keys)

    def on_resize(self, _: events.Resize) -> None:
        self._draw()

    def second_passed(self) -> None:
        """Who came, who went, how long the short codes hold."""
        self._ask()

    # -- asking the table -----------------------------------------------------------------------------------------

    def _ask(self, what: str = "", seat: str = "") -> None:
        opened = self.controller.opened
        if isinstance(opened, Seat):
            try:
                self.standing = opened.share(what, seat)
                self.note.show("")
            except (InvalidInput, NotSaved) as fault:
                self.note.show(plain(f"✗ {fault}", "bold $error"))
            self._draw()

    @property
    def _players(self) -> list[dict[str, Any]]:
        sides = self.controller.session.table.sides
        return [one for one in self.standing["seats"] if one["seat"] in sides]

    # -- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        if not self.is_mounted:
            return
        where = "this machine alone" if self.standing.get("here_only") else "same Wi-Fi, or this laptop's hotspot"
        self.title_line.say("Share this table", where if self.size.width >= 80 else "")
        players = self._players
        if not players:
            self.page.show(plain("Browsers are not served yet …", QUIET))
            return
        width, height = self.size.width - 2 * _EDGE, self.size.height - _AROUND
        beside = width >= 2 * WIDTH - 8
        rows: list[Content]
        if width >= len(players) * (WIDTH + _GAP) - _GAP and height >= HEIGHT - 1:
            rows = abreast([self._column(one) for one in players], WIDTH + _GAP)
        elif height >= HEIGHT + 4 and width >= WIDTH:
            rows = [*self._column(players[self.first]), Content(""), *self._others()]
        elif beside and height >= HEIGHT - 5:
            words = [*self._words(players[self.first]), Content(""), *self._others()]
            beside_it = [row for line in words for row in wrapped(line, width - WIDTH - _GAP)]
            rows = abreast([code_rows(players[self.first]["url"]), beside_it], WIDTH + _GAP)
        else:
            rows = [line for one in players for line in (*self._words(one), Content(""))]
        trouble = _TROUBLE if width >= len(_TROUBLE) else _TROUBLE_SHORT
        if not self.standing.get("here_only"):
            rows += [Content(""), plain(trouble, QUIET)] if len(rows) < height + 3 else [plain(trouble, QUIET)]
        edge = Content(" " * _EDGE)
        self.page.show([Content.assemble(edge, row) for row in rows])

    def _others(self) -> list[Content]:
        """Who sits at the seats whose codes are not shown."""
        return [self._head(one) for place, one in enumerate(self._players) if place != self.first]

    def _head(self, seat: dict[str, Any]) -> Content:
        """`◆ ITO   here  a phone, for 4 minutes`."""
        minutes = seat["seconds"] // 60
        name = side_label(self.controller.session.table, seat["seat"])
        if seat["kind"]:
            since = f", for {count(minutes, 'minute')}" if minutes else ""
            return Content.assemble(name, "  ", ("here", STRONG), ("  ", ""), plain(f"{seat['kind']}{since}", QUIET))
        if seat["screens"] > 0:
            return Content.assemble(name, "  ", ("here", STRONG), plain("  a terminal", QUIET))
        if seat["waits"]:
            return Content.assemble(name, "  ", ("away", MIND_STRONG), plain("  its phone sleeps", QUIET))
        return Content.assemble(name, "  ", ("nobody yet", MIND))

    def _address(self, seat: dict[str, Any]) -> list[Content]:
        root, code = plain(self.standing["root"], STRONG), seat["code"]
        typed = Content.assemble((f"{code[:3]} {code[3:]}", STRONG)) if code else plain("over; r: a new one", QUIET)
        left = self.standing["code_seconds"]
        until = plain(f"  {left} s" if code else "", QUIET)
        return [Content.assemble(plain("http://", QUIET), root), Content.assemble(plain("code ", QUIET), typed, until)]

    def _column(self, seat: dict[str, Any]) -> list[Content]:
        return [self._head(seat), *code_rows(seat["url"]), *self._address(seat)]

    def _words(self, seat: dict[str, Any]) -> list[Content]:
        return [self._head(seat), *self._address(seat)]

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Another player's code is asked for where one is shown."""
        return super().is_enabled(command) and (command is not LATER or len(self._players) > 1)

    @handles(ACCEPT)
    def accept(self) -> None:
        self.close_with(None)

    @handles(LATER)
    def next_seat(self) -> None:
        self.first = (self.first + 1) % max(1, len(self._players))
        self._draw()

    @handles(NEW)
    def new_keys(self) -> None:
        self._ask("new")
        self._ask("codes")

    @handles(ROLL)
    def new_codes(self) -> None:
        self._ask("codes")

    @handles(DELETE)
    def close_seat(self) -> None:
        choices = [(one["seat"], self._head(one)) for one in self._players]
        self.ask("Close which seat? Its address is another then.", choices, lambda seat: self._ask("close", seat))

    @handles(LEAVE)
    def stop_sharing(self) -> None:

        def sure(yes: bool) -> None:
            if yes:
                self.close_with(None)
                self.host.end_sharing()

        self.ask("Stop sharing this table? The game goes on here.", [(True, "Stop sharing"), (False, "Go on")], sure)
