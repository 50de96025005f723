"""What seats are told of a session: where it began, and every record since, each as a seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from companion.engine.frozen import frozen
from companion.engine.inputs import Amend, Answer, TakenInput, answers_of, input_of, record_of
from companion.engine.journal import Commit, JournalEntry
from companion.engine.keys import secret_of
from companion.engine.run import Run
from companion.engine.session import Session
from companion.seats.lines import Message
from companion.store.files import read_both
from companion.store.format.commit import commit_record
from companion.store.format.journal import entry_text
from companion.store.format.session_file import compose, snapshot
from companion.store.format.wal_file import Record
from companion.store.restore import contained, load

_OWN = ("played", "rest", "seed", "seed_since", "seed_method")
"""What is in a record of the log and no seat's business."""
_SEALED = ("value", "how", "why", "mix")
"""What is withheld of a sealed answer."""


@frozen
class ToldRecord:
    """One record, who gave it, and what it makes known. `secret` is the side whose sealed answer it is, or empty.

    `reveals` are inputs of `entry`, open or closed, whose answers were withheld until now, with their places; they are
    told before the record.
    """

    record: Record
    seat: str = ""
    secret: str = ""
    reveals: Sequence[tuple[int, TakenInput]] = ()
    entry: int = 0

    def seen_by(self, n: int, side: str) -> Message:
        """The message for who sits at this side; `n` is its number, from 1."""
        record = self.record
        if self.secret and self.secret != side:
            record = {key: value for key, value in record.items() if key not in _SEALED} | {"withheld": True}
        shown: Message = {"type": "record", "n": n, "record": record, "seat": self.seat}
        if self.reveals:
            reveals = [{"place": at, "input": record_of(one.input)} for at, one in self.reveals]
            shown |= {"reveals": reveals, "entry": self.entry}
        return shown


class ToldRecords:
    """The records of a session from where its file began, growing with every input."""

    def __init__(self, file: Path) -> None:
        _, text, log = read_both(file)
        loaded = load(file, text)
        self.name = loaded.table.name
        self._taken_back = [asdict(roll) for roll in loaded.taken_back]
        self.told: list[ToldRecord] = []
        self._open: Run | None = None
        self._known: set[int] = set()
        self.withheld: list[tuple[int, int]] = []
        """Entry and input of every sealed answer that was never opened."""
        texts = []
        for place, entry in enumerate(loaded.entries):
            closed = self._closed(place, entry)
            texts.append(loaded.texts[place] if closed is entry else entry_text(closed))
        shot = snapshot(loaded.table, loaded.entries, loaded.extras)
        header = replace(loaded.header, seed=None, contains=("", 0))
        self.text = compose(shot, header, [one.encode() for one in texts]).decode()
        """The file that a seat begins with: no seed, no unopened answer."""
        skip = (contained(loaded, log) if log is not None else 0) or 0
        session = Session(loaded.table, loaded.entries)
        for record in log.records[skip:] if log is not None else ():
            if record["do"] != "offer":
                session.intake.replay(input_of(record), record.get("request_crc", 0), record.get("state_crc"))
                self._add([(record, bool(record.get("sealed")))], session, str(record.get("seat", "")))

    def _closed(self, place: int, entry: JournalEntry) -> JournalEntry:
        """The entry without answers that were sealed and never opened: left, dropped or changed before they were."""
        revealed = {given.key for given in entry.answers}
        stands = {one.n for key, one in answers_of(entry.inputs).items() if key in revealed}
        others = [one for one in entry.inputs if one.n not in stands]
        hidden = [one.n for one in others if isinstance(one.input, (Answer, Amend)) and secret_of(one.input.key)]
        if not hidden:
            return entry
        self.withheld += [(place, n) for n in hidden]
        copied = entry.copy()
        copied.inputs[:] = [_blank(one) if one.n in hidden else one for one in copied.inputs]
        return copied

    def committed(self, made: Sequence[Commit], session: Session, seat: str) -> list[ToldRecord]:
        """Inputs that are on the disk now: what is to be told of them."""
        return self._add([(commit_record(one, ""), one.sealed) for one in made], session, seat)

    def _add(self, records: Sequence[tuple[Record, bool]], session: Session, seat: str) -> list[ToldRecord]:
        run = session.history.latest_run
        if run is not self._open:
            self._open, self._known = run, set()
        open_ = run.revealed() if run is not None else []
        new = [(run.inputs.index(one), one) for one in open_ if one.n not in self._known] if run is not None else []
        self._known.update(one.n for one in open_)
        keys = {one.input.key for one in open_ if isinstance(one.input, (Answer, Amend))}
        entry = len(session.entries) - (session.run is None)
        found: list[ToldRecord] = []
        for record, sealed in records:
            secret = str(record.get("by", "")) if sealed and record.get("key") not in keys else ""
            clean = {key: value for key, value in record.items() if key not in _OWN}
            found.append(ToldRecord(clean, seat, secret, () if found else new, entry))
        self.told += found
        return found

    def join(self, side: str) -> Message:
        """All that a seat needs to stand where the session stands."""
        lines = [one.seen_by(n, side) for n, one in enumerate(self.told, 1)]
        return {"file": self.text, "withheld": self.withheld, "lines": lines, "name": self.name} | {
            "taken_back": self._taken_back
        }


def _blank(taken: TakenInput) -> TakenInput:
    made = taken.input
    assert isinstance(made, (Answer, Amend))
    return replace(taken, input=type(made)(made.key, "", made.by))
