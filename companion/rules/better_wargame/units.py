"""The types of unit and table, and the context that the rules of this game act through."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar, Final

from companion.engine.aftermath import CampaignSide, CampaignUnit
from companion.engine.context import Context
from companion.engine.state.declarations import StandingRow, flag, internal, profile, tracker
from companion.engine.state.entity import Condition
from companion.engine.state.table import Table
from companion.rules.better_wargame.conditions import CONDITIONS


@dataclass(eq=False, repr=False, kw_only=True)
class WargameUnit(CampaignUnit):
    """A unit: up to 50 models that share one profile."""

    conditions: ClassVar[tuple[Condition, ...]] = CONDITIONS
    counts_models: ClassVar[tuple[str, ...]] = ("models", "start_models")
    falls_by = ("destroyed", False, True)

    models: int = tracker(
        5,
        "Models",
        hi=50,
        glyph="●",
        help="models on the table now",
        vital=True,
        breaks_at=lambda u: (u.start_models - 1) // 2,
        threshold_words="below half at",
    )
    start_models: int = tracker(
        None,
        "Starting models",
        lo=1,
        hi=50,
        place="stats",
        derive=lambda u: max(1, u.models),
        help="starting strength",
    )
    melee_skill: int = profile(2, "Melee skill", lo=0, hi=4, help="1 poor, 2 typical, 3 elite, 4 super-elite")
    ranged_skill: int = profile(2, "Ranged skill", lo=0, hi=4, help="shooting and firefights only")
    leadership: int = profile(4, "Leadership", lo=2, hi=6, help="target number of a d6; the best in the unit")
    attacks: int = profile(1, "Attacks", lo=0, hi=6, help="melee dice a model: shooters 1, assault troops 3")
    toughness: int = profile(0, "Toughness", lo=0, hi=4)
    armor: int = profile(0, "Armor", lo=0, hi=4)
    massive: int = profile(0, "Massive", lo=0, hi=4, help="melee weapon: cancels toughness")
    ap: int = profile(0, "AP", lo=0, hi=4, help="melee weapon: cancels armor")
    melee_defense: int = profile(0, "Melee defense", lo=0, hi=4, help="improves its own save in melee")
    melee_offense: int = profile(0, "Melee offense", lo=0, hi=4, help="worsens the enemy's save in melee")
    ranged_attacks: int = profile(1, "Ranged attacks", lo=0, hi=6, help="dice a firing model; 0: it cannot fire")
    ranged_massive: int = profile(0, "Ranged massive", lo=0, hi=4, help="ranged weapon: cancels toughness")
    ranged_ap: int = profile(0, "Ranged AP", lo=0, hi=4, help="ranged weapon: cancels armor")
    high_explosive: int = profile(0, "High explosive", lo=0, hi=4, help="ranged weapon: worsens the cover save")
    rank: int = profile(0, "Rank", lo=0, hi=9, help="place in the chain of command, 0 is the lowest")
    command: str = profile("", "Command", help="the command it belongs to, for command break tests")
    vehicle: bool = profile(False, "Vehicle", help="moves as a vehicle")
    break_reroll: bool = profile(False, "Break re-roll", help="a doctrine re-rolls a failed Break Test")
    keywords: tuple[str, ...] = profile(tuple, "Keywords", place="lists", help="reminders for the players")

    suppressed: bool = flag(False, "Suppressed", glyph="!")
    cowering: bool = flag(False, "Cowering")
    charged: bool = flag(False, "Charged")
    movement: str = flag(
        "",
        "Movement",
        choices=("", "held", "moved", "double"),
        words=(("", "none yet"), ("held", "stayed"), ("double", "double move")),
        help="how it moved this turn",
    )
    fell_back: bool = flag(False, "Fell back")
    destroyed: bool = flag(False, "Out of play")
    in_contact: int = tracker(
        0,
        "In contact",
        hi="models",
        help="models touching an enemy base",
        in_fight=True,
        second=True,
        says="{} in contact",
    )
    in_reach: int = tracker(
        0,
        "In reach",
        hi="models",
        help="models close enough to strike, not touching",
        in_fight=True,
        says="{} in reach",
    )
    fired_models: int = tracker(
        0, "Models that fired", hi="models", help="models that fired in this turn's Firefight", says="{} fired"
    )
    wounds: int = tracker(
        0,
        "Wounds",
        help="taken in the current phase, before saves",
        in_fight=True,
        breaks_at=lambda u: u.at_phase_start,
        threshold_words="suppressed at",
    )
    casualties: int = tracker(0, "Casualties", help="models lost in the current phase")
    shot: bool = internal(False, "shot in this Shooting phase")
    fought_firefight: bool = internal(False, "was in a firefight this player turn")
    fought_melee: bool = internal(False, "was in a melee this player turn")

    def standing_rows(self) -> Iterator[StandingRow]:
        """Models of those it started with, the number below half, and whatever else is not 0."""
        for row in super().standing_rows():
            if row.key == "models":
                yield row._replace(max=self.start_models)
            elif row.value:
                yield row

    def of_a_turn(self) -> Mapping[str, object]:
        """What the start of a player turn sets for every unit, whosever it is, and what each phase counts anew."""
        return OF_A_TURN

    @property
    def alive(self) -> bool:
        """Whether it has models and was not broken."""
        return self.models > 0 and not self.destroyed

    @property
    def at_phase_start(self) -> int:
        """Its models at the start of the current phase."""
        return self.models + self.casualties

    @property
    def fighting(self) -> int:
        """How many of its models strike in melee: those touching an enemy and those close enough."""
        return self.in_contact + self.in_reach

    @property
    def below_half(self) -> bool:
        """Whether fewer than half of its starting models are left (exactly half is not below)."""
        return self.models * 2 < self.start_models

    @property
    def break_eligible(self) -> bool:
        """P13: in play, lost a model in this phase, and below half."""
        return self.alive and self.casualties > 0 and self.below_half

    @property
    def overwhelmed(self) -> bool:
        """P12: took Wounds in this phase for every model it began it with, and is not suppressed yet."""
        return 0 < self.wounds >= self.at_phase_start and not self.suppressed


OF_A_PHASE: Final[Mapping[str, object]] = MappingProxyType({"wounds": 0, "casualties": 0, "fell_back": False})

OF_A_TURN: Final[Mapping[str, object]] = MappingProxyType(
    {
        **OF_A_PHASE,
        "fought_firefight": False,
        "fought_melee": False,
        "fired_models": 0,
        "charged": False,
        "movement": "",
        "shot": False,
    }
)


@dataclass(eq=False, repr=False, kw_only=True)
class WargameTable(Table[WargameUnit, CampaignSide]):
    """A battle. `round` counts turns, of which each player has one a round; `active` is the current player."""

    first_player: str = internal("", "who has the first turn of a round")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.active is None and self.sides:
            self.active = next(iter(self.sides))
        self.first_player = self.first_player or self.active or ""

    @property
    def opponent(self) -> str:
        """The other side."""
        return self.other_side(self.current)

    def by_role(self, units: Sequence[WargameUnit]) -> dict[str, list[WargameUnit]]:
        """These units as they fight: the current player's attack, the others defend."""
        return {
            "attacker": [unit for unit in units if unit.side == self.current],
            "defender": [unit for unit in units if unit.side != self.current],
        }

    def in_order(self) -> list[WargameUnit]:
        """The units in play: the current player's first, each side in listing order."""
        return sorted((unit for unit in self.units.values() if unit.alive), key=lambda unit: unit.side != self.active)


Game = Context[WargameTable]
"""What a procedure of this game is given."""


def passes(leadership: int, face: int) -> bool:
    """A Leadership test: d6, the leadership or more. There are no modifiers."""
    return face >= leadership
