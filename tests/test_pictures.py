"""The scenes of the pictures in docs/pictures come, and every picture that a page shows is made by the tool."""

from __future__ import annotations

import re
from pathlib import Path

from companion.store import open_session
from tools.pictures import OUT, PICTURES, scene

ROOT = Path(__file__).parent.parent
_SHOWN = re.compile(r"\]\((?:docs/)?pictures/([\w-]+)\.svg\)")


def test_every_picture_on_a_page_is_made_by_the_tool() -> None:
    names = {picture.name for picture in PICTURES}
    assert {file.stem for file in (ROOT / OUT).glob("*.svg")} == names
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    assert {name for page in pages for name in _SHOWN.findall(page.read_text())} <= names


def test_a_campaign_is_shown_between_battles_and_at_the_aftermath_of_one(tmp_path: Path) -> None:
    by_name = {picture.name: picture for picture in PICTURES}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert scene(by_name["campaign"], tmp_path / "a") is None, "no session: the campaign is opened from Home"
    file = scene(by_name["campaign-aftermath"], tmp_path / "b")
    assert file is not None
    opened = open_session(file)
    try:
        request = opened.session.request
        assert request is not None
        assert (request.kind, request.name) == ("roll", "scar")
    finally:
        opened.close()
