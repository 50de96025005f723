"""The effect of all written traits of a unit, compiled once for each list of traits.

A trait that the data does not know is a reminder to the players, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from companion.engine.frozen import frozen
from companion.rules.gods_gloom.records import ROLES, Curse, DiceRule, Frenzy, Role, RoleNumber, Trait
from companion.rules.gods_gloom.units import GloomUnit
from companion.rules.gods_gloom.written import named, shown

_NUMBER = re.compile("[0-9]{1,2}")


class Reminder(NamedTuple):
    """What players carry out: a trait by its name, with the roles of its owner, and of a friend, in which it counts.

    With `zone` it counts for a friend only while the enemy stands in the owner's zone. `fact` is the name that programs
    get: of a trait that the app does not know, the word on the card.
    """

    name: str
    fact: str
    text: str
    near: tuple[Role, ...] = ()
    own: tuple[Role, ...] = ROLES
    zone: bool = False


@frozen
class TraitSet:
    """What all the traits of one unit come to. Look into `marks` with `in`; it has no order.

    `direct_wounds`, `demoralizing` and `morale_loss` are the numbers in each role; `reminders`
    are what the players carry out.
    """

    marks: frozenset[str]
    dice: tuple[DiceRule, ...]
    frenzy: Frenzy | None
    curse: Curse | None
    after_wounding: str
    direct_wounds: Mapping[Role, int]
    demoralizing: Mapping[Role, int]
    morale_loss: Mapping[Role, int]
    reminders: tuple[Reminder, ...]


def traits_of(unit: GloomUnit) -> TraitSet:
    """The compiled traits of a unit."""
    return _compiled(unit.traits)


def malformed(written: str) -> str:
    """Why a written trait does not count as the known one it names; empty if it does, or if it is unknown."""
    trait, x = named(written)
    if trait is None:
        return ""
    if trait.needs_x and not _NUMBER.fullmatch(x):
        return f"{trait.name} needs a number: {trait.id}:2"
    return f"{trait.name} takes no number" if x and not trait.needs_x else ""


@lru_cache(maxsize=4096)
def _compiled(written: tuple[str, ...]) -> TraitSet:
    known: list[tuple[Trait, int]] = []
    reminders: list[Reminder] = []
    for word in written:
        trait, x = named(word)
        if trait is None or malformed(word):
            why = malformed(word) or "not known to the app: the players carry it out"
            reminders.append(Reminder(shown(word), word, why))
            continue
        known.append((trait, int(x or 0)))
        if trait.reminder:
            reminders.append(Reminder(trait.name, trait.name, trait.text, trait.near, trait.own, trait.zone))
    traits = [trait for trait, _ in known]
    return TraitSet(
        marks=frozenset(mark for trait in traits for mark in trait.marks),
        dice=tuple(rule for trait in traits for rule in trait.dice),
        frenzy=next((t.frenzy for t in reversed(traits) if t.frenzy), None),
        curse=next((t.curse for t in reversed(traits) if t.curse), None),
        after_wounding=next((t.after_wounding for t in reversed(traits) if t.after_wounding), ""),
        direct_wounds=_by_role((trait.direct_wounds, x) for trait, x in known),
        demoralizing=_by_role((trait.demoralizing, x) for trait, x in known),
        morale_loss=_by_role((trait.morale_loss, x) for trait, x in known),
        reminders=tuple(reminders),
    )


def _by_role(numbers: Iterable[tuple[RoleNumber | None, int]]) -> Mapping[Role, int]:
    listed = [(number.roles, x if number.amount == "X" else number.amount) for number, x in numbers if number]
    return {role: sum(amount for roles, amount in listed if role in roles) for role in ROLES}
