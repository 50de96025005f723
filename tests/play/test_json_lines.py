"""The line protocol: what is said, in which order, with which fields; what stands beside a question, and the past."""

import io
import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.play import json_lines
from companion.play.json_lines import Conversation
from tests.examples import present, table_of
from tests.games.duel import DUEL, Arena
from tests.play.bot import move
from tests.play.held import Held
from tests.play.talking import Message, heard, last, opening, say


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


def test_another_answer_over_a_border_is_asked_first_and_nobody_unknown_answers_for_all() -> None:
    held = Held()
    talk = Conversation(held)
    say(talk, do="start", procedure="exchange", **{"with": {"fighter": "ann"}})
    say(talk, do="answer", value="bob")
    assert last(talk, do="answer", value=True, by="nobody")["message"] == "this is not for 'nobody' to answer"
    say(talk, do="undo", count=2)
    to_roll(talk)
    for value in ([[4, 5], [1, 6]], "roll", True):
        say(talk, do="answer", value=value)
    held.at_border = "the aftermath is closed"
    amend = {"do": "amend", "key": "exchange[ann]/cheer:red", "value": False}
    assert [heard(talk, amend | more)[-1].get("code") for more in ({}, {"across": True})] == ["border", None]


def test_what_is_adjusted_stands_and_is_left_or_kept_and_state_counts_the_inputs(
    talk: Conversation,
) -> None:
    to_split(talk)
    out = say(talk, do="adjust", of="ann", field="health", change=-1, why="dropped")
    assert (out[0]["of"], out[0]["after"], out[0]["why"], out[-1]["type"]) == ("ann", 2, "dropped", "prompt")
    assert say(talk, do="adjust", of="ann", field="health", value=2)[0] == {
        "type": "notice",
        "text": "nothing changed: it is so already",
        "kind": "unchanged",
    }
    standing = opening(talk)[1]["standing"]
    assert [(s["of"], s["side"], s["name"]) for s in standing] == [("ann", "red", "Ann"), ("bob", "blue", "Bob [/")]
    assert next((row["label"], row["value"], row["max"]) for row in standing[0]["rows"]) == ("Health", 2, 3)
    kept = say(talk, do="leave", keep=True, why="time is up")
    assert kept[-2] == {"type": "done", "procedure": "exchange", "outcome": {"left": True}, "conclusion": []}
    said = last(talk, do="state")
    assert set(said) == {"type", "table", "melees", "undo", "redo"}
    assert (said["table"]["units"]["ann"]["health"], said["melees"]) == (2, [["ann", "bob"]])
    say(talk, do="undo")
    assert [m["type"] for m in say(talk, do="leave", keep=False)] == ["change", "change", "done", "rest"]
    said = last(talk, do="state")
    assert (said["melees"], said["undo"], said["redo"]) == ([], 5, 0)


def test_save_answers_with_what_stands(talk: Conversation) -> None:
    assert last(talk, do="save")["type"] == "rest"
    held = present(talk.opened, Held)
    assert held.saves == 1
    held.trouble = "the disk is full"
    assert last(talk, do="save")["message"] == "not saved: the disk is full"


def test_quit_an_interrupt_and_the_end_of_input_say_bye() -> None:
    for text in (b'{"do": "quit"}\n', b"", b'{"do": "quit"}\n{"do": "state"}\n'):
        out = io.BytesIO()
        json_lines.play(Held(), io.BytesIO(text), out)
        said = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [m["type"] for m in said] == ["hello", "rest", "bye"]
        assert said[-1] == {"type": "bye", "saved": True, "file": "duel.toml"}

    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            if line := super().readline(size):
                return line
            raise KeyboardInterrupt

    out = io.BytesIO()
    json_lines.play(Held(), Interrupted(b'{"do": "state"}\n'), out)
    assert [json.loads(line)["type"] for line in out.getvalue().splitlines()] == ["hello", "rest", "state", "bye"]


def state(talk: Conversation, **said: Any) -> Message:
    return last(talk, **said)["table"]  # type: ignore[no-any-return]


@procedure("Buy a trick")
async def buy(game: Context[Arena]) -> dict[str, Any]:
    ann = game.table.unit("ann")
    many = await game.number("many", by="red", title="How many?", lo=0, hi=2, why_hi="Ann is small")
    await game.choose(
        "trick",
        by="red",
        title="Which trick?",
        options=[
            Option("none", "No trick"),
            Option("kick", "Kick", cost=(game.cost(ann, "health", 2),)),
            Option("fly", "Fly", "Ann has no wings", "no_wings"),
        ],
        cost=[game.cost(ann, "skill", 1)],
    )
    return {"many": many}


def shop(table: Arena) -> list[Action]:
    closed = Action("rest", "Rest", buy, why_not="it is day", closed_code="day", kind="bookkeeping")
    return [Action("buy_any", "Buy (out of turn)", buy, kind="out_of_turn"), closed, Action("buy", "Buy", buy)]


SHOP = replace(DUEL, actions=shop, procedures=(buy,))


def test_costs_reasons_codes_and_kinds_of_actions_are_said() -> None:
    talk = Conversation(Held(rules=SHOP))
    actions = opening(talk)[1]["actions"]
    assert [(a["name"], a["kind"], a["code"], a["suggested"]) for a in actions] == [
        ("buy_any", "out_of_turn", None, False),
        ("rest", "bookkeeping", "day", False),
        ("buy", "turn", None, True),
    ]
    assert last(talk, do="start", procedure="rest")["code"] == "day"
    many = last(talk, do="start", procedure="buy")
    assert many["legal"] == {"lo": 0, "hi": 2, "why_hi": "Ann is small"}
    wrong = last(talk, do="answer", value=500)
    assert (wrong["message"], wrong["hint"], wrong["code"]) == ("500 is out of bounds", "0 to 2: Ann is small", None)
    trick = last(talk, do="answer", value=1)
    assert trick["cost"] == [{"of": "ann", "field": "skill", "label": "Skill", "have": 3, "spend": 1}]
    assert trick["legal"]["options"][1]["cost"][0]["spend"] == 2
    assert trick["legal"]["options"][2]["code"] == "no_wings"
    assert last(talk, do="answer", value="fly")["code"] == "no_wings"


def test_notices_of_the_opening_and_of_trouble_are_told_once() -> None:
    held = Held()
    held.notices = ["the log was truncated"]
    talk = Conversation(held)
    assert opening(talk)[0]["notices"] == [{"text": "the log was truncated", "kind": "file"}]
    held.trouble = "the disk is full"
    first, second = (say(talk, do="adjust", of="ann", field="health", change=-1) for _ in range(2))
    assert first[1] == {"type": "notice", "text": "the disk is full", "kind": "file"}
    assert [line["type"] for line in second] == ["change", "rest"]


def test_flags_of_a_contact_are_set_and_setting_them_again_says_so() -> None:
    talk = Conversation(Held(Session(table_of("gods-gloom"))))
    touch = {"do": "touch", "between": ["ravagers", "stingers"], "flags": {"a_engaged": False}}
    (change, _) = heard(talk, touch)
    assert (change["before"]["a_engaged"], change["after"]["a_engaged"]) == (True, False)
    assert heard(talk, touch)[0]["kind"] == "unchanged"
    # Named the other way round, a_… is still that of the unit named first.
    turned = {"do": "touch", "between": ["stingers", "ravagers"], "flags": {"a_engaged": True}}
    (change, _) = heard(talk, turned)
    assert (change["field"], change["after"]) == (
        "contacts.ravagers/stingers",
        {"a_engaged": False, "b_engaged": True},
    )


def test_a_reader_is_told_that_the_session_changed() -> None:
    class Followed(Held):
        def follow(self, seconds: float = 0) -> bool:
            return True

    talk = Conversation(Followed(read_only=True))
    assert [line["type"] for line in say(talk, do="state")] == ["notice", "state"]


def test_seek_shows_every_earlier_table_and_changes_nothing() -> None:
    """Of every game: `tests/engine/test_past.py`."""
    held = Held()
    talk, rng = Conversation(held), Random(1)
    standing, tables, seen = opening(talk)[1], [state(talk, do="state")], []
    for _ in range(25):
        out = say(talk, **move(standing, rng))
        standing = out[-1]
        if standing["type"] == "bye":
            break
        seen.append((held.session.undo_count, state(talk, do="state")))
        tables += [{} for line in out if line["type"] == "change"]
        tables[-1] = seen[-1][1]
    before = (opening(talk)[1], last(talk, do="state"), len(held.session.entries), held.session.state_crc)
    for seq, table in enumerate(tables):
        past = last(talk, do="seek", seq=seq)
        assert past["past"] is True
        assert not table or past["table"] == table
    now = held.session.undo_count
    for count, table in seen:
        assert state(talk, do="seek", back=now - count) == table
    assert before == (opening(talk)[1], last(talk, do="state"), len(held.session.entries), held.session.state_crc)


@pytest.mark.parametrize(
    "said",
    [{}, {"seq": 0, "back": 0}, {"seq": -1}, {"seq": 99}, {"back": 1}, {"back": -1}, {"seq": "0"}, {"back": True}],
)
def test_a_seek_that_leads_nowhere_is_refused(said: Message) -> None:
    assert last(Conversation(Held()), do="seek", **said)["type"] == "error"
