"""Coming back to a game: what happened, how both sides stand, and the question that waits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from textual.content import Content
from textual.widget import Widget

from companion.engine.log import argument_words
from companion.engine.session import Session
from companion.engine.wording import does, listed
from companion.frontend.saying.days import away_words
from companion.frontend.saying.sentences import next_words, sentence
from companion.report.recap import Told, recap
from companion.tui.board.block import Columns, Detail, block
from companion.tui.board.facts import board_of
from companion.tui.board.heads import round_words, side_head
from companion.tui.board.next_panel import headline
from companion.tui.commands import ACCEPT, HELP, LOG, MENU, PAST, QUIT, TABLE, Command
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, beside, halves, headed
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.sizes import NARROW, NORMAL, foot_rows
from companion.tui.text import plain, titled
from companion.tui.widgets.band import Band
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.plain import PlainStatic

_HERE: Final = "here you stopped"
_COMMANDS: Final = (ACCEPT, LOG, PAST, TABLE, HELP, MENU, QUIT)
_WORDS: Final = 12
"""The cell at which sentences begin; their rounds are at 3."""


class RecapScreen(PlayScreen):
    """Over the table, and over the guide where a procedure waits. `played` is when it was played last."""

    heading = "Since you left"
    DEFAULT_CSS = """
    RecapScreen #recap { height: 1fr; }
    """

    def __init__(self, controller: SessionController, played: str, now: datetime) -> None:
        super().__init__(controller)
        self.at, self.ago = away_words(played, now)
        self.head = PlainStatic(id="head")
        self.page = PlainStatic(id="recap")
        self.band = Band()
        self.told: list[Told] = []

    def body(self) -> Iterable[Widget]:
        yield self.head
        yield self.page
        yield self.band

    async def show_play(self) -> None:
        session = self.controller.session
        left, right, fill = self._asked()
        self.told = recap(session, self._stands())
        self.band.say(left, _HERE if len(left) + len(_HERE) + 6 < self.size.width else right and "", fill)
        self._draw()
        # Nothing here takes the keys, so that nothing draws them once the screen stands.
        _ = self.call_after_refresh(self.show_keys)

    def _stands(self) -> str:
        """Where the game waits: the open procedure, or what is to do next."""
        session = self.controller.session
        if session.run is not None:
            return _now(session)
        return sentence(titled(next_words(session.table, self.controller.hooks.next_action())))

    def _asked(self) -> tuple[str, str, str]:
        """The words of the band, as they stand over the very question."""
        session = self.controller.session
        if session.request is not None:
            return band_words(session.table, session.request, secret=session.secret is not None, ruling=False)
        hooks = self.controller.hooks
        mark, words, fill = headline(session.table, hooks.next_action(), hooks.suggested(hooks.actions()))
        return mark + words, "", fill

    def _draw(self) -> None:
        self.show_head()
        width = self.size.width
        room = self.size.height - 2 - len(self.band.drawn(width)) - foot_rows(self.size)
        self.page.show(Content("\n").join(self.rows(max(20, width - 1), max(4, room))))

    def rows(self, width: int, room: int) -> list[Content]:
        """The page in these rows: letters give way first, then blank rows, then sentences from the top."""
        standings = self._standings(width, "words")
        if len(standings) > room // 2:
            standings = self._standings(width, "least")
        title = [Content.assemble("   ", row) for row in large(self.controller.session.table.name, STRONG, width - 3)]
        told = [self._sentence(at, width) for at in range(len(self.told))]
        spaced = [row for rows in told for row in (*rows, BLANK)]
        for page in (
            [BLANK, *title, BLANK, *spaced, BLANK, *standings],
            [BLANK, *spaced, *standings],
            [*(row for rows in told for row in rows), BLANK, *standings],
        ):
            if len(page) <= room:
                return page
        while len(told) > 1 and sum(map(len, told)) + len(standings) + 1 > room:
            told = told[1:]
        return [*(row for rows in told for row in rows), BLANK, *standings][:room]

    def _sentence(self, at: int, width: int) -> Sequence[Content]:
        one = self.told[at]
        word = self.controller.session.table.spec.round_word
        same = at > 0 and self.told[at - 1].round == one.round
        head = Content.styled("now", MIND) if not one.round else plain("" if same else f"{word} {one.round}", QUIET)
        head = Content.assemble("  ", head).extend_right(max(1, _WORDS - 2 - head.cell_length))
        return headed(head, plain(one.text, STRONG if not one.round else ""), width).split("\n")

    def _standings(self, width: int, detail: Detail) -> list[Content]:
        """Both sides with their units; side by side where two fit, in pairs."""
        board = board_of(self.controller)
        half = width // 2 if width >= NORMAL - 1 else width
        columns = Columns.of([one for units in board.sides.values() for one in units], half - 4)
        blocks = []
        for side, units in board.sides.items():
            head = side_head(self.controller, board, side, half - 1)
            drawn = [row for one in units for row in block(one, columns, half - 4, detail)]
            blocks.append([head, *(Content.assemble("  ", row) for row in drawn)])
        if half == width:
            return [row for rows in blocks for row in rows]
        rows: list[Content] = []
        for at in range(0, len(blocks), 2):
            rows += halves(blocks[at], blocks[at + 1] if at + 1 < len(blocks) else [], width)
        return rows

    def show_head(self) -> None:
        """When one left; what is played, and where it stands."""
        session = self.controller.session
        away = ", ".join(filter(None, (self.at, self.ago))) if self.size.width >= NARROW else self.at
        left = Content.assemble(("Since you left", STRONG), plain(f"  {away}", QUIET))
        right = plain(f"{session.ruleset.title}  {round_words(self.controller)}", QUIET)
        width = max(1, self.size.width - 2)
        fits = left.cell_length + right.cell_length + 2 <= width
        self.head.show(Content.assemble(" ", beside(left, right if fits else BLANK, width)[0]))

    def on_resize(self) -> None:
        if self.told:
            self._draw()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """To read on or to go on: nothing is played from here."""
        return command in _COMMANDS

    def short(self, command: Command) -> str:
        """Enter goes to the very question."""
        on = "to the question" if self.controller.session.run is not None else "go on"
        words = {ACCEPT: on, LOG: "the whole log"}
        return words.get(command) or super().short(command)

    async def went_on(self, attempt: Attempt) -> None:
        """Nothing is given from here."""

    def do_accept(self) -> None:
        _ = self.app.pop_screen()

    def do_table(self) -> None:
        _ = self.app.pop_screen()
        self.host.back_to_table()

    async def on_band_pressed(self) -> None:
        """A tap on the question goes there."""
        self.do_accept()


def _now(session: Session) -> str:
    """`Melee exchange, Hiro and Oda, at Damage: Sora decides.`"""
    run, request, table = session.run, session.request, session.table
    assert run is not None
    about = [argument_words(table, str(value)) for value in run.args.values()]
    words = run.procedure.title + (f", {listed(about)}" if about else "")
    if request is None:
        return f"{words}."
    step = request.step_title
    at = f", at {step}" if step and step != run.procedure.title else ""
    return f"{words}{at}: {does(table.title(request.side), 'decides') if request.side else 'both decide'}."
