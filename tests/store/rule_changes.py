"""A library of deliberate changes to the rules of the duel, each as the fields of the ruleset that it replaces."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from companion.engine.procedure import Context, Procedure, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, Phase, RuleOption
from companion.engine.state.declarations import profile, tracker
from companion.engine.state.table import Unit
from tests.games import duel as game
from tests.games.duel import DUEL, Arena, Fighter, blow, exchange


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("nothing left")


def _named(name: str, of: Procedure[Any, Any]) -> Procedure[Any, Any]:
    async def other(game: Context[Arena], fighter: str) -> Any:
        return await of(game, fighter)

    other.__name__ = other.__qualname__ = name
    return procedure(of.title, of.steps)(other)


def _offering(start: Procedure[Any, Any], name: str = "exchange") -> Callable[[Arena], Sequence[Action]]:
    def actions(table: Arena) -> Sequence[Action]:
        return [replace(action, name=name, procedure=start) for action in game.actions(table)]

    return actions


@procedure("Exchange of blows", exchange.steps)
async def crashing(game: Context[Arena], fighter: str) -> Any:
    return {"dealt": 1 // 0}


@procedure("Exchange of blows", exchange.steps)
async def asking_late(game: Context[Arena], fighter: str) -> Any:
    made = await exchange(game, fighter)
    await game.choose("bow", by="red", title="Who bows?", options=[Option(1, "One"), Option(2, "Two")])
    return made


def asking(*names: str) -> dict[str, Any]:
    """An exchange that asks so many questions and costs a wound."""

    @procedure("Exchange of blows", exchange.steps)
    async def questions(game: Context[Arena], fighter: str) -> Any:
        for name in names:
            await game.yes_no(name, by="red", title=name)
        game.shift(game.table.unit(fighter), "health", -1, "it wears")

    return _as_exchange(questions)


@procedure("Exchange of blows", exchange.steps)
async def silent(game: Context[Arena], fighter: str) -> Any:
    return {}


@procedure("Exchange of blows", exchange.steps)
async def endless(game: Context[Arena], fighter: str) -> Any:
    while True:
        game.note("again and again")


@procedure("Exchange of blows", exchange.steps)
async def wearing(game: Context[Arena], fighter: str) -> Any:
    """One change more at the start."""
    game.shift(game.table.unit(fighter), "health", -1, "it wears")
    return await exchange(game, fighter)


@procedure("Exchange of blows", exchange.steps)
async def returning_nonsense(game: Context[Arena], fighter: str) -> Any:
    await exchange(game, fighter)
    return {"dealt": object()}


def _as_exchange(other: Procedure[Any, Any]) -> dict[str, Any]:
    fn = other.fn
    fn.__name__ = "exchange"
    mended = procedure(other.title, other.steps)(fn)
    return {"procedures": (mended, blow), "actions": _offering(mended)}


@dataclass(eq=False, kw_only=True)
class Weakling(Unit):
    """A fighter whose health has another name, and who is never shaken."""

    conditions = ()
    skill: int = profile(3, "Skill", lo=1, hi=6)
    vigour: int = tracker(3, "Vigour", lo=0)


@dataclass(eq=False, kw_only=True)
class Glass(Fighter):
    @property
    def alive(self) -> bool:
        raise ZeroDivisionError("nobody knows")


duelling = _named("duelling", exchange)

CHANGES: Mapping[str, Mapping[str, Any]] = {
    "procedure lost, action too": {"procedures": (blow,), "actions": lambda table: []},
    "procedure lost, action kept": {"procedures": (blow,)},
    "procedure renamed": {"procedures": (duelling, blow), "actions": _offering(duelling)},
    "procedure and action renamed": {"procedures": (duelling, blow), "actions": _offering(duelling, "duelling")},
    "procedure crashes": _as_exchange(crashing),
    "procedure comes to no end": _as_exchange(endless),
    "procedure asks more": _as_exchange(asking_late),
    "procedure asks nothing": _as_exchange(silent),
    "procedure changes more": _as_exchange(wearing),
    "procedure returns what is no data": _as_exchange(returning_nonsense),
    "actions fail": {"actions": broken},
    "actions are no list": {"actions": lambda table: None},
    "actions want other arguments": {
        "actions": lambda table: [replace(action, param="", values=()) for action in game.actions(table)]
    },
    "faults fail": {"faults": broken},
    "badges fail": {"badges": broken},
    "links fail": {"links": broken},
    "next action fails": {"next_action": broken},
    "suggested action fails": {"suggested_action": broken},
    "sheets fail": {"sheets": broken},
    "losses fail": {"losses": broken},
    "story fails": {"story": broken},
    "phase renamed": {"phases": (Phase("battle", "Battle"), Phase("over", "Over"))},
    "option lost": {"options": ()},
    "option of another kind": {"options": (RuleOption("strike_back", "how often one strikes back", 1, lo=0, hi=2),)},
    "fields renamed": {"unit_type": Weakling},
    "a property of units fails": {"unit_type": Glass},
    "fewer requests allowed": {"most_requests": 2},
    "newer revision": {"revision": 2},
    "older revision": {"revision": 0},
}


@contextmanager
def changed(changes: Mapping[str, Any]) -> Iterator[None]:
    """The duel with these fields, for as long as somebody plays by them."""
    before = {name: getattr(DUEL, name) for name in changes}
    for name, value in changes.items():
        object.__setattr__(DUEL, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            object.__setattr__(DUEL, name, value)
