"""The line protocol: what is said, in which order, with which fields."""

import io
import json

import pytest

from companion.play import json_lines
from companion.play.json_lines import Conversation
from tests.play.bot import Message
from tests.play.held import Held
from tests.play.talking import last, opening, say


@pytest.fixture
def talk() -> Conversation:
    return Conversation(Held())


def to_split(talk: Conversation) -> Message:
    """As far as the first secret slot, Rhea's."""
    say(talk, do="start", procedure="exchange", **{"with": {"fighter": "ann"}})
    say(talk, do="answer", value="bob")
    return last(talk, do="answer", value=True)


def to_roll(talk: Conversation) -> Message:
    to_split(talk)
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 2, "guard": 1}})
    return last(talk, do="answer", value={"plan": "plain", "parts": {"attack": 1, "guard": 2}})


def test_a_contact_and_what_there_was_not_is_left_out(talk: Conversation) -> None:
    made = say(talk, do="touch", between=["bob", "ann"])
    assert made[0] == {
        "type": "change",
        "of": "table",
        "field": "contacts.ann/bob",
        "after": {},
        "why": "the players said so",
        "step": "",
        "seq": 1,
    }
    gone = say(talk, do="part", between=["ann", "bob"])
    assert "after" not in gone[0]
    assert gone[0]["seq"] == 2
    assert gone[-1]["type"] == "rest"


def test_undo_sends_what_it_takes_back_and_keeps_the_dice(talk: Conversation) -> None:
    before = to_roll(talk)
    assert before["by"] == ["red", "blue"]
    say(talk, do="answer", value=[[4, 5], [1, 6]])
    back = say(talk, do="undo")
    assert [(m["field"], m["before"], m["after"], m["why"]) for m in back[:-1]] == [
        ("shaken", True, False, "undo"),
        ("health", 2, 3, "undo"),
    ]
    assert [g["sticky"] for g in back[-1]["legal"]["dice"]] == [[4, 5], [1, 6]]
    assert back[-1]["key"] == before["key"]
    forth = say(talk, do="redo")
    assert [m["after"] for m in forth if m["type"] == "change"] == [2, True]
    assert last(talk, do="undo", count=6) == opening(talk)[1]


def test_adjusting_asks_anew_with_what_is_now_allowed(talk: Conversation) -> None:
    to_split(talk)
    out = say(talk, do="adjust", of="ann", field="health", change=-1, why="dropped")
    assert (out[0]["of"], out[0]["after"], out[0]["why"], out[-1]["type"]) == ("ann", 2, "dropped", "prompt")
    assert say(talk, do="adjust", of="ann", field="health", value=2)[0] == {
        "type": "notice",
        "text": "nothing changed: it is so already",
        "kind": "unchanged",
    }


def test_a_ruling_changes_the_number_and_what_follows(talk: Conversation) -> None:
    pool = to_split(talk)["tally"][0]
    out = last(talk, do="overrule", key=pool["key"], value=5, why="a shield")
    assert out["legal"]["plans"][0]["total"] == 5
    assert out["tally"][0]["lines"][-1] == {"label": "ruling: a shield", "value": 2, "rule": "ruling"}
    nine = {"plan": "plain", "parts": {"attack": 9, "guard": 0}}
    ruled = last(talk, do="overrule", key=out["key"], value=nine, why="a hidden blade")
    assert ruled["sealed"] == ["red"]


def test_amend_dry_shows_and_changes_nothing(talk: Conversation) -> None:
    stood = to_roll(talk)
    held = last(talk, do="state")
    choose = "exchange[ann]/foe:red"
    dry = last(talk, do="amend", key=choose, value="cid", dry=True)
    assert dry == {
        "type": "preview",
        "changes": [
            {"of": "table", "field": "contacts.ann/bob", "before": {}, "why": "undo", "step": "A"},
            {"of": "table", "field": "contacts.ann/cid", "after": {}, "why": "they meet", "step": "A"},
        ],
        "asked_again": ["exchange[ann]/split:red+blue:blue"],
    }
    assert last(talk, do="state") == held
    assert opening(talk)[1] == stood
    wet = say(talk, do="amend", key=choose, value="cid")
    assert [m["field"] for m in wet[:-1]] == ["contacts.ann/bob", "contacts.ann/cid"]
    assert (wet[-1]["by"], wet[-1]["sealed"]) == ("blue", ["red"])


def test_leaving_keeps_or_takes_back(talk: Conversation) -> None:
    to_split(talk)
    kept = say(talk, do="leave", keep=True, why="time is up")
    assert kept[-2] == {"type": "done", "procedure": "exchange", "outcome": {"left": True}, "conclusion": []}
    assert last(talk, do="state")["melees"] == [["ann", "bob"]]
    say(talk, do="undo")
    back = say(talk, do="leave", keep=False)
    assert [m["type"] for m in back] == ["change", "done", "rest"]
    assert last(talk, do="state")["melees"] == []


def test_state_is_the_table_as_in_the_file(talk: Conversation) -> None:
    say(talk, do="adjust", of="cid", field="health", value=0)
    said = last(talk, do="state")
    assert set(said) == {"type", "table", "melees", "undo", "redo"}
    assert said["table"]["units"]["cid"]["health"] == 0
    assert said["table"]["sides"]["red"]["name"] == "Rhea"
    assert said["table"]["options"] == {"strike_back": True}
    assert (said["undo"], said["redo"]) == (1, 0)


def test_save_answers_with_what_stands(talk: Conversation) -> None:
    assert last(talk, do="save")["type"] == "rest"
    held = talk.opened
    assert isinstance(held, Held)
    assert held.saves == 1
    held.trouble = "the disk is full"
    assert last(talk, do="save")["message"] == "not saved: the disk is full"


def test_quit_and_the_end_of_input_say_bye() -> None:
    for text in (b'{"do": "quit"}\n', b"", b'{"do": "quit"}\n{"do": "state"}\n'):
        out = io.BytesIO()
        json_lines.play(Held(), io.BytesIO(text), out)
        said = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [m["type"] for m in said] == ["hello", "rest", "bye"]
        assert said[-1] == {"type": "bye", "saved": True, "file": "duel.toml"}


def test_an_interrupt_is_quit() -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if line := super().readline(size):
                return line
            raise KeyboardInterrupt

    out = io.BytesIO()
    json_lines.play(Held(), Interrupted(b'{"do": "state"}\n'), out)
    assert [json.loads(line)["type"] for line in out.getvalue().splitlines()] == ["hello", "rest", "state", "bye"]
