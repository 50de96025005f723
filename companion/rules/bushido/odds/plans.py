"""The splits of an exchange in plain numbers: two exchanges with the same are worth the same, whoever fights."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.bushido.odds.comparison import Bodies, Side, Win
from companion.rules.bushido.odds.dice import Dice, rolled
from companion.rules.bushido.odds.exchange import Fight, Ground
from companion.rules.bushido.odds.meetings import Numbers

AllDice = tuple[Numbers, Numbers, Numbers, Numbers]
"""Attack and defence dice of the fighter with the initiative, then of the other."""


class Does(NamedTuple):
    """What a split does with its specials; `unmet` is its guard where nobody attacks."""

    strike: Win
    guard: Win
    unmet: Win


class Plan(NamedTuple):
    """One split: dice of both kinds, and the place of what it does among all that its fighter may do."""

    attack: int
    defence: int
    does: int


class Duel(NamedTuple):
    """All that pay-offs of an exchange hang on, the one with the initiative first.

    `dice` are attack and defence of each; `does` what either may do; `most` is the highest number of dice that count
    for a tie.
    """

    dice: AllDice
    bodies: Bodies
    lead_active: bool
    widest: int
    most: int
    does: tuple[tuple[Does, ...], tuple[Does, ...]]

    def only(self, leads: Sequence[Plan], lates: Sequence[Plan]) -> tuple[Duel, list[Plan], list[Plan]]:
        """The duel with no more than what these splits need, and the splits in it."""
        lead, lead_defence, late, late_defence = (of.dice for of in self.dice)
        dice = _numbers((lead, lead_defence, late, late_defence), leads, lates)
        kept, keeps = (_different(plan.does for plan in plans) for plans in (leads, lates))
        does = tuple(self.does[0][place] for place in kept), tuple(self.does[1][place] for place in keeps)
        duel = self._replace(dice=dice, most=_most(dice), does=does)
        return (
            duel,
            [plan._replace(does=kept.index(plan.does)) for plan in leads],
            [plan._replace(does=keeps.index(plan.does)) for plan in lates],
        )


class Plans:
    """The splits of one exchange in numbers, of all fights in it that stand on the same ground."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._does: tuple[dict[Does, int], dict[Does, int]] = {}, {}
        self._known: dict[tuple[Fight, bool, str, bool, bool], int] = {}
        self._asked: tuple[list[Plan], list[Plan]] = [], []

    def of(self, fight: Fight, side: Side) -> Plan:
        """This split in this fight."""
        late = side.fighter.id == fight.ex.late.id
        special = side.special.name if side.special is not None else ""
        key = fight, late, special, side.attack > 0, side.defence > 0
        place = self._known.get(key)
        if place is None:
            places = self._does[late]
            guards = (fight.win(side, "defence", attacked=attacked) for attacked in (True, False))
            place = self._known[key] = places.setdefault(Does(fight.win(side, "attack"), *guards), len(places))
        plan = Plan(side.attack, side.defence, place)
        self._asked[late].append(plan)
        return plan

    def duel(self) -> Duel:
        """All that the pay-offs of the splits hang on that were asked for."""
        ground = self._ground
        dice = _numbers(ground.dice, *self._asked)
        does = tuple(self._does[0]), tuple(self._does[1])
        return Duel(dice, ground.bodies, ground.lead_active, ground.widest, _most(dice), does)


def _numbers(dice: tuple[Dice, Dice, Dice, Dice], leads: Sequence[Plan], lates: Sequence[Plan]) -> AllDice:
    """These dice in the numbers of these splits."""
    return (
        Numbers(dice[0], _different(plan.attack for plan in leads)),
        Numbers(dice[1], _different(plan.defence for plan in leads)),
        Numbers(dice[2], _different(plan.attack for plan in lates)),
        Numbers(dice[3], _different(plan.defence for plan in lates)),
    )


def _most(dice: AllDice) -> int:
    return max(rolled(max(of.counts), of.dice) + len(of.dice.added) for of in dice)


def _different(found: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(set(found)))
