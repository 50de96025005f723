"""What is printed on a card: traits, weapons, specials and Ki feats, as immutable records."""

from __future__ import annotations

from dataclasses import dataclass

from companion.engine.state.entity import Record
from companion.engine.wording import signed


@dataclass(frozen=True)
class Trait(Record):
    """One trait: `x` is the printed number, `plus` a printed (+X), `y` a second number, `of` a bracketed descriptor."""

    name: str
    x: int | None = None
    plus: int | None = None
    y: int | None = None
    of: str = ""

    @property
    def label(self) -> str:
        """The trait as a card prints it: `Prowess [Attack] (1)`."""
        number = f" (+{self.plus})" if self.plus is not None else ""
        if self.x is not None:
            number = f" ({self.x})" if self.y is None else f" ({self.x}/{self.y})"
        return self.name + (f" [{self.of}]" if self.of else "") + number


@dataclass(frozen=True)
class Special(Record):
    """A special attack or defence as a card prints it. `cost` is in dice; 1 if the card is unknown."""

    name: str
    cost: int = 1


@dataclass(frozen=True)
class Weapon(Record):
    """One row of the melee grid. A `strength` of None is a printed Sp: no damage roll, the card says what happens."""

    name: str = "Unarmed"
    strength: int | None = 0
    traits: tuple[Trait, ...] = ()
    specials: tuple[Special, ...] = ()

    @property
    def printed(self) -> str:
        """`Tanto −1: Sharp (1), Combo Attack`."""
        number = " Sp" if self.strength is None else f" {signed(self.strength)}" if self.strength else ""
        has = [trait.label for trait in self.traits]
        has += [special.name + (f" ({special.cost})" if special.cost > 1 else "") for special in self.specials]
        return self.name + number + (": " + ", ".join(has) if has else "")


@dataclass(frozen=True)
class Effect(Record):
    """One thing a Ki feat does. `op` is one of FEAT_WORDS; the rest is what that word needs."""

    op: str
    name: str = ""
    x: int | None = None
    y: int | None = None
    of: str = ""
    cost: int = 0


@dataclass(frozen=True)
class Feat(Record):
    """A Ki feat. A card that gives only a name takes the rest from the app's list, if the name is known there."""

    name: str
    ki: int | None = None
    timing: str = ""
    limit: str = ""
    lasts: str = ""
    when: str = ""
    target: str = ""
    windows: tuple[str, ...] = ()
    text: str = ""
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Grant(Record):
    """Something a model has for a while. `until`: exchange, damage (the next roll), activation or turn."""

    feat: str
    until: str
    effect: Effect
