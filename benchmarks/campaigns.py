"""Home and the Campaign screen with a campaign of 30 battles of 1,000 inputs each, in a pseudo-terminal."""

from __future__ import annotations

import re
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.screens import GAME, played
from benchmarks.terminal import Program, painted_in_turn, ratio
from companion.engine.registry import find
from companion.frontend.campaigns import example_joining
from companion.frontend.setup import Setup
from companion.store.battles import BattlePlan, plan_battle
from companion.store.campaigns import changing
from companion.store.format.campaign import CareerRow, EntryRow, Outcome
from companion.store.joining import create_campaign

RUNS = 9
BATTLES = 30
INPUTS = 1000
NAME = "The Ash Road"


def report() -> Iterator[tuple[str, str, str]]:
    """Home with the campaign in its list, and a key there to the standings and to the whole screen."""
    with tempfile.TemporaryDirectory() as folder:
        file = long_campaign(Path(folder))
        app = ("-m", "companion", "--saves", folder)
        programs: dict[str, tuple[str, ...]] = {"hello": ("ready", "-m", "benchmarks.hello"), "home": (NAME, *app)}
        runs = painted_in_turn(programs, RUNS)
        size = f"{file.stat().st_size / 1024:.0f} KB"
        seconds = {name: [run.seconds for run in found] for name, found in runs.items()}
        yield f"Home with a campaign of {BATTLES} battles", ratio(seconds["home"], seconds["hello"]), "≤ 1.6×"
        first, whole = zip(*(_opened(*app) for _ in range(RUNS)), strict=True)
        yield (
            "key to the standings of the Campaign screen",
            f"{statistics.median(first) * 1000:.0f} ms",
            "own: ≤ 100 ms",
        )
        yield f"key to the whole Campaign screen ({size})", f"{statistics.median(whole) * 1000:.0f} ms", ""


def _opened(*words: str) -> tuple[float, float]:
    """Seconds from the key to the standings, and to the battles."""
    program = Program(*words)
    try:
        program.wait_for(NAME)
        program.settle()
        program.type(b"\r")
        return program.wait_for("STANDINGS"), program.wait_for("NEXT BATTLE")
    finally:
        program.end()


def long_campaign(folder: Path) -> Path:
    """A campaign of two warbands whose battles have a long session each, and changes of every unit."""
    setup = Setup(find(GAME))
    joining = [example_joining(setup, player.name, place) for place, player in enumerate(setup.players)]
    file = create_campaign(folder, NAME, GAME, {}, joining)
    with tempfile.TemporaryDirectory() as elsewhere:
        text = played(Path(elsewhere), units=60, inputs=INPUTS).read_text(encoding="utf-8")
    for number in range(1, BATTLES + 1):
        with changing(file) as made:
            campaign = made.campaign
            of = plan_battle(made, BattlePlan(tuple(campaign.rosters), f"Battle {number}"))
            battle = campaign.battles[of]
            for roster, held in list(campaign.rosters.items()):
                entries = tuple(EntryRow(unit, "battles", number - 1 or None, number, "fought") for unit in held.units)
                careers = tuple(CareerRow(unit, 1, dealt=2, taken=1) for unit in held.units)
                made.add(roster, "battle", battle=of, source=f"{number}", entries=entries, careers=careers)
            campaign.battles[of] = replace(battle, result=Outcome((next(iter(battle.base)),)))
        own = re.sub(r'(?m)^id = ".*"$', f'id = "{battle.session_id}"', text, count=1)
        (file.parent / battle.session).write_text(own, encoding="utf-8")
    return file
