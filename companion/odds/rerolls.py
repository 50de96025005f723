"""Best play of dice that lie and may be rolled again, one re-roll after the other.

Dice that may still be touched are a *hand*, kept only as far as what is still to come tells hands apart; what nobody
touches any more is *settled*, and adds up to one number. A game says what each way to use a re-roll leaves of a hand
and settles, and what a die does that is rolled into it (`Game`). What a hand leads to does not go by what is settled:
it is found once, and weighed for each number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from companion.engine.odds import TooLarge

H = TypeVar("H", bound=Hashable)

Landing = tuple[int, int, H]
"""One fall of a die: its ways, what it settles, and the hand that is left."""

Rolling = tuple[int, ...]
"""Dice that are being rolled, by the places of their kinds; the first one lands first."""

Lying = tuple[H, int, Mapping[int, int]]
"""Dice as they lie in so many ways: a hand, and what else is settled, each number with its own ways."""


class Turn(NamedTuple):
    """One re-roll: of how many dice at most, and whether it is used by whoever wants much (`max`) or little (`min`)."""

    most: int
    pick: Callable[..., int]


class Game(Protocol[H]):
    """What a game makes of its dice."""

    sides: int
    """How many ways every die has to fall."""

    above: int
    """The bits of what stands below the worth of an end (`Sums`)."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The re-rolls, in their order."""

    def options(self, turn: int, hand: H) -> Iterable[tuple[Rolling, int, H]]:
        """Every way to use this re-roll, of equals the best first: the dice that go, what is settled, and the hand that
        is left."""

    def landed(self, turn: int, hand: H, rolling: Rolling) -> Iterable[Landing[H]]:
        """All falls of the first of these dice into a hand; `turn` is the next re-roll."""

    def end(self, hand: H) -> Iterable[tuple[int, int]]:
        """What a hand settles after the last re-roll, with the ways to it: as many in all of every hand."""

    def worth(self, settled: int) -> int:
        """What dice come to in the end, as a number of `Sums`."""


MAKING = 12
"""Finding what may follow takes as long as weighing it so often."""


class _Position(dict[int, int]):
    """A hand, with dice being rolled or a choice to make: what it comes to by what is settled, and what may follow."""

    __slots__ = ("follows", "pick")

    def __init__(self, pick: Callable[..., int], follows: Sequence[tuple[int, int, _Position]]) -> None:
        self.pick, self.follows = pick, follows

    def __missing__(self, settled: int) -> int:
        found = self[settled] = self.pick([ways * then[settled + more] for ways, more, then in self.follows])
        return found


class _End(_Position):
    __slots__ = ()

    def __missing__(self, settled: int) -> int:
        found = self[settled] = self.pick(settled)
        return found


class Rerolls(Generic[H]):
    """Best play of a game's re-rolls. Raises TooLarge where more than `most` is to be weighed."""

    def __init__(self, game: Game[H], most: int) -> None:
        self._game, self._most = game, most
        self._end = _End(game.worth, ())
        self._positions: dict[tuple[int, H, Rolling], _Position] = {}
        self._following = 0

    def best(self, lying: Iterable[Lying[H]], turn: int = 0) -> int:
        """What dice that lie come to once every re-roll from this turn on is used as well as can be, of equals the
        first way: each as often as it lies so."""
        positions = [(self._position(turn, hand, ()), ways, settled) for hand, ways, settled in lying]
        self._check(sum(len(settled) for *_, settled in positions) // len(positions))
        return sum(
            ways * sum([more * position[number] for number, more in settled.items()])
            for position, ways, settled in positions
        )

    def _check(self, times: int = 0) -> None:
        """Raises TooLarge if what follows, weighed so often, takes too long."""
        if self._following * (MAKING + times) > self._most:
            raise TooLarge

    def _position(self, turn: int, hand: H, rolling: Rolling) -> _Position:
        known = self._positions.get((turn, hand, rolling))
        if known is None:
            known = self._positions[turn, hand, rolling] = self._made(turn, hand, rolling)
            self._following += len(known.follows)
            self._check()
        return known

    def _made(self, turn: int, hand: H, rolling: Rolling) -> _Position:
        game = self._game
        if rolling:
            follows: dict[tuple[int, int], tuple[int, int, _Position]] = {}
            for ways, more, left in game.landed(turn, hand, rolling):
                then = self._position(turn, left, rolling[1:])
                place = more, id(then)
                follows[place] = (follows[place][0] + ways if place in follows else ways), more, then
            return _Position(sum, [*follows.values()])
        if turn == len(game.turns):
            end = [(ways, more, self._end) for more, ways in game.end(hand)]
            return self._end if end == [(1, 0, self._end)] else _Position(sum, end)
        most, pick = game.turns[turn]
        return _Position(
            lambda found: pick(found, key=lambda each: each >> game.above),
            [
                (game.sides ** (most - len(gone)), more, self._position(turn + 1, left, gone))
                for gone, more, left in game.options(turn, hand)
            ],
        )
