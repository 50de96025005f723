"""What hits that were not stopped do to a target (M9 and M10), as chances.

Of the hits only as much is kept as the injury will read: how many they are, and the best of them by injury value, as
many as may be needed once the others are only Wounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

from companion.engine.dice import D20
from companion.odds.chances import Chances, one_die
from companion.rules.speedies.conditions import OUT, worse
from companion.rules.speedies.melee.hits import Hit, injury_status, injury_value
from companion.rules.speedies.skills import of, resulting_status
from companion.rules.speedies.units import SpeediesUnit, Weapon

LEAST = {injury_status(value): value for value in range(40, -20, -1)}
"""By status: the lowest injury value that does it, which stands for all that do."""
MOST = max(LEAST.values())
"""The injury value of the gravest status: nothing makes it graver."""


class Fate(NamedTuple):
    """What becomes of a target: the hits that were not stopped, its status then, and its Wounds."""

    unsaved: int
    status: str
    wounds: int


class Grade(NamedTuple):
    """How bad a hit is: its injury value, and the Injury of its weapon where another die may still count."""

    value: int
    injury: int = 0


class Pool(NamedTuple):
    """The hits that were not stopped: how many, and the worst of them for the target, the first of equals first."""

    failed: int = 0
    worst: tuple[Grade, ...] = ()


class Injury(NamedTuple):
    """So many hits were not stopped, and the one that injures."""

    failed: int
    grade: Grade


@dataclass(frozen=True)
class Wounding:
    """The numbers of one attacker against one target, as values: equal ones have equal chances.

    `mode` is as in the report of a volley; `own` is the attacker's Injury, `resist` what the target resists,
    `extra_die` a skill's die more; `mixed`: weapons of different Injury strike, so that such a die counts by which one
    it is. `meaning` is what each status means on the target.
    """

    mode: str
    buffer: bool
    own: int
    resist: int
    extra_die: bool
    mixed: bool
    status: str
    helpless: bool
    wounds: int
    meaning: tuple[tuple[str, str], ...]

    @classmethod
    def by(
        cls,
        options: Mapping[str, Any],
        attacker: SpeediesUnit,
        target: SpeediesUnit,
        weapons: Iterable[Weapon],
        mode: str = "",
    ) -> Wounding:
        """As the table stands now; without `mode` it is a melee."""
        mode = mode or (target.status if target.helpless else "normal")
        skills = of(attacker)
        return cls(
            mode,
            bool(options["injured_multiwound_buffer"]),
            attacker.ranged_injury if mode == "ranged" else attacker.injury,
            target.injury_resist + of(target).injury_resist,
            bool(skills.injury_die) and mode != "ranged",
            len({weapon.injury for weapon in weapons}) > 1,
            target.status,
            target.helpless,
            target.wounds,
            tuple((status, resulting_status(target, status)) for status in LEAST),
        )

    @property
    def left(self) -> int:
        """Wounds that the target has to lose."""
        return max(1, self.wounds)

    def grade(self, hit: Hit) -> Grade:
        """How bad a hit is."""
        value = injury_value(hit, self.own, self.resist)
        least = LEAST[injury_status(value)]
        if not self.extra_die or least == MOST:
            return Grade(least)
        return Grade(value if self.mixed else least, hit.weapon.injury)

    def more(self, pool: Pool, grades: Sequence[Grade]) -> Pool:
        """The pool with further hits."""
        if not grades:
            return pool
        worst = sorted((*pool.worst, *grades), key=lambda grade: -grade.value)
        return Pool(pool.failed + len(grades), tuple(worst[: self.left]))

    def of_hits(self, hits: Sequence[Hit]) -> Pool:
        """The pool of these hits."""
        return self.more(Pool(), [self.grade(hit) for hit in hits])

    def fates(self, pools: Chances[Pool], losing: int | None = None) -> Chances[Fate]:
        """What these hits come to. `losing`: how many are still only Wounds; by the rules where it is not given."""
        return pools.then(lambda pool: self._ends(pool, losing)).then(
            lambda end: self.injured(*end) if isinstance(end, Injury) else Chances.certain(end)
        )

    def _ends(self, pool: Pool, losing: int | None) -> Chances[Fate | Injury]:
        """What is certain without an injury, or the one hit that injures."""
        failed = pool.failed
        if not failed:
            return Chances.certain(Fate(0, self.status, self.wounds))
        if losing is None and failed < self.left and (self.mode != "dazed" or self.buffer):
            return Chances.certain(Fate(failed, self.status, max(1, self.wounds - failed)))
        if self.mode == "dazed":
            return Chances.certain(Fate(failed, OUT, 0))
        return _best_left(pool, self.left - 1 if losing is None else losing).map(lambda grade: Injury(failed, grade))

    def injured(self, failed: int, grade: Grade) -> Chances[Fate]:
        """M10: what the best hit does, with the die that a skill adds."""
        if not self.extra_die:
            return Chances.certain(self._fate(grade.value, failed))
        weapon = Weapon(injury=grade.injury)
        more = one_die(D20, lambda face: injury_value(Hit(int(face), weapon), self.own, self.resist))
        return more.map(lambda value: self._fate(max(value, grade.value), failed))

    def _fate(self, value: int, failed: int) -> Fate:
        meant = dict(self.meaning)[injury_status(value)]
        if self.mode == "ranged" and self.helpless and not worse(meant, self.status):
            return Fate(failed, self.status, 1)
        return Fate(failed, meant, 0 if meant == OUT else 1)

    def stunned(self, attacks: int) -> Fate:
        """What attacks on a stunned target come to, without dice."""
        if self.buffer and attacks < self.wounds:
            return Fate(0, self.status, max(1, self.wounds - attacks))
        return Fate(0, OUT, 0)


def _best_left(pool: Pool, losing: int) -> Chances[Grade]:
    """M9: the worst hit for the target that is left once so many at random are only Wounds."""
    found: dict[Grade, int] = {}
    for place, grade in enumerate(pool.worst[: losing + 1]):
        # The worse ones before it are all among those that are taken out, and it is not.
        ways = comb(pool.failed - place - 1, losing - place)
        if ways:
            found[grade] = found.get(grade, 0) + ways
    return Chances(found)
