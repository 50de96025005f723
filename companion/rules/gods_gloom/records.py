"""What the entries of data/*.toml are, typed. `catalog.py` reads and checks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

from companion.engine.frozen import frozen
from companion.engine.wording import count, does, signed

Role = Literal["attacker", "defender"]
Amount = int | str
"""A number, or the name of the option that holds it."""

Applied = tuple[tuple[Role, str], ...]
"""(role, formation) of each formation that applies, the Attacker's first."""

ROLES: tuple[Role, Role] = ("attacker", "defender")
COLOURS = ("red", "blue")
Mark = Literal["fearless", "circular", "immovable", "picks_retreat", "morale_immune", "duel"]
When = Literal["always", "charge", "flanked", "advance", "boost", "weak", "foe_no_morale", "foe_weak_or_slow"]

INFLICTED: Final = "inflicted"
"""What a sentence says of a fighter that tells how many wounds it inflicts."""


def other(role: Role) -> Role:
    """The opponent's role."""
    return "defender" if role == "attacker" else "attacker"


def amount_of(amount: Amount, options: Mapping[str, Any]) -> int:
    """The number under the options in force."""
    return amount if isinstance(amount, int) else int(options[amount])


def dice_words(red: int, blue: int) -> str:
    """`+1 red, −1 blue`; empty if neither changes."""
    dice = {"red": red, "blue": blue}
    return ", ".join([f"{signed(number)} {colour}" for colour, number in dice.items() if number])


@frozen
class DiceRule:
    """Dice that a fighter gains or loses at ATC.10, in these roles and under one condition.

    `name` and `rule` are the words of its line in the tally.
    """

    when: When
    roles: tuple[Role, ...] = ROLES
    red: Amount = 0
    blue: Amount = 0
    name: str = ""
    rule: str = "trait"


@frozen
class RoleNumber:
    """A number that counts in these roles. `amount` X: the number behind the colon of the written trait."""

    roles: tuple[Role, ...] = ROLES
    amount: int | Literal["X"] = 0


@frozen
class Frenzy:
    """A rage that may be declared at MEL.10: automatic hits now, wounds to itself at MEL.80."""

    hits: int = 0
    wounds: int = 0
    trait: str = ""


@frozen
class Curse:
    """What the surviving enemy suffers at MEL.80 when ATC.60 destroyed the owner."""

    token: str
    wounds: int = 0
    trait: str = ""


@frozen
class Trait:
    """One entry of traits.toml."""

    id: str
    name: str
    text: str
    hook: str
    marks: tuple[Mark, ...] = ()
    dice: tuple[DiceRule, ...] = ()
    direct_wounds: RoleNumber | None = None
    demoralizing: RoleNumber | None = None
    morale_loss: RoleNumber | None = None
    frenzy: Frenzy | None = None
    curse: Curse | None = None
    after_wounding: str = ""
    reminder: bool = False
    near: tuple[Role, ...] = ()
    own: tuple[Role, ...] = ROLES
    zone: bool = False

    @property
    def needs_x(self) -> bool:
        """Whether it is written with a number, as `direct_wounds:2`."""
        numbers = (self.direct_wounds, self.demoralizing, self.morale_loss)
        return any(number is not None and number.amount == "X" for number in numbers)


@frozen
class Formation:
    """A tactical formation (TFP): dice for its player's unit, morale tokens the other loses, what it beats."""

    id: str
    name: str
    beats: str
    red: int = 0
    blue: int = 0
    morale: int = 0

    def effect(self) -> str:
        """What it does, in words, to whatever units."""
        loss = f"the opposing unit loses {count(self.morale, 'morale token')}" if self.morale else ""
        return effect_words("the unit of the player", self.red, self.blue, loss)


def effect_words(unit: str, red: int, blue: int, loss: str) -> str:
    """What a formation does: to the unit of its player, and what the opposing one loses."""
    dice = dice_words(red, blue)
    return "; ".join(filter(None, (f"{does(unit, 'rolls')} {dice}" if dice else "", loss)))


@frozen
class Colour:
    """A colour of dice: what a success is called, and how many of which face are a critical (ATC.30)."""

    id: str
    name: str
    success: str
    critical_face: int
    critical_count: int


@frozen
class Token:
    """A token that a unit holds once or not at all. `pace`: hexes that its Move is longer."""

    id: str
    name: str
    opposite: str
    gained: str
    text: str
    removed: str
    pace: int = 0


@frozen
class Cell:
    """A cell of a sheet: one text, or a text for each value of an option."""

    option: str
    texts: Mapping[str, str]

    def text(self, options: Mapping[str, Any]) -> str:
        """Its text under the options in force."""
        value = options[self.option] if self.option else ""
        return self.texts[("no", "yes")[value] if isinstance(value, bool) else str(value)]
