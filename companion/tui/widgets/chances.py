"""Odds as the screens show them: a column per heading beside each choice, a column per way for a split, else words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, Literal, NamedTuple

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from companion.engine.odds import Heading, Odds
from companion.engine.requests import Plan, Request
from companion.engine.requests.splits import way_names
from companion.engine.session import Session
from companion.engine.state.table import AnyTable, Unit
from companion.frontend.odds import is_average
from companion.frontend.odds_columns import comparable
from companion.frontend.rarity import rarity
from companion.tui.commands import ODDS
from companion.tui.look.colours import QUIET, RULE, STRONG, TEXT
from companion.tui.look.grid import Cell, ChoiceGrid, percent
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import BLANK, flow, wrapped
from companion.tui.text import clean, plain

_DECIDES: Final = ("wins", "falls", "last_stand", "breaks", "panics", "pushed", "dealt", "taken")
"""What decides most, in this order; all other measures are steps on the way to it."""
_STEP: Final = "hits"
_MOST_THROWN: Final = 2
_FATES: Final = ("falls", "breaks", "panics")
_TITLE: Final = 9
"""Cells of a column title before it wraps."""
_TITLE_ROWS: Final = 3
"""Rows of a column title at the most."""
_GAP: Final = 3
"""Cells before a column."""
_BAR: Final = 6
"""Cells of the bar before a chance, if there is room for bars."""
_EIGHTHS: Final = " ▏▎▍▌▋▊▉█"


def chance_parts(odds: Odds | None, option: str, most: int | None = None) -> list[Content]:
    """The chances of one choice, or of a roll, as parts of a row, the most deciding first; `most` of them at most.

    What is said of the same unit stands together: `Anselm: 25 % incapacitated,` and `20 % stunned`.
    """
    if odds is None:
        return []
    found = [(heading, cell_of(odds, option, heading)) for heading in deciding(odds.headings)]
    # What cannot happen takes the room of what can.
    all_cells = [(heading, cell) for heading, cell in found if cell is not None]
    cells = [(heading, cell) for heading, cell in all_cells if odds.column(option, heading)] or all_cells
    known = [(*_subject(heading), percent(cell)) for heading, cell in cells]
    groups: dict[str, list[tuple[str, str]]] = {}
    for subject, text, chance in known[:most]:
        groups.setdefault(subject or f": {text}", []).append((chance, text))
    return [
        Content.assemble(
            (f"{of}: " if place == 0 and not of.startswith(": ") else "", QUIET),
            (chance, STRONG),
            (f" {text}{',' if place < len(said) - 1 else ''}", QUIET),
        )
        for of, said in groups.items()
        for place, (chance, text) in enumerate(said)
    ]


def chance_rows(
    odds: Odds | None, option: str, width: int, most: int, *, counts: Literal["no", "if it fits", "always"] = "no"
) -> list[Content]:
    """The chances of a choice, or of a roll, in at most `most` rows.

    The least deciding ones, which do not fit, are under all odds; if it `counts` them, the last row says how many.
    """
    whole = len(chance_parts(odds, option))
    for number in range(whole, 0, -1):
        parts = chance_parts(odds, option, number)
        left = whole - number
        words = [f"{left} more, o shows them", f"{left} more: o"] if left and counts != "no" else []
        tails = [[tapped(plain(one, QUIET), ODDS.id)] for one in words]
        for tail in tails if tails and counts == "always" else [*tails, []]:
            rows = flow([*parts, *tail], width, gap=2)
            if len(rows) <= most:
                return rows
    return []


class Foreseen:
    """How likely the last roll was: its dice, and what became of units by the odds that stood before it."""

    def __init__(self) -> None:
        self._key = ""
        self._odds: Odds | None = None

    def keep(self, request: Request[object] | None, odds: Odds | None) -> None:
        """A roll is about to be answered; `odds` are those that are with it."""
        if request is not None and request.dice:
            self._key, self._odds = request.key, odds

    def words(self, session: Session, fallen: Sequence[Unit], falls: str) -> str:
        """`Chiyo falls: 8 % before the roll   as high or higher: 3 %`; empty if nobody can say."""
        made = session.last_result
        if made is None:
            return ""
        thrown = rarity(session, made)
        # Of many groups the least likely one is worth a word.
        found = thrown if len(thrown) <= _MOST_THROWN else [min(thrown, key=lambda one: one.p)]
        dice: dict[str, list[str]] = {}
        for one in found:
            name = f"{one.name} " if len(thrown) > 1 else ""
            dice.setdefault(one.words, []).append(f"{name}{percent(float(one.p))}")
        fate = [self._fate(unit, falls) for unit in fallen] if made.key == self._key else []
        return "   ".join([*filter(None, fate), *(f"{words}: {', '.join(names)}" for words, names in dice.items())])

    def _fate(self, unit: Unit, falls: str) -> str:
        headings = self._odds.headings if self._odds is not None else ()
        heading = next((h for h in headings if h.of == unit.id and h.measure in _FATES), None)
        chance = self._odds.column("", heading) if self._odds is not None and heading is not None else None
        return f"{clean(unit.name)} {falls}: {percent(chance)} before the roll" if chance is not None else ""


def deciding(headings: Sequence[Heading]) -> list[Heading]:
    """The headings in the order of what decides most: who wins, who falls or breaks, wounds, all else.

    How many dice hit is last: it is only a step on the way to what becomes of a unit.
    """
    places = {measure: place for place, measure in enumerate(_DECIDES)} | {_STEP: len(_DECIDES) + 1}
    return sorted(headings, key=lambda h: places.get(h.measure, len(_DECIDES)))


def cell_of(odds: Odds, option: str, heading: Heading) -> Cell:
    """A chance from 0 to 1, or an average as text."""
    number = odds.column(option, heading)
    if number is None:
        return None
    return f"{number:.1f}" if is_average(odds, heading) else float(number)


class ChanceColumns:
    """The chances of listed choices, one column per heading: their titles, and the cells of each choice.

    The `most` deciding headings at most. `width` are the cells that all columns take, 0 if nothing is known. With
    `bars` a bar is before each chance.
    """

    def __init__(self, odds: Odds, options: Sequence[str], most: int, *, bars: bool = False) -> None:
        self.odds = odds
        known = [[cell_of(odds, option, heading) for heading in odds.headings] for option in options]
        best = deciding([h for at, h in enumerate(odds.headings) if any(cells[at] is not None for cells in known)])
        used = [at for at, heading in enumerate(odds.headings) if heading in best[:most]]
        self._headings = [odds.headings[at] for at in used]
        self._cells = {option: [cells[at] for at in used] for option, cells in zip(options, known, strict=True)}
        self._bars = [bars and any(isinstance(cells[at], float) for cells in known) for at in used]
        self._groups = [
            _Group.of([*those])
            for _, those in groupby(zip(self._headings, self._bars, strict=True), lambda one: _subject(one[0])[0])
        ]
        self._widths = [width for group in self._groups for width in group.widths]
        self.width = sum(self._widths)

    def titles(self) -> list[Content]:
        """The rows of the titles, right-aligned over their columns; whose they are is once above them."""
        blocks = [group.rows() for group in self._groups]
        most = max(len(block) for block in blocks)
        blocks = [
            [" " * sum(group.widths)] * (most - len(block)) + block
            for group, block in zip(self._groups, blocks, strict=True)
        ]
        return [Content.styled("".join(block[at] for block in blocks), QUIET) for at in range(most)]

    def cells(self, option: str) -> Content:
        """The cells of one choice, as wide as all columns; blank if nothing is known of it."""
        row = Content("")
        known = self._cells.get(option, [None] * len(self._widths))
        for cell, width, bar in zip(known, self._widths, self._bars, strict=True):
            drawn = Content.styled(percent(cell), TEXT)
            if bar and isinstance(cell, float):
                drawn = Content.assemble((_bar(cell), RULE), (f" {percent(cell):>5}", TEXT))
            row = Content.assemble(row, drawn.pad_left(width - drawn.cell_length))
        return row


class _Group(NamedTuple):
    """Columns beside each other that tell of one unit, `subject`; empty if their titles name nobody."""

    subject: str
    titles: list[list[str]]
    widths: list[int]

    @classmethod
    def of(cls, columns: Sequence[tuple[Heading, bool]]) -> _Group:
        """The titles of the columns, wrapped, and the cells of each with the gap before it; with a bar it is wider."""
        words = [_subject(heading) for heading, _ in columns]
        titles = [[row.plain for row in wrapped(Content(text), _title(text))] for _, text in words]
        least = [max(map(cell_len, title)) for title in titles]
        bars = [_BAR + 1 if bar else 0 for _, bar in columns]
        widths = [max(cells, 5 + bar) + _GAP for cells, bar in zip(least, bars, strict=True)]
        widths[0] += max(0, cell_len(words[0][0]) + _GAP - sum(widths))
        return cls(words[0][0], titles, widths)

    def rows(self) -> list[str]:
        """Its rows of titles."""
        most = max(map(len, self.titles))
        blocks = [[""] * (most - len(title)) + title for title in self.titles]
        rows = [
            "".join(
                " " * (width - cell_len(block[at])) + block[at]
                for block, width in zip(blocks, self.widths, strict=True)
            )
            for at in range(most)
        ]
        return [set_cell_size(" " * _GAP + self.subject, sum(self.widths)), *rows] if self.subject else rows


def _subject(heading: Heading) -> tuple[str, str]:
    """Of whom a heading tells, empty if it names nobody first, and what: `Anselm`, `stunned`."""
    subject, named, text = clean(heading.text).rpartition(": ")
    return (subject, text) if named else ("", text)


def _title(text: str) -> int:
    """Cells of a title before it wraps: no word is broken, and no title is more than three rows high."""
    width = max([_TITLE, *map(cell_len, text.split())])
    while len(wrapped(Content(text), width)) > _TITLE_ROWS:
        width += 1
    return width


def _bar(chance: float) -> str:
    eighths = round(max(0.0, min(1.0, chance)) * _BAR * 8)
    full, part = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[part] if part else "")).ljust(_BAR)


def assumed_words(odds: Odds) -> Content:
    """What the odds assume, as one quiet sentence."""
    assumes = "; ".join(map(clean, odds.assumes))
    return plain(f"Assumed: {assumes}." if assumes else "", QUIET)


def beside_words(odds: Odds, width: int = 0) -> Content:
    """The few words of what the odds assume that have to be in view with them; with a width as many as it takes."""
    for most in range(len(odds.beside), 0, -1):
        said = "; ".join(map(clean, odds.beside[:most]))
        words = plain(f"{said[0].upper()}{said[1:]}.", QUIET)
        if not width or words.cell_length <= width:
            return words
    return BLANK


WayRows = Sequence[tuple[str, list[Cell]]]
"""One row per heading of the odds: its words, and the cell of each way."""


def grid_of(
    table: AnyTable, plan: Plan, ways: Sequence[tuple[int, ...]], parts: Mapping[str, int], rows: WayRows
) -> ChoiceGrid:
    """The ways to fill a plan as columns with their chances; the one typed is marked."""
    now = tuple(parts.values())
    units = _named(table, plan)
    return ChoiceGrid(
        choice_title(table, plan),
        [_way(dict(zip(plan.allotments, way, strict=True)), units) for way in ways],
        rows,
        ways.index(now) if now in ways else None,
        [{"way": way} for way in ways],
    )


def choice_title(table: AnyTable, plan: Plan) -> str:
    """`attack/defence`: what the numbers of a way to fill the plan are."""
    return "/".join(clean(table.title(name)) for name in _named(table, plan))


def _named(table: AnyTable, plan: Plan) -> list[str]:
    return [name for name in plan.allotments if table.owner_of(name) is not None] or list(plan.allotments)


def _way(parts: Mapping[str, int], units: Sequence[str]) -> str:
    """`4/2`, the numbers of the units; other parts beside them are named where there are any: `3 hold 1`."""
    words = "/".join(str(parts[name]) for name in units)
    return words + "".join(f" {clean(name)} {number}" for name, number in parts.items() if number and name not in units)


def way_rows(plans: Sequence[Plan], plan: Plan, ways: Sequence[tuple[int, ...]], odds: Odds | None) -> WayRows:
    """The chances of the ways to fill a plan; none if the game knows none."""
    if odds is None:
        return []
    known = odds.options()
    options = {way: name for way in ways for name in way_names(plans, plan, way) if name in known}
    odds = comparable(odds)
    rows = [
        (clean(heading.text), [cell_of(odds, options[way], heading) if way in options else None for way in ways])
        for heading in odds.headings
    ]
    return [(text, cells) for text, cells in rows if any(cell is not None for cell in cells)]


def number_grid(numbers: Sequence[int], odds: Odds, marked: int | None) -> ChoiceGrid:
    """The numbers of a choice as columns with their chances; `marked` is the one typed."""
    odds = comparable(odds)
    rows = [(clean(heading.text), [cell_of(odds, str(n), heading) for n in numbers]) for heading in odds.headings]
    return ChoiceGrid(
        "",
        [str(n) for n in numbers],
        [(text, cells) for text, cells in rows if any(cell is not None for cell in cells)],
        numbers.index(marked) if marked in numbers else None,
        [{"number": n} for n in numbers],
    )
