"""The next thing to do at the table: the band that says it, and the actions that may be started."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.geometry import Size

from companion.engine.ruleset import START, Action, Next
from companion.engine.state.table import AnyTable
from companion.engine.wording import count
from companion.frontend.clean import shortened
from companion.frontend.saying.sentences import next_words
from companion.tui.commands import CAMPAIGN, HOME, LUCK, REPORT, TAKE_OVER, Command
from companion.tui.controller import SessionController
from companion.tui.look.band import LEAST_HEIGHT_FOR_THREE
from companion.tui.look.colours import QUIET, STRONG, fill
from companion.tui.sizes import by_touch
from companion.tui.text import clean, plain, side_colour, side_mark, titled
from companion.tui.widgets.band import Band
from companion.tui.widgets.folded import FOLDED, folded_row
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.line_view import lines_of
from companion.tui.widgets.lines import GUTTER, LineList, Row

RESUME: Final = "(resume)"
"""The value of the row that leads back into the open procedure."""

_LONGEST = 140
"""Characters of a request that the band shows whole."""

_EDGES = 2
"""A blank cell at each side of the list."""
_BESIDE = GUTTER + _EDGES
"""Cells beside the words of a row: its mark too."""

_HANGING = 3
"""Cells of the number before a title, under which a long one goes on."""

_TITLE = 30
"""Cells of the title of an action before what it can be started with, if there is room."""


class NextPanel:
    """The band and the list under it. What is chosen in the list is a message of the list, `#actions`."""

    def __init__(self) -> None:
        self.band = Band()
        self.actions = LineList(id="actions", classes="bare fills", numbered=True, one_click=True)
        self.offered: dict[str, Action] = {}
        """The open actions in the list, by their names."""
        self._moment: object = None

    def show(self, controller: SessionController, size: Size, take_over: str, overlay: bool) -> None:
        """The band in the colour of the side that decides, and what may be started.

        `take_over` is the key by which a second screen plays on, empty on the first; `overlay`: the guide is below.
        """
        if controller.session.run is not None:
            self._show_waiting(controller)
        else:
            over = controller.session.table.over is not None and not overlay
            self._show_actions(controller, size, _after_the_game(controller) if over else ())
        if take_over:
            words = Content.assemble(
                (f"{take_over}  ", STRONG), "Play on here", ("   once nothing is in the way any more", QUIET)
            )
            self.actions.show([*self.actions.rows, Row(TAKE_OVER, words, indent=_HANGING)])

    def _show_waiting(self, controller: SessionController) -> None:
        """A procedure is open: the only thing to do is to go on with it."""
        self._moment, self.offered = None, {}
        session = controller.session
        if session.request is not None:
            # Who sits at a screen of their own looks nowhere else.
            secret = session.secret is not None and not session.seated
            left, right, colour = band_words(session.table, session.request, secret=secret, ruling=False)
            # The whole of a long request is read in the guide.
            left = shortened(left, _LONGEST)
        else:
            left, right, colour = clean(session.waits_at), "", fill("text")
        self.band.say(left, right, colour)
        word = "Watch" if controller.read_only else "Continue"
        row = Content.assemble(("1  ", STRONG), (word, STRONG), plain(f"   {session.waits_at}", QUIET))
        self.actions.show([Row(RESUME, row, indent=_HANGING)])

    def _show_actions(self, controller: SessionController, size: Size, after: Sequence[tuple[Command, str]]) -> None:
        """What to do next on the band, then the open actions, tools for out of turn last, the closed ones in one row.

        That row follows a blank one, unless the screen is low. Where no action is open, what players do then has rows
        too (`after`): commands of the screen, each with its words. The cursor goes to the suggested action whenever
        play went on, and stays where players put it else.
        """
        hooks, moment, width = controller.hooks, controller.moment(), size.width
        actions = [] if controller.read_only else hooks.actions()
        suggested = hooks.suggested(actions)
        mark, left, colour = headline(controller.session.table, hooks.next_action(), suggested)
        self.band.say(mark + left, _melees(controller), colour)
        ordered = in_order(actions, suggested)
        offered = [action for action in ordered if action.open]
        closed = [action for action in ordered if not action.open]
        rows = action_rows(offered, width - _BESIDE)
        doors = after if not offered else ()
        rows += [Row(command, _numbered(number, words)) for number, (command, words) in enumerate(doors, 1)]
        if closed:
            gap = [Row(None, Content(""), heading=True)] if rows and size.height >= LEAST_HEIGHT_FOR_THREE else []
            reasons = [(action.title, action.why_not or "") for action in closed]
            rows += [*gap, folded_row(reasons, width - _BESIDE, touched=by_touch(size))]
        self.offered = {action.name: action for action in offered}
        names = (*self.offered, *(command for command, _ in doors))
        went_on = (moment, names) != self._moment
        self._moment = (moment, names)
        self.actions.show(rows, names[0] if went_on and names else None)

    def mark_first(self) -> None:
        """Puts the mark on the action that the headline names, if one is open."""
        if self.offered:
            self.actions.mark(next(iter(self.offered)))

    def does(self) -> str:
        """What Enter does with the marked row, in a word."""
        value = self.actions.value
        if isinstance(value, Command):
            return value.short
        if value in (FOLDED, RESUME):
            return "why" if value == FOLDED else "go on"
        action = self.offered.get(str(value))
        return action.verb if action is not None else START

    def height(self, width: int) -> int:
        """The rows of the list at this width."""
        return lines_of(self.actions, self.actions.rows, width - _EDGES)


def _after_the_game(controller: SessionController) -> list[tuple[Command, str]]:
    """What players do when the game is over."""
    campaign = controller.campaign_file is not None
    home = (CAMPAIGN, "Go to the campaign") if campaign else (HOME, "Go to the list of games")
    return [(REPORT, "Write the battle as a page to read"), (LUCK, "See who had luck with the dice"), home]


def _melees(controller: SessionController) -> str:
    """How many melees wait before the phase can end; who is to act stands above, beside the sides."""
    hooks = controller.hooks
    many = len(hooks.melees()) if hooks.must_fight() and controller.session.table.over is None else 0
    return count(many, "melee") if many else ""


def headline(table: AnyTable, line: Next, suggested: Action | None) -> tuple[str, str, str]:
    """`■ `, `SORA: activate a model` and the fill of the band: the colour of the side that decides, if one does."""
    alone = line.by
    if not alone and suggested is not None and suggested.by and table.over is None:
        alone = (suggested.by,)
    if len(alone) > 1:
        return "", f"BOTH: {clean(line.words)}", fill("text")
    words = clean(next_words(table, line._replace(by=())))
    for side in alone:
        name = clean(table.title(side)).upper()
        return f"{side_mark(table, side)} ", f"{name}: {words}", fill(side_colour(table, side))
    return "", words, fill("text")


def in_order(actions: Sequence[Action], first: Action | None) -> list[Action]:
    """What may be started: what the headline names is first, tools for out of turn are last."""
    return sorted(actions, key=lambda action: (action != first, action.kind == "out_of_turn"))


def action_rows(offered: Sequence[Action], width: int) -> list[Row]:
    """`1  Activate a model              Chiyo, Oda, Itsunagi`: what it can be started with in a column of its own."""
    titles = [titled(clean(action.title)) for action in offered]
    column = max([0, *(Content(title).cell_length for title in titles)]) + 2
    column = max(column, min(_TITLE, width - 24)) if column < width - 16 else 0
    rows = []
    for number, (action, title) in enumerate(zip(offered, titles, strict=True), 1):
        head = _numbered(number, title)
        room = width - 3 - column
        values = _values(action, room) if column else ""
        if values:
            head = Content.assemble(head.extend_right(max(0, column + 3 - head.cell_length)), plain(values, QUIET))
        rows.append(Row(action.name, head, indent=_HANGING))
    return rows


def _numbered(number: int, words: str) -> Content:
    return Content.assemble((f"{number}  " if number < 10 else "   ", STRONG), plain(words))


def _values(action: Action, room: int) -> str:
    """The names of what an action can be started with, or how many there are where they do not fit."""
    free = [clean(option.label) for option in action.values if option.why_not is None]
    if not free:
        return ""
    names = ", ".join(free)
    return names if Content(names).cell_length <= room else f"{len(free)} to choose from"
