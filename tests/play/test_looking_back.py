"""`then` and `back`: plain play tells the table as it was, and nothing changes."""

import pytest

from companion.engine.errors import InvalidInput
from companion.frontend.past_view import PastView, place_meant
from tests.play.test_plain import TO_ROLL, answers, sit

TO_THE_END = [*TO_ROLL, "45 12", "61 3", "n"]


def test_then_tells_the_table_at_a_line() -> None:
    held, told = sit([*TO_THE_END, "log all", "then 1", "then 999", "then round 1", "then bob", "then nobody", "then"])
    log, first, beyond, began, bob, nobody, nothing = answers(told)[-8:-1]
    assert log.startswith("1. Exchange of blows: Ann.\n")
    assert "As it was. Line 1 of " in first
    assert "Health 3 of 3" in first
    assert "Nothing is undone; this was then." in first
    assert "Not taken: there is no line 999" in beyond
    assert "As it was. The beginning." in began
    assert "Line 1 of " not in bob
    assert "Bob" in bob
    assert "there is nothing called 'nobody'" in nobody
    assert "Not taken: go where?" in nothing
    assert held.session.redo_count == 0


def test_back_with_a_number_tells_the_table_so_many_inputs_ago() -> None:
    held, told = sit([*TO_ROLL, "45 12", "back 1", "back 99", "back"])
    before, beyond, nothing = answers(told)[-4:-1]
    assert "As it was. 1 inputs ago." not in before
    assert "As it was. 1 input ago." in before
    assert "Health 3 of 3" in before
    assert "Not taken" in beyond
    assert "there is nothing to go back from" in nothing
    assert held.session.undo_count == 6


def test_a_sealed_answer_is_told_by_no_look_back() -> None:
    _, told = sit([*TO_ROLL[:-1], "then 4", "back 1", "log all"])
    for answer in answers(told)[-4:-1]:
        assert "2 attack" not in answer


def test_where_players_mean_to_go() -> None:
    held, _ = sit(TO_THE_END)
    past = PastView(held).past
    assert place_meant(past, " 3 ") == 3
    assert place_meant(past, "Round 1") == 0
    past.go(1)
    assert place_meant(past, "bob") > 1
    assert place_meant(past, "Ann") > 1
    past.go(past.now)
    assert place_meant(past, "ann") == 1
    for typed in ("", "round 9", "-1", "round x", "zzz"):
        with pytest.raises(InvalidInput):
            place_meant(past, typed)
