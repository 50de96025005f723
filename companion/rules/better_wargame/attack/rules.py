"""What an attack needs to know of its phase, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict

from companion.engine.frozen import frozen
from companion.engine.state.changes import Line
from companion.rules.better_wargame.attack.casualties import Losses
from companion.rules.better_wargame.attack.numbers import Options
from companion.rules.better_wargame.attack.rows import Row
from companion.rules.better_wargame.units import WargameUnit

Lines = Callable[[Options, Row], list[Line]]


@frozen
class AttackRules:
    """What differs between melee and firing.

    `steps` are the ids of to hit, deal, to wound and saves; `dice` the dice of one model; then the three target
    numbers; `can_be_hit` how many models can be hit; `losses` which of them die.
    """

    steps: tuple[str, str, str, str]
    dice: Callable[[WargameUnit], int]
    to_hit: Lines
    to_wound: Lines
    save: Lines
    can_be_hit: Callable[[WargameUnit], int]
    losses: Callable[[Sequence[Row], WargameUnit], Losses]


class AttackResult(TypedDict):
    """What came of an attack: hits as [attacker, target, number] a row; Wounds and casualties by unit id."""

    hits: list[list[str | int]]
    wounds: dict[str, int]
    casualties: dict[str, int]


class FightResult(AttackResult):
    """What came of one melee or firefight, with the ids of all units in it."""

    units: list[str]


def may_save(options: Options, target: int) -> bool:
    """Whether a save of this number is rolled at all, by the option `save_on_7plus`."""
    return target < 7 or options["save_on_7plus"] != "none"
