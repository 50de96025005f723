"""The request for what is typed unit by unit: rows and columns with what is now; what is left blank stays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, Self

from companion.engine.errors import InvalidInput, RuleFault
from companion.engine.requests.base import NOTHING_ELSE, UNANSWERED, By, Request, Unanswered, Usual
from companion.engine.requests.text import one_line
from companion.engine.state.changes import Tally
from companion.engine.values import because, is_whole, outside
from companion.engine.wording import value_words

Cell = bool | int | str
"""What one cell may hold, by the kind of its column."""
ColumnKind = Literal["number", "yes_no", "text", "choose"]

MOST_CELL_CHARACTERS: Final = 60
_FAULTS_SHOWN: Final = 3


class Column(NamedTuple):
    """What is typed for each row. `lo` and `hi` bound a number, both included, each with its reason.

    `choices` are pairs of a value and its label, for the kind `choose`. A text is one line of at most 60 characters.
    Numbers that come out of one purse have a `total`: all rows together, the unchanged ones too, are no more.
    """

    name: str
    label: str
    kind: ColumnKind = "number"
    lo: int = 0
    hi: int = 99
    why_lo: str = ""
    why_hi: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    total: int | None = None

    def schema(self) -> dict[str, object]:
        """The column as JSON: bounds and their reasons for numbers alone, choices if there are any."""
        data: dict[str, Any] = {"name": self.name, "label": self.label, "kind": self.kind}
        if self.kind == "number":
            data |= {"lo": self.lo, "hi": self.hi}
            data |= {name: why for name, why in (("why_lo", self.why_lo), ("why_hi", self.why_hi)) if why}
            data |= {"total": self.total} if self.total is not None else {}
        if self.kind == "choose":
            data["choices"] = [{"value": value, "label": label} for value, label in self.choices]
        return data

    def words(self, value: Cell | None) -> str:
        """A value of this column as players read it; a dash if there is none."""
        return value_words(value, lambda word: dict(self.choices).get(word, word))


class GridRow(NamedTuple):
    """One row, most often a unit. `values` are what is now, by column; a column left out has no value yet.

    `closed` says by column why a cell cannot be changed; `bounds` are the bounds of a number if they differ from
    those of the column.
    """

    row: str
    label: str
    values: Mapping[str, Cell] = MappingProxyType({})
    closed: Mapping[str, str] = MappingProxyType({})
    bounds: Mapping[str, tuple[int, int]] = MappingProxyType({})

    def schema(self) -> dict[str, object]:
        """The row as JSON."""
        data: dict[str, Any] = {"row": self.row, "label": self.label, "values": dict(self.values)}
        if self.closed:
            data["closed"] = dict(self.closed)
        if self.bounds:
            data["bounds"] = {name: {"lo": lo, "hi": hi} for name, (lo, hi) in self.bounds.items()}
        return data


class Cells(NamedTuple):
    """The answer of a grid: what is different, by row and column. Rows and cells that stay as they are are left out."""

    rows: Mapping[str, Mapping[str, Cell]]

    def as_record(self) -> dict[str, object]:
        return {"rows": {row: dict(cells) for row, cells in self.rows.items()}}

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> Self | None:
        rows = record.get("rows")
        if not isinstance(rows, Mapping):
            return None
        return cls({row: dict(cells) for row, cells in rows.items() if isinstance(cells, Mapping)})

    def __str__(self) -> str:
        return "; ".join(
            f"{row}: " + ", ".join(f"{column} {value}" for column, value in cells.items())
            for row, cells in self.rows.items()
        )

    def told(self, label: str, title: Callable[[str], str]) -> str:
        return label or str(self)

    def get(self, row: str, column: str, default: Cell) -> Cell:
        return self.rows.get(row, {}).get(column, default)


RowFaults = Callable[[str, Mapping[str, Cell]], Iterable[str]]
"""Why what is different in one row, by column, cannot be, although each cell alone could."""


class Grid(Request[Cells]):
    """A table to fill in. Nothing has to be: blank cells stay as they are, and an answer without a cell is legal.

    `faults` finds cells of a row that do not go together.
    """

    kind = "grid"

    def __init__(
        self,
        name: str,
        *,
        by: By,
        title: str,
        columns: Iterable[Column],
        rows: Iterable[GridRow],
        tally: Sequence[Tally] = (),
        faults: RowFaults | None = None,
    ) -> None:
        super().__init__(name, by, title, tally)
        self.faults = faults
        self.enter = {"rows": {}}
        self.columns = tuple(columns)
        self.rows = tuple(rows)
        if not self.columns:
            raise RuleFault(f"{name}: a grid without columns")
        for what, names in (("row", [r.row for r in self.rows]), ("column", [c.name for c in self.columns])):
            if len(set(names)) < len(names):
                raise RuleFault(f"{name}: two {what}s of the same name: {', '.join(names)}")

    def column(self, name: str) -> Column:
        """The column of this name; raises InvalidInput if there is none."""
        for column in self.columns:
            if column.name == name:
                return column
        raise InvalidInput(f"there is no column {name!r}", hint=", ".join(c.name for c in self.columns))

    def row(self, row: str) -> GridRow:
        """The row of this id; raises InvalidInput if there is none."""
        for found in self.rows:
            if found.row == row:
                return found
        raise InvalidInput(f"there is no row {row!r}", hint=", ".join(r.row for r in self.rows))

    def bounds(self, row: GridRow, column: Column) -> tuple[int, int]:
        return row.bounds.get(column.name, (column.lo, column.hi))

    def checked(self, row: GridRow, column: Column, value: object) -> Cell:
        """The value as it may be in this cell. Raises InvalidInput that names row and column, with what would be
        right."""
        where = f"{row.label}, {column.label}: "
        why_not = row.closed.get(column.name)
        if why_not is not None:
            raise InvalidInput(where + why_not)
        cell = _shaped(where, column, value)
        if column.kind == "number" and isinstance(cell, int):
            hint = outside(cell, *self.bounds(row, column), column.why_lo, column.why_hi)
            if hint:
                raise InvalidInput(f"{where}{cell} is out of bounds", hint=hint)
        return cell

    def check(self, value: object) -> Cells:
        """The cells that are different. Raises InvalidInput with the fault of every wrong cell, three at most."""
        faults: list[InvalidInput] = []
        good: dict[str, dict[str, Cell]] = {}
        for row, column, raw in self._given(value):
            try:
                cell = self.checked(row, column, raw)
            except InvalidInput as fault:
                faults.append(fault)
                continue
            if not _same(row.values.get(column.name), cell):
                good.setdefault(row.row, {})[column.name] = cell
        faults = faults or [*self._unfit(good), *self._overdrawn(Cells(good))]
        if len(faults) == 1:
            raise faults[0]
        if faults:
            shown = [fault.with_hint for fault in faults[:_FAULTS_SHOWN]]
            more = f"; and {len(faults) - len(shown)} more" if len(faults) > len(shown) else ""
            raise InvalidInput("; ".join(shown) + more)
        return Cells(good)

    def sum_of(self, column: Column, cells: Cells) -> int:
        return sum(int(cells.get(row.row, column.name, row.values.get(column.name, 0))) for row in self.rows)

    def _unfit(self, cells: Mapping[str, Mapping[str, Cell]]) -> Iterator[InvalidInput]:
        if self.faults is not None:
            for row in self.rows:
                for reason in self.faults(row.row, cells[row.row]) if row.row in cells else ():
                    yield InvalidInput(f"{row.label}: {reason}")

    def _overdrawn(self, cells: Cells) -> Iterator[InvalidInput]:
        for column in self.columns:
            if column.total is not None and self.sum_of(column, cells) > column.total:
                hint = because(f"at most {column.total}", column.why_hi)
                yield InvalidInput(f"{column.label}: {self.sum_of(column, cells)} in all", hint=hint)

    def coerce(self, value: object) -> Cells:
        """Cells of the right kind, whatever the bounds: the players may decide against them."""
        cells: dict[str, dict[str, Cell]] = {}
        for row, column, raw in self._given(value):
            cell = _shaped(f"{row.label}, {column.label}: ", column, raw)
            if not _same(row.values.get(column.name), cell):
                cells.setdefault(row.row, {})[column.name] = cell
        return Cells(cells)

    def _given(self, value: object) -> Iterator[tuple[GridRow, Column, object]]:
        """Every cell that is given, in the order of the grid. None is a blank cell."""
        rows = value.rows if isinstance(value, Cells) else value.get("rows") if isinstance(value, Mapping) else None
        extra = isinstance(value, Mapping) and set(value) - {"rows"}
        if not isinstance(rows, Mapping) or extra:
            raise InvalidInput("a grid has rows", hint='{"rows": {ROW: {COLUMN: value}}}, blank cells left out')
        for name, cells in rows.items():
            row = self.row(str(name))
            if not isinstance(cells, Mapping):
                raise InvalidInput(f"{row.label}: a row has columns", hint=", ".join(c.name for c in self.columns))
            for column in cells:
                self.column(str(column))
        for row in self.rows:
            cells = rows.get(row.row, {})
            for column in self.columns:
                if cells.get(column.name) is not None:
                    yield row, column, cells[column.name]

    def forced_answer(self) -> Cells | Unanswered:
        for row in self.rows:
            for column in self.columns:
                if column.name not in row.closed:
                    return UNANSWERED
        return Cells({})

    def harmless(self) -> Usual:
        return Usual(self.enter, NOTHING_ELSE)

    def schema(self) -> dict[str, object]:
        return {"columns": [column.schema() for column in self.columns], "rows": [row.schema() for row in self.rows]}

    def label(self, value: object) -> str:
        """`Ann: kills 2, treasure 1; Bob: kills 1`."""
        if not isinstance(value, Cells):
            return ""
        told = []
        for row in self.rows:
            cells = value.rows.get(row.row)
            if cells:
                words = (f"{c.label} {c.words(cells[c.name])}" for c in self.columns if c.name in cells)
                told.append(f"{row.label}: {', '.join(words)}")
        return "; ".join(told) or "nothing is different"

    def random(self, rng: Random) -> dict[str, dict[str, dict[str, Cell]]]:
        rows: dict[str, dict[str, Cell]] = {}
        for row in self.rows:
            for column in self.columns:
                if column.name not in row.closed and rng.random() < 0.3:
                    rows.setdefault(row.row, {})[column.name] = self._random_cell(rng, row, column)
            if self.faults is not None and row.row in rows and any(self.faults(row.row, rows[row.row])):
                del rows[row.row]
        for column in self.columns:
            if column.total is not None and self.sum_of(column, Cells(rows)) > column.total:
                for cells in rows.values():
                    cells.pop(column.name, None)
        return {"rows": rows}

    def _random_cell(self, rng: Random, row: GridRow, column: Column) -> Cell:
        if column.kind == "number":
            return rng.randint(*self.bounds(row, column))
        if column.kind == "choose":
            return rng.choice(column.choices)[0]
        return rng.random() < 0.5 if column.kind == "yes_no" else rng.choice(("", "a word"))

    def _identity(self) -> object:
        columns = [(c.name, c.kind, c.lo, c.hi, c.total, tuple(value for value, _ in c.choices)) for c in self.columns]
        rows = [(r.row, tuple(r.values.items()), tuple(r.closed), tuple(r.bounds.items())) for r in self.rows]
        return columns, rows


def _same(before: Cell | None, after: Cell) -> bool:
    return (before is None and after == "") or (before == after and type(before) is type(after))


def _shaped(where: str, column: Column, value: object) -> Cell:
    """A value of the kind of its column, bounds apart."""
    if column.kind == "number":
        if not is_whole(value):
            raise InvalidInput(f"{where}{value!r} is no whole number", hint=f"{column.lo} to {column.hi}")
        return int(value)
    if column.kind == "yes_no":
        if not isinstance(value, bool):
            raise InvalidInput(f"{where}yes or no is asked for, not {value!r}", hint="true or false")
        return value
    if column.kind == "text" or not isinstance(value, str):
        return one_line(value, MOST_CELL_CHARACTERS, where)
    if value not in dict(column.choices):
        choices = ", ".join(choice for choice, _ in column.choices)
        raise InvalidInput(f"{where}{value!r} is not offered here", hint=f"one of: {choices}")
    return value
