"""The game's data: every file under `data/`, read once into typed records and checked entry by entry."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from companion.engine.data import read_data, record
from companion.engine.frozen import frozen
from companion.rules.speedies.units import SpeediesUnit, Weapon

PACKAGE = "companion.rules.speedies"
AFTERMATH = "aftermath.toml"

Status = Literal["ok", "staggered", "dazed", "stunned", "incapacitated"]
Grant = Literal["no_stun", "coup_de_grace", "causes_fear"]
Stat = Literal["morale", "agility", "melee", "ranged", "defence", "injury", "pierce", "attacks", "max_wounds"]
When = Literal["", "engaged", "first_turn", "pack"]
SkillStep = Literal["M3", "M5", "M7", "M8", "M9", "M10", "E5", "Morale Check", "A4"]
ScarOutcome = Literal[
    "blight",
    "deathtouched",
    "scar",
    "major_wound",
    "robbed",
    "misses",
    "nothing",
    "pit_fight",
    "hatred",
    "improvement",
    "dies",
]
Worsens = Literal["", "defence", "melee", "ranged", "agility"]
Fate = Literal["dies", "stays", "cured"]

LOWEST = 5
"""No checked stat improves below this; the bounds of the fields cap the rest (Wnd 3, Atk 3, Prc 5, Inj 5)."""
MOST_REDRAWS = 20

Told = tuple[str, str]
"""What odds say of a row of a table: its measure, and the words for it."""


@frozen
class Gear:
    """A listed melee weapon: its modifiers, the hands it fills, whether it may be one of two, its extra attacks."""

    name: str
    melee: int = 0
    injury: int = 0
    pierce: int = 0
    attacks: int = 0
    hands: Literal[1, 2] = 1
    pair: bool = True

    @property
    def weapon(self) -> Weapon:
        """The weapon as a unit carries it."""
        return Weapon(self.name, self.melee, self.injury, self.pierce, self.attacks)


@frozen
class Armour:
    """Armour or a shield as listed."""

    name: str
    defence_bonus: int


@frozen
class Skill:
    """A skill and its effects; one without any is a reminder. The head of `data/skills.toml` explains each effect.

    One that is not `learned` is what a unit is, or caught: improvements do not bring it.
    """

    name: str
    step: SkillStep
    text: str
    injury_resist: int = 0
    grants: tuple[Grant, ...] = ()
    advantage_when: When = ""
    hinders_defence: Literal["", "two_handed"] = ""
    no_defence_from: int = 21
    pair: Literal["", "double"] = ""
    attack_after_kill: int = 0
    injury_die: bool = False
    becomes: Mapping[Status, Status] = field(default_factory=dict)
    lends_morale: int = 0
    stance: bool = False
    jump_attack: bool = False
    learned: bool = True

    @property
    def sentence(self) -> str:
        """What it does, in words with the numbers of its effects."""
        return self.text.format(**{f.name: getattr(self, f.name) for f in dataclasses.fields(self)})

    @property
    def has_effect(self) -> bool:
        """Whether the app applies it; otherwise players do, and are reminded."""
        bare = Skill(self.name, self.step, self.text, learned=self.learned)
        return self != bare


@frozen
class StatusBand:
    """A row of a d20 table up to `to`: the status it leads to."""

    to: int
    status: Status


@frozen
class ReachBand:
    """A row of the out-of-sight table up to `to`: how many halves of its Move a unit gets."""

    to: int
    halves: Literal[1, 2, 3]

    @property
    def told(self) -> Told:
        """How far it gets."""
        return f"halves_{self.halves}", REACH[self.halves]


@frozen
class ScarBand:
    """A row of a scar table up to `to`: what happens to the unit, and the scar that it has from then on."""

    to: int
    outcome: ScarOutcome
    text: str
    scar: str = ""

    @property
    def told(self) -> Told:
        """What happens."""
        return f"{self.outcome} {self.scar}".strip(), self.text


@frozen
class MajorWoundBand:
    """A row of the table of major wounds up to `to`: the number that gets worse, or the scar."""

    to: int
    text: str
    field: Worsens = ""
    by: int = 0
    scar: str = ""

    @property
    def told(self) -> Told:
        """Where it is."""
        return self.field or self.scar, self.text


@frozen
class BlightBand:
    """A row of the Blight table up to `to`."""

    to: int
    fate: Fate
    text: str

    @property
    def told(self) -> Told:
        """What becomes of the unit."""
        return self.fate, self.text


@frozen
class Income:
    """What a warband earns beside its dice, and the face that draws Loot."""

    base: int
    loot_on: int


@frozen
class Prices:
    """What things cost after a battle, and what is paid: gold."""

    improvement: int
    pit_fight: int
    hero_slots: tuple[int, ...]
    underdog: int


@frozen
class Improvement:
    """A row of the improvement table up to `to`.

    `fields` may improve. `by` is 1 for what rises without a check, -1 for a target number that falls with one.
    """

    to: int
    id: str
    label: str
    fields: tuple[Stat, ...]
    by: Literal[-1, 0, 1]

    def caps(self, unit: SpeediesUnit, field: Stat) -> bool:
        """Whether it cannot improve this number; what the unit does not have counts as capped (table ruling)."""
        value = getattr(unit, field)
        if value is None:
            return True
        _, hi = unit.specs()[field].bounds(unit)
        return value <= LOWEST if self.by < 0 else hi is not None and value >= hi

    def closed(self, unit: SpeediesUnit) -> bool:
        """Whether it can do nothing for this unit and is drawn again."""
        return bool(self.fields) and all(self.caps(unit, field) for field in self.fields)

    @property
    def told(self) -> Told:
        """What it is."""
        return self.id, self.label


@frozen
class PromotionCard:
    """So many cards of the henchman deck say this."""

    cards: int
    text: str


@frozen
class Reminder:
    """Something to do after the battle."""

    text: str


RecordT = TypeVar("RecordT")
BandT = TypeVar("BandT", StatusBand, ReachBand, ScarBand, MajorWoundBand, BlightBand, Improvement)
ToldT = TypeVar("ToldT", ReachBand, ScarBand, MajorWoundBand, BlightBand, Improvement)


def records(file: str, kind: str, of: type[RecordT]) -> tuple[RecordT, ...]:
    """The entries of one kind as records. Raises ValueError naming file, entry and key if one is wrong."""
    entries = read_data(PACKAGE, f"data/{file}").get(kind, [])
    return tuple(
        record(f"{file}: {kind} {entry.get('name', entry.get('id', place))}", entry, of)
        for place, entry in enumerate(entries, 1)
    )


def bands(kind: str, of: type[BandT], file: str = "tables.toml") -> tuple[BandT, ...]:
    """The rows of a d20 table, lowest first. Raises ValueError if one is wrong or out of order."""
    rows = records(file, kind, of)
    for before, after in pairwise(rows):
        if after.to <= before.to:
            raise ValueError(f"{file}: {kind} to {after.to} stands after {before.to}")
    return rows


def row(of: Sequence[BandT], value: int) -> BandT:
    """The row of a d20 table for this result; the last row takes everything above."""
    return next((band for band in of if value <= band.to), of[-1])


GEAR: Mapping[str, Gear] = MappingProxyType({g.name: g for g in records("gear.toml", "weapon", Gear)})
ARMOUR = records("gear.toml", "armour", Armour)
SKILLS: Mapping[str, Skill] = MappingProxyType({s.name: s for s in records("skills.toml", "skill", Skill)})
INJURY = bands("injury", StatusBand)
FALL = bands("fall", StatusBand)
OUT_OF_SIGHT = bands("out_of_sight", ReachBand)
REACH: Mapping[int, str] = MappingProxyType({1: "half its Move", 2: "its Move", 3: "one and a half times its Move"})
"""How far an Engage out of sight gets, by halves of the Move."""
IMPROVEMENTS = bands("improvement", Improvement)
HERO_SCARS = bands("hero_scar", ScarBand, AFTERMATH)
HENCHMAN_SCARS = bands("henchman_scar", ScarBand, AFTERMATH)
MAJOR_WOUNDS = bands("major_wound", MajorWoundBand, AFTERMATH)
BLIGHT = bands("blight", BlightBand, AFTERMATH)
SCARS: Mapping[str, Skill] = MappingProxyType({s.name: s for s in records(AFTERMATH, "scar", Skill)})
INCOME = records(AFTERMATH, "income", Income)[0]
PRICES = records(AFTERMATH, "prices", Prices)[0]
PROMOTIONS = records("tables.toml", "promotion", PromotionCard)
AFTER_BATTLE = tuple(r.text for r in records("tables.toml", "after_battle", Reminder))


def two_handed(weapon: Weapon) -> bool:
    """Whether a listed weapon fills both hands; one that is not listed does not."""
    return weapon.name in GEAR and GEAR[weapon.name].hands == 2


def arm(*names: str) -> tuple[Weapon, ...]:
    """Weapons by their listed names. Raises ValueError for a name that is not listed."""
    for name in names:
        if name not in GEAR:
            raise ValueError(f"gear.toml lists no weapon {name!r}")
    return tuple(GEAR[name].weapon for name in names)


def _sample_units() -> Mapping[str, Mapping[str, Any]]:
    made = {}
    for key, entry in read_data(PACKAGE, "data/units.toml").items():
        fields: dict[str, Any] = {k: None if v == "-" else v for k, v in entry.items()}
        for name in fields:
            if name not in SpeediesUnit.__dataclass_fields__:
                raise ValueError(f"units.toml: {key}: unknown field {name!r}")
        fields["weapons"] = arm(*fields.get("weapons", ()))
        fields["skills"] = tuple(fields.get("skills", ()))
        made[key] = MappingProxyType(fields)
    return MappingProxyType(made)


SAMPLE_UNITS = _sample_units()
"""The fields of the sample units by key, their weapons as records and a printed dash as None."""


def sample_unit(key: str, of: str, name: str, side: str, **changes: Any) -> SpeediesUnit:
    """A unit of a sample stat line under its own id and name, with fields changed."""
    return SpeediesUnit(**{**SAMPLE_UNITS[key], "id": of, "name": name, "side": side, **changes})
