"""Six programs at once: on one session, on one whose lock somebody deletes, and on one campaign."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.engine.errors import NotSaved
from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.folders import lock_file
from companion.store.ledger import differences
from companion.store.opening import open_session
from tests.store.feuds import feud
from tests.store.helpers import read_again
from tests.torture.children import Say, begun, ended
from tests.torture.games import start
from tests.torture.table import Line

PROGRAMS = 6


def _visitor(file: Path, unit: str, seed: int) -> Callable[[Say], None]:
    """Opens the session again and again, and acknowledges each input that is saved."""

    def act(say: Say) -> None:
        chance, made = Random(seed), 0
        for _ in range(12):
            opened = open_session(file)
            try:
                for number in range(0 if opened.read_only else chance.randint(1, 4)):
                    opened.session.adjust(unit, "name", f"{seed} {made} {number}")
                    made += 1
                    say(made)
            except NotSaved:
                # The lock was deleted, and another program has the session now.
                pass
            opened.close()

    return act


def _told(acts: list[Callable[[Say], None]], meanwhile: Callable[[], None] = lambda: None) -> int:
    """Runs them all at once; the sum of what they acknowledged. Raises Crashed or Hung."""
    children = [begun(act) for act in acts]
    meanwhile()
    told = 0
    for child, source in children:
        with os.fdopen(source) as said:
            lines = said.read().splitlines()
        ended(child, "\n".join(lines))
        told += int(lines[-1]) if lines else 0
    return told


def one_session(folder: Path, seed: int, line: Line) -> None:
    """What each was told is saved is there in the end."""
    _visited(folder, seed, line, lambda: None)


def deleted_lock(folder: Path, seed: int, line: Line) -> None:
    """Somebody deletes the lock at any moment: never two writers, and nothing that was told is lost."""
    lock, chance = lock_file(folder / "duel.toml"), Random(seed)

    def vandal() -> None:
        for _ in range(60):
            lock.unlink(missing_ok=True)
            time.sleep(chance.random() * 0.01)

    _visited(folder, seed, line, vandal)


def _visited(folder: Path, seed: int, line: Line, meanwhile: Callable[[], None]) -> None:
    file = start(folder, seed)
    unit = next(iter(read_again(file)["state"]["units"]))

    def verdict() -> str:
        told = _told([_visitor(file, unit, seed * PROGRAMS + n) for n in range(PROGRAMS)], meanwhile)
        others = [f for f in folder.glob("duel-*.toml") if not f.name.endswith(".open.toml")]
        there = read_again(file)["undo"]
        if there != told or others:
            return "lost" if there < told else "wrong"
        return "survived"

    line.judge("", verdict)


def one_campaign(folder: Path, seed: int, line: Line) -> None:
    """Each change of the campaign is in its ledger, and the rosters are what the ledger leads to."""
    file = feud(folder)

    def changer(_: int) -> Callable[[Say], None]:
        def act(say: Say) -> None:
            made = 0
            for _ in range(6):
                try:
                    with changing(file) as change:
                        change.add("rhea", "manual", why="a gift")
                except CannotOpen:
                    # Others had it for longer than one waits.
                    continue
                made += 1
                say(made)

        return act

    def verdict() -> str:
        told = _told([changer(n) for n in range(PROGRAMS)])
        campaign = read_campaign(file)
        there = len(campaign.ledger) - 2
        if there != told or list(differences(campaign)) or campaign.notices:
            return "lost" if there < told else "wrong"
        return "survived"

    line.judge("", verdict)
