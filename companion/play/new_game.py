"""`companion new`: a session from flags and, on a terminal, from answers to what the flags left open."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from companion.engine import registry
from companion.engine.errors import InvalidInput, InvalidValue
from companion.engine.ruleset import Ruleset
from companion.engine.state.table import Unit
from companion.engine.wording import count, does
from companion.frontend.clean import clean
from companion.frontend.entity_form import typed_option
from companion.frontend.form import Choice, Field, option_field
from companion.frontend.setup import Player, Setup, table_faults
from companion.frontend.typed import item_at, meant, whole
from companion.store.listing import rosters_at_hand
from companion.store.manage import create_session
from companion.store.rosters import read_roster

T = TypeVar("T")

MOST_COPIES: Final = 50
"""Copies of one unit in one word."""


@dataclass(slots=True)
class Flags:
    """What the flags of the command line say. A roster is a file, or `example` for the game's own units."""

    game: str = ""
    name: str = ""
    players: Sequence[str] = ()
    rosters: Sequence[str] = ()
    units: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    first: str = ""


LINES: Final = "lines"
"""The answer that units of one's own are typed."""


class Asker:
    """Asks on a terminal, again until it is right; without one it takes the default."""

    def __init__(self, ask: Callable[[str], str] | None, tell: Callable[[str], None]) -> None:
        self._ask = ask
        self.tell = tell

    @property
    def there(self) -> bool:
        """Whether there is anybody to ask."""
        return self._ask is not None

    def value(self, question: str, default: str, read: Callable[[str], T]) -> T:
        """The answer as `read` takes it; enter alone means the default."""
        if self._ask is None:
            return read(default)
        while True:
            typed = self._ask(f"{question} [{default}]: " if default else f"{question}: ").strip() or default
            try:
                return read(typed)
            except InvalidInput as fault:
                self.tell(f"Not taken: {fault.with_hint}.")

    def field(self, field: Field) -> Any:
        """The value of a field of a form; enter alone leaves it as it is."""
        choices = f" ({', '.join(label for _, label in field.options)})" if isinstance(field, Choice) else ""

        def read(typed: str) -> Any:
            if fault := field.fault(typed):
                raise InvalidInput(fault)
            return field.read(typed)

        return self.value(f"{field.label}{choices}", field.words(), read)


def new_session(flags: Flags, folder: Path, asker: Asker) -> Path:
    """Makes the session and returns its file.

    Raises InvalidInput where something cannot be so, CannotOpen for a roster that cannot be read, OSError where the
    folder cannot be written.
    """
    ruleset = _game(flags, asker)
    if ruleset.example is None:
        raise InvalidInput(f"{ruleset.title} comes without units to begin with")
    setup = Setup(ruleset)
    setup.name = flags.name or asker.value("Name of the session", f"{ruleset.title} game", str)
    _players(setup, flags, asker)
    for place, player in enumerate(setup.players):
        player.units = _units(setup, player, place, flags, folder, asker)
    _first(setup, flags, asker)
    _options(setup, flags, asker)
    table = setup.table()
    for fault in table_faults(table):
        raise InvalidValue(fault)
    return create_session(table, folder, setup.name)


def _game(flags: Flags, asker: Asker) -> Ruleset:
    if flags.game:
        return registry.find(flags.game)
    names = registry.names()
    if not asker.there:
        raise InvalidInput("which game?", hint="companion new --game " + "|".join(names))
    for place, name in enumerate(names, 1):
        asker.tell(f"  {place}. {registry.find(name).title} ({name})")
    return asker.value("Which game", "", lambda typed: registry.find(item_at(names, typed) or typed))


def _players(setup: Setup, flags: Flags, asker: Asker) -> None:
    most = setup.ruleset.most_sides
    wanted = max(len(flags.players), len(flags.rosters), len(flags.units))
    if not wanted and most > 2:
        wanted = asker.value(f"How many players (2 to {most})", "2", partial(_between, 2, most))
    while len(setup.players) < wanted:
        setup.add_player()
    for place, player in enumerate(setup.players):
        if place < len(flags.players):
            player.name = flags.players[place]
        else:
            player.name = asker.value(f"Who plays {player.colour or player.side}", player.name, str)


def _between(lo: int, hi: int, typed: str) -> int:
    number = whole(typed, f"{lo} to {hi}")
    if not lo <= number <= hi:
        raise InvalidInput(f"{number} is out of bounds", hint=f"{lo} to {hi}")
    return number


def _first(setup: Setup, flags: Flags, asker: Asker) -> None:
    if not setup.ruleset.has_first_player:
        if flags.first:
            raise InvalidInput(f"{setup.ruleset.title} finds out in play who begins")
        return
    sides = [(player.side, player.name) for player in setup.players]
    first = Choice(key="first", label="Who has the first turn", value=sides[0][0], options=sides)
    setup.first = first.read(flags.first) if flags.first else asker.field(first)


def _units(setup: Setup, player: Player, place: int, flags: Flags, folder: Path, asker: Asker) -> list[Unit]:
    ruleset, pool, own = setup.ruleset, setup.templates, setup.example_units(player)
    rostered, listed = place < len(flags.rosters), place < len(flags.units)
    if rostered:
        pool, own = _pool(setup, own, flags.rosters[place])
    elif asker.there and not listed:
        known = [r for r in rosters_at_hand(folder) if r.ruleset == ruleset.id]
        for number, roster in enumerate(known, 1):
            asker.tell(f"  {number}. {roster.name}, {count(roster.units, 'unit')} ({roster.file})")
        files = [str(roster.file) for roster in known]
        chosen = asker.value(
            f"Units of {player.name}: the number or file of a roster, example, or {LINES} to type them",
            "example",
            lambda typed: None if typed == LINES else _pool(setup, own, item_at(files, typed) or typed),
        )
        if chosen is None:
            return _typed(setup, player, asker)
        pool, own = chosen
    if listed:
        return picked(pool, flags.units[place])
    if rostered or not asker.there:
        return own
    for unit in pool:
        asker.tell(f"  {unit.id}: {unit.name}")
    return asker.value(
        f"Which of them fight for {player.name} (ann, speeder*2)",
        ", ".join(unit.id for unit in own),
        lambda typed: picked(pool, typed),
    )


def _typed(setup: Setup, player: Player, asker: Asker) -> list[Unit]:
    """Units of a player's own, a line each, until an empty one."""
    lines, units = setup.lines(), list[Unit]()

    def read(line: str) -> Unit | None:
        if not line and not units:
            raise InvalidInput(f"{does(player.name, 'has')} no units", hint="such as Grim, axe +2")
        return lines.read(line) if line else None

    while True:
        unit = asker.value(f"A unit of {player.name}, such as Grim, axe +2; nothing: that is all", "", read)
        if unit is None:
            return units
        units.append(unit)
        asker.tell(f"  {lines.line(unit)}")


def _pool(setup: Setup, own: list[Unit], typed: str) -> tuple[list[Unit], list[Unit]]:
    """All units that may be chosen, and those that are chosen when nothing else is typed."""
    if typed == "example":
        return setup.templates, own
    _, units = roster_units(setup.ruleset, Path(typed))
    return units, units


def roster_units(ruleset: Ruleset, file: Path) -> tuple[str, list[Unit]]:
    """The name and units of a roster file, or of a text with a line a unit. Raises InvalidInput where it is none of
    this game, or empty.
    """
    from companion.store.diagnostics import CannotOpen

    if file.suffix != ".toml" and file.is_file():
        return file.stem, Setup(ruleset).lines().units(file.read_text(encoding="utf-8"))
    try:
        roster = read_roster(file)
    except CannotOpen as fault:
        raise InvalidInput(str(fault)) from fault
    if roster.ruleset != ruleset.id:
        raise InvalidInput(f"{file} is a roster of {roster.ruleset}, not of {ruleset.id}")
    if not roster.units:
        raise InvalidInput(f"{file} holds no units")
    for notice in roster.notices:
        # Beside the output: that is the name of the new file, which programs read.
        print(f"companion: {clean(notice)}", file=sys.stderr)
    return roster.name, list(roster.units)


def picked(pool: Sequence[Unit], typed: str) -> list[Unit]:
    """`ann, speeder*2` as units of the pool, by id, name or a clear part of it.

    Raises InvalidInput for what is not there.
    """
    found: list[Unit] = []
    names = {place: (unit.id, unit.name) for place, unit in enumerate(pool)}
    for word in typed.split(","):
        name, star, many = word.partition("*")
        fits = meant(names, name)
        if not fits:
            raise InvalidInput(f"there is no unit {name.strip()!r}", hint="units: " + ", ".join(u.id for u in pool))
        unit = pool[fits[0]]
        if len(fits) > 1 and name.strip().casefold() not in (unit.id.casefold(), unit.name.casefold()):
            raise InvalidInput(f"{name.strip()!r} may mean " + " or ".join(pool[place].name for place in fits))
        number = _between(1, MOST_COPIES, many.strip()) if star else 1
        found += [unit] * number
    return found


def _options(setup: Setup, flags: Flags, asker: Asker) -> None:
    ruleset = setup.ruleset
    setup.options |= {name: typed_option(ruleset.option(name), word) for name, word in flags.options.items()}
    for option in setup.asked():
        if option.name not in flags.options:
            setup.options[option.name] = asker.field(option_field(option, option.default))
