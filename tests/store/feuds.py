"""Campaigns of the feud: how tests make them and play their battles."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import pytest

from companion.engine.session import Session
from companion.store.battles import BattlePlan, make_session, plan_battle, record_battle, session_of
from companion.store.campaigns import changing, read_campaign
from companion.store.closing import ByHand, edit, record
from companion.store.format.campaign import Campaign, Outcome
from companion.store.joining import Joining, create_campaign
from companion.store.opening import open_session
from companion.testing import drive, play_random
from tests.examples import present
from tests.games.duel import Fighter

T = TypeVar("T")


def units(*names: str) -> list[Fighter]:
    return [Fighter(id=name.lower(), name=name, skill=4) for name in names]


def feud(folder: Path, *players: str, game: str = "feud") -> Path:
    """A campaign of these players, Rhea and Boris where none are named, with two fighters each."""
    joining = [
        Joining(player, f"{player}'s house", units(f"{player[0]}one", f"{player[0]}two"), {"gold": 20})
        for player in players or ("Rhea", "Boris")
    ]
    return create_campaign(folder, "The long feud", game, {"strike_back": True}, joining)


def done(file: Path, change: Callable[..., T], *args: Any, **more: Any) -> T:
    """One change of the campaign in this file, written."""
    with changing(file) as made:
        return change(made, *args, **more)


def begin(file: Path, *rosters: str, title: str = "", practice: bool = False) -> str:
    """The id of a new battle, its session made."""
    with changing(file) as made:
        of = plan_battle(made, BattlePlan(rosters or ("rhea", "boris"), title, practice))
    make_session(file, made.campaign, of)
    return of


def recorded(file: Path, title: str, result: Outcome, changes: Mapping[str, list[ByHand]], why: str) -> str:
    """The id of a battle of Rhea and Boris that was fought without the app, and what it left."""
    with changing(file) as made:
        of = record_battle(made, ["rhea", "boris"], title, result)
        record(made, of, changes, why)
    return of


def session_file(file: Path, of: str) -> Path:
    return present(session_of(file, read_campaign(file).battles[of]))


def fight(session: Session, seed: int) -> None:
    """Plays until the battle is over, without its aftermath."""
    assert play_random(session, Random(seed))


def settle(session: Session, side: str, gold: int = 10, scar: int = 1) -> None:
    """Plays the aftermath of one side: every fallen one throws `scar`."""
    session.start("aftermath", {"side": side})
    drive(session, default=lambda r: [[scar]] if r.name == "scar" else gold)


def play(file: Path, of: str, *sides: str, seed: int = 1, gold: int = 10, scar: int = 1) -> None:
    """Plays a battle to its end, and the aftermath of these sides; of all where none is named."""
    opened = open_session(session_file(file, of))
    fight(opened.session, seed)
    for side in sides or tuple(opened.session.table.sides):
        settle(opened.session, side, gold, scar)
    assert opened.trouble == ""
    opened.close()


@contextmanager
def drawn_alike() -> Iterator[None]:
    """For what is made once for many tests: names and dice that are drawn are the same at each run."""
    with pytest.MonkeyPatch.context() as patch:
        drawn = Random("alike")
        patch.setattr(secrets, "token_hex", lambda size=8: drawn.randbytes(size).hex())
        yield


def two_battles(folder: Path) -> Path:
    """A campaign of two battles, with a change by hand between them."""
    file = feud(folder)
    play(file, begin(file, title="First blood"))
    with changing(file) as made:
        edit(made, "boris", [("bone", "skill", 6)], "he trained")
    play(file, begin(file, title="Revenge"), seed=2)
    return file


def now(file: Path) -> Campaign:
    return read_campaign(file)
