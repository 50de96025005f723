"""Bringing a session back: the main file, then the lines of the open file on top, each checked as it is replayed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.answers import frozen_answer
from companion.engine.inputs import input_of
from companion.engine.journal import ReplayMismatch
from companion.engine.session import Session
from companion.store.folders import open_file
from companion.store.format import toml
from companion.store.parsing import Loaded, parse_session, read_both, session_of
from companion.store.wal import Seen, Tail


@dataclass(frozen=True, slots=True)
class Corruption:
    """Something of the open file that does not stand: from which line on, why, and its bytes."""

    word: str
    line: int
    reason: str
    data: bytes


@dataclass(slots=True)
class Restored:
    """A session as its two files have it. `kept` are the lines of the open file that stand.

    `goes_on` says whether more lines may follow them there.
    """

    session: Session
    loaded: Loaded
    seen: Seen
    tail: Tail | None
    kept: list[dict[str, Any]] = field(default_factory=list)
    corrupt: list[Corruption] = field(default_factory=list)
    goes_on: bool = False
    replayed: int = 0


def restore(file: Path, rng: Random | None = None) -> Restored:
    """Reads a session and replays what is open. Raises CannotOpen with every fault of the main file."""
    seen, text, data, tail = read_both(file)

    def at_rest() -> Restored:
        loaded = parse_session(file, text, data)
        return Restored(session_of(loaded, rng=rng), loaded, seen, tail)

    made = at_rest()
    if tail is None:
        return made
    name = open_file(file).name
    skip = contained(made.loaded, tail)
    if skip is None and tail.chain:
        made.corrupt = [Corruption("other", 1, f"{name} goes on from another state of this session", tail.whole)]
        return made
    if tail.torn:
        reason = f"{name} is torn or damaged from line {tail.torn_line} on"
        made.corrupt = [Corruption("torn", tail.torn_line, reason, tail.torn)]
    if skip is None:
        return made
    todo = tail.records[skip:]
    stopped = _replay(made.session, todo)
    if stopped is not None:
        count, reason = stopped
        corrupt = [_misfit(tail, name, skip + count, reason), *made.corrupt]
        made = at_rest()
        made.corrupt = corrupt
        todo = todo[:count] + _offers(todo[:count], todo[count:])
        _replay(made.session, todo)
    made.replayed = len(todo)
    made.kept = tail.records[:skip] + todo
    made.goes_on = len(made.kept) >= skip
    return made


def _misfit(tail: Tail, name: str, count: int, reason: str) -> Corruption:
    """The lines from the first that no longer fits. Those before it are not in doubt, those after it cannot follow."""
    line = tail.torn_line - len(tail.records) + count
    told = "".join(f"{n} = {toml.inline(r)}\n" for n, r in enumerate(tail.records[count:], count + 1))
    why = f"line {line} of {name} no longer fits: {reason}. Play stands before it, and its dice are offered again"
    return Corruption("rest", line, why, f"# {reason}\n[lines]\n{told}".encode())


def contained(loaded: Loaded, tail: Tail) -> int | None:
    """How many lines of the open file the main file contains; None where it goes on from another state."""
    header = loaded.header
    if tail.session != header.id:
        return None
    if tail.chain == header.contains[0]:
        return header.contains[1]
    return 0 if tail.generation == header.generation else None


def _replay(session: Session, records: Sequence[Mapping[str, Any]]) -> tuple[int, str] | None:
    """Replays lines; the place and reason of the first that no longer fits, which may have left its marks."""
    for number, record in enumerate(records):
        if record["do"] == "offer":
            if session.run is not None:
                session.run.suggest({record["key"]: frozen_answer(record.get("value"))})
            continue
        try:
            session.replay(input_of(record), record.get("request_crc", 0), record.get("state_crc"))
        except ReplayMismatch as fault:
            return number, fault.reason
        except (LookupError, TypeError, ValueError) as fault:
            return number, f"the record cannot be read ({fault!r})"
    return None


def _offers(stand: Sequence[Mapping[str, Any]], fell: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Lines that offer the answers of lines that fell, again at every opening. A sealed one is nobody's to see."""
    where = {k: stand[-1][k] for k in ("at", "played") if k in stand[-1]} if stand else {}
    return [
        {"do": "offer", "key": r["key"], "value": r.get("value")} | where
        for r in fell
        if r["do"] in ("answer", "amend", "offer") and "sealed" not in r
    ]
