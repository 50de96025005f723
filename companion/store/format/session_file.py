"""The file of a session: its tables and their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

import companion
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry, UndoneRoll
from companion.engine.seed import Seed
from companion.engine.state.health import standing_of
from companion.engine.state.table import AnyTable, Side, table_copy
from companion.store.format import toml
from companion.store.format.document import FORMAT, SESSION
from companion.store.format.state import Extras, sections

_TOP = "# A session of Companion. What may be changed here by hand: docs/file-format.md\n\n"


@frozen
class SideLine:
    """One side in the summary: its name, how many units it has left, its colour (empty: by its place).

    `health` has what each unit has left, and of how much.
    """

    name: str
    left: int
    colour: str = ""
    health: tuple[tuple[int, int], ...] = ()


@frozen
class RestTable:
    """How the game is at a rest, in a record of the log: what the summary of a snapshot says of it."""

    round: int
    phase: str
    sides: tuple[SideLine, ...]
    over: str
    ended: str = ""


@frozen
class SummaryTable:
    """The table [summary]. `name` and `played` are read back, the rest is for lists."""

    name: str = ""
    game: str = ""
    round: int = 0
    round_word: str = ""
    phase: str = ""
    sides: tuple[SideLine, ...] = ()
    over: str = ""
    ended: str = ""
    played: str = ""


@frozen
class Contains:
    """How many records of which log are in the snapshot already."""

    log: str
    records: int


@frozen
class DiceTable:
    """The table [session.dice]: what the app's own dice follow from, `hash` of it, and the first procedure of which.

    `method` is how faces follow from it (docs/dice.md), `taken_back` the rolls that were undone.
    """

    seed: str
    hash: str = ""
    since: int = 0
    method: int = 1
    taken_back: tuple[UndoneRoll, ...] = ()


@frozen
class SessionTable:
    """The table [session]."""

    format: int
    ruleset: str
    id: str
    generation: int
    entries: int | None = None
    companion: str = ""
    revision: int = 1
    state_checksum: str = ""
    journal_checksum: str = ""
    summary_checksum: str = ""
    checksum: str = ""
    contains: Contains | None = None
    dice: DiceTable | None = None


KNOWN: dict[tuple[str, ...], tuple[str, ...]] = {
    (): ("summary", "session", "options", "sides", "units", "table", "journal"),
    ("summary",): tuple(field.name for field in fields(SummaryTable)),
    ("session",): tuple(field.name for field in fields(SessionTable)),
}
"""The keys of the tables that are the same in every game."""


@frozen
class Header:
    """Which snapshot of which session a file is. `contains`: so many records of the log of that id are in it already.

    `played` is the time of the last input, ISO 8601 in UTC, empty for a session that nobody has played.
    """

    id: str
    generation: int = 1
    contains: tuple[str, int] = ("", 0)
    played: str = ""
    seed: Seed | None = None


@frozen
class Snapshot:
    """All that a session file will hold, taken from a table at rest. Nobody writes to it or its entries again."""

    table: AnyTable
    entries: list[JournalEntry]
    extras: Extras
    taken_back: Sequence[UndoneRoll] = ()


def situation(table: AnyTable) -> dict[str, Any]:
    """How a game stands, for lists: round, phase, sides with the units that are left, and how it ended."""
    over = table.over
    ended: dict[str, str] = {}
    if over is not None:
        how = f"{table.title(over.winner)} won" if over.winner else "a draw"
        ended = {"over": f"{how}: {over.why}", "ended": how}
    return {
        "round": table.round,
        "phase": table.spec.phase(table.phase).title,
        "sides": [_side(table, side) for side in table.sides.values()],
        "over": "",
    } | ended


def _side(table: AnyTable, side: Side) -> dict[str, Any]:
    health = [list(standing_of(unit)) for unit in table.units.values() if unit.side == side.id]
    return {"name": side.name, "left": len(table.of_side(side.id)), "colour": side.colour, "health": health}


def snapshot(
    table: AnyTable, entries: Sequence[JournalEntry], extras: Extras, taken_back: Sequence[UndoneRoll] = ()
) -> Snapshot:
    """A snapshot of this table. Quick: it runs on the thread that also draws the screen."""
    return Snapshot(table_copy(table), list(entries), extras, tuple(taken_back))


def _summary(table: AnyTable) -> dict[str, Any]:
    """What lists show of a session, so that they need not read its table."""
    ruleset = table.spec
    summary: dict[str, Any] = {"name": table.name, "game": ruleset.title, "round": table.round}
    if ruleset.round_word != "round":
        # What the game calls a round, so that lists need not import it; left out if it is the usual word.
        summary["round_word"] = ruleset.round_word
    return summary | situation(table)


def compose(shot: Snapshot, header: Header, texts: Sequence[bytes]) -> bytes:
    """The whole file. `texts` are its journal entries, each as `entry_text` writes it, in UTF-8."""
    ruleset, loose = shot.table.spec, shot.extras.get((), {})
    tables = {name: value for name, value in loose.items() if _is_table(value)}
    session: dict[str, Any] = {
        "format": FORMAT,
        "companion": companion.__version__,
        "ruleset": ruleset.id,
        "revision": ruleset.revision,
        "id": header.id,
        "generation": header.generation,
        "entries": len(texts),
    }
    if header.contains[0]:
        session["contains"] = {"log": header.contains[0], "records": header.contains[1]}
    if header.seed is not None:
        seed = header.seed
        session["dice"] = {"seed": seed.value, "hash": seed.commitment, "since": seed.since, "method": seed.method}
        if shot.taken_back:
            session["dice"]["taken_back"] = [asdict(roll) for roll in shot.taken_back]
    head = {name: value for name, value in loose.items() if name not in tables} | {
        "summary": _summary(shot.table) | {"played": header.played} | shot.extras.get(("summary",), {}),
        "session": session | shot.extras.get(("session",), {}),
    }
    state = [toml.document(sections(shot.table, shot.extras) | tables)]
    journal = [b"\n".join(texts).decode()] if texts else []
    return (_TOP + SESSION.text(head, "\n".join(state + journal))).encode()


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))
