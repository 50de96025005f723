"""What a unit is made of: its minis and its weapons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Record
from companion.engine.state.table import Model


@dataclass(frozen=True)
class Weapon(Record):
    """One weapon profile. `dice` is what one mini adds; `minis` empty: every mini of the unit may use it."""

    name: str
    range: Literal["melee", "ranged", "both"] = "melee"
    dice: Mapping[str, int] = field(default_factory=dict)
    keywords: Mapping[str, int | bool] = field(default_factory=dict)
    minis: tuple[str, ...] = ()

    @property
    def printed(self) -> str:
        """`lightsaber: 6 black, Impact 2, Pierce 2`; how far it reaches, where that is not the melee."""
        has = [{"melee": "", "ranged": "ranged", "both": "melee and ranged"}[self.range]]
        has += [f"{number} {colour}" for colour, number in self.dice.items() if number]
        has += [name if number is True else f"{name} {number}" for name, number in self.keywords.items()]
        said = ", ".join(part for part in has if part)
        return f"{self.name}: {said}" if said else self.name

    @property
    def melee(self) -> bool:
        """Whether it may be used in a melee."""
        return self.range != "ranged"

    @property
    def ranged(self) -> bool:
        """Whether it may be used to shoot."""
        return self.range != "melee"

    def usable_by(self, mini: str) -> bool:
        """Whether the mini with this id is one of those that may use it."""
        return not self.minis or mini in self.minis


@dataclass(eq=False, repr=False, kw_only=True)
class Mini(Model):
    """One miniature. Its id is `<unit id>.<number>`."""

    falls_by = ("defeated", False, True)

    leader: bool = flag(False, "leader", help="just one living mini of a unit leads it")
    threshold: int = profile(1, "wounds it takes", lo=1)
    wounds: int = tracker(0, "wounds", hi="threshold", glyph="×", vital=True, breaks_at="threshold")
    defeated: bool = flag(False, "defeated")
    noncombatant: bool = flag(False, "noncombatant", help="uses no weapon; falls after the others, before the leader")
    no_room: str = internal(
        "", "no room", help="how its melees stood when there was no room for it; it is asked again when they change"
    )

    @property
    def alive(self) -> bool:
        return not self.defeated and self.wounds < self.threshold
