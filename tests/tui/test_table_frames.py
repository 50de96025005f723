"""The table of each game as it opens. `COMPANION_FRAMES=write` draws the frames anew: look at the difference."""

import os

import pytest

from companion.engine import registry
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, screen_text, sees, showing, until
from tests.tui.test_frames import FRAMES


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (140, 45)], ids=["60x20", "80x24", "140x45"])
@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
async def test_table(game: str, size: tuple[int, int]) -> None:
    async with showing(MemoryOpened(table_of(game)), size=size) as (pilot, _):
        await pilot.pause()
        file = FRAMES / f"table-{game}-{size[0]}x{size[1]}.txt"
        if os.environ.get("COMPANION_FRAMES") == "write":
            file.write_text(screen_text(pilot.app) + "\n")
        wanted = file.read_text()
        await until(pilot, lambda: screen_text(pilot.app) + "\n" == wanted, wanted)


async def test_on_a_phone_each_unit_is_seen_before_what_stands_below_them() -> None:
    opened = MemoryOpened(table_of("gods-gloom"))
    async with showing(opened, size=(45, 38)) as (pilot, _):
        await sees(pilot, *(unit.name for unit in opened.session.table.units.values()))
