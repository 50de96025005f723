"""A grid by itself and in play: what is blank stays, every wrong cell is named, and the journal holds what differs."""

import json
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
from companion.testing.contract import RulesetContract
from tests.games.roll_call import COLUMNS, PARADE, example, rows


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
    ],
)
def test_a_wrong_cell_is_refused_by_name(cells: Any, message: str, hint: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet().check({"rows": cells})
    assert (refused.value.message, refused.value.hint) == (message, hint)


def test_every_wrong_cell_is_named_up_to_three() -> None:
    with pytest.raises(InvalidInput) as refused:
        sheet().check({"rows": {"ann": {"kills": 10, "hurt": 2}, "cid": {"hurt": True}, "dan": {"kills": 5}}})
    assert refused.value.message == (
        "Ann, kills: 10 is out of bounds (0 to 9: nobody fells more); "
        "Ann, hurt: yes or no is asked for, not 2 (true or false); Cid, hurt: he cannot be hurt; and 1 more"
    )


def test_what_comes_out_of_one_purse_is_no_more_than_it_holds() -> None:
    assert sheet().check({"rows": {"ann": {"pay": 4}, "bob": {"pay": 5}}}).get("bob", "pay", 0) == 5
    with pytest.raises(InvalidInput) as refused:
        sheet().check({"rows": {"ann": {"pay": 5}, "bob": {"pay": 5}}})
    assert (refused.value.message, refused.value.hint) == ("pay: 10 in all", "at most 9: the purse holds 9")


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
        sheet().check(sheet().invalid_example())
