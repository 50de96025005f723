"""What stands on the card of a unit, made from the declarations of its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from textual.content import Content

from companion.engine.state.contacts import touching
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.table import Entity, Table, Unit
from companion.tui.controller import SessionController
from companion.tui.text import LIFE, LONGEST_BAR, bar, clean, plain, side_label, side_style
from companion.tui.widgets.lines import GUTTER, Row


def first_tracker(entity: Entity) -> FieldSpec | None:
    """The tracker that + and − on the table change: the first that is players may adjust."""
    return next((s for s in entity.specs().values() if s.place == "trackers" and s.adjust and s.kind == "int"), None)


def tracker_text(entity: Entity, spec: FieldSpec) -> str:
    """`♥♥♡`, or the label and the number."""
    value = getattr(entity, spec.name)
    if spec.kind != "int":
        return clean(f"{spec.label} {value}") if value not in (None, "", (), {}) else ""
    most = own_most(entity, spec)
    if value is None:
        return ""
    glyph = spec.glyph
    if glyph == LIFE and counts_losses(spec) and most is not None:
        # A heart is a life: where the field counts what was lost, the hearts still show what is left.
        return bar(glyph, most - value, most)
    if glyph and (most or value) <= LONGEST_BAR:
        return bar(glyph, value, most)
    return clean(f"{spec.label} {value}") + (f"/{most}" if most is not None else "")


def own_most(entity: Entity, spec: FieldSpec) -> int | None:
    """The highest value that means something to players: one that the unit has of its own, not a mere safeguard."""
    most = spec.bounds(entity)[1]
    return most if isinstance(spec.hi, str) or (most is not None and most <= LONGEST_BAR) else None


def counts_losses(spec: FieldSpec) -> bool:
    """Whether a tracker starts at nothing and fills up."""
    return spec.counts_losses


def condition_words(entity: Entity) -> list[str]:
    """The conditions that hold now, by their labels."""
    found = []
    listed: set[str] = set()
    for condition in entity.conditions:
        listed.add(condition.field)
        value = entity.get(condition.field)
        if condition.holds == "word":
            if value == condition.id:
                found.append(condition.label)
        elif condition.holds == "count":
            if value:
                found.append(f"{condition.label} {value}" if value != 1 else condition.label)
        elif condition.holds == "list":
            if value:
                found.append(f"{condition.label} ({len(value)})" if len(value) > 1 else condition.label)
        elif value:
            found.append(condition.label)
    for spec in entity.specs().values():
        if spec.place != "conditions" or spec.name in listed:
            continue
        value = getattr(entity, spec.name)
        if value == spec.default or isinstance(value, (Mapping, tuple)):
            continue
        found.append(spec.label if value is True else f"{spec.label} {value}" if not isinstance(value, str) else value)
    return [clean(w) for w in found]


def tracker_words(unit: Entity, *, skip: str = "") -> list[str]:
    """The trackers as the card shows them, without `skip` and without those at rest (0 with no upper bound)."""
    found = []
    for spec in unit.specs().values():
        if spec.place != "trackers" or spec.name == skip:
            continue
        value = getattr(unit, spec.name)
        if not value and (own_most(unit, spec) is None or (spec.glyph and counts_losses(spec))):
            continue
        text = tracker_text(unit, spec)
        if text:
            found.append(text)
    return found


def gauge(unit: Unit) -> str:
    """What stands at the right of the name: the first tracker, or how many minis stand and what they have lost."""
    models = unit.miniatures
    if len(models) == 1:
        spec = first_tracker(models[0])
        return tracker_text(models[0], spec) if spec is not None else ""
    if models:
        standing = [model for model in models if model.alive]
        spec = first_tracker(models[0])
        lost = sum(getattr(model, spec.name) for model in standing) if spec is not None and counts_losses(spec) else 0
        losses = f"{spec.glyph} {lost}  " if lost and spec is not None else ""
        return f"{losses}{len(standing)}/{len(models)} minis"
    main = first_tracker(unit)
    if main is None or (not getattr(unit, main.name) and own_most(unit, main) is None):
        return ""
    return tracker_text(unit, main)


def near(table: Table[Any, Any], unit: Unit) -> list[str]:
    """The names of the living units in contact with this one or with one of its minis."""
    found: dict[str, None] = {}
    for own in (unit.id, *(p.id for p in unit.miniatures)):
        for other in touching(table, own):
            owner = table.owner(other)
            if owner is not unit and owner.alive:
                found[owner.name] = None
    return list(found)


def waiting(controller: SessionController) -> Mapping[str, str]:
    """The units of the side whose turn it is that no open action can name now, with the reason."""
    closed: dict[str, str] = {}
    free: dict[str, None] = {}
    table = controller.session.table
    for action in controller.hooks.actions():
        for option in action.values if action.open else ():
            unit = table.units.get(option.value) if isinstance(option.value, str) else None
            if unit is not None and option.why_not is None:
                free[unit.id] = None
            elif unit is not None and unit.side == table.active and option.why_not:
                closed.setdefault(unit.id, option.why_not)
    return {unit: why for unit, why in closed.items() if unit not in free}


def card(controller: SessionController, unit: Unit, width: int, spent: Mapping[str, str]) -> Row:
    """One unit in two lines (one where there is nothing more to say): name and wounds, then all the rest."""
    table = controller.session.table
    room = max(6, width - GUTTER)
    if not unit.alive:
        return Row(unit.id, plain(unit.name, "strike $quiet").truncate(room, ellipsis=True), closed=True)
    main = first_tracker(unit) if not unit.miniatures else None
    right = gauge(unit)
    right = right if len(right) < room - 4 else ""
    name_room = room - (len(right) + 1 if right else 0)
    resting = unit.id in spent
    name = plain(unit.name, "$quiet" if resting else f"bold {side_style(table, unit.side)}")
    first = Content.assemble(
        name.truncate(name_room, ellipsis=True, pad=True),
        " " if right else "",
        (right, f"bold {side_style(table, unit.side)}"),
    )
    words: list[Content] = [plain(w, "$quiet") for w in tracker_words(unit, skip=main.name if main else "")]
    words += [plain(w, "bold $warning") for w in condition_words(unit)]
    words += [plain(w, "italic") for w in controller.hooks.badges(unit)]
    badges = " ".join(controller.hooks.badges(unit))
    touched = [name for name in near(table, unit) if name not in badges]
    if touched:
        words.append(plain("↔ " + ", ".join(touched), "bold"))
    if not words:
        return Row(unit.id, first)
    return Row(unit.id, Content.assemble(first, "\n", Content(" · ").join(words).truncate(room, ellipsis=True)))


def side_rows(controller: SessionController, side: str, roomy: Callable[[], bool], width: int) -> list[Row]:
    """One side: its name with its own trackers, the cards of those in play, and the fallen below.

    With a line between the cards where there is room.
    """
    spent = waiting(controller)
    table = controller.session.table
    units = [u for u in table.units.values() if u.side == side]
    standing = [u for u in units if u.alive]
    fallen = [u for u in units if not u.alive]
    words = "  ".join(tracker_words(table.sides[side]))
    head = Content.assemble(side_label(table, side), plain(f"  {words}", "$quiet"))
    rows = [Row(side, head.truncate(max(6, width - GUTTER), ellipsis=True))]
    for unit in [*standing, *fallen]:
        if roomy():
            rows.append(Row(None, Content(""), heading=True))
        rows.append(card(controller, unit, width, spent))
    return rows


def melee_rows(controller: SessionController) -> list[Row]:
    """The melees, one row each: who is in it, side by side."""
    table = controller.session.table
    rows = []
    for number, group in enumerate(controller.hooks.melees(), 1):
        units = [table.units[i] for i in group]
        sides = [s for s in table.sides if any(u.side == s for u in units)]
        teams = [plain(", ".join(u.name for u in units if u.side == s), side_style(table, s)) for s in sides]
        rows.append(Row(group[0], Content.assemble((f"{number} ", "bold"), Content(" ── ").join(teams))))
    return rows
