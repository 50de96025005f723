"""What is known only while an exchange runs: who fights with what, what was rolled, how a comparison went."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.state.changes import Line, Tally, added_up
from companion.engine.state.paths import Pair
from companion.rules.bushido.catalog import ACTIONS, special_entry
from companion.rules.bushido.ki.feats import Offer
from companion.rules.bushido.powers import Powers, immune, powers
from companion.rules.bushido.records import Special, Weapon
from companion.rules.bushido.units import BushidoUnit
from companion.rules.bushido.vocabulary import SpecialEntry

NO_SPECIAL = "plain"
"""The plan of a split without a special."""

TRAIT = "trait"
"""The rule of a reason that a trait gives."""

NO_TALLY = Tally.of("", "", 0, ())


@dataclass
class Fighter:
    """One of the two models of an exchange, and what it does in it."""

    model: BushidoUnit
    weapon: Weapon
    id: str = field(init=False)
    name: str = field(init=False)
    assists: tuple[str, ...] = ()
    boosts: int = 0
    lines: list[Line] = field(default_factory=list)
    pool: Tally = NO_TALLY
    attack: int = 0
    defence: int = 0
    special: Special | None = None
    offer: Offer | None = None
    dice: dict[str, list[int]] = field(default_factory=lambda: {"attack": [], "defence": []})
    fixed: list[tuple[str, int]] = field(default_factory=list)
    gone: dict[str, list[int]] = field(default_factory=lambda: {"attack": [], "defence": []})
    results: dict[str, int] = field(default_factory=dict)
    reasons: dict[str, list[Line]] = field(default_factory=dict)
    scoring: int = 0
    paid: int = 0

    def __post_init__(self) -> None:
        self.id, self.name = self.model.id, self.model.name

    @property
    def side(self) -> str:
        return self.model.side

    @property
    def powers(self) -> Powers:
        """Everything that its traits, weapon, feats and states give it now."""
        return powers(self.model, self.weapon)

    def immune(self, state: str) -> bool:
        """Whether it cannot gain this state, with the weapon that it fights with."""
        return immune(self.model, state, self.weapon)

    @property
    def net(self) -> int:
        """The pool before the minimum of one die."""
        return added_up(self.lines)

    def allotted(self, kind: str) -> int:
        """How many dice it allocated to attack or defence."""
        return self.attack if kind == "attack" else self.defence

    def uses(self, kind: str) -> SpecialEntry | None:
        """The special attack or defence it declared, if it is of this kind."""
        if self.special is None:
            return None
        entry = special_entry(self.special.name)
        return entry if entry.kind == kind else None


class Way(NamedTuple):
    """One plan of the split: the special it declares, and the feat that makes it possible."""

    special: Special | None
    offer: Offer | None

    @property
    def plan(self) -> str:
        name = self.special.name if self.special is not None else NO_SPECIAL
        return name if self.offer is None else f"{self.offer.value}: {name}"

    @property
    def label(self) -> str:
        if self.special is None:
            return "no special"
        shown = f"{self.special.name} ({self.special.cost})"
        if self.offer is None:
            return shown
        return f"{self.offer.name if self.offer.user is self.offer.target else self.offer.label}: {shown}"

    @property
    def entry(self) -> SpecialEntry | None:
        """What the special does."""
        return special_entry(self.special.name) if self.special is not None else None


@dataclass
class Exchange:
    """One melee exchange. `first` is the activating model, `second` its opponent; they never change.

    `action` is one of data/actions.toml or `granted`; `began` the contacts when the activation began; `extra` further
    exchanges of a Split Attack, for which the activating model pays after the last; `lead` has the initiative.
    `first_damage` is added to the activating model's first damage roll; `unseen` is whether it came unseen (an Assassin
    needs it), None if nobody knows. `last_seen` are the comparisons that players saw last, `scored` what the results
    were worked out from; `after` who moves how far when it is over.
    """

    first: Fighter
    second: Fighter
    action: str
    active: str
    began: Mapping[Pair, Any]
    extra: int = 0
    lead: Fighter = field(init=False)
    both: tuple[Fighter, Fighter] = field(init=False)
    lead_why: str = ""
    moved: bool = False
    last_seen: tuple[object, ...] = ()
    scored: tuple[object, ...] = ()
    helpers: list[str] = field(default_factory=list)
    pools_shown: bool = False
    revealed: bool = False
    first_damage: int = 0
    unseen: bool | None = None
    after: list[tuple[Fighter, int]] = field(default_factory=list)
    comparisons: list[dict[str, Any]] = field(default_factory=list)
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lead = self.first
        self.both = (self.first, self.second)
        action = ACTIONS.get(self.action)
        self.first_damage = action.first_damage if action is not None else 0

    @property
    def late(self) -> Fighter:
        """The fighter without the initiative: if both may declare something, it goes first."""
        return self.other(self.lead)

    def other(self, of: Fighter) -> Fighter:
        return self.second if of is self.first else self.first


@dataclass
class Pass:
    """One comparison of an exchange (steps 10 to 12): its roles, who won and by how much, and what came of it.

    `special` is what the winner declared and may trigger. `prone` are the ids of models that fell in this pass;
    `grappled`: the Defender was grappled and does not strike back.
    """

    attacker: Fighter
    defender: Fighter
    attacker_wins: bool
    success: int
    special: SpecialEntry | None = None
    record: dict[str, Any] = field(default_factory=dict)
    prone: list[str] = field(default_factory=list)
    grappled: bool = False

    @property
    def winner(self) -> Fighter:
        return self.attacker if self.attacker_wins else self.defender

    @property
    def loser(self) -> Fighter:
        return self.defender if self.attacker_wins else self.attacker

    def role(self, word: str) -> Fighter:
        """The Attacker or the Defender of the comparison."""
        return self.attacker if word == "attacker" else self.defender
