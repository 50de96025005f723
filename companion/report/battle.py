"""A battle as its record has it: what a report tells. Plain records, worked out once from a session."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from companion.engine.dice import Faces
from companion.engine.frozen import frozen
from companion.engine.state.health import Measure
from companion.engine.story import Scene
from companion.frontend.by_hand import Scored


@frozen
class Blow:
    """Harm that a unit took at one time. `by` is who did it, empty if nobody is named.

    `felled` put it out of action, for the recorded reason `why`.
    """

    round: int
    by: str
    of: str
    wounds: int
    felled: bool
    why: str = ""


@dataclass(slots=True)
class Go:
    """What is told of one go: the phase by its title, and the side whose turn it was; either may be empty."""

    phase: str
    side: str
    scenes: list[Scene] = field(default_factory=list)


@dataclass(slots=True)
class RoundRecord:
    """One round: its goes in order, and for each side how strong it was at its end and how many units stood."""

    number: int
    goes: list[Go] = field(default_factory=list)
    strength: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)

    @property
    def scenes(self) -> Sequence[Scene]:
        """What is told of it, whoever's turn it was."""
        return [scene for go in self.goes for scene in go.scenes]

    def leave_out_quiet(self) -> None:
        """Drops moves and the like if something else is told of it."""
        if any(not scene.quiet for scene in self.scenes):
            for go in self.goes:
                go.scenes = [scene for scene in go.scenes if not scene.quiet]
            self.goes = [go for go in self.goes if go.scenes]

    def tell(self, phase: str, side: str, scenes: Sequence[Scene]) -> None:
        """Adds what is told next; to the last go if it still is that."""
        if scenes and (not self.goes or (self.goes[-1].phase, self.goes[-1].side) != (phase, side)):
            self.goes.append(Go(phase, side))
        if scenes:
            self.goes[-1].scenes += scenes


@frozen
class UnitRecord:
    """A unit at the end: what it can still take of what it came with. `fall` is set if it is out of action.

    `gone`: it left the game, and did not fall. `harm`: what it has beside wounds on its way
    to a fall: `stunned`.
    """

    of: str
    side: str
    name: str
    began: int
    left: int
    fall: Blow | None
    gone: bool = False
    harm: str = ""


@frozen
class SideRecord:
    """A side with its units, in the order of the table; its victory points and how they came about."""

    of: str
    name: str
    units: tuple[UnitRecord, ...]
    points: int = 0
    scored: tuple[Scored, ...] = ()
    colour: str = "red"
    mark: str = "◆"

    @property
    def standing(self) -> int:
        """How many of its units are on the table and not out of action."""
        return sum(unit.fall is None and not unit.gone for unit in self.units)


@frozen
class LuckyRoll:
    """The dice that were the least likely to show so much: a chance of `p`, of this or more.

    `pair` has who threw and on whom, as far as the record names them; else `title` says what was rolled.
    """

    round: int
    by: str
    pair: tuple[str, str] | None
    title: str
    faces: Faces
    p: Fraction


@frozen
class Battle:
    """Everything that a report says. Names are as players typed them: whoever writes them out makes them safe.

    `result` says how it ended, or how it stands; `measure` what strength counts; `round_word` what the
    game calls a round; `start` is a round 0 in which nothing was played: how each side came. `rulings` are what players
    decided against the app, with their reasons.
    """

    title: str
    game: str
    result: str
    over: bool
    measure: Measure
    round_word: str
    sides: tuple[SideRecord, ...]
    rounds: tuple[RoundRecord, ...]
    start: RoundRecord
    blows: tuple[Blow, ...]
    rulings: tuple[str, ...]
    aftermath: tuple[tuple[str, tuple[str, ...]], ...]
    luck: tuple[tuple[str, str, str], ...] = ()
    """Who threw, what the dice showed against what was to be expected, and how unusual that is."""
    winner: str = ""
    """The side that won; empty for a draw, for no result, and for a battle that goes on."""
    why: str = ""
    """Why it is over, without a full stop."""
    day: str = ""
    """The day on which it was played last, `2026-11-21`; empty if nobody has played it."""
    luckiest: LuckyRoll | None = None

    def unit(self, of: str) -> UnitRecord:
        """The unit of this id."""
        return next(unit for side in self.sides for unit in side.units if unit.of == of)

    def names(self, units: Iterable[str]) -> list[str]:
        """What these units are called."""
        return [self.unit(of).name for of in units]

    def strength(self, of: str) -> list[int]:
        """How strong a side was at the start, and after each round."""
        return [record.strength[of] for record in (self.start, *self.rounds)]

    def side(self, of: str) -> SideRecord | None:
        """The side of this id; None for an empty one."""
        return next((side for side in self.sides if side.of == of), None)

    def harm(self) -> dict[tuple[str, str], tuple[int, int]]:
        """By who hurt whom, the wounds and how often that put the other out of action."""
        pairs: dict[tuple[str, str], tuple[int, int]] = {}
        for blow in self.blows:
            wounds, kills = pairs.get((blow.by, blow.of), (0, 0))
            pairs[blow.by, blow.of] = wounds + blow.wounds, kills + blow.felled
        return pairs
