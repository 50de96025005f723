"""The pages of battles and campaigns, written from the list of games, the table and the campaign."""

from pathlib import Path

import pytest

from companion.engine import registry
from companion.store.manage import create_session
from companion.tui.screens.luck import LuckPanel
from tests.examples import present
from tests.games.duel import example
from tests.store.feuds import begin, feud, play
from tests.tui.fakes import TO_THE_ROLL, app, on_top, showing
from tests.tui.player import goes_on_below, misses, place, press, rows_of, screen_text, sees, until


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; no game is ready."""
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL", "feud": "tests.store.feud:FEUD"})
    monkeypatch.setattr("companion.store.folders.ready_dir", lambda: tmp_path / "ready")
    (tmp_path / "saves").mkdir()
    return tmp_path / "saves"


async def test_the_report_of_a_marked_game_is_written_beside_it(saves: Path) -> None:
    create_session(example(), saves, "Duel at dawn")
    page = saves / "duel-at-dawn-report.html"
    async with app(saves).run_test(size=(80, 24), notifications=True) as pilot:
        await sees(pilot, "Duel at dawn")
        # What cannot be written is said beside the field.
        await press(pilot, "W", *["backspace"] * 5, "enter")
        await sees(pilot, "The name ends in .html, in .md for Markdown, in .svg for the match card.")
        await press(pilot, *["backspace"] * 200, *"/no/such/folder/a.md", "enter")
        await sees(pilot, "There is no such folder.")
        await press(pilot, "escape")
        assert [file.name for file in saves.iterdir() if not file.name.startswith(".")] == ["duel-at-dawn.toml"]
        await press(pilot, "W")
        await sees(pilot, "Write the report of this battle to", "report.html")
        await press(pilot, "enter")
        await until(pilot, page.is_file, "the page")
        await sees(pilot, "Written:")
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


async def test_the_table_writes_it_too_and_asks_before_it_replaces_a_file(saves: Path) -> None:
    file = create_session(example(), saves, "Duel")
    page = saves / "duel-report.html"
    page.write_text("mine")
    async with app(saves, file).run_test(size=(60, 20)) as pilot:
        await sees(pilot, "Exchange blows")
        await press(pilot, "W", "enter")
        await sees(pilot, "duel-report.html is there already. Replace it?")
        await press(pilot, "enter", "W", "enter")
        await sees(pilot, "Replace it?")
        assert page.read_text() == "mine"
        await press(pilot, "2", "enter")
        await until(pilot, lambda: page.read_text(encoding="utf-8") != "mine", "the new page")
        await sees(pilot, "Exchange blows")


async def test_a_broken_game_has_no_report_and_says_why(saves: Path) -> None:
    (saves / "broken.toml").write_text("what is this")
    async with app(saves).run_test(size=(80, 24), notifications=True) as pilot:
        await sees(pilot, "broken")
        await press(pilot, "W", "enter")
        await until(pilot, lambda: "this is no TOML" in screen_text(pilot.app), "the fault")
    assert not (saves / "broken-report.html").exists()


async def test_the_chronicle_of_a_campaign_from_the_list_and_from_its_screen(saves: Path) -> None:
    file = feud(saves)
    play(file, begin(file, title="First blood"))
    page = file.with_name(f"{file.parent.name}-chronicle.html")
    async with app(saves).run_test(size=(80, 24), notifications=True) as pilot:
        await sees(pilot, "The long feud")
        await press(pilot, "W")
        await sees(pilot, "Write the chronicle of this campaign to")
        await press(pilot, "enter")
        await until(pilot, page.is_file, "the chronicle")
        page.unlink()
        await press(pilot, "enter")
        await sees(pilot, "First blood")
        await press(pilot, "W", "enter")
        await until(pilot, page.is_file, "the chronicle")
    assert "First blood" in page.read_text(encoding="utf-8")


async def test_how_unusual_a_throw_is_hangs_beside_its_scale() -> None:
    async with showing(size=(45, 50)) as (pilot, _):
        await press(pilot, *TO_THE_ROLL, *"6511", "enter", "K")
        await sees(pilot, "Luck: rolled against expected", "such")
        x, y = place(pilot, "┤  ")
        assert goes_on_below(pilot, rows_of(pilot)[y][x + 3 :].strip())


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_the_luck_page_opens_from_table_and_guide_and_shows_the_hash_of_the_seed(
    saves: Path, size: tuple[int, int]
) -> None:
    file = create_session(example(), saves, "Duel")
    async with app(saves, file).run_test(size=size) as pilot:
        await sees(pilot, "Exchange blows")
        await press(pilot, "K")
        await sees(pilot, "Luck: rolled against expected", "SHA-256")
        panel = on_top(pilot, LuckPanel)
        seed = present(panel.session.seed)
        await sees(pilot, f"{seed.commitment[:16]}.")
        await misses(pilot, seed.commitment[:17])
        await press(pilot, "escape", "enter", "enter")
        await sees(pilot, "Ann fight?")
        await press(pilot, "K")
        await sees(pilot, "Luck: rolled against expected", "verify-dice")
