"""The explorer: plays a real session through every way the dice can fall, and adds up what comes of it.

It knows no formula and no game: it answers the session's own requests and takes them back. So it is slow, and the
referee for every formula.
"""

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from itertools import product
from typing import Any, TypeVar

from companion.engine.dice import Dice, Faces
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.odds.chances import Chances, mixed, one_die, thrown

T = TypeVar("T", bound=Hashable)
Held = TypeVar("Held", bound=Session)
Decide = Callable[[Request[object]], object]
"""The answer to a request that is no roll: what the players are taken to do."""

MOST_ANSWERS = 200_000


class TooMany(Exception):
    """More ways than the explorer was allowed to play."""


def explore(
    session: Held,
    decide: Decide,
    read: Callable[[Held], T],
    *,
    stop: Callable[[Held], bool] | None = None,
    same: Callable[[Held], Hashable] | None = None,
    most: int = MOST_ANSWERS,
    in_order: bool = False,
) -> Chances[T]:
    """The chances of what `read` finds once the open procedure ends, or once `stop` says so.

    Every roll is tried with all faces that can fall, equal dice in one order only, or in every order with `in_order`:
    where the rules read which die it was, as a save of one model. Everything else is answered by `decide`. `same` gives
    a key of all that later steps read: positions with equal keys are played once. Without it only whole paths count.
    The session must have no recorder; it is left as it was. Raises TooMany after `most` answers, and whatever the
    session raises if `decide` gives no legal answer.
    """
    if session.intake.recorder is not None:
        raise ValueError("the explorer needs a session of its own: this one is recorded")
    return _Explorer(session, decide, read, stop, same, most, in_order).from_here()


class _Explorer:
    def __init__(
        self,
        session: Session,
        decide: Decide,
        read: Callable[[Any], Any],
        stop: Callable[[Any], bool] | None,
        same: Callable[[Any], Hashable] | None,
        most: int,
        in_order: bool,
    ) -> None:
        self.session, self.decide, self.read, self.stop, self.same = session, decide, read, stop, same
        self.left, self.in_order = most, in_order
        self.known: dict[Hashable, Chances[Any]] = {}

    def from_here(self) -> Chances[Any]:
        session = self.session
        request = session.request
        if request is None or (self.stop is not None and self.stop(session)):
            return Chances.certain(self.read(session))
        key = self.same(session) if self.same is not None else None
        if key is not None and key in self.known:
            return self.known[key]
        if request.dice:
            found = mixed(
                [(weight, self._after(faces, request)) for faces, weight in falls(request.dice, self.in_order)]
            )
        else:
            found = self._after(self.decide(request), request)
        if key is not None:
            self.known[key] = found
        return found

    def _after(self, value: object, request: Request[object]) -> Chances[Any]:
        self.left -= 1
        if self.left < 0:
            raise TooMany(f"more than the allowed answers at {request.name}")
        with tried(self.session, value, request):
            return self.from_here()


@contextmanager
def tried(session: Session, value: object, request: Request[object]) -> Iterator[None]:
    """The open procedure as it goes on after this answer to its request; afterwards it stands as before.

    What was tried nobody did: no remark on it stays. Of thousands of tries each would cost more than the one before.
    """
    before = session.history.moment()
    session.answer(value, by=request.by if isinstance(request.by, str) and request.by != "table" else "")
    try:
        yield
    finally:
        session.history.put_back(before)


def falls(groups: tuple[Dice, ...], in_order: bool = False) -> Iterator[tuple[list[Faces], int]]:
    """All ways in which these groups of dice can fall, each in one order with the number of orders, or each order."""
    each = [_ordered_falls_of(group) if in_order else _falls_of(group) for group in groups]
    for fallen in product(*each):
        weight = 1
        for _, ways in fallen:
            weight *= ways
        yield [faces for faces, _ in fallen], weight


def _ordered_falls_of(group: Dice) -> list[tuple[Faces, int]]:
    return [(faces, 1) for faces in product(group.die.faces, repeat=group.count)]


def _falls_of(group: Dice) -> list[tuple[Faces, int]]:
    spread = thrown(group.count, one_die(group.die, lambda face: face))
    return [(tuple(face for face, n in shown for _ in range(n)), ways) for shown, ways in spread]
