"""Best play of dice that lie and may be rolled again, one re-roll after the other.

Dice that may still be touched are a *hand*, kept only as far as what is still to come tells hands apart; what nobody
touches any more is *settled*, and adds up to one number. A game says what each way to use a re-roll leaves of a hand
and settles, and what a die does that is rolled into it (`Game`). What a hand leads to does not go by what is settled:
it is found once, and weighed for each number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from companion.odds.chances import Chances

H = TypeVar("H", bound=Hashable)

Landing = tuple[int, int, H]
"""One fall of a die: its ways, what it settles, and the hand that is left."""

Rolling = tuple[int, ...]
"""Dice that are being rolled, by the places of their kinds; the first one lands first."""

Lying = Mapping[H, Mapping[int, int]]
"""Dice as they lie: by hand and by what is settled in how many ways."""


class Turn(NamedTuple):
    """One re-roll: of how many dice at most, and whether it is used by whoever wants much (`max`) or little (`min`)."""

    most: int
    pick: Callable[[Iterable[int]], int]


class Game(Protocol[H]):
    """What a game makes of its dice."""

    sides: int
    """How many ways every die has to fall."""

    @property
    def turns(self) -> Sequence[Turn]:
        """The re-rolls, in their order."""

    def options(self, turn: int, hand: H) -> Iterable[tuple[Rolling, int, H]]:
        """Every way to use this re-roll, of equals the best first: the dice that go, what is settled, and the hand that
        is left."""

    def landed(self, turn: int, hand: H, rolling: Rolling) -> Iterable[Landing[H]]:
        """All falls of the first of these dice into a hand; `turn` is the next re-roll."""

    def end(self, hand: H) -> Chances[int]:
        """What a hand settles after the last re-roll."""

    def worth(self, settled: int) -> int:
        """What dice are worth in the end."""


class TooMuch(Exception):
    """There is more to compare than players wait for."""


class _Position:
    """A hand, with dice being rolled or a choice to make: what may follow, and what it is worth by what is settled."""

    __slots__ = ("follows", "known", "pick")

    def __init__(self, pick: Callable[[Iterable[int]], int], follows: Sequence[tuple[int, int, _Position]]) -> None:
        self.pick, self.follows = pick, follows
        self.known: dict[int, int] = {}

    def worth(self, settled: int) -> int:
        known = self.known[settled] = self.pick(self.each(settled))
        return known

    def each(self, settled: int) -> list[int]:
        """What everything that follows is worth, as often as it comes."""
        found = []
        for ways, more, then in self.follows:
            known = then.known.get(settled + more)
            found.append(ways * (then.worth(settled + more) if known is None else known))
        return found


class _End(_Position):
    __slots__ = ("_of",)

    def __init__(self, of: Callable[[int], int]) -> None:
        super().__init__(sum, ())
        self._of = of

    def worth(self, settled: int) -> int:
        known = self.known[settled] = self._of(settled)
        return known


class Rerolls(Generic[H]):
    """Best play of a game's re-rolls. Raises TooMuch for more positions than `most`."""

    def __init__(self, game: Game[H], most: int | None = None) -> None:
        self._game, self._most = game, most
        self._end = _End(game.worth)
        self._positions: dict[tuple[int, H, Rolling], _Position] = {}

    def room(self, hands: Iterable[H]) -> int:
        """How many of these hands it may play, one after the other."""
        count = 0
        try:
            for hand in hands:
                self._position(0, hand, ())
                count += 1
        except TooMuch:
            pass
        return count

    def played(self, lying: Lying[H]) -> Chances[int]:
        """What is settled in the end once every re-roll is used as well as can be; of equals the first way."""
        waiting = {self._position(0, hand, ()): dict(each) for hand, each in lying.items()}
        # A position is made after all that may follow it.
        for position in reversed(self._positions.values()):
            for settled, weight in waiting.pop(position, {}).items() if position is not self._end else ():
                follows = position.follows
                if position.pick is not sum:
                    worths = position.each(settled)
                    at = worths.index(position.pick(worths))
                    follows = follows[at : at + 1]
                for ways, more, then in follows:
                    into = waiting.setdefault(then, {})
                    into[settled + more] = into.get(settled + more, 0) + weight * ways
        return Chances(waiting[self._end])

    def _position(self, turn: int, hand: H, rolling: Rolling) -> _Position:
        known = self._positions.get((turn, hand, rolling))
        if known is None:
            if self._most is not None and len(self._positions) >= self._most:
                raise TooMuch
            known = self._positions[turn, hand, rolling] = self._made(turn, hand, rolling)
        return known

    def _made(self, turn: int, hand: H, rolling: Rolling) -> _Position:
        game = self._game
        if rolling:
            follows: dict[tuple[int, _Position], int] = {}
            for ways, more, left in game.landed(turn, hand, rolling):
                then = more, self._position(turn, left, rolling[1:])
                follows[then] = follows.get(then, 0) + ways
            return _Position(sum, [(ways, more, then) for (more, then), ways in follows.items()])
        if turn == len(game.turns):
            end = [(ways, more, self._end) for more, ways in game.end(hand)]
            return self._end if end == [(1, 0, self._end)] else _Position(sum, end)
        most, pick = game.turns[turn]
        return _Position(
            pick,
            [
                (game.sides ** (most - len(gone)), more, self._position(turn + 1, left, gone))
                for gone, more, left in game.options(turn, hand)
            ],
        )
