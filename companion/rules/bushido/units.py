"""Models, their players' sides and the table they fight on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal

from companion.engine.aftermath import CampaignSide, CampaignUnit
from companion.engine.context import Context
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition
from companion.engine.state.table import Table
from companion.rules.bushido.catalog import CONDITIONS, STATES, feat_entry
from companion.rules.bushido.records import Feat, Grant, Trait, Weapon

Size = Literal["tiny", "small", "medium", "large", "huge"]
SIZES: tuple[str, ...] = ("tiny", "small", "medium", "large", "huge")


@dataclass(eq=False, repr=False, kw_only=True)
class BushidoUnit(CampaignUnit):
    """One model. Numbers are those of its card; a printed dash is None."""

    conditions: ClassVar[tuple[Condition, ...]] = CONDITIONS
    falls_by = ("in_play", True, False)
    is_one = True

    types: tuple[str, ...] = profile((), "Types", place="lists", help="keywords such as Samurai or Oni")
    melee_pool: int | None = profile(3, "Melee Pool", lo=0, hi=99, help="a dash counts as 0 and is never modified")
    melee_boost_cost: int | None = profile(
        None, "Melee boost", lo=1, hi=99, help="Ki for +1 Melee Pool; a dash cannot boost"
    )
    ranged_pool: int | None = profile(0, "Ranged Pool", lo=0, hi=99)
    ranged_boost_cost: int | None = profile(None, "Ranged boost", lo=1, hi=99)
    move: int | None = profile(4, "Move", lo=0, hi=99, help="inches")
    move_boost_cost: int | None = profile(None, "Move boost", lo=1, hi=99)
    ki_stat: int = profile(1, "Ki", lo=0, hi=99, help="Ki gained each turn; dice for Ki and Fear tests")
    ki_max: int = profile(4, "Ki max", lo=0, hi=99)
    ki_boost_cost: int | None = profile(None, "Ki boost", lo=1, hi=99)
    wounds_max: int = profile(5, "Wounds", lo=1, hi=99, help="boxes on the wound track")
    size: Size = profile("small", "Size")
    traits: tuple[Trait, ...] = profile((), "Traits", place="lists")
    weapons: tuple[Weapon, ...] = profile((Weapon(),), "Weapons", place="lists")
    ki_feats: tuple[Feat, ...] = profile((), "Ki Feats", place="lists")

    wounds_marked: int = tracker(
        0,
        "Wounds marked",
        hi="wounds_max",
        glyph="♥",
        help="a full track is a kill",
        vital=True,
        breaks_at="wounds_max",
    )
    ki_tokens: int = tracker(0, "Ki", hi="ki_max", in_fight=True, second=True)
    activation_counters: int = tracker(
        2,
        "Counters",
        glyph="▮",
        help="none left is Exhausted",
        in_fight=True,
        says={0: "Exhausted", 1: "1 action left"},
    )

    states: Mapping[str, Any] = profile(dict, "States", place="internal")
    ran_this_turn: bool = flag(False, "Ran")
    surprised: bool = flag(False, "Surprised")
    last_stand: bool = flag(False, "Last Stand")
    in_play: bool = flag(True, "in play", place="stats")

    opt_used: tuple[str, ...] = internal((), "used this turn")
    opg_used: tuple[str, ...] = internal((), "used this game")
    opa_used: tuple[str, ...] = internal((), "used this activation")
    granted: tuple[Grant, ...] = internal((), "granted for a while")
    fear_value: int = internal(0, "Fear it failed against", lo=0)
    fear_source: str = internal("", "what it fears")

    compiled: dict[str | None, Any] = field(default_factory=dict, init=False, repr=False)
    """What `powers` last made of it, by the name of the weapon; no part of its state."""
    _cards: tuple[tuple[Feat, ...], tuple[Feat, ...]] = field(default=((), ()), init=False, repr=False)

    def of_a_turn(self) -> Mapping[str, object]:
        """What the End Phase takes whole, and what an activation or an exchange does."""
        return OF_A_TURN

    @property
    def alive(self) -> bool:
        """Whether it is in play: a full wound track kills, unless it makes a Last Stand."""
        return self.in_play and (self.last_stand or self.wounds_marked < self.wounds_max)

    @property
    def exhausted(self) -> bool:
        """Whether it has no Activation Counters left."""
        return self.activation_counters == 0

    @property
    def arms(self) -> tuple[Weapon, ...]:
        """What it may fight with: its weapons, or bare hands if its card lists none."""
        return self.weapons or (Weapon(),)

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Its Ki feats, completed from the app's list."""
        printed, completed = self._cards
        if printed is not self.ki_feats:
            completed = tuple(map(feat_entry, self.ki_feats))
            self._cards = (self.ki_feats, completed)
        return completed

    def has(self, state: str) -> bool:
        """Whether it has at least one marker of this state."""
        return bool(self.states.get(state))

    @property
    def in_force(self) -> tuple[str, ...]:
        """The ids of the states that it is in, flags and the derived Exhausted among them; marked ones first."""
        found = [state for state, held in self.states.items() if held]
        if self.surprised:
            found.append("surprised")
        if self.ran_this_turn:
            found.append("ran")
        if not self.activation_counters:
            found.append("exhausted")
        return tuple(found)

    def is_a(self, descriptor: str) -> bool:
        """Whether a bracketed descriptor means this model, by name or type; an empty one means every model."""
        word = descriptor.casefold()
        return not word or word == self.name.casefold() or any(word == t.casefold() for t in self.types)


OF_A_TURN: Final[Mapping[str, object]] = MappingProxyType(
    {
        "ran_this_turn": False,
        "surprised": False,
        "opt_used": (),
        "opa_used": (),
        "granted": (),
        **{state.field: None for state in STATES.values() if state.end_phase == "all"},
    }
)


@dataclass(eq=False, repr=False, kw_only=True)
class BushidoSide(CampaignSide):
    """One player."""

    pass_tokens: int = tracker(0, "Pass Tokens", glyph="▮")


@dataclass(eq=False, repr=False, kw_only=True)
class BushidoTable(Table[BushidoUnit, BushidoSide]):
    """A game of Bushido. `round` is the turn, `active` the Active Player."""


Game = Context[BushidoTable]
"""What a running procedure reads and acts through."""
