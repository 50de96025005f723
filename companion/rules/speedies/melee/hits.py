"""What the dice of a volley mean: pure functions from faces to hits, stopped hits, Wounds and injuries (M7 to M10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.state.phrases import joined, phrase
from companion.rules.speedies.catalog import INJURY, row
from companion.rules.speedies.stat_check_dice import NATURAL
from companion.rules.speedies.units import Game, Weapon

CRITICAL = 2
"""Hits of a natural 20."""


class Hit(NamedTuple):
    """One hit: its natural die and the weapon that struck."""

    die: int
    weapon: Weapon


@dataclass
class PendingResult:
    """Dice that were rolled, whose result is announced once it is known what follows from them.

    `about` are the ids of attacker and target; `sentence` says what the dice came to, without a full stop; `marks` has
    one word a face for each group; `facts` are for programs.
    """

    about: tuple[str, str]
    sentence: str
    marks: Sequence[Sequence[str]] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def announce(self, game: Game, fate: str = "") -> None:
        """Announces the result: first what becomes of the target, then what the dice came to."""
        attacker, target = self.about
        text = phrase(joined(": ", filter(None, (fate, self.sentence))), ".")
        game.result(text, marks=self.marks, attacker=attacker, target=target, **self.facts)


def hits_of(dice: Sequence[int], passed: Sequence[bool], weapons: Sequence[Weapon]) -> list[Hit]:
    """M7: the hits of these kept dice, in declared order. A natural 20 is a critical: two hits."""
    hits = []
    for die, hit, weapon in zip(dice, passed, weapons, strict=True):
        if hit:
            hits += [Hit(die, weapon)] * (CRITICAL if die == NATURAL else 1)
    return hits


def band_of(die: int, count: int) -> int | None:
    """M9: which of `count` hits a d20 picks, from 0, in equal bands; None if it is to be rolled again.

    Of more than 20 hits, which no stat line can score, one of the first 20 is picked.
    """
    width = max(1, 20 // count)
    place = (die - 1) // width
    return place if place < count else None


def injury_value(hit: Hit, unit_injury: int, resist: int) -> int:
    """M10: natural die, unit and weapon Injury, less what the target resists. Melee modifiers do not count."""
    return hit.die + unit_injury + hit.weapon.injury - resist


def worst(pool: Sequence[Hit], unit_injury: int, resist: int) -> Hit:
    """M10: the hit with the best injury value; the first of equals."""
    return max(pool, key=lambda h: injury_value(h, unit_injury, resist))


def injury_status(value: int) -> str:
    """M10: what an injury value does. Under 1 is dazed, over 20 incapacitated."""
    return row(INJURY, value).status
