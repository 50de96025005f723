"""The app's own dice show every face as often as any other: chi-square over fixed seeds."""

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from companion.engine.dice import D6, D20, Dice, Die
from companion.engine.requests import Roll
from companion.engine.seed import ProcedurePlace, Seed
from companion.rules.legion.catalog import attack_dice

RED = attack_dice()["red"]
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


def test_a_die_says_nothing_of_the_next() -> None:
    made = Seed("a7" * 32)
    pairs = [
        p for n in range(80) for p in pairwise(made.faces(ProcedurePlace(n, "melee", n), "x", [Dice("d", D6, 100)])[0])
    ]
    expected = {(a, b): len(pairs) / 36 for a in D6.faces for b in D6.faces}
    assert chi_square(Counter(pairs), expected) < LIMITS[36]


def test_dice_without_a_seed_are_fair_too() -> None:
    request = Roll("r", by="red", title="", dice=[Dice("d", D6, 500)])
    rng = Random(11)
    faces = [face for _ in range(12) for face in request.roll(rng)[0]]
    assert chi_square(Counter(faces), dict.fromkeys(D6.faces, len(faces) / 6)) < LIMITS[6]
