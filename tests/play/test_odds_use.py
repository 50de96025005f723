"""A table may agree on its odds: shown, asked for with a line in the log, or off. Every front end keeps to it."""

import json
from pathlib import Path
from random import Random
from shutil import copy

import pytest

from companion.cli import main
from companion.engine import log
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.frontend.saying.odds import looked_at
from companion.play.json_lines import Conversation
from companion.play.random_player import RandomPlayer
from companion.store.opening import open_session
from tests.contract.games import fresh
from tests.examples import present
from tests.play.held import Held, typed
from tests.play.talking import heard, opening
from tests.tui.scenes import SCENES, played
from tools.scenes import first_answer

READY = Path(__file__).parents[2] / "saves" / "ready"


def at_the_split(use: str) -> Session:
    session = played(SCENES["bushido"]).session
    session.adjust("table", "options.odds", use, why="agreed")
    return session


def told(session: Session) -> str:
    return "\n".join(line.text for line in log.lines(session))


def test_nobody_sees_odds_that_are_off_and_where_they_are_shown_a_look_is_nothing() -> None:
    session = at_the_split("shown")
    assert looked_at(session)[1] == []
    assert session.table.odds_looks == 0
    session = at_the_split("off")
    assert "shown → off (agreed)" in told(session)
    assert session.odds() is None
    with pytest.raises(InvalidInput, match="odds are off at this table"):
        looked_at(session)


def test_a_look_is_an_input_that_the_log_tells_and_undo_takes_back() -> None:
    session = at_the_split("asked")
    before = told(session)
    request = present(session.request)
    found, _ = looked_at(session)
    assert found.mix
    assert "The odds were looked at (Ito: Split Hiro's 4 dice into attack and defence)" in told(session)
    session.undo()
    assert "The odds were looked at" not in told(session)
    assert told(session).startswith(before)
    session.redo()
    assert session.table.odds_looks == 1
    assert present(session.request).key == request.key


def test_other_programs_are_told_of_a_look_and_best_play_is_for_the_goal_that_is_asked_for() -> None:
    opened = played(SCENES["bushido"])
    talk = Conversation(opened)
    opening(talk)
    wounds, kill = heard(talk, {"do": "odds"})[-1], heard(talk, {"do": "odds", "goal": "kill"})[-1]
    assert (wounds["aim"], kill["aim"]) == ("wounds", "kill")
    assert wounds["goals"] == ["wounds", "trade", "kill", "survive"]
    assert kill["goal"] == "to take the enemy out of play"
    assert wounds["value"] != kill["value"]
    assert "there is no goal 'glory'" in heard(talk, {"do": "odds", "goal": "glory"})[-1]["message"]
    assert "must be text" in heard(talk, {"do": "odds", "goal": 3})[-1]["message"]
    opened.session.adjust("table", "options.odds", "asked")
    sent = heard(talk, {"do": "odds"})
    assert "odds_looks" in [message.get("field") for message in sent]
    assert sent[-1]["type"] == "odds"
    opened.session.adjust("table", "options.odds", "off")
    assert "odds are off" in heard(talk, {"do": "odds"})[-1]["message"]


def test_a_choice_in_words_has_the_labels_of_its_options() -> None:
    session = Session(fresh("gods-gloom"), rng=Random(1))
    player = RandomPlayer(Random(1))
    while not (isinstance(session.request, Choose) and session.request.has_odds and session.odds() is not None):
        player.step(session)
    request, found = session.request, session.odds()
    assert found is not None
    said = typed(Held(session), ["odds", "odds survive", "quit"])
    labels = {option.value: option.label for option in request.options}
    for option in found.options():
        assert f"  {labels[option]}: " in said
    kill, survive = "kill (to take the enemy out of play)", "survive (to stay in play)"
    assert f"Other goals: trade (the fall of the enemy less the own fall), {kill}, {survive}." in said
    assert "Assumed: " in said
    assert said.count("to stay in play.") == 1


def test_a_look_stands_in_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = Path(copy(READY / "bushido-bridge-at-kagu.toml", tmp_path))
    opened = open_session(file)
    opened.session.adjust("table", "options.odds", "asked")
    opened.session.start("melee", {"pair": "hiro+oda"})
    while opened.session.secret is None:
        request = present(opened.session.request)
        by = request.by if isinstance(request.by, str) and request.by in opened.session.table.sides else ""
        opened.session.answer(first_answer(request), by)
    looked_at(opened.session)
    opened.close()
    opened = open_session(file)
    opened.session.adjust("table", "options.odds", "shown")
    opened.close()
    assert main(["odds", str(file), "--goal", "kill", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["aim"] == "kill"
    assert main(["odds", "bushido", "--goal", "kill"]) == 2
    opened = open_session(file)
    opened.session.undo()
    opened.close()
    again = open_session(file)
    assert again.session.table.odds_looks == 1
    assert again.session.secret is not None
    again.session.undo()
    assert again.session.table.odds_looks == 0
    again.close()
