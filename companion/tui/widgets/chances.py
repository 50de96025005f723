"""Odds as the screens show them: a column a heading beside each choice, a column a way for a split, else words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from textual.content import Content

from companion.engine.odds import Heading, Odds
from companion.engine.requests import Plan, Request, Roll
from companion.engine.session import Session
from companion.engine.state.table import Table, Unit
from companion.frontend.luck import as_high
from companion.frontend.odds import is_average
from companion.frontend.odds_choices import split_options
from companion.tui.look.colours import QUIET, RULE, STRONG, TEXT
from companion.tui.look.grid import Cell, ChoiceGrid, percent
from companion.tui.look.rows import flow, wrapped
from companion.tui.text import clean, plain

_DECIDES: Final = ("wins", "falls", "breaks", "panics", "pushed", "dealt", "taken")
"""What decides most, in this order; all other measures are steps on the way to it."""
_MOST_THROWN: Final = 2
_FATES: Final = ("falls", "breaks", "panics")
_TITLE: Final = 9
"""Cells of a column title before it wraps."""
_BAR: Final = 6
"""Cells of the bar before a chance, where there is room for bars."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def chance_words(odds: Odds | None, option: str, most: int) -> str:
    """`Oda falls 63 %, wounds taken 1.2` for one choice, the most deciding chances; empty where nothing is known."""
    if odds is None:
        return ""
    found = [(clean(heading.text), cell_of(odds, option, heading)) for heading in deciding(odds.headings)]
    return ", ".join([f"{text} {percent(cell)}" for text, cell in found if cell is not None][:most])


def chance_parts(odds: Odds | None, option: str) -> list[Content]:
    """The chances of one choice, or of a roll, as parts of a row, the most deciding first."""
    if odds is None:
        return []
    found = [(clean(heading.text), cell_of(odds, option, heading)) for heading in deciding(odds.headings)]
    return [Content.assemble((percent(cell), STRONG), (f" {text}", QUIET)) for text, cell in found if cell is not None]


def chance_rows(odds: Odds | None, width: int, most: int) -> list[Content]:
    """The chances of a roll in at most so many rows; the least deciding ones, which do not fit, are under all odds."""
    parts = chance_parts(odds, "")
    rows = flow(parts, width, gap=3)
    while len(rows) > max(0, most):
        parts.pop()
        rows = flow(parts, width, gap=3)
    return rows


class Foreseen:
    """How likely the last roll was: its dice, and what became of units by the odds that stood before it."""

    def __init__(self) -> None:
        self._key = ""
        self._odds: Odds | None = None

    def keep(self, request: Request[Any] | None, odds: Odds | None) -> None:
        """A roll is about to be answered; `odds` are those that stand with it."""
        if isinstance(request, Roll):
            self._key, self._odds = request.key, odds

    def words(self, session: Session, fallen: Sequence[Unit], falls: str) -> str:
        """`Chiyo falls: 8 % before the roll   as high or higher: 3 %`; empty where nobody can say."""
        made = session.last_result
        if made is None:
            return ""
        thrown = as_high(session, made)
        # Of many groups the least likely one is worth a word.
        found = thrown if len(thrown) <= _MOST_THROWN else [min(thrown, key=lambda one: one[1])]
        names = [f"{name} " if len(thrown) > 1 else "" for name, _ in found]
        dice = ", ".join(f"{name}{percent(float(p))}" for name, (_, p) in zip(names, found, strict=True))
        fate = [self._fate(unit, falls) for unit in fallen] if made.key == self._key else []
        return "   ".join([text for text in (*fate, f"as high or higher: {dice}" if dice else "") if text])

    def _fate(self, unit: Unit, falls: str) -> str:
        headings = self._odds.headings if self._odds is not None else ()
        heading = next((h for h in headings if h.of == unit.id and h.measure in _FATES), None)
        chance = self._odds.column("", heading) if self._odds is not None and heading is not None else None
        return f"{clean(unit.name)} {falls}: {percent(chance)} before the roll" if chance is not None else ""


def deciding(headings: Sequence[Heading]) -> list[Heading]:
    """The headings in the order of what decides most: who wins, who falls or breaks, wounds, all else."""
    return sorted(headings, key=lambda h: _DECIDES.index(h.measure) if h.measure in _DECIDES else len(_DECIDES))


def cell_of(odds: Odds, option: str, heading: Heading) -> Cell:
    """A chance from 0 to 1, or an average as text."""
    number = odds.column(option, heading)
    if number is None:
        return None
    return f"{number:.1f}" if is_average(odds, heading) else float(number)


class ChanceColumns:
    """The chances of listed choices, a column a heading: their titles, and the cells of each choice.

    The `most` deciding headings at most. `width` are the cells that all columns take, 0 where nothing is known. With
    `bars` a bar stands before each chance.
    """

    def __init__(self, odds: Odds, options: Sequence[str], most: int, *, bars: bool = False) -> None:
        self.odds = odds
        known = [[cell_of(odds, option, heading) for heading in odds.headings] for option in options]
        best = deciding([h for at, h in enumerate(odds.headings) if any(cells[at] is not None for cells in known)])
        used = [at for at, heading in enumerate(odds.headings) if heading in best[:most]]
        self._headings = [odds.headings[at] for at in used]
        self._cells = {option: [cells[at] for at in used] for option, cells in zip(options, known, strict=True)}
        self._bars = [bars and any(isinstance(cells[at], float) for cells in known) for at in used]
        self._widths = [
            max(_least(heading), 5 + (_BAR + 1 if bar else 0)) + 3
            for heading, bar in zip(self._headings, self._bars, strict=True)
        ]
        self.width = sum(self._widths)

    def titles(self) -> list[Content]:
        """The rows of the titles, right-aligned over their columns."""
        blocks = [
            [row.plain for row in wrapped(Content(clean(heading.text)), max(_title(heading), width - 3))]
            for heading, width in zip(self._headings, self._widths, strict=True)
        ]
        most = max(len(block) for block in blocks)
        blocks = [[""] * (most - len(block)) + block for block in blocks]
        return [
            Content.styled(
                "".join(f"{block[at]:>{width}}" for block, width in zip(blocks, self._widths, strict=True)), QUIET
            )
            for at in range(most)
        ]

    def cells(self, option: str) -> Content:
        """The cells of one choice, as wide as all columns; blank where nothing is known of it."""
        row = Content("")
        known = self._cells.get(option, [None] * len(self._widths))
        for cell, width, bar in zip(known, self._widths, self._bars, strict=True):
            drawn = Content.styled(percent(cell), TEXT)
            if bar and isinstance(cell, float):
                drawn = Content.assemble((_bar(cell), RULE), (f" {percent(cell):>5}", TEXT))
            row = Content.assemble(row, drawn.pad_left(width - drawn.cell_length))
        return row


def _title(heading: Heading) -> int:
    """Cells of a title before it wraps: no word is broken, and no title is more than about three rows high."""
    text = clean(heading.text)
    return max(_TITLE, len(text) // 3, *(len(word) for word in text.split()))


def _least(heading: Heading) -> int:
    return max(row.cell_length for row in wrapped(Content(clean(heading.text)), _title(heading)))


def _bar(chance: float) -> str:
    eighths = round(max(0.0, min(1.0, chance)) * _BAR * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(_BAR)


def assumed_words(odds: Odds) -> Content:
    """What the odds assume, as one quiet sentence."""
    assumes = "; ".join(map(clean, odds.assumes))
    return plain(f"Assumed: {assumes}." if assumes else "", QUIET)


def grid_of(
    table: Table[Any, Any],
    plans: Sequence[Plan],
    plan: Plan,
    ways: Sequence[tuple[int, ...]],
    parts: Mapping[str, int],
    odds: Odds | None,
) -> ChoiceGrid:
    """The ways to fill a plan as columns, with their chances where the game knows them; the one typed is marked."""
    now = tuple(parts.values())
    return ChoiceGrid(
        "/".join(clean(table.title(name)) for name in plan.allotments),
        ["/".join(map(str, way)) for way in ways],
        _rows(plans, plan, ways, odds),
        ways.index(now) if now in ways else None,
        [{"way": way} for way in ways],
    )


def _rows(
    plans: Sequence[Plan], plan: Plan, ways: Sequence[tuple[int, ...]], odds: Odds | None
) -> list[tuple[str, list[Cell]]]:
    if odds is None:
        return []
    options = split_options(plans, plan, odds)
    rows = [
        (clean(heading.text), [cell_of(odds, options[way], heading) if way in options else None for way in ways])
        for heading in odds.headings
    ]
    return [(text, cells) for text, cells in rows if any(cell is not None for cell in cells)]


def number_grid(numbers: Sequence[int], odds: Odds, marked: int | None) -> ChoiceGrid:
    """The numbers of a choice as columns with their chances; `marked` is the one typed."""
    rows = [(clean(heading.text), [cell_of(odds, str(n), heading) for n in numbers]) for heading in odds.headings]
    return ChoiceGrid(
        "",
        [str(n) for n in numbers],
        [(text, cells) for text, cells in rows if any(cell is not None for cell in cells)],
        numbers.index(marked) if marked in numbers else None,
        [{"number": n} for n in numbers],
    )
