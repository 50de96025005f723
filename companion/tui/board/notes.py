"""What is beside or below the units: melees, what players forget, and what happened last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache, partial
from itertools import islice

from textual.content import Content

from companion.engine import log
from companion.engine.state.phrases import joined
from companion.frontend.saying.reminders import Reminder, reminders
from companion.frontend.saying.sentences import standing_alone
from companion.tui.board.facts import Board
from companion.tui.controller import SessionController
from companion.tui.latest_result import losses
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import flow, wrapped
from companion.tui.text import name_style, plain
from companion.tui.widgets.board import happened_since
from companion.tui.widgets.moment import moment_rows
from companion.tui.widgets.rolled import labelled, last_rows, whole_parts

_LABEL = 8
_MELEES, _LAST, _MIND = (label.ljust(_LABEL) for label in ("melees", "last", "mind"))
_MANY = 6
_EVERYTHING = 99
"""Rows of notes from which the last result is told whole."""
_MOST_REMINDERS = 6
_MOST_LAST = 8
_FEW_MELEES, _MOST_MELEES = 3, 6
"""Rows of melees that come before what else is told, and those that rows to spare may show."""


class Notes:
    """What there is to say under the units at this moment, in `width` cells: read once, and then fitted in.

    `fault` is what was wrong with the last input; `result`: what came last is not seen above the units; `keys` are
    named.
    """

    def __init__(
        self, controller: SessionController, board: Board, width: int, fault: str, *, result: bool, keys: bool
    ) -> None:
        self._controller = controller
        self._board = board
        self._width = width
        self.fault = fault
        self._result = result
        self._shows = "m shows them" if keys else "a tap shows them"

    @cached_property
    def _melees(self) -> Sequence[Content]:
        told = [melee_line(self._controller, place, group) for place, group in enumerate(self._board.melees, 1)]
        width = self._width - _LABEL
        return [row for one in flow(told, width, gap=4) for row in wrapped(one, width, 2)]

    def rows(self, most: int, *, spare: bool = False, melees: bool = True) -> list[Content]:
        """At most `most` rows: what is wrong, melees, the last result, what players forget.

        Many melees are one row, unless there are rows to `spare`; `melees`: they are not seen among the units.
        """
        rows = wrapped(plain(self.fault, MIND_STRONG), self._width) if self.fault else []
        shown = self._melees if melees else ()
        at, folds = len(rows), len(shown) > max(1, min(_FEW_MELEES, most - len(rows) - 1))
        many = Content.assemble(str(len(self._board.melees)), (f"  {self._shows}", QUIET))
        rows += labelled([tapped(many, "melees")] if folds else shown, _MELEES)
        if self._result:
            rows += last(self._controller, self._width, max(0, min(3 if most < _MANY else 5, most - len(rows))))
        if (left := most - len(rows)) > 0:
            found = reminders(self._controller.hooks, self._board.to_act)
            words = (reminder_line(self._controller, one) for one in found)
            minded = flow(words, self._width - _LABEL, gap=4, most=left)
            # Some of what players forget would be as good as none.
            rows += labelled(minded, _MIND) if len(minded) <= left else []
        if folds and spare and len(shown) <= min(_MOST_MELEES, most - len(rows) + 1):
            rows[at : at + 1] = labelled(shown, _MELEES)
        return rows[:most]


def last(controller: SessionController, width: int, most: int) -> list[Content]:
    """What the last procedure came to, else its last roll and what happened since; or where the last battle went."""
    session = controller.session
    if most <= 0:
        return []
    if went := controller.went_to_rosters():
        return labelled(whole_parts(went, width - _LABEL, most), _LAST)
    lines = log.entry_lines(session, len(session.entries) - 1) if session.entries else []
    if session.run is not None:
        lines = log.open_lines(session)
    draw = partial(last_rows, session.table, session.last_result, width=width, label=_LAST)
    if session.run is None and session.entries and (came_to := session.entries[-1].conclusion):
        rolled = session.last_result
        whole = draw(came_to, most=_EVERYTHING) if rolled is not None and rolled.text not in came_to else []
        if whole and len(whole) <= most:
            return whole
        told = joined(" ", (standing_alone(session.table, one) for one in came_to))
        return labelled(whole_parts(told, width - _LABEL, most), _LAST)
    return draw(happened_since(lines), most=most)


def moment(controller: SessionController, width: int, most: int, dice: int) -> list[Content]:
    """What the roll that ended the last procedure came to, as the guide shows it: `dice` large ones at the most.

    Nothing where that takes more than `most` rows, or where it was not a roll that ended it.
    """
    session = controller.session
    if session.run is not None or session.last_result is None or not session.entries:
        return []
    asked = [one for one in session.entries[-1].answers if one.how != "auto"]
    if not asked or asked[-1].kind != "roll":
        return []
    told = [one for one in session.entries[-1].conclusion if one != session.last_result.text]
    return moment_rows(session.table, session.last_result, losses(controller), width, most, dice, told)


def melee_line(controller: SessionController, place: int, group: Sequence[str]) -> Content:
    """`1 Hiro, Kenko ─ Oda`; a tap on it shows all melees."""
    teams = Content.styled(" ─ ", QUIET).join(_teams(controller, group))
    return tapped(Content.assemble((f"{place} ", STRONG), teams), "melees")


def _teams(controller: SessionController, group: Sequence[str]) -> list[Content]:
    table = controller.session.table
    units = [table.units[of] for of in group]
    sides = [side for side in table.sides if any(unit.side == side for unit in units)]
    return [plain(", ".join(u.name for u in units if u.side == side), name_style(table, side)) for side in sides]


def aside(
    controller: SessionController, board: Board, width: int, height: int, *, result: bool = True
) -> list[Content]:
    """The column beside the units: melees, what to remember, what happened last; from the top what fits whole."""
    reminded = islice(reminders(controller.hooks, board.to_act), _MOST_REMINDERS)
    rows: list[Content] = []
    for title, block in (
        ("MELEES", list(_melee_block(controller, board, width))),
        ("MIND", [row for one in reminded for row in _reminder_rows(_who(controller, one), one, width)]),
        ("LAST", [row[_LABEL:] for row in last(controller, width + _LABEL, _MOST_LAST)] if result else []),
    ):
        if not block or len(rows) + len(block) + 2 > height:
            continue
        gap = [Content(""), Content("")] if rows else []
        rows += [*gap, Content.styled(title, STRONG), Content(""), *block]
    return rows


def _melee_block(controller: SessionController, board: Board, width: int) -> Iterator[Content]:
    for place, group in enumerate(board.melees, 1):
        if place > 1:
            yield Content("")
        line = melee_line(controller, place, group)
        if line.cell_length + 1 <= width:
            yield Content.assemble((f"{place}  ", STRONG), line[len(f"{place} ") :])
        else:
            for row, team in enumerate(_teams(controller, group)):
                for part in wrapped(team, width - 3):
                    yield tapped(Content.assemble((f"{place}  " if row == 0 else "   ", STRONG), part), "melees")
                    row = 1


def reminder_line(controller: SessionController, one: Reminder) -> Content:
    """A reminder with the units in the colours of their sides, and conditions in that of what is to be minded."""
    return _reminder(_who(controller, one), one)


_Names = tuple[tuple[str, str], ...]
"""Names of units, each with its style."""


def _who(controller: SessionController, one: Reminder) -> _Names:
    table = controller.session.table
    return tuple((table.units[of].name, name_style(table, table.units[of].side)) for of in one.of)


@lru_cache(64)
def _reminder_rows(who: _Names, one: Reminder, width: int) -> Sequence[Content]:
    """The rows of a reminder: most are there for many keys, and wrapping is slow."""
    return wrapped(_reminder(who, one), width, 2)


def _reminder(who: _Names, one: Reminder) -> Content:
    names = Content("")
    for place, (name, style) in enumerate(who):
        gap = "" if place == 0 else " and " if place == len(who) - 1 else ", "
        names = Content.assemble(names, gap, plain(name, style))
    said = plain(one.text, MIND if one.condition else "")
    return Content.assemble(names, ": " if one.condition else " ", said) if who else said
