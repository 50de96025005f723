"""A table may agree on its odds: shown, asked for with a line in the log, or off. Every front end keeps to it."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

import pytest

from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.odds import looked_at
from companion.play.json_lines import Conversation
from companion.store import open_session
from tests.play.talking import heard, opening
from tests.tui.test_guide_frames import SCENES, first_answer, played

READY = Path(__file__).parents[2] / "saves" / "ready"


def at_the_split(use: str) -> Session:
    session = played(SCENES["bushido"]).session
    session.adjust("table", "options.odds", use, why="agreed")
    return session


def told(session: Session) -> str:
    return "\n".join(line.text for line in log.lines(session))


def test_the_log_says_when_the_table_changes_it() -> None:
    assert "shown → off (agreed)" in told(at_the_split("off"))


def test_nobody_sees_odds_that_are_off() -> None:
    session = at_the_split("off")
    assert session.odds() is None
    with pytest.raises(InvalidInput, match="odds are off at this table"):
        looked_at(session)


def test_a_look_is_an_input_that_the_log_tells_and_undo_takes_back() -> None:
    session = at_the_split("asked")
    before = told(session)
    request = session.request
    assert request is not None
    found, _ = looked_at(session)
    assert found.mix
    assert "The odds were looked at (Ito: Split Hiro's 4 dice into attack and defence)" in told(session)
    session.undo()
    assert "The odds were looked at" not in told(session)
    assert told(session).startswith(before)
    session.redo()
    assert session.table.odds_looks == 1
    assert session.request is not None
    assert session.request.key == request.key


def test_where_they_are_shown_a_look_is_nothing() -> None:
    session = at_the_split("shown")
    assert looked_at(session)[1] == []
    assert session.table.odds_looks == 0


def test_other_programs_are_told_of_a_look() -> None:
    opened = played(SCENES["bushido"])
    opened.session.adjust("table", "options.odds", "asked")
    talk = Conversation(opened)
    opening(talk)
    sent = heard(talk, {"do": "odds"})
    assert "odds_looks" in [message.get("field") for message in sent]
    assert sent[-1]["type"] == "odds"
    opened.session.adjust("table", "options.odds", "off")
    assert "odds are off" in heard(talk, {"do": "odds"})[-1]["message"]


def test_a_look_stands_in_the_file(tmp_path: Path) -> None:
    file = Path(copy(READY / "bushido-bridge-at-kagu.toml", tmp_path))
    opened = open_session(file)
    opened.session.adjust("table", "options.odds", "asked")
    opened.session.start("melee", {"pair": "hiro+oda"})
    while opened.session.secret is None:
        request = opened.session.request
        assert request is not None
        by = request.by if isinstance(request.by, str) and request.by in opened.session.table.sides else ""
        opened.session.answer(first_answer(request), by)
    looked_at(opened.session)
    opened.close()
    again = open_session(file)
    assert again.session.table.odds_looks == 1
    assert again.session.secret is not None
    again.session.undo()
    assert again.session.table.odds_looks == 0
    again.close()
