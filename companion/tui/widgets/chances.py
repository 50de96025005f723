"""Odds as the screens show them: columns for the ways to split, words beside every other choice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.engine.odds import Heading, Odds
from companion.engine.requests import Plan
from companion.engine.state.table import Table
from companion.tui.look.grid import Cell, ChoiceGrid, percent
from companion.tui.text import clean


def chance_words(odds: Odds | None, option: str) -> str:
    """`wounds Oda 63 %, is wounded 29 %` for one choice; empty where nothing is known."""
    if odds is None:
        return ""
    found = [(heading.text, _cell(odds, option, heading)) for heading in odds.headings]
    return ", ".join(f"{text} {percent(cell)}" for text, cell in found if cell is not None)


def _cell(odds: Odds, option: str, heading: Heading) -> Cell:
    """A chance from 0 to 1, or an average as text."""
    number = odds.column(option, heading)
    if number is None:
        return None
    counted = any(row.measure == heading.measure and row.value is not None for row in odds.rows)
    return f"{number:.1f}" if counted else float(number)


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
    options = _options(plans, plan, odds)
    rows = [
        (clean(heading.text), [_cell(odds, options[way], heading) if way in options else None for way in ways])
        for heading in odds.headings
    ]
    return [(text, cells) for text, cells in rows if any(cell is not None for cell in cells)]


def _options(plans: Sequence[Plan], plan: Plan, odds: Odds) -> dict[tuple[int, ...], str]:
    """The options of one plan by their numbers in order: `2 attack / 1 defence`. Other plans are named in theirs."""
    others = [other.plan.casefold() for other in plans[1:]]
    named = plan.plan.casefold()
    found: dict[tuple[int, ...], str] = {}
    for option in odds.options():
        words = option.casefold()
        mine = named in words if named in others else not any(other in words for other in others)
        if mine:
            numbers = re.findall(r"\d+", words.replace(named, ""))
            found[tuple(map(int, numbers))[: len(plan.allotments)]] = option
    return found
