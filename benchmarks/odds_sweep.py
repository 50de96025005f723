"""Every request that has odds, met in random games of each game: the slowest of each, by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from companion.engine.errors import InvalidInput
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.play.random_player import RandomPlayer

LOOKS, SEEDS = 4, range(2)
"""How often a request of one name is looked at in a game, and which games are played."""

SLOW = 20.0
"""What took more milliseconds is worked out again: the least counts, for the machine may have done something else."""


def slowest(timed: Callable[[Callable[[], object]], float], forget: Callable[[], None]) -> Iterator[tuple[str, str]]:
    """For each game the request whose odds take longest cold, and the one that takes longest warm, as text."""
    for game in BUILT_IN:
        found = _sweep(game, timed, forget)
        cold, warm = (max(found, key=lambda name, place=place: found[name][place]) for place in (0, 1))  # type: ignore[misc]
        shown = f"{found[cold][0]:.1f} ms ({cold}), warm {found[warm][1]:.1f} ms ({warm})"
        yield f"odds: {game}, slowest of {len(found)} requests", shown


def _sweep(
    game: str, timed: Callable[[Callable[[], object]], float], forget: Callable[[], None]
) -> dict[str, tuple[float, float]]:
    found: dict[str, tuple[float, float]] = {}
    for seed in SEEDS:
        looks: dict[str, int] = {}

        def look(session: Session, looks: dict[str, int] = looks) -> None:
            request = session.request
            if request is None or not request.has_odds or looks.get(request.name, 0) == LOOKS:
                return
            looks[request.name] = looks.get(request.name, 0) + 1
            cold = _once(session, timed, forget)
            if cold > SLOW:
                cold = min(cold, *(_once(session, timed, forget) for _ in range(3)))
            warm = _once(session, timed, lambda: None)
            before = found.get(request.name, (0.0, 0.0))
            found[request.name] = max(cold, before[0]), max(warm, before[1])

        example = find(game).example
        assert example is not None
        session, player = Session(example(), rng=Random(seed)), RandomPlayer(Random(seed))
        _ = player.play(session, most_inputs=1500, most_procedures=60, each=look)
    return found


def _once(session: Session, timed: Callable[[Callable[[], object]], float], forget: Callable[[], None]) -> float:
    """The open request's odds, as a session that has not yet looked at them works them out."""
    forget()
    return timed(lambda: _asked(session))


def _asked(session: Session) -> None:
    try:
        _ = session.odds()
    except InvalidInput:
        # A refusal takes its time too.
        return
