"""All attacks of one unit on one target, from Melee or Ranged Checks over Defence to what becomes of it (M7 to M10).

Of hits that were not stopped only as much is kept as the injury will read: how many they are, and the best of them by
injury value, as many as may be needed once the others are only Wounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial, reduce
from math import comb
from operator import itemgetter
from typing import Any, TypeVar

from companion.engine.dice import D20
from companion.engine.odds import Odds, TooLarge
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances, added, mixed, one_die
from companion.odds.remembered import remembered
from companion.odds.side_by_side import Cell
from companion.rules.speedies.catalog import two_handed
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.melee import hits as rules
from companion.rules.speedies.melee import needs as lines_of
from companion.rules.speedies.melee.hits import SHOT, Hit, injury_status, injury_value
from companion.rules.speedies.odds.checks import check, check_die, lean_number, own_lean, whose
from companion.rules.speedies.odds.rows import Fate, fate_odds
from companion.rules.speedies.skills import resulting_status
from companion.rules.speedies.stat_check_dice import passes
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

Needs = Mapping[Weapon, int]
Landed = Chances[tuple[Hit, ...]]
"""The hits of one attack: none, one, or two for a critical."""
KindT = TypeVar("KindT", Weapon, Hit)

Grade = tuple[int, int]
"""How bad a hit is: its injury value, and the Injury of its weapon where another die may still count."""

Pool = tuple[bool, int, tuple[Grade, ...]]
"""Hits that were not stopped: whether any hit hinders Defence, how many, and the worst for the target, worst first."""

NONE: Pool = (False, 0, ())

LEAST = {injury_status(value): value for value in range(40, -20, -1)}
"""By status: the lowest injury value that does it, which stands for all that do."""
MOST = max(LEAST.values())
"""The injury value of the gravest status: nothing makes it graver."""

MOST_POOLS = 2500
"""More kinds of pools than anybody works out while the players wait."""


class Volley:
    """The attacks of one unit on one target as both stand; `mode` is as in the report, and without it a melee.

    `kinds` are the weapons that may strike. What the functions of a roll are given are the numbers of that roll.
    """

    def __init__(
        self,
        options: Mapping[str, Any],
        attacker: SpeediesUnit,
        target: SpeediesUnit,
        kinds: Iterable[Weapon],
        mode: str = "",
    ) -> None:
        self.attacker, self.target, self.kinds = attacker, target, tuple(dict.fromkeys(kinds))
        self.mode = mode or rules.mode_of(target)
        self._left = max(1, target.wounds)
        self._auto_fail: int = options["auto_fail_max"]
        self._past = 1 if lines_of.defenceless(target) else rules.no_defence_from(attacker, self.mode)
        self._force = rules.force_of(attacker, target, self.mode)
        self._mixed = len({weapon.injury for weapon in self.kinds}) > 1
        buffer: bool = options["injured_multiwound_buffer"]
        self._follows = partial(rules.follows, wounds=target.wounds, mode=self.mode, buffer=buffer)

    def attack_odds(self, weapons: Sequence[Weapon], needs: Needs, lean: int, *, cover: bool = False) -> Odds:
        """M7 and R2: the Melee or Ranged Checks with these weapons."""
        landed = self._landed(needs, lean)
        found = self._struck(landed, *self._guard(cover=cover))(weapons)
        many = added(landed[weapon].map(len) for weapon in weapons)
        hits = [Cell("hits", self.attacker.id, "hits", many)] if self.mode != "stunned" else []
        title = whose(self.attacker, "shot" if self.mode == SHOT else "volley")
        return fate_odds(title, self.target, found, *hits)

    def defence_odds(self, hits: Sequence[Hit], needs: Needs, lean: int) -> Odds:
        """M8 and R3: the Defence Checks against these hits, those among them too that nothing stops."""
        landed: dict[Hit, Landed] = {hit: Chances.certain((hit,)) for hit in hits}
        return fate_odds(whose(self.target, "Defence"), self.target, self._struck(landed, needs, [int(lean)])(hits))

    def injury_odds(self, hits: Sequence[Hit], losing: int = 0) -> Odds:
        """M9 and M10: the injury by one of these hits, once so many of them at random are only Wounds."""
        found = self._injury(len(hits), self._worst((), tuple(map(self._grade, hits))), losing)
        return fate_odds(whose(self.target, "injury"), self.target, found)

    def fates(self, table: SpeediesTable) -> Callable[[Sequence[Weapon]], Chances[Fate]]:
        """What attacks with such weapons come to as the table stands, nothing rolled yet, at a target without cover; a
        stunned one needs no dice.

        Raises TooLarge where it would keep the players waiting: many attacks with two weapons, several Wounds and a
        die to come.
        """
        one = self.attacker
        if self.mode == SHOT:
            assert one.ranged is not None
            needs, lean = dict.fromkeys(self.kinds, one.ranged), own_lean(one)
        else:
            needs = {weapon: added_up(lines_of.melee_lines(one, weapon)) for weapon in self.kinds}
            lean = lean_number(*lines_of.attack_reasons(table, one, self.target))
        return self._struck(self._landed(needs, lean), *self._guard())

    def _landed(self, needs: Needs, lean: int) -> dict[Weapon, Landed]:
        """By weapon the hits of one attack."""

        def hits(weapon: Weapon, die: int) -> tuple[Hit, ...]:
            return tuple(rules.hits_of([die], [passes(die, needs[weapon], self._auto_fail)], [weapon]))

        return {weapon: check_die(int(lean)).map(partial(hits, weapon)) for weapon in needs}

    def _guard(self, *, cover: bool = False) -> tuple[Needs, Sequence[int]]:
        """What Defence needs by weapon, and the lean of its dice; where a hit may hinder it, that against such too."""
        one, own = self.attacker, lines_of.defence_lines(self.target)
        shot = lines_of.shot_lines(one, cover) if self.mode == SHOT else None
        needs = {w: added_up([*own, *(lines_of.pierce_lines(one, w) if shot is None else shot)]) for w in self.kinds}
        against: Sequence[Sequence[str]] = ([], lines_of.hindered_by(one, self.kinds))
        return needs, [*dict.fromkeys(lean_number(*lines_of.defence_reasons(self.target, by)) for by in against)]

    def _struck(
        self, landed: Mapping[KindT, Landed], needs: Needs, leans: Sequence[int]
    ) -> Callable[[Sequence[KindT]], Chances[Fate]]:
        """What attacks of these kinds in a row come to.

        Whether Defence is hindered is known only from all hits: both are played, and of each is kept what comes true.
        """
        reads = [
            {kind: hits.then(partial(self._failed, needs, lean, len(leans) > 1)) for kind, hits in landed.items()}
            for lean in leans
        ]
        grades = {grade for read in reads[0].values() for _, _, worst in read.weights for grade in worst}
        many, order = comb(len(grades) + self._left, self._left) * len(leans), list(landed)

        @cache
        def fates(attacks: tuple[KindT, ...]) -> Chances[Fate]:
            parts = []
            for hinders, read in enumerate(reads):
                found = self._together(map(read.__getitem__, attacks))
                true = {pool: ways for pool, ways in found if pool[0] == bool(hinders)}
                parts.append((1, Chances(true, found.total)))
            return mixed(parts).then(self._fate)

        def in_order(attacks: Sequence[KindT]) -> Chances[Fate]:
            if self.mode == "stunned":
                return self._fate((False, len(attacks), ()))
            if many * len(attacks) > MOST_POOLS:
                raise TooLarge
            # Which hit comes first counts only between weapons of different Injury, for the die that a skill adds.
            return fates(tuple(attacks if self._force.skill else sorted(attacks, key=order.index)))

        return in_order

    def _failed(self, needs: Needs, lean: int, hindering: bool, hits: Iterable[Hit]) -> Chances[Pool]:
        """The hits of one attack that are not stopped."""
        return self._together(self._checked(needs, lean, hindering, hit) for hit in hits)

    def _checked(self, needs: Needs, lean: int, hindering: bool, hit: Hit) -> Chances[Pool]:
        """A hit that is stopped or not."""
        checked = hit.die < self._past
        stops = check(int(needs[hit.weapon]), lean, self._auto_fail) if checked else Chances.certain(False)
        hinders = hindering and checked and two_handed(hit.weapon)
        return stops.map(lambda stopped: (hinders, 0, ()) if stopped else (hinders, 1, (self._grade(hit),)))

    def _together(self, parts: Iterable[Chances[Pool]]) -> Chances[Pool]:
        return reduce(lambda one, two: one.with_(two, self._more), parts, Chances.certain(NONE))

    def _grade(self, hit: Hit) -> Grade:
        """How bad a hit is; those that nothing can tell apart are equal."""
        value = injury_value(hit, self._force)
        least = LEAST[injury_status(value)]
        if not self._force.skill or least == MOST:
            return least, 0
        return value if self._mixed else least, hit.weapon.injury

    def _more(self, one: Pool, two: Pool) -> Pool:
        return one[0] or two[0], one[1] + two[1], self._worst(one[2], two[2])

    def _worst(self, one: tuple[Grade, ...], two: tuple[Grade, ...]) -> tuple[Grade, ...]:
        """The worst of both, of equal ones those that came first; no more than may be needed."""
        if not two or (len(one) == self._left and two[0][0] <= one[-1][0]):
            return one
        return tuple(sorted(one + two, key=itemgetter(0), reverse=True)[: self._left])

    @remembered
    def _fate(self, pool: Pool) -> Chances[Fate]:
        """M9 and M10: what hits do that were not stopped."""
        _, failed, worst = pool
        status, wounds, follows = self.target.status, self.target.wounds, self._follows(failed)
        if follows == "injury":
            return self._injury(failed, worst, self._left - 1)
        ends = {"nothing": (status, wounds), "wounds": (status, max(1, wounds - failed)), "out": (OUT, 0)}
        return Chances.certain(Fate(0 if self.mode == "stunned" else failed, *ends[follows]))

    def _injury(self, failed: int, worst: Sequence[Grade], losing: int) -> Chances[Fate]:
        """M9 and M10: the injury by the worst of these hits, once so many of them at random are only Wounds."""
        # The worse ones before it are all among those that are taken out, and it is not.
        each = [
            (comb(failed - place - 1, losing - place), self._injured(grade))
            for place, grade in enumerate(worst[: losing + 1])
        ]
        return mixed(each).map(lambda end: Fate(failed, *end))

    @remembered
    def _injured(self, grade: Grade) -> Chances[tuple[str, int]]:
        """M10: the status and the Wounds after an injury, with the die that a skill adds."""

        def status(value: int) -> tuple[str, int]:
            meant = resulting_status(self.target, injury_status(value))
            ignored = rules.is_ignored(self.target, meant, self.mode)
            return self.target.status if ignored else meant, 0 if meant == OUT else 1

        value, weapon = grade[0], Weapon(injury=grade[1])
        if not self._force.skill:
            return Chances.certain(status(value))
        return one_die(D20, lambda face: status(max(value, injury_value(Hit(int(face), weapon), self._force))))
