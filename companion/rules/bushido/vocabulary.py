"""The words that effects in data/*.toml are made of, and the typed entries that those files are read into."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from companion.engine.frozen import frozen

DiceKind = Literal["attack", "defence"]
Holds = Literal["flag", "count", "list"]
"""What a state is kept as: a yes/no, a number of markers, or a list."""
KINDS: tuple[DiceKind, DiceKind] = ("attack", "defence")
ROLES = ("attacker", "defender")

ANY_STATE = "<state>"
ANY_ACTION = "<action>"
ANY_SPECIAL = "<special>"
"""Stand in a word's list of `what` for every id of that file."""

LEANING: Mapping[str, tuple[str, ...]] = {
    "attack_heavy": (),
    "defence_heavy": (),
    "forbids": (ANY_ACTION,),
    "forbids_unless_cancelled": (ANY_ACTION,),
}
"""Words that traits and states share."""

TRAIT_WORDS: Mapping[str, tuple[str, ...]] = {
    **LEANING,
    "strikes_first": (),
    "strikes_last": (),
    "reach": (),
    "ignores_exhausted": (),
    "ignores_assists": (),
    "ignores_assists_alone": (),
    "never_assists": (),
    "pool_with_friend": (),
    "split_attack": (),
    "steadfast": (),
    "reroll_enemy": KINDS,
    "reroll_own": (*KINDS, "of"),
    "discard_enemy": KINDS,
    "ones_count": (),
    "supports": (*KINDS, "of"),
    "result": KINDS,
    "lowers_enemy": ("Parry",),
    "removes_enemy": ("Shield",),
    "damage": (),
    "keeps_high": (),
    "keeps_low": (),
    "keeps_any": (),
    "pierce": (),
    "armour": (),
    "tough": (),
    "sharp": (),
    "durable": (),
    "marks": (ANY_STATE,),
    "entangles": (ANY_STATE,),
    "immovable": (),
    "immune": (ANY_STATE, "of"),
    "ignores_special": (ANY_SPECIAL,),
    "loses_ki": (),
    "last_stand": (),
    "rises": (),
    "sacrifices_friend": (),
    "tireless": (),
    "simple_charge": (),
    "charging_bonus": (),
    "fear": (),
    "terror": (),
    "dread": (),
    "bravery": (),
    "cowardly": (),
    "courage": (),
    "leadership": (),
    "passes_fear": (),
    "bodyguard": (),
    "tactician": (),
    "regenerates": (),
    "jumps_up": (),
    "size": ("tiny", "huge"),
    "reminder": (),
}
"""Every word that a trait's effect may use, with what may stand in `what`."""

STATE_WORDS: Mapping[str, tuple[str, ...]] = {
    **LEANING,
    "pool": (),
    "enemy_pool": (),
    "enemy_damage": (),
    "attacks_second": (),
    "no_specials": (),
    "allows_only": (ANY_ACTION,),
    "not_moved": (),
    "tests_to_move": (),
    "spends_no_ki": (),
    "gains_no_ki": (),
    "loses_counter": (),
    "acts_first": (),
    "ignores_tough": (),
}
"""Every word that a state's effect may use, with what may stand in `what`."""

SPECIAL_WORDS: Mapping[str, tuple[str, ...]] = {
    "state": (ANY_STATE,),
    "remove": (),
    "ask": ("kairai",),
    "counterstrike": (),
    "move_after": (),
    "no_move": (),
}
"""Every word that a special's effect may use: `state` inflicts `what`, `ask` has the players do `text`."""

FEAT_WORDS: Mapping[str, str] = {
    "trait": "gives the trait `name` with X",
    "trait_plus": "gives the trait `name` (+X)",
    "special": "gives the special `name` at `cost` dice",
    "wound_with": "using the special `name` deals X wounds",
    "pool": "X dice",
    "pool_per_assist": "X dice for each assisting enemy",
    "double_pool": "twice the pool",
    "all_defence": "all dice in defence",
    "strength": "X Strength",
    "strength_per_assist": "X Strength for each assisting enemy",
    "add_die": "a die of the kind `of`, showing X if printed",
    "fix_die": "turns the lowest own die of the kind `of` to X",
    "moves": "a fighter may move: still in contact?",
    "no_move": "may not move",
}
"""Every word that a feat's effect may use, and what it means. All but `moves` stay with the model for a while."""

WINDOWS = ("3b", "4", "5", "7b", "11")
TIMINGS = ("instant", "active", "simple", "complex")
LASTS = ("exchange", "damage", "activation", "turn")
LIMITS = ("", "turn", "game", "activation")
WHEN = ("", "without_initiative", "disengage")
Markers = Literal["", "one", "two", "all"]
"""How many markers of a state go."""


@frozen
class RuleEffect:
    """One word of a trait or state. `value` fixes the number that is otherwise the trait's X.

    `against`: only against enemies that the trait's descriptor means. `unless`: a trait word that cancels it.
    """

    op: str
    what: str = ""
    value: int | None = None
    against: bool = False
    unless: str = ""


@frozen
class TraitEntry:
    """What the app knows of a trait. `x` is its number if a card prints none."""

    name: str
    step: str
    text: str
    effects: tuple[RuleEffect, ...] = ()
    x: int | None = None


@frozen
class StateEntry:
    """A state: where a unit keeps it, what it does, and when its markers go (see data/states.toml)."""

    id: str
    label: str
    text: str
    ends: str
    kept: str = ""
    holds: Holds = "count"
    items: Literal["", "number"] = ""
    reason: str = ""
    effects: tuple[RuleEffect, ...] = ()
    end_phase: Literal[Markers, "fear"] = ""
    wait: Markers = ""
    starting: Markers = ""
    action: Markers = ""
    exchange: Markers = ""
    due: int = 0
    buy_off: int = 0

    @property
    def field(self) -> str:
        """The dotted field of the unit that holds it; empty if it is derived."""
        return "" if self.kept == "derived" else self.kept or f"states.{self.id}"


@frozen
class ActionEntry:
    """One action of an activation: its cost, when it may be declared, and what it changes in its exchanges."""

    id: str
    title: str
    counters: int
    contact: Literal["yes", "no", "needs"]
    moves: bool = False
    needs: str = ""
    pool: int = 0
    first_damage: int = 0
    split: Literal["", "attack", "defence"] = ""


@frozen
class SpecialEffect:
    """One thing that a special does, to the Attacker or the Defender of the comparison."""

    op: str
    on: Literal["attacker", "defender"]
    what: str = ""
    value: int = 0
    text: str = ""


@frozen
class SpecialEntry:
    """What the app knows of a special attack or defence (see data/specials.toml)."""

    name: str
    kind: DiceKind
    text: str = ""
    damage: Literal["full", "none", "half", "combo", "critical"] = "full"
    bonus: int = 0
    effects: tuple[SpecialEffect, ...] = ()
    after: tuple[SpecialEffect, ...] = ()
    moves: tuple[Literal["attacker", "defender"], ...] = ()
    how: str = ""
    follows: str = ""
    contact: bool = True
    hits: bool = False
    blocks_reply: bool = False
    cancelled_by_same: bool = False
