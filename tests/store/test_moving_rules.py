"""Rules that move under a session: it opens or says why not, undoes what it can, and nothing ends in a traceback."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.play import plain
from companion.play.json_lines import Conversation
from companion.store import CannotOpen, check_file, open_session, summaries
from companion.testing import play_random, step_random
from tests.games.duel import example
from tests.play.talking import opening, say
from tests.searching import one_in
from tests.store.helpers import picture
from tests.store.rule_changes import CHANGES, changed

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
    opened = open_session(duel, read_only=True)
    stood = picture(opened.session)
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
        plain.play(again, io.StringIO("state\nlog\n1\n\n"), io.StringIO())


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
    stood = picture(open_session(duel, read_only=True).session)
    with changed(CHANGES["actions fail"]):
        opened = open_session(duel)
        assert opened.notices == []
        assert picture(opened.session) == stood
        opened.close()


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
        rng = Random(4)

        def play_on() -> None:
            for _ in range(20):
                step_random(session, rng)

        with pytest.raises(InvalidInput, match="exchange returned what is no data"):
            play_on()
        assert session.request is not None
