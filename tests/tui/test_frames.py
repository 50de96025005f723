"""What a person sees, as plain text. `COMPANION_FRAMES=write` draws the frames anew: look at the difference."""

import os
from pathlib import Path

import pytest

from tests.tui.fakes import press, screen_text, showing, until

FRAMES = Path(__file__).parent / "frames"
TO_THE_SPLIT = ("enter", "enter", "enter", "enter")
ROLL = (*TO_THE_SPLIT, "2", "1", "enter", "1", "2", "enter")

SCENES = {
    "table": (),
    "which": ("enter",),
    "hand-over": (*TO_THE_SPLIT, "2", "1", "enter"),
    "split": (*TO_THE_SPLIT, "2"),
    "roll": (*ROLL, "6", "9", "1"),
    "end": (*ROLL, "6", "5", "1", "2", "enter", "6", "1", "enter", "y"),
    "card": ("up", "enter"),
}


@pytest.mark.parametrize("size", [(80, 24), (40, 20)], ids=["80x24", "40x20"])
@pytest.mark.parametrize("scene", SCENES)
async def test_frame(scene: str, size: tuple[int, int]) -> None:
    async with showing(size=size) as (pilot, _):
        await press(pilot, *SCENES[scene])
        file = FRAMES / f"{scene}-{size[0]}x{size[1]}.txt"
        if os.environ.get("COMPANION_FRAMES") == "write":
            FRAMES.mkdir(exist_ok=True)
            file.write_text(screen_text(pilot.app) + "\n")
        wanted = file.read_text()
        await until(pilot, lambda: screen_text(pilot.app) + "\n" == wanted, wanted)
