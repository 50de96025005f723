"""The main file of a session: what it says, in which order."""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.journal import JournalEntry
from companion.engine.state.table import Table
from companion.store.format import toml
from companion.store.format.state import Extras, sections

FORMAT = 1
_TOP = "# A session of Companion. What may be changed here by hand: docs/file-format.md\n\n"
KNOWN: dict[tuple[str, ...], tuple[str, ...]] = {
    (): ("summary", "session", "options", "sides", "units", "table", "journal"),
    ("summary",): ("name", "game", "round", "phase", "sides", "played", "over"),
    ("session",): ("format", "ruleset", "revision", "id", "generation", "contains", "seal"),
}
"""The keys of the tables that are the same in every game."""


@dataclass(frozen=True, slots=True)
class Header:
    """Which state a main file is: `contains` says how many lines of which open file are in it already."""

    id: str
    generation: int = 1
    contains: tuple[str, int] = ("", 0)
    played: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a main file says, taken from a table at rest. The entries are never written to again."""

    summary: dict[str, Any]
    ruleset: tuple[str, int]
    state: list[tuple[tuple[str, ...], dict[str, Any]]]
    entries: list[JournalEntry]
    extras: Extras


def snapshot(table: Table[Any, Any], entries: Sequence[JournalEntry], extras: Extras) -> Snapshot:
    """What the main file of this table will say; quick, for the thread that also draws the screen."""
    ruleset = table.spec
    over = table.over
    ended = ""
    if over is not None:
        ended = (f"{table.title(over.winner)} won: " if over.winner else "a draw: ") + over.why
    summary = {
        "name": table.name,
        "game": ruleset.title,
        "round": table.round,
        "phase": ruleset.phase(table.phase).title,
        "sides": [{"name": s.name, "left": len(table.of_side(s.id))} for s in table.sides.values()],
        "over": ended,
    }
    return Snapshot(summary, (ruleset.id, ruleset.revision), list(sections(table)), list(entries), extras)


def compose(shot: Snapshot, header: Header, texts: Sequence[str]) -> bytes:
    """The whole file. `texts` are the journal entries, already in TOML."""
    extras = shot.extras
    top = toml.pairs({k: v for k, v in extras.get((), {}).items() if not isinstance(v, dict)})
    more = [((k,), v) for k, v in extras.get((), {}).items() if isinstance(v, dict)]
    state = "\n".join(toml.table(path, data | extras.get(path, {})) for path, data in [*shot.state, *more])
    session = {
        "format": FORMAT,
        "ruleset": shot.ruleset[0],
        "revision": shot.ruleset[1],
        "id": header.id,
        "generation": header.generation,
        "seal": seal_of(state),
    }
    if header.contains[0]:
        session["contains"] = {"open": header.contains[0], "lines": header.contains[1]}
    summary = shot.summary | {"played": header.played}
    head = (
        toml.table((name,), data | extras.get((name,), {}))
        for name, data in (("summary", summary), ("session", session))
    )
    return "\n".join([_TOP + top + next(head), next(head), state, *texts]).encode()


def seal_of(state: str) -> str:
    """A checksum of the state of play as it stands in the file: does it differ, somebody has changed it by hand."""
    return f"{zlib.crc32(state.encode()):08x}"


def state_span(text: str) -> tuple[int, int]:
    """Where the state of play stands in the text: from its options to the journal."""
    start = text.find("\n[options]\n") + 1
    end = text.find("\n[[journal]]\n", start)
    return start, len(text) if end < 0 else end


def entry_texts(text: str, count: int) -> list[str]:
    """The journal entries as they stand in the file, or none where something else stands among them."""
    parts = text.split("\n[[journal]]\n")[1:]
    own = len(parts) == count and not any(re.search(r"(?m)^\[", part) for part in parts)
    return [f"[[journal]]\n{part.rstrip()}\n" for part in parts] if own else []
