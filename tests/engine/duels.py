"""The duel of `tests/games` at the points that tests begin at."""

from random import Random
from typing import Any

from companion.engine.session import Session
from tests.games.duel import example


def split(attack: int, guard: int) -> dict[str, Any]:
    return {"plan": "plain", "parts": {"attack": attack, "guard": guard}}


def started(**options: Any) -> Session:
    held = Session(example(), rng=Random(1))
    for name, value in options.items():
        held.adjust("table", f"options.{name}", value)
    held.start("exchange", {"fighter": "ann"})
    return held


def at_the_split() -> Session:
    """Ann fights Bob; both are to split their dice."""
    held = started()
    held.answer("bob")
    held.answer(True)
    return held


def at_first_roll(hers: tuple[int, int] = (2, 1), his: tuple[int, int] = (2, 1)) -> Session:
    """Both splits are revealed, the blow is to be rolled."""
    held = at_the_split()
    held.answer(split(*hers), by="red")
    held.answer(split(*his), by="blue")
    return held


def rolled() -> Session:
    """Ann has hit Bob once; Bob is about to strike back."""
    held = at_first_roll()
    held.answer([[4, 5], [6]])
    return held


def number_of(held: Session, ends: str) -> str:
    """The key of the number in the open procedure that ends so."""
    assert held.run is not None
    return next(key for key in held.run.context.tallies if key.endswith(ends))


def exchange(session: Session) -> None:
    """Ann's exchange with Bob, to its end."""
    session.start("exchange", {"fighter": "ann"})
    for value in ("bob", True, {"parts": {"attack": 2, "guard": 1}}, {"parts": {"attack": 1, "guard": 2}}):
        session.answer(value)
    while session.run is not None:
        assert session.request is not None
        session.answer(session.request.random(Random(5)))


def fought() -> Session:
    """An exchange of the duel and an adjustment after it."""
    session = Session(example(), rng=Random(1))
    exchange(session)
    session.adjust("cid", "mark", "red base", why="seen")
    return session
