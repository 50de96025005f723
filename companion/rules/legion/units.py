"""What stands on a Legion table: units with their tokens, and what the table itself keeps track of."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from companion.engine.aftermath import CampaignSide, CampaignUnit
from companion.engine.context import Context
from companion.engine.state.declarations import StandingRow, flag, internal, profile, tracker
from companion.engine.state.table import Model, Table
from companion.rules.legion.catalog import Effects, KeywordEffect, Kind, canonical, effects_of, unit_types
from companion.rules.legion.records import Mini, Weapon

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


def _spaced(words: object) -> tuple[tuple[str, str], ...]:
    """The choices of a type that are no words as they are written, with the words."""
    return tuple((word, word.replace("_", " ")) for word in get_args(words) if "_" in word)


GREEN = ("aim", "dodge", "surge", "standby")
"""Tokens that the End Phase takes away."""

HARMFUL = ("poison", "immobilize", "ion")
"""Tokens that leave at the end of the unit's activation."""


@dataclass(eq=False, repr=False, kw_only=True)
class LegionUnit(CampaignUnit):
    """A unit of one or more minis."""

    open_maps: ClassVar[tuple[str, ...]] = ("keywords",)
    unit_type: UnitType = profile(
        "trooper", "type", help="names that end in trooper are troopers, the rest vehicles", words=_spaced(UnitType)
    )
    rank: Rank = profile(
        "corps", "rank", help="which order token it uses; commanders lend courage", words=_spaced(Rank)
    )
    courage: int | None = profile(None, "courage", lo=1, hi=9, help="none: it never holds suppression")
    suppression: int = tracker(0, "suppression", glyph="▽", in_fight=True, second=True)
    aim: int = tracker(0, "aim", glyph="◎", in_fight=True)
    dodge: int = tracker(0, "dodge", glyph="◇", in_fight=True)
    surge: int = tracker(0, "surge", glyph="↯", in_fight=True)
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
    order: Literal["none", "faceup", "facedown"] = flag(
        "none", "order token", words=(("faceup", "face up"), ("facedown", "face down"))
    )
    activated: bool = flag(False, "activated")
    minis: tuple[Mini, ...] = profile((), "minis", place="lists")
    weapons: tuple[Weapon, ...] = profile((), "weapons", place="lists")
    keywords: Mapping[str, int | bool] = profile(dict, "keywords", place="lists", help="name: true, or its number")

    campaign_rank: str = profile("", "campaign rank", place="lists", help="for the players; no rule reads it")

    def __post_init__(self) -> None:
        # Copies: a mini that came from another unit (a template) must not change there.
        led = any(m.leader for m in self.minis)
        self.minis = tuple(
            replace(mini, id=of, leader=mini.leader if led else place == 0)
            for place, (mini, of) in enumerate(self._numbered(self.minis or (Mini(),)))
        )
        self.keywords = {canonical(name): value for name, value in self.keywords.items()}
        super().__post_init__()

    def _numbered(self, minis: Sequence[Mini]) -> Iterator[tuple[Mini, str]]:
        """Each mini with its id: its own if it has a number of this unit, else the first number that is free."""
        own = [mini.id if re.fullmatch(rf"{re.escape(self.id)}\.[1-9][0-9]*", mini.id) else "" for mini in minis]
        taken = set(own)
        free = (of for number in itertools.count(1) if (of := f"{self.id}.{number}") not in taken)
        for place, (mini, of) in enumerate(zip(minis, own, strict=True)):
            yield mini, of if of and of not in own[:place] else next(free)

    def of_a_turn(self) -> Mapping[str, object]:
        """Its order of this round. Tokens lie on the table until players take them off."""
        return {"order": "none", "activated": False}

    @property
    def miniatures(self) -> tuple[Model, ...]:
        return self.minis

    @property
    def alive(self) -> bool:
        for mini in self.minis:  # noqa: SIM110  # asked more often than anything else; `any` takes twice the time
            if not mini.defeated and mini.wounds < mini.threshold:
                return True
        return False

    @property
    def living(self) -> list[Mini]:
        """Its minis that stand, in listing order."""
        return [m for m in self.minis if m.alive]

    def in_order_of_loss(self, first: int = 0) -> Sequence[Mini]:
        """Its living minis: the most wounded of all but the leader first, noncombatants late, the leader last.

        Where its owner has a choice those that take the fewest (`first` 1) or the most wounds (-1), else as listed.
        """
        leader = self.leader
        return sorted(
            self.living,
            key=lambda m: (m is leader, not m.wounds, not m.wounds and m.noncombatant, -m.wounds, first * m.threshold),
        )

    @property
    def leader(self) -> Mini:
        """The mini that leads it: the one marked among the living, else the first of them."""
        first = None
        for mini in self.minis:
            if mini.alive:
                if mini.leader:
                    return mini
                first = first or mini
        return first or self.minis[0]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What its type counts as, for rules and keywords."""
        known = unit_types().get(self.unit_type)
        return known.kinds if known is not None else ()

    @property
    def trooper(self) -> bool:
        return "trooper" in self.kinds

    @property
    def droid(self) -> bool:
        return "droid" in self.kinds

    @property
    def hurt(self) -> int:
        """Wound tokens on its living minis."""
        return sum(mini.wounds for mini in self.minis if mini.alive)

    @property
    def health(self) -> int:
        """The wounds that it can still take."""
        return sum(mini.threshold - mini.wounds for mini in self.living)

    @property
    def effective_keywords(self) -> Mapping[str, int | bool]:
        """Its keywords, and those that they give it as it stands now (Enrage gives Charge)."""
        givers = effects_of(tuple(self.keywords.items())).get("gain_keyword")
        if not givers:
            return self.keywords
        gained = [keyword.effect.word for keyword in givers if self._meets(keyword)]
        return {**self.keywords, **{name: self.keywords.get(name) or True for name in gained}}

    @property
    def effects(self) -> Effects:
        """What its own keywords do, by the word of the effect."""
        return effects_of(tuple(self.effective_keywords.items()))

    def having(self, do: str) -> list[KeywordEffect]:
        """Its effects of this kind whose conditions it meets by itself, outside an attack."""
        return [keyword for keyword in self.effects.get(do, ()) if self._meets(keyword)]

    def _meets(self, keyword: KeywordEffect) -> bool:
        return all(OWN[word](self, keyword) for word in keyword.effect.when if word in OWN)

    @property
    def nerve(self) -> int | None:
        """Its courage as it is now; None if it cannot be suppressed at all."""
        return None if self.courage is None or self.having("lose_courage") else self.courage

    @property
    def armed(self) -> bool:
        """Whether the unit has a melee weapon. Starting a melee and coming forward ask for this."""
        return any(weapon.melee for weapon in self.weapons)

    def mini_armed(self, mini: Mini) -> bool:
        """Whether this mini may use a melee weapon. Closing up and attacking ask for this."""
        return not mini.noncombatant and any(weapon.melee and weapon.usable_by(mini.id) for weapon in self.weapons)

    def standing_rows(self) -> Iterator[StandingRow]:
        """Its minis and wounds, then the tokens it has; suppression with the number that suppresses it."""
        living = self.living
        if len(self.minis) > 1:
            yield StandingRow("minis", "minis", len(living), len(self.minis), 0)
        toughest = max(mini.threshold for mini in self.minis)
        if len(self.minis) == 1:
            yield StandingRow("wounds", "wounds", self.minis[0].wounds, toughest, toughest)
        elif toughest > 1:
            yield StandingRow("wounds", "wounds on minis", self.hurt, sum(mini.threshold for mini in living))
        for row in super().standing_rows():
            if row.value:
                nervous = row.key == "suppression" and not self.droid
                yield row._replace(breaks_at=self.nerve, bound="suppressed at") if nervous else row

    def faults(self) -> Iterator[tuple[str, str]]:
        yield from super().faults()
        if sum(m.leader for m in self.living) > 1:
            yield "minis", "only one living mini leads the unit"
        elif not any(m.leader for m in self.minis):
            yield "minis", "one of its minis leads it"


def suppressed(unit: LegionUnit, tokens: int | None = None) -> bool:
    """Whether its suppression, or so many tokens, suppresses the unit by its own courage. Droids never are."""
    nerve, held = unit.nerve, unit.suppression if tokens is None else tokens
    return nerve is not None and not unit.droid and held >= nerve


def may_panic(unit: LegionUnit, tokens: int | None = None) -> bool:
    """Whether its suppression, or so many tokens, is twice its own courage: it panics unless a commander is near."""
    nerve, held = unit.nerve, unit.suppression if tokens is None else tokens
    return nerve is not None and held >= 2 * nerve


OWN: Mapping[str, Callable[[LegionUnit, KeywordEffect], bool]] = MappingProxyType(
    {
        "wounded": lambda unit, keyword: unit.hurt > 0,
        "hurt_by_x": lambda unit, keyword: unit.hurt >= (keyword.x or 1),
    }
)
"""Conditions of an effect that a unit meets or does not meet by itself."""


@dataclass(eq=False, repr=False, kw_only=True)
class LegionSide(CampaignSide):
    """A player's army."""

    supply: int = internal(0, "supply points of the campaign", lo=0)


@dataclass(eq=False, repr=False, kw_only=True)
class LegionTable(Table[LegionUnit, LegionSide]):
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
        """The mini with this id; raises InvalidInput if there is none."""
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
    """The side that rolls and goes first if nothing else decides: blue, or the first side listed."""
    return "blue" if "blue" in table.sides else next(iter(table.sides))


Game: TypeAlias = Context[LegionTable]
"""What a procedure of this game is given."""
