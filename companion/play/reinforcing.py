"""Reinforcements as typed words: a unit or a mini joins the game under way, or leaves it."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.wording import does
from companion.frontend.minis import mini_joins, mini_leaves
from companion.frontend.naming import entity_named, entity_names, longest_name, meant
from companion.frontend.setup import Setup, newcomer
from companion.play.kit import unit_named

JOIN = "join SIDE and a unit of the list, join SIDE blank, or join SIDE Grim, axe +2"
BLANK = "blank"
MINI = "mini UNIT joins why, or mini UNIT 3 leaves why"
_IN, _OUT = "joins", "leaves"


def template_lines(session: Session) -> Iterator[str]:
    """The units that may join, a line each."""
    yield "Units that may join; each is a copy with its own name:"
    yield from (f"  {unit.name}." for unit in Setup(session.ruleset).templates)
    yield f"  {BLANK}: a unit without weapons and traits, to adjust."


def roster_lines(session: Session) -> Iterator[str]:
    """The units of every side as lines of text, as a roster or a form takes them."""
    lines = Setup(session.ruleset).lines()
    for side in session.table.sides.values():
        yield f"# {side.name}"
        yield from (lines.line(unit) for unit in session.table.units.values() if unit.side == side.id)


def join(session: Session, text: str) -> list[Event]:
    """`SIDE UNIT`, or `SIDE` and a line of a unit as `roster_lines` reads it.

    Raises InvalidInput where either is unknown, or while a procedure is open.
    """
    if session.run is not None:
        raise InvalidInput(f"units join between procedures: finish or leave {session.run.procedure.title} first")
    table = session.table
    sides = {of: names for of, names in entity_names(table).items() if of in table.sides}
    name, rest = longest_name(text.split(), list(sides.values()), keep=1)
    found = meant(sides, name)
    if len(found) != 1 or not rest:
        raise InvalidInput("a side and a unit are wanted", hint=JOIN)
    wanted = " ".join(rest)
    setup = Setup(session.ruleset)
    if "," in wanted or "=" in wanted:
        return session.join(newcomer(table, setup.lines().read(wanted), found[0]), "reinforcements")
    templates = {unit.id: unit for unit in setup.templates}
    units = meant({of: (of, unit.name) for of, unit in templates.items()}, wanted)
    if len(units) != 1 and wanted.casefold() != BLANK:
        may = " or ".join(templates[of].name for of in units)
        raise InvalidInput(f"{wanted!r} may mean {may}" if may else f"no unit is called {wanted!r}", hint=JOIN)
    template = None if wanted.casefold() == BLANK else templates[units[0]]
    return session.join(newcomer(table, template, found[0]), "reinforcements")


def remove(session: Session, text: str) -> list[Event]:
    """`UNIT why…`"""
    names = list(entity_names(session.table).values())
    name, rest = longest_name(text.split(), names, keep=0)
    unit = unit_named(session, entity_named(session.table, name) if name else "")
    return session.remove(unit.id, " ".join(rest) or "by hand")


def mini(session: Session, text: str) -> list[Event]:
    """`UNIT joins why…`, `UNIT leaves why…`, `UNIT 3 leaves why…`: one mini more or less, and no casualty."""
    table = session.table
    name, rest = longest_name(text.split(), list(entity_names(table).values()), keep=1)
    way = rest[0].casefold() if rest else ""
    if way not in (_IN, _OUT):
        raise InvalidInput("a unit or mini, and joins or leaves, are wanted", hint=MINI)
    of = entity_named(table, name)
    unit = unit_named(session, of)
    why = " ".join(rest[1:])
    if way == _OUT:
        return mini_leaves(session, unit, "" if of == unit.id else of, why)
    if of != unit.id:
        raise InvalidInput(f"{does(table.title(of), 'is')} on the table already", hint=MINI)
    return mini_joins(session, unit, why)
