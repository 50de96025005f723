"""Who should fight whom next: few meetings first, never the same two twice running, and the odd one rests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.frozen import frozen
from companion.store.campaigns import active
from companion.store.format.campaign import Campaign

_MOST = 10
"""Up to this many rosters every way of pairing them is weighed; of more, each takes the best that is left."""
_AGAIN = 1_000
"""The weight of meeting the same opponent twice running: more than any number of meetings."""


@frozen
class Pairings:
    """The suggested battles, and who rests, if the number is odd."""

    pairs: tuple[tuple[str, str], ...]
    rests: str = ""


class _History:
    """How often two rosters met, and whom each met last. Practice and voided battles do not count."""

    def __init__(self, campaign: Campaign) -> None:
        self.met: dict[frozenset[str], int] = {}
        self.fought: dict[str, int] = {}
        self.last: dict[str, frozenset[str]] = {}
        for battle in campaign.battles.values():
            if battle.practice or battle.voided:
                continue
            everyone = frozenset(battle.base)
            for one in everyone:
                self.fought[one] = self.fought.get(one, 0) + 1
                self.last[one] = everyone
                for other in everyone:
                    if one < other:
                        pair = frozenset((one, other))
                        self.met[pair] = self.met.get(pair, 0) + 1

    def cost(self, one: str, other: str) -> int:
        again = other in self.last.get(one, ()) and one in self.last.get(other, ())
        return self.met.get(frozenset((one, other)), 0) ** 2 + _AGAIN * again


def suggested(campaign: Campaign) -> Pairings:
    """Pairings for everybody who still plays. Empty for fewer than two; two can only meet each other."""
    rosters = list(active(campaign))
    history = _History(campaign)
    if len(rosters) < 2:
        return Pairings((), rosters[0] if rosters else "")
    if len(rosters) % 2:
        return min(
            (_paired([r for r in rosters if r != one], history, one) for one in reversed(rosters)),
            key=lambda made: _weight(made, history) - 2 * history.fought.get(made.rests, 0),
        )
    return _paired(rosters, history, "")


def _paired(rosters: Sequence[str], history: _History, rests: str) -> Pairings:
    if len(rosters) > _MOST:
        return Pairings(tuple(_greedily(list(rosters), history)), rests)
    ways = (Pairings(tuple(way), rests) for way in _ways(list(rosters)))
    return min(ways, key=lambda made: _weight(made, history))


def _weight(made: Pairings, history: _History) -> int:
    return sum(history.cost(one, other) for one, other in made.pairs)


def _ways(rosters: list[str]) -> Iterator[list[tuple[str, str]]]:
    if not rosters:
        yield []
        return
    first, *others = rosters
    for other in others:
        for rest in _ways([r for r in others if r != other]):
            yield [(first, other), *rest]


def _greedily(rosters: list[str], history: _History) -> Iterator[tuple[str, str]]:
    while rosters:
        first = rosters.pop(0)
        other = min(rosters, key=lambda one: history.cost(first, one))
        rosters.remove(other)
        yield first, other
