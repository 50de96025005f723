"""What is said of dice that are still missing, and of tokens, which are drawn."""

import pytest

from companion.engine.log import lines
from companion.frontend.request_words import ask_of
from tests.rules.legion import LegionTable, table, unit
from tests.tui.fakes import MemoryOpened, press, screen_text, sees, showing

RANKS = ("commander", "corps", "special_forces", "support", "operative", "heavy")


def pool() -> LegionTable:
    """Blue draws from a pool with a token of every rank."""
    return table([*(unit(rank[:3] + "0", "blue", rank=rank) for rank in RANKS), unit("foe", "red")])


async def test_an_order_token_is_drawn_by_the_key_and_never_rolled() -> None:
    async with showing(MemoryOpened(pool()), size=(100, 40)) as (pilot, game):
        await press(pilot, "enter")
        await sees(pilot, "draw an order token from your pool", "app draws", "special forces", "Tap a token or type it")
        text = screen_text(pilot.app)
        assert "roll" not in text.casefold()
        assert "special_forces" not in text
        await press(pilot, "r")
        await sees(pilot, "actions")
        assert game.session.run is not None
        assert [given.how for given in game.session.run.answers if given.name == "draw_order"] == ["rolled"]
        assert not [line.text for line in lines(game.session) if "roll" in line.text or "_" in line.text]


@pytest.mark.parametrize(("typed", "rank"), [("f", "special_forces"), ("s", "support"), ("m", "commander")])
async def test_a_token_that_players_drew_is_typed_by_its_letter_or_its_rank(typed: str, rank: str) -> None:
    async with showing(MemoryOpened(pool()), size=(100, 40)) as (pilot, game):
        await press(pilot, "enter")
        await sees(pilot, "draw an order token from your pool")
        await press(pilot, *typed)
        assert "special_forces" not in screen_text(pilot.app)
        await press(pilot, "enter")
        assert game.session.run is not None
        (drawn,) = [given.value for given in game.session.run.answers if given.name == "draw_order"]
        assert drawn == ((rank,),)


def test_plain_play_draws_too() -> None:
    game = MemoryOpened(pool())
    game.session.start("draw_order")
    assert game.session.request is not None
    said = "\n".join(ask_of(game.session.request, game.session.table).lines())
    assert "or draw to let the app draw" in said
    assert "roll" not in said
    assert "special_forces" not in said
