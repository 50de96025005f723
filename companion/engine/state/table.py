"""The whole state of play: a table with its sides, units and contacts.

Rule code reads these objects and never assigns to them; every change goes through `Context.change` or an adjustment,
which write in place, so that a unit held across an `await` shows its present values.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeAlias, TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Entity, plain_null
from companion.engine.state.paths import HEADCOUNT, Flags, Pair, mini_number
from companion.engine.state.spec import TableSpec
from companion.engine.wording import name_one

COLOURS: Final = ("red", "blue", "green", "yellow")
"""Those of sides, in the order in which they are given out."""


@dataclass(eq=False, repr=False, kw_only=True)
class Model(Entity):
    """One miniature of a unit, with an id and trackers of its own."""

    id: str = internal("")

    @property
    def alive(self) -> bool:
        return True

    def as_record(self) -> dict[str, object]:
        return self.dump()


@dataclass(eq=False, repr=False, kw_only=True)
class NamedEntity(Entity):
    """A unit or a side: it has a name by which players know it, of one or of many."""

    id: str = internal("")
    name: str = profile("", "name")

    def __post_init__(self) -> None:
        self.name = self.name or self.id
        self.derive()
        name_one(self.name, one=self.is_one)

    @property
    def is_one(self) -> bool:
        """Whether its name is that of one; else it reads as that of many if its letters say so."""
        return True

    def put(self, path: str, value: object) -> None:
        super().put(path, value)
        if path == "name":
            name_one(self.name, one=self.is_one)


@dataclass(eq=False, repr=False, kw_only=True)
class Unit(NamedEntity):
    """One thing that fights. Each ruleset declares its own with the field names of its rulebook."""

    counts_models: ClassVar[tuple[str, ...]] = ()
    """Of a unit whose models have no names: the fields that count them, those on the table first.

    One that joins late or was put there by mistake counts in all of them.
    """

    side: str = profile("", "side")
    notes: str = profile("", "Notes", place="lists", help="free words of the players")
    mark: str = flag("", "Mark", place="lists", help="a word beside its name: an objective, a red base")

    @property
    def is_one(self) -> bool:
        """Whether it is a single model. Rulesets of single models say so."""
        many: int = getattr(self, self.counts_models[-1]) if self.counts_models else len(self.miniatures)
        return many == 1

    def get(self, path: str) -> Any:
        """The value of a field; of `minis.count` how many models it has, if the game only counts them."""
        if path == HEADCOUNT and self.counts_models:
            return getattr(self, self.counts_models[0])
        return super().get(path)

    @property
    def alive(self) -> bool:
        return True

    def of_a_turn(self) -> Mapping[str, object]:
        """What its fields that last a turn, a round or less hold again when that is over, and so after the game.

        A path of each to its value. Rulesets say it.
        """
        return {}

    def values_with_minis(self) -> tuple[tuple[object, ...], ...]:
        return tuple(each.values() for each in (self, *self.miniatures))

    @property
    def miniatures(self) -> tuple[Model, ...]:
        """Its models, if the game tells them apart."""
        return ()

    def in_order_of_loss(self) -> Sequence[Model]:
        """Its living models, first the one that takes the next wound where players do not choose another.

        Rulesets with an order of their own override this.
        """
        return [model for model in self.miniatures if model.alive]


@dataclass(eq=False, repr=False, kw_only=True)
class Side(NamedEntity):
    """A player's force. Its name is the player's: that of one, unless a ruleset says that it is not."""

    colour: str = profile("", "colour", choices=(*COLOURS, ""))
    alliance: str = profile("", "alliance", help="sides of one alliance are friends; empty: its own")
    dice_word: str = internal("", "word for the app's dice")
    score: int = tracker(0, "Victory points", help="of this game; a change of it says what for")


@frozen
class Over:
    """How the game ended. `winner` is a side or None for a draw."""

    winner: str | None
    why: str

    def as_record(self) -> dict[str, object]:
        return {"winner": plain_null(self.winner), "why": self.why}


class Departed(NamedTuple):
    """A unit or model that has left the table, as it was then, and the unit that it is or belonged to."""

    entity: Entity
    owner: Unit


S_co = TypeVar("S_co", bound=Side, covariant=True)
U_co = TypeVar("U_co", bound=Unit, covariant=True)


DICE_WORD: Final = "dice_word"
"""The field of a side with the word that its player adds to the app's dice: docs/dice.md."""

OVER: Final = "over"
"""The phase of a game that has ended; rules need not declare it."""


@dataclass(eq=False, repr=False, kw_only=True)
class Table(Entity, Generic[U_co, S_co]):
    """The whole state of play. Rulesets add trackers of the game by subclassing."""

    open_maps: ClassVar[tuple[str, ...]] = ("options",)
    spec: TableSpec
    name: str = ""
    units: dict[str, U_co] = dataclasses.field(default_factory=dict)
    sides: dict[str, S_co] = dataclasses.field(default_factory=dict)
    contacts: dict[Pair, Flags] = dataclasses.field(default_factory=dict)
    options: Mapping[str, Any] = internal(dict)
    round: int = internal(1, "round", lo=0)
    phase: str = internal("", "phase")
    active: str | None = internal(None, "active side")
    over_winner: str | None = internal(None, "winner")
    over_why: str = internal("", "why the game ended")
    odds_looks: int = internal(0, "looks at the odds", lo=0)

    id: ClassVar[str] = "table"

    def __post_init__(self) -> None:
        self._departed: Callable[[], Mapping[str, Departed]] = dict
        self.reindex()
        self.contacts = dict(sorted(self.contacts.items(), key=lambda item: item[0]))
        self.options = {**self.spec.default_options(), **self.options}
        self.phase = self.phase or (self.spec.phases[0].id if self.spec.phases else "")

    def reindex(self) -> None:
        """Makes the look-up by id again, after units were added or taken off."""
        self._owner: dict[str, U_co] = {}
        self._entities: dict[str, Entity] = {"table": self, **self.sides, **self.units}
        for unit in self.units.values():
            self._owner[unit.id] = unit
            for model in unit.miniatures:
                self._entities[model.id] = model
                self._owner[model.id] = unit

    def is_id(self, of: str) -> bool:
        return of in self._entities

    @property
    def over(self) -> Over | None:
        return Over(self.over_winner, self.over_why) if self.over_why else None

    def find(self, of: str) -> Entity:
        """The unit, model, side or table with this id; raises InvalidInput if there is none."""
        try:
            return self._entities[of]
        except KeyError:
            raise self._unknown(of) from None

    def remember(self, departed: Callable[[], Mapping[str, Departed]]) -> None:
        """From now on `departed` says who has left this table."""
        self._departed = departed

    def known(self, of: str) -> Entity | None:
        """The unit, model, side or table with this id; one that has left as it was then. None if there was none."""
        found = self._entities.get(of)
        if found is not None:
            return found
        gone = self._departed().get(of)
        return gone.entity if gone is not None else None

    def departed(self) -> list[Unit]:
        """The units that have left and did not come back, as they were then, in the order in which they left."""
        return [gone.owner for of, gone in self._departed().items() if of == gone.owner.id and of not in self.units]

    def unit(self, of: str) -> U_co:
        try:
            return self.units[of]
        except KeyError:
            raise self._unknown(of) from None

    def _unknown(self, of: str) -> InvalidInput:
        return InvalidInput(f"there is no unit {of!r}", hint="units: " + ", ".join(self.units), code="unknown_unit")

    def owner(self, of: str) -> U_co:
        return self._owner[of]

    def owner_of(self, of: str) -> U_co | None:
        """The unit that this id belongs to; None if it is no unit or model: a side, or what a game makes up."""
        return self._owner.get(of)

    def side(self, of: str) -> S_co:
        return self.sides[of]

    def of_side(self, side: str) -> list[U_co]:
        return [u for u in self.units.values() if u.side == side and u.alive]

    def sides_in_play(self) -> list[str]:
        """The sides that have a unit in play, in listing order."""
        return [side for side in self.sides if self.of_side(side)]

    @property
    def current(self) -> str:
        """The side whose turn it is; the first one if nothing is said."""
        return self.active or next(iter(self.sides))

    def alliance(self, side: str) -> str:
        """Who a side fights for."""
        found = self.sides.get(side)
        return (found.alliance or side) if found is not None else side

    def enemies(self, a: Unit, b: Unit) -> bool:
        return a.side != b.side and self.alliance(a.side) != self.alliance(b.side)

    def foes(self, unit: Unit) -> list[U_co]:
        """The enemies of a unit in play, in listing order."""
        return [other for other in self.units.values() if other.alive and self.enemies(unit, other)]

    def other_side(self, side: str) -> str:
        """The first side in listing order that is no friend of this one; just another if all are friends."""
        others = [s for s in self.sides if s != side]
        return next((s for s in others if self.alliance(s) != self.alliance(side)), others[0] if others else side)

    def worded(self, label: str, die: str = "") -> str:
        """A label made of ids, `a` or `a→b`, by the names that players know: `Ann on Bob`.

        It may be that of a group of dice of this kind: `red` of `red attack die` is a colour, and no side of this id.
        """
        if label in die.split():
            return label
        return " on ".join(self.title(of) for of in label.split("→"))

    def small_names(self) -> tuple[str, ...]:
        """The names of units and sides that players spell small: they stay so where a text begins with them."""
        named: list[Unit | Side] = [*self.units.values(), *self.sides.values()]
        return tuple([one.name for one in named if one.name[:1].islower()])

    def title(self, of: str) -> str:
        """The name that players know a side, unit or model by."""
        entity = self.known(of)
        if entity is None or entity is self:
            return "the table" if entity is self else of
        if isinstance(entity, Model):
            present = self._owner.get(of)
            owner = present or self._departed()[of].owner
            alone = len(owner.miniatures) == 1 and owner.miniatures[0].id == of
            return owner.name if alone else f"{owner.name} {mini_number(owner.id, of)}"
        return str(getattr(entity, "name", "") or of)


AnyTable: TypeAlias = Table[Unit, Side]
"""A table of whatever game."""


EntityT = TypeVar("EntityT", bound=Entity)
TableT = TypeVar("TableT", bound=AnyTable)


def table_copy(table: TableT) -> TableT:
    """A table with units, models and sides of its own. Records are shared: nobody changes one in place."""
    made = _entity_copy(table)
    made.units = {of: _entity_copy(unit) for of, unit in table.units.items()}
    made.sides = {of: _entity_copy(side) for of, side in table.sides.items()}
    made.reindex()
    return made


def _entity_copy(entity: EntityT) -> EntityT:
    made = copy(entity)
    for name, value in vars(made).items():
        if isinstance(value, dict):
            setattr(made, name, dict(value))
        elif isinstance(value, tuple) and value and isinstance(value[0], Model):
            setattr(made, name, tuple(_entity_copy(model) for model in value))
    return made
