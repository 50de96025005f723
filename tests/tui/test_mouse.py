"""A game by mouse or finger alone: choices, dice, a split in secret, and taking a die back."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.fakes import app, press, screen_text, sees, show, typed_text, until
from tests.tui.test_play import TO_THE_ROLL, TO_THE_SPLIT


async def tap(pilot: Pilot[Any], text: str, line: str = "", *, last: bool = False) -> None:
    """Taps the middle of a text, in the row that has `line` too; the last such row if asked."""
    rows = [
        (y, row) for y, row in enumerate(screen_text(pilot.app).splitlines()) if text in row and (line or text) in row
    ]
    assert rows, f"{text!r} is not on the screen\n{screen_text(pilot.app)}"
    y, row = rows[-1 if last else 0]
    await pilot.click(offset=(row.index(text) + len(text) // 2, y))
    await pilot.pause()


@pytest.mark.parametrize("size", [(80, 24), (45, 50), (60, 20)])
async def test_dice_are_tapped_taken_back_and_given(size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await show(pilot)
        await press(pilot, *TO_THE_ROLL)
        faces = "1    2    3    4    5    6"
        for face in "65311":
            await tap(pilot, face, faces)
        await sees(pilot, "1 too many", "▐6▌▐5▌")
        await tap(pilot, "Backspace")
        await until(pilot, lambda: typed_text(pilot) == "6 5 3 1 ", "a die taken back")
        await tap(pilot, "take", "Enter", last=True)
        await until(pilot, lambda: opened.session.request is not None and opened.session.request.name == "blow")
        run = opened.session.run
        assert run is not None
        assert run.answers[-1].value == ((6, 5), (3, 1))


async def test_a_split_in_secret_is_tapped_and_nothing_shows_which() -> None:
    shown = []
    for column in ("2/1", "1/2"):
        async with app().run_test(size=(80, 24)) as pilot:
            opened = await show(pilot)
            await press(pilot, *TO_THE_SPLIT)
            await tap(pilot, column, "attack/guard")
            await sees(pilot, "• •")
            shown.append(pilot.app.export_screenshot(simplify=True))
            await tap(pilot, "seal", "Enter")
            await sees(pilot, "◆ Rhea has sealed an answer. Hand over to ■ Boris.")
            assert opened.session.sealed == ["red"]
    assert shown[0] == shown[1]


async def test_arrows_move_a_split_only_while_it_is_shown() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot)
        await press(pilot, *TO_THE_SPLIT, "right", "left")
        assert typed_text(pilot) == ""
        await press(pilot, "v", "right")
        await until(pilot, lambda: typed_text(pilot) == "3 0")
        await press(pilot, "right")
        await until(pilot, lambda: typed_text(pilot) == "2 1")
        await press(pilot, "left", "left")
        await until(pilot, lambda: typed_text(pilot) == "0 3")


async def test_what_is_wrong_with_a_secret_does_not_name_it() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        await show(pilot)
        await press(pilot, *TO_THE_SPLIT, "3", "3", "enter")
        await sees(pilot, "✗ That split is not allowed")
        assert "3 of 3" not in screen_text(pilot.app).split("RHEA:")[1].split("attack/guard")[1]


async def test_undo_is_a_key_over_every_entry() -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await show(pilot)
        await press(pilot, *TO_THE_ROLL, "6", "u")
        assert opened.session.sealed == ["red"]


FACES = "1    2    3    4    5    6"


async def test_a_fight_and_its_points_by_mouse_alone() -> None:
    """An action of the Table, whom it is about, both splits in secret, two rolls, a choice, and victory points."""
    async with app().run_test(size=(120, 30)) as pilot:
        opened = await show(pilot)
        for text, line, seen in (
            ("Exchange blows", "1  ", "which?"),
            ("◆ Ann", "1  ", "whom does Ann fight?"),
            ("Bob", "1  ", "to face each other"),
            ("Enter done", "", "RHEA: split Ann's dice"),
            ("2/1", "attack/guard", "• •"),
            ("Enter seal", "", "BORIS: split"),
            ("1/2", "attack/guard", "• •"),
            ("Enter seal", "", "0 of 2 dice in"),
            ("4", FACES, "▐4▌"),
            ("5", FACES, "▐4▌▐5▌"),
            ("6", FACES, "▐6▌"),
            ("1", FACES, "▐6▌▐1▌"),
            ("Enter take", "? help", "Bob [/ strikes Ann"),
            ("1", FACES, "▐1▌"),
            ("1", FACES, "guard  ▐1▌"),
            ("Enter take", "? help", "did the crowd cheer?"),
            ("Yes", "y  ", "Exchange of blows is done"),
            ("Back to the table", "", "2 of 3"),
            ("k kit", "", "VICTORY POINTS"),
            ("+ point", "Esc", "◆ Rhea   1"),
            ("Boris   0", "", "▸ ■ Boris"),
            ("+ point", "Esc", "■ Boris   1"),
            ("Esc back", "", "RHEA  1 VP"),
        ):
            await tap(pilot, text, line)
            await sees(pilot, seen)
        table = opened.session.table
        assert table.unit("bob").health == 2
        assert [side.score for side in table.sides.values()] == [1, 1]
