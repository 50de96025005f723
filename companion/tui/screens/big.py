"""Big mode: who decides what, both fighters and the number to reach, to be read from two metres; nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from itertools import product
from typing import ClassVar

from textual import on
from textual.content import Content
from textual.geometry import Size
from textual.widget import Widget

from companion.engine.dice import Dice
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.ruleset import Action
from companion.engine.standing import Standing
from companion.engine.state.table import Unit
from companion.frontend.pixels import ROWS
from companion.frontend.saying.limits import dice_words
from companion.frontend.saying.odds import figure
from companion.tui.board.next_panel import action_rows, headline
from companion.tui.board.notes import last, moment
from companion.tui.cards import life
from companion.tui.commands import ACCEPT, BACK, BIG, CLOSED, KIT, PEEK, ROLL, UNDO, WHY, Command, handles
from companion.tui.controller import Attempt, SessionController
from companion.tui.latest_result import losses
from companion.tui.look.colours import MIND_STRONG, QUIET, RULE, STRONG, fill
from companion.tui.look.key_row import Key
from companion.tui.look.pips import MOST
from companion.tui.look.pixels import large, spaced
from companion.tui.look.rows import BLANK, abreast, flow, halves, wrapped
from companion.tui.screens.guide_mode import does_something
from companion.tui.screens.middle import Middle
from companion.tui.screens.play_screen import PlayScreen
from companion.tui.screens.starting import StartFlow
from companion.tui.sizes import by_touch, foot_rows, most_large
from companion.tui.text import clean, name_style, plain, side_colour, side_mark, side_style
from companion.tui.widgets.chances import deciding
from companion.tui.widgets.fight import CONDITIONS, fighters, life_left, life_row
from companion.tui.widgets.guide_band import who_of
from companion.tui.widgets.line_view import lines_of
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.moment import moment_rows
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.request_panel import RequestPanel

_MOST_MOMENT = 12
"""Rows of a result with large dice at the most."""


class BigReading:
    """Draws it from the session. `odds` are those of the request at which it was opened, at the moment `odds_at`."""

    def __init__(self, controller: SessionController, odds: Odds | None, odds_at: object) -> None:
        self.controller = controller
        self.odds = odds
        self.odds_at = odds_at

    def band(self, width: int, *, letters: bool) -> tuple[list[Content], str]:
        """Who decides what, in `letters` where there is room, and the fill; of a secret answer only whose it is."""
        session = self.controller.session
        table, request = session.table, session.request
        if request is None:
            suggested = self.controller.hooks.suggested(self.controller.hooks.actions())
            _, line, colour = headline(table, self.controller.hooks.next_action(), suggested)
            return large(line, "bold", width) if letters else wrapped(plain(line, "bold"), width), colour
        side, who = who_of(table, request)
        colour = fill(side_colour(table, side) if side else "text")
        if session.secret is not None:
            return [plain(f"{who}: in secret", "bold")], colour
        words = wrapped(
            plain(f"{side_mark(table, side) if side else ''} {clean(request.title)}".strip(), "bold"), width
        )
        name = clean(table.title(side)) if side else who
        what = f"{request.act} {dice_asked(request)}" if request.dice else "choose"
        return [*(large(f"{name}: {what}", "bold", width) if letters else ()), *words[:3]], colour

    def rest(self, size: Size, width: int, room: int, *, answers: bool) -> list[Content]:
        """What stands below the band in so many cells and rows; `answers`: the request is answered here."""
        if self.controller.session.secret is not None and not answers:
            return [plain("A secret answer is given on the first screen.", STRONG)]
        numbers = self._numbers(width, room)
        rows = self._with_the_moment(size, width, room, numbers)
        if rows:
            return rows
        rows = self._fight_and_numbers(numbers, width, room, answers)
        for most, gap in ((2, 1), (1, 1), (1, 0)):
            happened = last(self.controller, width, most)
            if happened and len(rows) + len(happened) + gap <= room:
                return [*rows, *[BLANK] * gap, *happened]
        return rows

    def _with_the_moment(self, size: Size, width: int, room: int, numbers: list[Content]) -> list[Content]:
        """What the last roll came to with large dice and letters, under both fighters; nothing if that has no room."""
        for letters, below in product((True, False), (numbers, [])):
            fight = self._fight(width, room, letters=letters)
            most = room - len(fight) - len(below) - 1 - bool(below)
            came = self._moment(width, min(most, _MOST_MOMENT), most_large(size))
            if came:
                return [*fight, BLANK, *came, *([BLANK, *below] if below else [])]
        return []

    def _moment(self, width: int, most: int, dice: int) -> list[Content]:
        session = self.controller.session
        result = session.last_result
        if session.run is None or result is None:
            return moment(self.controller, width, most, dice)
        return moment_rows(session.table, result, losses(self.controller), width, most, dice)

    def _fight_and_numbers(self, numbers: list[Content], width: int, room: int, answers: bool) -> list[Content]:
        """Both fighters, then what to reach: names are smaller, and lines between go, before a number goes."""
        line = [BLANK, Content.styled("─" * width, RULE), BLANK]
        above = [] if answers else [BLANK]
        high = [*above, *self._fight(width, room, letters=True)]
        small = [*above, *self._fight(width, room, letters=False)]
        if not numbers:
            return high if len(high) <= room else small
        ways = [(high, line), (high, line[:1]), (small, line[:1])]
        fitting = (way for way in ways if sum(map(len, way)) + len(numbers) < room)
        fight, gap = next(fitting, (small, []) if len(small) + len(numbers) <= room else ([], []))
        return [*fight, *gap, *numbers]

    def _fight(self, width: int, room: int, *, letters: bool) -> list[Content]:
        main = fighters(self.controller.session.standings)[:2]
        half = width // 2 - 2
        letters = letters and all(len(large(clean(one.name), "", half)) == ROWS for one in main)
        if len(main) == 2:
            left, right = (self._fighter(one, half, letters=letters) for one in main)
            return halves(left, right, width)
        if main:
            return self._fighter(main[0], width, letters=letters)
        return self._sides(width, room, letters=letters)

    def _fighter(self, one: Standing, width: int, *, letters: bool) -> list[Content]:
        """The name in letters of the side, filled pips twice as wide, conditions; or a name in capitals above them."""
        table = self.controller.session.table
        style = name_style(table, one.side)
        drawn = large if letters else spaced
        rows = [*drawn(clean(one.name), style, width), *([BLANK] if letters else [])]
        row = life_row(table, one)
        left = life_left(row) if row is not None else None
        if row is not None and left is not None and row.max is not None:
            pips = [_pips(left, row.max, side_style(table, one.side))] if row.max <= MOST else []
            rows += flow([*pips, Content.styled(f"{left} of {row.max}", STRONG)], width, 3)
        words = [plain(str(r.value), MIND_STRONG) for r in one.rows if r.key == CONDITIONS]
        return [*rows, *flow(words, width, 3)]

    def _sides(self, width: int, room: int, *, letters: bool) -> list[Content]:
        """At rest: each side with its units and how many are left; who may act is first.

        The names of units are in letters where all have room, else those of the sides, if there is room for these.
        """
        half = width // 2 - 2
        sides, rows = [*self.controller.session.table.sides][:2], list[Content]()
        for of_units, of_sides in ((True, False), (False, True), (False, False)):
            blocks = [self._side(side, half, units=of_units, title=of_sides) for side in sides]
            rows = halves(blocks[0], blocks[1], width) if len(blocks) == 2 else blocks[0]
            if len(rows) <= room and letters:
                return rows
        return rows

    def _side(self, side: str, width: int, *, units: bool, title: bool) -> list[Content]:
        table = self.controller.session.table
        waiting = set(self.controller.hooks.to_act())
        own = [unit for unit in table.units.values() if unit.side == side]
        alive = sorted((unit for unit in own if unit.alive), key=lambda unit: unit.id not in waiting)
        rows = [row for unit in alive for row in self._at_rest(unit, width, letters=units)]
        count = Content.styled(f"{len(alive)} of {len(own)} left", QUIET)
        name, style = clean(table.title(side)), name_style(table, side)
        head = [*large(name, style, width), BLANK, count] if title else flow([plain(name, style), count], width, 3)
        return [*head, *([BLANK] if rows else []), *rows]

    def _at_rest(self, unit: Unit, width: int, *, letters: bool) -> list[Content]:
        """`Hiro  ██ ██ ▁▁  2`: a unit with its health, in quiet if it has acted; in letters with its health below."""
        table, left, waiting = self.controller.session.table, life(unit), self.controller.hooks.to_act()
        waits = not waiting or unit.id in waiting
        pips, number = BLANK, ""
        if left is not None:
            number = str(left.now) if left.most is None else f"{left.now} of {left.most}"
            if left.most is not None and 0 <= left.now <= left.most <= MOST:
                pips = _pips(left.now, left.most, side_style(table, unit.side))
        if letters:
            drawn = large(clean(unit.name), name_style(table, unit.side) if waits else QUIET, width)
            return [*drawn, *flow([pips, plain(number, STRONG)], width, 2), BLANK]
        return flow([plain(unit.name, STRONG if waits else QUIET), pips, plain(number, STRONG)], width, 2, 2)

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
        rows = abreast(blocks[:a_row], each)
        for at in range(a_row, len(blocks), a_row):
            more = [BLANK, *abreast(blocks[at : at + a_row], each)]
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


def _pips(left: int, most: int, style: str) -> Content:
    """Two cells for each that is left, in the colour of the side, and for each that is lost."""
    return Content.assemble(("██ " * left, style), ("▁▁ " * (most - left), QUIET)).rstrip()


def dice_asked(request: Request[object]) -> str:
    """`4 d6`, `2 red attack dice and 1 white attack die`, or how many dice of more kinds."""
    kinds = list(dict.fromkeys(group.die for group in request.dice if group.count))
    many = [sum(group.count for group in request.dice if group.die == die) for die in kinds]
    words = [dice_words(Dice(die.name, die, number)) for die, number in zip(kinds, many, strict=True)]
    return " and ".join(words) if len(words) < 3 else f"{sum(many)} dice"


_EDGE = 3
_LEAST_BELOW = 10
"""Rows that what answers has at least."""


class BigScreen(PlayScreen):
    """The request at reading distance. Never opened for a secret answer: the other player would read it too."""

    heading = "Big"
    parts: ClassVar = {"answer_here": Middle}
    first = (ACCEPT, ROLL, PEEK, UNDO, BIG)

    def __init__(self, controller: SessionController, odds: Odds | None = None) -> None:
        super().__init__(controller)
        self.reading = BigReading(controller, odds, controller.moment())
        """The chances are those of the request at which it was opened: they are worked out in the guide."""
        self.band = PlainStatic(id="big-band")
        self.rest = PlainStatic(id="big-rest")
        self.answer_here = Middle(controller, "big-answer")
        self.actions = LineList(id="big-actions", classes="bare fills", numbered=True, one_click=True)
        """What may be started, where nothing is asked."""
        self.starting = StartFlow(self, self.went_on)
        self.add_class("large")
        self._drawing = asyncio.Lock()

    def body(self) -> Iterable[Widget]:
        yield self.band
        yield self.rest
        yield self.answer_here

    @property
    def panel(self) -> RequestPanel | None:
        """The request, where one is asked here."""
        return self.answer_here.panel

    async def show_play(self) -> None:
        async with self._drawing:
            if self.is_attached and self.size.width:
                await self._show()

    async def _show(self) -> None:
        self.host.look()
        await self._show_answer()
        width, needed, touched = self.size.width, self._below(), by_touch(self.size)
        rows, room = self._band(letters=True)
        if touched and needed > room:
            # What is tapped is whole, whatever else there is.
            rows, room = self._band(letters=False)
        self.band.show(rows)
        below = min(needed, room if touched else max(_LEAST_BELOW, room * 3 // 4))
        self.answer_here.styles.height = below
        left = max(0, room - below)
        rest = self.reading.rest(self.size, width - 2 * _EDGE, max(1, left), answers=self.panel is not None)[:left]
        self.rest.show([Content(""), *(Content.assemble(" " * _EDGE, row) for row in rest)])
        self.show_keys()

    def _band(self, *, letters: bool) -> tuple[list[Content], int]:
        """The rows of the band, and those that are left for all below it but the keys."""
        width = self.size.width
        band, colour = self.reading.band(width - 2 * _EDGE, letters=letters)
        blank = [Content(" " * width)] * letters
        rows = [row.stylize(colour) for row in (*blank, *(_edged(row, width) for row in band), *blank)]
        return rows, max(1, self.size.height - len(rows) - 1 - foot_rows(self.size))

    def _below(self) -> int:
        """Rows that what answers, or what may be started, needs to be whole; who only looks on has neither."""
        if not self.answer_here.display:
            return 1
        if self.controller.session.run is not None:
            return self.answer_here.rows(self.size.width)[1]
        return lines_of(self.actions, self.actions.rows) + 1

    async def _show_answer(self) -> None:
        """The request that is asked now, or what may be started; nothing for who only looks on."""
        here, controller = self.answer_here, self.controller
        if here.drawn == here.drawing():
            return
        if controller.read_only:
            await here.show_other(None)
        elif controller.session.run is None:
            await here.show_other(self.actions)
            self.actions.show(action_rows(self._offered(), self.size.width - 2 * _EDGE))
            self.set_focus(self.actions)
        else:
            await here.show(self.reading.odds if self.reading.odds_at == controller.moment() else None)
            here.aim()
            if self.panel is not None:
                self.host.keys.once_drawn(self.panel.drawn)
        here.display = bool(here.children)

    def _offered(self) -> list[Action]:
        """What may be started, what is named on the band first."""
        actions = [action for action in self.controller.hooks.actions() if action.open]
        first = self.controller.hooks.suggested(actions)
        return sorted(actions, key=lambda action: (action is not first, action.kind == "out_of_turn"))

    @on(LineList.Chosen, "#big-actions")
    async def _chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        await self.starting.ask(message.value, None)

    def show_head(self) -> None:
        """Nothing but the fight is here."""

    async def on_resize(self) -> None:
        """Larger letters fit, or fewer."""
        await self.show_play()

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """Dice can be rolled and inputs undone from here."""
        if command is ACCEPT:
            return self.answer_here.display
        if command is CLOSED:
            return bool(self.answer_here.closed)
        if command in (PEEK, WHY, ROLL):
            return does_something(command, self.controller, self.answer_here.mode())
        return super().is_enabled(command) and command is not KIT

    def footer_keys(self) -> list[Key]:
        """By touch the answer and the app's dice have rows of their own."""
        keys = super().footer_keys()
        return [key for key in keys if key.command not in (ACCEPT.id, ROLL.id)] if by_touch(self.size) else keys

    def short(self, command: Command) -> str:
        """The key that came here goes back."""
        if command is ACCEPT and self.panel is None:
            return "start"
        return "back" if command is BIG else self.answer_here.short(command) or super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Gives the answer, or starts what is marked."""
        if self.panel is not None:
            self.panel.answer_body.submit()
        else:
            self.actions.action_choose()

    async def went_on(self, attempt: Attempt) -> None:
        """Play went on: it is shown here, to the end and beyond."""
        if not attempt.ok:
            self.host.say(attempt.fault, bad=True)
        await self.show_play()

    @handles(BACK, BIG)
    async def go_back(self, _: Command) -> None:
        """Back to where it was opened; to the guide, if a procedure was begun here."""
        await self.app.pop_screen()
        if self.controller.session.run is not None and not self.controller.read_only:
            await self.host.show_guide()


def _edged(row: Content, width: int) -> Content:
    return Content.assemble(" " * _EDGE, row).extend_right(max(0, width - row.cell_length - _EDGE))
