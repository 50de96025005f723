"""What is known only while an activation or an exchange runs: who fights with what, and what was rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.procedure import Context
from companion.engine.state.changes import Line, Tally
from companion.engine.state.contacts import touching
from companion.engine.state.paths import Pair, pair_key
from companion.rules.bushido.catalog import SpecialEntry, special_entry
from companion.rules.bushido.powers import Powers, powers
from companion.rules.bushido.records import Feat, Grant, Special, Trait, Weapon
from companion.rules.bushido.units import Model, Skirmish

Play = Context[Skirmish]

NO_SPECIAL = "plain"
"""The plan of a split without a special."""

NO_TALLY = Tally.of("", "", 0, ())


@dataclass
class Fighter:
    """One of the two models of an exchange, and what it does in it."""

    model: Model
    weapon: Weapon
    assists: tuple[str, ...] = ()
    boosts: int = 0
    lines: list[Line] = field(default_factory=list)
    pool: Tally = NO_TALLY
    attack: int = 0
    defence: int = 0
    special: Special | None = None
    feat: Feat | None = None
    dice: dict[str, list[int]] = field(default_factory=lambda: {"attack": [], "defence": []})
    fixed: list[tuple[str, int]] = field(default_factory=list)
    gone: dict[str, list[int]] = field(default_factory=lambda: {"attack": [], "defence": []})
    results: dict[str, int] = field(default_factory=dict)
    scoring: int = 0
    paid: int = 0
    _known: tuple[tuple[Trait, ...], tuple[Grant, ...], Weapon, Powers] | None = None

    @property
    def id(self) -> str:
        return self.model.id

    @property
    def side(self) -> str:
        return self.model.side

    @property
    def name(self) -> str:
        return self.model.name

    @property
    def powers(self) -> Powers:
        """Everything its traits, weapon and feats give it now: worked out anew only where one of them is another."""
        model, known = self.model, self._known
        if known is None or not (known[0] is model.traits and known[1] is model.granted and known[2] is self.weapon):
            known = (model.traits, model.granted, self.weapon, powers(model, self.weapon))
            self._known = known
        return known[3]

    @property
    def net(self) -> int:
        """The pool before the minimum of one die."""
        return sum(line.value for line in self.lines)

    def allotted(self, kind: str) -> int:
        """How many dice it allocated to attack or defence."""
        return self.attack if kind == "attack" else self.defence

    def uses(self, kind: str) -> SpecialEntry | None:
        """The special attack or defence it declared, if it is of this kind."""
        if self.special is None:
            return None
        entry = special_entry(self.special.name)
        return entry if entry.kind == kind else None


@dataclass
class Exchange:
    """One melee exchange. `first` is the activating model, `second` its opponent; they never change."""

    first: Fighter
    second: Fighter
    action: str
    active: str
    began: Mapping[Pair, Any]
    extra: int = 0
    pays: bool = True
    lead: Fighter = field(init=False)
    lead_why: str = ""
    moved: bool = False
    charge_bonus: bool = False
    after: list[Fighter] = field(default_factory=list)
    comparisons: list[dict[str, Any]] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lead = self.first
        self.charge_bonus = self.action == "charge"

    @property
    def both(self) -> tuple[Fighter, Fighter]:
        return self.first, self.second

    @property
    def late(self) -> Fighter:
        """The fighter without the initiative: where both may declare something, it goes first (§6)."""
        return self.other(self.lead)

    def other(self, of: Fighter) -> Fighter:
        return self.second if of is self.first else self.first


def assisting(table: Skirmish, model: Model, against: Model) -> list[Model]:
    """The enemies that assist `against`: each touches `model` and no other friend of it (§5). A pure function."""
    found = []
    for other in touching(table, model.id):
        enemy = table.units[other]
        if enemy is against or not enemy.alive or not table.enemies(model, enemy):
            continue
        if powers(enemy).has("never_assists"):
            continue
        if blocker_of(table, model, enemy) is None:
            found.append(enemy)
    return found


def blocker_of(table: Skirmish, model: Model, enemy: Model) -> Model | None:
    """The friend of `model` that keeps this enemy from assisting, in whatever condition it is (R14)."""
    for other in touching(table, enemy.id):
        friend = table.units[other]
        if friend is not model and friend.alive and not table.enemies(model, friend):
            return friend
    return None


def enemies_touched(table: Skirmish, model: Model) -> list[Model]:
    """The living enemies in base contact with it, in listing order."""
    return [u for u in map(table.units.__getitem__, touching(table, model.id)) if u.alive and table.enemies(model, u)]


def had_enemies(began: Mapping[Pair, Any], table: Skirmish, model: Model) -> bool:
    """Whether it touched any enemy when the activation began (Reach looks here)."""
    return any(
        model.id in pair and table.enemies(model, table.units[pair[0] if pair[1] == model.id else pair[1]])
        for pair in began
    )


def touched_then(began: Mapping[Pair, Any], a: Model, b: Model) -> bool:
    """Whether two models touched when the activation began."""
    return pair_key(a.id, b.id) in began
