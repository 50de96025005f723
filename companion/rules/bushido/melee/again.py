"""Who may re-roll what, and in which order (step 7b)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.powers import Power
from companion.rules.bushido.vocabulary import KINDS, DiceKind


class Again(NamedTuple):
    """The re-roll that one trait gives: whose it is, of whose dice, of which kinds, at which part of the step."""

    by: Fighter
    of: Fighter
    power: Power
    kinds: tuple[DiceKind, ...]
    step: str

    @property
    def most(self) -> int:
        """How many dice at most."""
        return max(0, self.power.x)

    def places(self) -> dict[str, tuple[DiceKind, int]]:
        """The dice that may be picked, by option: those that no feat has set."""
        return {
            f"{kind} {place + 1}": (kind, place)
            for kind in self.kinds
            for place in range(len(self.of.dice[kind]))
            if (kind, place) not in self.of.fixed
        }

    def may_help(self) -> bool:
        """Whether a die could become better for who re-rolls: its own where it is below 6, the enemy's above 1."""
        best = 6 if self.of is self.by else 1
        return self.most > 0 and any(self.of.dice[kind][place] != best for kind, place in self.places().values())


def agains(ex: Exchange) -> Iterator[Again]:
    """The re-rolls in their order: without the initiative first, and of each fighter the enemy's dice first."""
    for mine, enemy_step, own_step in ((ex.late, "7b1", "7b2"), (ex.lead, "7b3", "7b4")):
        own = mine.powers
        for power in own.all("reroll_enemy"):
            kinds = tuple(kind for kind in KINDS if kind == power.what)
            yield Again(mine, ex.other(mine), power, kinds, enemy_step)
        for power in own.all("reroll_own"):
            yield Again(mine, mine, power, tuple(kind for kind in KINDS if power.hits(kind)), own_step)
