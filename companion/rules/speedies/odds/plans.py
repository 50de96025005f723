"""All attacks of a unit together: those that are declared, and those left where they do most (M5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations_with_replacement
from operator import itemgetter

from companion.engine.odds import TooLarge
from companion.odds.side_by_side import Worth
from companion.rules.speedies import engagement
from companion.rules.speedies.melee.arms import due_now, weapons_of
from companion.rules.speedies.odds.blows import volley_fates
from companion.rules.speedies.odds.rows import Prospect, together, worth_of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Weapon

Attack = tuple[str, Weapon]
"""A declared attack: the id of its target, and the weapon."""

MOST_VOLLEYS = 150
"""More kinds of volleys than anybody works out while the players wait."""

NOTHING: Worth = (Fraction(0),) * 4


def best_plan(
    table: SpeediesTable, unit: SpeediesUnit, declared: Sequence[Attack], left: int
) -> Sequence[Prospect] | None:
    """What becomes of everybody that these attacks strike, and those left where they do most, both weapons used.

    Volleys on different targets are independent of each other. None if there is nobody to strike; raises TooLarge for
    more ways than are worked out.
    """
    kinds = weapons_of(unit)
    unused = frozenset(kinds) - {weapon for _, weapon in declared}
    plans = _Plans(table, unit, declared, left)
    best = plans.best(0, left, unused if len(unused) <= left else frozenset())
    return best[1] if best is not None and best[1] else None


class _Plans:
    """Ways to spread attacks over targets. Raises TooLarge for more than are worked out."""

    def __init__(self, table: SpeediesTable, unit: SpeediesUnit, declared: Sequence[Attack], left: int) -> None:
        self._had = {of: [weapon for target, weapon in declared if target == of] for of, _ in declared}
        self._able = [target.id for target in engagement.targets(table, unit)]
        of_all = dict.fromkeys([*self._able, *self._had])
        self._struck = [target for of in of_all if (target := table.units[of]).alive]
        kinds = weapons_of(unit)
        self._ways = list(chain.from_iterable(combinations_with_replacement(kinds, n) for n in range(left + 1)))
        if len(self._ways) * len(self._struck) > MOST_VOLLEYS:
            raise TooLarge
        self._volley = cache(partial(volley_fates, table, unit))
        self.best = cache(self._best)

    def _best(self, place: int, left: int, due: Collection[Weapon]) -> tuple[Worth, Sequence[Prospect]] | None:
        """The best from this target on with so many attacks left, of which one each is with these weapons."""
        if place == len(self._struck):
            return None if left or due else (NOTHING, ())
        target = self._struck[place]
        found = []
        for more in self._ways:
            fits = len(more) <= left and (not more or target.id in self._able)
            rest = self.best(place + 1, left - len(more), frozenset(due) - set(more)) if fits else None
            weapons = (*self._had.get(target.id, ()), *more)
            if rest is not None and weapons:
                fates = self._volley(target, weapons)
                rest = together([worth_of(target, fates), rest[0]]), ((target, fates), *rest[1])
            if rest is not None:
                found.append(rest)
        return max(found, key=itemgetter(0), default=None)


def first_plans(
    table: SpeediesTable, unit: SpeediesUnit, target: str, declared: Sequence[Attack], left: int
) -> dict[Weapon, Sequence[Prospect]]:
    """By weapon: what all attacks come to if the next of those left strikes this target with it."""
    due = due_now(weapons_of(unit), [weapon for _, weapon in declared], left)
    found = {}
    for kind in weapons_of(unit):
        plan = best_plan(table, unit, [*declared, (target, kind)], left - 1) if not due or kind in due else None
        if plan is not None:
            found[kind] = plan
    return found
