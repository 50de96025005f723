"""Opening a session: to play, with its lock held, or read-only beside the one who plays."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from companion.engine.seed import SIZE, Seed
from companion.engine.session import Session
from companion.store import disk
from companion.store.diagnostics import CannotOpen, Diagnostic
from companion.store.files import look
from companion.store.finding import find_again
from companion.store.folders import campaign_file, log_file, one_name, open_mark, quarantine_file
from companion.store.lock import acquire
from companion.store.recorder import FileRecorder
from companion.store.restore import Restored, restore
from companion.store.snapshot import SnapshotWriter
from companion.store.wal import WriteAheadLog

if TYPE_CHECKING:
    from companion.store.campaign_link import CampaignLink


class Opened:
    """A session and the files it lives in. `notices` are sentences for the players about what was found there."""

    at_seat = False

    def __init__(self, file: Path, found: Restored, recorder: FileRecorder | None, notices: list[str]) -> None:
        self.session: Session = found.session
        self.read_only = recorder is None
        self.notices = notices
        self.played = max(found.loaded.header.played, *(str(one.get("played", "")) for one in found.kept[-1:]), "")
        """The time of the last input before it was opened, ISO 8601; empty if there was none."""
        self._file = file
        self._seen = found.seen
        self._recorder = recorder
        self._unread = ""
        self.campaign: CampaignLink | None = None
        """The battle of a campaign that this session is; None for a single game, and if it is only read."""
        self.session.intake.recorder = recorder

    @property
    def file(self) -> Path:
        """The session file. It changes if somebody else wrote to the one before."""
        return self._recorder.snapshots.file if self._recorder is not None else self._file

    @property
    def saved(self) -> bool:
        """Whether everything is on disk, in the log if it is not in the session file yet."""
        return self._recorder is None or self._recorder.saved

    @property
    def trouble(self) -> str:
        """What is wrong with the files now, in a sentence; empty if nothing is."""
        if self._recorder is None:
            return self._unread
        return self._recorder.trouble or (self.campaign.trouble(self.session) if self.campaign is not None else "")

    def border(self, count: int) -> str:
        """Why an undo of `count` inputs is to be asked first, in a sentence; empty if it is not.

        It goes from the aftermath back into the battle, or takes back what the campaign has closed.
        """
        return self.campaign.border(self.session, count) if self.campaign is not None else ""

    def join_campaign(self, recorder: FileRecorder, session_id: str) -> None:
        """From now on an aftermath that ends here is closed in the campaign; what a crash left open is closed now."""
        # Here and not above: a session outside a campaign does not pay for the import.
        from companion.store.campaign_link import link_of

        try:
            link = link_of(self.file, session_id)
        except CannotOpen as fault:
            self.notices.append(
                f"the campaign of this folder cannot be read ({fault.diagnostics[0]}); "
                "what ends here goes to its rosters when this session is opened beside one that can"
            )
            return
        if link is not None:
            self.campaign = link
            recorder.rested = lambda: link.rested(self.session)
            link.opened(self.session)
            self.notices += link.notices

    def save(self) -> None:
        """Brings the session file up to date if the table is at rest; returns when that is done."""
        recorder, session = self._recorder, self.session
        if recorder is not None and not recorder.closed:
            recorder.snapshots.wait()
            recorder.snapshots.put_back()
            if recorder.snapshots.stale and session.run is None and session.redo_count == 0:
                recorder.write(session.table, session.entries, session.history.taken_back)
                recorder.snapshots.wait()

    def close(self) -> bool:
        """Brings the session file up to date and releases the session. Returns whether all is saved."""
        recorder = self._recorder
        if recorder is not None and not recorder.closed:
            self.save()
            recorder.close()
        return self.saved

    def follow(self, seconds: float = 0) -> bool:
        """Read-only: reads again what another program has written. True if `session` is a new one."""
        if self._recorder is not None or look(self._file) == self._seen:
            return False
        try:
            found = restore(self._file)
        except CannotOpen as fault:
            self._unread = str(fault.diagnostics[0])
            return False
        self._unread = ""
        self._seen = found.seen
        found.session.read_only = self.session.read_only
        self.session = found.session
        return True

    def fileno(self) -> int:
        """-1: what others write is looked for, not heard of."""
        return -1

    def take_over(self) -> bool:
        """Read-only: opens the session to play on, if its writer has ended. True if `session` is a new one.

        Only when it is asked for: a reader never becomes a writer by itself. Raises CannotOpen.
        """
        if self._recorder is not None:
            return False
        made = open_session(self._file)
        if made._recorder is None:
            self.session.read_only = made.session.read_only
            return False
        self.session, self.read_only, self.notices = made.session, False, made.notices
        self._file, self._seen, self._unread = made._file, made._seen, ""
        self._recorder, self.campaign = made._recorder, made.campaign
        return True


def open_session(file: Path, *, rng: Random | None = None, read_only: bool = False) -> Opened:
    """Opens a session and replays its log. If another program holds it, or the folder, it opens read-only.

    A session that is played for the first time gets the seed of its dice here, unless `rng` gives them; it is on disk
    with the first input.

    Raises CannotOpen with everything that is wrong with the file, which is left as it is.
    """
    file = one_name(Path(file))
    if not file.is_file():
        raise CannotOpen(Diagnostic(file, "there is no such file"))
    lock, refusal = (None, "") if read_only else acquire(file)
    if lock is None:
        found = restore(file, rng)
        found.session.read_only = refusal or "it is only looked at"
        notices = [f"{refusal}: it can be read here, not played"] if refusal else []
        return Opened(file, found, None, notices + found.loaded.notices + found.notices())
    try:
        notices = find_again(file) + _other_names(file)
        found = restore(file, rng)
        header = found.loaded.header
        if found.session.seed is None and rng is None:
            session = found.session
            session.seed = Seed(secrets.token_hex(SIZE), len(session.entries) + (session.run is not None))
        wal = WriteAheadLog(file, header.id, header.generation)
        notices += found.loaded.notices + _resume(file, found, wal)
    except OSError as fault:
        lock.release()
        reason = f"cannot be written: {fault.strerror or fault}"
        raise CannotOpen(Diagnostic(log_file(file), reason)) from fault
    except BaseException:
        lock.release()
        raise
    contained = len(found.kept) - found.replayed if found.resumable else 0
    snapshots = SnapshotWriter(header, found.data, lock, wal, contained, edited=bool(found.loaded.changed))
    snapshots.remember(found.loaded.entries, found.loaded.texts)
    recorder = FileRecorder(wal, snapshots, found.session.table, found.loaded.extras, found.session.seed)
    opened = Opened(file, found, recorder, notices)
    opened.save()
    if opened.session.ruleset.aftermath is not None and campaign_file(file.parent).is_file():
        opened.join_campaign(recorder, header.id)
    return opened


def _other_names(file: Path) -> list[str]:
    """Says that a file has other names, hard links: each write gives this name a file of its own."""
    others = os.stat(file).st_nlink - 1
    if others < 1:
        return []
    names = "another name" if others == 1 else f"{others} other names"
    return [
        f"{file.name} has {names} (hard links): what is played here is written under this name alone, and what stands "
        "under the other stays as it is. Play under one name, or make a copy with Companion"
    ]


def _resume(file: Path, found: Restored, wal: WriteAheadLog) -> list[str]:
    """Continues the log that is there. What of it cannot be used is quarantined; says what and where."""
    if found.log is None:
        return [found.missing] if found.missing else []
    notices = []
    for bad in found.corrupt:
        if not bad.data:
            notices.append(bad.reason)
            continue
        quarantine = quarantine_file(file, bad.word)
        disk.write_whole(quarantine, bad.data)
        notices.append(f"{bad.reason}; what was there is kept in {quarantine.name}")
    if found.resumable:
        wal.resume(found.log, found.kept, rewrite=bool(notices))
    else:
        disk.remove(open_mark(file))
        disk.remove(log_file(file))
    return notices
