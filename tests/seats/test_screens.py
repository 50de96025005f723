"""The app at a seat and between the players: who is asked what, what is half typed, and nothing secret ever."""

import socket
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from rich.style import Style
from textual.pilot import Pilot
from textual.screen import Screen

from companion.tui.app import CompanionApp
from companion.tui.base_screen import SessionChanged
from companion.tui.commands import PEEK
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.secrets import dice_in
from tests.examples import present
from tests.searching import one_in
from tests.seats.shared import LocalSeat, at_the_dice, at_the_split, ready, seal, seated
from tests.tui.fakes import MemoryOpened, comes_to, on_top, showing
from tests.tui.mouse import tap
from tests.tui.player import drawn_rows, misses, press, screen_text, sees, typed_text

_HEARD: list[socket.socket] = []
"""A line on which nothing comes."""


@pytest.fixture(autouse=True)
def _line() -> Iterator[None]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        _HEARD[:] = [ours]
        yield


class AtSeat(MemoryOpened):
    """A session of a table that another program holds."""

    at_seat = True

    def __init__(self, seat: LocalSeat) -> None:
        super().__init__()
        self.session = seat.session

    def fileno(self) -> int:
        return _HEARD[0].fileno()


def heard(pilot: Pilot[Any], seat: LocalSeat) -> None:
    """The screen learns what came to its seat."""
    seat.hear()
    pilot.app.screen.post_message(SessionChanged())


@pytest.mark.parametrize(
    ("name", "size"), one_in(2, product(["table", "look"], [(100, 30), (80, 24), (45, 38), (80, 18)]))
)
async def test_what_the_table_shows_is_the_same_whatever_is_sealed(
    name: str, size: tuple[int, int], tmp_path: Path
) -> None:
    shown = []
    for attack in (0, 2):
        red, blue = at_the_split(tmp_path / str(attack))
        table = LocalSeat(red.owner, name)
        async with showing(AtSeat(table), size) as (pilot, _):
            await sees(pilot, "each on a screen of their own", "on its own screen …")
            assert "sealed ✓" not in screen_text(pilot.app)
            seal(red, attack)
            heard(pilot, table)
            await sees(pilot, "sealed ✓", "on its own screen …")
            await press(pilot)
            shown.append((screen_text(pilot.app), colours(pilot.app.screen)))
            blue.hear()
            seal(blue, 1)
            heard(pilot, table)
            await misses(pilot, "sealed ✓")
            if size[1] == 30:
                # The reveal in letters three rows high.
                await sees(pilot, "█▀█" if attack == 0 else "▀▀█", f"{attack} attack")
    assert shown[0] == shown[1]


def colours(screen: Screen[object]) -> list[list[tuple[str, object, object]]]:
    """Every cell's colours, the ends of rows too."""
    return [
        [(segment.text, style.color, style.bgcolor) for segment in line for style in [segment.style or Style()]]
        for line in drawn_rows(screen)
    ]


@pytest.mark.parametrize("seated", [True, False], ids=["when it is asked to", "at once where nobody has a screen"])
async def test_secrets_are_answered_at_the_table_too(seated: bool, tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    table = LocalSeat(red.owner, "table")
    for gone in () if seated else (red, blue):
        red.owner.leave(gone)
    table.hear()
    async with showing(AtSeat(table), (100, 30)) as (pilot, _):
        if seated:
            await sees(pilot, "A hands this screen over")
            await press(pilot, "escape")
            await misses(pilot, "hands this screen over", "looks away")
            await press(pilot, "enter", "A")
        await sees(pilot, "in secret, Sora looks away")


async def test_whose_dice_are_in_stands_on_the_table_and_not_which(tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    table = LocalSeat(red.owner, "table")
    async with showing(AtSeat(table), (100, 30)) as (pilot, _):
        await misses(pilot, "dice in ✓")
        red.session.answer([[5], [4, 3]])
        heard(pilot, table)
        await sees(pilot, "◆ Ito  dice in ✓")


@pytest.mark.parametrize("size", [(45, 38), (80, 18)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_the_turn_of_the_other_is_said_large_above_how_both_sides_stand(
    size: tuple[int, int], tmp_path: Path
) -> None:
    red, _ = at_the_split(tmp_path)
    seal(red, 1)
    async with showing(AtSeat(red), size) as (pilot, _):
        # S, as a letter three rows high.
        await sees(pilot, "▄▀▀", " ▀▄", "Sora answers on another screen.", "Ito sealed ✓")
        await sees(pilot, "YOURS", "A Masaema Aya  ●●●●●●", "B Hiro", "ki 3")
        assert "Aya's 3 dice" not in screen_text(pilot.app)


async def test_a_seat_is_asked_its_own_and_nobody_looks_away(tmp_path: Path) -> None:
    _, blue = at_the_split(tmp_path)
    async with showing(AtSeat(blue)) as (pilot, _opened):
        await sees(pilot, "SORA: split Chiyo's 4 dice", "only you see this")
        assert "look" not in screen_text(pilot.app).partition("only you see")[2].partition("\n")[0]


async def test_what_is_half_typed_stays_when_the_other_seals_or_takes_it_back(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    async with showing(AtSeat(blue)) as (pilot, _):
        await press(pilot, "1")
        guide = on_top(pilot, GuideScreen)
        assert (PEEK in guide.enabled(), present(guide.panel).masked) == (False, False), "nobody looks away"
        seal(red, 1)
        heard(pilot, blue)
        await sees(pilot, "Ito has sealed")
        assert typed_text(pilot) == "1"
        assert "Hand over" not in screen_text(pilot.app)
        pool = present(blue.session.request).tally[0]
        red.session.undo()
        heard(pilot, blue)
        await misses(pilot, "Ito has sealed")
        assert typed_text(pilot) == "1"
        red.session.overrule(pool.key, int(pool) + 1, "")
        heard(pilot, blue)
        await sees(pilot, f"split Chiyo's {int(pool) + 1} dice")
        assert typed_text(pilot) == "", "it was meant for another number of dice"


async def test_the_table_asks_whoever_has_no_screen_once_all_others_have_sealed(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    red.owner.leave(blue)
    table = LocalSeat(red.owner, "table")
    async with showing(AtSeat(table)) as (pilot, _):
        await comes_to(pilot, "watch")
        seal(red, 1)
        heard(pilot, table)
        await comes_to(pilot, "ask")
        await sees(pilot, "SORA: split Chiyo's 4 dice")


async def test_who_has_sealed_is_told_whom_to_wait_for_and_may_take_it_back(tmp_path: Path) -> None:
    red, _ = at_the_split(tmp_path)
    async with showing(AtSeat(red)) as (pilot, _opened):
        await press(pilot, "1", "2", "enter")
        await sees(pilot, "Ito sealed ✓", "Sora answers on another screen.")
        await press(pilot, "u")
        await sees(pilot, "ITO: split Masaema Aya's 3 dice")


class Listening(AtSeat):
    """One that hears what comes when it looks."""

    def __init__(self, seat: LocalSeat) -> None:
        super().__init__(seat)
        self.seat = seat

    def follow(self, seconds: float = 0) -> bool:
        return self.seat.follow()


async def test_what_others_take_back_is_said_and_a_procedure_that_they_begin_is_gone_into(tmp_path: Path) -> None:
    _, at = seated(ready(tmp_path))
    async with showing(Listening(at["blue"])) as (pilot, _):
        assert isinstance(pilot.app, CompanionApp)
        at["red"].session.adjust("aya", "notes", "tired")
        pilot.app.others.look()
        at["red"].session.undo()
        pilot.app.others.look()
        await sees(pilot, "Ito took back what came last.")
        at["red"].session.start("melee", {"pair": "aya+chiyo"})
        pilot.app.others.look()
        await comes_to(pilot, "ask")
        await sees(pilot, "SORA: split Chiyo's 4 dice")


def test_dice_of_a_joint_roll_are_in_once_all_of_a_side_are(tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    told = []
    for parts in ({0}, {0, 1}, {0, 1, 2, 3}):
        red.session.parts = frozenset(parts)
        told.append(len(dice_in(red.session)))
    assert told == [0, 1, 2]


@pytest.mark.parametrize("by_app", [False, True])
async def test_of_a_joint_roll_each_seat_is_asked_its_own_dice(by_app: bool, tmp_path: Path) -> None:
    red, _ = at_the_dice(tmp_path)
    async with showing(AtSeat(red), size=(45, 38) if by_app else (80, 24)) as (pilot, _):
        await sees(pilot, "Masaema Aya attack", "Masaema Aya defence")
        assert "Chiyo attack" not in screen_text(pilot.app)
        if by_app:
            await tap(pilot, "app rolls")
        else:
            await press(pilot, *"543", "enter")
        await sees(pilot, "Sora answers on another screen.")
