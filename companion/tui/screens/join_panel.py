"""How one joins this table: a code to scan for each player, an address and a short code, and who sits there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.content import Content

from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.wording import count
from companion.seats.seat import Seat
from companion.seats.web.qr import half_blocks
from companion.tui.commands import ACCEPT, DELETE, LATER, LEAVE, NEW, ROLL, Command
from companion.tui.controller import SessionController
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG
from companion.tui.look.rows import BLANK, abreast, wrapped
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain, side_label
from companion.tui.widgets.lines import LineList, Row

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


class JoinPanel(ListPanel[None]):
    """The seats of a shared table. Closing it changes nothing; the game goes on."""

    heading = "Share this table"
    nothing = "Browsers are not served yet …"
    words: ClassVar = {
        ACCEPT: "play",
        LATER: "next seat",
        NEW: "new addresses",
        ROLL: "new codes",
        DELETE: "close a seat",
        LEAVE: "stop sharing",
    }

    def __init__(self, controller: SessionController) -> None:
        super().__init__("Share this table", lines=LineList(cursor=False, gutter=0))
        self.controller = controller
        self.standing: dict[str, Any] = {"seats": []}
        self.first = 0
        """The player whose code is shown where there is room for one."""

    def on_mount(self) -> None:
        """New codes to type, as they hold for two minutes."""
        # Textual mounts what all panels of this kind have after this.
        self._ask("codes")

    def second_passed(self) -> None:
        """Who came, who went, how long the short codes hold."""
        self._ask()

    # -- asking the table -----------------------------------------------------------------------------------------

    def _ask(self, what: str = "", seat: str = "") -> None:
        opened = self.controller.opened
        if isinstance(opened, Seat):
            fault = ""
            try:
                self.standing = opened.share(what, seat)
            except (InvalidInput, NotSaved) as refused:
                fault = str(refused)
            self.complain(fault)
            # On a low screen a code needs its row.
            self.note.display = bool(fault)
            self.redraw()

    @property
    def _players(self) -> list[dict[str, Any]]:
        sides = self.controller.session.table.sides
        return [one for one in self.standing["seats"] if one["seat"] in sides]

    # -- drawing --------------------------------------------------------------------------------------------------

    def rows(self) -> Sequence[Row]:
        where = "this machine alone" if self.standing.get("here_only") else "same Wi-Fi, or this laptop's hotspot"
        self.title_line.say("Share this table", where if self.size.width >= 80 else "")
        players = self._players
        if not players:
            return []
        width, height = self.size.width - 2 * _EDGE, self.size.height - _AROUND
        rows: list[Content]
        if width >= len(players) * (WIDTH + _GAP) - _GAP and height >= HEIGHT - 1:
            rows = abreast([self._column(one) for one in players], WIDTH + _GAP)
        elif height >= HEIGHT + 4 and width >= WIDTH:
            rows = [*self._column(players[self.first]), BLANK, *self._others()]
        elif width >= 2 * WIDTH - 8 and height >= HEIGHT - 5:
            words = [*self._words(players[self.first]), BLANK, *self._others()]
            beside_it = [row for line in words for row in wrapped(line, width - WIDTH - _GAP)]
            rows = abreast([code_rows(players[self.first]["url"]), beside_it], WIDTH + _GAP)
        else:
            rows = [line for one in players for line in (*self._words(one), BLANK)]
        trouble = _TROUBLE if width >= len(_TROUBLE) else _TROUBLE_SHORT
        if not self.standing.get("here_only"):
            rows += [BLANK, plain(trouble, QUIET)] if len(rows) < height + 3 else [plain(trouble, QUIET)]
        return [Row(None, row) for row in rows]

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
        return command is ACCEPT or (super().is_enabled(command) and (command is not LATER or len(self._players) > 1))

    def do_later(self) -> None:
        self.first = (self.first + 1) % max(1, len(self._players))
        self.redraw()

    def do_new(self) -> None:
        self._ask("new")
        self._ask("codes")

    def do_roll(self) -> None:
        self._ask("codes")

    def do_delete(self) -> None:
        choices = [(one["seat"], self._head(one)) for one in self._players]
        self.ask("Close which seat? Its address is another then.", choices, lambda seat: self._ask("close", seat))

    def do_leave(self) -> None:
        def sure(yes: bool) -> None:
            if yes:
                self.close_with(None)
                self.host.end_sharing()

        self.ask("Stop sharing this table?", [(True, "Stop sharing"), (False, "Go on")], sure)
