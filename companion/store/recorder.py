"""What a session writes through: each input to the open file, the table at rest to the main file."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from companion.engine.errors import NotSaved
from companion.engine.log import standing
from companion.engine.session import Session
from companion.store.mainfile import MainFile
from companion.store.openfile import OpenFile
from companion.store.sessionfile import snapshot
from companion.store.tables import Extras


class FileRecorder:
    """The recorder of a session on disk."""

    def __init__(self, session: Session, journal: OpenFile, main: MainFile, extras: Extras) -> None:
        self.main = main
        self.journal = journal
        self.closed = False
        self.failure = ""
        self._session = session
        self._extras = extras
        self._played = main.header.played

    def record(self, line: Mapping[str, Any]) -> None:
        """One input as a line of the open file, on disk when this returns. Raises NotSaved."""
        if self.closed:
            raise NotSaved("the session is closed")
        record = {k: v for k, v in line.items() if v is not None and not (k in ("by", "why") and v == "")}
        run = self._session.run
        if run is not None and run.is_slot(str(line.get("key"))):
            record["sealed"] = True
        if run is not None and not run.done:
            record["at"] = standing(self._session)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        try:
            self.journal.append(record | {"played": now})
        except NotSaved as fault:
            self.failure = str(fault)
            raise
        self.failure = ""
        self._played = now

    def rested(self, session: Session) -> None:
        """The main file is written anew, behind.

        Not while something can be redone: that lives in the lines of the open file, and would go with them.
        """
        if session.redo_count == 0:
            self.write()

    def write(self) -> None:
        """Hands the state to the worker."""
        session = self._session
        shot = snapshot(session.table, session.entries, self._extras)
        self.main.write(shot, self.journal.count, self._played)
