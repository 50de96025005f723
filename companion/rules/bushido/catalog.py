"""Traits, specials, feats and the wound table as data, read from the TOML files beside this module and checked.

A wrong key or word names the file and the entry. Adding a trait, special or feat that uses known words is adding
data there and nothing else.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.data import read_data
from companion.rules.bushido.records import Effect, Feat
from companion.rules.bushido.states import LABELS

PACKAGE = "companion.rules.bushido"

DICE = ("attack", "defence")
DICE_OF = (*DICE, "of")
ACTIONS = ("run", "charge", "disengage")
STATES_OF = (*LABELS, "of")

TRAIT_WORDS: Mapping[str, tuple[str, ...]] = {
    "strikes_first": (),
    "strikes_last": (),
    "reach": (),
    "forbids": ACTIONS,
    "forbids_unless_cancelled": ACTIONS,
    "ignores_exhausted": (),
    "ignores_assists": (),
    "ignores_assists_alone": (),
    "never_assists": (),
    "pool_with_friend": (),
    "split_attack": (),
    "attack_heavy": (),
    "defence_heavy": (),
    "steadfast": (),
    "reroll_enemy": DICE,
    "reroll_own": DICE_OF,
    "discard_enemy": DICE,
    "ones_count": (),
    "supports": DICE_OF,
    "result": DICE,
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
    "marks": tuple(LABELS),
    "entangles": tuple(LABELS),
    "immovable": (),
    "immune": STATES_OF,
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
    "no_prison": (),
    "bodyguard": (),
    "tactician": (),
    "regenerates": (),
    "jumps_up": (),
    "size": ("tiny", "huge"),
    "reminder": (),
}
"""Every word a trait's effect may use, with what may stand in `what`."""

SPECIAL_WORDS = ("held", "prone", "stunned", "remove_both", "ivory_prison", "counterstrike", "move_after", "no_move")
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
    "add_die": "a die of the kind `of`, showing X if said",
    "fix_die": "turns the lowest own die of the kind `of` to X",
    "moves": "a fighter may move: still in contact?",
    "no_move": "may not move",
}
"""Every word a feat's effect may use, and what it means."""

WINDOWS = ("3b", "4", "5", "7b", "11")
TIMINGS = ("instant", "active", "simple", "complex")
LASTS = ("exchange", "damage", "activation", "turn")


@dataclass(frozen=True, slots=True)
class TraitEffect:
    """One word of a trait's entry. `value` fixes the number that is otherwise the trait's X."""

    op: str
    what: str = ""
    value: int | None = None
    against: bool = False


@dataclass(frozen=True, slots=True)
class TraitEntry:
    """What the app knows of a trait. `x` is its number where a card prints none."""

    name: str
    step: str
    text: str
    effects: tuple[TraitEffect, ...]
    x: int | None = None


@dataclass(frozen=True, slots=True)
class SpecialEffect:
    """One thing a special does, to the Attacker or the Defender of the comparison."""

    op: str
    on: str


@dataclass(frozen=True, slots=True)
class SpecialEntry:
    """What the app knows of a special attack or defence (§11.1)."""

    name: str
    kind: str
    text: str = ""
    damage: str = "full"
    bonus: int = 0
    effects: tuple[SpecialEffect, ...] = ()
    after: tuple[SpecialEffect, ...] = ()
    moves: tuple[str, ...] = ()
    how: str = ""
    contact: bool = True
    hits: bool = False
    blocks_reply: bool = False


def _fault(file: str, entry: Mapping[str, Any], why: str) -> ValueError:
    return ValueError(f"{PACKAGE}/{file}, entry {entry.get('name', '?')!r}: {why}")


def _checked(file: str, entry: Mapping[str, Any], made: Any, **sets: tuple[str, ...]) -> Any:
    """Builds a record from an entry; a key it does not know or a word that is not one of its set is named."""
    try:
        record = made(**{k: tuple(v) if isinstance(v, list) else v for k, v in entry.items()})
    except TypeError as fault:
        raise _fault(file, entry, str(fault)) from fault
    for key, allowed in sets.items():
        value = getattr(record, key)
        for word in value if isinstance(value, tuple) else (value,):
            if word not in allowed:
                raise _fault(file, entry, f"{key} cannot be {word!r}; one of: {', '.join(allowed)}")
    return record


def read_traits(data: Mapping[str, Any], file: str = "traits.toml") -> dict[str, TraitEntry]:
    """The traits of a file by name in lower case. Raises ValueError naming file and entry."""
    found: dict[str, TraitEntry] = {}
    for entry in data["trait"]:
        effects = []
        for raw in entry.get("effects", ()):
            effect: TraitEffect = _checked(file, {**raw, "op": raw.get("op", "")}, TraitEffect, op=tuple(TRAIT_WORDS))
            if (effect.what or TRAIT_WORDS[effect.op]) and effect.what not in TRAIT_WORDS[effect.op]:
                raise _fault(file, entry, f"{effect.op} cannot have what = {effect.what!r}")
            effects.append(effect)
        found[entry.get("name", "").casefold()] = _checked(file, {**entry, "effects": effects}, TraitEntry)
    return found


def read_specials(data: Mapping[str, Any], file: str = "specials.toml") -> dict[str, SpecialEntry]:
    """The specials of a file by name in lower case. Raises ValueError naming file and entry."""
    found: dict[str, SpecialEntry] = {}
    for entry in data["special"]:
        ready = dict(entry)
        for key in ("effects", "after"):
            ready[key] = [
                _checked(file, raw, SpecialEffect, op=SPECIAL_WORDS, on=("attacker", "defender"))
                for raw in entry.get(key, ())
            ]
        found[entry.get("name", "").casefold()] = _checked(
            file,
            ready,
            SpecialEntry,
            kind=DICE,
            moves=("attacker", "defender"),
            damage=("full", "none", "half", "combo", "critical"),
        )
    return found


def read_feats(data: Mapping[str, Any], file: str = "feats.toml") -> dict[str, Feat]:
    """The feats of a file by name in lower case. Raises ValueError naming file and entry."""
    found: dict[str, Feat] = {}
    for entry in data["feat"]:
        effects = [_checked(file, raw, Effect, op=tuple(FEAT_WORDS)) for raw in entry.get("effects", ())]
        found[entry.get("name", "").casefold()] = _checked(
            file,
            {**entry, "effects": effects},
            Feat,
            timing=TIMINGS,
            windows=WINDOWS,
            lasts=LASTS,
            limit=("", "turn", "game", "activation"),
            when=("", "without_initiative", "disengage"),
        )
    return found


TRAITS: Mapping[str, TraitEntry] = read_traits(read_data(PACKAGE, "traits.toml"))
SPECIALS: Mapping[str, SpecialEntry] = read_specials(read_data(PACKAGE, "specials.toml"))
FEATS: Mapping[str, Feat] = read_feats(read_data(PACKAGE, "feats.toml"))
WOUNDS: Mapping[int, tuple[int, ...]] = {
    int(row): tuple(columns) for row, columns in read_data(PACKAGE, "wounds.toml")["rows"].items()
}


@functools.cache
def special_entry(name: str) -> SpecialEntry:
    """What the app knows of a special; an unknown one is an ordinary attack or a defence that the card explains."""
    known = SPECIALS.get(name.casefold())
    if known is not None:
        return known
    kind = "defence" if name.casefold().endswith(("defence", "defense")) else "attack"
    return SpecialEntry(name, kind, "The app does not know it: its card says what it does.")


@functools.cache
def feat_entry(printed: Feat) -> Feat:
    """A printed feat completed from the app's list; what neither says is an Instant of 1 Ki for step 11."""
    known = FEATS.get(printed.name.casefold(), Feat(printed.name))
    return Feat(
        name=known.name,
        ki=printed.ki if printed.ki is not None else known.ki if known.ki is not None else 1,
        timing=printed.timing or known.timing or "instant",
        limit=printed.limit or known.limit,
        lasts=printed.lasts or known.lasts or "exchange",
        when=printed.when or known.when,
        target=printed.target or known.target or "self",
        windows=printed.windows or known.windows or ("11",),
        text=printed.text or known.text,
        effects=printed.effects or known.effects,
    )
