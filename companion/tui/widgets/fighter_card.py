"""The whole card of a fighter, beside the request on a wide screen: a row for each thing, wrapped at words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from textual.content import Content

from companion.engine.standing import Standing
from companion.engine.state.table import AnyTable
from companion.engine.wording import verb
from companion.frontend.entry_texts import CardEntry, listed
from companion.frontend.saying.sentences import titled
from companion.tui.look.colours import QUIET, STRONG, TEXT
from companion.tui.look.rows import BLANK, flow, wrapped
from companion.tui.text import plain
from companion.tui.widgets.fight import ASSISTS, carried, computed_first, conditions_of, health_of, number, title, word

_MOST_LISTED: Final = 12
"""Entries of one list on a card; more are under the unit's own screen."""
_INDENT: Final = 2


class _Part(NamedTuple):
    """Rows that a card has, and the text below them that it has if there is room."""

    rows: Sequence[Content]
    text: Sequence[Content] = ()


def fighter_cards(
    table: AnyTable,
    standings: Sequence[Standing],
    width: int,
    most: int,
    *,
    losses: Mapping[str, int],
    dying: Mapping[str, int],
    texts: Mapping[str, str],
) -> list[Content]:
    """The cards of these fighters of one side, one below the other, in at most `most` rows where they can be had.

    Those who assist are there by name. What each entry does (`texts`, by its name) has the rows that are left. Where
    the lists do not fit with one row per entry, their entries follow one another; else no card has lists, and then none
    has its numbers: the units' own screens show them.
    """
    parts: list[_Part] = []
    for lists, numbers in ((_lists, True), (_close_lists, True), (None, True), (None, False)):
        parts = [
            part
            for place, one in enumerate(standings)
            for part in (
                *([_Part([BLANK])] if place else []),
                *_card(table, one, width, losses.get(one.of, 0), dying.get(one.of, 0), numbers=numbers),
                *(lists(table, one, width, texts) if lists is not None else ()),
            )
        ]
        if sum(len(part.rows) for part in parts) <= most:
            break
    spare = most - sum(len(part.rows) for part in parts)
    rows: list[Content] = []
    told: set[str] = set()
    for part in parts:
        rows += part.rows
        said = "\n".join(row.plain for row in part.text)
        if len(part.text) <= spare and said not in told:
            told.add(said)
            rows += part.text
            spare -= len(part.text)
    return rows


def _card(table: AnyTable, one: Standing, width: int, lost: int, dying: int, *, numbers: bool) -> list[_Part]:
    """Name, health, conditions, and what it fights with in numbers and words."""
    health = health_of(table, one, lost, width - _INDENT, dying)
    rows = [*wrapped(title(table, one), width, 2), *_indented(health, _INDENT)]
    assists = one.role == ASSISTS
    said = [plain(verb(one.name, "assists"), QUIET)] if assists else []
    said += [] if assists else flow(conditions_of(one), width - _INDENT, indent=2)
    if numbers and not assists:
        own = carried(table, one)
        said += [part for row in computed_first(table, one) if (part := number(row, own))]
        said += [content for row in one.rows if (content := word(row)) is not None]
    under = [row for part in said for row in wrapped(part, width - _INDENT, 2)]
    return [_Part([*rows, *([BLANK] if numbers and under and not assists else []), *_indented(under, _INDENT)])]


def _lists(table: AnyTable, one: Standing, width: int, texts: Mapping[str, str]) -> list[_Part]:
    """Weapons, traits and what else a unit has a list of, each under its name, one row per entry."""
    parts: list[_Part] = []
    for label, entries in _listed(table, one, texts):
        parts.append(_Part(_indented([BLANK, plain(titled(label), STRONG)], _INDENT)))
        for entry in entries[:_MOST_LISTED]:
            parts += [_entry(entry, width, _INDENT), *(_entry(own, width, 2 * _INDENT) for own in entry.inside)]
    return parts


def _close_lists(table: AnyTable, one: Standing, width: int, texts: Mapping[str, str]) -> list[_Part]:
    """`Traits  Fear (4), Slow`: a list after the other."""
    rows: list[Content] = []
    for label, entries in _listed(table, one, texts):
        names = (name for entry in entries for name in (entry.label, *(own.label for own in entry.inside)))
        said = Content.assemble(plain(titled(label), STRONG), plain("  " + ", ".join(names), QUIET))
        rows += wrapped(said, width - _INDENT, 2)
    return [_Part(_indented([BLANK, *rows], _INDENT))] if rows else []


def _listed(table: AnyTable, one: Standing, texts: Mapping[str, str]) -> list[tuple[str, list[CardEntry]]]:
    """What a fighter has in hand first: the lists with entries that have some of their own."""
    unit = table.units.get(one.of)
    if unit is None or one.role == ASSISTS:
        return []
    return sorted(listed(unit, texts), key=lambda each: not any(entry.inside for entry in each[1]))


def _entry(entry: CardEntry, width: int, indent: int) -> _Part:
    """The name of an entry, and what it does two cells further in."""
    name = wrapped(plain(titled(entry.label), TEXT), width - indent, 2)
    return _Part(_indented(name, indent), _explained(entry.text, width, indent + _INDENT))


@lru_cache(maxsize=256)
def _explained(text: str, width: int, indent: int) -> tuple[Content, ...]:
    # Kept, as wrapping all texts takes longer than all else of a card.
    return tuple(_indented(wrapped(plain(text, QUIET), width - indent), indent)) if text else ()


def _indented(rows: Sequence[Content], indent: int) -> list[Content]:
    return [Content.assemble(" " * indent, row) if row else row for row in rows]
