"""Makes the ready campaign in saves/ready anew: two battles of Speedies, played by seeds until they show enough.

    python -m tools.ready_campaign [FOLDER]

Looked for are a captain with a major wound, a death, a ruling that is kept, and gold. To be run again
when the format of the files or the rules of the game change what the old files lead to.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

from companion.engine.campaign import GONE
from companion.engine.registry import find
from companion.engine.session import Session
from companion.frontend.rulings import RulingBook
from companion.frontend.setup import Setup
from companion.store.battles import BattlePlan, make_session, plan_battle
from companion.store.campaigns import changing, read_campaign
from companion.store.folders import ready_dir
from companion.store.format.campaign import Campaign
from companion.store.format.document import SESSION
from companion.store.joining import Joining, create_campaign
from companion.store.manage import with_values
from companion.store.opening import Opened, open_session
from companion.store.verify import check_file
from tools.scenes import aftermath_answer, battle_answer, start_next

GAME: Final = "speedies"
FOLDER: Final = "under-saint-odo"
NAME: Final = "Under Saint Odo"
TITLES: Final = ("The gate at dusk", "Back for the reliquary")
ROSTERS: Final = {"Roland": ("The Gilded Company", 20), "Katrin": ("The Cellar Court", 20)}
OPTIONS: Final = {"turns": 6, "agility_mode": "rating"}
RULING: Final = ("on the stairs to the crypt every blow is harder", 1)
DAYS: Final = {"b1": "2026-11-14", "b2": "2026-11-21"}
LEAST_LEFT: Final = 3
MOST_INPUTS: Final = 400
SEEDS: Final = range(1, 400)


def main(words: list[str]) -> int:
    """Writes the campaign; 1 where no seed showed enough."""
    ready = Path(words[0]) if words else ready_dir()
    with tempfile.TemporaryDirectory() as folder:
        for seed in SEEDS:
            file = campaign(Path(folder), seed)
            if file is None:
                continue
            shutil.rmtree(ready / FOLDER, ignore_errors=True)
            (ready / FOLDER).mkdir(parents=True)
            for path in sorted(file.parent.glob("*.toml")):
                shutil.copy(path, ready / FOLDER / path.name)
            print(f"seed {seed}: {ready / FOLDER}")
            return 0
    print("no seed shows all that is looked for", file=sys.stderr)
    return 1


def campaign(saves: Path, seed: int) -> Path | None:
    """The campaign of this seed after both battles; None where it does not show enough."""
    rng = Random(seed)
    setup = Setup(find(GAME))
    joining = [
        Joining(player, roster, setup.example_units(setup.players[place]), {"gold": gold})
        for place, (player, (roster, gold)) in enumerate(ROSTERS.items())
    ]
    file = create_campaign(saves, NAME, GAME, OPTIONS, joining)
    ruled = False
    for title in TITLES:
        with changing(file) as made:
            of = plan_battle(made, BattlePlan(tuple(made.campaign.rosters), title))
        opened = open_session(make_session(file, made.campaign, of), rng=rng)
        try:
            ruled = _battle(opened, rng, not ruled) or ruled
            ended = opened.session.table.over is not None and opened.session.run is None
            if ended:
                _aftermaths(opened.session, rng)
        finally:
            opened.close()
        shown = read_campaign(file)
        if not ended or not ruled or not shows_enough(shown) or opened.trouble:
            return None
    return file if not check_file(file) and _mended(file) else None


def shows_enough(shown: Campaign) -> bool:
    """A captain with a changed line, one who died, gold that was earned, and warbands that can fight on."""
    entries = [entry for row in shown.ledger if row.kind == "battle" for entry in row.entries]
    dead = {entry.of for entry in entries if entry.field == GONE}
    captains = {"otto", "mordre"} - dead
    scarred = any(
        entry.of in captains and entry.why.startswith("major wound") and isinstance(entry.after, int)
        for entry in entries
    )
    left = [sum(not unit.get(GONE) for unit in roster.units.values()) for roster in shown.rosters.values()]
    return bool(dead) and scarred and any(e.field == "gold" for e in entries) and min(left) >= LEAST_LEFT


def _mended(file: Path) -> bool:
    """Ready files were played by nobody: the sessions carry no time, and the battles days of their own."""
    with changing(file) as made:
        campaign = made.campaign
        campaign.battles = {of: replace(battle, day=DAYS[of]) for of, battle in campaign.battles.items()}
        campaign.ledger = [replace(row, day=DAYS[row.battle or "b1"]) for row in campaign.ledger]
        campaign.rulings = [replace(row, day=DAYS[row.battle or "b1"]) for row in campaign.rulings]
    for path in file.parent.glob("[0-9]*.toml"):
        text = path.read_text(encoding="utf-8")
        timeless = with_values(path, text, SESSION, [("summary", "played", "")])
        path.write_text(timeless, encoding="utf-8")
    return not check_file(file)


def _battle(opened: Opened, rng: Random, rule: bool) -> bool:
    """Plays a battle as its headline says, all dice and choices by the seed. Whether a ruling was made and kept."""
    session, ruled = opened.session, False
    for _ in range(MOST_INPUTS):
        if session.run is None:
            if session.table.over is not None:
                break
            start_next(session, rng)
        elif rule and not ruled and _rules(opened):
            ruled = True
        else:
            request = session.request
            assert request is not None
            session.answer(battle_answer(request, rng), by=request.side)
    return ruled


def _rules(opened: Opened) -> bool:
    """Overrules the first number that a hit in melee needs, and keeps the ruling for the campaign."""
    session, book = opened.session, RulingBook(opened)
    request = session.request
    tallies = request.tally if request is not None and session.secret is None else ()
    tally = next((one for one in tallies if "/melee_needs[" in one.key), None)
    if tally is None:
        return False
    words, more = RULING
    session.overrule(tally.key, int(tally) + more, words)
    book.keep_as(tally.key, "difference")
    return True


def _aftermaths(session: Session, rng: Random) -> None:
    """Both aftermaths: dice by the seed, everything else as players do who buy nothing."""
    aftermath = session.ruleset.aftermath
    assert aftermath is not None
    for side in list(session.table.sides):
        session.start(aftermath.name, {"side": side})
        while session.run is not None:
            request = session.request
            assert request is not None
            session.answer(aftermath_answer(request, rng), by=request.side)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
