"""What the line protocol refuses: each with one `error` line, and with nothing changed."""

import io
from typing import Any

import pytest

from companion.frontend.lines_in import LONGEST, read_lines
from companion.play.json_lines import Conversation
from tests.engine.duels import Paper
from tests.play.held import Held
from tests.play.talking import Line, heard, last, opening, say
from tests.play.test_json_lines import to_roll, to_split

START = {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}}
SPLIT = {"plan": "plain", "parts": {"attack": 2, "guard": 1}}
HEALTH = {"do": "adjust", "of": "ann", "field": "health"}
RAW = b'{"do": "adjust", "of": "ann", "field": "health", "value": '

NO_JSON: list[Line] = [
    b"",
    b"not json",
    b"{",
    b"[]",
    b'"text"',
    b"7",
    b"null",
    b"\xff\xfe{}",
    b'{"do": "undo" ',
    None,
    RAW + b"NaN}",
    RAW + b"Infinity}",
    RAW + b"1e999}",
    RAW + b"9" * 5000 + b"}",
    RAW + b"9007199254740993}",
    RAW + b'"\\ud800"}',
    b'{"do": "state", "do": "undo"}',
    b"[" * 60_000,
]

NO_WORD: list[Line] = [
    {},
    {"do": None},
    {"do": 3},
    {"do": "dance"},
    {"do": "odds"},
    {"do": "_start"},
    {"do": ["undo"]},
]

NO_FIGHTER: list[Any] = ["dave", None, ["ann"], {}]
NO_VALUES = [[], {}, *({"fighter": of} for of in NO_FIGHTER), {"foe": "bob"}, {"fighter": "ann", "foe": "bob"}]

NO_INPUT: list[Line] = [
    {"do": "start"},
    {"do": "start", "procedure": 3},
    *({**START, "with": with_} for with_ in NO_VALUES),
    {"do": "answer"},
    {"do": "answer", "value": {"no": "such"}},
    {"do": "answer", "value": "dave"},
    {"do": "touch"},
    {"do": "touch", "between": ["ann"]},
    {"do": "touch", "between": ["ann", 3]},
    {"do": "touch", "between": ["ann", "ann"]},
    {"do": "touch", "between": ["bob", "cid"]},
    {"do": "touch", "between": ["ann", "dave"]},
    {"do": "touch", "between": ["ann", "cid"], "flags": {"rear": True}},
    {"do": "touch", "between": ["red", "blue"]},
    {"do": "touch", "between": ["table", "ann"]},
    {"do": "part", "between": ["ann", "dave"]},
    {"do": "part", "between": "ann"},
    {"do": "overrule"},
    {"do": "overrule", "key": "nothing", "value": 1},
    {"do": "overrule", "key": 3, "value": 1},
    {"do": "amend"},
    {"do": "amend", "key": "nothing", "value": 1},
    {"do": "amend", "key": "x", "value": 1, "dry": 1},
    {"do": "amend", "key": "nothing", "value": {"parts": 3}},
    {"do": "amend", "key": "nothing", "value": [[1], 2]},
    {"do": "leave"},
    {"do": "leave", "keep": "yes"},
    {"do": "redo"},
    {"do": "undo", "count": 0},
    {"do": "undo", "count": -1},
    {"do": "undo", "count": 99},
    {"do": "undo", "count": "1"},
    {"do": "undo", "count": 1.0},
    {"do": "undo", "count": True},
]

NO_ADJUSTMENT: list[Line] = [
    {"do": "adjust"},
    HEALTH,
    {**HEALTH, "value": 1, "change": 1},
    {**HEALTH, "value": 4},
    {**HEALTH, "value": []},
    {**HEALTH, "change": "1"},
    {**HEALTH, "value": 1, "change": None},
    {**HEALTH, "change": True},
    {**HEALTH, "change": -9},
    {**HEALTH, "value": 1, "why": 3},
    {**HEALTH, "of": "dave", "value": 1},
    {**HEALTH, "of": ["ann"], "value": 1},
    {**HEALTH, "field": "", "value": 1},
    {"do": "adjust", "of": "table", "field": "contacts.ann/bob", "value": 5},
]
"""What else no field takes: `tests/engine/test_fields.py`."""

ANYWHERE = [*NO_JSON, *NO_WORD, *NO_INPUT, *NO_ADJUSTMENT]


def view(talk: Conversation) -> Any:
    return opening(talk)[1], last(talk, do="state")


def refused(talk: Conversation, of: Line) -> dict[str, Any]:
    before = view(talk)
    out = heard(talk, of)
    assert [m["type"] for m in out] == ["error"], out
    assert set(out[0]) == {"type", "message", "hint", "code"}
    assert out[0]["message"]
    assert view(talk) == before
    return out[0]


@pytest.mark.parametrize("of", ANYWHERE, ids=lambda of: str(of)[:60])
def test_refused_at_rest_in_a_prompt_and_in_a_secret(of: Line) -> None:
    talk = Conversation(Held())
    refused(talk, of)
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, of)
    say(talk, do="answer", value=SPLIT)
    refused(talk, of)


def test_nothing_to_undo_leave_or_answer_at_the_start() -> None:
    talk = Conversation(Held())
    assert refused(talk, {"do": "undo"})["message"] == "there is nothing to undo"
    refused(talk, {"do": "leave", "keep": True})
    refused(talk, {"do": "answer", "value": True})


def test_what_is_closed_says_why() -> None:
    talk = Conversation(Held())
    say(talk, do="adjust", of="cid", field="health", value=0)
    said = refused(talk, {"do": "start", "procedure": "exchange", "with": {"fighter": "cid"}})
    assert said["message"] == "Cid: has fallen"
    to_split(talk)
    said = refused(talk, START)
    assert "still open" in said["message"]


NO_ANSWER: list[Any] = [None, True, 3, 2.5, "2 1", [], {}]


@pytest.mark.parametrize(
    "value",
    [
        *NO_ANSWER,
        [2, 1],
        {"parts": 3},
        {"plan": "trick", "parts": {"attack": 3, "guard": 0}},
        *({"plan": plan, "parts": {"attack": 2, "guard": 1}} for plan in (["plain"], 3)),
        *(
            {"plan": "plain", "parts": parts}
            for parts in (
                {"attack": 2},
                {"attack": 2, "guard": 2},
                {"attack": 2.0, "guard": 1},
                {"attack": True, "guard": 2},
                {"attack": -1, "guard": 4},
                {"attack": 2, "gaurd": 1},
                [2, 1],
            )
        ),
        "roll",
    ],
)
def test_a_wrong_split(value: Any) -> None:
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, {"do": "answer", "value": value})


@pytest.mark.parametrize(
    ("value", "why"),
    [
        *((value, "") for value in NO_ANSWER),
        ("42", "list of faces"),
        ([4], "groups"),
        ([4, 4, 1, 1], "groups"),
        ([[4, 4], [1]], "1 die given, 2 asked for"),
        *(([[4, 4], [1, face]], "no face") for face in (7, 0, "1", 1.0, True, None, [1])),
        ([[4, 4], [1, 1], [1]], "groups"),
        ({"attack": [4, 4], "guard": [1, 1]}, ""),
        ([[4, 4], "11"], ""),
    ],
)
def test_a_wrong_roll(value: Any, why: str) -> None:
    talk = Conversation(Held())
    to_roll(talk)
    assert why in refused(talk, {"do": "answer", "value": value})["message"]


@pytest.mark.parametrize("by", ["blue", "re", "", "table", "nobody", 3, None, ["red"], ["red", "blue"], {}])
def test_only_the_side_that_is_asked_may_answer(by: Any) -> None:
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, {"do": "answer", "value": SPLIT, "by": by})


def test_sides_that_may_answer() -> None:
    talk = Conversation(Held())
    assert last(talk, do="start", procedure="exchange", **{"with": {"fighter": "ann"}})["by"] == "red"
    assert last(talk, do="answer", value="bob", by="red")["by"] == "table"
    assert last(talk, do="answer", value=True, by="blue")["by"] == "red"
    say(talk, do="answer", value=SPLIT, by="red")
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 1, "guard": 2}}, by="blue")
    refused(talk, {"do": "answer", "value": "roll", "by": "nobody"})
    assert last(talk, do="answer", value="roll", by=["red", "blue"])["type"] == "prompt"
    assert last(talk, do="answer", value="roll", by="blue")["type"] == "prompt"


TOUCH = {"do": "touch", "between": ["ann", "bob"]}
LEAVE = {"do": "leave", "keep": True}


@pytest.mark.parametrize(
    "said",
    [
        START,
        *({"do": word} for word in ("undo", "redo", "save")),
        {**HEALTH, "value": 1},
        TOUCH,
        {"do": "answer", "value": 1},
        LEAVE,
        *({"do": word, "key": "x", "value": 1} for word in ("amend", "overrule")),
    ],
    ids=lambda said: said["do"],
)
def test_a_reader_may_look_and_nothing_else(said: Line) -> None:
    talk = Conversation(Held(read_only=True))
    hello = opening(talk)[0]
    assert (hello["read_only"], hello["can"]) == (True, ["state", "seek", "answers", "take_over", "quit"])
    assert "read-only" in refused(talk, said)["message"]
    assert last(talk, do="quit")["type"] == "bye"


def test_an_input_that_could_not_be_written_is_an_error() -> None:
    paper = Paper()
    paper.full = True
    held = Held()
    talk = Conversation(held)

    def none_is_taken(*said: Line) -> None:
        held.session.intake.recorder = paper
        for of in said:
            assert refused(talk, of)["message"] == "not saved: the disk is full"
        held.session.intake.recorder = None

    none_is_taken(START, {**HEALTH, "value": 1})
    pool = to_split(talk)["tally"][0]["key"]
    say(talk, do="undo")
    none_is_taken(
        {"do": "answer", "value": True},
        {"do": "undo"},
        {"do": "undo", "count": 2},
        {"do": "redo"},
        LEAVE,
        {"do": "leave", "keep": False},
        {**HEALTH, "change": -1},
        {"do": "amend", "key": "exchange[ann]/foe:red", "value": "cid"},
        {"do": "touch", "between": ["ann", "cid"]},
    )
    say(talk, do="redo")
    none_is_taken({"do": "overrule", "key": pool, "value": 5}, {"do": "answer", "value": SPLIT})


def test_long_lines_are_refused_whole_and_the_next_is_read() -> None:
    long = b'{"do": "' + b"x" * LONGEST + b'"}'
    source = io.BytesIO(long + b"\n" + b" " * LONGEST + b"\n" + b'{"do": "state"}\r\n' + long + long)
    assert [None if of is None else len(of) for of in read_lines(source)] == [None, LONGEST, 15, None]
