"""Rules that were mended while a procedure was open: play stops before the first line that no longer fits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.dice import D6, Dice
from companion.engine.procedure import Context
from companion.engine.requests import Plan, Roll, Split
from companion.store import check_file, open_session
from companion.store.folders import log_file
from tests.games import duel as game
from tests.store.helpers import begun, log_lines, picture, read_again


def split(attack: int) -> dict[str, Any]:
    return {"plan": "plain", "parts": {"attack": attack, "guard": 3 - attack}}


@pytest.fixture
def interrupted(duel: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Both fighters have rolled; the last line is the second roll. With the pictures after each input."""
    opened = begun(duel)
    seen = []
    for by, value in (
        ("", "bob"),
        ("", True),
        ("red", split(2)),
        ("blue", split(1)),
        ("", [[4, 5], [1, 1]]),
        ("", [[6], [2]]),
    ):
        seen.append(picture(opened.session))
        opened.session.answer(value, by)
    opened.close()
    return duel, seen


def mended(monkeypatch: pytest.MonkeyPatch, dice: Any) -> None:
    """From now on the first roll asks for other dice."""
    real = Context.roll

    def roll(self: Any, name: str, *, by: Any, title: str, dice: Sequence[Dice], **more: Any) -> Any:
        return real(self, name, by=by, title=title, dice=change(dice), **more)

    change = dice
    monkeypatch.setattr(Context, "roll", roll)


def test_play_stands_before_the_first_line_that_does_not_fit(interrupted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, seen = interrupted
    mended(monkeypatch, lambda dice: [Dice(d.name, D6, d.count + 1) for d in dice])
    (told,) = check_file(file)
    assert told.file == log_file(file)
    assert told.line == 14
    opened = open_session(file)
    (notice,) = opened.notices
    assert "line 14 of duel-at-dawn.open.toml no longer fits: blow now allows other answers" in notice
    assert "duel-at-dawn.mismatch-1" in notice
    request = opened.session.request
    assert isinstance(request, Roll)
    assert request.sticky == ((4, 5), (1, 1))
    assert picture(opened.session)["state"] == seen[4]["state"]
    assert picture(opened.session)["undo"] == seen[4]["undo"]
    assert [line.partition('do = "')[2][:5] for line in log_lines(file)] == ["start", *["answe"] * 4, *["offer"] * 2]
    rest = file.with_name("duel-at-dawn.mismatch-1").read_text()
    assert rest.splitlines()[2].startswith('6 = {do = "answer"')
    assert rest.splitlines()[3].startswith('7 = {do = "answer"')
    opened.session.answer([[4, 5, 1], [1, 1, 1]])
    here = picture(opened.session)
    opened.close()
    assert here["sticky"] == ((6,), (2,))
    assert read_again(file) == here
    assert check_file(file) == []


def test_what_comes_out_differently_is_not_played_on(interrupted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, seen = interrupted
    real = Context.shift
    monkeypatch.setattr(Context, "shift", lambda self, unit, path, by, *rest: real(self, unit, path, by - 1, *rest))
    opened = open_session(file)
    assert "what follows from it is no longer the same" in opened.notices[0]
    assert picture(opened.session)["state"] == seen[4]["state"]
    assert opened.session.request is not None
    assert opened.session.request.name == "blow"
    opened.close()


def test_a_sealed_answer_is_offered_to_nobody(interrupted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = interrupted
    feint = Plan("feint", "a feint", 1, {"attack": (0, 1), "guard": (0, 1)})
    monkeypatch.setattr(game, "Split", lambda name, *, plans, **more: Split(name, plans=[*plans, feint], **more))
    opened = open_session(file)
    assert opened.session.secret is not None
    assert opened.session.sealed == []
    assert opened.session.run is not None
    assert [k for k in opened.session.run.suggestions if "split" in k] == []
    assert [k for k in opened.session.run.suggestions if "blow" in k] != []
    opened.close()


def test_an_action_that_is_gone_leaves_the_table_at_rest(interrupted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file, _ = interrupted
    object.__setattr__(game.DUEL, "actions", lambda table: [])
    try:
        opened = open_session(file)
        assert "there is no action 'exchange'" in opened.notices[0]
        assert opened.session.run is None
        opened.close()
    finally:
        object.__setattr__(game.DUEL, "actions", game.actions)


def test_a_closed_procedure_that_no_longer_replays_is_undone_whole(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.testing import play_random

    opened = open_session(duel, rng=Random(2))
    play_random(opened.session, Random(2), most_entries=2)
    end = picture(opened.session)
    opened.close()
    mended(monkeypatch, lambda dice: [Dice(d.name, D6, d.count + 1) for d in dice])
    again = open_session(duel)
    assert again.notices == []
    assert picture(again.session) == end, "what is closed is not run again"
    happened = again.session.undo()
    assert "no longer replays" in str(happened[-1])
    assert len(again.session.entries) == 1
    again.close()
