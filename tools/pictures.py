"""Makes the pictures in docs/pictures anew: the main screens of each game, as SVG.

    python -m tools.pictures [NAME...]

The same games lead to the same bytes. To be run when a screen has changed; look at what comes out.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from textual.pilot import Pilot

from companion.engine.session import Session
from companion.store.battles import BattlePlan, make_session, plan_battle
from companion.store.campaigns import changing, read_campaign
from companion.store.folders import ready_dir
from companion.store.opening import open_session
from companion.tui.app import CompanionApp
from tools.scenes import play_to, play_to_aftermath

OUT: Final = Path("docs") / "pictures"
SIZE: Final = (100, 30)
TURNS: Final = 4000
"""Turns of the loop after which what is waited for will not come."""


class Picture(NamedTuple):
    """One picture: a ready game (none: Home), the actions played in it, where it stops, the keys pressed there.

    `kind` is that of the request at which play stops, `rolls` how many rolls were made before; an empty kind stays at
    the table. Of a `campaign`, a ready one, it is the screen of the campaign, or one more battle of it, played by a
    seed to the request `aftermath` of its first side.
    """

    name: str
    game: str = ""
    actions: tuple[tuple[str, str], ...] = ()
    kind: str = ""
    rolls: int = 0
    keys: tuple[str, ...] = ()
    size: tuple[int, int] = SIZE
    campaign: str = ""
    aftermath: str = ""


PICTURES: Final = (
    Picture("home"),
    Picture("bushido-table", "bushido-bridge-at-kagu"),
    Picture("bushido-damage", "bushido-second-turn"),
    Picture("bushido-split", "bushido-bridge-at-kagu", (("melee", "hiro+oda"),), "split", 0, ("v", "2")),
    Picture("bushido-result", "bushido-bridge-at-kagu", (("melee", "hiro+oda"),), "roll", 1),
    Picture("gods-gloom-roll", "gods-gloom-causeway", (("melee", ""),), "roll", 0, ("3", "1")),
    Picture("legion-table", "legion-moisture-farm"),
    Picture("legion-roll", "legion-moisture-farm", (("melee_attack", ""),), "roll", 0, ("h",)),
    Picture("speedies-combat", "speedies-rats-in-the-cellar", (("melee_phase", ""),), "roll", 1),
    Picture("gods-gloom-table", "gods-gloom-causeway"),
    Picture("speedies-table", "speedies-late-at-the-mill"),
    Picture("better-wargame-table", "better-wargame-ruined-town"),
    Picture("better-wargame-melee", "better-wargame-crossroads", (("melee_phase", ""),), "roll", 2),
    Picture("campaign", campaign="under-saint-odo", keys=("enter",)),
    Picture("campaign-aftermath", campaign="under-saint-odo", aftermath="scar"),
    Picture("log", "bushido-second-turn", keys=("l",)),
)


def main(names: list[str]) -> int:
    """Makes the pictures of these names, or all; returns the exit status."""
    known = {picture.name: picture for picture in PICTURES}
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"no such picture: {', '.join(unknown)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    OUT.mkdir(parents=True, exist_ok=True)
    for picture in (known[name] for name in names) if names else PICTURES:
        file = OUT / f"{picture.name}.svg"
        file.write_text(asyncio.run(_drawn(picture)), encoding="utf-8")
        print(file)
    return 0


async def _drawn(picture: Picture) -> str:
    with tempfile.TemporaryDirectory() as folder:
        saves = Path(folder)
        file = scene(picture, saves)
        app = CompanionApp(saves, file)
        async with app.run_test(size=picture.size) as pilot:
            app.theme = "dark"
            await until(pilot, lambda: app.screen.is_current and (file is None or app.controller is not None))
            await quiet(pilot)
            for key in picture.keys:
                await pilot.press(key)
                await quiet(pilot)
            return bare(app.export_screenshot(title="Companion", simplify=True))


def scene(picture: Picture, saves: Path) -> Path | None:
    """Plays what a picture shows into an empty folder of saves; the session that is open in it, None if none is."""
    file = None
    if picture.game:
        file = saves / "game.toml"
        for part in ("", ".open"):
            source = ready_dir() / f"{picture.game}{part}.toml"
            if source.exists():
                shutil.copyfile(source, file.with_name(f"game{part}.toml"))
    elif picture.campaign:
        file = _battle_of(saves, picture)
    if file is not None:
        opened = open_session(file, rng=Random(1))
        try:
            _play(opened.session, picture)
        finally:
            opened.close()
    return file


def _battle_of(saves: Path, picture: Picture) -> Path | None:
    """Copies the campaign, its battles fought lately, and makes one more of it if an aftermath is to be seen."""
    shutil.copytree(ready_dir() / picture.campaign, saves / picture.campaign)
    file = saves / picture.campaign / "campaign.toml"
    today = date.today()
    with changing(file) as made:
        campaign = made.campaign
        # The days of a battle are told by the day they are read on.
        days = {of: str(today - timedelta(days=ago)) for ago, of in enumerate(reversed(campaign.battles))}
        campaign.battles = {of: replace(battle, day=days[of]) for of, battle in campaign.battles.items()}
        battle = plan_battle(made, BattlePlan(tuple(campaign.rosters), "The third night")) if picture.aftermath else ""
    return make_session(file, read_campaign(file), battle) if battle else None


async def until(pilot: Pilot[Any], test: Callable[[], object]) -> None:
    for _ in range(TURNS):
        if test():
            return
        await pilot.pause(0.005)
    raise SystemExit("the screen never came")


async def quiet(pilot: Pilot[Any]) -> None:
    """Waits until the screen is the same for a while: threads of it have done their work."""
    before, same = "", 0
    for _ in range(TURNS):
        await pilot.pause(0.02)
        now = pilot.app.export_screenshot(simplify=True)
        same = same + 1 if now == before else 0
        if same == 15:
            return
        before = now
    raise SystemExit("the screen never came to rest")


def _play(session: Session, picture: Picture) -> None:
    if picture.aftermath:
        side = next(iter(session.table.sides))
        if not play_to_aftermath(session, side, picture.aftermath, Random(1)):
            raise SystemExit(f"{picture.name}: no such request came")
        return
    came = play_to(session, picture.actions, picture.kind, lambda s: _rolled(s) >= picture.rolls)
    if picture.kind and not came:
        raise SystemExit(f"{picture.name}: no such request came")


def _rolled(session: Session) -> int:
    run = session.run
    return sum(given.kind == "roll" for given in run.answers) if run is not None else 0


def bare(svg: str) -> str:
    """The picture without fonts from elsewhere: any font of equal widths serves."""
    svg = re.sub(r"@font-face\s*{.*?}\s*", "", svg, flags=re.S)
    return svg.replace("Fira Code", "DejaVu Sans Mono").replace("\r\n", "\n")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
