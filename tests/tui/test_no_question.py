"""A procedure that asks nothing has no screen of its own: the table tells it as the last thing that happened."""

from dataclasses import replace

from companion.engine.context import Context
from companion.engine.procedure import procedure
from companion.engine.ruleset import Action
from tests.games.duel import DUEL, Arena, example
from tests.tui.fakes import MemoryOpened, misses, mode, press, sees, showing


@procedure("Onward")
async def onward(game: Context[Arena]) -> None:
    game.note("The rain begins")


async def test_what_asks_nothing_is_told_at_the_table() -> None:
    table = example()
    table.spec = replace(
        DUEL, procedures=(*DUEL.procedures, onward), actions=lambda _: (Action("onward", "Onward", onward, "red"),)
    )
    async with showing(MemoryOpened(table)) as (pilot, game):
        await press(pilot, "1")
        await sees(pilot, "The rain begins")
        await misses(pilot, "Onward is done")
        assert mode(pilot) == "table"
        assert len(game.session.entries) == 1
