"""The tables of a game, and what it declares: which is meant, how wide its columns are, and as lines of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset, Sheet
from companion.engine.state.declarations import specs
from companion.engine.wording import value_words
from companion.frontend.cells import longest_word
from companion.frontend.clean import clean
from companion.frontend.hooks import asked_of

GAP = "  "


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
            tuple((o.name, value_words(o.default), allowed(o), o.label, o.why) for o in ruleset.options),
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
        yield spec.name, spec.kind, bounds, value_words(spec.default), spec.label


def allowed(option: RuleOption) -> str:
    """The values that an option may have."""
    if option.choices:
        return ", ".join(map(str, option.choices))
    return "yes, no" if isinstance(option.default, bool) else between(option.lo, option.hi)


def between(lo: object, hi: object) -> str:
    """Bounds as players read them; empty without any."""
    return "" if lo is None and hi is None else f"{'' if lo is None else lo}…{'' if hi is None else hi}"


def sheet_lines(sheet: Sheet, width: int) -> Iterator[str]:
    """A sheet line by line, none longer than `width`."""
    yield from textwrap.wrap(f"{clean(sheet.title)} ({sheet.id})", width, break_on_hyphens=False)
    if sheet.text:
        yield from textwrap.wrap(clean(sheet.text), width)
    titles, *rows = rows_of(sheet)
    if breaks_words(sheet, width):
        for row in rows:
            yield ""
            for name, cell in zip(titles, row, strict=True):
                yield from textwrap.wrap(f"{name}: {cell}", width, subsequent_indent="  ")
        return
    widths = column_widths(sheet, width)
    yield ""
    yield from _row(titles, widths)
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


def rows_of(sheet: Sheet) -> list[list[str]]:
    """The titles of the columns and the rows, all of one length: a cell that a row lacks is empty."""
    rows = [[clean(cell) for cell in row] for row in (sheet.columns, *sheet.rows)]
    return list(map(list, zip(*zip_longest(*rows, fillvalue=""), strict=True)))


def breaks_words(sheet: Sheet, room: int) -> bool:
    """Whether words would be broken in columns of this width: the rows are told in words then, by their titles."""
    longest = [max(longest_word(cell, bound=False) for cell in column) for column in zip(*rows_of(sheet), strict=True)]
    return len(longest) > 1 and any(sheet.columns) and sum(longest) + len(GAP) * (len(longest) - 1) > room


def column_widths(sheet: Sheet, room: int) -> list[int]:
    """A width a column: what its cells need; where that does not fit, no word is broken and the rows are few.

    Columns get cell after cell where they make the most rows higher than the others do. Words are broken only where
    not even the longest ones fit beside each other.
    """
    rows = rows_of(sheet)
    columns = list(zip(*rows, strict=True))
    needed = [max(1, *map(len, column)) for column in columns]
    room = max(room - len(GAP) * (len(needed) - 1), 2 * len(needed))
    if sum(needed) <= room:
        return needed
    widths = [max(1, *map(longest_word, column)) for column in columns]
    if sum(widths) > room:
        # A number leaves the word before it before any word is broken.
        widths = [max(1, *(longest_word(cell, bound=False) for cell in column)) for column in columns]
    while sum(widths) > room:
        widths[widths.index(max(widths))] -= 1
    lengths = [list(map(len, row)) for row in rows]
    while sum(widths) < room:
        pressed = [0.0] * len(widths)
        for row in lengths:
            tall = [length / width for length, width in zip(row, widths, strict=True)]
            highest = max(tall)
            pressed[tall.index(highest)] += highest - 1
        open_ = [at for at, width in enumerate(widths) if width < needed[at]]
        widths[max(open_, key=lambda at: (pressed[at], -widths[at]))] += 1
    return widths


def _row(cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    wrapped = [textwrap.wrap(cell, size) or [""] for cell, size in zip(cells, widths, strict=True)]
    for line in zip_longest(*wrapped, fillvalue=""):
        yield GAP.join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip()
