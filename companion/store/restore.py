"""Restoring a session: the snapshot, then the records of the log on top, each checked as it is replayed."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from companion.engine.answers import frozen_answer
from companion.engine.frozen import frozen
from companion.engine.inputs import Adjust, Connect, RunPoint, input_of
from companion.engine.journal import ReplayMismatch
from companion.engine.session import Session
from companion.store import disk
from companion.store.diagnostics import CannotOpen
from companion.store.files import Document, Seen, located, look, parsed, read_both
from companion.store.folders import log_file, open_mark
from companion.store.format.commit import record_problem, seed_of
from companion.store.format.document import SESSION
from companion.store.format.session_parser import Loaded, parse_session, untouched
from companion.store.format.state import Findings
from companion.store.format.wal_file import Log, Record, parse_mark, plain_records


@frozen
class Corruption:
    """Something of the log that cannot be used: from which line on, why, and its bytes.

    `word` names the file that it is quarantined in: `truncated`, `mismatch` or `foreign`.
    """

    word: str
    line: int
    reason: str
    data: bytes


@dataclass(slots=True)
class Restored:
    """A session as its two files have it. `kept` are the records of the log that stand.

    `resumable` says whether more records may follow them in that log; `replayed` counts those that are not in the
    snapshot. `data` is the session file as it was read, line ends as on Unix. `missing` says that a log has vanished.
    """

    session: Session
    loaded: Loaded
    seen: Seen
    log: Log | None
    data: bytes
    missing: str = ""
    kept: list[Record] = field(default_factory=list)
    corrupt: list[Corruption] = field(default_factory=list)
    resumable: bool = False
    replayed: int = 0

    def notices(self) -> list[str]:
        """What is wrong with the log, in sentences."""
        return [bad.reason for bad in self.corrupt] + ([self.missing] if self.missing else [])


def restore(file: Path, rng: Random | None = None, *, thorough: bool = False) -> Restored:
    """Reads a session and replays its log. Raises CannotOpen with everything that is wrong with the session file.

    `thorough` validates what its checksums vouch for, too.
    """
    seen, text, log = read_both(file)

    def at_rest() -> Restored:
        loaded = load(file, text, thorough=thorough)
        ours = log is not None and contained(loaded, log) is not None
        seed = loaded.header.seed or seed_of(log.records if log is not None and ours else ())
        session = Session(loaded.table, loaded.entries, taken_back=loaded.taken_back, rng=rng, seed=seed)
        return Restored(session, loaded, seen, log, text.encode())

    made = at_rest()
    name = log_file(file).name
    if log is None:
        mark = _mark(file)
        if mark is not None and mark[0] not in ("", made.loaded.header.contains[0]):
            made.missing = f"{name} is missing: what was played last was in it. Put it back before you play on"
        return made
    if not log.data:
        made.corrupt = [Corruption("truncated", 1, f"{name} is empty: what was played last was in it", b"")]
        return made
    if "head" in made.loaded.changed and log.records:
        reason = (
            f"this was changed outside Companion, and now nobody can tell which inputs of {name} are in it already: "
            "go back to a kept generation (companion restore)"
        )
        raise CannotOpen(*located(file, text, [("session", reason)]))
    skip = contained(made.loaded, log)
    if skip is None and log.header.id:
        made.corrupt = [Corruption("foreign", 1, f"{name} continues another snapshot of this session", log.data)]
        return made
    if log.rest:
        reason = f"{name} is truncated or corrupt from line {log.rest_line} on"
        made.corrupt = [Corruption("truncated", log.rest_line, reason, log.rest)]
    made.corrupt += _cut(file, log, seen)
    if skip is None:
        return made
    todo = log.records[skip:]
    corrupt, at_once = made.corrupt, True
    stopped = _replay(made.session, todo)
    if stopped is not None and any("place" in record for record in todo):
        # Which of several adjustments no longer fits is found one by one.
        made, at_once = at_rest(), False
        stopped = _replay(made.session, todo, at_once=False)
    if stopped is not None:
        count, reason = stopped
        corrupt = [_mismatch(log, name, skip + count, reason), *corrupt]
        made = at_rest()
        todo = todo[:count] + _offers(todo[:count], todo[count:])
        _replay(made.session, todo, at_once=at_once)
    made.corrupt = corrupt
    made.replayed = len(todo)
    made.kept = log.records[:skip] + todo
    made.resumable = len(made.kept) >= skip
    return made


def load(file: Path, text: str, *, thorough: bool = False) -> Loaded:
    """The snapshot in the text of a session file. Raises CannotOpen with everything that is wrong with it.

    A file that nobody has changed since Companion wrote it is not validated again, unless `thorough`.
    """
    data = None if thorough else untouched(text)
    read = Document(file, SESSION, text, data or {}) if data is not None else parsed(file, SESSION, text)
    found = Findings(trusted=data is not None)
    loaded = parse_session(text, read.tables, read.changed, found)
    if loaded is None:
        raise read.refused(found.problems)
    if loaded.changed:
        # Here and not above: a file that nobody has changed does not pay for the import.
        from companion.store.changed import journal_said, judge

        rows = functools.partial(journal_said, loaded)
        loaded.notices += judge(read, loaded.header.generation, loaded.header.id, rows)
    return loaded


def _mark(file: Path) -> tuple[str, int] | None:
    """The id of the log that was there when the session was last played, and how many records it had."""
    try:
        return parse_mark(disk.read_plain(open_mark(file), 100))
    except OSError:
        return None


def _cut(file: Path, log: Log, seen: Seen) -> list[Corruption]:
    """Whether a log whose every line is true had more of them. If it is damaged, that is said already."""
    mark = _mark(file)
    if log.rest or mark is None or mark[0] != log.header.id or mark[1] <= len(log.records):
        return []
    if look(file) != seen:
        # A writer is at work: what is noted is newer than the log that was read.
        return []
    reason = f"{log_file(file).name} was cut off: it has {len(log.records)} inputs and had {mark[1]}"
    return [Corruption("truncated", log.rest_line, reason, b"")]


def contained(loaded: Loaded, log: Log) -> int | None:
    """How many records of the log the snapshot contains; None if the log continues another snapshot."""
    header = loaded.header
    if log.header.session != header.id:
        return None
    if log.header.id == header.contains[0]:
        return header.contains[1]
    return 0 if log.header.generation == header.generation else None


def _mismatch(log: Log, name: str, place: int, reason: str) -> Corruption:
    """The records from the first that no longer fits. Those before it stand, those after it cannot follow."""
    line = log.line(place)
    why = f"line {line} of {name} no longer fits: {reason}. Play stands before it, and its dice are offered again"
    return Corruption("mismatch", line, why, plain_records(log.records[place:], place + 1, reason))


def _replay(session: Session, records: Sequence[Record], *, at_once: bool = True) -> tuple[int, str] | None:
    """Replays records; the place and reason of the first that no longer fits. The session is of no use then.

    Adjustments of an open procedure that are beside one another are replayed `at_once`, or else one by one.
    """
    place = 0
    while place < len(records):
        batch = _placed(records, place) if at_once else []
        try:
            if len(batch) > 1:
                session.intake.replay_adjustments(batch, records[place + len(batch) - 1].get("state_crc"))
            elif problem := record_problem(record := records[place]):
                return place, problem
            elif record["do"] == "offer":
                if session.run is not None:
                    session.run.suggest({record["key"]: frozen_answer(record.get("value"))})
            else:
                session.intake.replay(input_of(record), record.get("request_crc", 0), record.get("state_crc"))
        except ReplayMismatch as fault:
            return place, fault.reason
        except (LookupError, TypeError, ValueError) as fault:
            return place, f"the record cannot be read ({fault!r})"
        place += len(batch) or 1
    return None


def _placed(records: Sequence[Record], first: int) -> list[tuple[Adjust | Connect, RunPoint]]:
    """The adjustments from the `first` record on that say where in the open procedure they take effect."""
    found: list[tuple[Adjust | Connect, RunPoint]] = []
    for record in records[first:]:
        if "place" not in record or record_problem(record):
            break
        made = input_of(record)
        if not isinstance(made, (Adjust, Connect)):
            break
        found.append((made, RunPoint(**record["place"])))
    return found


def _offers(stand: Sequence[Record], dropped: Sequence[Record]) -> list[Record]:
    """Records that offer the answers of dropped ones again, at every opening. A sealed one is nobody's to see."""
    kept = ("at", "in", "played", "seed", "seed_since", "seed_method")
    where = {k: stand[-1][k] for k in kept if k in stand[-1]} if stand else {}
    return [
        {"do": "offer", "key": r["key"], "value": r.get("value")} | where
        for r in dropped
        if r.get("do") in ("answer", "amend", "offer") and "key" in r and "sealed" not in r
    ]
