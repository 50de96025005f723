"""`companion rules GAME`: the tables of a game, and what it declares, as plain text no wider than the terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset, Sheet
from companion.engine.state.declarations import specs
from companion.frontend.clean import clean
from companion.frontend.hooks import asked_of

GAP = "  "
NARROWEST = 6
"""No column gets narrower; where that is not enough, each row is printed as a list."""


def chosen(ruleset: Ruleset, wanted: str, options: Mapping[str, Any] | None = None) -> Sequence[Sheet]:
    """The sheets asked for: all of the game's and those of what it declares, or the one of this id or title (its
    beginning is enough; the game's own come first).

    `options` are those of a game being played; without them the usual ones hold.

    Raises InvalidInput where there is none.
    """
    sheets = asked_of("sheets", lambda: ruleset.sheets(options if options is not None else ruleset.default_options()))
    own = {sheet.id for sheet in sheets}
    declared = [sheet for sheet in declared_sheets(ruleset) if sheet.id not in own]
    if not wanted:
        return [*sheets, *declared]
    word = wanted.casefold()
    found: Sequence[Sheet] = []
    for group in (sheets, declared):
        names = [(sheet, (sheet.id.casefold(), sheet.title.casefold())) for sheet in group]
        exact = [sheet for sheet, called in names if word in called]
        found = exact or [sheet for sheet, called in names if any(name.startswith(word) for name in called)]
        if len(found) == 1:
            return found
        if found:
            break
    what = f"{len(found)} tables whose names begin with" if found else "no table"
    hint = "tables: " + ", ".join(s.id for s in (*sheets, *declared))
    raise InvalidInput(f"{ruleset.title} has {what} {wanted!r}", hint=hint)


def declared_sheets(ruleset: Ruleset) -> list[Sheet]:
    """What a game declares: the fields of units, sides and the table, its options, the steps of its procedures."""
    fields = ("field", "kind", "allowed", "default", "shown as")
    owners = (("unit", ruleset.unit_type), ("side", ruleset.side_type), ("table", ruleset.table_type))
    return [
        *(
            Sheet(f"{name}-fields", f"Fields of a {name}", fields, tuple(_field_rows(owner)), "As files name them.")
            for name, owner in owners
        ),
        Sheet(
            "options",
            "Options",
            ("option", "default", "allowed", "what it decides", "why"),
            tuple((o.name, told(o.default), allowed(o), o.label, o.why) for o in ruleset.options),
            "Chosen when a game is set up; they may be changed at any time.",
        ),
        Sheet(
            "steps",
            "Steps",
            ("procedure", "step", "title"),
            tuple((proc.name, step.id, step.title) for proc in ruleset.procedures for step in proc.steps),
        ),
    ]


def _field_rows(owner: type) -> Iterator[tuple[str, ...]]:
    for spec in specs(owner).values():
        bounds = ", ".join(spec.choices) or between(spec.lo, spec.hi)
        yield spec.name, spec.kind, bounds, told(spec.default), spec.label


def allowed(option: RuleOption) -> str:
    """The values that an option may have."""
    if option.choices:
        return ", ".join(map(str, option.choices))
    return "yes, no" if isinstance(option.default, bool) else between(option.lo, option.hi)


def between(lo: object, hi: object) -> str:
    """Bounds as players read them; empty without any."""
    return "" if lo is None and hi is None else f"{'' if lo is None else lo}…{'' if hi is None else hi}"


def told(value: object) -> str:
    """A default as players read it."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in ((), {}, "") else "none"


def sheet_lines(sheet: Sheet, width: int) -> Iterator[str]:
    """A sheet line by line, none longer than `width`."""
    yield from textwrap.wrap(f"{clean(sheet.title)} ({sheet.id})", width, break_on_hyphens=False)
    if sheet.text:
        yield from textwrap.wrap(clean(sheet.text), width)
    columns = [clean(cell) for cell in sheet.columns]
    rows = [[clean(cell) for cell in row] for row in sheet.rows]
    widths = _widths([columns, *rows], width)
    if widths is None:
        for row in rows:
            yield ""
            for name, cell in zip(columns, row, strict=True):
                yield from textwrap.wrap(f"{name}: {cell}", width, subsequent_indent="  ")
        return
    yield ""
    yield from _row(columns, widths)
    yield GAP.join("-" * size for size in widths)
    for row in rows:
        yield from _row(row, widths)


def spoken_lines(sheet: Sheet) -> Iterator[str]:
    """A sheet for the ear: its text, then a line a row, each cell after the title of its column."""
    yield f"{clean(sheet.title)}."
    if sheet.text:
        yield clean(sheet.text)
    for row in sheet.rows:
        cells = [f"{name}: {cell}" if name else cell for name, cell in zip(sheet.columns, row, strict=True) if cell]
        yield "  " + clean("; ".join(cells)) + "."


def _widths(rows: Sequence[Sequence[str]], width: int) -> list[int] | None:
    """How wide each column is: as its cells need, the widest cut back until all fit; None where they cannot."""
    widths = [max(1, *(len(cell) for cell in column)) for column in zip(*rows, strict=True)]
    longest = [
        max(1, *(len(word) for cell in column for word in [*cell.split(), ""])) for column in zip(*rows, strict=True)
    ]
    least = [min(size, max(NARROWEST, word)) for size, word in zip(widths, longest, strict=True)]
    room = width - len(GAP) * (len(widths) - 1)
    if sum(least) > room:
        return None
    over = sum(widths) - room
    while over > 0:
        place = max(range(len(widths)), key=lambda n: widths[n] - least[n])
        widths[place] -= 1
        over -= 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [textwrap.wrap(cell, size) or [""] for cell, size in zip(cells, widths, strict=True)]
    for place in range(max(len(cell) for cell in wrapped)):
        parts = (cell[place] if place < len(cell) else "" for cell in wrapped)
        yield GAP.join(part.ljust(size) for part, size in zip(parts, widths, strict=True)).rstrip()
