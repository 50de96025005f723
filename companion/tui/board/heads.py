"""The row at the top of the table, and the name of each side above its units."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content

from companion.engine.state.table import Side
from companion.engine.wording import count
from companion.tui.board.facts import Board
from companion.tui.cards import condition_words, tracker_words
from companion.tui.controller import SessionController
from companion.tui.look.colours import MIND_STRONG, QUIET, STRONG
from companion.tui.look.pips import UP
from companion.tui.look.rows import fitting
from companion.tui.text import TOKEN, clean, plain, side_label
from companion.tui.widgets.plain import PlainStatic

_LEAST_NAME = 12
"""Cells of a name that stay, whatever stands beside it."""


def table_head(controller: SessionController, width: int) -> Content:
    """What is played; at the right round, phase and what is on the disk. The name of the game goes first."""
    session = controller.session
    table = session.table
    state = controller.save_state()
    saved = plain(state.whole if state.wrong else state.short, MIND_STRONG if state.wrong else QUIET)
    name = [plain(table.name, STRONG), plain(session.ruleset.title, QUIET)] if table.name else []
    name = name or [plain(session.ruleset.title, STRONG)]
    room = max(1, width - 2)
    phase = session.ruleset.phase(table.phase).title
    told = [plain(round_words(controller), QUIET), plain(phase, QUIET), saved]
    # A name is not cut. That all is saved goes first; what is out of the common stays, and round and phase go.
    uncommon = state.wrong or controller.read_only
    kept = [told[at:] for at in range(3)] if uncommon else [told[:most] for most in (3, 2, 1)]
    ways = [Content("  ").join(way) for way in kept]
    right = next((way for way in ways if name[0].cell_length + 2 + way.cell_length <= room), ways[-1])
    left = fitting(name, max(1, room - right.cell_length - 2), 2)
    left = left or name[0].truncate(max(1, room - right.cell_length - 2))
    return Content.assemble(" ", left, " " * max(1, room - left.cell_length - right.cell_length), right)


def round_words(controller: SessionController) -> str:
    """`turn 2 of 6`, if an option of the game says how many there are."""
    table = controller.session.table
    words = table.spec.round_named(table.round)
    last = table.options.get(f"{table.spec.round_word}s")
    return f"{words} of {last}" if isinstance(last, int) and not isinstance(last, bool) and last else words


class SideHead(PlainStatic):
    """The name of a side with what it has left. A tap opens its `card`."""

    def __init__(self, card: Callable[[], None]) -> None:
        super().__init__(classes="side-head")
        self.card = card

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.card()


def side_head(
    controller: SessionController, board: Board, side: str, width: int, clock: str = "", tokens_at: int = 0
) -> Content:
    """`◆ ITO  ▀ 3 to act  seals ▮▮  4 units`, and over the tokens of its units (`tokens_at`) what they are.

    What does not fit is left out from the end.
    """
    session = controller.session
    table, units = session.table, board.sides[side]
    found: Side = table.sides[side]
    name = side_label(table, side, table.title(side).upper())
    left = sum(one.alive for one in units)
    all_ = count(len(units), session.ruleset.unit_word)
    words = [plain(clean(word), QUIET) for word in (*condition_words(found), *tracker_words(found, ("score",)))]
    words.sort(key=lambda word: TOKEN not in word.plain)
    models = sum(one.life.now for one in units if one.life is not None and one.life.models)
    waiting = board.waiting(side)
    acts = Content.assemble((f"{UP} {waiting}", STRONG)) if waiting else Content("")
    first = [name, Content.styled(clock, STRONG), *([plain(f"{found.score} VP", STRONG)] if found.score else [])]
    rest = [
        *words,
        Content.styled(all_ if left == len(units) else f"{left} of {all_}", QUIET),
        *([Content.styled(count(models, "model"), QUIET)] if models else []),
    ]
    decides = sum(TOKEN in word.plain for word in words)
    told = [part for part in (*first, Content.assemble(acts, (" to act", QUIET)) if acts else acts, *rest) if part]
    short = [part for part in (*first, acts, *rest[:decides]) if part]
    if _cells(short) > width:
        # A long name stands whole in the band; who is to act and what is left to spend stand nowhere else.
        told[0] = short[0] = name.truncate(max(_LEAST_NAME, width - _cells(short[1:]) - 2))
    title = next((one.tokens.label for one in units if one.alive and one.tokens is not None), "")
    if title and tokens_at + len(title) <= width:
        # The title of a column comes before what merely counts, and that waiting ones are to act is said by their sign.
        ways = [told[: len(told) - gone] for gone in range(len(rest) - decides + 1)]
        for way in (*ways, short):
            if _cells(way) <= tokens_at - 2:
                shown = Content("  ").join(way)
                return Content.assemble(shown.extend_right(tokens_at - shown.cell_length), (title, QUIET))
    whole = told if _cells(told[: len(told) - len(rest) + decides]) <= width else short
    return fitting(whole, width, 2)


def _cells(parts: Sequence[Content]) -> int:
    return sum(part.cell_length + 2 for part in parts) - 2
