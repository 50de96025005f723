"""The pages say what the program does: declared parts are made from the declarations, links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine.registry import BUILT_IN, find
from tools.rules_docs import BEGIN, END, declared, meet

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def page(of: str) -> str:
    return (ROOT / "docs" / "rules" / f"{of}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("of", BUILT_IN)
def test_the_declared_part_is_as_declared(of: str) -> None:
    """`python -m tools.rules_docs` writes it anew."""
    part = page(of).partition(BEGIN)[2].partition(END)[0]
    written = [line for line in part.strip().splitlines() if not line.startswith("  ")]
    assert written == "\n".join(declared(find(of), seeds=())).splitlines()


@pytest.mark.parametrize("of", BUILT_IN)
def test_every_request_and_outcome_key_that_games_meet_is_named(of: str) -> None:
    text = page(of)
    requests, outcomes = meet(find(of), range(3))
    missing = {name for names in (*requests.values(), *outcomes.values()) for name in names if f"`{name}`" not in text}
    assert missing == set()


@pytest.mark.parametrize("of", BUILT_IN)
def test_no_row_says_not_yet(of: str) -> None:
    assert "not yet" not in page(of).lower()


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


def test_the_page_of_questions_is_what_the_recorded_fights_ask() -> None:
    from benchmarks.questions import PAGE, SCENES, page, play

    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m benchmarks.questions"
    assert [scene.what for scene in SCENES if len(play(scene)) > scene.most] == []


def test_the_page_of_keys_is_as_declared() -> None:
    from tools.keys_doc import PAGE, page

    assert PAGE.read_text(encoding="utf-8") == page(PAGE.read_text(encoding="utf-8")), "run python -m tools.keys_doc"
