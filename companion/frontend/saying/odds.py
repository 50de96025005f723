"""Chances in words: a line for each fact that a choice makes likely, and columns that compare the options."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.goals import GOALS, KILL, SURVIVE, TRADE, WOUNDS
from companion.engine.odds import ASKED, Given, Heading, Odds, check_allowed, odds_use
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.phrases import stopped
from companion.engine.state.table import AnyTable, Unit
from companion.engine.wording import signed
from companion.frontend.cells import cells, filled, folded
from companion.frontend.clean import clean
from companion.frontend.hooks import asked_of

BAR = 20
"""Cells of a whole bar."""
WIDEST = 120
"""Cells of a line that is drawn with bars."""
_LABEL = WIDEST - 2 - 2 - BAR - len(" 100.0 percent")
"""Cells of what is before a bar; what is longer is folded."""


def looked_at(session: Session, goal: str = "") -> tuple[Odds, list[Event]]:
    """The odds of the open request for somebody who asks, and what the log gets of it. `goal`: what is wanted.

    Raises InvalidInput if there are none, if they are off, and for whatever the ruleset raises.
    """
    check_allowed(session.table)
    found = asked_of("odds", partial(session.odds, goal=goal))
    if found is None:
        hint = "" if session.request is not None else "nothing is asked: they are for an open question"
        raise InvalidInput("there are no odds for what stands now", hint=hint)
    if session.read_only and odds_use(session.table) == ASKED:
        raise InvalidInput("odds are asked for at this table", hint="ask in the session: its log says who looked")
    return found, session.look_at_odds()


def is_average(found: Odds, heading: Heading) -> bool:
    """Whether the column of this heading shows averages of a number; chances else."""
    return any(row.value is not None for row in found.rows if (row.measure, row.of) == (heading.measure, heading.of))


def percent(chance: float, *, signs: bool = True) -> str:
    """`63 %`. A small chance is never 0 %, a large one never 100 %: `<1 %`, `>99 %`, without their `signs` 1 and 99."""
    whole = round(chance * 100)
    if whole == 0 < chance:
        return "<1 %" if signs else "1 %"
    if whole == 100 > chance * 100:
        return ">99 %" if signs else "99 %"
    return f"{whole} %"


def figure(found: Odds, option: Given, heading: Heading, *, signs: bool = True) -> str:
    """One number of an option in few cells: a chance, `63 %`, or an average, `1.2`; empty if it is not known."""
    number = found.column(option, heading)
    if number is None:
        return ""
    return f"{number:.1f}" if is_average(found, heading) else percent(number, signs=signs)


def is_next_to_nothing(found: Odds, option: Given, heading: Heading) -> bool:
    """Whether a chance is below 1 %, or an average rounds to 0."""
    number = found.column(option, heading)
    return number is None or (round(number, 1) if is_average(found, heading) else round(number * 100)) == 0


def told(found: Odds, words: Callable[[Given], str] = str, *, bars: bool = True) -> list[str]:
    """All of it as lines of text: what it is about, one line per fact with a bar, the best choice, what is assumed.

    Without `bars` nothing is drawn, nothing is in columns, and no line is folded. `words` are those of an option
    (`Request.option_words`); its value, if nothing is asked.
    """
    within = "" if found.exact else f", sampled, within {(found.error or 0) * 100:.1f} percent"
    lines = [f"{found.of[:1].upper()}{found.of[1:]}: {found.goal}{within}."]
    named = [
        (heading.text if option is None else f"{words(option)}: {heading.text}", is_average(found, heading), number)
        for option in found.options()
        for heading in found.headings
        if (number := found.column(option, heading)) is not None
    ]
    width = min(_LABEL, max((cells(label) for label, _, _ in named), default=0))
    for label, average, number in named:
        number_words = f"{number:.2f} on average" if average else f"{number * 100:.1f} percent"
        if not bars:
            lines.append(f"  {label}, {number_words}.")
            continue
        *above, label = folded(label, width)
        lines += [f"  {row}" for row in above]
        chance = number_words if average else f"{bar(number)} {number_words}"
        lines.append(f"  {filled(label, width)}  {chance}")
    if found.mix and found.value is not None:
        mix = ", ".join(f"{words(option)} {float(p) * 100:.0f} percent" for option, p in found.mix)
        lines.append(f"  Best play: {mix}; worth {worth_words(found, found.value)}.")
    elif found.safest is not None and found.value is not None and not found.alike:
        lines.append(f"  Best: {words(found.safest)}, worth {worth_words(found, found.value)}.")
    if found.mix and found.safest is not None:
        worth = dict(found.guarantees).get(found.safest)
        lines.append(
            f"  Best alone: {words(found.safest)}"
            + (f", at least {worth_words(found, worth)}." if worth is not None else ".")
        )
    if found.goals:
        others = (f"{name} ({text})" for name, text in GOALS.items() if name in found.goals and name != found.aim)
        lines.append(f"  Other goals: {', '.join(others)}.")
    lines += [f"  Assumed: {'; '.join(found.assumes)}."] if found.assumes else []
    return [row for line in lines for row in _folded(line)] if bars else lines


def _folded(line: str) -> list[str]:
    """A line in rows that are not too wide; those below the first are in."""
    if cells(line) <= WIDEST:
        return [line]
    first, *rest = folded(line.lstrip(), WIDEST - 4)
    return [f"  {first}" if line.startswith(" ") else first, *(f"    {row}" for row in rest)]


def worth_words(found: Odds, worth: Fraction, unit: str = "percent") -> str:
    """What something is worth by the goal of these odds: a chance, `12.5 percent`, one less
    another, `−3.0 percent`, or a number, `+1.61 wounds`. `unit`: `%` where signs can be seen."""
    if (found.worth_chance or found.aim in (KILL, SURVIVE)) and 0 <= worth <= 1:
        return f"{float(worth) * 100:.1f} {unit}"
    if found.aim == TRADE and abs(worth) <= 1:
        return f"{signed(float(worth) * 100, 1)} {unit}"
    return f"{signed(float(worth), 2)}{' wounds' if found.goal == GOALS[WOUNDS] else ''}"


def bar(p: float) -> str:
    """A chance as a bar of text, whole at 1."""
    full = round(max(0.0, min(1.0, p)) * BAR)
    return "#" * full + "." * (BAR - full)


def words_of(session: Session) -> Callable[[Given], str]:
    """What tells the options of the odds in the words of the open request; as they are where nothing is asked."""
    request = session.request
    return str if request is None else partial(request.option_words, title=session.table.title)


def best_words(request: Request[object], odds: Odds, title: Callable[[str], str] = str) -> str:
    """Best play in one line: the mix of a sealed choice and its best single option; else the best option."""
    safest = "" if odds.safest is None else request.option_words(odds.safest, title)
    if len(odds.mix) > 1:
        mix = ", ".join(f"{request.option_words(option, title)} {round(float(p) * 100)} %" for option, p in odds.mix)
        return f"Best mix: {mix}." + (f" Best alone: {safest}." if safest else "")
    return stopped(f"Best: {safest}") if safest and not odds.alike else ""


def distribution(odds: Odds, option: Given, heading: Heading) -> list[tuple[int, float]]:
    """The chances of each number in one cell, smallest first; empty for a chance of a yes."""
    return sorted((row.value, float(row.p)) for row in odds.rows_of(option, heading) if row.value is not None)


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
    groups = grouped(odds)
    odds = merged(odds, groups)
    options = odds.options()
    side = request.side
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
    heading, unit = column.heading, table.owner_of(column.heading.of)
    if heading.measure not in _WOUNDS:
        # Of what is told of several only words in which a name has its place need one.
        if heading.apart and unit is not None:
            return clean(heading.words if column.shared else heading.told_of(short_name(table, unit)))
        return clean(heading.text)
    alike = [one for one in columns if one.heading.measure in _WOUNDS and one.own]
    if column.own and (column.shared or len({one.heading.of for one in alike}) == 1):
        return "on you"
    if column.shared:
        return "on target"
    return f"on {short_name(table, unit)}" if unit is not None else clean(heading.text)


def short_name(table: AnyTable, unit: Unit) -> str:
    """What a unit is called where room is short: its first word, if that is no other's and the name is long."""
    name = clean(unit.name)
    first = name.partition(" ")[0]
    alone = sum(clean(other.name).partition(" ")[0] == first for other in table.units.values()) == 1
    return first if len(name) > _SHORT and alone and len(first) > _LEAST_NAME else name


def grouped(odds: Odds) -> list[list[Heading]]:
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


def merged(odds: Odds, groups: Sequence[Sequence[Heading]]) -> Odds:
    """The same chances in columns that compare the options, those of a group in one.

    `wounds on Aya` and `wounds on Hiro`, where each of them is the target of one option, become `wounds on the target`.
    What happens in no option has none, if others are left.
    """
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
