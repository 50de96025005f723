"""The file of a session: its tables and their order, and back from its text, with everything that is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import companion
from companion.engine.errors import InvalidInput
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry, UndoneRoll
from companion.engine.registry import find
from companion.engine.seed import ProcedurePlace, Seed, is_seed
from companion.engine.state.health import standing_of
from companion.engine.state.table import AnyTable, Side
from companion.store.format import toml
from companion.store.format.document import FORMAT, SESSION, head_of
from companion.store.format.entries import read_entries, stored_entry
from companion.store.format.journal import HEADER
from companion.store.format.state import Extras, Findings, sections, table_of
from companion.store.format.toml import dotted, tables_of
from companion.store.format.values import deserialize

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
class TakenBackRow:
    """A roll of the app that players took back: where it was made, its request, and what it showed."""

    number: int
    procedure: str
    earlier: int
    key: str
    title: str
    value: tuple[tuple[int | str, ...], ...]

    @property
    def roll(self) -> UndoneRoll:
        place = ProcedurePlace(self.number, self.procedure, self.earlier)
        return UndoneRoll(place, self.key, self.title, self.value)


@frozen
class DiceTable:
    """The table [session.dice]: what the app's own dice follow from, `hash` of it, and the first procedure of which.

    `method` is how faces follow from it (docs/dice.md), `taken_back` the rolls that were undone.
    """

    seed: str
    hash: str = ""
    since: int = 0
    method: int = 1
    taken_back: tuple[TakenBackRow, ...] = ()


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

    summary: dict[str, Any]
    ruleset: tuple[str, int]
    state: dict[str, Any]
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
    ruleset = table.spec
    summary: dict[str, Any] = {"name": table.name, "game": ruleset.title, "round": table.round}
    if ruleset.round_word != "round":
        # What the game calls a round, so that lists need not import it; left out if it is the usual word.
        summary["round_word"] = ruleset.round_word
    summary |= situation(table)
    rules, state = (ruleset.id, ruleset.revision), sections(table, extras)
    return Snapshot(summary, rules, state, list(entries), extras, tuple(taken_back))


def compose(shot: Snapshot, header: Header, texts: Sequence[bytes]) -> bytes:
    """The whole file. `texts` are its journal entries, each as `entry_text` writes it, in UTF-8."""
    loose = shot.extras.get((), {})
    tables = {name: value for name, value in loose.items() if _is_table(value)}
    session: dict[str, Any] = {
        "format": FORMAT,
        "companion": companion.__version__,
        "ruleset": shot.ruleset[0],
        "revision": shot.ruleset[1],
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
            session["dice"]["taken_back"] = [taken_back_row(roll) for roll in shot.taken_back]
    head = {name: value for name, value in loose.items() if name not in tables} | {
        "summary": shot.summary | {"played": header.played} | shot.extras.get(("summary",), {}),
        "session": session | shot.extras.get(("session",), {}),
    }
    state = [toml.document(shot.state | tables)]
    journal = [b"\n".join(texts).decode()] if texts else []
    return (_TOP + SESSION.text(head, "\n".join(state + journal))).encode()


def taken_back_row(roll: UndoneRoll) -> dict[str, Any]:
    """A roll that was taken back, as plain data."""
    return {**roll.place._asdict(), "key": roll.key, "title": roll.title, "value": [list(g) for g in roll.value]}


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and any(isinstance(item, dict) for item in value))


_ID_DIGITS = 16
_COUNTERS = ("session.generation", "session.contains", "session.contains.records")
_COUNTED = "Companion counts here and in [session.contains]: take both from a backup generation in .history"


@dataclass(slots=True)
class Loaded:
    """A session file as it was read. `texts` are its journal entries as they are there, `notices` for players."""

    header: Header
    table: AnyTable
    entries: list[JournalEntry]
    texts: Sequence[str]
    extras: Extras
    notices: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    """The parts of the file that are not as Companion wrote them."""
    taken_back: Sequence[UndoneRoll] = ()
    """The app's rolls that players took back."""


def parse_session(text: str, data: Mapping[str, Any], changed: set[str], found: Findings) -> Loaded | None:
    """The session in a file whose tables are `data`; None if `found.problems` says why not.

    `changed` are the parts that are not as Companion wrote them. If the file is trusted, `data` need not have its
    journal: it is read from the text when it is looked at.
    """
    header = data["session"]
    session, about = _head(_given(header, text), data.get("summary", {}), found)
    if found.problems:
        return None
    try:
        ruleset = find(session.ruleset)
    except InvalidInput as fault:
        found.problems.append(("session.ruleset", fault.with_hint))
        return None
    _find_extras(data, found)
    table = table_of(data, ruleset, about.name, found)
    if table is None:
        return None
    notices = _notices(header, changed, found)
    if session.revision > ruleset.revision:
        notices.append(f"this session was played with newer rules of {ruleset.title} than these")
    dice, seed, taken_back = session.dice, None, []
    if dice is not None:
        taken_back = [row.roll for row in dice.taken_back]
        seed = Seed(dice.seed, dice.since, dice.method)
        if dice.hash != seed.commitment:
            notices.append("session.dice.hash is not the hash of what stands beside it")
    texts = entry_texts(SESSION.without_end(text)[0])
    if found.trusted and texts is not None:
        entries = [stored_entry(one, table) for one in texts]
    else:
        entries = list(read_entries(data.get("journal", []), table, found))
    if found.problems:
        return None
    for path, extra in found.extras.items():
        notices += [f"{dotted(*path, key)} is not known here; it is kept as it is" for key in extra]
    contains = (session.contains.log, session.contains.records) if session.contains is not None else ("", 0)
    head = Header(session.id, session.generation, contains, about.played, seed)
    return Loaded(head, table, entries, texts or [], found.extras, notices, changed, taken_back)


def _given(header: Mapping[str, Any], text: str) -> Mapping[str, Any]:
    """The table [session]; of a file that a person wrote with what Companion counts by.

    Its id follows from its text: until it is written for the first time it is the same at every opening.
    """
    if any(key == "contains" or key.endswith("checksum") for key in header):
        return header
    return {"id": hashlib.sha256(text.encode()).hexdigest()[:_ID_DIGITS], "generation": 0, **header}


def _head(header: Mapping[str, Any], summary: Mapping[str, Any], found: Findings) -> tuple[SessionTable, SummaryTable]:
    """The first two tables. No checksum covers them: a new name is set in place."""
    made: list[Any] = []
    for name, table, kind in (("session", header, SessionTable), ("summary", summary, SummaryTable)):
        known = {key: value for key, value in table.items() if key in KNOWN[name,]}
        value, problems = deserialize(kind, known, trusted=found.trusted)
        for path, reason in problems:
            key = dotted(name, *path)
            found.problems.append((key, _COUNTED if key in _COUNTERS else reason))
        made.append(value)
    session: SessionTable = made[0]
    if not found.problems and session.dice is not None and not is_seed(session.dice.seed):
        found.problems.append(
            ("session.dice.seed", "a seed is 64 hexadecimal digits; without [session.dice] the session gets another")
        )
    if not found.problems and (session.generation < 0 or (session.contains and session.contains.records < 0)):
        found.problems.append((_COUNTERS[0], _COUNTED))
    return session, made[1]


def _find_extras(data: Mapping[str, Any], found: Findings) -> None:
    for path, known in KNOWN.items():
        inside = data if not path else data.get(path[0], {})
        extra = {k: v for k, v in inside.items() if k not in known}
        if extra:
            found.extras[path] = extra


def _notices(header: Mapping[str, Any], changed: set[str], found: Findings) -> list[str]:
    """What players should know of the state of play. Bounds are problems if a person has changed it."""
    notices: list[str] = []
    if found.trusted or ("state_checksum" in header and "state" not in changed):
        # Play itself came to this: an adjustment may take a maximum below what a unit has.
        notices = [f"{key}: {reason}" for key, reason in found.bounds]
    else:
        found.problems.extend(found.bounds)
    return notices


def entry_texts(text: str) -> list[str] | None:
    """The journal entries of a file, each in its text; None if another table stands among or after them."""
    parts = text[SESSION.spans(text)["journal"].start :].split(f"\n{HEADER}")[1:]
    if any(part.startswith("[") or "\n[" in part for part in parts):
        return None
    return [f"{HEADER}{part.rstrip()}\n" for part in parts]


def untouched(text: str) -> dict[str, Any] | None:
    """All tables of a file but its journal, if this Companion wrote it and nobody has changed it; else None."""
    state = SESSION.spans(SESSION.without_end(text)[0])["state"]
    try:
        data = tables_of(text[: state.stop])
    except ValueError:
        return None
    header = data.get("session")
    if not isinstance(header, dict) or "state_checksum" not in header or state.start + 1 != len(head_of(text)):
        return None
    ours = header.get("companion") == companion.__version__
    return data if ours and SESSION.is_whole(text, data, header.get("id")) else None
