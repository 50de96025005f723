"""The line protocol: what is said, in which order, with which fields."""

import io
import json
from random import Random

import pytest

import companion
from companion.play import json_lines
from companion.play.json_lines import Conversation
from tests.play.bot import Message, move
from tests.play.held import Held
from tests.play.talking import WORDS, last, opening, say

PROMPT = {
    "type",
    "key",
    "name",
    "procedure",
    "with",
    "step",
    "step_title",
    "by",
    "kind",
    "title",
    "legal",
    "tally",
    "secret",
    "sealed",
    "standing",
    "cost",
}


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


def test_hello_then_rest(talk: Conversation) -> None:
    hello, rest = opening(talk)
    assert hello == {
        "type": "hello",
        "protocol": 1,
        "app": companion.__version__,
        "ruleset": "duel",
        "revision": 1,
        "session": "Duel at dawn",
        "file": "duel.toml",
        "read_only": False,
        "can": list(WORDS),
        "notices": [],
    }
    assert rest == {
        "type": "rest",
        "round": 1,
        "phase": "fight",
        "active": None,
        "over": None,
        "actions": [
            {
                "name": "exchange",
                "title": "Exchange blows",
                "open": True,
                "why_not": None,
                "code": None,
                "kind": "turn",
                "suggested": True,
                "with": {"fighter": ["ann", "bob", "cid"]},
            }
        ],
    }


def test_every_kind_of_prompt_has_its_fields(talk: Conversation) -> None:
    choose = last(talk, do="start", procedure="exchange", **{"with": {"fighter": "ann"}})
    assert set(choose) == PROMPT
    assert choose["procedure"] == "exchange"
    assert choose["with"] == {"fighter": "ann"}
    assert (choose["by"], choose["kind"], choose["step"], choose["step_title"]) == ("red", "choose", "A", "Face")
    assert choose["legal"] == {
        "options": [
            {"value": "bob", "label": "Bob [/", "why_not": None, "code": None},
            {"value": "cid", "label": "Cid", "why_not": None, "code": None},
        ]
    }
    do = last(talk, do="answer", value="bob")
    assert (do["by"], do["kind"], do["legal"], do["secret"], do["sealed"]) == ("table", "do", {}, False, [])
    split = last(talk, do="answer", value=True)
    assert split["legal"] == {
        "plans": [
            {
                "plan": "plain",
                "label": "no trick",
                "total": 3,
                "parts": {"attack": {"lo": 0, "hi": 3}, "guard": {"lo": 0, "hi": 3}},
            }
        ]
    }
    assert [(t["name"], t["total"], t["lines"]) for t in split["tally"]] == [
        ("Ann's pool", 3, [{"label": "skill", "value": 3, "rule": ""}])
    ]
    assert split["tally"][0]["key"].endswith("pool[ann]")
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 2, "guard": 1}})
    roll = last(talk, do="answer", value={"plan": "plain", "parts": {"attack": 1, "guard": 2}})
    assert roll["by"] == ["red", "blue"]
    assert roll["legal"] == {
        "dice": [
            {"name": "attack", "die": "d6", "count": 2, "faces": [1, 2, 3, 4, 5, 6], "sticky": None, "by": "red"},
            {"name": "guard", "die": "d6", "count": 2, "faces": [1, 2, 3, 4, 5, 6], "sticky": None, "by": "blue"},
        ]
    }
    say(talk, do="answer", value=[[4, 1], [1, 1]])
    yes_no = last(talk, do="answer", value=[[4], [6]])
    assert (yes_no["kind"], yes_no["legal"]) == ("yes_no", {"default": False})


def test_changes_notes_and_the_end_come_before_what_stands(talk: Conversation) -> None:
    to_roll(talk)
    hurt = say(talk, do="answer", value=[[4, 5], [1, 6]])
    assert [m for m in hurt if m["type"] == "change"] == [
        {
            "type": "change",
            "of": "bob",
            "field": "health",
            "before": 3,
            "after": 2,
            "why": "struck by Ann",
            "step": "D",
            "seq": 2,
        },
        {
            "type": "change",
            "of": "bob",
            "field": "shaken",
            "before": False,
            "after": True,
            "why": "hurt by Ann",
            "step": "D",
            "seq": 3,
        },
    ]
    say(talk, do="answer", value="roll")
    end = say(talk, do="answer", value=False)
    assert [m["type"] for m in end][-2:] == ["done", "rest"]
    assert end[-2]["procedure"] == "exchange"
    assert end[-2]["outcome"]["dealt"] == 1
    assert end[-1]["active"] == "blue"


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


def test_a_bot_plays_a_whole_game() -> None:
    for seed in range(5):
        talk, rng = Conversation(Held(seed=seed)), Random(seed)
        standing, seq = opening(talk)[1], 0
        for _ in range(500):
            out = say(talk, **move(standing, rng))
            for message in out:
                if message["type"] == "change":
                    seq += 1
                    assert message["seq"] == seq
            standing = out[-1]
            if standing["type"] == "bye":
                break
        assert standing["type"] == "bye"
        assert talk.opened.session.table.over is not None


def test_equal_seeds_play_equal_games() -> None:
    def game() -> list[Message]:
        talk, rng = Conversation(Held(seed=4)), Random(9)
        said = [opening(talk)[1]]
        for _ in range(60):
            said += say(talk, **move(said[-1], rng))
            if said[-1]["type"] == "bye":
                break
        return said

    assert game() == game()
