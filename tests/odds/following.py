"""Which decisions dice follow, found by playing random games: what the law of odds is about."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from companion.engine.odds import Odds
from companion.engine.requests import Do, Request, Roll, Text
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.frontend.saying.odds import told
from companion.play.random_player import RandomPlayer
from tests.examples import present, table_of
from tests.odds.stepping import check_rows

LOOKS = 2


class Asked(NamedTuple):
    """A kind of request: the innermost procedure, its step, the name of the request and its kind."""

    procedure: str
    step: str
    name: str
    kind: str


@dataclass
class Found:
    """One kind of request that dice followed: one of its titles, whether it has odds, and whether a look found some.

    `looked` is None where nobody looked at one that dice followed.
    """

    title: str
    has_odds: bool
    looked: bool | None = None


def check(session: Session, found: Odds, goals: Iterable[str]) -> None:
    """Every option that odds name can be chosen, for these goals too, and they are well made."""
    request = present(session.request)
    assert told(found)
    if isinstance(request, Roll):
        assert found.options() == [None]
    for option in found.options():
        if option is not None:
            assert request.check(option) == option
    check_rows(found)
    if found.mix:
        assert sum(p for _, p in found.mix) == 1
    assert {option for option, _ in (*found.mix, *found.guarantees)} <= {*found.options(), found.safest}
    for goal in goals:
        other = present(session.odds(goal=goal))
        assert other.aim == goal
        assert other.safest in other.options()


@dataclass
class Following:
    """Every kind of request after which dice came before anybody decided anything else; rolls count for themselves.

    The odds of the first two of each kind are worked out and checked. `before` are those after which dice came in the
    same procedure, others asked between them or not.
    """

    found: dict[Asked, Found] = field(default_factory=dict)
    before: dict[Asked, Found] = field(default_factory=dict)
    _looks: dict[Asked, int] = field(default_factory=dict)
    _last: tuple[Asked, Found] | None = None
    _open: dict[Asked, Found] = field(default_factory=dict)

    def see(self, session: Session) -> None:
        """Notes what stands now. To be called after every input."""
        request = session.request
        if request is None:
            self._last = None
            self._open.clear()
        elif isinstance(request, Roll):
            self._dice()
            self._last = self._asked(session, request)
            self._dice()
        elif not isinstance(request, (Do, Text)):
            self._last = self._asked(session, request)
            self._open[self._last[0]] = self._last[1]

    def _asked(self, session: Session, request: Request[object]) -> tuple[Asked, Found]:
        kind = Asked(present(session.run).context.frames[-1].name, request.step, request.name, request.kind)
        found = Found(request.title, request.has_odds)
        self._looks[kind] = self._looks.get(kind, 0) + 1
        if request.has_odds and self._looks[kind] <= LOOKS:
            odds = session.odds()
            found.looked = odds is not None
            if odds is not None:
                check(session, odds, odds.goals if self._looks[kind] == 1 else ())
        return kind, found

    def _dice(self) -> None:
        for kind, fresh in self._open.items():
            self.before.setdefault(kind, fresh).has_odds &= fresh.has_odds
        self._open.clear()
        if self._last is not None:
            kind, fresh = self._last
            known = self.found.setdefault(kind, fresh)
            known.has_odds &= fresh.has_odds
            if fresh.looked is not None:
                known.looked = fresh.looked if known.looked is None else known.looked and fresh.looked
            self._last = None


def otherwise(table: AnyTable) -> dict[str, bool | int | str]:
    """The options of a table with every switch turned, and of named choices the last other one."""
    found = dict(table.options)
    for option in table.spec.options:
        value = found[option.name]
        if isinstance(value, bool):
            found[option.name] = not value
        elif option.choices and option.name != "odds":
            found[option.name] = [choice for choice in option.choices if choice != value][-1]
    return found


@cache
def following(ruleset: Ruleset, seeds: range, *, turned: bool = False) -> Following:
    """What dice followed in random games of the example, its aftermath included. `turned`: with other options."""
    seen = Following()
    for seed in seeds:
        table = table_of(ruleset)
        for side in table.sides.values():
            if "owes_aftermath" in side.specs():
                side.put("owes_aftermath", True)
        if turned:
            table.options = otherwise(table)
        if "aftermath_losses" in table.options:
            table.options = {**table.options, "aftermath_losses": "roll"}
        session = Session(table, rng=Random(seed))
        player = RandomPlayer(Random(seed))
        player.play(session, most_inputs=1500, most_procedures=2000, each=seen.see)
        if session.run is None:
            player.play_aftermath(session, each=seen.see)
    return seen
