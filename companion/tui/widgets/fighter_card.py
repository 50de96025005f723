"""The whole card of a fighter, beside the request on a wide screen: a row for each thing, wrapped at words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.content import Content

from companion.engine.standing import Standing
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.table import Model, Table, Unit
from companion.tui.cards import entry_words
from companion.tui.look.colours import MIND, QUIET, STRONG
from companion.tui.look.rows import wrapped
from companion.tui.text import clean, plain
from companion.tui.widgets.fight import ASSISTS, CONDITIONS, carried, computed_first, health_of, number, title, word

_MOST_LISTED = 12
"""Entries of one list on a card; more are under the unit's own screen."""


def fighter_card(table: Table[Any, Any], standings: Sequence[Standing], side: str, width: int) -> list[Content]:
    """The cards of the fighters of one side, one below the other; those who assist by name."""
    rows: list[Content] = []
    for one in standings:
        if one.side != side:
            continue
        rows += [Content("")] if rows else []
        rows += wrapped(title(table, one), width, 2)
        rows += [*_indented(health_of(table, one, 0, width - 2)), Content("")]
        if one.role == ASSISTS:
            rows += _indented([plain("assists", QUIET)])
            continue
        conditions = [plain(str(row.value), MIND) for row in one.rows if row.key == CONDITIONS]
        own = carried(table, one)
        numbers = [part for row in computed_first(table, one) if (part := number(row, own))]
        words = [content for row in one.rows if (content := word(row)) is not None]
        for part in (*conditions, *numbers, *words):
            rows += _indented(wrapped(part, width - 2, 2))
        unit = table.units.get(one.of)
        if unit is not None:
            rows += _indented(_lists(unit, width - 2))
    return rows


def _indented(rows: Sequence[Content]) -> list[Content]:
    return [Content.assemble("  ", row) for row in rows]


def _lists(unit: Unit, width: int) -> list[Content]:
    """Weapons, traits and what else a unit has a list of, each under its name."""
    rows: list[Content] = []
    for spec in unit.specs().values():
        words = _entries(unit, spec)
        if words:
            rows += [Content(""), plain(spec.label[:1].upper() + spec.label[1:], STRONG)]
            rows += [row for text in words for row in wrapped(plain(text, QUIET), width, 2)]
    return rows


def _entries(unit: Unit, spec: FieldSpec) -> list[str]:
    value = getattr(unit, spec.name)
    if spec.place == "internal" or not isinstance(value, tuple) or any(isinstance(one, Model) for one in value):
        return []
    return [clean(entry_words(one)) for one in value[:_MOST_LISTED]]
