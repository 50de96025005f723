"""Rulings on screen: what one means is asked once, and the next battle offers it by one key."""

from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import registry
from companion.store import open_session
from companion.store.campaigns import read_campaign
from companion.tui.app import CompanionApp
from tests.store.feuds import begin, feud, session_file
from tests.tui.fakes import app, misses, press, sees


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    known = MappingProxyType({**registry.BUILT_IN, "feud": "tests.store.feud:FEUD"})
    monkeypatch.setattr(registry, "BUILT_IN", known)
    return feud(tmp_path)


async def to_the_split(pilot: Pilot[Any], file: Path, fighter: str) -> Any:
    opened = open_session(session_file(file, begin(file, practice=True)))
    opened.session.start("exchange", {"fighter": fighter})
    opened.session.answer("bone")
    opened.session.answer(True)
    assert isinstance(pilot.app, CompanionApp)
    await pilot.app.open_session(opened)
    await pilot.pause()
    return opened


@pytest.mark.parametrize("size", [(60, 20), (140, 45)])
async def test_a_ruling_is_kept_and_decides_again_by_one_key(file: Path, size: tuple[int, int]) -> None:
    async with app().run_test(size=size) as pilot:
        opened = await to_the_split(pilot, file, "rone")
        await press(pilot, "w")
        await misses(pilot, "RULED BEFORE")
        await press(pilot, "enter", *"6 banner", "enter")
        await sees(pilot, "What does the ruling mean", "Only this once", "2 more than the app")
        await press(pilot, "2")
        await sees(pilot, "split Rone")
        (row,) = read_campaign(file).rulings
        assert (row.meaning, row.value, row.words) == ("total", 6, "banner")
        opened.close()
    async with app().run_test(size=size) as pilot:
        opened = await to_the_split(pilot, file, "rtwo")
        await sees(pilot, "Ruled before")
        await press(pilot, "w")
        await sees(pilot, "RULED BEFORE", "4 → 6", "banner")
        await press(pilot, "enter")
        await sees(pilot, "split Rtwo")
        assert int(opened.session.request.tally[0]) == 6
        await misses(pilot, "Ruled before")
        opened.close()


async def test_only_this_once_keeps_nothing(file: Path) -> None:
    async with app().run_test(size=(80, 24)) as pilot:
        opened = await to_the_split(pilot, file, "rone")
        await press(pilot, "w", "enter", *"6 banner", "enter")
        await sees(pilot, "Only this once")
        await press(pilot, "1")
        await sees(pilot, "split Rone")
        assert int(opened.session.request.tally[0]) == 6
        assert read_campaign(file).rulings == []
        opened.close()
