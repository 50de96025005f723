"""Reads data/*.toml into the types of `records.py`, once, when the game is loaded.

A wrong entry raises ValueError that names file, entry and key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.engine.data import read_data, record
from companion.rules.gods_gloom.options import OPTIONS
from companion.rules.gods_gloom.records import COLOURS, Cell, Colour, DiceRule, Formation, Token, Trait

_PACKAGE = "companion.rules.gods_gloom"
_OPTIONS = {option.name: option for option in OPTIONS}


def load_traits(file: str, data: Mapping[str, Any], tokens: Collection[str]) -> dict[str, Trait]:
    """The traits by id. Raises ValueError."""
    found: dict[str, Trait] = {}
    for of, entry in data.items():
        where = f"{file}: [{of}]"
        trait = record(where, {"id": of, **entry}, Trait)
        for token in (trait.after_wounding, trait.curse.token if trait.curse else ""):
            if token and token not in tokens:
                raise ValueError(f"{where} has an unknown token {token!r} (known: {', '.join(tokens)})")
        found[of] = replace(
            trait,
            dice=tuple(_dice_rule(where, replace(rule, name=trait.name)) for rule in trait.dice),
            frenzy=replace(trait.frenzy, trait=trait.name) if trait.frenzy else None,
            curse=replace(trait.curse, trait=trait.name) if trait.curse else None,
        )
    return found


def _dice_rule(where: str, rule: DiceRule) -> DiceRule:
    """The rule, whose numbers may be those of options. Raises ValueError."""
    for amount in (rule.red, rule.blue):
        if isinstance(amount, str) and (amount not in _OPTIONS or type(_OPTIONS[amount].default) is not int):
            raise ValueError(f"{where}: no option {amount!r} is a number")
    return rule


def load_formations(file: str, data: Mapping[str, Any]) -> dict[str, Formation]:
    """The formations by id. Raises ValueError."""
    found = {of: record(f"{file}: [formations.{of}]", {"id": of, **entry}, Formation) for of, entry in data.items()}
    for of, formation in found.items():
        if formation.beats == of or formation.beats not in found:
            raise ValueError(f"{file}: [formations.{of}] beats another formation, not {formation.beats!r}")
    return found


def load_colours(file: str, data: Mapping[str, Any]) -> dict[str, Colour]:
    """The two colours of dice. Raises ValueError."""
    found: dict[str, Colour] = {}
    for of in COLOURS:
        where = f"{file}: [dice.{of}]"
        found[of] = record(where, {"id": of, **data.get(of, {})}, Colour)
        if not 1 <= found[of].critical_face <= 6 or found[of].critical_count < 1:
            raise ValueError(f"{where} needs a critical face from 1 to 6 and a count of 1 or more")
    return found


def load_tokens(file: str, data: Mapping[str, Any]) -> dict[str, Token]:
    """The tokens by id. Raises ValueError."""
    found = {of: record(f"{file}: [tokens.{of}]", {"id": of, **entry}, Token) for of, entry in data.items()}
    for of, token in found.items():
        if token.opposite not in found:
            raise ValueError(f"{file}: [tokens.{of}] has no opposite {token.opposite!r}")
    return found


def load_modifiers(file: str, data: list[Any]) -> tuple[DiceRule, ...]:
    """The dice that anybody may gain or lose at ATC.10, in the order of the file. Raises ValueError."""
    where = f"{file}: [modifiers]"
    return tuple(_dice_rule(where, record(where, entry, DiceRule)) for entry in data)


def load_rows(file: str, name: str, data: Mapping[str, Any]) -> dict[str, tuple[Cell, ...]]:
    """The rows of a table that players only read, by their first cell. Raises ValueError."""
    return {of: tuple(_cell(file, f"{name}.{of}", cell) for cell in cells) for of, cells in data.items()}


def _cell(file: str, name: str, data: object) -> Cell:
    if isinstance(data, str):
        return Cell("", {"": data})
    texts = dict(data) if isinstance(data, Mapping) else {}
    option = _OPTIONS.get(str(texts.pop("option", "")))
    if option is None:
        raise ValueError(f"{file}: [{name}] names no option of the game in {data!r}")
    values = {"yes", "no"} if isinstance(option.default, bool) else set(map(str, option.choices))
    if set(texts) != values:
        raise ValueError(f"{file}: [{name}] needs a text for each value of {option.name}: {', '.join(sorted(values))}")
    return Cell(option.name, {value: str(text) for value, text in texts.items()})


_tables = read_data(_PACKAGE, "data/tables.toml")
FORMATIONS = load_formations("tables.toml", _tables["formations"])
DICE = load_colours("tables.toml", _tables["dice"])
TOKENS = load_tokens("tables.toml", _tables["tokens"])
MODIFIERS = load_modifiers("tables.toml", _tables["modifiers"])
OUTCOMES = load_rows("tables.toml", "outcomes", _tables["outcomes"])
PUSHES = load_rows("tables.toml", "push", _tables["push"])
TRAITS = load_traits("traits.toml", read_data(_PACKAGE, "data/traits.toml"), TOKENS)
