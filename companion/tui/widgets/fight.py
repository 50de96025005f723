"""One fighter of a fight: its name and health, its numbers with their reasons, its words and conditions."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Final, NamedTuple

from textual.content import Content

from companion.engine.keys import counted
from companion.engine.standing import Standing
from companion.engine.state.changes import Line, Tally
from companion.engine.state.declarations import StandingRow
from companion.engine.state.table import AnyTable
from companion.engine.wording import count, does, minus, signed
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT
from companion.tui.look.pips import bound, health
from companion.tui.look.rows import BLANK, beside, flow
from companion.tui.text import plain, side_label, side_style

CONDITIONS: Final = "conditions"
"""The row that lists conditions: its words stand for themselves."""

ASSISTS: Final = "assists"
"""The role of those who help: they have no block of their own beside two fighters."""

_HIGHEST_BOUND: Final = 40
"""A higher bound is a mere safeguard of the game's data, and tells players nothing."""

_SHORT: Final = 14
"""A longer word is no number to remember, and stands among the words."""

INDENT: Final = 2

_GAP: Final = 3
"""Cells between numbers, and between a number and its reasons."""


def fighters(standings: Sequence[Standing]) -> list[Standing]:
    """Those who fight themselves."""
    return [one for one in standings if one.role != ASSISTS]


def reasons_of(one: Standing, tallies: Sequence[Tally]) -> dict[str, Tally]:
    """The numbers of a fighter that are shown with it, by the key of their row."""
    shown = {row.key: row.value for row in one.rows}
    found: dict[str, Tally] = {}
    for tally in tallies:
        key, of = counted(tally.key)
        if of == one.of and shown.get(key) == int(tally):
            found[key] = tally
    return found


# -- two fighters -----------------------------------------------------------------------------------------------------


def block(
    table: AnyTable,
    one: Standing,
    width: int,
    most: int,
    lost: int = 0,
    reasons: Mapping[str, Tally] | None = None,
    helpers: Sequence[str] = (),
    spent: Container[str] = (),
) -> list[Content]:
    """A fighter: its name, its health, what it fights with in numbers, then words and conditions.

    What may be `spent` by the answer that is asked, by key, is the first of the numbers, and the last to give way; what
    else the fight hangs on stands before what the unit merely carries.
    """
    room = max(8, width - INDENT)
    name = beside(title(table, one), Content(""), width)
    life = health_of(table, one, lost, room)
    own = carried(table, one)
    rest = computed_first(table, one, spent)
    numbers = [
        Figure(
            shown,
            reasons_beside((reasons or {}).get(row.key), room - shown.cell_length - _GAP),
            row.key in own and row.max is None and not (row.breaks_at or row.weighs or row.key in spent),
        )
        for row in rest
        if (shown := number(row, own))
    ]
    conditions = conditions_of(one)
    words = [content for row in one.rows if (content := word(row)) is not None]
    if helpers:
        # Before what is only to be remembered: it says where dice come from.
        words.insert(min(1, len(words)), plain(does(helpers, "assists"), QUIET))
    left = most - len(name) - len(life)
    under = _under(numbers, words, conditions, room, left)
    return [*name, *(Content.assemble(" " * INDENT, row) for row in (*life, *under))]


class Figure(NamedTuple):
    """A number of a fighter with its reasons; `minor` if the unit carries it about and nothing bounds it."""

    shown: Content
    why: Content
    minor: bool


def _under(
    numbers: Sequence[Figure],
    words: Sequence[Content],
    conditions: Sequence[Content],
    room: int,
    left: int,
) -> list[Content]:
    """Numbers with their reasons in rows of their own, then words with the conditions, as much as fits in `left` rows.

    Words but the first give way first, then numbers that are minor, reasons from the last number on, the first word,
    and numbers from the last on; conditions never.
    """
    major = [one for one in numbers if not one.minor]
    full, few = len(major), min(1, len(words))
    kept = [
        *((numbers, len(numbers), said) for said in range(len(words), few - 1, -1)),
        *((major, why, few) for why in range(full, -1, -1)),
        *((major, why, 0) for why in range(full, -1, -1)),
        *((major[:shown], 0, 0) for shown in range(full - 1, -1, -1)),
    ]
    rows: list[Content] = []
    for shown, why, said in kept:
        parts = [
            Content.assemble(one.shown, " " * _GAP, one.why) if one.why and at < why else one.shown
            for at, one in enumerate(shown)
        ]
        rows = flow(parts, room, gap=_GAP)
        rows += flow([*words[: min(1, said)], *conditions, *words[1:said]], room, gap=_GAP)
        if len(rows) <= left:
            break
    return rows


def conditions_of(one: Standing) -> list[Content]:
    """`Suppressed,` and `Out of play`: the conditions of a fighter one by one, so that none is broken in a row."""
    words = [part for row in one.rows for part in row.conditions]
    return [plain(f"{part}," if at < len(words) else part, MIND) for at, part in enumerate(words, 1)]


def title(table: AnyTable, one: Standing) -> Content:
    """`◆ HIRO` in the colour of the side."""
    return side_label(table, one.side, one.name.upper())


def life_row(table: AnyTable, one: Standing) -> StandingRow | None:
    """The row that says what is left of a fighter: the first that it falls or breaks at, else its vital tracker."""
    row = next((row for row in one.rows if life_left(row) is not None), None)
    if row is not None:
        return row
    unit = table.units.get(one.of)
    specs = unit.specs() if unit is not None else {}
    return next((row._replace(breaks_at=0) for row in one.rows if row.key in specs and specs[row.key].vital), None)


def without_life(table: AnyTable, one: Standing) -> list[StandingRow]:
    """The rows of a fighter but that of its health, which is drawn."""
    life = life_row(table, one)
    return [row for row in one.rows if life is None or row.key != life.key or life_left(life) is None]


def computed_first(table: AnyTable, one: Standing, spent: Container[str] = ()) -> list[StandingRow]:
    """The rows without the health: what may be `spent` now, what has a bound, what was computed for this fight, what
    the fight hangs on, and what the unit merely carries about."""
    own = carried(table, one)
    return sorted(
        without_life(table, one),
        key=lambda row: (row.key not in spent, not row.breaks_at, row.key in own, row.key in own and not row.weighs),
    )


def carried(table: AnyTable, one: Standing) -> Container[str]:
    """The fields of the unit itself."""
    unit = table.units.get(one.of)
    return unit.specs() if unit is not None else ()


def health_of(table: AnyTable, one: Standing, lost: int, room: int, dying: int = 0) -> list[Content]:
    """`●●●●●×··  5 of 8   below half at 3`; nothing if no row says what is left. Of these some are `dying`."""
    row = life_row(table, one)
    left = life_left(row) if row is not None else None
    if row is None or left is None or row.max is None:
        return []
    drawn = health(left, row.max, side_style(table, one.side), lost=lost, room=room, dying=dying)
    limit = bound(left, row.max, row.breaks_at)
    going = plain(count(dying, "dies", "die") if dying else "", STRONG)
    return flow([drawn, going, limit], room, gap=3)


def life_left(row: StandingRow) -> int | None:
    """What is left of a health with a bound; None of anything else. Losses that fill up count the other way."""
    if row.max is None or row.breaks_at is None or not isinstance(row.value, int) or row.max > _HIGHEST_BOUND:
        return None
    left = row.max - row.value if row.breaks_at >= row.max else row.value
    return min(row.max, max(0, left))


def number(row: StandingRow, carried: Container[str] = ()) -> Content:
    """`ki 3 of 6`, `pool 2`; empty for a health, a word, and a 0 without a bound that it did not fall to.

    What was computed for this fight is bold, what the unit carries about (`carried`, by key) is not.
    """
    if row.key == CONDITIONS or life_left(row) is not None:
        return BLANK
    if isinstance(row.value, str):
        return plain(f"{label(row)} {row.value}", STRONG) if 0 < len(row.value) <= _SHORT and _is_number(row) else BLANK
    if row.value == 0 and row.breaks_at is None and not row.spent:
        return BLANK
    limited = row.max is not None and row.max <= _HIGHEST_BOUND
    most = f" of {row.max}" if limited else ""
    amount = minus(row.value)
    shown = plain(f"{label(row)} {amount}{most}", TEXT if row.key in carried or row.max is not None else STRONG)
    if row.breaks_at:
        shown = Content.assemble(shown, plain(f", {row.bound} {row.breaks_at}", MIND if _is_reached(row) else QUIET))
    return shown


def reached(standings: Sequence[Standing]) -> list[Content]:
    """`Captain Ilse: wounds 3, suppressed at 3`: who has come to a bound, whatever else is rolled."""
    return [
        Content.assemble(plain(f"{one.name}: ", QUIET), number(row))
        for one in fighters(standings)
        for row in one.rows
        if row.breaks_at and life_left(row) is None and _is_reached(row)
    ]


def _is_reached(row: StandingRow) -> bool:
    """Whether a number that grows has come to its bound."""
    return row.breaks_at is not None and isinstance(row.value, int) and row.value >= row.breaks_at


def reasons_beside(made: Tally | None, room: int) -> Content:
    """`3, Kenko assists −1`: what a number is made of, as much as fits in `room` cells; empty if no reason does.

    What the number begins with gives way first, then the smallest reasons: all of them are under why.
    """
    if made is None or len(made.lines) < 2:
        return BLANK
    words = [reason(line, first=place == 0) for place, line in enumerate(made.lines)]
    kept = [*range(len(words))]
    goes = [0, *sorted(kept[1:], key=lambda place: abs(made.lines[place].value))]
    while kept != [0] and len(kept) > 0:
        shown = plain(", ".join(words[place] for place in kept), QUIET)
        if shown.cell_length <= room:
            return shown
        kept.remove(goes.pop(0))
    return BLANK


def reason(line: Line, *, first: bool = False) -> str:
    """`Kenko assists −1`; the first line of a number is what it begins with: `3`."""
    return str(line.value) if first else f"{line.label} {signed(line.value)}"


def word(row: StandingRow) -> Content | None:
    """`Naginata, Strength +1, Reach`; of what is simply so the label alone, `charge`; None for what is no word."""
    if row.key == CONDITIONS or not isinstance(row.value, str) or not row.value:
        return None
    if len(row.value) <= _SHORT and _is_number(row):
        return None
    if row.value == "yes":
        return plain(label(row), QUIET)
    return plain(row.value if row.key == "weapon" else f"{label(row)} {row.value}", QUIET)


def _is_number(row: StandingRow) -> bool:
    return isinstance(row.value, str) and any(char.isdigit() for char in row.value[:2])


def label(row: StandingRow) -> str:
    """`ki`, `melee pool`: labels are in the middle of a row, and begin small unless a name is in them."""
    if "[" in row.key:
        return row.label[:1].lower() + row.label[1:]
    return " ".join(part.lower() if part[1:].islower() or len(part) == 1 else part for part in row.label.split())
