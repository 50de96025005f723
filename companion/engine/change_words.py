"""One recorded change in words: what is different, of whom, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.campaign import GONE
from companion.engine.odds import LOOKS
from companion.engine.state.changes import Change
from companion.engine.state.entity import Entity
from companion.engine.state.paths import (
    HEADCOUNT,
    ROUND,
    Flags,
    Pair,
    contact_of,
    mini_of,
    option_of,
    split_path,
    unit_of,
)
from companion.engine.state.table import OVER, AnyTable
from companion.engine.wording import count, does, listed_difference, possessive, value_words


def sentence(table: AnyTable, change: Change) -> str:
    """One change in words, with its reason."""
    if (change.of, change.field) == ROUND and change.after > change.before and not change.by_hand:
        return f"{table.spec.round_word} {change.after} begins"
    name, words = difference(table, change)
    return (f"{name}: {words}" if name else words) + (f" ({change.why})" if change.why else "")


def difference(table: AnyTable, change: Change) -> tuple[str, str]:
    """The name of whom a change is about, and what it says; no name where the words tell of several or of the table."""
    if change.of == "table":
        words = _of_table(table, change)
        return "", words or field_difference(table, change.of, change.field, change.before, change.after)
    mini, name = mini_of(change.field), table.title(change.of)
    if mini is not None:
        return "", f"{table.title(mini.of)} {'joins' if change.after is not None else 'leaves'}"
    if change.field == HEADCOUNT:
        number = abs(change.after - change.before)
        moves = ("joins", "join") if change.after > change.before else ("leaves", "leave")
        return name, f"{count(number, 'model')} {moves[number != 1]}, {change.after} now"
    return name, field_difference(table, change.of, change.field, change.before, change.after)


def _of_table(table: AnyTable, change: Change) -> str:
    """A contact, a unit that joins or leaves, or a look at the odds in words; empty for any other change."""
    pair, unit = contact_of(change.field), unit_of(change.field)
    if pair is not None:
        verb = "no longer touch" if change.after is None else "touch" if change.before is None else "still touch"
        flags = ", ".join(flag_words(table, pair, change.after or {}))
        return f"{table.title(pair[0])} and {table.title(pair[1])} {verb}" + (f": {flags}" if flags else "")
    if change.field == LOOKS:
        looked = (change.after or 0) > (change.before or 0)
        return "The odds were looked at" if looked else "A look at the odds is undone"
    if change.field == "over_why":
        return f"The game is over: {change.after}" if change.after else "The game goes on"
    if change.field == "over_winner":
        return f"{does(table.title(change.after), 'has')} won" if change.after else "Nobody has won"
    if unit is not None:
        record: Mapping[str, Any] = change.after or change.before or {}
        name, side = record.get("name") or unit.of, table.title(str(record.get("side", "")))
        return f"{does(name, 'joins')} {side}" if change.after is not None else f"{does(name, 'leaves')} {side}"
    return ""


def changed_by_hand(table: AnyTable, of: str, field: str) -> str:
    """Which field of whom players changed: `Ann: Wounds, by hand`; of contacts and the like, that they did."""
    entity, (name, _) = table.known(of), split_path(field)
    spec = entity.specs().get(name) if entity is not None else None
    if spec is None or not spec.label:
        return "a change by hand"
    return (f"{table.title(of)}: " if of != "table" else "") + f"{spec.label}, by hand"


_OTHER = {"a_": "b_", "b_": "a_"}


def flag_words(table: AnyTable, pair: Pair, flags: Flags) -> list[str]:
    """The flags of one contact in words: `Lancers engaged`, `Wall not engaged`; `both engaged`, `neither engaged`.

    A game may say otherwise what is off: `Wall behind or beside Lancers`.
    """
    names = {"a_": table.title(pair[0]), "b_": table.title(pair[1])}
    whose = {of: name + " " for of, name in names.items()}
    found = []
    for name, value in flags.items():
        if name[:2] in whose and isinstance(value, bool) and flags.get(_OTHER[name[:2]] + name[2:]) == value:
            if name.startswith("a_"):
                found.append(f"{'both' if value else 'neither'} {name[2:].replace('_', ' ')}")
            continue
        if value is False and name[:2] in whose and table.spec.contact_off:
            found.append(f"{names[name[:2]]} {table.spec.contact_off} {names[_OTHER[name[:2]]]}")
            continue
        label = (name[2:] if name[:2] in whose else name).replace("_", " ")
        words = label if value is True else f"not {label}" if value in (False, None) else f"{label} {value}"
        found.append(whose.get(name[:2], "") + words)
    return found


def field_difference(table: AnyTable, of: str, field: str, before: Any, after: Any) -> str:
    """What is different where this field of a unit, model, side or the table held one value and holds another."""
    entity = table.known(of)
    name, key = split_path(field)
    if entity is None:
        return f"{field} {_value(table, before)} → {_value(table, after)}"
    status = _status(table, entity, field, before, after)
    if status:
        return status
    if name == GONE:
        return str(after) if after else f"no longer {before}"
    if entity is table and name == "active":
        return "it is nobody's turn" if after is None else f"it is {possessive(table.title(after))} turn"
    if entity is table and name == "phase":
        return f"{table.spec.phase(after).title} begins" if after != OVER else "the game is over"
    spec, option = entity.specs()[name], option_of(field) if entity is table else None
    label = table.spec.option(option).label if option else spec.label + (f" {key}" if key else "")
    if entity is table and name == "round":
        label = table.spec.round_word
    if isinstance(after, bool):
        if option:
            return f"{label}: {'yes' if after else 'no'}"
        return label if after else f"no longer {label}"
    more = listed_difference(before, after)
    if more is not None:
        how, items = more
        return f"{label}: {_value(table, items)} {how}"
    if isinstance(after, str) and isinstance(before, str):
        if spec.place == "conditions" and not before:
            # Where the game has words of its own, they say enough.
            return spec.worded(after) if after in dict(spec.words) else f"{label} {after}"
        if spec.is_word(before) or spec.is_word(after):
            return f"{label} {spec.worded(before) or 'none'} → {spec.worded(after) or 'none'}"
    return _turned(table, label, before, after)


def _status(table: AnyTable, entity: Entity, field: str, before: Any, after: Any) -> str:
    """What a change says of a condition that this field keeps; empty if it keeps none, or none begins or ends."""
    words = {c.id: c.label for c in entity.conditions if c.field == field and c.holds == "word"}
    if words and (before in words) != (after in words):
        return words[after] if after in words else f"no longer {words[before]}"
    kept = next((c for c in entity.conditions if c.field == field and c.holds != "word"), None)
    if kept is None:
        return ""
    if not after:
        return f"no longer {kept.label}"
    if kept.holds == "flag" or (not before and after == 1):
        return kept.label
    # A list of units names those who do it: Held by Kenko.
    by = "by " if kept.holds == "list" and all(str(of) in table.units for of in after) else ""
    return f"{kept.label} {by}{_value(table, after)}" if not before else _turned(table, kept.label, before, after)


def _turned(table: AnyTable, label: str, before: object, after: object) -> str:
    return f"{label} {_value(table, before)} → {_value(table, after)}"


def _value(table: AnyTable, value: object) -> str:
    return value_words(value, table.title, "none")
