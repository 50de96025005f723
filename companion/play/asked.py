"""A request as text: who, what, how the fight stands, what it costs, the numbers, and what may be typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.dice import Die, face_words, faces_in_words
from companion.engine.requests import (
    Choose,
    Cost,
    Do,
    Grid,
    Number,
    Option,
    Pick,
    Plan,
    Request,
    Roll,
    Split,
    Text,
    YesNo,
)
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.state.table import AnyTable
from companion.engine.wording import listed as in_words
from companion.frontend.answers import numbers_of
from companion.frontend.grids import row_words, span_words
from companion.frontend.limits import because, cost_words, dice_words, usual_words
from companion.frontend.naming import told_apart
from companion.frontend.splits import split_hint
from companion.frontend.wording import addressed, sentence, titled, who
from companion.play.standing_text import StandingText

_PLACE: Final = re.compile(r"^\d+\. ")

MANY_ALIKE: Final = 3
"""So many options of the same cost are told of it in one sentence."""


class Asked:
    """Prints what is asked. It remembers what it printed of a procedure, and prints a number again when it changed."""

    def __init__(self) -> None:
        self._standing = StandingText()
        self._numbers: dict[str, str] = {}
        self._ranks: dict[str, list[str]] = {}
        self._place = ""

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._standing.forget()
        self._numbers.clear()
        self._ranks.clear()
        self._place = ""

    def lines(self, session: Session) -> Iterator[str]:
        """The open request, line by line."""
        request, run = session.request, session.run
        if request is None or run is None:
            return
        step = "" if request.step_title.casefold() == request.procedure.casefold() else request.step_title
        place = sentence(request.procedure + (f", {step}" if step else ""))
        if place != self._place:
            self._place = place
            yield place
        units = session.table.units
        gone = {of.of for of in session.standings if of.of in units and not units[of.of].alive}
        yield from self._standing.lines(session.standings, _rows_beside(session, request), gone)
        yield title(session)
        for tally in request.tally:
            if self._numbers.get(tally.key) != tally.sentence():
                self._numbers[tally.key] = tally.sentence()
                if not (tally.ranked and self._only_shorter(tally)):
                    yield from number_lines(tally)
        if request.cost:
            each = "Each costs" if isinstance(request, Number) else "Costs"
            yield f"  {each} {cost_words(request.cost)}."
        yield from answers(session.table, request)

    def has_order(self, text: str) -> bool:
        """Whether a sentence names an order, reasons and all, that stands printed already."""
        return any(len(ranked) > 1 and ", ".join(ranked) in text for ranked in self._ranks.values())

    def was_told(self, text: str, request: Request[object] | None) -> None:
        """What a sentence of the rules has said just now of the numbers and fighters is not printed again."""
        self._standing.was_told(text)
        for tally in request.tally if request is not None else ():
            ranked = _ranked(tally)
            if tally.sentence() in text or (tally.ranked and ", ".join(ranked) in text):
                self._numbers[tally.key] = tally.sentence()
                self._ranks[tally.key] = ranked

    def result_was_told(self, text: str) -> None:
        """What the last result has said of the numbers of fighters is not printed again until the next one."""
        self._standing.result = text

    def _only_shorter(self, tally: Tally) -> bool:
        """Whether an order is the one that was printed, without those that have had their turn: that was told."""
        labels = _ranked(tally)
        before = iter(self._ranks.get(tally.key, ()))
        printed = tally.key in self._ranks
        self._ranks[tally.key] = labels
        return printed and all(label in before for label in labels)


def _ranked(tally: Tally) -> list[str]:
    """Who has a place in an order, first to last, without the number of the place."""
    return [_PLACE.sub("", line.label) for line in tally.lines if line.value]


def _rows_beside(session: Session, request: Request[object]) -> set[tuple[str, str]]:
    """The rows of the fight whose number stands with the request, reasons and all."""
    run = session.run
    fight = run.context.current_fight() if run is not None else None
    shown = {tally.key for tally in request.tally}
    numbers = fight.numbers if fight is not None else {}
    return {(of, key) for of, made in numbers.items() for key, tally in made.items() if tally.key in shown}


def title(session: Session) -> str:
    """The one line that says who is asked what."""
    request = session.request
    return "" if request is None else addressed(who(session.table, request.by), request.title)


def number_lines(tally: Tally) -> Iterator[str]:
    """A number with its reasons in one line; an order of units with a line for each place. Nothing for a bare 0."""
    if not tally and not tally.lines:
        return
    if tally.ranked:
        yield f"  {tally.name}: {int(tally)}."
        yield from ("    " + line.label for line in tally.lines)
    else:
        # One reason alone is all of the number: its figure is said already.
        only = tally.lines[0] if len(tally.lines) == 1 else None
        whole = only is not None and only.value == int(tally)
        yield "  " + (f"{tally.name} {int(tally)}: {only.label}" if only and whole else tally.sentence()) + "."


def answers(table: AnyTable, request: Request[object]) -> Iterator[str]:
    """What may be typed."""
    if isinstance(request, Choose):
        yield from listed(table, request.options)
    elif isinstance(request, Pick):
        yield from listed(table, request.options)
        lo, hi = request.at_least, request.at_most
        many = str(lo) if lo == hi else f"{lo} to {hi}"
        how = "its number" if hi == 1 else "numbers with spaces between them"
        none = " None of them: none." if request.default else ""
        enter = "" if lo and request.default is None else f" Enter alone means {usual_words(table, request)}.{none}"
        yield f"  Pick {many}{because(request.why)}: {how}." + enter
    elif isinstance(request, Number):
        usual = usual_words(table, request)
        enter = f" Enter alone means {usual}." if usual else ""
        yield f"  A number from {request.lo}{because(request.why_lo)} to {request.hi}{because(request.why_hi)}.{enter}"
    elif isinstance(request, YesNo):
        yield f"  y or n. Enter alone means {'yes' if request.default else 'no'}."
    elif isinstance(request, Text):
        yield "  A few words of your own. Enter alone leaves them out."
    elif isinstance(request, Do):
        yield "  Enter when it is done."
        if request.scores:
            points = ", ".join(f"{told_apart(table, side.id)} {side.score}" for side in table.sides.values())
            yield f"  Victory points: {points}. More with: score SIDE 2 why."
    elif isinstance(request, Roll):
        yield from _dice(table, request)
    elif isinstance(request, Split):
        several = len(request.plans) > 1
        reasons: set[str] = set()
        for plan in request.plans:
            name = f"{_plan_name(plan)}: " if several else ""
            example = f"; {split_hint(plan, part_titles(table, plan))}" if plan is request.plans[0] else ""
            yield f"  {name}{_plan(table, plan, reasons)}{example}."
        if several:
            yield f"  Name the plan first; without a name it is {request.plans[0].plan}."
        if request.default is not None:
            yield f"  Enter alone means {usual_words(table, request)}."
    elif isinstance(request, Grid):
        yield from _grid(request)


def _grid(request: Grid) -> Iterator[str]:
    """A line a row with what stands in it, then what each column takes and how to type."""
    for place, row in enumerate(request.rows, 1):
        closed = "".join(f"; {request.column(name).label} closed: {why}" for name, why in row.closed.items())
        yield f"  {place}. {row.label}: {row_words(request, row, {})}{closed}."
    for column in request.columns:
        yield f"  {titled(column.label)}: {span_words(column)}."
    example = next((c for c in request.columns if c.kind == "number"), request.columns[0])
    value = {"number": str(min(1, example.hi)), "yes_no": "y", "text": '"some words"', "choose": "1"}[example.kind]
    yield f"  Type a row and what is different in it, such as 1 {example.label} {value}; more rows after a semicolon."
    yield "  Enter alone leaves everything as it is."


def part_titles(table: AnyTable, plan: Plan) -> dict[str, str]:
    """The parts of a plan by the names that players know: those of units, or the words of the plan."""
    return {part: table.title(part) for part in plan.allotments}


def _plan_name(plan: Plan) -> str:
    """What to type for a plan, and what it is; its label alone where that begins with the name."""
    return plan.label if plan.label.casefold().startswith(plan.plan.casefold()) else f"{plan.plan}, {plan.label}"


def _plan(table: AnyTable, plan: Plan, said: set[str]) -> str:
    """What a plan divides into what; a reason that was `said` before is not said again."""

    def bound(number: int, why: str) -> str:
        new = why not in said
        said.add(why)
        return f"{number}{because(why) if new else ''}"

    titles = part_titles(table, plan)
    spends = f" for {cost_words(plan.cost)}" if plan.cost else ""
    if plan.total is None:
        lo, hi = min(b[0] for b in plan.allotments.values()), max(b[1] for b in plan.allotments.values())
        names = ", ".join(titles[part] for part in plan.allotments)
        return f"{plan.label} for each of {names}, {lo} to {hi}, the highest where nothing is said{spends}"
    parts = ", ".join(
        f"{titles[part]} {bound(lo, plan.why_lo.get(part, '') or (plan.why_hi.get(part, '') if hi == lo else ''))}"
        + (f" to {bound(hi, plan.why_hi.get(part, ''))}" if hi != lo else "")
        for part, (lo, hi) in plan.allotments.items()
    )
    return f"{plan.total} to divide into {parts}{spends}"


def listed(table: AnyTable, options: Sequence[Option[object]]) -> Iterator[str]:
    """The open options with what to type for each, what they cost, and how many are closed."""
    open_ = [(number, o) for number, o in zip(numbers_of(options), options, strict=True) if o.why_not is None]
    common = _common_cost([option for _, option in open_])
    for number, option in open_:
        spends = f" (costs {cost_words(option.cost)})" if option.cost and option.cost != common else ""
        yield f"  {number}. {option_label(table, option)}{spends}"
    if common:
        those = [number for number, option in open_ if option.cost == common]
        who = "Each costs" if len(those) == len(open_) else f"Each of {in_words(those)} costs"
        yield f"  {who} {cost_words(common)}."
    if len(open_) < len(options):
        yield f"  {len(options) - len(open_)} closed; closed says why."


def _common_cost(options: Sequence[Option[object]]) -> tuple[Cost, ...]:
    """What most options cost, where they are many enough to be told so once; empty else."""
    costs = Counter(option.cost for option in options if option.cost)
    cost, many = max(costs.items(), key=lambda item: item[1], default=((), 0))
    return cost if many >= MANY_ALIKE else ()


def closed_lines(table: AnyTable, options: Sequence[Option[object]]) -> Iterator[str]:
    """The closed options with their reasons."""
    for option in options:
        if option.why_not is not None:
            yield f"  {option_label(table, option)}: {option.why_not}."


def option_label(table: AnyTable, option: Option[object]) -> str:
    """What an option is called; one without words of its own by the name of its unit."""
    return option.label or table.title(str(option.value))


def _faces(die: Die) -> str:
    """The faces of a die; nothing where its name says them, as that of a d6 does."""
    plain = die.name == f"d{len(die.legal)}" and list(die.legal) == list(range(1, len(die.legal) + 1))
    return "" if plain else f", faces {faces_in_words(die)}"


_WORDS_OF: Final = {
    "roll": ("rolled", "faces", "dice rolled before an undo stay"),
    "draw": ("drawn", "token", "the token drawn before an undo stays"),
}


def _dice(table: AnyTable, request: Roll) -> Iterator[str]:
    sticky = request.sticky or ((),) * len(request.dice)
    done, things, stays = _WORDS_OF[request.act]
    for group, had in zip(request.dice, sticky, strict=True):
        if not group.count:
            continue
        before = f"; {done} before: {' '.join(map(face_words, had))}" if had else ""
        name = table.worded(group.name, group.die.name)
        needs = f", {group.needs}" if group.needs else ""
        yield f"  {name}: {dice_words(group)}{needs}{_faces(group.die)}{before}."
    several = sum(bool(group.count) for group in request.dice) > 1
    parted = ", the groups in this order with / between them" if several else ""
    kept = f" ({stays})" if request.sticky else ""
    yield f"  Type the {things}{parted}, or {request.act} to let the app {request.act}{kept}."
