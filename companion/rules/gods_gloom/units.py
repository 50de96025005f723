"""Units, players and the table of God's Gloom, and `Game`, what its procedures act through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from companion.engine.aftermath import CampaignSide, CampaignUnit
from companion.engine.context import Context
from companion.engine.errors import InvalidValue
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition, Record
from companion.engine.state.table import Table
from companion.engine.wording import possessive
from companion.rules.gods_gloom.catalog import TOKENS
from companion.rules.gods_gloom.records import Role
from companion.rules.gods_gloom.written import trait_words


@dataclass(frozen=True)
class Pool(Record):
    """A printed dice pool: red (attack) and blue (defence) dice, and successes that need no die. Each 0 to 20."""

    red: int
    blue: int
    auto_hits: int = 0
    auto_blocks: int = 0


MOST_DICE = 20
POOL_KEYS = ("red", "blue", "auto_hits", "auto_blocks")


def pool_of(value: Any) -> Pool:
    """A pool, given as one or as the table that files write. Raises InvalidValue with what is allowed."""
    numbers = {key: getattr(value, key) for key in POOL_KEYS} if isinstance(value, Pool) else value
    hint = "red, blue, auto_hits and auto_blocks"
    if not isinstance(numbers, Mapping) or not {"red", "blue"} <= numbers.keys() <= set(POOL_KEYS):
        raise InvalidValue("a pool needs red and blue dice", hint=hint)
    for key, number in numbers.items():
        if type(number) is not int or not 0 <= number <= MOST_DICE:
            raise InvalidValue(f"{key} is a whole number from 0 to {MOST_DICE}, not {number!r}", hint=hint)
    return Pool(**numbers)


@dataclass(eq=False, repr=False, kw_only=True)
class GloomUnit(CampaignUnit):
    """One base on one hex. Profile values stay; trackers and tokens move in play."""

    conditions: ClassVar[tuple[Condition, ...]] = tuple(
        Condition(t.id, t.name, t.id, "flag", t.text, t.removed) for t in TOKENS.values()
    )

    offence: Pool = profile(Pool(0, 0), "Offence", help="dice rolled as the Attacker")
    defence: Pool = profile(Pool(0, 0), "Defence", help="dice rolled as the Defender (newer edition: Guard)")
    morale_max: int = profile(3, "Morale", lo=0, hi=10, help="morale tokens at the start")
    health_max: int = profile(4, "Health", lo=1, hi=30, help="wounds it can take")
    speed: int = profile(0, "Speed", lo=0, hi=10, help="hexes; shown only")
    traits: tuple[str, ...] = profile((), "Traits", place="lists", help="`name` or `name:X`", calls=trait_words)
    single_rerolls: int = tracker(0, "Single rerolls", hi=5, place="lists", help="single-die rerolls in each test")
    morale: int = tracker(
        None, "Morale", hi="morale_max", glyph="▮", derive=lambda u: u.morale_max, in_fight=True, second=True
    )
    health: int = tracker(
        None, "Health", hi="health_max", glyph="♥", derive=lambda u: u.health_max, vital=True, breaks_at=0
    )
    boost: bool = flag(False, "Boost", glyph="▲")
    weak: bool = flag(False, "Weak", glyph="▼")
    fast: bool = flag(False, "Fast", glyph="»")
    slow: bool = flag(False, "Slow", glyph="«")
    notes: str = flag("", "Notes", place="lists", help="red effect tokens and anything the app does not know")
    modifier_red: int = tracker(
        0, "Extra red dice", lo=-20, hi=20, place="lists", help="added at ATC.10 until set back (auras, cards)"
    )
    modifier_blue: int = tracker(
        0, "Extra blue dice", lo=-20, hi=20, place="lists", help="added at ATC.10 until set back (auras, cards)"
    )
    modifier_reason: str = flag("", "Why the extra dice", place="lists")
    activated: bool = internal(False, "activated this round")
    activations: int = internal(0, "activations this round", lo=0)
    standard_action_used: bool = internal(False, "Standard Action used")
    melee_barred: bool = internal(False, "left its hex while Engaged: no melee this activation")

    def checked(self, path: str, value: Any) -> Any:
        """The value as it may stand in this field; a pool may be given as the table that files write."""
        return pool_of(value) if path in ("offence", "defence") else super().checked(path, value)

    def of_a_turn(self) -> Mapping[str, object]:
        """What it did in this round."""
        return {"activated": False, "activations": 0, "standard_action_used": False, "melee_barred": False}

    @property
    def alive(self) -> bool:
        return self.health > 0

    @property
    def whose(self) -> str:
        """Its name before a thing it has: `Ogre's`, `Ravagers'`."""
        return possessive(self.name)

    @property
    def destroyed(self) -> bool:
        """True as soon as health is 0; derived, so that an adjusted health dial settles it too."""
        return self.health <= 0

    @property
    def pace(self) -> int:
        """Hexes of a Move: Speed and what its tokens add or take, never below 0."""
        return max(0, self.speed + sum(token.pace for token in TOKENS.values() if getattr(self, token.id)))

    @property
    def wounds(self) -> int:
        """Health lost so far."""
        return self.health_max - self.health


@dataclass(eq=False, repr=False, kw_only=True)
class GloomSide(CampaignSide):
    """A player. `activations_left` counts down in the activation phase."""

    command_seals: int = tracker(0, "Command seals", hi=20, glyph="▮", says="seals {}")
    activations_left: int = tracker(0, "Activations left", hi=60)


@dataclass(eq=False, repr=False, kw_only=True)
class GloomTable(Table[GloomUnit, GloomSide]):
    """The table. `active` is the player whose turn it is."""

    player_a: str | None = internal(None, "Player A, who activates first this round")


Game = Context[GloomTable]
"""What a procedure of this game acts through."""

Fighters = Mapping[Role, GloomUnit]
"""The two units of a melee by their roles."""
