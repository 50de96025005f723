"""Big mode: who decides what, both fighters and the number to reach, to be read from two metres; nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from textual import on
from textual.containers import Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Input

from companion.engine.dice import Dice
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.ruleset import Action
from companion.engine.standing import Standing
from companion.engine.state.table import Unit
from companion.frontend.limits import dice_words
from companion.frontend.odds import figure
from companion.frontend.pixels import ROWS
from companion.tui.board.next_panel import action_rows, headline
from companion.tui.board.notes import last
from companion.tui.cards import life
from companion.tui.commands import ACCEPT, BACK, BIG, CLOSED, PEEK, ROLL, UNDO, WHY, Command, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.look.colours import MIND_STRONG, QUIET, RULE, STRONG, fill
from companion.tui.look.pips import MOST
from companion.tui.look.pixels import large, spaced
from companion.tui.look.rows import flow, halves, wrapped
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.starting import StartFlow
from companion.tui.sizes import by_touch
from companion.tui.text import clean, name_style, plain, side_colour, side_mark, side_style
from companion.tui.widgets.body import Body
from companion.tui.widgets.chances import deciding
from companion.tui.widgets.confirming import DoBody
from companion.tui.widgets.dice import TYPED_ALREADY
from companion.tui.widgets.fight import CONDITIONS, fighters, life_left, life_row
from companion.tui.widgets.guide_band import who_of
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.request_panel import UNSEEN, RequestPanel

_EDGE = 3
_LEAST_BELOW = 10
"""Rows that what answers has at least."""


class BigScreen(PlayScreen):
    """The request at reading distance. Never for a secret answer: from two metres the other player reads it too."""

    heading = "Big"

    def __init__(self, controller: SessionController, odds: Odds | None = None) -> None:
        super().__init__(controller)
        self.odds = odds
        """The chances of the request at which it was opened: they are worked out in the guide."""
        self.odds_at = controller.moment()
        self.band = PlainStatic(id="big-band")
        self.rest = PlainStatic(id="big-rest")
        self.answer_here = Vertical(id="big-answer")
        self.panel: RequestPanel | None = None
        """The request, where one is asked here."""
        self.actions = LineList(id="big-actions", classes="bare fills", numbered=True, one_click=True)
        """What may be started, where nothing is asked."""
        self.starting = StartFlow(controller, self.ask, self.went_on)
        self.add_class("large")
        self._drawn: object = None
        self._drawing = asyncio.Lock()

    def body(self) -> Iterable[Widget]:
        """The band, the fight, and what answers or may be started."""
        yield self.band
        yield self.rest
        yield self.answer_here

    async def show_play(self) -> None:
        """Draws the moment."""
        async with self._drawing:
            if self.is_attached and self.size.width:
                await self._show()

    async def _show(self) -> None:
        self.host.look()
        await self._show_answer()
        width = self.size.width
        band, colour = self._band(width - 2 * _EDGE)
        blank = Content(" " * width)
        rows = [blank, *(_edged(row, width) for row in band), blank]
        self.band.show([row.stylize(colour) for row in rows])
        room = max(1, self.size.height - len(rows) - 2)
        below = min(self._below(), max(_LEAST_BELOW, room * 3 // 4))
        self.answer_here.styles.height = below
        rest = self._rest(width - 2 * _EDGE, max(1, room - below))[: max(0, room - below)]
        self.rest.show([Content(""), *(Content.assemble(" " * _EDGE, row) for row in rest)])
        self.show_keys()

    def _below(self) -> int:
        """Rows that what answers, or what may be started, needs to be whole."""
        if self.panel is not None:
            return max(self.panel.wanted(), self.panel.whole()) + 1
        return self.actions.lines_of(self.actions.rows) + 1

    async def _show_answer(self) -> None:
        """The request that is asked now, or what may be started; nothing for who only looks on."""
        session, controller = self.controller.session, self.controller
        request = session.request
        drawn = (controller.moment(), id(request), by_touch(self.size), controller.read_only)
        if drawn == self._drawn:
            return
        self._drawn = drawn
        self.set_focus(None)
        await self.answer_here.remove_children()
        self.panel = None
        if not controller.read_only and request is not None and session.run is not None:
            masked = session.secret is not None
            earlier = None if masked else session.run.suggestions.get(request.key)
            odds = self.odds if self.odds_at == controller.moment() else None
            tapped = by_touch(self.size)
            self.panel = RequestPanel(
                request, session.table, earlier=earlier, masked=masked, odds=odds, large=True, tapped=tapped
            )
            if controller.draft():
                self.panel.answer_body.take_draft(controller.draft())
            await self.answer_here.mount(self.panel)
            self.host.keys.once_drawn(self.panel.drawn)
            self.set_focus(self.panel.answer_body.target())
        elif not controller.read_only and session.run is None:
            await self.answer_here.mount(self.actions)
            self.actions.show(action_rows(self._offered(), self.size.width - 2 * _EDGE))
            self.set_focus(self.actions)
        self.answer_here.display = bool(self.answer_here.children)

    def _offered(self) -> list[Action]:
        """What may be started, what is named on the band first."""
        actions = [action for action in self.controller.hooks.actions() if action.open]
        first = self.controller.hooks.suggested(actions)
        return sorted(actions, key=lambda action: (action is not first, action.kind == "out_of_turn"))

    @on(LineList.Chosen, "#big-actions")
    async def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        await self.starting.ask(message.value, None)

    @on(Input.Changed)
    def _typed(self) -> None:
        """What is typed stands in the guide too."""
        if self.panel is not None:
            self.controller.keep_draft(self.panel.answer_body.draft())

    @on(Body.Answered)
    async def _answered(self, message: Body.Answered) -> None:
        message.stop()
        if self.panel is not None and not self.panel.may_answer(self.host.keys.pressed or message.time):
            self.panel.answer_body.complain(UNSEEN)
            return
        attempt = self.controller.answer(message.value)
        if attempt.ok:
            await self.went_on(attempt)
        elif self.panel is not None:
            self.panel.answer_body.complain(attempt.fault)

    @on(Body.ClosedWanted)
    @handles(CLOSED)
    def show_closed(self) -> None:
        """The options that are closed, each with its reason."""
        from companion.tui.screens.reading import closed_panel

        if self.panel is not None:
            self.open_over(closed_panel("Closed", self.panel.answer_body.closed_away))

    @on(DoBody.KitWanted)
    def show_kit(self) -> None:
        """Victory points, if they may be counted now."""
        self.play.kit()

    def show_head(self) -> None:
        """Nothing but the fight is here."""

    async def on_resize(self) -> None:
        """Larger letters fit, or fewer."""
        await self.show_play()

    # -- what is drawn --------------------------------------------------------------------------------------------

    def _band(self, width: int) -> tuple[list[Content], str]:
        session = self.controller.session
        table, request = session.table, session.request
        if request is None:
            suggested = self.controller.hooks.suggested(self.controller.hooks.actions())
            _, line, colour = headline(table, self.controller.hooks.next_action(), suggested)
            return _fitting(line, width), colour
        side, who = who_of(table, request)
        colour = fill(side_colour(table, side) if side else "text")
        if session.secret is not None:
            return [plain(f"{who}: in secret", "bold")], colour
        words = wrapped(
            plain(f"{side_mark(table, side) if side else ''} {clean(request.title)}".strip(), "bold"), width
        )
        name = clean(table.title(side)) if side else who
        what = f"{request.act} {_dice(request)}" if request.dice else "choose"
        return [*_fitting(f"{name}: {what}", width), *words[:3]], colour

    def _rest(self, width: int, room: int) -> list[Content]:
        if self.controller.session.secret is not None and self.panel is None:
            return [plain("A secret answer is given on the first screen.", STRONG)]
        numbers = self._numbers(width, room)
        rows = self._fight_and_numbers(numbers, width, room)
        for most, gap in ((2, 1), (1, 1), (1, 0)):
            happened = last(self.controller, width, most)
            if happened and len(rows) + len(happened) + gap <= room:
                return [*rows, *[Content("")] * gap, *happened]
        return rows

    def _fight_and_numbers(self, numbers: list[Content], width: int, room: int) -> list[Content]:
        """Both fighters, then what to reach: names are smaller, and lines between go, before a number goes."""
        line = [Content(""), Content.styled("─" * width, RULE), Content("")]
        high = self._fight(width, letters=True)
        small = self._fight(width, letters=False)
        if not numbers:
            return high if len(high) <= room else small
        ways = [(high, line), (high, line[:1]), (small, line[:1])]
        fitting = (way for way in ways if sum(map(len, way)) + len(numbers) < room)
        fight, gap = next(fitting, (small, []) if len(small) + len(numbers) <= room else ([], []))
        return [*fight, *gap, *numbers]

    def _fight(self, width: int, *, letters: bool) -> list[Content]:
        main = fighters(self.controller.session.standings)[:2]
        rows: list[Content] = [] if self.panel is not None else [Content("")]
        half = width // 2 - 2
        letters = letters and all(len(large(clean(one.name), "", half)) == ROWS for one in main)
        if len(main) == 2:
            left, right = (self._fighter(one, half, letters=letters) for one in main)
            return [*rows, *halves(left, right, width)]
        if main:
            return [*rows, *self._fighter(main[0], width, letters=letters)]
        return [*rows, *self._sides(width)]

    def _fighter(self, one: Standing, width: int, *, letters: bool) -> list[Content]:
        """The name in letters of the side, filled pips twice as wide, conditions; or a name in capitals above them."""
        table = self.controller.session.table
        style = name_style(table, one.side)
        drawn = large if letters else spaced
        rows = [*drawn(clean(one.name), style, width), *([Content("")] if letters else [])]
        row = life_row(table, one)
        left = life_left(row) if row is not None else None
        if row is not None and left is not None and row.max is not None:
            pips = ("██ " * left, side_style(table, one.side)) if row.max <= MOST else ""
            lost = ("▁▁ " * (row.max - left), QUIET) if row.max <= MOST else ""
            rows += flow(
                [Content.assemble(pips, lost).rstrip(), Content.styled(f"{left} of {row.max}", STRONG)], width, 3
            )
        words = [plain(str(r.value), MIND_STRONG) for r in one.rows if r.key == CONDITIONS]
        return [*rows, *flow(words, width, 3)]

    def _sides(self, width: int) -> list[Content]:
        """At rest: each side with its units, their pips and how many are left; who may act is first, and bold."""
        table = self.controller.session.table
        waiting = set(self.controller.hooks.to_act())
        blocks = []
        half = width // 2 - 2
        for side in [*table.sides][:2]:
            units = [unit for unit in table.units.values() if unit.side == side]
            alive = [unit for unit in units if unit.alive]
            alive.sort(key=lambda unit: unit.id not in waiting)
            names = [row for unit in alive for row in self._at_rest(unit, unit.id in waiting or not waiting, half)]
            count = Content.styled(f"{len(alive)} of {len(units)} left", QUIET)
            rows = large(clean(table.title(side)), name_style(table, side), half)
            blocks.append([*rows, Content(""), count, *([Content("")] if names else []), *names])
        return halves(blocks[0], blocks[1], width) if len(blocks) == 2 else blocks[0]

    def _at_rest(self, unit: Unit, bold: bool, width: int) -> list[Content]:
        """`Hiro  █ █ ▁  2`: a unit with its health, in quiet if it has acted."""
        left, style = life(unit), side_style(self.controller.session.table, unit.side)
        pips, number = Content(""), ""
        if left is not None:
            number = str(left.now)
            if left.most is not None and 0 <= left.now <= left.most <= MOST:
                pips = Content.assemble(("█ " * left.now, style), ("▁ " * (left.most - left.now), QUIET)).rstrip()
        return flow([plain(unit.name, STRONG if bold else QUIET), pips, plain(number, STRONG)], width, 2, 2)

    def _numbers(self, width: int, room: int) -> list[Content]:
        """The number to reach, chances, and the numbers of the request: large, or in a row of words.

        The first three have room for their names beside each other; more than a row of them where there is much room.
        """
        found = [*self._reached(), *self._chances()]
        request = self.controller.session.request
        found += [(clean(tally.name), str(int(tally))) for tally in request.tally] if request is not None else []
        if not found:
            return []
        if room < ROWS + 1:
            words = [Content.assemble((label, QUIET), " ", (value, STRONG)) for label, value in found]
            return flow(words, width, gap=3)
        each = max(width // 3, *(len(label) + 3 for label, _ in found[:3]))
        blocks = [[Content.styled(label, QUIET), *large(value, STRONG, each - 2)] for label, value in found]
        a_row = max(1, width // each)
        rows = _columns(blocks[:a_row], each)
        for at in range(a_row, len(blocks), a_row):
            more = [Content(""), *_columns(blocks[at : at + a_row], each)]
            if len(rows) + len(more) > room // 2:
                break
            rows += more
        return rows

    def _reached(self) -> list[tuple[str, str]]:
        request = self.controller.session.request
        reach = request.reach if request is not None else None
        return [("reach", f"{reach}+")] if reach is not None else []

    def _chances(self) -> list[tuple[str, str]]:
        """Chances and averages of the roll that is asked; what cannot happen makes room for what can."""
        odds = self.odds
        request = self.controller.session.request
        asked = request is not None and bool(request.dice) and self.odds_at == self.controller.moment()
        if odds is None or not odds.rows or not asked:
            return []
        option = odds.rows[0].option
        found = [(clean(heading.text), figure(odds, option, heading)) for heading in deciding(odds.headings)]
        return [(label, cell.lstrip("<>")) for label, cell in found if cell not in ("", "0 %", "0.0")]

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Dice can be rolled and inputs undone from here."""
        session = self.controller.session
        if command is ACCEPT:
            return self.answer_here.display
        if command is PEEK:
            return self.panel is not None and session.secret is not None
        if command is CLOSED:
            return self.panel is not None and bool(self.panel.answer_body.closed_away)
        if command is WHY:
            return session.run is not None and not self.controller.read_only
        if command is ROLL:
            dice = session.request is not None and bool(session.request.dice) and session.secret is None
            return dice and not self.controller.read_only
        return super().is_enabled(command)

    def enabled(self) -> list[Command]:
        """What answers, takes back and leads back comes first in the footer."""
        first = (ACCEPT, ROLL, PEEK, UNDO, BIG)
        return sorted(super().enabled(), key=lambda one: first.index(one) if one in first else len(first))

    def short(self, command: Command) -> str:
        """The key that came here goes back."""
        if command is ACCEPT:
            accepts = self.panel.answer_body.accepts if self.panel is not None else "start"
            return "seal" if self.controller.session.secret is not None else accepts
        request = self.controller.session.request
        drawn = request is not None and request.act == "draw"
        return {BIG: "back", ROLL: "app draws" if drawn else ""}.get(command) or super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Gives the answer, or starts what is marked."""
        if self.panel is not None:
            self.panel.answer_body.submit()
        else:
            self.actions.action_choose()

    @handles(PEEK)
    def peek(self) -> None:
        """Shows or hides the secret entry."""
        if self.panel is not None:
            self.panel.answer_body.peek()

    @handles(WHY)
    def show_reasons(self) -> None:
        """Where the numbers come from."""
        from companion.tui.screens.reasons import ReasonsScreen

        self.open_over(ReasonsScreen(self.controller))

    async def went_on(self, attempt: Attempt) -> None:
        """Play went on: it is shown here, to the end and beyond."""
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()

    @handles(ROLL)
    async def roll(self) -> None:
        """Lets the app roll, unless dice are typed already."""
        if self.panel is not None and not self.panel.answer_body.untouched():
            self.panel.answer_body.complain(TYPED_ALREADY)
            return
        await self.went_on(self.controller.answer("roll"))

    @handles(BACK)
    async def go_back(self) -> None:
        """Back to where it was opened; to the guide, if a procedure was begun here."""
        await self.app.pop_screen()
        if self.controller.session.run is not None and not self.controller.read_only:
            await self.host.show_guide()

    @handles(BIG)
    async def leave_big(self) -> None:
        """The same key goes back."""
        await self.go_back()


def _fitting(text: str, width: int) -> list[Content]:
    """Pixel letters, or if they do not fit the words in bold capitals."""
    return large(text, "bold", width)


def _dice(request: Request[object]) -> str:
    """`4 d6`, `2 red attack dice and 1 white attack die`, or how many dice of more kinds."""
    kinds = list(dict.fromkeys(group.die for group in request.dice if group.count))
    many = [sum(group.count for group in request.dice if group.die == die) for die in kinds]
    words = [dice_words(Dice(die.name, die, number)) for die, number in zip(kinds, many, strict=True)]
    return " and ".join(words) if len(words) < 3 else f"{sum(many)} dice"


def _edged(row: Content, width: int) -> Content:
    return Content.assemble(" " * _EDGE, row).extend_right(max(0, width - row.cell_length - _EDGE))


def _columns(blocks: Sequence[list[Content]], each: int) -> list[Content]:
    rows = []
    for at in range(max((len(block) for block in blocks), default=0)):
        row = Content("")
        for place, block in enumerate(blocks):
            cell = block[at] if at < len(block) else Content("")
            row = Content.assemble(row.extend_right(max(0, place * each - row.cell_length)), cell)
        rows.append(row)
    return rows
