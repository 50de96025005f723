"""Traits as data (digest section 12): read from traits.toml, checked when loaded, compiled once per list of traits.

A trait that the file does not know is a reminder to the players, never an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from companion.engine.data import read_data
from companion.rules.gods_gloom.units import GloomUnit

FILE = "traits.toml"
MARKS = ("fearless", "circular", "immovable", "picks_retreat", "morale_immune", "duel")
ROLES = ("attacker", "defender", "any")
WHENS = ("always", "charge", "flanked", "advance", "boost", "foe_no_morale", "foe_weak_or_slow")
TOKENS = ("boost", "weak", "fast", "slow")
NUMBERS = ("direct_wounds", "demoralizing", "morale_loss")
_NUMBER = re.compile("[0-9]{1,2}")
_KEYS = ("name", "text", "hook", "marks", "dice", "frenzy", "curse", "after_wounding", "by_hand", *NUMBERS)


@dataclass(frozen=True, slots=True)
class DiceRule:
    """Dice that a trait adds to its owner's pool at ATC.10, in one role and under one condition."""

    trait: str
    role: str
    when: str
    red: int
    blue: int


@dataclass(frozen=True, slots=True)
class Frenzy:
    """A rage that may be declared at MEL.10: automatic hits now, wounds to itself at MEL.80."""

    trait: str
    hits: int
    wounds: int


@dataclass(frozen=True, slots=True)
class Curse:
    """What the surviving enemy suffers at MEL.80 when ATC.60 destroyed the owner."""

    trait: str
    wounds: int
    token: str


@dataclass(frozen=True, slots=True)
class Trait:
    """One entry of the file. A number of None stands for the X behind the colon."""

    id: str
    name: str
    text: str
    hook: str
    marks: tuple[str, ...]
    dice: tuple[DiceRule, ...]
    frenzy: Frenzy | None
    curse: Curse | None
    after_wounding: str
    numbers: Mapping[str, int | None]
    by_hand: bool

    @property
    def needs_x(self) -> bool:
        """Whether it is written with a number, as `direct_wounds:2`."""
        return None in self.numbers.values()


@dataclass(frozen=True, slots=True)
class TraitSet:
    """What all the traits of one unit come to. Look into `marks` with `in`; it has no order."""

    marks: frozenset[str]
    dice: tuple[DiceRule, ...]
    frenzy: Frenzy | None
    curse: Curse | None
    after_wounding: str
    direct_wounds: int
    demoralizing: int
    morale_loss: int
    reminders: tuple[tuple[str, str], ...]


def traits_of(unit: GloomUnit) -> TraitSet:
    """The compiled traits of a unit."""
    return _compiled(unit.traits)


def malformed(written: str) -> str:
    """Why a written trait does not count as the known one it names; empty where it does, or where it is unknown."""
    trait, x = named(written)
    if trait is None:
        return ""
    if trait.needs_x and not _NUMBER.fullmatch(x):
        return f"{trait.name} needs a number: {trait.id}:2"
    return f"{trait.name} takes no number" if x and not trait.needs_x else ""


def named(written: str) -> tuple[Trait | None, str]:
    """The trait that a written word names, if it is known, and what stands behind its colon.

    Capitals, spaces and hyphens are as good as underscores: `Blind Rage`, `Direct Wounds: 2`, `Exploit: Broken`.
    """
    whole = _spelled(written)
    if whole in TRAITS:
        return TRAITS[whole], ""
    name, _, x = written.rpartition(":")
    return TRAITS.get(_spelled(name)), x.strip()


def _spelled(name: str) -> str:
    return re.sub(r"[\W_]+", "_", name.lower()).strip("_")


@lru_cache(maxsize=4096)
def _compiled(written: tuple[str, ...]) -> TraitSet:
    marks: list[str] = []
    dice: list[DiceRule] = []
    frenzy: Frenzy | None = None
    curse: Curse | None = None
    after = ""
    totals = dict.fromkeys(NUMBERS, 0)
    reminders: list[tuple[str, str]] = []
    for word in written:
        trait, x = named(word)
        if trait is None or malformed(word):
            reminders.append((word, malformed(word) or "not known to the app: play it by hand"))
            continue
        marks += trait.marks
        dice += trait.dice
        frenzy, curse, after = trait.frenzy or frenzy, trait.curse or curse, trait.after_wounding or after
        for key, number in trait.numbers.items():
            totals[key] += int(x) if number is None else number
        if trait.by_hand:
            reminders.append((trait.name, trait.text))
    return TraitSet(
        frozenset(marks),
        tuple(dice),
        frenzy,
        curse,
        after,
        totals["direct_wounds"],
        totals["demoralizing"],
        totals["morale_loss"],
        tuple(reminders),
    )


def load(data: Mapping[str, Any]) -> dict[str, Trait]:
    """The traits in the data of traits.toml. Raises ValueError naming file and entry where a word is not known."""
    return {of: _trait(of, entry) for of, entry in data.items()}


def _trait(of: str, entry: Mapping[str, Any]) -> Trait:
    _known(of, "key", entry, _KEYS)
    name = str(entry.get("name", of))
    _known(of, "mark", entry.get("marks", ()), MARKS)
    after = str(entry.get("after_wounding", ""))
    _known(of, "token", [after] if after else (), TOKENS)
    dice = []
    for rule in entry.get("dice", ()):
        _known(of, "key of dice", rule, ("role", "when", "red", "blue"))
        _known(of, "role", [rule.get("role")], ROLES)
        _known(of, "when", [rule.get("when")], WHENS)
        dice.append(DiceRule(name, rule["role"], rule["when"], rule.get("red", 0), rule.get("blue", 0)))
    frenzy = curse = None
    if "frenzy" in entry:
        _known(of, "key of frenzy", entry["frenzy"], ("hits", "wounds"))
        frenzy = Frenzy(name, entry["frenzy"]["hits"], entry["frenzy"]["wounds"])
    if "curse" in entry:
        _known(of, "key of curse", entry["curse"], ("wounds", "token"))
        _known(of, "token", [entry["curse"]["token"]], TOKENS)
        curse = Curse(name, entry["curse"]["wounds"], entry["curse"]["token"])
    numbers = {k: None if entry[k] == "X" else int(entry[k]) for k in NUMBERS if k in entry}
    return Trait(
        of,
        name,
        str(entry["text"]),
        str(entry["hook"]),
        tuple(entry.get("marks", ())),
        tuple(dice),
        frenzy,
        curse,
        after,
        numbers,
        bool(entry.get("by_hand", False)),
    )


def _known(of: str, what: str, words: Any, allowed: tuple[str, ...]) -> None:
    for word in words:
        if word not in allowed:
            raise ValueError(f"{FILE}: [{of}] has an unknown {what} {word!r}; known: {', '.join(allowed)}")


TRAITS = load(read_data("companion.rules.gods_gloom", FILE))
