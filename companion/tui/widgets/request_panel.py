"""The request below its band: the numbers it hangs on, and the body that takes the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message

from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.frontend.letters import letters
from companion.frontend.saying.odds import best_words
from companion.tui.look.colours import MIND_STRONG, QUIET
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.sizes import NARROW, ROOMY, SPACED, TALL, by_touch, from_afar, has_cards, low, thumb
from companion.tui.text import plain, ranked_rows, tally_content
from companion.tui.widgets.bodies import body_for
from companion.tui.widgets.body import Body
from companion.tui.widgets.chances import assumed_words, beside_words
from companion.tui.widgets.fight import fighters, reached, reasons_of
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.submit_button import Ready, SubmitButton

_FEW, _MANY = 2, 6
_ALL_PLACES = 12
UNSEEN = "That key was pressed before this question was seen: nothing is answered."


class RequestPanel(Vertical):
    """The open request of a session with its body; with the reason of a `ruling` the answer stands in any case.

    `ruled` is what was ruled of it before; `best`: best play is said with the odds, but for a secret answer.
    """

    DEFAULT_CSS = """
    RequestPanel { height: 1fr; }
    RequestPanel .above { height: auto; padding: 0 2; }
    RequestPanel .assumed { height: auto; max-height: 6; margin: 1 0 0 0; padding: 0 2; }
    RequestPanel .assumed.close { margin: 0; }
    """

    def __init__(
        self,
        session: Session,
        request: Request[object],
        *,
        ruling: str | None,
        ruled: str,
        odds: Odds | None,
        best: bool,
    ) -> None:
        super().__init__()
        table, standings, secret = session.table, session.standings, session.secret is not None
        self.best = best
        self.then = reached(standings)
        """What comes anyway."""
        self.ruled = ruled
        self.request = request
        self.table = table
        self.ruling = ruling
        # On a screen of one's own nobody looks away.
        self.masked = secret and not session.seat
        earlier = None if secret or session.run is None else session.run.suggestions.get(request.key)
        self.shown_elsewhere = [one for who in fighters(standings) for one in reasons_of(who, request.tally).values()]
        """Numbers that stand elsewhere on the screen already."""
        self.answer_body: Body[Any] = body_for(request, table, earlier, self.masked)
        self.answer_body.secret = secret
        self.answer_body.letters = letters(session)
        self.answer_body.shown_elsewhere = self.shown_elsewhere
        # A ruling may take what the rules close.
        self.answer_body.folds = ruling is None
        self.assumed = PlainStatic("", classes="assumed")
        self.above = PlainStatic("", classes="above")
        self.button = SubmitButton(Ready(""))
        self.answer_body.take_odds(odds)
        self.seen_at: float | None = None
        """Since when this can be seen, on the clock of events."""

    def drawn(self) -> None:
        """It can be seen from now on."""
        self.seen_at = Message().time

    def goes_on_from(self, before: RequestPanel) -> None:
        """What was typed there stands here, if this asks the very same, with the same answers."""
        ours, theirs = self.request, before.request
        entry, typed = self.answer_body.entry, before.answer_body.entry
        same = (ours.key, ours.fingerprint()) == (theirs.key, theirs.fingerprint())
        if same and entry is not None and typed is not None and typed.value:
            entry.fill(typed.value)

    def takes(self, answer: Body.Answered, pressed: float | None) -> bool:
        """Whether this answers the request, by a key `pressed` then or by a tap.

        It comes from the body that stands here now, and not from the one before it; what spends or decides is answered
        by whoever has seen it.
        """
        if answer.body is not self.answer_body:
            return False
        return not self.answer_body.decides() or (self.seen_at is not None and self.seen_at <= (pressed or answer.time))

    def on_mount(self) -> None:
        if self.answer_body.odds is not None:
            self.show_odds(self.answer_body.odds)

    def show_odds(self, odds: Odds) -> None:
        """The chances of the answers are known now; with room to spare, all that they assume."""
        self.answer_body.show_odds(odds)
        self.assumed.show_if_any(self._assumed(odds))
        self.call_after_refresh(self.answer_body.fit)

    def _assumed(self, odds: Odds) -> Content:
        best = best_words(self.request, odds, self.table.title) if self.best and not self.masked else ""
        then = [Content.assemble(("then  ", QUIET), row) for row in self.then] if has_cards(self.app.size) else []
        assumes = self._assumes(odds) if best or self.answer_body.tells_odds() else BLANK
        return Content("\n").join(row for row in (*then, plain(best), assumes) if row)

    def _assumes(self, odds: Odds) -> Content:
        size = self.app.size
        self.assumed.set_class(size.height < ROOMY or by_touch(size), "close")
        if size.height < ROOMY or size.width < NARROW:
            words = beside_words(odds)
            return Content("") if self.answer_body.takes_beside(words) else words
        return assumed_words(odds) if size.height >= SPACED else beside_words(odds)

    def compose(self) -> ComposeResult:
        self.assumed.display = False
        self.make_room()
        yield from (self.above, self.answer_body, self.assumed, self.button)

    def make_room(self) -> None:
        """Shows around the answer what this size has room for; on a small screen the stage tells whose turn comes."""
        size = self.app.size
        rows = self._above(_MANY if size.height >= ROOMY else _FEW)
        self.above.show_if_any(rows)
        self.button.display = by_touch(size)
        if self.answer_body.odds is not None and self.is_mounted:
            self.assumed.show_if_any(self._assumed(self.answer_body.odds))
        self._stands()

    def _above(self, most: int) -> list[Content]:
        """What stands above the answer: a ruling, now or before; orders, but that by touch what is tapped has the rows;
        the first numbers that it hangs on and that stand nowhere else. Those of a roll stand with its dice.
        """
        rows = []
        if self.ruling is not None:
            rows.append(plain(f"A RULING: your answer stands, whatever the app says ({self.ruling})", MIND_STRONG))
        rows += [plain(self.ruled)] if self.ruled else []
        tally, size = self.request.tally, self.app.size
        if size.height >= ROOMY and not by_touch(size):
            orders = [order for order in tally if order.ranked and int(order)]
            rows += [row for order in orders for row in (*ranked_rows(order, _ALL_PLACES), BLANK)]
        # On a screen held in a hand many choices need their rows, and `Why` is one tap away.
        full = bool(self.request.dice) or (by_touch(size) and self.answer_body.whole() > size.height // 2)
        numbers = [t for t in tally if not full and not t.ranked and t not in self.shown_elsewhere]
        return [*rows, *tallies(numbers, most), BLANK] if numbers else rows

    def on_resize(self) -> None:
        self.answer_body.fit()

    @on(Body.Stands)
    @on(LineList.Moved)
    def _stands(self) -> None:
        if self.button.display:
            self.button.say(self.answer_body.ready())

    def wanted(self) -> int:
        """Rows that the request needs to be shown whole, as far as a small screen can give them."""
        # What gives the answer has a blank row above it where there is room.
        button = (thumb(self.app.size) + int(not low(self.app.size))) * self.button.display
        return len(self._above(_FEW)) + self.answer_body.wanted() + self._assumed_rows() + button

    def _assumed_rows(self) -> int:
        """Rows of what the odds assume where rows are counted: on a small screen, and read from afar."""
        size = self.app.size
        roomy = size.width >= NARROW and size.height >= TALL and not from_afar(self)
        if not self.assumed.display or (roomy and not (self.then and has_cards(size))):
            return 0
        return len(wrapped(self.assumed.shown, size.width - 6)) + int(not self.assumed.has_class("close"))

    def whole(self) -> int:
        """Rows that the request needs with all of its choices."""
        return self.wanted() - self.answer_body.wanted() + self.answer_body.whole()


def tallies(numbers: Sequence[Tally], most: int) -> list[Content]:
    """The numbers that belong to a request: those it was asked with are first, and as many as fit are shown."""
    lines = [tally_content(t) for t in numbers[:most]]
    left = len(numbers) - len(lines)
    if left:
        lines[-1] = Content.assemble(lines[-1], plain(f"   {left} more under why", QUIET))
    return lines
