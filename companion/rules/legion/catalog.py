"""The data of the game as typed records: keywords with their effects, unit types and dice.

A keyword is an entry of `data/keywords.toml`. Its effects are words of a small vocabulary (`Do`) with a hook, which is
a step of the melee attack or an event. Rule code asks for an effect by its word, never for a keyword by its name, and
shows the name that the effect came with. Wrong data raises ValueError naming file, entry and key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Literal, NamedTuple

from companion.engine.data import read_data, record
from companion.engine.dice import Die
from companion.engine.frozen import frozen
from companion.rules.legion.options import OPTIONS

PACKAGE = "companion.rules.legion"

Do = Literal[
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
    "lose_courage",
    "gain_keyword",
    "leave_engaged",
    "untouchable",
    "ready",
    "rally_die",
    "stationary",
    "versatile",
]
When = Literal[
    "wounded",
    "hurt_by_x",
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
]
Hook = Literal[
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
]
Whose = Literal["attacker", "defender", "own"]
Kind = Literal["trooper", "living", "droid", "vehicle"]


@frozen
class Effect:
    """One thing a keyword does.

    `amount` None: its printed number. `when`: all of these must hold. `word` says of what or into what. `on`: it works
    on units of one of these kinds; empty: on all. `option`: it counts only if that option is on.
    """

    hook: Hook
    side: Whose
    do: Do
    amount: int | None = None
    when: tuple[When, ...] = ()
    word: str = ""
    on: tuple[Kind, ...] = ()
    option: str = ""


@frozen
class Keyword:
    """One entry: its text in our own words, and its effects (none: the app leads through nothing that it changes)."""

    name: str
    text: str
    effects: tuple[Effect, ...] = ()


@frozen
class UnitType:
    """A type of unit: its name for players, and the kinds that rules ask for."""

    label: str
    kinds: tuple[Kind, ...]


class KeywordEffect(NamedTuple):
    """An effect as one unit or pool has it: by which keyword, and how much. `x` None: no number was printed."""

    name: str
    effect: Effect
    x: int | None


Effects = Mapping[str, tuple[KeywordEffect, ...]]


def _where(file: str, entry: str) -> str:
    return f"data/{file}: {entry}"


@cache
def keywords() -> Mapping[str, Keyword]:
    """Every known keyword by name."""
    file, found = "keywords.toml", {}
    for name, entry in read_data(PACKAGE, f"data/{file}").items():
        found[name] = record(_where(file, name), {"name": name, **entry}, Keyword)
        for effect in found[name].effects:
            if effect.option not in ("", *(option.name for option in OPTIONS)):
                raise ValueError(f"{_where(file, name)}: option: no option {effect.option!r}")
    return MappingProxyType(found)


@cache
def unit_types() -> Mapping[str, UnitType]:
    """Every type of unit by its id."""
    file = "unit_types.toml"
    entries = read_data(PACKAGE, f"data/{file}").items()
    return MappingProxyType({name: record(_where(file, name), entry, UnitType) for name, entry in entries})


def dice_for(use: Literal["attack", "defence"]) -> Mapping[str, Die]:
    """The dice of this use by colour, in the order they are listed and rolled."""
    file = "dice.toml"
    entries = read_data(PACKAGE, f"data/{file}")
    keys = entries["letters"]
    found = {}
    for colour, sides in entries[use].items():
        if not all(isinstance(count, int) and count >= 0 for count in sides.values()):
            raise ValueError(f"{_where(file, f'{use}.{colour}')}: every face has a whole number of sides")
        faces = tuple(face for face, count in sides.items() for _ in range(count))
        letters = tuple((letter, face) for face in sides for letter in keys[face])
        found[colour] = Die(f"{colour} {use} die", faces, letters, several=f"{colour} {use} dice")
    return MappingProxyType(found)


@cache
def _by_letters() -> Mapping[str, str]:
    return {_letters(name): name for name in keywords()}


def _letters(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


@lru_cache(maxsize=4096)
def canonical(name: str) -> str:
    """The listed spelling of a keyword typed in another (`immune pierce`); an unknown one as it was typed."""
    return _by_letters().get(_letters(name), name)


def unknown(names: Iterable[str]) -> list[str]:
    """The keywords that the app knows nothing of: it reminds the players of them."""
    return [name for name in names if canonical(name) not in keywords()]


def effects_of(printed: tuple[tuple[str, int | bool], ...]) -> Effects:
    """What a set of keywords does, by the word of the effect. A keyword that is `false` or 0 does nothing."""
    # Python holds True and 1 for equal: Armor would be taken for Armor 1, whichever came first.
    return _effects_of(printed, tuple([number is True for _, number in printed]))


@lru_cache(maxsize=4096)
def _effects_of(printed: tuple[tuple[str, int | bool], ...], _: tuple[bool, ...]) -> Effects:
    found: dict[str, list[KeywordEffect]] = {}
    for name, number in printed:
        known = keywords().get(canonical(name))
        if known is None or not number:
            continue
        for effect in known.effects:
            x = effect.amount if effect.amount is not None else None if number is True else number
            found.setdefault(effect.do, []).append(KeywordEffect(known.name, effect, x))
    return MappingProxyType({do: tuple(all_) for do, all_ in found.items()})
