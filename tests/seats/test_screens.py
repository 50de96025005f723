"""The app at a seat: its own request, the other's turn in words, and what is half typed stays."""

from pathlib import Path

from companion.tui.base_screen import SessionChanged
from tests.seats.shared import LocalSeat, at_the_dice, at_the_split, seal
from tests.tui.fakes import MemoryOpened, misses, press, screen_text, sees, showing, typed_text
from tests.tui.mouse import click


def at_seat(seat: LocalSeat) -> MemoryOpened:
    opened = MemoryOpened()
    opened.session = seat.session
    return opened


async def test_a_seat_is_asked_its_own_and_nobody_looks_away(tmp_path: Path) -> None:
    _, blue = at_the_split(tmp_path)
    async with showing(at_seat(blue)) as (pilot, _opened):
        await sees(pilot, "SORA: split Chiyo's 4 dice", "only you see this")
        assert "look" not in screen_text(pilot.app).partition("only you see")[2].partition("\n")[0]


async def test_what_is_half_typed_stays_when_the_other_seals_or_takes_it_back(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    async with showing(at_seat(blue)) as (pilot, _):
        await press(pilot, "1")
        seal(red, 1)
        blue.hear()
        pilot.app.screen.post_message(SessionChanged())
        await sees(pilot, "Ito has sealed")
        assert typed_text(pilot) == "1"
        assert "Hand over" not in screen_text(pilot.app)
        red.session.undo()
        blue.hear()
        pilot.app.screen.post_message(SessionChanged())
        await misses(pilot, "Ito has sealed")
        assert typed_text(pilot) == "1"


async def test_who_has_sealed_is_told_whom_to_wait_for_and_may_take_it_back(tmp_path: Path) -> None:
    red, _ = at_the_split(tmp_path)
    async with showing(at_seat(red)) as (pilot, _opened):
        await press(pilot, "1", "2", "enter")
        await sees(pilot, "Ito sealed ✓", "Sora answers on another screen.")
        await press(pilot, "u")
        await sees(pilot, "ITO: split Masaema Aya's 3 dice")


async def test_of_a_joint_roll_each_seat_is_asked_its_own_dice(tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    async with showing(at_seat(red)) as (pilot, _):
        await sees(pilot, "Masaema Aya attack", "Masaema Aya defence")
        assert "Chiyo attack" not in screen_text(pilot.app)
        await press(pilot, *"543", "enter")
        await sees(pilot, "Sora answers on another screen.")


async def test_the_app_rolls_the_dice_of_one_seat_and_its_screen_goes_on(tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    async with showing(at_seat(red), size=(45, 38)) as (pilot, _):
        await sees(pilot, "app rolls")
        lines = screen_text(pilot.app).splitlines()
        y = next(y for y, line in enumerate(lines) if "app rolls" in line)
        await click(pilot, lines[y].index("app rolls") + 2, y)
        await sees(pilot, "Sora answers on another screen.")
