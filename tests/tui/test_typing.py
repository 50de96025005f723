"""What is typed into the fields for dice and splits, and how it is read and drawn."""

from __future__ import annotations

import pytest

from companion.engine.dice import D6, D20, Dice, Die
from companion.engine.errors import InvalidInput
from companion.engine.requests import Plan
from companion.frontend.dice import alphabet, with_kept
from companion.frontend.splits import filled, read_split
from companion.tui.widgets.dice import draw

TWO = (Dice("attack", D6, 2), Dice("guard", D6, 1))
SYMBOLS = (Dice("red", Die("red", ("hit", "hit", "crit", "surge", "blank", "blank")), 3),)
PLAIN = Plan("plain", "no special", 3, {"attack": (0, 3), "defence": (0, 3)})
SWEEP = Plan("sweep", "sweep", 2, {"attack": (0, 2), "defence": (0, 2)})


def test_dice_stand_in_the_groups_they_fill_and_the_rest_is_empty() -> None:
    assert draw("4", TWO, 50, 9).plain.splitlines() == [
        "        ┌───┐┌───┐",
        "attack  │ 4 ││   │ 1 more of 2 dice",
        "        └───┘└───┘",
        "        ┌───┐",
        "guard   │   │ 1 more of 1 die",
        "        └───┘",
    ]


def test_dice_are_drawn_small_where_there_is_little_room() -> None:
    assert draw("4 2 5 6", TWO, 50, 4).plain.splitlines() == ["attack  [4][2]  ", "guard   [5][6]  1 too many"]


def test_a_face_that_the_die_has_not_stands_as_it_was_typed() -> None:
    assert "[9]" in draw("9", TWO, 50, 1).plain
    assert "[25]" in draw("25", (Dice("test", D20, 1),), 50, 1).plain


def test_symbols_may_be_cut_short() -> None:
    assert "[hit][crit][blank]" in draw("h c b", SYMBOLS, 50, 1).plain


def test_a_field_for_numbers_leaves_letters_to_the_commands() -> None:
    assert alphabet(TWO) == set("0123456789 ,;/")
    assert {"w", "o"}.isdisjoint(alphabet(SYMBOLS))
    assert {"h", "C"} <= alphabet(SYMBOLS)


@pytest.mark.parametrize(
    ("typed", "whole"), [("5", "6 5 / 1"), ("", "6 / 1"), ("4 5 6", "4 5 6"), ("4 5 / 6", "4 5 / 6")]
)
def test_kept_dice_need_no_typing_unless_all_are_typed_anew(typed: str, whole: str) -> None:
    assert with_kept(typed, TWO, ((6,), (1,))) == whole


@pytest.mark.parametrize(
    ("typed", "plan", "parts"),
    [
        ("2 1", "plain", {"attack": 2, "defence": 1}),
        ("21", "plain", {"attack": 2, "defence": 1}),
        ("2", "plain", {"attack": 2, "defence": 1}),
        ("1 2 1", "plain", {"attack": 2, "defence": 1}),
        ("2 1 1", "sweep", {"attack": 1, "defence": 1}),
        ("", "plain", {}),
    ],
)
def test_a_split_is_of_the_first_plan_unless_another_is_named(typed: str, plan: str, parts: dict[str, int]) -> None:
    assert read_split(typed, (PLAIN, SWEEP)) == ({"plain": PLAIN, "sweep": SWEEP}[plan], parts)


def test_numbers_of_ten_and_more_stand_apart() -> None:
    wide = Plan("all", "all", 15, {"left": (0, 15), "right": (0, 15)})
    assert read_split("12", (wide,)) == (wide, {"left": 12, "right": 3})


@pytest.mark.parametrize(("typed", "fault"), [("3 1 1", "no plan 3"), ("1 1 1 1", "3 numbers typed")])
def test_a_split_that_cannot_be_read_says_why(typed: str, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read_split(typed, (PLAIN, SWEEP))


def test_a_plan_chosen_by_mouse_is_filled_legally() -> None:
    assert filled(Plan("p", "p", 5, {"a": (1, 2), "b": (1, 9)})) == {"a": 2, "b": 3}
