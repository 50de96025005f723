"""A grid: what is blank stays, every wrong cell is named; as typed lines, as the line protocol, in the journal."""

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.answers import frozen_answer, plain_answer
from companion.engine.errors import InvalidInput
from companion.engine.log import lines
from companion.engine.requests import UNANSWERED, Cells, Column, Grid, GridRow
from companion.engine.session import Session
from companion.frontend.typed_answers import grid_of
from companion.play.json_lines import Conversation
from companion.testing.contract import RulesetContract
from tests.games.roll_call import COLUMNS, PARADE, example, rows
from tests.play.bot import move
from tests.play.held import Held, typed


class TestParade(RulesetContract):
    """The laws of undo, replay and prompts; the parade has no dice and no end."""

    ruleset = PARADE
    fights = False
    test_every_roll_is_followed_by_a_result_that_names_all_its_faces = None  # type: ignore[assignment]
    test_games_end_and_every_declared_step_is_reached = None  # type: ignore[assignment]


def sheet() -> Grid:
    return Grid("call", by="red", title="?", columns=COLUMNS, rows=rows(example(), "red"))


def test_blank_cells_and_cells_that_are_so_already_are_no_part_of_the_answer() -> None:
    given_ = {"rows": {"ann": {"kills": 2, "hurt": False, "words": ""}, "bob": {"mood": None}, "cid": {}}}
    assert sheet().check(given_) == Cells({"ann": {"kills": 2}})
    assert sheet().check({"rows": {}}) == Cells({})
    assert sheet().check(Cells({"ann": {"kills": 2}})) == Cells({"ann": {"kills": 2}})
    assert sheet().check({"rows": {"ann": {"pay": 4}, "bob": {"pay": 5}}}).get("bob", "pay", 0) == 5, "all of a purse"


@pytest.mark.parametrize(
    ("cells", "message", "hint"),
    [
        ({"ann": {"kills": 10}}, "Ann, kills: 10 is out of bounds", "0 to 9: nobody fells more"),
        ({"dan": {"kills": 2}}, "Dan, kills: 2 is out of bounds", "0 to 1: nobody fells more"),
        ({"ann": {"kills": True}}, "Ann, kills: True is no whole number", "0 to 9"),
        ({"ann": {"hurt": 1}}, "Ann, hurt: yes or no is asked for, not 1", "true or false"),
        ({"ann": {"mood": "angry"}}, "Ann, mood: 'angry' is not offered here", "one of: glad, sad"),
        ({"ann": {"words": "a\nb"}}, "Ann, last words: a text is one line of printed characters", "no line breaks"),
        ({"ann": {"words": "a" * 61}}, "Ann, last words: 61 characters are too many", "up to 60"),
        ({"cid": {"hurt": True}}, "Cid, hurt: he cannot be hurt", ""),
        ({"eve": {"kills": 1}}, "there is no row 'eve'", "ann, ann2, bob, cid, dan"),
        ({"ann": {"size": 1}}, "there is no column 'size'", "kills, hurt, mood, words, pay"),
        ({"ann": 3}, "Ann: a row has columns", "kills, hurt, mood, words, pay"),
        ({"ann": {"pay": 5}, "bob": {"pay": 5}}, "pay: 10 in all", "at most 9: the purse holds 9"),
        (
            {"ann": {"kills": 10, "hurt": 2}, "cid": {"hurt": True}, "dan": {"kills": 5}},
            "Ann, kills: 10 is out of bounds (0 to 9: nobody fells more); "
            "Ann, hurt: yes or no is asked for, not 2 (true or false); Cid, hurt: he cannot be hurt; and 1 more",
            "",
        ),
    ],
)
def test_a_wrong_cell_is_refused_by_name_and_up_to_three_are_named(cells: Any, message: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet().check({"rows": cells})
    assert (refused.value.message, refused.value.hint) == (message, hint)


@pytest.mark.parametrize("value", [None, 3, [], {}, {"rows": []}, {"rows": {}, "plan": "x"}, "nonsense"])
def test_what_is_no_grid_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        sheet().check(value)


def test_players_may_rule_against_bounds_and_closed_cells_but_not_against_the_kind() -> None:
    ruled = sheet().coerce({"rows": {"ann": {"kills": 12}, "cid": {"hurt": True}}})
    assert ruled == Cells({"ann": {"kills": 12}, "cid": {"hurt": True}})
    with pytest.raises(InvalidInput):
        sheet().coerce({"rows": {"ann": {"kills": "many"}}})


def test_a_grid_with_no_open_cell_is_not_asked() -> None:
    column = Column("kills", "kills")
    assert Grid("g", by="red", title="?", columns=[column], rows=[]).forced_answer() == Cells({})
    shut = GridRow("a", "A", {}, {"kills": "no"})
    assert Grid("g", by="red", title="?", columns=[column], rows=[shut]).forced_answer() == Cells({})
    assert sheet().forced_answer() is UNANSWERED


def test_the_journal_and_the_log_hold_what_is_different() -> None:
    session = Session(example())
    session.start("call", {"side": "red"})
    session.answer({"rows": {"bob": {"kills": 1}, "ann": {"words": "farewell", "hurt": True}}})
    assert session.table.unit("ann").words == "farewell"
    (answer,) = session.entries[-1].answers
    assert plain_answer(answer.value) == {"rows": {"ann": {"hurt": True, "words": "farewell"}, "bob": {"kills": 1}}}
    said = "What did each do? — Rhea: Ann: hurt yes, last words farewell; Bob; [/: kills 1"
    assert said in [line.text for line in lines(session)]
    session.undo()
    assert session.request is not None
    assert not session.table.unit("ann").hurt


cells = st.dictionaries(
    st.sampled_from([row.row for row in sheet().rows]),
    st.fixed_dictionaries(
        {},
        optional={
            "kills": st.integers(-2, 12),
            "hurt": st.booleans(),
            "mood": st.sampled_from(["glad", "sad", "angry"]),
            "words": st.text(max_size=70),
            "pay": st.integers(0, 6),
        },
    ),
)


@given(cells)
def test_what_is_accepted_is_in_bounds_survives_the_file_and_is_accepted_again(drawn: dict[str, Any]) -> None:
    request = sheet()
    try:
        answer = request.check({"rows": drawn})
    except InvalidInput:
        return
    assert frozen_answer(json.loads(json.dumps(plain_answer(answer)))) == answer
    assert request.check(plain_answer(answer)) == answer
    assert request.coerce(plain_answer(answer)) == answer
    assert request.sum_of(request.column("pay"), answer) <= 9
    for row in request.rows:
        for name, value in answer.rows.get(row.row, {}).items():
            assert name not in row.closed
            assert value != row.values[name]
            if name == "kills":
                assert 0 <= int(value) <= (1 if row.row == "dan" else 9)


def test_random_answers_are_legal_and_the_example_of_a_wrong_one_is_not() -> None:
    for seed in range(60):
        sheet().check(sheet().random(Random(seed)))
    with pytest.raises(InvalidInput):
        sheet().check({"rows": {row.row: {"kills": ["?"]} for row in sheet().rows}})


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("", {}),
        ("Ann kills 2", {"ann": {"kills": 2}}),
        ("ann boleyn kills 2", {"ann2": {"kills": 2}}),
        ("1 kills 2; 4 kills=1", {"ann": {"kills": 2}, "cid": {"kills": 1}}),
        ("1 2 y sad", {"ann": {"kills": 2, "hurt": True, "mood": "sad"}}),
        ("1 - n 2 'so, it ends; well'", {"ann": {"hurt": False, "mood": "sad", "words": "so, it ends; well"}}),
        ("ann last words all is lost kills 3", {"ann": {"words": "all is lost", "kills": 3}}),
        ("ann last words none", {"ann": {"words": ""}}),
        ("'Bob; [/' hurt yes;", {"bob": {"hurt": True}}),
        ("da ki 1", {"dan": {"kills": 1}}),
    ],
)
def test_what_is_typed_takes_shape(line: str, rows: dict[str, Any]) -> None:
    assert grid_of(line, sheet()) == {"rows": rows}
    sheet().check(grid_of(line, sheet()))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("eve kills 2", "there is no row 'eve'"),
        ("ann kills", "Ann, kills: no value is given"),
        ("ann", "Ann: what is different?"),
        ("ann kills many", "Ann, kills: 'many' is no whole number"),
        ("ann hurt perhaps", "Ann, hurt: 'perhaps' is neither yes nor no"),
        ("ann mood odd", "Ann, mood: 'odd' is not offered here"),
        ("1 2 y sad words 3 more", "Ann: 6 values for 5 columns"),
    ],
)
def test_what_cannot_be_read_is_explained(line: str, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        grid_of(line, sheet())
    assert refused.value.message == message


@given(st.text(max_size=40))
def test_a_line_is_refused_or_read_into_an_answer_that_fits(line: str) -> None:
    with suppress(InvalidInput):
        read = sheet().check(grid_of(line, sheet()))
        assert sheet().check(read) == read


def test_plain_play_shows_rows_with_what_stands_and_takes_one_line() -> None:
    held = Held(Session(example()))
    text = typed(held, ["1", "ann kills 12", "ann kills 2; cid last words farewell", "quit"])
    assert "  1. Ann: kills 0, hurt no, mood Glad, last words none, pay 0.\n" in text
    assert "  4. Cid: kills 0, hurt no, mood Glad, last words none, pay 0; hurt closed: he cannot be hurt.\n" in text
    assert "  Kills: 0 to 9 (nobody fells more).\n  Hurt: y or n.\n  Mood: 1 Glad, 2 Sad at heart.\n" in text
    assert "such as 1 kills 1; more rows after a semicolon." in text
    assert "Not taken: Ann, kills: 12 is out of bounds (0 to 9: nobody fells more)." in text
    assert "Ann: Kills 0 to 2 (written down)." in text
    assert held.session.table.unit("cid").words == "farewell"
    typed(held, ["call", "", "quit"])
    assert held.session.entries[-1].outcome == {"different": 0}, "Enter alone leaves everything as it is"


def test_the_prompt_says_columns_and_rows_and_a_bot_answers_it() -> None:
    talk = Conversation(Held(Session(example())))
    list(talk.opening())
    prompt: Any
    (prompt,) = talk.handle(b'{"do": "start", "procedure": "call"}')
    assert prompt["kind"] == "grid"
    number = {"kind": "number", "lo": 0, "hi": 9}
    moods = [{"value": "glad", "label": "Glad"}, {"value": "sad", "label": "Sad at heart"}]
    assert prompt["legal"]["columns"] == [
        {"name": "kills", "label": "kills", **number, "why_hi": "nobody fells more"},
        {"name": "hurt", "label": "hurt", "kind": "yes_no"},
        {"name": "mood", "label": "mood", "kind": "choose", "choices": moods},
        {"name": "words", "label": "last words", "kind": "text"},
        {"name": "pay", "label": "pay", **number, "why_hi": "the purse holds 9", "total": 9},
    ]
    values = {"kills": 0, "hurt": False, "mood": "glad", "words": "", "pay": 0}
    cid = {"row": "cid", "label": "Cid", "values": values, "closed": {"hurt": "he cannot be hurt"}}
    assert prompt["legal"]["rows"][3] == cid
    assert prompt["legal"]["rows"][4]["bounds"] == {"kills": {"lo": 0, "hi": 1}}
    (refused,) = talk.handle(b'{"do": "answer", "value": {"rows": {"ann": {"kills": 99}}}}')
    assert refused["type"] == "error"
    said = list(talk.handle(json.dumps(move(dict(prompt), Random(3))).encode()))
    assert said[-1]["type"] == "rest"
