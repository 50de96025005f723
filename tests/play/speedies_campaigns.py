"""Campaigns of Speedies: how tests make them, type their battles, and play their aftermaths."""

import io
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.play.plain import play
from companion.store.opening import open_session
from companion.testing import drive
from tests.play.aftermaths import campaign_of
from tests.store.feuds import begin, session_file

SAMPLE_OPTIONS = {"agility_mode": "target", "turns": 1, "aftermath_warband_size": 12}
TO_THE_END = ("upkeep", "next_phase", "next_phase", 'adjust "Captain Otto" status incapacitated a roof', "melee_phase")
RHEA = (
    "aftermath Rhea",
    "Rhea won",
    "brigitta treasure y; anselm more kills 2",
    "20 5",
    "a golden cup",
    "9",
    "6",
    "8",
    "Ranged",
    "12",
    "y",
    "17",
    "1",
    "1 line rat name Whiskers gold 20",
    "willa weapon Sword gold 10",
    "y",
    "n",
)
BORIS = ("aftermath", "", "3", "17", "n", "0", "", "n")


def campaign(folder: Path) -> Path:
    return campaign_of(folder, "speedies", name="The Ash Road", **SAMPLE_OPTIONS)


def typed(session: Path, lines: Sequence[str]) -> str:
    """What plain play prints for these lines."""
    out = io.StringIO()
    play(open_session(session, rng=Random(1)), io.StringIO("\n".join((*lines, "quit", ""))), out)
    return out.getvalue()


def answer(request: Any, scar: int) -> Any:
    """Every die shows 4, but for scars; one attempt to improve, one recruit and one thing to wear are bought."""
    if isinstance(request, Roll):
        return [[scar if request.name == "scar" else 4] * group.count for group in request.dice]
    if request.name == "equip":
        return {"rows": {"brigitta": {"gold": 5}}} if request.by == "rhea" else None
    if request.kind == "choose":
        return "rhea" if request.name == "result" else request.options[0].value
    return {"hire": 1, "buy_improvement": True}.get(request.name)


def settle(file: Path, side: str, scar: int = 9) -> None:
    opened = open_session(file, rng=Random(1))
    finish(opened.session, side, scar)
    opened.close()


def finish(session: Session, side: str, scar: int = 9) -> None:
    """Plays the aftermath of a side; one that is open is taken back first."""
    if session.run is not None:
        session.leave(False)
    if session.table.side(side).owes_aftermath:
        session.start("aftermath", {"side": side})
        drive(session, default=lambda request: answer(request, scar))


def fought(folder: Path) -> tuple[Path, str]:
    file = campaign(folder)
    of = begin(file)
    typed(session_file(file, of), TO_THE_END)
    return file, of
