"""The faces of a die to tap: evenly in rows if one is too short, and what takes the last one back says so."""

from companion.engine.dice import D20
from companion.tui.widgets.face_row import face_rows


def test_the_faces_of_a_d20_are_spread_evenly() -> None:
    rows = [row.plain for row in face_rows(D20, range(12, 21), 56, begun=True)]
    assert rows[0].split() == [str(n) for n in range(1, 11)]
    assert rows[1].split() == ["11", "│", *(str(n) for n in range(12, 21)), "take", "back"]
    assert all(len(row) <= 56 for row in rows)


def test_where_they_fit_they_are_in_one_row() -> None:
    rows = [row.plain for row in face_rows(D20, range(12, 21), 76, begun=False)]
    assert len(rows) == 1


def test_of_a_number_not_to_pass_the_faces_below_it_do_it() -> None:
    rows = [row.plain for row in face_rows(D20, range(1, 8), 76, begun=False)]
    assert rows[0].split()[:9] == ["1", "2", "3", "4", "5", "6", "7", "│", "8"]
