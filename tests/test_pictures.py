"""The scenes of the pictures in docs/pictures come, and every picture that a page shows is made by the tool."""

import re
from pathlib import Path

import pytest

from companion.store.opening import open_session
from companion.store.verify import check_file
from tests.examples import present
from tests.tui.player import press
from tools import moving_picture, ready_campaign
from tools.moving_picture import FILE, frames, moving
from tools.pictures import OUT, PICTURES, scene

ROOT = Path(__file__).parent.parent
_SHOWN = re.compile(r"\]\((?:docs/)?pictures/([\w-]+)\.svg\)")


def test_every_picture_on_a_page_is_made_by_the_tool() -> None:
    names = {picture.name for picture in PICTURES} | {FILE.stem}
    assert {file.stem for file in (ROOT / OUT).glob("*.svg")} == names
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert {name for page in pages for name in _SHOWN.findall(page.read_text())} <= names


def test_a_campaign_is_shown_between_battles_and_at_the_aftermath_of_one(tmp_path: Path) -> None:
    by_name = {picture.name: picture for picture in PICTURES}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert scene(by_name["campaign"], tmp_path / "a") is None, "no session: the campaign is opened from Home"
    file = present(scene(by_name["campaign-aftermath"], tmp_path / "b"))
    opened = open_session(file)
    try:
        request = present(opened.session.request)
        assert (request.kind, request.name) == ("roll", "scar")
    finally:
        opened.close()


def test_a_ready_campaign_is_sound_and_carries_no_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ready_campaign, "shows_enough", lambda _: True)
    file = present(ready_campaign.campaign(tmp_path, 1))
    assert check_file(file) == []
    sessions = sorted(file.parent.glob("[0-9]*.toml"))
    assert len(sessions) == len(ready_campaign.TITLES)
    assert all('\nplayed = ""\n' in session.read_text(encoding="utf-8") for session in sessions)


async def test_the_moving_picture_is_a_melee_to_its_damage(monkeypatch: pytest.MonkeyPatch) -> None:
    # The tool waits by the clock until nothing moves.
    monkeypatch.setattr(moving_picture, "quiet", press)
    shown = await frames()
    assert "SPLIT IN SECRET" in shown[0][0].replace("&#160;", " ")
    assert "does 5 wounds" in shown[-1][0].replace("&#160;", " ")
    assert len(moving(shown)) < 2_000_000
