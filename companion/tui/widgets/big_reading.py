"""What is read from two metres above the answer: who decides, both fighters, what came last, the number to reach."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from textual.content import Content
from textual.geometry import Size

from companion.engine.dice import Dice
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.standing import Standing
from companion.engine.state.health import life
from companion.engine.state.table import Unit
from companion.frontend.pixels import ROWS
from companion.frontend.saying.limits import dice_words
from companion.tui.board.next_panel import headline
from companion.tui.board.notes import last, moment
from companion.tui.controller import SessionController
from companion.tui.latest_result import losses
from companion.tui.look.colours import MIND_STRONG, QUIET, RULE, STRONG, fill
from companion.tui.look.pips import MOST, amount, pips
from companion.tui.look.pixels import Draw, alike, large
from companion.tui.look.rows import BLANK, columns, flow, halves, wrapped
from companion.tui.sizes import most_large
from companion.tui.text import clean, name_style, plain, side_colour, side_mark, side_style
from companion.tui.widgets.chances import chance_figures, figure_rows
from companion.tui.widgets.fight import CONDITIONS, fighters, life_left, life_row
from companion.tui.widgets.guide_band import who_of
from companion.tui.widgets.moment import moment_rows

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
        happened = last(self.controller, width, room - len(rows) - 1)
        return [*rows, BLANK, *happened] if happened else rows

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
        fitting = (way for way in ways if sum(map(len, way)) + len(numbers) <= room)
        fight, gap = next(fitting, (small, []) if len(small) + len(numbers) <= room else ([], []))
        return [*fight, *gap, *numbers]

    def _fight(self, width: int, room: int, *, letters: bool) -> list[Content]:
        main = fighters(self.controller.session.standings)[:2]
        half = width // 2 - 2
        draw = next(way for way in alike([clean(one.name) for one in main], half) if letters or way is not large)
        if len(main) == 2:
            left, right = (self._fighter(one, half, draw) for one in main)
            return halves(left, right, width)
        if main:
            return self._fighter(main[0], width, draw)
        return self._sides(width, room, letters=letters)

    def _fighter(self, one: Standing, width: int, draw: Draw) -> list[Content]:
        """The name in the colour of the side, filled pips twice as wide, conditions."""
        table = self.controller.session.table
        style = name_style(table, one.side)
        rows = [*draw(clean(one.name), style, width), *([BLANK] if draw is large else [])]
        row = life_row(table, one)
        left = life_left(row) if row is not None else None
        if row is not None and left is not None and row.max is not None:
            pips = [_pips(left, row.max, side_style(table, one.side))] if row.max <= MOST else []
            rows += flow([*pips, Content.styled(f"{left} of {row.max}", STRONG)], width, 3)
        words = [plain(str(r.value), MIND_STRONG) for r in one.rows if r.key == CONDITIONS]
        return [*rows, *flow(words, width, 3)]

    def _sides(self, width: int, room: int, *, letters: bool) -> list[Content]:
        """At rest: each side with its units and how many are left; who may act is first.

        The names of its units are as large as all have room for, else those of the sides.
        """
        table, half = self.controller.session.table, width // 2 - 2
        sides, rows = [*table.sides][:2], list[Content]()
        title, *_ = alike([clean(table.title(side)) for side in sides], half)
        units = [unit for unit in table.units.values() if unit.alive]
        names = [alike([clean(unit.name) for unit in units if unit.side == side], half) for side in sides]
        ways: list[tuple[list[Draw | None], Draw | None]] = [
            ([of[:step][-1] for of in names], None) for step in (1, 2, 3)
        ]
        ways += [([None, None], title), ([None, None], None)]
        for draws, of_side in ways if letters else ways[-1:]:
            blocks = [self._side(side, half, draw, of_side) for side, draw in zip(sides, draws, strict=False)]
            rows = halves(blocks[0], blocks[1], width) if len(blocks) == 2 else blocks[0]
            if len(rows) <= room:
                break
        return rows

    def _side(self, side: str, width: int, of_units: Draw | None, of_side: Draw | None) -> list[Content]:
        table = self.controller.session.table
        own = [unit for unit in table.units.values() if unit.side == side]
        alive = sorted((unit for unit in own if unit.alive), key=lambda unit: not self._waits(unit))
        count = Content.styled(f"{len(alive)} of {len(own)} left", QUIET)
        name, style = clean(table.title(side)), name_style(table, side)
        head = [*of_side(name, style, width), BLANK, count] if of_side else flow([plain(name, style), count], width, 3)
        rows = self._listed(alive, width) if of_units is None else []
        for unit in alive:
            if of_units is not None:
                look = style if self._waits(unit) else QUIET
                rows += [*of_units(clean(unit.name), look, width), *flow(self._health(unit), width, 2), BLANK]
        return [*head, *([BLANK] if rows else []), *rows]

    def _listed(self, units: Sequence[Unit], width: int) -> list[Content]:
        """`Hiro  ██ ██ ▁▁  2 of 3`: a unit a row, quiet if it has acted; its pips as wide as all have room for."""
        rows: list[Content] = []
        for wide in (True, False):
            names = [plain(unit.name, STRONG if self._waits(unit) else QUIET) for unit in units]
            rows = columns(
                [[name, *self._health(unit, wide=wide)] for name, unit in zip(names, units, strict=True)], width
            )
            if len(rows) == len(units):
                break
        return rows

    def _waits(self, unit: Unit) -> bool:
        waiting = self.controller.hooks.to_act()
        return not waiting or unit.id in waiting

    def _health(self, unit: Unit, *, wide: bool = True) -> list[Content]:
        """What it has left as pips, and as a number."""
        left, style = life(unit), side_style(self.controller.session.table, unit.side)
        if left is None:
            return []
        small = pips(left.now, left.most or 0, style)
        return [_pips(left.now, left.most or 0, style) if small and wide else small, amount(left.now, left.most)]

    def _numbers(self, width: int, room: int) -> list[Content]:
        """The number to reach, chances, and the numbers of the request: large, or in a row of words.

        The first three have room for their names beside each other; more than a row of them where there is much room.
        """
        request = self.controller.session.request
        reach = request.reach if request is not None else None
        asked = request is not None and bool(request.dice) and self.odds_at == self.controller.moment()
        found = [("reach", f"{reach}+")] if reach is not None else []
        found += chance_figures(self.odds) if asked else []
        tallies = request.tally if request is not None else ()
        found += [(clean(tally.name), str(int(tally))) for tally in tallies if not tally.ranked]
        if not found:
            return []
        if room < ROWS + 1:
            words = [Content.assemble((label, QUIET), " ", (value, STRONG)) for label, value in found]
            return flow(words, width, gap=3)
        rows, *others = figure_rows(found, width)
        for more in others:
            if len(rows) + 1 + len(more) > room // 2:
                break
            rows = [*rows, BLANK, *more]
        return rows


def _pips(left: int, most: int, style: str) -> Content:
    """Two cells for each that is left, in the colour of the side, and for each that is lost."""
    return Content.assemble(("██ " * left, style), ("▁▁ " * (most - left), QUIET)).rstrip()


def dice_asked(request: Request[object]) -> str:
    """`4 d6`, `2 red attack dice and 1 white attack die`, or how many dice of more kinds."""
    kinds = list(dict.fromkeys(group.die for group in request.dice if group.count))
    many = [sum(group.count for group in request.dice if group.die == die) for die in kinds]
    words = [dice_words(Dice(die.name, die, number)) for die, number in zip(kinds, many, strict=True)]
    return " and ".join(words) if len(words) < 3 else f"{sum(many)} dice"
