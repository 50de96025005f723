"""A game that is being set up: players, their units from templates or rosters, and the options to settle first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import RuleOption, Ruleset
from companion.engine.session import Session
from companion.engine.setup import copied, free_id, lettered, new_table
from companion.engine.state.table import COLOURS, AnyTable, Model, Side, Unit
from companion.engine.wording import does
from companion.frontend.entry_texts import explained_by
from companion.frontend.hooks import asked_of
from companion.frontend.roster_lines import RosterLines
from companion.frontend.saying.sentences import fault_of


@dataclass(eq=False)
class Player:
    """One side as it is set up. `home` are the ids of units that stay at home; `roster` is where units came from."""

    side: str
    name: str
    colour: str
    units: list[Unit] = field(default_factory=list)
    home: set[str] = field(default_factory=set)
    roster: str = ""

    @property
    def playing(self) -> list[Unit]:
        """The units that come along."""
        return [unit for unit in self.units if unit.id not in self.home]

    def tick(self, unit: Unit) -> None:
        """Takes a unit along, or leaves it at home."""
        self.home ^= {unit.id}


def kept_values(thing: Unit | Player) -> dict[str, Any]:
    """The values of a unit or a player before it changes. Lists and minis are copied; all else is replaced whole."""
    return {name: _copied(value) for name, value in vars(thing).items()}


def _copied(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(copy(item) if isinstance(item, Model) else item for item in value)
    return copy(value) if isinstance(value, (list, set)) else value


def put_back(thing: Unit | Player, values: Mapping[str, Any]) -> None:
    """A unit or a player as it was when these values were kept."""
    thing.__dict__.clear()
    thing.__dict__.update(values)


class Snapshot(NamedTuple):
    """What players had chosen at some moment: values of the setup itself, and of each player and unit."""

    own: dict[str, Any]
    others: list[tuple[Unit | Player, dict[str, Any]]]


class Setup:
    """What a new game will be. `templates` are the units that the ruleset brings.

    `first` is the side that has the first turn; empty if the game finds it out in play. `options` holds those that
    are asked for and whatever else was chosen. Raises InvalidInput if the ruleset fails to say what it brings.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.name = ""
        self.before: list[Snapshot] = []
        """What undo goes back to, the last on top."""
        self._lines: tuple[dict[str, bool | int | str], RosterLines] | None = None
        self._lettered: dict[str, tuple[str, str]] = {}
        """Of units whose name got a letter, by id: the name before, and with it."""
        example = asked_of("example", ruleset.example) if ruleset.example is not None else None
        sides: list[Side] = list(example.sides.values()) if example is not None else []
        self.templates: list[Unit] = asked_of("templates", ruleset.unit_templates)
        named = [(s.id, s.name, s.colour) for s in sides] or [("red", "Red", "red"), ("blue", "Blue", "blue")]
        self.players = [
            Player(of, name, colour or COLOURS[place % len(COLOURS)]) for place, (of, name, colour) in enumerate(named)
        ]
        self.first = self.players[0].side if ruleset.has_first_player else ""
        self.options: dict[str, bool | int | str] = {o.name: o.default for o in self.asked()}
        unhurt = {unit.id: unit for unit in self.templates}
        listed = list(example.units.values()) if example is not None else []
        self._example = [(unit.side, unhurt.get(unit.id, unit)) for unit in listed]

    @property
    def title(self) -> str:
        """What the game is called: its own name, else that of its players."""
        return self.name or f"{self.players[0].name} and {self.players[-1].name}"

    def tried(self, act: Callable[[Setup], object]) -> str:
        """Does something that `undo` takes back; what is wrong with it in words, or nothing."""
        before = self.snapshot()
        fault = fault_of(act, self)
        if not fault:
            self.before.append(before)
        return fault

    def undo(self) -> None:
        """Takes the last of it back; there must be one."""
        self.restore(self.before.pop())

    def add_player(self) -> Player:
        """One more player, with a colour that is free. Raises InvalidInput if the game has no more."""
        if len(self.players) >= self.ruleset.most_sides:
            raise InvalidInput(f"{self.ruleset.title} has at most {self.ruleset.most_sides} players")
        taken = {p.colour for p in self.players} | {p.side for p in self.players}
        colour = next(colour for colour in COLOURS if colour not in taken)
        made = Player(colour, colour.title(), colour)
        self.players.append(made)
        return made

    def remove_player(self, player: Player) -> None:
        """One player less. Raises InvalidInput if just two are left."""
        if len(self.players) <= 2:
            raise InvalidInput("a game has two players at least")
        self.players.remove(player)
        if self.first == player.side:
            self.first = self.players[0].side

    def recolour(self, player: Player) -> None:
        """The next colour that no other player has."""
        taken = {other.colour for other in self.players if other is not player}
        at = COLOURS.index(player.colour) + 1
        player.colour = next(colour for colour in (*COLOURS[at:], *COLOURS[:at]) if colour not in taken)

    def next_first(self) -> None:
        """The next player begins."""
        sides = [player.side for player in self.players]
        self.first = sides[(sides.index(self.first) + 1) % len(sides)]

    def blank(self, player: Player) -> Unit:
        """A unit with nothing but what its type starts with, for players to fill in."""
        made: Unit = self.ruleset.unit_type(id="new_unit", name="New unit", side=player.side)
        return self.add(player, made)

    def snapshot(self) -> Snapshot:
        """All that players have chosen so far, to come back to."""
        own = {"name": self.name, "first": self.first, "options": dict(self.options), "players": list(self.players)}
        things: list[Unit | Player] = [*self.players, *(unit for player in self.players for unit in player.units)]
        return Snapshot(own, [(thing, kept_values(thing)) for thing in things])

    def restore(self, kept: Snapshot) -> None:
        """Everything as it was then."""
        vars(self).update(kept.own)
        for thing, values in kept.others:
            put_back(thing, values)

    def example_units(self, player: Player) -> list[Unit]:
        """The units of this player in the game's own example, as they come to a battle; not copied."""
        return [unit for side, unit in self._example if side == player.side]

    def asked(self) -> list[RuleOption]:
        """The options that are asked for before the first round."""
        return [option for option in self.ruleset.options if option.ask_at_setup]

    def add(self, player: Player, template: Unit) -> Unit:
        """A copy of a template for this player. Units of the same name get letters: A, then B, C …"""
        units = [unit for p in self.players for unit in p.units]
        plain, own = self._lettered.get(template.id, ("", ""))
        # A copy of `Grim B` is another Grim, unless players have called it so themselves.
        name = plain if own == template.name else template.name
        names = {unit.name.casefold() for unit in units}
        of = free_id(template.id or "unit", {unit.id for unit in units})
        same = next((unit for unit in units if unit.name.casefold() == name.casefold()), None)
        if same is not None:
            same.name = self._with_letter(same.id, name, names)
            names.add(same.name.casefold())
        if same is not None or f"{name} A".casefold() in names:
            name = self._with_letter(of, name, names)
        made = copied(template, of, name, player.side)
        player.units.append(made)
        return made

    def add_roster(self, player: Player, name: str, units: Sequence[Unit]) -> None:
        """Copies of all units of a roster for this player."""
        player.roster = name
        for unit in units:
            self.add(player, unit)

    def _with_letter(self, of: str, name: str, taken: set[str]) -> str:
        own = lettered(name, taken)
        self._lettered[of] = (name, own)
        return own

    def lines(self) -> RosterLines:
        """What reads and writes units of this game as lines of text, with the options as they are chosen now."""
        if self._lines is None or self._lines[0] != self.options:
            known = explained_by(self.ruleset, self.options)
            self._lines = dict(self.options), RosterLines(self.ruleset, self.templates, known)
        return self._lines[1]

    def add_lines(self, player: Player, text: str) -> None:
        """The units of these lines for this player. Raises InvalidInput, and adds none, if one cannot be read."""
        for unit in self.lines().units(text):
            self.add(player, unit)

    def table(self) -> AnyTable:
        """The table as it will be played on. Raises InvalidValue if a player has no units."""
        sides = [self.ruleset.side_type(id=p.side, name=p.name, colour=p.colour) for p in self.players]
        return new_table(
            self.ruleset, sides, {p.side: p.playing for p in self.players}, self.options, self.title, self.first
        )

    def faults(self) -> list[str]:
        """What is in the way of a start, in words."""
        without = [f"{does(p.name, 'has')} no units" for p in self.players if not p.playing]
        if without:
            return without
        try:
            return table_faults(self.table())
        except InvalidInput as fault:
            return [fault.with_hint]


def check_joining(session: Session) -> None:
    """Units join between procedures. Raises InvalidInput."""
    if session.run is not None:
        raise InvalidInput(f"units join between procedures: finish or leave {session.run.procedure.title} first")


def newcomer(table: AnyTable, template: Unit | None, side: str) -> Unit:
    """A unit for a game under way: a copy of a template, or a blank one, with an id and a name that are free."""
    blank: Unit = template if template is not None else table.spec.unit_type(id="new_unit", name="New unit", side=side)
    names = {unit.name.casefold() for unit in table.units.values()}
    # Nor that of a unit that left: the log goes on telling of it.
    known = (*table.units.values(), *table.departed())
    taken = {one for unit in known for one in (unit.id, *(mini.id for mini in unit.miniatures))}
    name = lettered(blank.name, names) if blank.name.casefold() in names else blank.name
    return copied(blank, free_id(blank.id or "unit", taken | set(table.sides)), name, side)


def table_faults(table: AnyTable) -> list[str]:
    """Everything that the declarations and the ruleset find wrong with a table, in words.

    Raises InvalidInput if the ruleset fails to say.
    """
    found = []
    holders: tuple[Unit | Side, ...] = (*table.units.values(), *table.sides.values())
    for entity in holders:
        found += [f"{table.title(entity.id)}: {why}" for _, why in entity.faults()]
    broken = asked_of("faults", lambda: list(table.spec.faults(table)))
    return found + [f"{table.title(of)}: {why}" for of, _, why in broken]
