"""Reads data/*.toml into the types of `records.py`, once, when the game is loaded.

A wrong entry raises ValueError that names file, entry and key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from companion.engine.data import read_data
from companion.rules.gods_gloom.options import OPTIONS
from companion.rules.gods_gloom.records import (
    COLOURS,
    MARKS,
    ROLES,
    WHENS,
    Amount,
    Cell,
    Colour,
    Curse,
    DiceRule,
    Formation,
    Frenzy,
    Role,
    RoleNumber,
    Token,
    Trait,
)

_PACKAGE = "companion.rules.gods_gloom"
_OPTIONS = {option.name: option for option in OPTIONS}


class Entry:
    """One entry of a file. Every reader raises ValueError if the value has another shape; `keys` are allowed."""

    def __init__(self, file: str, name: str, data: object, keys: Collection[str]) -> None:
        self.place = f"{file}: [{name}]"
        if not isinstance(data, Mapping):
            raise ValueError(f"{self.place} is a table of keys and values, not {data!r}")
        self._file, self._name, self._data = file, name, data
        for key in data:
            self._known("key", key, keys)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def text(self, key: str) -> str:
        """A text that must be there."""
        value = self._data.get(key)
        if not isinstance(value, str):
            raise ValueError(f"{self.place} {key} is a text, not {value!r}")
        return value

    def word(self, key: str, allowed: Collection[str], default: str | None = None) -> str:
        """One of the allowed words; the default, if there is one, if the key is absent."""
        if default is not None and key not in self._data:
            return default
        return self._known(key, self._data.get(key), allowed)

    def words(self, key: str, allowed: Collection[str]) -> tuple[str, ...]:
        """A list of allowed words; empty if the key is absent."""
        return tuple(self._known(key, word, allowed) for word in self._list(key))

    def whole(self, key: str, default: int = 0) -> int:
        """A whole number."""
        value = self._data.get(key, default)
        if type(value) is not int:
            raise ValueError(f"{self.place} {key} is a whole number, not {value!r}")
        return value

    def amount(self, key: str) -> Amount:
        """A whole number or the name of an option that is one; 0 if the key is absent."""
        value = self._data.get(key, 0)
        if isinstance(value, str):
            return self._known(key, value, [name for name, o in _OPTIONS.items() if type(o.default) is int])
        return self.whole(key)

    def whole_or_x(self, key: str) -> int | None:
        """A whole number; None for `X`, the number behind the colon of a written trait."""
        return None if self._data.get(key) == "X" else self.whole(key)

    def yes(self, key: str) -> bool:
        """True or false; false if the key is absent."""
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            raise ValueError(f"{self.place} {key} is true or false, not {value!r}")
        return value

    def roles(self, key: str = "role") -> tuple[Role, ...]:
        """The roles that a key names; both if it is `any` or absent."""
        word = self.word(key, (*ROLES, "any"), "any")
        return tuple(role for role in ROLES if word in (role, "any"))

    def inner(self, key: str, keys: Collection[str]) -> Entry | None:
        """The table under a key; None if it is absent."""
        if key not in self._data:
            return None
        return Entry(self._file, f"{self._name}.{key}", self._data[key], keys)

    def entries(self, key: str, keys: Collection[str]) -> list[Entry]:
        """The list of tables under a key."""
        return [Entry(self._file, f"{self._name}.{key}", item, keys) for item in self._list(key)]

    def _list(self, key: str) -> list[Any]:
        value = self._data.get(key, [])
        if not isinstance(value, list):
            raise ValueError(f"{self.place} {key} is a list, not {value!r}")
        return value

    def _known(self, what: str, word: object, allowed: Collection[str]) -> str:
        if not isinstance(word, str) or word not in allowed:
            raise ValueError(f"{self.place} has an unknown {what} {word!r}; known: {', '.join(allowed)}")
        return word


_NUMBERS = ("direct_wounds", "demoralizing", "morale_loss")
_TRAIT_KEYS = (
    "name",
    "text",
    "hook",
    "marks",
    "dice",
    "frenzy",
    "curse",
    "after_wounding",
    "reminder",
    "near",
    "own",
    "zone",
    *_NUMBERS,
)
_DICE_KEYS = ("role", "when", "red", "blue")


def load_traits(file: str, data: Mapping[str, Any], tokens: Collection[str]) -> dict[str, Trait]:
    """The traits by id. Raises ValueError."""
    return {of: _trait(of, Entry(file, of, entry, _TRAIT_KEYS), tokens) for of, entry in data.items()}


def _trait(of: str, entry: Entry, tokens: Collection[str]) -> Trait:
    name = entry.text("name")
    numbers = {key: _role_number(entry.inner(key, ("role", "amount"))) for key in _NUMBERS}
    frenzy, curse = entry.inner("frenzy", ("hits", "wounds")), entry.inner("curse", ("wounds", "token"))
    return Trait(
        id=of,
        name=name,
        text=entry.text("text"),
        hook=entry.text("hook"),
        marks=entry.words("marks", MARKS),
        dice=tuple(_dice_rule(name, "trait", rule) for rule in entry.entries("dice", _DICE_KEYS)),
        frenzy=Frenzy(name, frenzy.whole("hits"), frenzy.whole("wounds")) if frenzy else None,
        curse=Curse(name, curse.whole("wounds"), curse.word("token", tokens)) if curse else None,
        after_wounding=entry.word("after_wounding", tokens, ""),
        reminder=entry.yes("reminder"),
        near=entry.roles("near") if "near" in entry else (),
        own=() if entry.word("own", (*ROLES, "none"), "any") == "none" else entry.roles("own"),
        zone=entry.yes("zone"),
        **numbers,
    )


def _dice_rule(name: str, rule: str, entry: Entry) -> DiceRule:
    when = entry.word("when", WHENS)
    return DiceRule(name, entry.roles(), when, entry.amount("red"), entry.amount("blue"), rule)


def _role_number(entry: Entry | None) -> RoleNumber | None:
    if entry is None:
        return None
    return RoleNumber(entry.roles(), entry.whole_or_x("amount"))


def load_formations(file: str, data: Mapping[str, Any]) -> dict[str, Formation]:
    """The formations by id. Raises ValueError."""
    found: dict[str, Formation] = {}
    for of, table in data.items():
        entry = Entry(file, f"formations.{of}", table, ("name", "dice", "morale", "beats"))
        dice = entry.inner("dice", COLOURS)
        red, blue = (dice.whole("red"), dice.whole("blue")) if dice else (0, 0)
        found[of] = Formation(
            of, entry.text("name"), red, blue, entry.whole("morale"), entry.word("beats", [o for o in data if o != of])
        )
    return found


def load_colours(file: str, data: Mapping[str, Any]) -> dict[str, Colour]:
    """The two colours of dice. Raises ValueError."""
    found: dict[str, Colour] = {}
    for of in COLOURS:
        entry = Entry(file, f"dice.{of}", data.get(of), ("name", "success", "critical"))
        critical = entry.inner("critical", ("face", "count"))
        if critical is None:
            raise ValueError(f"{entry.place} needs critical = {{ face, count }}")
        face, count = critical.whole("face"), critical.whole("count")
        if not 1 <= face <= 6 or count < 1:
            raise ValueError(f"{critical.place} needs a face from 1 to 6 and a count of 1 or more")
        found[of] = Colour(of, entry.text("name"), entry.text("success"), face, count)
    return found


def load_tokens(file: str, data: Mapping[str, Any]) -> dict[str, Token]:
    """The tokens by id. Raises ValueError."""
    keys = ("name", "opposite", "gained", "text", "removed", "pace")
    found: dict[str, Token] = {}
    for of, table in data.items():
        entry = Entry(file, f"tokens.{of}", table, keys)
        found[of] = Token(
            of,
            entry.text("name"),
            entry.word("opposite", data),
            entry.text("gained"),
            entry.text("text"),
            entry.text("removed"),
            entry.whole("pace"),
        )
    return found


def load_modifiers(file: str, data: list[Any]) -> tuple[DiceRule, ...]:
    """The dice that anybody may gain or lose at ATC.10, in the order of the file. Raises ValueError."""
    entries = [Entry(file, "modifiers", table, ("name", "rule", *_DICE_KEYS)) for table in data]
    return tuple(_dice_rule(entry.text("name"), entry.text("rule"), entry) for entry in entries)


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
