"""What stands on the card of a unit, made from the declarations of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from textual.content import Content

from companion.engine.contacts import touching
from companion.engine.declare import FieldSpec
from companion.engine.table import Entity, Table, Unit
from companion.tui.seat import Seat
from companion.tui.text import bar, clean, plain, side_style
from companion.tui.widgets.lines import GUTTER, Row


def first_tracker(entity: Entity) -> FieldSpec | None:
    """The tracker that + and − on the table change: the first that is declared for hands."""
    return next((s for s in entity.specs().values() if s.said.place == "trackers" and s.said.adjust
                 and s.kind == "int"), None)


def tracker_text(entity: Entity, spec: FieldSpec) -> str:
    """`♥♥♡`, or the label and the number."""
    value = getattr(entity, spec.name)
    if spec.kind != "int":
        return clean(f"{spec.label} {value}") if value not in (None, "", (), {}) else ""
    _, most = spec.bounds(entity)
    if value is None:
        return ""
    if spec.said.glyph:
        return bar(spec.said.glyph, value, most)
    return clean(f"{spec.label} {value}") + (f"/{most}" if most is not None else "")


def condition_words(entity: Entity) -> list[str]:
    """The conditions that hold now, by their labels."""
    found = []
    told: set[str] = set()
    for held in entity.conditions:
        told.add(held.field)
        value = entity.get(held.field)
        if held.holds == "word":
            if value == held.id:
                found.append(held.label)
        elif held.holds == "count":
            if value:
                found.append(f"{held.label} {value}" if value != 1 else held.label)
        elif held.holds == "list":
            if value:
                found.append(f"{held.label} ({len(value)})" if len(value) > 1 else held.label)
        elif value:
            found.append(held.label)
    for spec in entity.specs().values():
        if spec.said.place != "conditions" or spec.name in told:
            continue
        value = getattr(entity, spec.name)
        if value == spec.default or isinstance(value, (Mapping, tuple)):
            continue
        found.append(spec.label if value is True else f"{spec.label} {value}" if not isinstance(value, str) else value)
    return [clean(w) for w in found]


def tracker_words(unit: Unit, *, skip: str = "") -> list[str]:
    """The trackers as the card shows them, without `skip` and without those at rest (0 with no upper bound)."""
    found = []
    for spec in unit.specs().values():
        if spec.said.place != "trackers" or spec.name == skip:
            continue
        value = getattr(unit, spec.name)
        if not spec.said.glyph and not value and spec.bounds(unit)[1] is None:
            continue
        text = tracker_text(unit, spec)
        if text:
            found.append(text)
    return found


def part_words(unit: Unit) -> str:
    """How many minis stand and their first trackers, where the game tells minis apart."""
    parts = unit.parts
    if not parts:
        return ""
    standing = [p for p in parts if p.alive]
    return f"{len(standing)} of {len(parts)} minis"


def near(table: Table[Any, Any], unit: Unit) -> list[str]:
    """The names of the living units in contact with this one or with one of its minis."""
    found: dict[str, None] = {}
    for own in (unit.id, *(p.id for p in unit.parts)):
        for other in touching(table, own):
            owner = table.owner(other)
            if owner is not unit and owner.alive:
                found[owner.name] = None
    return list(found)


def waiting(seat: Seat) -> Mapping[str, str]:
    """The units that no open action can name now, with the reason."""
    closed: dict[str, str] = {}
    open_: set[str] = set()
    for action in seat.actions():
        for option in action.values:
            if option.why_not is None and action.open:
                open_.add(str(option.value))
            else:
                closed.setdefault(str(option.value), option.why_not or "")
    return {unit: why for unit, why in closed.items() if unit not in open_ and why}


def card(seat: Seat, unit: Unit, width: int, spent: Mapping[str, str]) -> Row:
    """One unit in two lines (one where there is nothing more to say): name and wounds, then all the rest."""
    table = seat.session.table
    room = max(6, width - GUTTER)
    if not unit.alive:
        return Row(unit.id, plain(unit.name, "strike $text-muted").truncate(room, ellipsis=True), closed=True)
    main = first_tracker(unit)
    gauge = tracker_text(unit, main) if main is not None else ""
    gauge = gauge if len(gauge) < room - 4 else ""
    name_room = room - (len(gauge) + 1 if gauge else 0)
    resting = unit.id in spent
    name = plain(unit.name, "$text-muted" if resting else f"bold {side_style(table, unit.side)}")
    first = Content.assemble(name.truncate(name_room, ellipsis=True, pad=True), " " if gauge else "",
                             (gauge, f"bold {side_style(table, unit.side)}"))
    words: list[Content] = [plain(w, "$text-muted") for w in tracker_words(unit, skip=main.name if main else "")]
    if unit.parts:
        words.append(plain(part_words(unit)))
    words += [plain(w, "bold $warning") for w in condition_words(unit)]
    words += [plain(w, "italic") for w in seat.badges(unit)]
    touched = near(table, unit)
    if touched:
        words.append(plain("↔ " + ", ".join(touched), "bold"))
    if not words:
        return Row(unit.id, first)
    return Row(unit.id, Content.assemble(first, "\n", Content(" · ").join(words).truncate(room, ellipsis=True)))


def side_rows(seat: Seat, side: str, width: int) -> list[Row]:
    """The cards of one side: those in play, and the fallen below."""
    spent = waiting(seat)
    units = [u for u in seat.session.table.units.values() if u.side == side]
    standing = [u for u in units if u.alive]
    fallen = [u for u in units if not u.alive]
    return [card(seat, u, width, spent) for u in [*standing, *fallen]]


def melee_rows(seat: Seat) -> list[Row]:
    """The melees, one row each: who is in it, side by side."""
    table = seat.session.table
    rows = []
    for number, group in enumerate(seat.melees(), 1):
        units = [table.units[i] for i in group]
        sides = [s for s in table.sides if any(u.side == s for u in units)]
        teams = [plain(", ".join(u.name for u in units if u.side == s), side_style(table, s)) for s in sides]
        rows.append(Row(group[0], Content.assemble((f"{number} ", "bold"), Content(" ── ").join(teams))))
    return rows
