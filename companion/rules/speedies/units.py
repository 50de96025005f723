"""The types of a Speedies table: units with weapons and spells, warbands, and the table itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

from companion.engine.context import Context
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition, Record
from companion.engine.state.table import Side, Table, Unit
from companion.engine.wording import count, signed
from companion.rules.speedies.conditions import CONDITIONS, HELPLESS, OUT, STANDING, STATUSES


def _checked(default: int | None, label: str, dash: str = "") -> Any:
    """A number to be reached with a d20: smaller is better."""
    return profile(
        default, label, lo=5, hi=20, suffix="+", help="d20, this or more" + (f"; a dash: {dash}" if dash else "")
    )


def _modifier(label: str, help: str) -> Any:
    return profile(0, label, lo=-5, hi=5, help=help)


def _situation(what: str) -> Any:
    words = f"by the situation: 1 Advantage, -1 Disadvantage on its {what} Checks"
    return tracker(0, f"{what} Advantage", lo=-1, hi=1, place="conditions", help=words)


@dataclass(frozen=True)
class Weapon(Record):
    """A melee weapon: what it adds to the Melee Check, to injury values, and takes off the enemy's Defence.

    `attacks` are extra attacks that its bearer has by it.
    """

    name: str = "Weapon"
    melee: int = 0
    injury: int = 0
    pierce: int = 0
    attacks: int = 0

    @property
    def printed(self) -> str:
        """`Axe: Injury +1, Pierce +1`."""
        numbers = (("Melee Check", self.melee), ("Injury", self.injury), ("Pierce", self.pierce))
        has = [f"{name} {signed(number)}" for name, number in numbers if number]
        has += [count(self.attacks, "extra attack")] if self.attacks else []
        return self.name + (": " + ", ".join(has) if has else "")


@dataclass(frozen=True)
class Recruit(Record):
    """A unit that was hired after a battle: its name, its sample line by key, its type, and the gold that it cost.

    What it carries otherwise than its line does: `weapons` by slot, and `armour`; `gear` says what was bought for it.
    """

    name: str
    line: str
    type: str = "henchman"
    gold: int = 0
    weapons: Mapping[str, str] = field(default_factory=dict)
    armour: int | None = None
    gear: tuple[str, ...] = ()


@dataclass(frozen=True)
class Spell(Record):
    """A spell that a unit knows. `ongoing`: it lasts until a Morale Check fails in the caster's Upkeep."""

    name: str
    difficulty: int = 12
    ongoing: bool = False
    harmful: bool = False

    @property
    def printed(self) -> str:
        """`Ward: 10+, ongoing`."""
        kinds = (("ongoing", self.ongoing), ("harmful", self.harmful))
        return ", ".join([f"{self.name}: {self.difficulty}+", *(word for word, so in kinds if so)])


def plain_weapons() -> tuple[Weapon, ...]:
    """What a unit fights with when nothing is said: one plain weapon."""
    return (Weapon(),)


@dataclass(eq=False, repr=False, kw_only=True)
class SpeediesUnit(Unit):
    """One model. A smaller number is better in melee, ranged, defence, agility and morale: d20, equal or over."""

    conditions: ClassVar[tuple[Condition, ...]] = CONDITIONS
    falls_by = ("status", "ok", OUT)

    type: str = profile("henchman", "Type", choices=("hero", "henchman"))
    move: int = profile(6, "Mov", lo=4, hi=10, help="inches")
    melee: int = _checked(14, "Mel")
    ranged: int | None = _checked(None, "Rgd", "cannot shoot")
    defence: int | None = _checked(18, "Def", "none of its own")
    defence_bonus: int = profile(0, "armour", lo=0, hi=12, help="armour and shield together")
    agility: int = _checked(10, "Agi")
    morale: int = _checked(10, "Mrl")
    attacks: int = profile(1, "Atk", lo=1, hi=3)
    bonus_attacks: int = profile(0, "bonus attacks", lo=0, hi=3, help="by skills or gear, beside those of its weapons")
    max_wounds: int = profile(1, "Wnd", lo=1, hi=3)
    wounds: int = tracker(None, "Wounds", hi="max_wounds", glyph="♥", derive=lambda u: u.max_wounds, vital=True)
    injury: int = _modifier("Inj", "melee only")
    pierce: int = _modifier("Prc", "melee only")
    ranged_injury: int = _modifier("shot Inj", "of its missile weapon")
    ranged_pierce: int = _modifier("shot Prc", "of its missile weapon")
    weapons: tuple[Weapon, ...] = profile(plain_weapons, "weapons", place="lists", help="none, one or two")
    natural_weapons: bool = profile(False, "natural weapons", help="fights without weapons at no penalty")
    spells: tuple[Spell, ...] = profile((), "spells", place="lists")
    skills: tuple[str, ...] = profile((), "skills", place="lists")
    melee_advantage: int = _situation("Melee")
    defence_advantage: int = _situation("Defence")
    scars: tuple[str, ...] = profile((), "scars", place="lists", help="what earlier battles left")
    gear: tuple[str, ...] = profile((), "bought", place="lists", help="what was bought for it, for how much gold")
    leader: bool = profile(False, "leader", help="leads its warband in a campaign")
    misses: int = profile(0, "games to miss", lo=0, hi=9, help="it stays at home while this is more than 0")
    injury_resist: int = profile(0, "injury resist", lo=0, hi=5, help="taken off injury values scored against it")
    no_stun: bool = profile(False, "no stun", help="a Stunned result only dazes it")
    coup_de_grace: bool = profile(False, "coup de grace", help="may strike the helpless past the standing")
    large: bool = profile(False, "large", help="counts as two lost units")
    causes_fear: bool = profile(False, "causes Fear")
    promote_pending: bool = internal(False, "drew a promotion this battle")
    treasure: bool = flag(False, "Treasure", glyph="◆")
    status: str = flag("ok", "status", choices=STATUSES, second=True)
    engaged_this_turn: bool = flag(False, "Engaged this turn", glyph="»")
    jump_attack: bool = flag(False, "Jump Attack", glyph="↧")
    attempted_engage: bool = internal(False, "tried to Engage this turn")
    moved: bool = internal(False, "moved this turn")
    ran: bool = internal(False, "ran this turn")
    climbed: bool = internal(False, "climbed or fell this turn")
    cast: bool = internal(False, "cast this turn")
    shot: bool = internal(False, "shot this turn")
    fled: bool = internal(False, "left with its routed warband")
    ongoing: tuple[str, ...] = internal((), "spells that last")
    improvements: tuple[str, ...] = internal((), "improvements drawn in this battle")
    gone: str = internal("", "how it left its warband for good")

    def of_a_turn(self) -> Mapping[str, object]:
        """The flags of a turn, and staggered."""
        return TURN_FLAGS | ({"status": "ok"} if self.status == "staggered" else {})

    @property
    def alive(self) -> bool:
        """Whether it is still on the table."""
        return self.status != OUT and not self.fled and not self.misses and not self.gone

    @property
    def standing(self) -> bool:
        """On the table and neither dazed nor stunned: it fights."""
        return self.status in STANDING and self.alive

    @property
    def helpless(self) -> bool:
        """On the table, dazed or stunned."""
        return self.status in HELPLESS and self.alive


TURN_FLAGS = dict.fromkeys(
    ("engaged_this_turn", "jump_attack", "attempted_engage", "moved", "ran", "climbed", "cast", "shot"), False
)
"""What the end of a turn clears on every unit."""


@dataclass(eq=False, repr=False, kw_only=True)
class Warband(Side):
    """One player's units. Warbands of one alliance are friends."""

    is_one = False
    units_lost: int = tracker(
        0, "units lost", help="a large unit counts as two", breaks_at="rout_threshold", threshold_words="rout test at"
    )
    rout_threshold: int = profile(6, "rout threshold", lo=1, hi=20, help="6; 7 for the largest warbands")
    routed: bool = flag(False, "routed")
    gold: int = profile(500, "gold", lo=0, help="the purse of a campaign; a new warband has 500 to spend")
    hero_slots: int = profile(3, "hero slots", lo=1, hi=6, help="3, up to 6 for 50, 100 and 150 gold")
    wins: int = profile(0, "battles won", lo=0, help="in this campaign; who has fewer hires for less")
    stash: tuple[str, ...] = profile((), "loot", place="lists", help="what it owns besides gold")
    recruits: tuple[Recruit, ...] = internal((), "units that join after this battle")
    owes_aftermath: bool = internal(False, "aftermath to play")


@dataclass(eq=False, repr=False, kw_only=True)
class SpeediesTable(Table[SpeediesUnit, Warband]):
    """The state of play. `round` counts the turns, each one player's; `active` is that player's warband."""

    tokens: int = tracker(0, "Treasure on the table", hi=12, help="tokens that no unit carries")
    order_confirmed: bool = internal(False, "attack order confirmed")
    improvement_draws: tuple[str, ...] = internal((), "units that drew an Improvement card, in order")

    @property
    def first_turn(self) -> bool:
        """The first turn of the first player: no Treasure, no Engage, no Ranged, no harmful spells."""
        return self.round <= 1


Game: TypeAlias = Context[SpeediesTable]
"""What the procedures of this game read and act through."""
