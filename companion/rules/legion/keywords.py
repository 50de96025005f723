"""Keywords as data: when each one acts, for whom, under which condition, and what it does.

A keyword is an entry of keywords.toml. Its effects are words of a small vocabulary (EFFECTS) with a hook, which is a
step of the melee attack or an event; rule code asks for an effect by its word and never for a keyword by its name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.engine.data import read_data

PACKAGE, FILE = "companion.rules.legion", "keywords.toml"

EFFECTS = (
    "pierce",
    "pierce_for_aim",
    "ignore_pierce",
    "lift_immunity",
    "cancel_hits",
    "hits_to_crits",
    "results_to_crits",
    "surges_to_crits",
    "surge_becomes",
    "rerolls",
    "suppress",
    "give",
    "regain_dodge",
    "weapons",
    "extra_dice",
    "improve_with",
    "wound_attacker",
    "extra_action",
    "dice_for_pierce",
    "dice_for_suppression",
    "defence_rerolls",
    "block_surges",
    "dodge_crits",
    "free_attack",
    "enrage",
    "leave_engaged",
    "untouchable",
    "ready",
    "rally_die",
    "stationary",
    "versatile",
)
CONDITIONS = (
    "wounded",
    "engaged",
    "aim_spent",
    "dodge_spent",
    "target_armoured",
    "target_force",
    "chart_empty",
    "blank_shown",
    "wounds_dealt",
    "melee_started",
    "moved",
)
HOOKS = (
    "2",
    "4a",
    "4b",
    "4c",
    "5",
    "6",
    "7a",
    "7b",
    "7c",
    "8",
    "9",
    "11",
    "targeting",
    "move",
    "contact",
    "activation",
    "activation phase",
    "rally",
    "always",
)


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing a keyword does. `amount` None: its printed number. `word` says of what or into what."""

    hook: str
    side: str
    do: str
    amount: int | None = None
    when: tuple[str, ...] = ()
    word: str = ""


@dataclass(frozen=True, slots=True)
class Keyword:
    """One entry: its text in our own words, and its effects (none: nothing in a melee)."""

    name: str
    text: str
    effects: tuple[Effect, ...] = ()


class Held(NamedTuple):
    """An effect as one unit or pool has it: by which keyword, and how much. `x` None: no bound was printed."""

    name: str
    effect: Effect
    x: int | None


Effects = Mapping[str, tuple[Held, ...]]


@cache
def keywords() -> Mapping[str, Keyword]:
    """Every known keyword by name. Raises ValueError naming file and entry where the data is wrong."""
    found = {}
    for name, entry in read_data(PACKAGE, FILE).items():
        found[name] = Keyword(name, entry.pop("text"), tuple(_effect(name, e) for e in entry.pop("effects", ())))
        if entry:
            raise ValueError(f"{FILE}: {name}: unknown key {next(iter(entry))!r}")
    return MappingProxyType(found)


def _effect(name: str, entry: dict[str, Any]) -> Effect:
    when = entry.get("when", [])
    try:
        made = Effect(**{**entry, "when": tuple([when] if isinstance(when, str) else when)})
    except TypeError as fault:
        raise ValueError(f"{FILE}: {name}: {fault}") from fault
    for value, known, what in (
        (made.hook, HOOKS, "hook"),
        (made.do, EFFECTS, "effect"),
        (made.side, ("attacker", "defender", "own"), "side"),
        *((w, CONDITIONS, "condition") for w in made.when),
    ):
        if value not in known:
            raise ValueError(f"{FILE}: {name}: no {what} {value!r} (known: {', '.join(known)})")
    return made


@cache
def _by_letters() -> Mapping[str, str]:
    return {_letters(name): name for name in keywords()}


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def canonical(name: str) -> str:
    """The spelling of the list for a keyword typed in another (`immune pierce`); an unknown one as it was typed."""
    return _by_letters().get(_letters(name), name)


def unknown(names: Mapping[str, Any]) -> list[str]:
    """The keywords that the app knows nothing of: it reminds the players of them."""
    return [name for name in names if canonical(name) not in keywords()]


@lru_cache(maxsize=4096)
def effects_of(held: tuple[tuple[str, int | bool], ...]) -> Effects:
    """What a set of keywords does, by the word of the effect. A keyword that is `false` or 0 does nothing."""
    found: dict[str, list[Held]] = {}
    for name, number in held:
        known = keywords().get(canonical(name))
        if known is None or not number:
            continue
        for effect in known.effects:
            x = effect.amount if effect.amount is not None else None if number is True else number
            found.setdefault(effect.do, []).append(Held(known.name, effect, x))
    return MappingProxyType({do: tuple(all_) for do, all_ in found.items()})
