"""What a fight hangs on is in view on small screens: tokens that may be spent, where a unit is suppressed, a target."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.session import Session
from companion.testing import drive
from companion.tui.widgets.fight import number
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, screen_text, showing

SIZES = [(80, 24), (60, 20)]


def legion(action: str, of: str, script: list[tuple[str, Any]], stop: str) -> MemoryOpened:
    """Wookiees and Boba Fett, Han and Vader with tokens, at the request `stop`."""
    opened = MemoryOpened(table_of("legion"))
    table = opened.session.table
    tokens: dict[str, dict[str, Any]] = {
        "wook": {"suppression": 1, "surge": 1},
        "boba": {"suppression": 2, "dodge": 1, "aim": 1},
        "han": {"order": "faceup", "aim": 1},
        "vader": {"dodge": 2},
    }
    table.put("phase", "activation")
    for unit, fields in tokens.items():
        for field, value in fields.items():
            table.unit(unit).put(field, value)
    opened.session.start(action, {"unit": of})
    drive(opened.session, script, stop=lambda request: request.name == stop, strict=False)
    assert opened.session.request is not None
    assert opened.session.request.name == stop
    return opened


def weighing(session: Session) -> dict[str, list[str]]:
    """By name of the fighter what weighs, or suppresses it, as it is drawn."""
    rows = {
        one.name: [row for row in one.rows if row.weighs or row.bound == "suppressed at"] for one in session.standings
    }
    return {name: [shown.plain for row in each if (shown := number(row))] for name, each in rows.items()}


def halves(drawn: str, width: int) -> list[str]:
    """The words of both columns of a screen, each by itself."""
    lines = drawn.splitlines()
    half = width // 2
    return [
        " ".join(" ".join(part).split()) for part in ([line[:half] for line in lines], [line[half:] for line in lines])
    ]


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20"])
@pytest.mark.parametrize("of", ["wook", "boba"])
async def test_tokens_that_may_be_spent_and_where_one_is_suppressed_stand_with_an_attack(
    of: str, size: tuple[int, int]
) -> None:
    opened = legion("melee_attack", of, [], "attack")
    expected = weighing(opened.session)
    assert {tuple(each) for each in expected.values()} in (
        {("suppression 1, suppressed at 2", "surge 1"), ("suppression 2, suppressed at 3", "dodge 1")},
        {("suppression 1, suppressed at 2", "surge 1"), ("suppression 2, suppressed at 3", "aim 1")},
    )
    async with showing(opened, size=size) as (pilot, _):
        columns = halves(screen_text(pilot.app), size[0])
    for name, words in expected.items():
        column = next(each for each in columns if name.upper() in each)
        assert [each for each in words if each not in column] == []


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "60x20"])
async def test_a_ranged_attack_shows_its_target(size: tuple[int, int]) -> None:
    script = [("action", "ranged_attack"), ("ranged_target", "vader")]
    opened = legion("activate", "han", script, "ranged_wounds")
    async with showing(opened, size=size) as (pilot, _):
        shooter, target = halves(screen_text(pilot.app), size[0])
    assert "◆ HAN SOLO ●●●●●● 6 of 6" in shooter
    assert "■ DARTH VADER ●●●●●●●● 8 of 8 dodge 2" in target
