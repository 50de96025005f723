"""Typed dice, read as people type them; the app's own show every face as often as any other."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.answers import words_of
from companion.engine.dice import D6, D20, Dice, Die, faces_in_words, is_begun, read_faces
from companion.engine.errors import InvalidInput
from companion.engine.progress import short_number
from companion.engine.requests import Roll
from companion.engine.seed import ProcedurePlace, Seed
from companion.rules.legion.dice import ATTACK

DEFENCE = Die("defence", ("block", "surge", "blank", "blank"))
SUCCEED = Dice("a", D6, 10, reach=4, good=frozenset((4, 5, 6)))
SYMBOLS = Die("attack", ("hit", "hit", "crit", "surge", "blank"))


@pytest.mark.parametrize(
    ("text", "groups", "faces"),
    [
        ("42251", [Dice("a", D6, 5)], ((4, 2, 2, 5, 1),)),
        ("4 2 2 5 1", [Dice("a", D6, 5)], ((4, 2, 2, 5, 1),)),
        ("4,2;2 51", [Dice("a", D6, 5)], ((4, 2, 2, 5, 1),)),
        ("42/5", [Dice("a", D6, 2), Dice("b", D6, 1)], ((4, 2), (5,))),
        ("425", [Dice("a", D6, 2), Dice("b", D6, 1)], ((4, 2), (5,))),
        ("42", [Dice("a", D6, 2), Dice("b", D6, 0)], ((4, 2), ())),
        (
            "42 5 / 34",
            [Dice("a", D6, 2), Dice("b", D6, 1), Dice("c", D6, 1), Dice("d", D6, 1)],
            ((4, 2), (5,), (3,), (4,)),
        ),
        ("20 3", [Dice("a", D20, 2)], ((20, 3),)),
        ("blo s -", [Dice("a", DEFENCE, 3)], (("block", "surge", "blank"),)),
        ("hhcsb", [Dice("a", SYMBOLS, 5)], (("hit", "hit", "crit", "surge", "blank"),)),
        ("hit c blank", [Dice("a", SYMBOLS, 3)], (("hit", "crit", "blank"),)),
        ("3 5 2 6 / 4", [Dice("red", D6, 4), Dice("blue", D6, 1)], ((3, 5, 2, 6), (4,))),
        ("3x5 2x1", [Dice("a", D6, 5)], ((5, 5, 5, 1, 1),)),
        ("3X52×1", [Dice("a", D6, 5)], ((5, 5, 5, 1, 1),)),
        ("4 2x6 x1", [Dice("a", D6, 6)], ((4, 6, 6, 1, 1, 1),)),
        ("14x6x1", [Dice("a", D6, 30)], ((6,) * 14 + (1,) * 16,)),
        ("2x5x1 / x2", [Dice("a", D6, 3), Dice("b", D6, 2)], ((5, 5, 1), (2, 2))),
        ("2x5x1x2", [Dice("a", D6, 3), Dice("b", D6, 2)], ((5, 5, 1), (2, 2))),
        ("42x6 1", [Dice("a", D6, 4)], ((4, 6, 6, 1),)),
        ("5" * 9 + " 12x6", [Dice("a", D6, 12)], ((*(5,) * 9, 1, 6, 6),)),
        ("22x6x1", [Dice("a", D6, 1), Dice("b", D6, 6)], ((2,), (6, 6, 1, 1, 1, 1))),
        ("2x15 3x1 20", [Dice("a", D20, 6)], ((15, 15, 1, 1, 1, 20),)),
        ("14h 3c", [Dice("a", SYMBOLS, 17)], (("hit",) * 14 + ("crit",) * 3,)),
        ("2hit3cb", [Dice("a", SYMBOLS, 6)], (("hit",) * 2 + ("crit",) * 3 + ("blank",),)),
        ("14h3c*", [Dice("a", SYMBOLS, 30)], (("hit",) * 14 + ("crit",) * 3 + ("blank",) * 13,)),
        ("*s", [Dice("a", SYMBOLS, 2)], (("surge", "surge"),)),
        ("3+", [SUCCEED], ((4,) * 3 + (3,) * 7,)),
        ("10+", [SUCCEED], ((4,) * 10,)),
        ("0+", [SUCCEED], ((3,) * 10,)),
        ("48 +", [SUCCEED], ((4,) * 9 + (3,),)),
        ("9+2+", [SUCCEED, SUCCEED], ((4,) * 9 + (3,), (4,) * 2 + (3,) * 8)),
        ("1x6 2+ / x5", [SUCCEED, Dice("b", D6, 2)], ((6, 4, 4) + (3,) * 7, (5, 5))),
    ],
)
def test_dice_are_read_as_people_type_them(text: str, groups: list[Dice], faces: object) -> None:
    assert read_faces(text, groups) == faces


@pytest.mark.parametrize(
    ("text", "groups", "words"),
    [
        ("42", [Dice("a", D6, 3)], "1 more of 3 dice"),
        ("4251", [Dice("a", D6, 3)], "1 too many: 3 dice are asked for"),
        ("427", [Dice("a", D6, 3)], "no face '7'"),
        ("21", [Dice("a", D20, 1)], "no face '21'"),
        ("", [Dice("a", D6, 3)], "3 dice are asked for"),
        ("", [Dice("a", D6, 1)], "1 die is asked for"),
        ("", [Dice("a", Die("order token", ("red", "blue"), noun="token"), 1)], "1 token is asked for"),
        ("1/2/3", [Dice("a", D6, 1), Dice("b", D6, 1)], "2 groups"),
        ("b", [Dice("a", DEFENCE, 1)], "'b' is block or blank"),
        ("hx", [Dice("a", SYMBOLS, 2)], "no face"),
        ("3x", [Dice("a", D6, 1)], "no face '3x'"),
        ("3", [Dice("a", SYMBOLS, 1)], "no face '3'"),
        ("3x5", [Dice("a", D6, 5)], "2 more of 5 dice"),
        ("99999999x5", [Dice("a", D6, 5)], "too many"),
        ("2x7", [Dice("a", D6, 2)], "no face '2x7'"),
        ("2+", [replace(SUCCEED, again=frozenset((1,)))], "no face"),
        ("2+", [Dice("a", D6, 3, good=frozenset((5, 6)))], "no face"),
        ("2+", [Dice("a", D6, 1, reach=4)], "no face"),
    ],
)
def test_wrong_dice_say_what_is_wrong(text: str, groups: list[Dice], words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        read_faces(text, groups)


def test_what_is_typed_of_a_count_is_begun_until_its_face_is_there() -> None:
    assert is_begun("3x", D6, 5)
    assert is_begun("9", D6, 9)
    assert is_begun("10", D6, 12)
    assert is_begun("29", D6, 10)
    assert is_begun("14", SYMBOLS, 17)
    assert is_begun("1", D20, 1)
    assert not is_begun("7", D6, 6)
    assert not is_begun("20", D6, 12)
    assert not is_begun("3x7", D6, 9)


@given(st.lists(st.sampled_from(D6.legal), min_size=1, max_size=20), st.sampled_from(["", " ", ", "]))
def test_any_row_of_d6_is_read_back(faces: list[int], between: str) -> None:
    text = between.join(str(f) for f in faces)
    assert read_faces(text, [Dice("a", D6, len(faces))]) == (tuple(faces),)


@given(st.text(max_size=30), st.integers(1, 5))
def test_no_text_crashes_the_reader(text: str, count: int) -> None:
    for die in (D6, D20, SYMBOLS):
        try:
            (faces,) = read_faces(text, [Dice("a", die, count)])
        except InvalidInput:
            continue
        else:
            assert len(faces) == count
            assert set(faces) <= set(die.legal)


def test_a_die_may_have_letters_of_its_own_and_a_face_of_two_words_is_read_as_it_is_shown() -> None:
    die = Die("defence", ("block", "surge", "blank"), (("b", "block"), ("s", "surge"), ("-", "blank")))
    assert read_faces("bs-b", [Dice("a", die, 4)]) == (("block", "surge", "blank", "block"),)
    assert read_faces("bla", [Dice("a", die, 1)]) == (("blank",),)
    assert faces_in_words(die) == "block, surge, blank (or b, s, -)"
    die = Die("order token", ("corps", "special_forces", "support"), noun="token")
    assert faces_in_words(die).startswith("corps, special forces, support (or ")
    for typed in ("special forces", "Special Forces", "special_forces", "sp"):
        assert read_faces(f"corps {typed}", [Dice("a", die, 2)]) == (("corps", "special_forces"),)
    assert words_of((("corps", "special_forces"), (3, 4))) == "corps special forces / 3 4"
    assert words_of(((6, 6, 2), ())) == "6 6 2"


@pytest.mark.parametrize("typed", ["q", "4 q", "7", "qq"])
def test_what_is_no_face_is_named_before_the_dice_are_counted(typed: str) -> None:
    """Two groups are to be rolled: what can be typed is said, not how many are missing."""
    with pytest.raises(InvalidInput) as refused:
        read_faces(typed, [Dice("attack", D6, 2), Dice("guard", D6, 2)])
    assert "has no face" in refused.value.message
    assert refused.value.hint == "1 to 6"


@pytest.mark.parametrize(
    ("step", "number"), [("UAP.30.action", "UAP.30"), ("7b", "7b"), ("effect", ""), ("EOR", "EOR")]
)
def test_a_step_has_the_number_that_the_rulebook_prints(step: str, number: str) -> None:
    assert short_number(step) == number


RED = ATTACK["red"]
LIMITS = {6: 20.5, 8: 24.3, 20: 43.8, 36: 66.6}
"""The chi-square that fair dice pass in one of a thousand tries, by how many different things are counted."""


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    return sum((counts[face] - due) ** 2 / due for face, due in expected.items())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("die", [D6, D20, RED], ids=lambda die: die.name)
def test_every_face_of_seeded_dice_comes_as_often_as_it_stands_on_the_die(die: Die, seed: int) -> None:
    made = Seed(f"{seed:02x}" * 32)
    faces = [
        f
        for n in range(60)
        for f in made.faces(ProcedurePlace(n, "melee", n), "melee/roll:red", [Dice("d", die, 100)])[0]
    ]
    expected = {face: len(faces) * die.faces.count(face) / len(die.faces) for face in die.legal}
    assert chi_square(Counter(faces), expected) < LIMITS[len(die.faces)]


def test_a_die_says_nothing_of_the_next_and_without_a_seed_all_are_fair_too() -> None:
    made = Seed("a7" * 32)
    pairs = [
        p for n in range(80) for p in pairwise(made.faces(ProcedurePlace(n, "melee", n), "x", [Dice("d", D6, 100)])[0])
    ]
    expected = {(a, b): len(pairs) / 36 for a in D6.faces for b in D6.faces}
    assert chi_square(Counter(pairs), expected) < LIMITS[36]
    request = Roll("r", by="red", title="", dice=[Dice("d", D6, 500)])
    rng = Random(11)
    faces = [face for _ in range(12) for face in request.roll(rng)[0]]
    assert chi_square(Counter(faces), dict.fromkeys(D6.faces, len(faces) / 6)) < LIMITS[6]
