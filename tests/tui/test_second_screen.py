"""The same session in another terminal: it follows, it has no keys, and it never shows what is secret."""

from pathlib import Path

import pytest

from companion import store
from companion.engine import registry
from companion.tui.screens.big import BigScreen
from companion.tui.screens.table import TableScreen
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened, app, press, screen_text, sees, showing, until


def in_secret() -> MemoryOpened:
    """Ann and Bob face each other; red has sealed, blue is asked. It is read by another program."""
    game = MemoryOpened()
    game.session.start("exchange", {"fighter": "ann"})
    game.session.answer("bob")
    game.session.answer(True)
    game.session.answer({"plan": "plain", "parts": {"attack": 2, "guard": 1}}, "red")
    assert game.session.sealed == ["red"]
    game.session.read_only = "another program has this session open"
    game.read_only = True
    return game


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_it_shows_the_table_without_keys_and_follows(size: tuple[int, int]) -> None:
    async with showing(MemoryOpened(read_only=True), size=size) as (pilot, game):
        assert isinstance(pilot.app.screen, TableScreen)
        assert not pilot.app.screen.query_one("#keys").display
        newer = MemoryOpened().session
        newer.adjust("ann", "health", 1)
        newer.read_only = "another program has this session open"
        game.newer = newer
        await sees(pilot, "1 of 3")


async def test_nothing_secret_is_on_it() -> None:
    async with showing(in_secret(), size=(100, 30)) as (pilot, _):
        assert isinstance(pilot.app.screen, TableScreen)
        await sees(pilot, "in secret", "looks away")
        seen = [screen_text(pilot.app)]
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, BigScreen)
        await sees(pilot, "in secret")
        seen.append(screen_text(pilot.app))
        assert "█" not in seen[-1]
        await press(pilot, "b", "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, (TableScreen, BigScreen)), "the guide")
        seen.append(screen_text(pilot.app))
        await press(pilot, "l")
        await sees(pilot, "Rhea has sealed an answer")
        seen.append(screen_text(pilot.app))
        for text in seen:
            assert "2 attack" not in text
            assert "attack 2" not in text
            assert "2/1" not in text


async def test_it_plays_on_when_it_is_asked_to_and_the_other_program_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = store.create_session(example(), tmp_path, "Duel")
    writer = store.open_session(file)
    writer.session.start("exchange", {"fighter": "ann"})
    async with app(tmp_path, file).run_test(size=(80, 24)) as pilot:
        await sees(pilot, "T  Play on here   once nothing is in the way any more")
        await press(pilot, "T")
        await sees(pilot, "It cannot be played here yet: another program has this session open")
        writer.close()
        await press(pilot, "T")
        await sees(pilot, "This game is played here from now on", "whom does Ann fight?", "Enter choose")
        assert pilot.app.screen.query_one("#keys").display
        assert store.open_session(file).read_only
        await press(pilot, "1")
        await sees(pilot, "face each other")
        await press(pilot, "escape")
        await sees(pilot, "saved")
        assert "Play on here" not in screen_text(pilot.app)
