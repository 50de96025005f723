"""Aim tokens that an attacker holds before it rolls: as many as players wait for count in its attack (step 4b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.engine.odds import TooLarge
from companion.odds.chances import Chances
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.odds.aiming import MOST_ROLLS, aimed, rolls_of, surges_of
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds

FEW_ROLLS, SURGES = 6_000, 6
"""Rolls of all pools that are told apart at most, for each aim after the first. Where surges are told apart each roll
counts as so many."""


class Held(NamedTuple):
    """The wounds of attacks by option, with so many of the aim tokens that their attacker holds already."""

    wounds: Mapping[str, Chances[Wounds]]
    aims: int


def held_odds(pools: Mapping[str, tuple[Attack, Pool]]) -> Held:
    """The wounds of each attack with as many of the aim tokens that its attacker holds as players wait for, by option.

    Empty where none holds any, or where one alone would keep the players waiting.
    """
    if not pools:
        return Held({}, 0)
    rolls = more = 0
    for attack, dice in pools.values():
        onward = Onward(attack)
        each = rolls_of(onward, dice)
        rolls += each
        more += each * (SURGES if surges_of(onward) == "surge" else 1)
    for aims in range(min(attack.attacker.aim for attack, _ in pools.values()), 0, -1):
        if rolls > MOST_ROLLS or more * (aims - 1) > FEW_ROLLS:
            continue
        try:
            return Held({option: aimed(*each, aims) for option, each in pools.items()}, aims)
        except TooLarge:
            continue
    return Held({}, 0)


def held_words(attack: Attack, aims: int, of: int) -> str:
    """What is assumed where so many aim tokens count `of` those that may be spent."""
    name, more = attack.attacker.name, of - aims
    counted = f"an aim of {name} rerolls" if aims == 1 else f"{aims} aims of {name} reroll"
    return f"{counted} the best dice" + (f", {more} more {'are' if more > 1 else 'is'} kept" if more else "")
