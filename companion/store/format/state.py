"""The state of play: a table as sections of the file, and back with everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.answers import freeze
from companion.engine.errors import RULES_FAIL, InvalidInput, blame
from companion.engine.ruleset import Ruleset
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.entity import Entity
from companion.engine.state.paths import Pair, ordered_flags, pair_key
from companion.engine.state.table import OVER, AnyTable, Model, Side, Unit
from companion.store.format.toml import dotted
from companion.store.format.values import deserialize

Extras = dict[tuple[str, ...], dict[str, Any]]
"""Keys that nobody here knows, by the table they are in. They are written back."""


@dataclass(slots=True)
class Findings:
    """What is wrong with a file, as (dotted key, reason), and its unknown keys.

    `trusted` says that nobody has changed the file since Companion wrote it. `problems` are wrong names and shapes.
    `bounds` are values of the right shape that the declarations or the ruleset forbid.
    """

    trusted: bool = False
    problems: list[tuple[str, str]] = field(default_factory=list)
    bounds: list[tuple[str, str]] = field(default_factory=list)
    extras: Extras = field(default_factory=dict)


def sections(table: AnyTable, extras: Extras) -> dict[str, Any]:
    """The state as tables of the file: options, sides, units, and the table with its contacts; unknown keys in each."""
    state = _without(table.dump(), "options")
    if table.contacts:
        state["contacts"] = [{"a": a, "b": b, **flags} for (a, b), flags in table.contacts.items()]
    return {
        "options": dict(table.options) | extras.get(("options",), {}),
        "sides": {s.id: _without(s.dump(), "id") | extras.get(("sides", s.id), {}) for s in table.sides.values()},
        "units": {u.id: _without(u.dump(), "id") | extras.get(("units", u.id), {}) for u in table.units.values()},
        "table": state | extras.get(("table",), {}),
    }


def _without(data: dict[str, Any], name: str) -> dict[str, Any]:
    data.pop(name, None)
    return data


def table_of(data: Mapping[str, Any], ruleset: Ruleset, name: str, found: Findings) -> AnyTable | None:
    """The table that the sections of a file hold; None if a problem is in its way."""
    before = len(found.problems)
    sides = sides_of(data, ruleset, found)
    units = units_of(data, ruleset, found)
    options = _options(data, ruleset, found)
    state = dict(_section(data, "table", found))
    rows = state.pop("contacts", [])
    known = {n: s for n, s in specs(ruleset.table_type).items() if n != "options"}
    fields = _fields(state, known, ("table",), found)
    if not sides:
        found.problems.append(("sides", "there are no sides"))
    if len(found.problems) > before:
        return None
    table = ruleset.table(units, sides, name=name, options=options, **fields)
    _check_ids(table, found)
    if len(found.problems) > before:
        return None
    # In the order that play keeps, whatever that of a file written by hand: else the first undo finds another.
    table.contacts.update(sorted(_contacts(rows, table, found).items()))
    found.bounds.extend(_broken(table))
    return table if len(found.problems) == before else None


def units_of(data: Mapping[str, Any], ruleset: Ruleset, found: Findings) -> list[Unit]:
    """The units of a session or roster that can be read."""
    return [e for e in _entities(data, "units", ruleset.unit_type, found) if isinstance(e, Unit)]


def sides_of(data: Mapping[str, Any], ruleset: Ruleset, found: Findings) -> list[Side]:
    """The sides of a session that can be read."""
    return [e for e in _entities(data, "sides", ruleset.side_type, found) if isinstance(e, Side)]


def _section(data: Mapping[str, Any], name: str, found: Findings) -> Mapping[str, Any]:
    section = data.get(name, {})
    if isinstance(section, Mapping):
        return section
    found.problems.append((name, f"this is a table with its own line [{name}]"))
    return {}


def _entities(data: Mapping[str, Any], word: str, made: type[Entity], found: Findings) -> Iterator[Entity]:
    section = _section(data, word, found)
    for of, raw in section.items():
        path = (word, of)
        if not isinstance(raw, Mapping):
            found.problems.append((dotted(*path), f"this is a table with its own line [{dotted(*path)}]"))
            continue
        before = len(found.problems)
        known = {n: s for n, s in specs(made).items() if n != "id"}
        fields = _fields(raw, known, path, found)
        if len(found.problems) == before:
            yield made(id=of, **fields)  # type: ignore[call-arg]  # sides and units have ids, bare entities none


def _fields(
    raw: Mapping[str, Any], known: Mapping[str, FieldSpec], path: tuple[str, ...], found: Findings
) -> dict[str, Any]:
    """The declared fields among these keys; the others are kept as they are."""
    fields: dict[str, Any] = {}
    for name, value in raw.items():
        if name not in known:
            found.extras.setdefault(path, {})[name] = value
            continue
        fields[name], wrong = deserialize(known[name].type, value)
        found.problems.extend((dotted(*path, name, *at), reason) for at, reason in wrong)
    return fields


def _options(data: Mapping[str, Any], ruleset: Ruleset, found: Findings) -> dict[str, Any]:
    known = {o.name for o in ruleset.options}
    options: dict[str, Any] = {}
    for name, value in _section(data, "options", found).items():
        if name not in known:
            found.extras.setdefault(("options",), {})[name] = value
            continue
        try:
            options[name] = ruleset.checked_option(name, freeze(value))
        except InvalidInput as fault:
            found.problems.append((dotted("options", name), fault.with_hint))
    return options


def _check_ids(table: AnyTable, found: Findings) -> None:
    seen = {"table": "the table"} | dict.fromkeys(table.sides, "a side")
    for unit in table.units.values():
        key = dotted("units", unit.id)
        if unit.side not in table.sides:
            known = ", ".join(table.sides)
            found.problems.append((f"{key}.side", f"there is no side {unit.side!r} (sides: {known})"))
        parts: tuple[Unit | Model, ...] = (unit, *unit.miniatures)
        for one in parts:
            if one.id in seen:
                found.problems.append((key, f"{one.id!r} is also the name of {seen[one.id]}"))
            seen[one.id] = f"something in {unit.id!r}" if one is not unit else "a unit"
    if table.active is not None and table.active not in table.sides:
        found.problems.append(("table.active", f"there is no side {table.active!r}"))
    phases = [p.id for p in table.spec.phases]
    if phases and table.phase not in (*phases, OVER):
        found.problems.append(
            ("table.phase", f"there is no phase {table.phase!r} (phases: {', '.join(phases)}, {OVER})")
        )


def _contacts(rows: Any, table: AnyTable, found: Findings) -> dict[Pair, dict[str, Any]]:
    contacts: dict[Pair, dict[str, Any]] = {}
    if not isinstance(rows, list):
        found.problems.append(("table.contacts", 'this is a list of pairs: contacts = [{a = "…", b = "…"}]'))
        return contacts
    for place, row in enumerate(rows):
        key = dotted("table", "contacts", place)
        if not isinstance(row, Mapping) or not all(isinstance(row.get(end), str) for end in "ab"):
            found.problems.append((key, 'a contact is a pair: {a = "…", b = "…"}'))
            continue
        a, b = row["a"], row["b"]
        wrong = list(_wrong_ends(table, a, b))
        if not wrong and pair_key(a, b) in contacts:
            wrong = [("", f"{a!r} and {b!r} touch in a line above already")]
        found.problems.extend((key + end, reason) for end, reason in wrong)
        if not wrong:
            flags = {k: freeze(v) for k, v in row.items() if k not in ("a", "b")}
            contacts[pair_key(a, b)] = ordered_flags(a, b, flags)
    return contacts


def _wrong_ends(table: AnyTable, a: str, b: str) -> Iterator[tuple[str, str]]:
    whole = table.spec.contact_level == "unit"
    known = (
        list(table.units)
        if whole
        else [of for u in table.units.values() for of in (u.id, *(model.id for model in u.miniatures))]
    )
    for end, of in ((".a", a), (".b", b)):
        if of not in known:
            yield end, f"there is no unit {of!r} (units: {', '.join(known)})"
    if a in known and b in known:
        one, two = table.owner(a), table.owner(b)
        if one is two:
            yield "", f"{a!r} cannot touch itself"
        elif not table.spec.friends_touch and not table.enemies(one, two):
            yield "", f"{a!r} and {b!r} are on the same side"


def _broken(table: AnyTable) -> Iterator[tuple[str, str]]:
    """What the declarations and the ruleset forbid in a table whose shape is right."""
    places = {"table": "table"} | {s: dotted("sides", s) for s in table.sides}
    for unit in table.units.values():
        places |= {one.id: place for one, place in _placed(unit)}
    holders: tuple[AnyTable | Side, ...] = (table, *table.sides.values())
    for entity in holders:
        for name, reason in entity.faults():
            if (entity, name) != (table, "options"):
                yield f"{places[entity.id]}.{name}", reason
    yield from broken_units(table.units.values())
    try:
        faults = list(table.spec.faults(table))
    except RULES_FAIL as fault:
        # A ruleset that fails here costs a sentence: what it could have found is no reason to keep a session shut.
        yield "table", f"the ruleset's faults failed: {blame(fault)}"
        return
    for of, name, reason in faults:
        yield ".".join(p for p in (places.get(of, of), name) if p), reason


def broken_units(units: Iterable[Unit]) -> Iterator[tuple[str, str]]:
    """Every declared bound that is broken in these units and their minis, by dotted key."""
    for unit in units:
        for one, place in _placed(unit):
            for name, reason in one.faults():
                yield f"{place}.{name}", reason


def _placed(unit: Unit) -> Iterator[tuple[Unit | Model, str]]:
    """A unit and its models, each with its place in the file."""
    yield unit, dotted("units", unit.id)
    models = unit.miniatures
    for name in unit.specs() if models else ():
        held = getattr(unit, name)
        for number, value in enumerate(held if isinstance(held, tuple) else ()):
            if any(value is model for model in models):
                yield value, dotted("units", unit.id, name, number)
