"""The duel of `tests/games` at the points that tests begin at."""

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.engine.errors import NotSaved
from companion.engine.journal import Commit, JournalEntry, UndoneRoll
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from tests.examples import present
from tests.games.duel import example


def split(attack: int, guard: int) -> dict[str, Any]:
    return {"plan": "plain", "parts": {"attack": attack, "guard": guard}}


def started(**options: Any) -> Session:
    held = Session(example(), rng=Random(1))
    for name, value in options.items():
        held.adjust("table", f"options.{name}", value)
    held.start("exchange", {"fighter": "ann"})
    return held


def to_the_split(held: Session) -> Session:
    """Ann fights Bob; both are to split their dice."""
    held.start("exchange", {"fighter": "ann"})
    held.answer("bob")
    held.answer(True)
    return held


def to_the_blow(held: Session, hers: tuple[int, int] = (2, 1), his: tuple[int, int] = (1, 2)) -> Session:
    """Both splits are revealed, the blow is to be rolled."""
    to_the_split(held)
    held.answer(split(*hers), by="red")
    held.answer(split(*his), by="blue")
    return held


def at_the_split() -> Session:
    return to_the_split(Session(example(), rng=Random(1)))


def at_first_roll(hers: tuple[int, int] = (2, 1), his: tuple[int, int] = (2, 1)) -> Session:
    return to_the_blow(Session(example(), rng=Random(1)), hers, his)


def rolled() -> Session:
    """Ann has hit Bob once; Bob is about to strike back."""
    held = at_first_roll()
    held.answer([[4, 5], [6]])
    return held


def number_of(held: Session, ends: str) -> str:
    """The key of the number in the open procedure that ends so."""
    return next(key for key in present(held.run).context.tallies if key.endswith(ends))


def exchange(session: Session) -> None:
    """Ann's exchange with Bob, to its end."""
    to_the_blow(session)
    while session.run is not None:
        session.answer(present(session.request).random(Random(5)))


def fought() -> Session:
    """An exchange of the duel and an adjustment after it."""
    session = Session(example(), rng=Random(1))
    exchange(session)
    session.adjust("cid", "mark", "red base", why="seen")
    return session


class Paper:
    """A recorder in memory; full when told."""

    def __init__(self) -> None:
        self.commits: list[Commit] = []
        self.full = False

    def commit(self, *made: Commit) -> None:
        if self.full:
            raise NotSaved("the disk is full")
        self.commits += made

    def at_rest(self, table: AnyTable, entries: Sequence[JournalEntry], taken_back: Sequence[UndoneRoll] = ()) -> None:
        pass
