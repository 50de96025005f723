"""Odds in columns that compare the options, and the few of them that stand beside a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.engine.goals import KILL, SURVIVE, TRADE
from companion.engine.odds import Given, Heading, Odds
from companion.engine.requests import Request
from companion.engine.state.table import AnyTable, Unit
from companion.frontend.clean import clean
from companion.frontend.odds import figure

MOST_BESIDE: Final = 2
"""Figures beside a choice; all others stand on the page of odds."""
_HURT: Final = "dealt"
"""The measure of wounds on somebody else."""
_WOUNDS: Final = (_HURT, "taken")
_SHARED: Final = ("it", "the target")
_ENDS: Final = ("falls", "last_stand")
_STEPS: Final = ("hits", "wounds", "unsaved")
"""Measures that are only steps on the way to what becomes of a unit."""
_LEAST: Final = 0.01
"""A chance below this in every answer decides nothing."""
_SHORT: Final = 8
"""Letters of a name that stands whole in the title of a column."""
_LEAST_NAME: Final = 3
"""Letters of a first word that is an article or a number, and no name."""


@dataclass(frozen=True, slots=True)
class Beside:
    """At most two columns that stand beside the answers of a choice: their titles, and the figures by option."""

    titles: tuple[str, ...] = ()
    cells: Mapping[Given, tuple[str, ...]] = field(default_factory=dict)

    def of(self, option: Given) -> tuple[str, ...]:
        """The figures of one answer; blank ones if nothing is known of it."""
        return self.cells.get(option, ("",) * len(self.titles))


NOTHING: Final = Beside()


@dataclass(frozen=True, slots=True)
class _Column:
    heading: Heading
    figures: tuple[str, ...]
    numbers: tuple[float, ...]
    shared: bool
    own: bool
    """Whether whoever is asked suffers it."""

    @property
    def spread(self) -> float:
        """How far the answers are apart, of the largest number: chances and averages are weighed alike."""
        return (max(self.numbers) - min(self.numbers)) / max(1.0, max(self.numbers))


def beside(odds: Odds | None, request: Request[object], table: AnyTable) -> Beside:
    """What stands beside the answers: the columns in which they differ most, by the goal of the odds.

    None that is equal in all of them, none below 1 % in all, none that says what another says, no step on the way where
    there is anything else; nothing beside facts of the table. They are named by who suffers: `on Oda`, `on you`.
    """
    if odds is None or request.looks_ahead == "fact":
        return NOTHING
    groups = _grouped(odds)
    odds = _merged(odds, groups)
    options = odds.options()
    side = request.by if isinstance(request.by, str) else ""
    columns: list[_Column] = []
    for group in groups:
        heading = next((h for h in odds.headings if _key(h) == _key(group[0])), None)
        if heading is None:
            continue
        found = [(option, number) for option in options if (number := odds.column(option, heading)) is not None]
        figures = tuple(figure(odds, option, heading) for option in options)
        numbers = tuple(number for _, number in found)
        if len(set(filter(None, figures))) > 1 and max(numbers) >= _LEAST:
            own = side in table.sides and _is_own(table, heading, side)
            columns.append(_Column(heading, figures, numbers, len(group) > 1, own))
    chosen: list[_Column] = []
    for column in sorted(columns, key=lambda one: (_rank(odds.aim, one), -one.spread)):
        step = column.heading.measure in _STEPS and bool(chosen)
        if len(chosen) < MOST_BESIDE and not step and all(column.figures != other.figures for other in chosen):
            chosen.append(column)
    chosen.sort(key=lambda one: (one.own, columns.index(one)))
    cells = {option: tuple(column.figures[at] for column in chosen) for at, option in enumerate(options)}
    return Beside(tuple(_title(table, column, columns) for column in chosen), cells)


def _is_own(table: AnyTable, heading: Heading, side: str) -> bool:
    unit = table.owner_of(heading.of)
    return unit is not None and table.alliance(unit.side) == table.alliance(side)


def _rank(aim: str, column: _Column) -> int:
    """The measures of the goal come first, then what ends a unit or wounds it, then all else, steps on the way last."""
    measure = column.heading.measure
    if measure in _STEPS:
        return 3
    ends, wounds = measure in _ENDS, measure in _WOUNDS
    if aim in (KILL, SURVIVE, TRADE):
        wanted = ends and (aim == TRADE or column.own == (aim == SURVIVE))
        return 0 if wanted else 1 if ends or wounds else 2
    return 0 if wounds else 1 if ends else 2


def _title(table: AnyTable, column: _Column, columns: Sequence[_Column]) -> str:
    """`on Oda`; `on you` where just one unit of whoever is asked suffers it; of all that is no wound its own words."""
    heading = column.heading
    if heading.measure not in _WOUNDS:
        return clean(heading.text)
    alike = [one for one in columns if one.heading.measure in _WOUNDS and one.own]
    if column.own and (column.shared or len({one.heading.of for one in alike}) == 1):
        return "on you"
    if column.shared:
        return "on target"
    unit = table.owner_of(heading.of)
    return f"on {short_name(table, unit)}" if unit is not None else clean(heading.text)


def short_name(table: AnyTable, unit: Unit) -> str:
    """What a unit is called where room is short: its first word, if that is no other's and the name is long."""
    name = clean(unit.name)
    first = name.partition(" ")[0]
    alone = sum(clean(other.name).partition(" ")[0] == first for other in table.units.values()) == 1
    return first if len(name) > _SHORT and alone and len(first) > _LEAST_NAME else name


def comparable(odds: Odds) -> Odds:
    """The same chances in columns that compare the options.

    What is told of another unit in each option stands in one column: `wounds on Aya` and `wounds on Hiro`, where each
    of them is the target of one option, become `wounds on the target`. What happens in no option has none, if others
    are left.
    """
    return _merged(odds, _grouped(odds)) if len(odds.options()) > 1 else odds


def _grouped(odds: Odds) -> list[list[Heading]]:
    """The headings, those together that tell the same of another unit in other options."""
    groups: list[list[Heading]] = []
    known = {_key(heading): _options(odds, heading) for heading in odds.headings}
    roles = {heading.of: _role(odds, heading.of) for heading in odds.headings}
    for heading in odds.headings:
        group = next((group for group in groups if _joins(group, heading, known, roles)), None)
        if group is None:
            groups.append([heading])
        else:
            group.append(heading)
    return groups


def _merged(odds: Odds, groups: Sequence[Sequence[Heading]]) -> Odds:
    first = {_key(heading): group[0].of for group in groups for heading in group}
    names = [group[0].name if len(group) == 1 else _SHARED[_role(odds, group[0].of) == _HURT] for group in groups]
    headings = tuple(replace(group[0], name=name) for group, name in zip(groups, names, strict=True))
    rows = tuple(
        row if (of := first.get((row.measure, row.of), row.of)) == row.of else replace(row, of=of) for row in odds.rows
    )
    told = tuple(heading for heading in headings if _happens(replace(odds, rows=rows), heading))
    return replace(odds, rows=rows, headings=told or headings)


def _key(heading: Heading) -> tuple[str, str]:
    return heading.measure, heading.of


def _options(odds: Odds, heading: Heading) -> frozenset[Given]:
    """The options in which something is known of it."""
    return frozenset(row.option for row in odds.rows if (row.measure, row.of) == _key(heading))


def _role(odds: Odds, of: str) -> str:
    """Whether wounds on this unit are dealt or taken; empty where neither is told."""
    return next((row.measure for row in odds.rows if row.of == of and row.measure in (_HURT, "taken")), "")


def _joins(
    group: Sequence[Heading],
    heading: Heading,
    known: dict[tuple[str, str], frozenset[Given]],
    roles: dict[str, str],
) -> bool:
    """Whether a heading tells the same as these, of another unit in other options."""
    alike = heading.measure == group[0].measure and roles[heading.of] == roles[group[0].of]
    apart = all(not known[_key(heading)] & known[_key(other)] for other in group)
    return alike and apart and heading.name != "" and heading.words == group[0].words


def _happens(odds: Odds, heading: Heading) -> bool:
    """Whether it is a number, or a chance above 0 in some option."""
    return any(row.value is not None or row.p for row in odds.rows if (row.measure, row.of) == _key(heading))
