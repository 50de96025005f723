"""The table as text: round and turn, each side's units with what they have left, and who fights whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.engine import log
from companion.engine.state.entity import Condition, Entity
from companion.engine.state.table import AnyTable, Side, Unit
from companion.engine.wording import does
from companion.frontend.hooks import Hooks
from companion.frontend.naming import told_apart
from companion.frontend.wording import titled, value_words
from companion.play.standing_text import row_text

NOTHING: Final = "none"
"""How games word a value that stands for nothing."""


def where(table: AnyTable) -> str:
    """`Round 2, Action phase, Rhea acts.`"""
    phase = table.spec.phase(table.phase).title
    turn = f", {does(table.title(table.active), 'acts')}" if table.active and table.over is None else ""
    return f"{titled(table.spec.round_named(table.round))}, {phase}{turn}."


def table_lines(hooks: Hooks) -> Iterator[str]:
    """The whole table, a line a unit. Ids only where two things share a name."""
    table = hooks.session.table
    yield where(table)
    facts = ", ".join(_facts(table))
    if facts:
        yield f"On the table: {facts}."
    said: dict[str, str] = {}
    for side in table.sides.values():
        units = [u for u in table.units.values() if u.side == side.id]
        left = f"{sum(u.alive for u in units)} of {len(units)} left"
        yield f"{told_apart(table, side.id)}: {', '.join([left, *_facts(side)])}."
        for unit in units:
            said[unit.id] = unit_line(hooks, unit)
            yield "  " + said[unit.id]
            yield from ("    " + line for line in model_lines(table, unit))
    for place, melee in enumerate(hooks.melees(), 1):
        yield f"Melee {place}: " + ", ".join(table.title(of) for of in melee) + "."
    for (a, b), flags in table.contacts.items():
        if table.title(b) in said.get(a, "") and table.title(a) in said.get(b, ""):
            continue
        words = ", ".join(log.flag_words(table, (a, b), flags))
        yield f"{table.title(a)} and {table.title(b)} touch" + (f" ({words})" if words else "") + "."


def unit_line(hooks: Hooks, unit: Unit) -> str:
    """`Ann: Health 3 of 3, Shaken`; of a unit that is out of action nothing else."""
    name = told_apart(hooks.session.table, unit.id)
    if not unit.alive:
        return f"{name}, out of action"
    facts = [*_facts(unit), *hooks.badges(unit)]
    return name + (": " + ", ".join(facts) if facts else "")


def model_lines(table: AnyTable, unit: Unit) -> Iterator[str]:
    """`Ann 2, out of action`, with what it has left: a line each for those of several of whom there is something to
    tell, while the unit stands.
    """
    if not unit.alive or len(unit.miniatures) < 2:
        return
    for model in unit.miniatures:
        facts = "" if not model.alive else ", ".join(_facts(model))
        if facts or not model.alive:
            yield table.title(model.id) + ("" if model.alive else ", out of action") + (f": {facts}" if facts else "")


def _facts(entity: Entity) -> Iterator[str]:
    """What counts in a fight, the other trackers, then the conditions that hold. A 0 of no account is left out.

    The highest value stands with a number only where another field says it: a bound in figures is a mere safeguard.
    """
    standing = {row.key: row for row in entity.standing_rows()} if isinstance(entity, Unit) else {}
    yield from filter(None, (row_text(row, zero=False) for row in standing.values()))
    listed = {condition.field for condition in entity.conditions}
    for spec in entity.specs().values():
        value = getattr(entity, spec.name)
        if spec.place == "trackers" and spec.kind == "int" and value is not None:
            # Nobody scored yet, and most games never do: then nothing is said of it.
            quiet = not isinstance(entity, Side) or spec.name == "score"
            if spec.name not in standing and (value or not quiet):
                most = spec.bounds(entity)[1] if isinstance(spec.hi, str) else None
                yield row_text(spec.row(entity, most))
        elif spec.place == "trackers" and spec.kind != "map" and value and spec.name not in listed:
            words = value_words(None, spec.worded(value) if isinstance(value, str) else value)
            if words != NOTHING:
                yield f"{spec.label} {words}"
        elif spec.place == "conditions" and spec.kind in ("bool", "text") and spec.name not in listed and value:
            words = "" if value is True else spec.worded(value)
            if words != NOTHING:
                yield f"{spec.label} {words}".rstrip()
    for condition in entity.conditions:
        yield from _condition(entity, condition)


def _condition(entity: Entity, condition: Condition) -> Iterator[str]:
    value = entity.get(condition.field)
    if condition.holds == "word":
        if value == condition.id:
            yield condition.label
    elif value:
        yield condition.label if value is True else f"{condition.label} {value_words(None, value)}"
