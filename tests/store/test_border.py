"""Undo stops where a battle of a campaign borders on its aftermath, and at what the campaign has closed."""

import json
from pathlib import Path

import pytest

from companion.engine.errors import InvalidInput
from companion.frontend.opened import AtBorder, undo
from companion.play.json_lines import Conversation
from companion.store.opening import Opened, open_session
from companion.tui.controller import SessionController
from tests.play.held import typed
from tests.store.feuds import begin, feud, fight, session_file, settle

CLOSED = "the campaign has the aftermath of Rhea, and keeps it when it is undone here"
BATTLE = "this goes from the aftermath back into the battle"


@pytest.fixture
def battle(tmp_path: Path) -> Opened:
    """A battle that is over; nobody has played an aftermath."""
    file = feud(tmp_path)
    opened = open_session(session_file(file, begin(file)))
    fight(opened.session, 1)
    return opened


def test_undo_stops_before_the_battle_however_many_inputs_it_takes_at_once(battle: Opened) -> None:
    session = battle.session
    over = session.undo_count
    undo(battle, 3)
    undo(battle)
    session.redo(4)
    assert session.undo_count == over, "in the battle nothing is asked"
    session.start("aftermath", {"side": "rhea"})
    with pytest.raises(AtBorder, match=BATTLE):
        undo(battle, 2)
    assert session.undo_count == over + 1
    undo(battle)
    assert session.undo_count == over
    with pytest.raises(AtBorder, match=BATTLE):
        undo(battle)
    undo(battle, across=True)
    assert session.undo_count == over - 1
    undo(battle)
    session.redo(3)
    assert session.undo_count == over + 1
    battle.close()


def test_what_the_campaign_has_closed_is_asked_for(battle: Opened) -> None:
    settle(battle.session, "rhea")
    count = battle.session.undo_count
    for no_number in (0, -1, 10_000, True, "2"):
        with pytest.raises(InvalidInput) as refused:
            undo(battle, no_number)  # type: ignore[arg-type]
        assert not isinstance(refused.value, AtBorder)
    with pytest.raises(AtBorder, match=CLOSED):
        undo(battle)
    settle(battle.session, "boris")
    whole = battle.session.undo_count
    with pytest.raises(AtBorder, match="the aftermath of Boris, and keeps"):
        undo(battle)
    with pytest.raises(AtBorder, match="the aftermath of Boris, Rhea, and keeps"):
        undo(battle, whole - count + 1)
    assert battle.session.undo_count == whole
    undo(battle, across=True)
    assert battle.session.undo_count == whole - 1
    battle.close()


def test_every_front_end_asks_the_same(battle: Opened) -> None:
    settle(battle.session, "rhea")
    count = battle.session.undo_count

    def said(**message: object) -> dict[str, object]:
        line: dict[str, object] = talk.handle(json.dumps(message).encode())[-1]
        return line

    talk = Conversation(battle)
    error = said(do="undo")
    assert (error["type"], error["message"], error["code"]) == ("error", CLOSED, "border")
    assert battle.session.undo_count == count
    assert said(do="undo", across=True)["type"] == "prompt"
    assert said(do="redo")["type"] == "rest"

    attempt = SessionController(battle).undo()
    assert attempt.asks
    assert CLOSED[1:] in attempt.fault
    assert SessionController(battle).undo(across=True).ok
    battle.session.redo()

    told = typed(battle, ["again", "undo", "undo 1 anyway"])
    assert f"Not taken: {CLOSED} (undo anyway)." in told
    assert told.count("It stands in") == 1
    assert battle.session.undo_count == count - 1
