"""Opening a session: to play, with its lock held, or read-only beside the one who plays."""

from __future__ import annotations

from pathlib import Path
from random import Random

from companion.engine.session import Session
from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.folders import aside, open_file
from companion.store.lock import hold
from companion.store.reading import Restored, restore
from companion.store.recorder import FileRecorder
from companion.store.snapshot import SnapshotWriter
from companion.store.wal import WriteAheadLog, look


class Opened:
    """A session and the files it lives in. `notices` are sentences for the players about what was found there."""

    def __init__(self, file: Path, found: Restored, recorder: FileRecorder | None, notices: list[str]) -> None:
        self.session: Session = found.session
        self.read_only = recorder is None
        self.notices = notices
        self._file = file
        self._seen = found.seen
        self._recorder = recorder
        self._unread = ""
        self.session.recorder = recorder
        self.session.read_only = self.read_only

    @property
    def file(self) -> Path:
        """The main file. It changes where somebody else wrote to the one before."""
        return self._recorder.main.file if self._recorder is not None else self._file

    @property
    def saved(self) -> bool:
        """Whether everything is on disk and the main file as new as it can be."""
        held = self._recorder
        return held is None or not (held.main.busy or held.main.failure or held.failure)

    @property
    def trouble(self) -> str:
        """What is wrong with the files now, in a sentence; empty where nothing is."""
        held = self._recorder
        return self._unread if held is None else held.failure or held.main.failure or held.main.moved

    def save(self) -> None:
        """Brings the main file up to date if the table is at rest; returns when that is done."""
        held = self._recorder
        if held is not None and not held.closed:
            held.main.wait()
            if held.main.stale and self.session.run is None and self.session.redo_count == 0:
                held.at_rest(self.session.table, self.session.entries)
                held.main.wait()

    def close(self) -> bool:
        """Brings the main file up to date, waits for it, and lets go. Says whether all is saved."""
        held = self._recorder
        if held is not None and not held.closed:
            self.save()
            held.closed = True
            held.wal.close()
            held.main.release()
        return self.saved

    def follow(self) -> bool:
        """Read-only: reads again what another program has written. True where `session` is a new one."""
        if self._recorder is not None or look(self._file) == self._seen:
            return False
        try:
            found = restore(self._file)
        except CannotOpen as fault:
            self._unread = str(fault.faults[0])
            return False
        self._unread = ""
        self._seen = found.seen
        self.session = found.session
        self.session.read_only = True
        return True


def open_session(file: Path, *, rng: Random | None = None, read_only: bool = False) -> Opened:
    """Opens a session and replays what is open. Where another program holds it, or the folder, it opens read-only.

    Raises CannotOpen with every fault found; the file is left as it is.
    """
    file = Path(file)
    if not file.is_file():
        raise CannotOpen([Diagnostic(file, None, "", "there is no such file")])
    lock, refusal = (None, "") if read_only else hold(file)
    if lock is None:
        found = restore(file, rng)
        notices = [f"{refusal}: it can be read here, not played"] if refusal else []
        return Opened(file, found, None, notices + found.loaded.notices + [bad.reason for bad in found.corrupt])
    try:
        found = restore(file, rng)
        header = found.loaded.header
        journal = WriteAheadLog(file, header.id, header.generation)
        notices = found.loaded.notices + take_over(file, found, journal)
    except OSError as fault:
        lock.release()
        raise CannotOpen(
            [Diagnostic(open_file(file), None, "", f"cannot be written: {fault.strerror or fault}")]
        ) from fault
    except BaseException:
        lock.release()
        raise
    contained = len(found.kept) - found.replayed if found.goes_on else 0
    main = SnapshotWriter(file, header, found.seen[0], lock, journal, contained)
    main.remember(found.loaded.entries, found.loaded.texts)
    opened = Opened(file, found, FileRecorder(journal, main, found.loaded.extras), notices)
    opened.save()
    return opened


def take_over(file: Path, found: Restored, journal: WriteAheadLog) -> list[str]:
    """Goes on in the open file that is there. What of it does not stand is set aside; says what and where."""
    if found.tail is None:
        return []
    notices = []
    for bad in found.corrupt:
        put = aside(file, bad.word)
        disk.write_whole(put, bad.data)
        notices.append(f"{bad.reason}; what was there is kept in {put.name}")
    if found.goes_on:
        journal.adopt(found.tail, found.kept, cut=bool(notices))
    else:
        open_file(file).unlink()
    return notices
