"""Odds of a choice from the odds of the dice that it leads to: every option is tried on a copy of the table.

For choices that no formula knows by itself: whom to attack, with which weapon, whether a feat is used. Each option is
answered there, and play continues to the next request that has chances of its own.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from types import MappingProxyType

from companion.engine import goals
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.inputs import Answer, TakenInput
from companion.engine.odds import Chance, Given, Heading, Odds, TooLarge
from companion.engine.requests import By, Option, Request
from companion.engine.requests.base import MOST_ALIKE
from companion.engine.requests.choices import MOST_OPTIONS
from companion.engine.run import Run
from companion.engine.state.adjustments import revert
from companion.engine.state.changes import Change
from companion.engine.state.phrases import unasked
from companion.engine.state.table import AnyTable, Side, Unit, table_copy


def run_copy(run: Run, called: Mapping[str, str] = MappingProxyType({})) -> Run:
    """The same procedure on a copy of its table, where it stands now. What is sealed there is sealed here too.

    `called` has other names for units and sides of the copy, by their ids: what it asks and says has those.
    """
    table = table_copy(run.table)
    for event in reversed(run.context.events):
        if isinstance(event, Change):
            revert(table, event)
    named: Iterable[Side | Unit] = (*table.sides.values(), *table.units.values())
    for one in named:
        one.name = called.get(one.id, one.name)
    return _begun(run, table, run.inputs)


def from_start(run: Run, inputs: Sequence[TakenInput]) -> Run:
    """The same procedure of a copy begun anew on the same table, with these inputs; `run` is of no use any more."""
    run.revert()
    return _begun(run, run.table, inputs)


def _begun(run: Run, table: AnyTable, inputs: Sequence[TakenInput]) -> Run:
    made = Run(table, run.procedure, run.args)
    made.begin(inputs)
    return made


MOST_LOOKS = 6
"""How often odds are worked out for one choice, at least once an option. What is left over compares the choices that
follow: whom to attack, then with which weapon. If too little is left, the first open option is taken, and said."""

MOST_ANSWERS = 24
"""Requests that are answered on the way from one option to its dice."""

ALL_LISTED = 12
"""Of more answers than this, those that are alike are listed once."""

SAME = "the same whatever the answer"

NEXT_DICE = "only the dice that come next are counted"

SAME_DICE = "the next dice are the same whatever the answer"

LISTED_ONCE = "answers that come to the same may be listed once"

DIFFERENT = "the dice that come next"
"""The goal of options that lead to dice of different kinds."""

MOST_NAMED = 40
"""Characters of the names of options before what is said of them."""

WOUNDS = ("dealt", "taken")
"""The measures that count wounds on a unit."""


@frozen
class NextDice:
    """The dice that an option leads to: their odds, and of these the rows that hold once it is chosen."""

    odds: Odds
    rows: tuple[Chance, ...]
    assumes: tuple[str, ...] = ()


def options_of(request: Request[object]) -> list[Given]:
    """The answers that are compared; empty if there are none or too many.

    Of many answers that are alike in part, the first of each kind stands for the others.
    """
    alike = request.alike
    most = MOST_OPTIONS if alike is None else MOST_ALIKE
    found = list(islice(request.answers(most), most + 1))
    if alike is not None and ALL_LISTED < len(found) <= MOST_ALIKE:
        first: dict[Hashable, Given] = {}
        for option in found:
            first.setdefault(alike(option), option)
        found = list(first.values())
    return found if len(found) <= MOST_OPTIONS else []


def look_ahead(run: Run, request: Request[object]) -> Odds | None:
    """Odds for every option of the open request; None if none leads to dice whose chances are known.

    Reads nothing that is sealed: there are none while a secret stands. The run stays as it is.
    """
    if (run.driver.request is not None and run.driver.request.slots) or not options_of(request):
        return None
    found = _Trial(run, request.by, request.about).options(request, MOST_LOOKS)
    return _together(run, request, found) if found else None


class _Trial:
    """A copy of a run on which options are tried, for whoever is asked."""

    def __init__(self, run: Run, by: By, about: str) -> None:
        self.run = run_copy(run)
        self.by = by
        self.about = about

    def options(self, request: Request[object], looks: int) -> dict[Given, NextDice]:
        """The dice that each option of the request leads to, as far as there are any; of those alike one is tried.

        The copy stands where the last of them led to then.
        """
        found: dict[Hashable, NextDice | None] = {}
        options, inputs = options_of(request), list(self.run.inputs)
        keys: dict[Given, Hashable] = {option: request.alike(option) if request.alike else option for option in options}
        each = looks // max(1, len(set(keys.values())))
        for option in options:
            if keys[option] not in found:
                if found:
                    self.run = from_start(self.run, inputs)
                found[keys[option]] = self._tried(option, each)
        return {option: dice for option in keys if (dice := found[keys[option]]) is not None}

    def _tried(self, value: object, looks: int) -> NextDice | None:
        """The dice that this answer leads to."""
        try:
            self._answer(value)
            return self._dice(looks)
        except (InvalidInput, TooLarge):
            return None

    def _answer(self, value: object) -> None:
        self.run.take(Answer("", value))

    def _dice(self, looks: int) -> NextDice | None:
        """The next dice from here. What is asked before them is chosen by its odds while `looks` last."""
        assumes: list[str] = []
        for _ in range(MOST_ANSWERS):
            request = self.run.driver.request
            if request is None:
                return None
            if request.slots:
                own = request.slots.get(self.by) if isinstance(self.by, str) else None
                request = own or next(iter(request.slots.values()))
            work_out = None if request.usual is not None else request.played_odds or request.odds
            odds = work_out() if work_out is not None else None
            if odds is not None:
                if not self._is_meant():
                    return None
                option, rows = _played(self.run, request, odds)
                if option is not None and request.then(option):
                    assumes.append(request.then(option))
                return NextDice(odds, rows, (*odds.assumes, *assumes))
            if request.dice:
                return None
            meant = self._own(request)
            if meant is not None:
                self._answer(meant.value)
                continue
            if request.looks_ahead == "choice" and 1 < len(options_of(request)) <= looks:
                found = self.options(request, looks)
                if not found:
                    return None
                best = _best(self.run, request, {option: dice.rows for option, dice in found.items()})
                return replace(
                    found[best], assumes=(*found[best].assumes, *assumes, f"then {request.option_words(best)}")
                )
            usual = request.granted()
            if usual is None:
                return None
            if usual.words and usual.words not in assumes:
                assumes.append(usual.words)
            self._answer(usual.value)
        return None

    def _own(self, request: Request[object]) -> Option[object] | None:
        """The option of a choice that is the own one of the unit in question, if it is asked for one."""
        options = request.options if self.about and not request.several else ()
        return next((o for o in options if o.why_not is None and o.means(self.about)), None)

    def _is_meant(self) -> bool:
        """Whether the dice that come next are those of the fight in question; any are if none is."""
        fight = self.run.context.current_fight()
        return not self.about or (fight is not None and self.about in fight.fighters)


# -- odds of what follows ---------------------------------------------------------------------------------------------


def _played(run: Run, request: Request[object], odds: Odds) -> tuple[Given, tuple[Chance, ...]]:
    """What is played there, and its rows: the mix of a sealed choice, else the best option, else the only one."""
    if odds.mix:
        return None, tuple(_mixed(odds))
    option = odds.safest
    if option is None:
        by_option = {each: _of(odds, each) for each in odds.options()}
        option = _best(run, request, by_option) if by_option else None
    return option, _of(odds, option)


def _of(odds: Odds, option: Given) -> tuple[Chance, ...]:
    return tuple(row for row in odds.rows if row.option == option)


def _mixed(odds: Odds) -> Iterator[Chance]:
    share = dict(odds.mix)
    sums: dict[tuple[str, str, int | None], Fraction] = {}
    for row in odds.rows:
        if row.option in share:
            key = (row.measure, row.of, row.value)
            sums[key] = sums.get(key, Fraction(0)) + share[row.option] * Fraction(row.p)
    for (measure, of, value), p in sums.items():
        yield Chance(None, measure, p, of, value)


def _best(run: Run, request: Request[object], found: Mapping[Given, Sequence[Chance]]) -> Given:
    """The option that whoever is asked takes, by the rows of each; the first of equals."""
    if not request.side or len(found) == 1:
        return next(iter(found))
    worths = {option: _worth(_seen_by(run, request.side, rows)) for option, rows in found.items()}
    return max(worths, key=worths.__getitem__)


def _worth(rows: Iterable[Chance]) -> Fraction:
    """Wounds dealt less wounds taken, on average, by rows as the one who chooses counts them."""
    worth = Fraction(0)
    for row in rows:
        if row.measure in WOUNDS and row.value:
            worth += (1 if row.measure == "dealt" else -1) * row.value * Fraction(row.p)
    return worth


def _together(run: Run, request: Request[object], found: Mapping[Given, NextDice]) -> Odds:
    """The odds of the choice: the rows of every option, the best by wounds if all count the same ones."""
    seen = {option: _seen_by(run, request.side, dice.rows) for option, dice in found.items()}
    # Answers that are alike may all be listed as one.
    whole = len(found) == len(options_of(request)) and (len(found) > 1 or request.alike is not None)
    first, *others = seen.values()
    same = whole and all(each == first for each in others)
    once = same and (request.looks_ahead == "fact" or request.several)
    if once:
        seen = {None: first}
    rows = tuple(Chance(option, row.measure, row.p, row.of, row.value) for option, own in seen.items() for row in own)
    counted = {frozenset((row.measure, row.of) for row in own if row.measure in WOUNDS) for own in seen.values()}
    chosen = request.looks_ahead == "choice" and request.side
    compared = chosen and whole and not same and len(counted) == 1 and counted != {frozenset()}
    worths = {option: _worth(own) for option, own in seen.items()} if compared else {}
    best = max(worths, key=worths.__getitem__) if worths else None
    exact = all(dice.odds.exact for dice in found.values())
    unlike = _unlike(run, request, found)
    goal = dict.fromkeys(dice.odds.goal for dice in found.values())
    assumed = dict.fromkeys(line for dice in found.values() for line in dice.assumes)
    # A claim, which holds only where every continuation was tried and nothing was taken for granted.
    claim = same and not assumed
    alike = (SAME_DICE,) if claim else (LISTED_ONCE,) if once or request.alike is not None else ()
    return Odds(
        unasked(request.title),
        goals.GOALS[goals.WOUNDS] if compared else next(iter(goal)) if len(goal) == 1 else DIFFERENT,
        rows,
        _headings(run, rows, found.values()),
        tuple(dict.fromkeys((*alike, *unlike, *assumed, NEXT_DICE))),
        value=worths[best] if worths else None,
        safest=best,
        guarantees=tuple(worths.items()),
        exact=exact,
        error=None if exact else max(dice.odds.error or 0 for dice in found.values()),
        beside=(SAME_DICE,) if claim and once else (*alike[:claim], *unlike, *_beside(run, request, found)),
    )


def _unlike(run: Run, request: Request[object], found: Mapping[Given, NextDice]) -> tuple[str, ...]:
    """Words for the options whose next dice count no wounds where those of others do: nothing compares them."""
    first: dict[str, list[Given]] = {}
    for option, dice in found.items():
        if not _counts(dice):
            first.setdefault(dice.odds.of, []).append(option)
    if not any(map(_counts, found.values())):
        return ()
    return tuple(f"{_named(run, request, options)}{of} first" for of, options in first.items())


def _counts(dice: NextDice) -> bool:
    """Whether these dice count wounds."""
    return any(row.measure in WOUNDS for row in dice.rows)


def _beside(run: Run, request: Request[object], found: Mapping[Given, NextDice]) -> Iterator[str]:
    """What the options have to have in view; where it is not that of all with wounds, after their names."""
    said: dict[str, list[Given]] = {}
    hurting = {option: dice for option, dice in found.items() if _counts(dice)} or found
    for option, dice in hurting.items():
        for line in dice.odds.beside:
            said.setdefault(line, []).append(option)
    for line, options in said.items():
        yield f"{_named(run, request, options)}{line}" if len(options) < len(hurting) else line


def _named(run: Run, request: Request[object], options: Iterable[Given]) -> str:
    """The names of options before what is said of them, `Oda, Chiyo: `; empty if they are too long for a word."""
    labels = [run.table.title(of) if of in run.table.units else request.option_words(of) for of in options]
    names = [f"{label[:1].upper()}{label[1:]}" for label in labels]
    return f"{', '.join(names)}: " if len(", ".join(names)) <= MOST_NAMED else ""


def _seen_by(run: Run, side: str, rows: Sequence[Chance]) -> tuple[Chance, ...]:
    """The rows as the one who chooses counts them: wounds on the own side are taken, all others dealt."""
    measures: dict[tuple[str, str], str] = {}
    for measure, of in dict.fromkeys((row.measure, row.of) for row in rows):
        unit = run.table.owner_of(of)
        if measure in WOUNDS and unit is not None and side:
            mine = run.table.alliance(unit.side) == run.table.alliance(side)
            measures[measure, of] = "taken" if mine else "dealt"
    told = (measures.get((row.measure, row.of), row.measure) for row in rows)
    return tuple([Chance(None, measure, row.p, row.of, row.value) for measure, row in zip(told, rows, strict=True)])


def _of_unit(measure: str, words: str) -> str:
    """The words of a column without a name, with a place for one."""
    if measure in WOUNDS:
        return "wounds on {}"
    return f"{{}} {words}" if measure == "falls" else words


def _headings(run: Run, rows: Iterable[Chance], found: Iterable[NextDice]) -> tuple[Heading, ...]:
    """A column for each fact, with the name of its unit: several may be struck."""
    known = {(h.measure, h.of): h for dice in found for h in dice.odds.headings}
    headings = []
    for measure, of in dict.fromkeys((row.measure, row.of) for row in rows):
        alike = WOUNDS if measure in WOUNDS else (measure,)
        usual = Heading(measure, of, measure)
        heading = next((known[each, of] for each in alike if (each, of) in known), usual)
        if run.table.owner_of(of) is not None and not heading.name:
            heading = replace(heading, words=_of_unit(measure, heading.words), name=run.table.title(of))
        headings.append(replace(heading, measure=measure))
    return tuple(headings)


def told_alike(request: Request[object], odds: Odds | None) -> Odds | None:
    """The same odds; where every answer of a choice has the same chances, they say so. A look ahead says it itself.

    It is a claim: where anything is assumed of what follows, other continuations were not tried, and nothing is said.
    """
    if odds is None or odds.assumes or not odds.alike or request.looks_ahead or request.several:
        return odds
    compared = set(request.answers(MOST_OPTIONS))
    if not compared or not compared <= set(odds.options()):
        return odds
    return replace(odds, assumes=(SAME,), beside=(SAME, *odds.beside))
