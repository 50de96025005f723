"""A procedure that asks nothing has no screen of its own: the table tells it as the last thing that happened."""

from companion.engine.context import Context
from companion.engine.procedure import procedure
from tests.games.duel import Arena
from tests.games.odd import playing
from tests.tui.fakes import MemoryOpened, misses, mode, press, sees, showing


@procedure("Onward")
async def onward(game: Context[Arena]) -> None:
    game.note("The rain begins")


async def test_what_asks_nothing_is_told_at_the_table() -> None:
    async with showing(MemoryOpened(playing(onward, started=False).table)) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "The rain begins")
        await misses(pilot, "Onward is done")
        assert mode(pilot) == "table"
        assert len(game.session.entries) == 1
