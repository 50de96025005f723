"""What is typed into the fields for dice and splits, and how it is read and drawn."""

from collections.abc import Sequence

import pytest

from companion.engine.dice import D6, D20, Dice, Die
from companion.engine.errors import InvalidInput
from companion.engine.requests import Plan
from companion.frontend.typed_answers import alphabet, filled, read_split, with_kept
from companion.tui.look.rows import BLANK
from companion.tui.widgets.dice_entry import laid, taken_back, thrown
from companion.tui.widgets.dice_rows import Laid
from companion.tui.widgets.face_row import face_rows
from companion.tui.widgets.typed_dice import TypedDice
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, press, sees, showing

TWO = (Dice("attack", D6, 2), Dice("guard", D6, 1))
SYMBOLS = (Dice("red", Die("red", ("hit", "hit", "crit", "surge", "blank", "blank")), 3),)
PLAIN = Plan("plain", "no special", 3, {"attack": (0, 3), "defence": (0, 3)})
SWEEP = Plan("sweep", "sweep", 2, {"attack": (0, 2), "defence": (0, 2)})


def laid_of(text: str, groups: Sequence[Dice], width: int = 50) -> Laid:
    return laid(thrown(TypedDice(text, groups), [BLANK] * len(groups)), width)


def drawn(text: str, groups: Sequence[Dice], width: int = 50) -> list[str]:
    return [row.plain.rstrip() for row in laid_of(text, groups, width).rows]


def test_dice_stand_in_the_groups_they_fill_and_the_rest_is_counted() -> None:
    assert drawn("4", TWO) == ["attack ▐4▌ ▌   1 of 2 dice in", "guard       0 of 1 die in"]
    assert drawn("4 2 5 6", TWO) == ["attack ▐4▌▐2▌", "", "guard  ▐5▌ 6  ▌   1 too many"]


def test_dice_of_several_rows_do_not_grow_together() -> None:
    assert drawn("6" * 12, (Dice("attack", D6, 12),), 40) == ["▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌", "", "▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌ ▌"]


def test_a_face_that_does_not_do_it_is_bare() -> None:
    assert drawn("4 2", (Dice("attack", D6, 2, good=frozenset({4, 5, 6})),))[0].startswith("▐4▌ 2 ")


def test_a_face_that_the_die_has_not_stands_as_it_was_typed() -> None:
    assert " 9 " in drawn("9", TWO)[0]
    assert " 25 " in drawn("25", (Dice("test", D20, 1),))[0]


def test_symbols_are_typed_by_a_letter_each() -> None:
    assert drawn("h c b", SYMBOLS)[0].startswith("▐hit▌▐crit▌▐blank▌")


def test_faces_to_tap_have_a_bound_and_their_letters() -> None:
    row = face_rows(D20, frozenset(range(15, 21)), 78, begun=False)
    assert [line.plain for line in row] == ["  1  2  3  4  5  6  7  8  9 10 11 12 13 14 │ 15 16 17 18 19 20"]
    symbols = face_rows(SYMBOLS[0].die, frozenset(), 78, begun=True)
    assert symbols[0].plain.split() == ["h", "hit", "c", "crit", "s", "surge", "b", "blank", "take", "back"]


def test_a_field_for_numbers_leaves_letters_to_the_commands() -> None:
    assert alphabet(TWO) == set("0123456789 ,;/xX×*")
    assert {"w", "o", "u", "a", "l"}.isdisjoint(alphabet(SYMBOLS))
    assert {"h", "C"} <= alphabet(SYMBOLS)


@pytest.mark.parametrize(
    ("typed", "whole"), [("5", "6 5 / 1"), ("", "6 / 1"), ("4 5 6", "4 5 6"), ("4 5 / 6", "4 5 / 6")]
)
def test_kept_dice_need_no_typing_unless_all_are_typed_anew(typed: str, whole: str) -> None:
    assert with_kept(typed, TWO, ((6,), (1,))) == whole


@pytest.mark.parametrize(
    ("typed", "plan", "parts"),
    [
        ("1 2 1", "plain", {"attack": 2, "defence": 1}),
        ("121", "plain", {"attack": 2, "defence": 1}),
        ("12", "plain", {"attack": 2, "defence": 1}),
        ("1", "plain", {}),
        ("2", "sweep", {}),
        ("2 1", "sweep", {"attack": 1, "defence": 1}),
        ("2 1 1", "sweep", {"attack": 1, "defence": 1}),
        ("", "plain", {}),
    ],
)
def test_of_several_plans_the_first_digit_is_the_row_of_one(typed: str, plan: str, parts: dict[str, int]) -> None:
    assert read_split(typed, (PLAIN, SWEEP)) == ({"plain": PLAIN, "sweep": SWEEP}[plan], parts)


def test_once_all_is_placed_the_rest_is_nothing() -> None:
    three = Plan("hits", "hits", 5, {"a": (0, 5), "b": (0, 5), "c": (0, 5)})
    assert read_split("5", (three,)) == (three, {"a": 5, "b": 0, "c": 0})
    assert read_split("2", (three,)) == (three, {"a": 2})


def test_numbers_of_ten_and_more_stand_apart() -> None:
    wide = Plan("all", "all", 15, {"left": (0, 15), "right": (0, 15)})
    assert read_split("12", (wide,)) == (wide, {"left": 12, "right": 3})


@pytest.mark.parametrize(("typed", "fault"), [("3 1 1", "no plan 3"), ("1 1 1 1", "3 numbers typed")])
def test_a_split_that_cannot_be_read_says_why(typed: str, fault: str) -> None:
    with pytest.raises(InvalidInput, match=fault):
        read_split(typed, (PLAIN, SWEEP))


def test_a_plan_chosen_by_mouse_is_filled_legally() -> None:
    assert filled(Plan("p", "p", 5, {"a": (1, 2), "b": (1, 9)})) == {"a": 2, "b": 3}


NEEDS = (Dice("Boyz → Squad", D6, 3, needs="2+, models 1-3"), Dice("Squad → Boyz", D6, 2, needs="4+, model 1"))


def test_what_dice_need_stands_behind_their_name_where_there_is_room() -> None:
    assert drawn("4 5", NEEDS) == ["Boyz → Squad  2+, models 1-3 ▐4▌▐5▌ ▌  ·", "Squad → Boyz  4+, model 1        ·  ·"]


def test_dice_stand_below_what_they_need_where_there_is_no_room_behind_it() -> None:
    assert drawn("4 5 6 1", NEEDS, 36) == [
        "Boyz → Squad  2+, models 1-3",
        "  ▐4▌▐5▌▐6▌",
        "Squad → Boyz  4+, model 1",
        "  ▐1▌ ▌   1 of 2 dice in",
    ]
    assert laid_of("4 5 6 1", NEEDS, 36).open == 3
    assert laid_of("4", NEEDS, 36).open == 1


MANY = (
    Dice("Boyz → Squad", D6, 14, needs="3+", models=tuple(range(1, 15))),
    Dice("Squad → Boyz", D6, 6, needs="5+", models=tuple(range(1, 7))),
)


def test_dice_that_have_no_room_in_the_row_of_their_name_do_not_take_three() -> None:
    assert drawn("6" * 14 + "1", MANY, 60) == [
        "Boyz → Squad  3+",
        "  ▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌▐6▌",
        "",
        "  ▐6▌▐6▌",
        "Squad → Boyz  5+",
        "  ▐1▌ ▌   1 of 6 dice in",
    ]
    assert len(drawn("6" * 14 + "1", MANY, 70)) == 2


SAVES = (
    Dice("Gutripper Boyz against First Squad", D6, 1, needs="4+, model 1"),
    Dice("First Squad against Gutripper Boyz", D6, 9, needs="5+, models 1-6 1-3"),
)


def test_dice_are_below_names_that_are_too_long_to_stand_before_them() -> None:
    assert drawn("4 6 1", SAVES, 60) == [
        "Gutripper Boyz against First Squad  4+, model 1",
        "  ▐4▌",
        "First Squad against Gutripper Boyz  5+, models 1-6 1-3",
        "  ▐6▌▐1▌ ▌   2 of 9 dice in",
    ]
    assert laid_of("4 6 1", SAVES, 60).open == 3
    # What they need is never torn.
    assert drawn("", SAVES, 42)[:2] == ["Gutripper Boyz against First Squad", "  4+, model 1"]


@pytest.mark.parametrize(
    ("typed", "die", "left"),
    [
        ("9 13 ", D20, "9 "),
        ("12 ", D20, ""),
        ("9 ", D20, ""),
        ("5 3 / 2 ", D6, "5 3 "),
        ("5 3 / ", D6, "5 3 "),
        ("42", D6, "4 "),
        ("5 42 ", D6, "5 4 "),
        ("", D6, ""),
    ],
)
def test_a_die_is_taken_back_whole(typed: str, die: Die, left: str) -> None:
    assert taken_back(typed, [die]) == left


async def test_backspace_takes_a_die_that_was_ended_by_the_app() -> None:
    """Whoever types 9, 9 at one d20 and deletes both has an empty field: the blanks between are not his."""
    async with showing(MemoryOpened(table_of("speedies"))) as (pilot, _):
        await press(pilot, "enter", "enter", "enter", "9", "9")
        await sees(pilot, "1 too many")
        await press(pilot, "backspace")
        await sees(pilot, "Enter takes these dice")
        await press(pilot, "backspace")
        await sees(pilot, "0 of 1 die in")
