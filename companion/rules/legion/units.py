"""What stands on a Legion table: units made of minis, their weapons, and the trackers of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.table import Model, Record, Side, Table, Unit
from companion.rules.legion.keywords import Effects, canonical, effects_of

UnitType = Literal[
    "trooper",
    "clone_trooper",
    "droid_trooper",
    "creature_trooper",
    "emplacement_trooper",
    "wookiee_trooper",
    "ground_vehicle",
    "repulsor_vehicle",
]
Rank = Literal["commander", "operative", "corps", "special_forces", "support", "heavy"]

GREEN = ("aim", "dodge", "surge", "standby")
"""Tokens that the End Phase takes away."""

HARMFUL = ("poison", "immobilize", "ion")
"""Tokens that leave at the end of the unit's activation."""


@dataclass(frozen=True)
class Weapon(Record):
    """One weapon profile. `dice` is what one mini adds; `minis` empty: every mini of the unit may use it."""

    name: str
    range: Literal["melee", "ranged", "both"] = "melee"
    dice: Mapping[str, int] = field(default_factory=dict)
    keywords: Mapping[str, int | bool] = field(default_factory=dict)
    minis: tuple[str, ...] = ()

    @property
    def melee(self) -> bool:
        """Whether it may be used in a melee."""
        return self.range != "ranged"


@dataclass(eq=False, kw_only=True)
class Mini(Model):
    """One miniature. Its id is `<unit id>.<number>`."""

    leader: bool = flag(False, "leader", help="just one living mini of a unit leads it")
    threshold: int = profile(1, "wounds it takes", lo=1)
    wounds: int = tracker(0, "wounds", hi="threshold", glyph="×")
    defeated: bool = flag(False, "defeated")
    noncombatant: bool = flag(False, "noncombatant", help="uses no weapon; falls after the others, before the leader")

    @property
    def alive(self) -> bool:
        return not self.defeated and self.wounds < self.threshold


@dataclass(eq=False, kw_only=True)
class LegionUnit(Unit):
    """A unit of one or more minis."""

    open_maps: ClassVar[tuple[str, ...]] = ("keywords",)
    unit_type: UnitType = profile("trooper", "type", help="names that end in trooper are troopers, the rest vehicles")
    rank: Rank = profile("corps", "rank", help="which order token it uses; commanders lend courage")
    courage: int | None = profile(None, "courage", lo=1, hi=9, help="none: it never holds suppression")
    suppression: int = tracker(0, "suppression", glyph="▽")
    aim: int = tracker(0, "aim", glyph="◎")
    dodge: int = tracker(0, "dodge", glyph="◇")
    surge: int = tracker(0, "surge", glyph="↯")
    standby: int = tracker(0, "standby", hi=1, glyph="◷")
    poison: int = tracker(0, "poison")
    immobilize: int = tracker(0, "immobilize")
    ion: int = tracker(0, "ion")
    speed: int = profile(2, "speed", lo=0, hi=3)
    defence_die: Literal["white", "red"] = profile("white", "defence die")
    attack_surge: Literal["hit", "crit"] | None = profile(None, "attack surge", help="what an attack surge becomes")
    defence_surge: Literal["block"] | None = profile(None, "defence surge", help="what a defence surge becomes")
    resilience: int | None = profile(None, "resilience", lo=0, help="vehicles only; for your information")
    force_icon: bool = profile(False, "Force slot")
    order: Literal["none", "faceup", "facedown"] = flag("none", "order token")
    activated: bool = flag(False, "activated")
    minis: tuple[Mini, ...] = profile((), "minis", place="lists")
    weapons: tuple[Weapon, ...] = profile((), "weapons", place="lists")
    keywords: Mapping[str, int | bool] = profile(dict, "keywords", place="lists", help="name: true, or its number")

    def __post_init__(self) -> None:
        # Copies: a mini that came from another unit (a template) must not change there.
        led = any(m.leader for m in self.minis)
        self.minis = tuple(
            replace(mini, id=f"{self.id}.{number}", leader=mini.leader if led else number == 1)
            for number, mini in enumerate(self.minis or (Mini(),), 1)
        )
        self.keywords = {canonical(name): value for name, value in self.keywords.items()}
        super().__post_init__()

    @property
    def miniatures(self) -> tuple[Model, ...]:
        return self.minis

    @property
    def alive(self) -> bool:
        return any(not mini.defeated and mini.wounds < mini.threshold for mini in self.minis)

    @property
    def living(self) -> list[Mini]:
        """Its minis that stand, in listing order."""
        return [m for m in self.minis if m.alive]

    @property
    def leader(self) -> Mini:
        """The mini that leads it: the one marked among the living, else the first of them."""
        standing = None
        for mini in self.minis:
            if mini.alive:
                if mini.leader:
                    return mini
                standing = standing or mini
        return standing or self.minis[0]

    @property
    def trooper(self) -> bool:
        return self.unit_type.endswith("trooper")

    @property
    def droid(self) -> bool:
        return self.unit_type == "droid_trooper"

    @property
    def hurt(self) -> int:
        """Wound tokens on its living minis."""
        return sum(m.wounds for m in self.living)

    @property
    def effects(self) -> Effects:
        """What its own keywords do, by the name of the effect."""
        return effects_of(tuple(self.keywords.items()))

    @property
    def enraged(self) -> bool:
        """Enrage X: at X wounds its courage is gone and it charges."""
        return any(self.hurt >= (held.x or 1) for held in self.effects.get("enrage", ()))

    @property
    def nerve(self) -> int | None:
        """Its courage as it is now; None where it cannot be suppressed at all."""
        return None if self.enraged else self.courage

    @property
    def armed(self) -> bool:
        """Whether the unit has a melee weapon (section 2.3, `has_melee`)."""
        return any(w.melee for w in self.weapons)

    def mini_armed(self, mini: Mini) -> bool:
        """Whether this mini has a melee weapon (section 2.3, `mini_has_melee`)."""
        return not mini.noncombatant and any(w.melee and (not w.minis or mini.id in w.minis) for w in self.weapons)

    def faults(self) -> Iterator[tuple[str, str]]:
        yield from super().faults()
        if sum(m.leader for m in self.living) > 1:
            yield "minis", "only one living mini leads the unit"


@dataclass(eq=False, kw_only=True)
class LegionTable(Table[LegionUnit, Side]):
    """The table of one game. Fields from `acting` on belong to the activation under way."""

    priority: str | None = internal(None, "priority")
    active_player: str | None = internal(None, "active player", help="whose unit is being activated right now")
    last_activation_player: str | None = internal(None, "last activation player", help="this round")
    acting: str | None = internal(None, "acting unit")
    left_this_activation: tuple[str, ...] = internal((), "melees left in this activation")
    actions_done: tuple[str, ...] = internal((), "actions done")
    actions_left: int = internal(0, "actions left", lo=0)
    attack_action_used: bool = internal(False, "attack action used")
    free_actions: bool = internal(True, "free actions allowed")
    withdrew: bool = internal(False, "withdrew")

    def mini(self, of: str) -> Mini:
        """The mini with this id; raises InvalidInput where there is none."""
        found: Any = self.find(of)
        assert isinstance(found, Mini)
        return found

    def mini_title(self, of: str) -> str:
        """What players call a mini: its unit, its number there, and whether it leads."""
        unit = self.owner(of)
        if len(unit.minis) == 1:
            return unit.name
        return f"{unit.name} {of.rpartition('.')[2]}" + (" (leader)" if unit.leader.id == of else "")


def blue(table: LegionTable) -> str:
    """The side that rolls and goes first where nothing else decides: blue, or the first side listed."""
    return "blue" if "blue" in table.sides else next(iter(table.sides))
