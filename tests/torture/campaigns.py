"""Campaigns of every game under attack while a battle is settled: in the end both files say what they would have."""

import contextlib
import shutil
from functools import cache
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

from companion.engine.errors import NotSaved
from companion.engine.session import Session
from companion.store.campaigns import read_campaign
from companion.store.ledger import differences
from companion.store.opening import open_session
from companion.store.verify import check_file
from companion.testing import drive, step_random
from tests.contract.games import IDS
from tests.play.aftermaths import campaign_of
from tests.store.feuds import begin, feud, session_file
from tests.torture.children import CALLS, Say, end_at, failing, in_child, kill_when
from tests.torture.power import Cut, PowerCut
from tests.torture.table import Line

MOST_CALLS = 100
"""Calls to the disk that settling a battle makes, about."""
BATTLE = "b1"
_FOLDERS: list[Path] = []
"""Where the campaigns lie that are attacked again and again."""


def game_of(seed: int) -> str:
    """The games take turns; the duel has no aftermath, the feud is the duel that has one."""
    name = IDS[seed % len(IDS)]
    return "feud" if name == "duel" else name


@cache
def _fought(game: str) -> Path:
    """The file of a campaign whose first battle has just ended: both players owe its aftermath."""
    folder = Path(mkdtemp(prefix="companion-torture-"))
    _FOLDERS.append(folder)
    file = feud(folder) if game == "feud" else campaign_of(folder, game)
    assert begin(file) == BATTLE
    opened = open_session(session_file(file, BATTLE), rng=Random(3))
    rng = Random(game)
    for _ in range(10):
        step_random(opened.session, rng)
    if opened.session.run is not None:
        opened.session.leave(True)
    opened.session.adjust("table", "over_why", "it is late")
    opened.close()
    return file


def forget() -> None:
    """Makes room: the campaigns that were fought are no longer needed."""
    _fought.cache_clear()
    for folder in _FOLDERS:
        shutil.rmtree(folder, ignore_errors=True)
    _FOLDERS.clear()


def _fresh(folder: Path, seed: int) -> Path:
    """A campaign of its own for this seed, in this folder, its battle fought."""
    source = _fought(game_of(seed))
    shutil.copytree(source.parent, folder / source.parent.name)
    return folder / source.parent.name / source.name


def _settle(session: Session, seed: int) -> None:
    """Plays what is left of the aftermath. Each answer follows from its request: after a stop it comes out the same."""

    def answer(request: Any) -> Any:
        return request.random(Random(f"{seed % 7} {request.key}"))

    if session.run is not None:
        drive(session, default=answer)
    for side in [s.id for s in session.table.sides.values() if _owes(s)]:
        session.start("aftermath", {"side": side})
        drive(session, default=answer)


def _owes(side: Any) -> bool:
    """Whether the aftermath of this side is to be played; the feud says it in its own way."""
    return bool(side.owes_aftermath) if hasattr(side, "owes_aftermath") else not side.settled


@cache
def _wanted(game: str, seed: int) -> Any:
    """The rosters as they are when nothing goes wrong."""
    folder = Path(mkdtemp(prefix="companion-torture-"))
    try:
        file = _fresh(folder, IDS.index(game) if game in IDS else IDS.index("duel"))
        _settle_on_disk(file, seed)
        return read_campaign(file).rosters
    finally:
        shutil.rmtree(folder)


def _settle_on_disk(file: Path, seed: int) -> None:
    opened = open_session(session_file(file, BATTLE))
    _settle(opened.session, seed)
    opened.close()


def _brought_to_its_end(file: Path, seed: int) -> str:
    """Another program opens the battle and settles what is left of it."""
    if list(differences(read_campaign(file))):
        return "wrong"
    _settle_on_disk(file, seed)
    campaign = read_campaign(file)
    if campaign.rosters != _wanted(game_of(seed), seed % 7) or len(campaign.ledger) != 4:
        return "lost"
    return "survived" if check_file(file) == [] else "wrong"


def killed(folder: Path, seed: int, line: Line) -> None:
    """A program is killed while a battle is settled."""
    file, chance = _fresh(folder, seed), Random(seed)
    kill = kill_when(1, chance.randint(0, 3_000_000))

    def act(say: Say) -> None:
        opened = open_session(session_file(file, BATTLE))
        say(1)
        _settle(opened.session, seed)
        opened.close()

    def verdict() -> str:
        in_child(act, kill)
        return _brought_to_its_end(file, seed)

    line.judge(game_of(seed), verdict)


def ended_at_a_call(folder: Path, seed: int, line: Line) -> None:
    """The program ends at one call to the disk. Seeds walk through the calls of each game."""
    file = _fresh(folder, seed)
    number, after = seed // len(IDS) % (2 * MOST_CALLS) // 2 + 1, seed // len(IDS) % 2 == 1

    def act(_: Say) -> None:
        end_at(number, after=after)
        _settle_on_disk(file, seed)

    def verdict() -> str:
        in_child(act)
        return _brought_to_its_end(file, seed)

    line.judge(f"{game_of(seed)}, call {number} {'done' if after else 'to be done'}", verdict)


def a_call_fails(folder: Path, seed: int, line: Line) -> None:
    """One call fails while a battle is settled, once or from then on; the next opening settles the rest."""
    file, chance = _fresh(folder, seed), Random(seed)
    name, number, for_good = CALLS[seed % len(CALLS)], chance.randint(1, 60), chance.random() < 0.5

    def verdict() -> str:
        opened = open_session(session_file(file, BATTLE))
        with failing(name, number, chance.choice((5, 24, 28)), for_good=for_good):
            with contextlib.suppress(NotSaved):
                _settle(opened.session, seed)
            opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        opened.close()
        return _brought_to_its_end(file, seed)

    line.judge(f"{game_of(seed)}, {name} {number} {'for good' if for_good else 'once'}", verdict)


def power_cut(folder: Path, seed: int, line: Line) -> None:
    """The power fails after an input of the aftermath, or in a sync."""
    file, chance = _fresh(folder / "disk", seed), Random(seed)
    left, sync = chance.randint(0, 12), chance.randint(1, 30) if chance.random() < 0.5 else 0

    def verdict() -> str:
        opened = open_session(session_file(file, BATTLE))
        with PowerCut(file.parent, at=sync) as power:
            answer = opened.session.answer

            def answered(*args: Any, **more: Any) -> Any:
                nonlocal left
                made = answer(*args, **more)
                left -= 1
                if left < 0:
                    raise Cut
                return made

            opened.session.answer = answered  # type: ignore[method-assign]
            with contextlib.suppress(Cut):
                _settle(opened.session, seed)
            after = power.fail(folder / "after", chance)
            opened.close()
        return _brought_to_its_end(after / file.name, seed)

    line.judge(f"{game_of(seed)}, after {left} inputs", verdict)
