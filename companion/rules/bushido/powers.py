"""What a model can do now: its traits, its states, its weapon and what feats gave it, compiled into words."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.rules.bushido.catalog import STATES, TRAITS
from companion.rules.bushido.records import Grant, Trait, Weapon
from companion.rules.bushido.units import BushidoUnit


class Power(NamedTuple):
    """One word that a trait or state gives its owner.

    `source` is the label of that trait or state, `x` and `y` its numbers, `of` the printed descriptor (of a state,
    its id), `what` as in the data, `against` whether it concerns only enemies that the descriptor means.
    """

    op: str
    source: str
    x: int
    y: int
    of: str
    what: str
    against: bool

    def hits(self, kind: str) -> bool:
        """Whether it concerns dice of this kind: attack or defence (the descriptor Melee means both)."""
        return self.what == kind or self.what in ("", "melee")


class Powers:
    """All words a model has at one moment. Immutable; made once for equal traits and states."""

    __slots__ = ("_ops", "unknown")

    def __init__(self, traits: Iterable[Trait], states: Iterable[str] = ()) -> None:
        grouped: dict[tuple[str, str], list[Trait]] = {}
        for trait in traits:
            grouped.setdefault((trait.name.casefold(), trait.of.casefold()), []).append(trait)
        self._ops: dict[str, list[Power]] = {}
        self.unknown: tuple[Trait, ...] = tuple(same[0] for (name, _), same in grouped.items() if name not in TRAITS)
        for (name, of), same in grouped.items():
            entry = TRAITS.get(name)
            if entry is None:
                continue
            x = number(same, entry.x or 0)
            y = second(same, entry.x or 0)
            for effect in entry.effects:
                what = of.replace(" ", "_") if effect.what == "of" else effect.what
                value = x if effect.value is None else effect.value
                self._add(Power(effect.op, entry.name, value, y, same[0].of, what, effect.against))
        held = set(states)
        for state in STATES.values() if held else ():
            if state.id not in held:
                continue
            for effect in state.effects:
                if not (effect.unless and self.has(effect.unless)):
                    label = state.reason or state.label
                    self._add(Power(effect.op, label, effect.value or 0, 1, state.id, effect.what, False))

    def _add(self, power: Power) -> None:
        self._ops.setdefault(power.op, []).append(power)

    def has(self, op: str, what: str = "") -> bool:
        """Whether it has the word, for this `what` if one is given."""
        found = self._ops.get(op)
        return bool(found) and (not what or any(p.what == what for p in found or ()))

    def all(self, op: str) -> list[Power]:
        """Every power of this word: traits in the order of the card, then states in theirs."""
        return self._ops.get(op, [])

    def supports(self, kind: str) -> int:
        """How many supporting dice of a kind count: two, and more for the Adept."""
        found = self._ops.get("supports")
        return 2 + sum(p.x for p in found if p.hits(kind)) if found else 2

    def total(self, op: str) -> int:
        """The sum of the numbers of this word."""
        found = self._ops.get(op)
        return sum(p.x for p in found) if found else 0


def second(same: Sequence[Trait], default: int) -> int:
    """The second number of one trait printed several times: that of the plain one with the highest X."""
    plain = [t for t in same if t.plus is None] or same
    return max((t.x if t.x is not None else default, t.y or 1) for t in plain)[1]


def number(same: Iterable[Trait], default: int) -> int:
    """The number of one trait printed several times: the highest plain X, then every (+X) (table ruling)."""
    plain = [t.x if t.x is not None else default for t in same if t.plus is None]
    return max(plain, default=0) + sum(t.plus for t in same if t.plus is not None)


@functools.lru_cache(maxsize=8192)
def _powers(
    traits: tuple[Trait, ...], weapon: tuple[Trait, ...], granted: tuple[Grant, ...], states: tuple[str, ...]
) -> Powers:
    given = [
        Trait(
            g.effect.name,
            x=g.effect.x if g.effect.op == "trait" else None,
            plus=g.effect.x if g.effect.op == "trait_plus" else None,
            y=g.effect.y,
            of=g.effect.of,
        )
        for g in granted
        if g.effect.op in ("trait", "trait_plus")
    ]
    return Powers((*traits, *weapon, *given), states)


def powers(model: BushidoUnit, weapon: Weapon | None = None) -> Powers:
    """What a model can do now, fighting with this weapon if one is given; compiled anew only after a change."""
    made_of = (
        weapon,
        model.traits,
        model.granted,
        model.states,
        model.activation_counters,
        model.surprised,
        model.ran_this_turn,
    )
    name = weapon.name if weapon is not None else None
    known = model.compiled.get(name)
    if known is not None and known[0] == made_of:
        last: Powers = known[1]
        return last
    made = _powers(tuple(model.traits), weapon.traits if weapon is not None else (), model.granted, model.in_force)
    model.compiled[name] = (made_of, made)
    return made


def immune(model: BushidoUnit, state: str, weapon: Weapon | None = None) -> bool:
    """Whether it cannot gain this state, fighting with this weapon if one is given."""
    return powers(model, weapon).has("immune", state)


def size_of(model: BushidoUnit) -> str:
    """Its size; Tiny and Huge may also be printed as traits."""
    printed = powers(model).all("size")
    return printed[0].what if printed else model.size
