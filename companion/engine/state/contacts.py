"""Who touches whom: pure functions of the contacts. Melees and neighbours are derived, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.state.paths import Flags, Pair, ordered_flags, pair_key
from companion.engine.state.table import AnyTable, Model, Side, Table, Unit
from companion.engine.wording import does

U = TypeVar("U", bound=Unit)
S = TypeVar("S", bound=Side)


def touching(table: AnyTable, of: str) -> list[str]:
    """The ids (units or minis) in contact with this one, dead or alive, in listing order of the table."""
    found = {b if a == of else a for a, b in table.contacts if of in (a, b)}
    return sorted(found, key=lambda i: (_place(table, i), i)) if len(found) > 1 else list(found)


def units_touching(table: AnyTable, unit: Unit) -> list[Unit]:
    """The living units in contact with this one or with one of its minis."""
    found: dict[str, Unit] = {}
    for own in (unit.id, *(mini.id for mini in unit.miniatures)):
        for other in touching(table, own):
            owner = table.owner(other)
            if owner is not unit and owner.alive:
                found[owner.id] = owner
    return list(found.values())


def enemies_touching(table: Table[U, S], unit: U) -> list[U]:
    """The enemies in play that this unit touches, in listing order; none if it is out of play itself.

    For games whose units touch as a whole.
    """
    if not unit.alive:
        return []
    of, found = unit.id, []
    for a, b in table.contacts:
        if of in (a, b):
            other = table.units[b if of == a else a]
            if other.alive and table.enemies(unit, other):
                found.append(other)
    return found if len(found) < 2 else [u for u in table.units.values() if u in found]


def _place(table: AnyTable, of: str) -> int:
    for place, known in enumerate(table._entities):
        if known == of:
            return place
    return -1


def checked_contact(table: AnyTable, a: str, b: str, flags: object) -> dict[str, object] | None:
    """The flags of a contact between a and b as players may set them (None: they no longer touch).

    Raises InvalidInput if the two cannot touch or the game knows no such flag.
    """
    for of in (a, b):
        if not isinstance(table.find(of), (Unit, Model)):
            raise InvalidInput(f"{table.title(of)} cannot touch anything", hint="units: " + ", ".join(table.units))
    if flags is None:
        return None
    if not isinstance(flags, Mapping):
        raise InvalidInput(f"the flags of a contact are a table of names and values, not {flags!r}")
    spec = table.spec
    for of in (a, b):
        if spec.contact_level == "mini" and not isinstance(table.find(of), Model):
            raise InvalidInput(
                f"{does(table.title(of), 'touches by its')} minis",
                hint="minis: " + ", ".join(p.id for p in table.owner(of).miniatures),
            )
    for flag, value in flags.items():
        if flag not in spec.contact_flags:
            raise InvalidInput(f"a contact has no flag {flag!r}", hint=", ".join(spec.contact_flags) or "no flags")
        if value is not None and not isinstance(value, (bool, int, str)):
            raise InvalidInput(f"{flag} cannot be {value!r}")
    if table.owner(a) is table.owner(b):
        raise InvalidInput("a unit does not touch itself")
    if not spec.friends_touch and not table.enemies(table.owner(a), table.owner(b)):
        raise InvalidInput(f"{table.title(a)} and {table.title(b)} are on the same side")
    return ordered_flags(a, b, flags)


def put_contact(table: AnyTable, key: Pair, flags: Flags | None) -> None:
    """Writes a contact in place; None takes it away. For the engine alone: rule code records its changes.

    Contacts stay sorted, so that undoing a change gives the very same order.
    """
    if flags is None:
        table.contacts.pop(key, None)
    elif key in table.contacts:
        table.contacts[key] = flags
    else:
        ordered = sorted((*table.contacts.items(), (key, flags)), key=lambda item: item[0])
        table.contacts.clear()
        table.contacts.update(ordered)


def in_contact(table: AnyTable, a: str, b: str) -> bool:
    return ((a, b) if a <= b else (b, a)) in table.contacts


def flag_of(table: AnyTable, a: str, b: str, name: str) -> object:
    """A flag of the contact as seen from a: `a_engaged` means a's own flag whatever order the pair is kept in."""
    flags = table.contacts.get(pair_key(a, b))
    return None if flags is None else ordered_flags(a, b, flags).get(name)


def enemy_pairs(table: AnyTable) -> list[Pair]:
    """The pairs of living enemy units that touch, at the level of units, each once, in listing order."""
    found: dict[Pair, None] = {}
    for a, b in table.contacts:
        one, two = table.owner(a), table.owner(b)
        key = pair_key(one.id, two.id)
        # Of two units many minis touch: one pair of them that stands is enough.
        if (
            key not in found
            and table.enemies(one, two)
            and _stands(table, a)
            and _stands(table, b)
            and one.alive
            and two.alive
        ):
            found[key] = None
    if len(found) < 2:
        return list(found)
    place = {of: n for n, of in enumerate(table.units)}
    return sorted(found, key=lambda pair: sorted((place[pair[0]], place[pair[1]])))


def _stands(table: AnyTable, of: str) -> bool:
    entity = table.find(of)
    return entity.alive if isinstance(entity, (Unit, Model)) else True


def components(nodes: Sequence[str], edges: Iterable[Pair]) -> list[list[str]]:
    """The connected groups of two or more, each in the order of `nodes`, groups by their first member."""
    near: dict[str, list[str]] = {}
    for a, b in edges:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    group: dict[str, int] = {}
    count = 0
    for node in nodes:
        if node in group or node not in near:
            continue
        reached = [node]
        group[node] = count
        for here in reached:
            for there in near[here]:
                if there not in group:
                    group[there] = count
                    reached.append(there)
        count += 1
    result: list[list[str]] = [[] for _ in range(count)]
    for node in nodes:
        if node in group:
            result[group[node]].append(node)
    return result


def melees(table: AnyTable) -> list[list[str]]:
    """The connected groups of units in contact with enemies, as lists of unit ids in listing order."""
    links = table.spec.links or enemy_pairs
    return components(list(table.units), links(table))
