"""What the table shows of each unit, gathered once for a moment of play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_not
from typing import Any, Literal, NamedTuple
from weakref import WeakKeyDictionary

from companion.engine.frozen import frozen
from companion.engine.state.health import Life, life
from companion.engine.state.table import Unit
from companion.frontend.by_hand import second_spec
from companion.frontend.cells import bound_together
from companion.frontend.letters import letters
from companion.tui.cards import (
    Tokens,
    declared_words,
    fields_in,
    flag_words,
    life_fields,
    list_words,
    model_words,
    near,
    spent_words,
    tokens,
    tracker_words,
    units_in,
)
from companion.tui.controller import SessionController
from companion.tui.text import clean, side_style

Order = Literal["table", "name", "health", "to act"]
ORDERS: tuple[Order, ...] = ("table", "name", "health", "to act")
"""How the units of a side may be sorted; those in a melee come first in every order but by name."""

_PAIR = 2


class Facts(NamedTuple):
    """One unit: `conditions` are to be minded, what is used up first of all; `words` are what it has, `near` whom it
    touches.

    `waits`: it has yet to act; `done`: others of its side do, and it does not. `lists` are its weapons and traits.
    `second` is its second tracker in words where that is no condition, `melee` the number of the melee it is in, 0
    where it is in none; `paired`: nobody but these two is in it; `bounded`: a condition says what its health comes to.
    What has a default hangs on the table around it.
    """

    id: str
    name: str
    side: str
    alive: bool
    life: Life | None
    tokens: Tokens | None
    conditions: tuple[str, ...]
    words: tuple[str, ...]
    second: tuple[str, ...]
    mark: str
    notes: str
    lists: tuple[str, ...]
    letter: str = ""
    style: str = ""
    """That of the marks and pips of its side."""
    near: tuple[str, ...] = ()
    melee: int = 0
    paired: bool = False
    waits: bool = False
    done: bool = False
    bounded: bool = False

    def __hash__(self) -> int:
        # Of all its fields: a table looks up what was drawn of each unit, several times a key.
        return hash(self.id)


@frozen
class Board:
    """The units of every side in the order shown, the melees, and who is to act."""

    sides: dict[str, list[Facts]]
    melees: Sequence[Sequence[str]]
    to_act: frozenset[str]
    by_melee: bool = True
    """Whether units in the same melee follow one another on each side."""

    def waiting(self, side: str) -> int:
        """How many units of a side are to act."""
        return sum(one.waits for one in self.sides[side])


def board_of(controller: SessionController, order: Order = "table") -> Board:
    """Everything that the table shows of its units now."""
    table = controller.session.table
    melees = controller.hooks.melees()
    fighting = {of: place for place, group in enumerate(melees, 1) for of in group}
    pairs = frozenset(of for group in melees if len(group) == _PAIR for of in group)
    marks = letters(controller.session)
    to_act = frozenset(controller.hooks.to_act())
    acting = {table.units[of].side for of in to_act}
    sides: dict[str, list[Facts]] = {side: [] for side in table.sides}
    styles = {side: side_style(table, side) for side in sides}
    for unit in table.units.values():
        if unit.side in sides:
            own = _alone(unit)._replace(
                letter=marks[unit.id],
                style=styles[unit.side],
                paired=unit.id in pairs,
                waits=unit.id in to_act,
                done=unit.side in acting and unit.id not in to_act,
            )
            fallen = own._replace(conditions=(), words=())
            facts = _standing(controller, unit, own, fighting.get(unit.id, 0)) if unit.alive else fallen
            sides[unit.side].append(facts)
    for units in sides.values():
        units.sort(key=lambda one: _rank(one, order, fighting))
    return Board(sides, melees, to_act, order == "table")


def _rank(one: Facts, order: Order, fighting: dict[str, int]) -> tuple[bool, Any, Any]:
    """Units in a melee first, melee by melee; the fallen last."""
    melee = fighting.get(one.id, len(fighting) + 2)
    if order == "name":
        return (not one.alive, one.name.casefold(), "")
    if order == "health":
        left = one.life
        share = 1.0 if left is None else left.now / max(1, left.most or left.now or 1)
        return (not one.alive, share, left.now if left is not None else 0)
    if order == "to act":
        return (not one.alive, not one.waits, melee)
    return (not one.alive, melee, "")


_Values = Sequence[Sequence[object]]
"""The values of all fields of a unit, and of each of its minis."""

_told: WeakKeyDictionary[Unit, tuple[_Values, Facts]] = WeakKeyDictionary()
"""What was told of a unit last, with its values then: a table has many units, and one changes."""


def _alone(unit: Unit) -> Facts:
    """What there is to say of a unit wherever it stands."""
    values = unit.values_with_minis()
    before, own = _told.get(unit, ((), None))
    # A field that was not written since holds the very same value.
    written = len(before) != len(values) or any(any(map(is_not, *pair)) for pair in zip(before, values, strict=True))
    if own is not None and not written:
        return own
    left = life(unit) if unit.alive else None
    # Without minis, its health is read from the same field.
    read = life_fields(unit) if unit.miniatures or left is None else ()
    beside = tokens(unit)
    drawn = (*read, *(left.fields if left else ()), *((beside.field,) if beside is not None else ()))
    words = (
        *flag_words(unit),
        *(model_words(unit) if left is None or not left.each else ()),
        *tracker_words(unit, drawn),
    )
    second = second_spec(unit)
    other = tuple(name for name in unit.specs() if second is None or name != second.name)
    own = Facts(
        unit.id,
        clean(unit.name),
        unit.side,
        unit.alive,
        left,
        beside,
        (*spent_words(unit), *declared_words(unit)),
        words,
        tuple(word for word in tracker_words(unit, other) if word in words),
        clean(unit.mark),
        clean(unit.notes),
        tuple(list_words(unit)),
    )
    _told[unit] = (values, own)
    return own


def _standing(controller: SessionController, unit: Unit, own: Facts, melee: int) -> Facts:
    """The same of a unit that stands, with what the game says of it now and whom it touches."""
    table = controller.session.table
    badges = controller.hooks.badges(unit)
    about = [clean(word) for word in badges if units_in(word)]
    # Who has acted is drawn before the name.
    state = (clean(word) for word in badges if not units_in(word) and "activated" not in fields_in(word))
    touched = near(table, unit, badges)
    beside = (*about, *(["with " + ", ".join(touched)] if touched else []))
    # Most of many units touch nobody.
    others = [clean(other.name) for other in table.units.values() if other is not unit and other.side] if beside else []
    conditions = _once([*own.conditions, *state])
    return own._replace(
        conditions=conditions,
        words=tuple(word for word in own.words if word not in conditions),
        near=tuple(bound_together(word, others) for word in beside),
        melee=melee,
        bounded=own.life is not None and any(not fields_in(word).isdisjoint(own.life.fields) for word in badges),
    )


def _once(words: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for word in words:
        found.setdefault(word.casefold(), word)
    return tuple(found.values())
