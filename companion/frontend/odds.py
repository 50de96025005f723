"""Chances in words: a line for each fact that a choice makes likely, with a bar or without."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from companion.engine.errors import InvalidInput
from companion.engine.goals import GOALS, KILL, SURVIVE, TRADE, WOUNDS
from companion.engine.odds import Given, Heading, Odds
from companion.engine.odds_use import ASKED, check_allowed, odds_use
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.phrases import stopped
from companion.engine.wording import signed
from companion.frontend.columns import cells, filled, folded
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


def odds_lines(found: Odds) -> list[tuple[Given, str, float]]:
    """Option, fact and number, in the order of options and headings: a chance from 0 to 1, or an average."""
    lines = []
    for option in found.options():
        for heading in found.headings:
            number = found.column(option, heading)
            if number is not None:
                lines.append((option, heading.text, number))
    return lines


def is_average(found: Odds, heading: Heading) -> bool:
    """Whether the column of this heading shows averages of a number; chances else."""
    return any(row.value is not None for row in found.rows if (row.measure, row.of) == (heading.measure, heading.of))


def percent(chance: float) -> str:
    """`63 %`. A small chance is never 0 %, a large one never 100 %."""
    whole = round(chance * 100)
    if whole == 0 < chance:
        return "<1 %"
    return ">99 %" if whole == 100 > chance * 100 else f"{whole} %"


def figure(found: Odds, option: Given, heading: Heading) -> str:
    """One number of an option in few cells: a chance, `63 %`, or an average, `1.2`; empty if it is not known."""
    number = found.column(option, heading)
    if number is None:
        return ""
    average = found.rows_of(option, heading)[0].value is not None
    return f"{number:.1f}" if average else percent(number)


def told(found: Odds, words: Callable[[Given], str] = str, *, bars: bool = True) -> list[str]:
    """All of it as lines of text: what it is about, one line per fact with a bar, the best choice, what is assumed.

    Without `bars` nothing is drawn, nothing is in columns, and no line is folded. `words` are those of an option
    (`Request.option_words`); its value, if nothing is asked.
    """
    within = "" if found.exact else f", sampled, within {(found.error or 0) * 100:.1f} percent"
    lines = [f"{found.of[:1].upper()}{found.of[1:]}: {found.goal}{within}."]
    averages = {heading.text: is_average(found, heading) for heading in found.headings}
    named = [
        (text if option is None else f"{words(option)}: {text}", text, number)
        for option, text, number in odds_lines(found)
    ]
    width = min(_LABEL, max((cells(label) for label, _, _ in named), default=0))
    for label, text, number in named:
        number_words = f"{number:.2f} on average" if averages[text] else f"{number * 100:.1f} percent"
        if not bars:
            lines.append(f"  {label}, {number_words}.")
            continue
        *above, label = folded(label, width)
        lines += [f"  {row}" for row in above]
        chance = number_words if averages[text] else f"{bar(number)} {number_words}"
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
