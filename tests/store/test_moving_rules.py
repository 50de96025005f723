"""Rules that move under a session: it opens or says why not, stands before what no longer fits, undoes what it can."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.dice import D6, Dice
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Context
from companion.engine.requests import Plan, Roll, Split
from companion.engine.session import Session
from companion.play.json_lines import Conversation
from companion.store.diagnostics import CannotOpen
from companion.store.folders import log_file
from companion.store.listing import summaries
from companion.store.opening import open_session
from companion.store.verify import check_file
from companion.testing import play_random, step_random
from tests.engine.duels import split
from tests.examples import present
from tests.games import duel as game
from tests.games.duel import example
from tests.play.held import typed
from tests.play.talking import opening, say
from tests.searching import one_in
from tests.store.helpers import begun, log_lines, moment, opened_anew, picture, played, read_again
from tests.store.rule_changes import CHANGES, asking, changed

STOPS = (0, 3, 5, 9)
"""Inputs after the first closed procedure at which the session is left."""


def left_at(file: Path, stop: int) -> None:
    """Plays a procedure, then so many inputs more."""
    opened = open_session(file, rng=Random(4))
    play_random(opened.session, Random(4), most_entries=1)
    rng = Random(stop)
    opened.session.adjust("cid", "skill", 2)
    for _ in range(stop):
        step_random(opened.session, rng)
    opened.close()


@pytest.mark.parametrize("stop", one_in(3, STOPS))
@pytest.mark.parametrize("name", CHANGES)
def test_a_session_under_changed_rules(duel: Path, name: str, stop: int) -> None:
    left_at(duel, stop)
    stood = read_again(duel)
    with changed(CHANGES[name]):
        found = check_file(duel)
        summaries(duel.parent)
        try:
            opened = open_session(duel)
        except CannotOpen:
            assert found != []
            return
        session = opened.session
        if not opened.notices:
            assert picture(session)["state"] == stood["state"]
            assert picture(session)["undo"] == stood["undo"]
        _undo_all(session)
        left = session.undo_count
        opened.close()
        again = open_session(duel)
        assert again.session.undo_count == left
        talk = Conversation(again)
        opening(talk)
        for do in ("state", "odds", "log", "list", "sheets"):
            say(talk, do=do)
        typed(again, ["state", "log", "1", ""])


def _undo_all(session: Session) -> None:
    """Undoes as far as it goes and redoes as far as it goes; what is refused is refused in words."""

    def undone() -> int:
        return session.undo_count

    def redone() -> int:
        return session.redo_count

    both: list[tuple[Callable[[], object], Callable[[], int]]] = [(session.undo, undone), (session.redo, redone)]
    for act, count in both * 2:
        while before := count():
            try:
                act()
            except InvalidInput:
                break
            assert count() < before


def test_actions_that_fail_do_not_close_what_is_open(duel: Path) -> None:
    left_at(duel, 3)
    stood = read_again(duel)
    with changed(CHANGES["actions fail"]):
        assert opened_anew(duel) == ([], stood)


@pytest.mark.parametrize("stop", STOPS[:3])
def test_what_is_gone_is_undone_whole_and_put_back(duel: Path, stop: int) -> None:
    left_at(duel, stop)
    with changed(CHANGES["procedure lost, action too"]):
        opened = open_session(duel)
        assert [n for n in opened.notices if "there is no action 'exchange'" in n] != [] or stop == 0
        assert opened.session.run is None
        whole = picture(opened.session)
        opened.session.undo()
        (*_, note) = opened.session.undo()
        assert "Exchange of blows no longer replays under these rules: it was undone whole" in str(note)
        assert opened.session.undo_count == 0
        opened.session.redo(2)
        assert picture(opened.session)["state"] == whole["state"]
        opened.close()


def test_a_ruleset_that_cannot_be_loaded_is_named(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.no_such_game:DUEL"})
    with pytest.raises(CannotOpen, match="the ruleset 'duel' cannot be loaded"):
        open_session(duel)
    assert [summary.file for summary in summaries(duel.parent)] == [duel]


def test_an_outcome_that_is_no_data_is_refused_before_it_is_taken() -> None:
    with changed(CHANGES["procedure returns what is no data"]):
        session = Session(example(), rng=Random(4))
        session.start("exchange", {"fighter": "ann"})
        with pytest.raises(InvalidInput, match="exchange returned what is no data"):
            moment(session, 20)
        assert session.request is not None


@pytest.fixture
def interrupted(duel: Path) -> tuple[Path, list[dict[str, Any]]]:
    """Both fighters have rolled; the last line is the second roll. With the pictures after each input."""
    opened = begun(duel)
    seen = []
    for by, value in (
        ("", "bob"),
        ("", True),
        ("red", split(2, 1)),
        ("blue", split(1, 2)),
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
    request = present(opened.session.request, Roll)
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
    assert present(opened.session.request).name == "blow"
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


def test_an_action_that_is_gone_leaves_the_table_at_rest(interrupted: Any) -> None:
    file, _ = interrupted
    with changed({"actions": lambda table: []}):
        notices, seen = opened_anew(file)
    assert "there is no action 'exchange'" in notices[0]
    assert seen["inputs"] == []


def test_a_closed_procedure_that_no_longer_replays_is_undone_whole(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = picture(played(duel, 2))
    mended(monkeypatch, lambda dice: [Dice(d.name, D6, d.count + 1) for d in dice])
    again = open_session(duel)
    assert again.notices == []
    assert picture(again.session) == end, "what is closed is not run again"
    happened = again.session.undo()
    assert "no longer replays" in str(happened[-1])
    assert len(again.session.entries) == 1
    again.close()


def test_an_answer_that_is_asked_for_no_more_is_not_in_the_way_of_undo_and_redo(duel: Path) -> None:
    with changed(asking("bows", "nods")):
        opened = begun(duel)
        opened.session.answer(True)
        opened.session.answer(True)
        assert opened.close()
    with changed(asking("bows")):
        opened = open_session(duel)
        opened.session.undo()
        assert present(opened.session.request).name == "bows"
        opened.session.redo(opened.session.redo_count)
        assert opened.session.run is None
        assert opened.session.table.unit("ann").health == 2
        opened.close()
