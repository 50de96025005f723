"""What the line protocol refuses: each with one `error` line, and with nothing changed."""

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.errors import NotSaved
from companion.play import json_lines
from companion.play.json_lines import Conversation
from companion.play.lines_in import LONGEST, read_lines
from tests.play.held import Held
from tests.play.talking import CLOSING, WORDS, Line, heard, last, opening, say
from tests.play.test_json_lines import to_roll, to_split

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

NO_INPUT: list[Line] = [
    {"do": "start"},
    {"do": "start", "procedure": 3},
    {"do": "start", "procedure": "exchange", "with": []},
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
    {**HEALTH, "value": -1},
    {**HEALTH, "value": "2"},
    {**HEALTH, "value": 1.5},
    {**HEALTH, "value": True},
    {**HEALTH, "value": None},
    {**HEALTH, "value": []},
    {**HEALTH, "change": "1"},
    {**HEALTH, "change": True},
    {**HEALTH, "change": -9},
    {**HEALTH, "value": 1, "why": 3},
    {**HEALTH, "of": "dave", "value": 1},
    {**HEALTH, "of": ["ann"], "value": 1},
    {**HEALTH, "field": "luck", "value": 1},
    {**HEALTH, "field": "health.x", "value": 1},
    {**HEALTH, "field": "", "value": 1},
    {**HEALTH, "field": "id", "value": "anna"},
    {**HEALTH, "field": "side", "value": "green"},
    {**HEALTH, "field": "shaken", "value": 1},
    {"do": "adjust", "of": "table", "field": "options.strike_back", "value": 1},
    {"do": "adjust", "of": "table", "field": "options.nonsense", "value": True},
    {"do": "adjust", "of": "table", "field": "options", "value": {}},
    {"do": "adjust", "of": "table", "field": "phase", "value": "tea"},
    {"do": "adjust", "of": "table", "field": "active", "value": "green"},
    {"do": "adjust", "of": "table", "field": "round", "value": 100_000},
    {"do": "adjust", "of": "table", "field": "contacts.ann/bob", "value": 5},
    {"do": "adjust", "of": "table", "field": "contacts.ann/dave", "value": {}},
    {"do": "adjust", "of": "table", "field": "contacts.bob/cid", "value": {}},
    {"do": "adjust", "of": "table", "field": "contacts.", "value": {}},
]

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
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 2, "guard": 1}})
    refused(talk, of)


def test_nothing_to_undo_leave_or_answer_at_the_start() -> None:
    talk = Conversation(Held())
    assert refused(talk, {"do": "undo"})["message"] == "there is nothing to undo"
    refused(talk, {"do": "leave", "keep": True})
    refused(talk, {"do": "answer", "value": True})


@pytest.mark.parametrize(
    "with_",
    [
        {},
        {"fighter": "dave"},
        {"fighter": None},
        {"fighter": ["ann"]},
        {"fighter": {}},
        {"fighter": "ann", "foe": "bob"},
        {"foe": "bob"},
    ],
)
def test_a_start_with_wrong_values(with_: dict[str, Any]) -> None:
    refused(Conversation(Held()), {"do": "start", "procedure": "exchange", "with": with_})


def test_a_start_while_a_procedure_is_open() -> None:
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}})


def test_the_closed_value_says_why() -> None:
    talk = Conversation(Held())
    say(talk, do="adjust", of="cid", field="health", value=0)
    said = refused(talk, {"do": "start", "procedure": "exchange", "with": {"fighter": "cid"}})
    assert said["message"] == "Cid: has fallen"


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        2.5,
        "2 1",
        [2, 1],
        [],
        {},
        {"parts": 3},
        {"plan": "trick", "parts": {"attack": 3, "guard": 0}},
        {"plan": "plain", "parts": {"attack": 2}},
        {"plan": "plain", "parts": {"attack": 2, "guard": 2}},
        {"plan": "plain", "parts": {"attack": 2.0, "guard": 1}},
        {"plan": "plain", "parts": {"attack": True, "guard": 2}},
        {"plan": "plain", "parts": {"attack": -1, "guard": 4}},
        {"plan": "plain", "parts": {"attack": 2, "gaurd": 1}},
        {"plan": "plain", "parts": [2, 1]},
        {"plan": ["plain"], "parts": {"attack": 2, "guard": 1}},
        "roll",
    ],
)
def test_a_wrong_split(value: Any) -> None:
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, {"do": "answer", "value": value})


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        3,
        "42",
        [],
        [4],
        [4, 4, 1, 1],
        [[4, 4], [1]],
        [[4, 4], [1, 7]],
        [[4, 4], [1, 0]],
        [[4, 4], [1, "1"]],
        [[4, 4], [1, 1.0]],
        [[4, 4], [1, True]],
        [[4, 4], [1, None]],
        [[4, 4], [1, [1]]],
        [[4, 4], [1, 1], [1]],
        {"attack": [4, 4], "guard": [1, 1]},
        [[4, 4], "11"],
    ],
)
def test_a_wrong_roll(value: Any) -> None:
    talk = Conversation(Held())
    to_roll(talk)
    refused(talk, {"do": "answer", "value": value})


@pytest.mark.parametrize("by", ["blue", "re", "", "table", "nobody", 3, None, ["red"], ["red", "blue"], {}])
def test_only_the_side_that_is_asked_may_answer(by: Any) -> None:
    talk = Conversation(Held())
    to_split(talk)
    refused(talk, {"do": "answer", "value": {"plan": "plain", "parts": {"attack": 2, "guard": 1}}, "by": by})


def test_sides_that_may_answer() -> None:
    talk = Conversation(Held())
    assert last(talk, do="start", procedure="exchange", **{"with": {"fighter": "ann"}})["by"] == "red"
    assert last(talk, do="answer", value="bob", by="red")["by"] == "table"
    assert last(talk, do="answer", value=True, by="blue")["by"] == "red"
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 2, "guard": 1}}, by="red")
    say(talk, do="answer", value={"plan": "plain", "parts": {"attack": 1, "guard": 2}}, by="blue")
    refused(talk, {"do": "answer", "value": "roll", "by": "nobody"})
    assert last(talk, do="answer", value="roll", by=["red", "blue"])["type"] == "prompt"
    assert last(talk, do="answer", value="roll", by="blue")["type"] == "prompt"


def test_a_reader_may_look_and_nothing_else() -> None:
    talk = Conversation(Held(read_only=True))
    hello = opening(talk)[0]
    assert hello["read_only"] is True
    assert hello["can"] == ["state", "seek", "answers", "take_over", "quit"]
    for said in (
        {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}},
        {"do": "undo"},
        {"do": "save"},
        {**HEALTH, "value": 1},
        {"do": "touch", "between": ["ann", "bob"]},
        {"do": "answer", "value": 1},
        {"do": "leave", "keep": True},
        {"do": "amend", "key": "x", "value": 1},
        {"do": "redo"},
        {"do": "overrule", "key": "x", "value": 1},
    ):
        assert "read-only" in refused(talk, said)["message"]
    assert last(talk, do="quit")["type"] == "bye"


def test_an_input_that_could_not_be_written_is_an_error() -> None:
    class Full:
        def commit(self, *made: Any) -> None:
            raise NotSaved("the disk is full")

        def at_rest(self, table: Any, entries: Any, taken_back: Any = ()) -> None:
            pass

    held = Held()
    talk = Conversation(held)
    held.session.recorder = Full()
    said = refused(talk, {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}})
    assert said["message"] == "not saved: the disk is full"
    refused(talk, {**HEALTH, "value": 1})
    held.session.recorder = None
    pool = to_split(talk)["tally"][0]["key"]
    say(talk, do="undo")
    held.session.recorder = Full()
    for of in (
        {"do": "answer", "value": True},
        {"do": "undo"},
        {"do": "undo", "count": 2},
        {"do": "redo"},
        {"do": "leave", "keep": True},
        {"do": "leave", "keep": False},
        {**HEALTH, "change": -1},
        {"do": "amend", "key": "exchange[ann]/foe:red", "value": "cid"},
        {"do": "touch", "between": ["ann", "cid"]},
    ):
        assert refused(talk, of)["message"] == "not saved: the disk is full"
    held.session.recorder = None
    say(talk, do="redo")
    held.session.recorder = Full()
    refused(talk, {"do": "overrule", "key": pool, "value": 5})
    refused(talk, {"do": "answer", "value": {"plan": "plain", "parts": {"attack": 2, "guard": 1}}})


def test_long_lines_are_refused_whole_and_the_next_is_read() -> None:
    long = b'{"do": "' + b"x" * LONGEST + b'"}'
    source = io.BytesIO(long + b"\n" + b" " * LONGEST + b"\n" + b'{"do": "state"}\r\n' + long + long)
    assert [None if of is None else len(of) for of in read_lines(source)] == [None, LONGEST, 15, None]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(
        [
            "ann",
            "bob",
            "cid",
            "red",
            "table",
            "exchange",
            "health",
            "shaken",
            "roll",
            "plain",
            "side",
            "contacts.ann/bob",
            "options.strike_back",
            "phase",
            "active",
            "conditions",
            "skill",
        ]
    ),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["plan", "parts", "attack", "guard", "fighter"]), inner, max_size=3)
    ),
    max_leaves=6,
)
words = st.sampled_from(sorted({*WORDS, "odds"} - {"quit"}))
fields = st.fixed_dictionaries(
    {"do": words},
    optional=dict.fromkeys(
        (
            "procedure",
            "with",
            "value",
            "by",
            "of",
            "field",
            "change",
            "why",
            "between",
            "flags",
            "key",
            "dry",
            "keep",
            "count",
        ),
        json_values,
    ),
)
real = st.sampled_from(
    [
        {"do": "start", "procedure": "exchange", "with": {"fighter": "ann"}},
        {"do": "answer", "value": "bob"},
        {"do": "answer", "value": True},
        {"do": "answer", "value": "roll"},
        {"do": "undo"},
        {"do": "redo"},
        {"do": "answer", "value": {"plan": "plain", "parts": {"attack": 2, "guard": 1}}},
        {"do": "leave", "keep": True},
        {"do": "touch", "between": ["ann", "bob"]},
    ]
)
garbage = st.binary(max_size=40) | st.text(max_size=40).map(lambda t: t.encode("utf-8", "replace"))
lines = st.one_of(
    garbage.map(lambda b: b.replace(b"\n", b" ")),
    st.one_of(fields, real, json_values).map(lambda of: json.dumps(of).encode()),
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(lines, max_size=12))
def test_whatever_is_said_is_answered(said: list[bytes]) -> None:
    out = io.BytesIO()
    json_lines.play(Held(), io.BytesIO(b"".join(one + b"\n" for one in said)), out)
    types = [json.loads(one)["type"] for one in out.getvalue().splitlines()]
    assert types[0] == "hello"
    # Hello's own rest, one close an input, and the goodbye of the end of input.
    assert sum(kind in CLOSING for kind in types) == len(said) + 2
    assert types[-1] == "bye"
