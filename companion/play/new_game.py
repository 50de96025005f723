"""`companion new`: a session from flags and, on a terminal, from answers to what the flags left open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from companion.engine import registry
from companion.engine.errors import InvalidInput, InvalidValue
from companion.engine.ruleset import Ruleset
from companion.engine.setup import new_table
from companion.engine.state.table import Side, Table, Unit
from companion.frontend.hooks import asked_of
from companion.frontend.numbers import item_at, whole
from companion.frontend.setup import COLOURS, table_faults
from companion.frontend.values import option_word, typed_option
from companion.frontend.wording import with_hint
from companion.store import create_session, list_rosters, read_roster

T = TypeVar("T")


@dataclass(slots=True)
class Said:
    """What the flags said. A roster stands as a file, or as `example` for the game's own units."""

    game: str = ""
    name: str = ""
    players: Sequence[str] = ()
    rosters: Sequence[str] = ()
    units: Sequence[str] = ()
    options: Mapping[str, str] = field(default_factory=dict)


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
                self.tell(f"Not taken: {with_hint(fault)}.")


def new_session(said: Said, folder: Path, asker: Asker) -> Path:
    """Makes the session and returns its file.

    Raises InvalidInput where something said cannot be so, CannotOpen for a roster that cannot be read, OSError where
    the folder cannot be written.
    """
    ruleset = _game(said, asker)
    if ruleset.example is None:
        raise InvalidInput(f"{ruleset.title} comes without units to begin with")
    example = asked_of("example", ruleset.example)
    name = said.name or asker.value("Name of the session", f"{ruleset.title} game", str)
    sides = [_player(side, place, said, asker) for place, side in enumerate(_sides(ruleset, example, said, asker))]
    chosen = {side.id: _units(ruleset, example, side, place, said, folder, asker) for place, side in enumerate(sides)}
    table = new_table(ruleset, sides, chosen, _options(ruleset, said, asker), name)
    _check(table)
    return create_session(table, folder, name)


def _game(said: Said, asker: Asker) -> Ruleset:
    if said.game:
        return registry.find(said.game)
    names = registry.names()
    if not asker.there:
        raise InvalidInput("which game?", hint="companion new --game " + "|".join(names))
    for place, name in enumerate(names, 1):
        asker.tell(f"  {place}. {registry.find(name).title} ({name})")
    return asker.value("Which game", "", lambda typed: registry.find(_one_of(names, typed)))


def _one_of(names: Sequence[str], typed: str) -> str:
    return item_at(names, typed) or typed


def _sides(ruleset: Ruleset, example: Table[Any, Any], said: Said, asker: Asker) -> list[Side]:
    """The sides of the example, and as many more as are wanted where the game allows them."""
    sides: list[Side] = list(example.sides.values())
    most = max(ruleset.most_sides, len(sides))
    count = max(len(sides), len(said.players), len(said.rosters), len(said.units))
    if count == len(sides) < most:
        question = f"How many sides, {len(sides)} to {most}"
        count = asker.value(question, str(count), lambda typed: _between(typed, len(sides), most))
    if count > most:
        raise InvalidInput(f"{ruleset.title} has {most} sides", hint=", ".join(side.id for side in sides))
    free = [colour for colour in COLOURS if colour not in {side.id for side in sides}]
    more = free[: count - len(sides)]
    return sides + [ruleset.side_type(id=colour, name=colour.title(), colour=colour) for colour in more]


def _between(typed: str, lo: int, hi: int) -> int:
    count = whole(typed, f"{lo} to {hi}")
    if not lo <= count <= hi:
        raise InvalidInput(f"{count} sides", hint=f"{lo} to {hi}")
    return count


def _player(side: Side, place: int, said: Said, asker: Asker) -> Side:
    name = (
        said.players[place]
        if place < len(said.players)
        else asker.value(f"Who plays {side.colour or side.id}", side.name, str)
    )
    side.name = name
    return side


def _units(
    ruleset: Ruleset, example: Table[Any, Any], side: Side, place: int, said: Said, folder: Path, asker: Asker
) -> list[Unit]:
    pool = asked_of("templates", ruleset.unit_templates)
    unhurt = {unit.id: unit for unit in pool}
    own = [unhurt.get(unit.id, unit) for unit in example.units.values() if unit.side == side.id]
    rostered, listed = place < len(said.rosters), place < len(said.units)
    if rostered:
        pool, own = _pool(ruleset, own, said.rosters[place])
    elif asker.there and not listed:
        known = [r for r in list_rosters(folder) if r.ruleset == ruleset.id]
        for number, roster in enumerate(known, 1):
            asker.tell(f"  {number}. {roster.name}, {roster.units} units ({roster.file})")
        files = [str(roster.file) for roster in known]
        pool, own = asker.value(
            f"Units of {side.name}: the number or file of a roster, or example",
            "example",
            lambda typed: _pool(ruleset, own, _one_of(files, typed)),
        )
    if listed:
        return picked(pool, said.units[place])
    if rostered or not asker.there:
        return own
    for unit in pool:
        asker.tell(f"  {unit.id}: {unit.name}")
    return asker.value(
        f"Which of them fight for {side.name} (ann, speeder*2)",
        ", ".join(unit.id for unit in own),
        lambda typed: picked(pool, typed),
    )


def _pool(ruleset: Ruleset, own: list[Unit], said: str) -> tuple[list[Unit], list[Unit]]:
    """All units that may be chosen, and those that are chosen when nothing else is said."""
    if said == "example":
        return asked_of("templates", ruleset.unit_templates), own
    listed = _roster(ruleset, Path(said))
    return listed, listed


def _roster(ruleset: Ruleset, file: Path) -> list[Unit]:
    from companion.store import CannotOpen

    try:
        roster = read_roster(file)
    except CannotOpen as fault:
        raise InvalidInput(str(fault)) from fault
    if roster.ruleset != ruleset.id:
        raise InvalidInput(f"{file} is a roster of {roster.ruleset}, not of {ruleset.id}")
    if not roster.units:
        raise InvalidInput(f"{file} holds no units")
    return list(roster.units)


def picked(pool: Sequence[Unit], said: str) -> list[Unit]:
    """`ann, speeder*2` as units of the pool, by id or name. Raises InvalidInput for what is not there."""
    found: list[Unit] = []
    for word in said.split(","):
        name, star, many = word.partition("*")
        wanted = name.strip().casefold()
        unit = next((u for u in pool if wanted in (u.id.casefold(), u.name.casefold())), None)
        if unit is None:
            raise InvalidInput(f"there is no unit {name.strip()!r}", hint="units: " + ", ".join(u.id for u in pool))
        count = whole(many.strip(), "speeder*2") if star else 1
        if not 1 <= count <= 50:
            raise InvalidInput(f"{count} times {unit.name}", hint="1 to 50")
        found += [unit] * count
    return found


def _options(ruleset: Ruleset, said: Said, asker: Asker) -> dict[str, bool | int | str]:
    chosen = {name: typed_option(ruleset.option(name), word) for name, word in said.options.items()}
    for option in ruleset.options:
        if option.ask_at_setup and option.name not in chosen:
            words = f" ({', '.join(str(c) for c in option.choices)})" if option.choices else ""

            chosen[option.name] = asker.value(
                f"{option.label}{words}", option_word(option.default), partial(typed_option, option)
            )
    return chosen


def _check(table: Table[Any, Any]) -> None:
    """Refuses a table that its own game finds fault with, in words."""
    for fault in table_faults(table):
        raise InvalidValue(fault)
