"""Campaigns under attack: an aftermath is killed between its two files, and comes out as it would have."""

from __future__ import annotations

import os
import signal
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.store import open_session
from companion.store.campaign_check import check_campaign
from companion.store.ledger import differences
from tests.store.feuds import begin, feud, fight, now, play, session_file, settle
from tests.torture.games import in_child
from tests.torture.table import Line


@cache
def _wanted(seed: int) -> Any:
    """The rosters as they are when nothing goes wrong."""
    with TemporaryDirectory(prefix="companion-torture-") as folder:
        file = feud(Path(folder))
        play(file, begin(file), seed=seed)
        return now(file).rosters


def killed_in_a_campaign(folder: Path, seed: int, line: Line) -> None:
    """A program is killed while a battle of a campaign is fought and settled; another takes it to its end."""
    file, chance = feud(folder), Random(seed)
    of, wanted = begin(file), _wanted(seed % 3)
    session, spin = session_file(file, of), chance.randint(0, 3_000_000)

    def act(say: Any) -> None:
        opened = open_session(session)
        fight(opened.session, seed % 3)
        say(1)
        for side in ("rhea", "boris"):
            settle(opened.session, side)
        opened.close()

    def heard(child: int, _: int) -> None:
        for _ in range(spin):
            pass
        os.kill(child, signal.SIGKILL)

    in_child(act, heard)

    def verdict() -> str:
        if list(differences(now(file))):
            return "wrong"
        opened = open_session(session)
        if opened.session.run is not None:
            opened.session.leave(False)
        for side in [s.id for s in opened.session.table.sides.values() if not s.settled]:
            settle(opened.session, side)
        opened.close()
        if now(file).rosters != wanted or len(now(file).ledger) != 4:
            return "lost"
        return "survived" if check_campaign(file) == [] else "wrong"

    line.judge(f"seed {seed}", verdict)
