"""What is read of a roll, in all five games: every fall of the dice, read as play reads it, and its exact chance."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from companion.engine.dice import D6, D20, Dice, Die, Face
from companion.engine.reading import TOTAL, Reading, counting
from companion.engine.registry import find
from companion.engine.session import Session
from companion.engine.state.results import FaceGroup, Result
from companion.frontend.saying.luck import known_dice, likely, rarity
from companion.odds.readings import ways_of
from companion.play.random_player import RandomPlayer
from companion.rules.better_wargame.attack.throws import good_faces, successes
from companion.rules.bushido.melee.results import base_result, reading
from companion.rules.gods_gloom.melee import results as gloom
from companion.rules.legion.dice import ATTACK, DEFENCE, convert_attack, convert_defence
from companion.rules.speedies.melee.hits import CRITICAL, hits_of
from companion.rules.speedies.melee.needs import MISSILE
from companion.rules.speedies.stat_check_dice import groups_of, kept, least_natural, passes, worth_of
from tests.examples import present, table_of

Read = Callable[[Sequence[Face]], int]


def check(read: Reading, die: Die, dice: int, play: Read) -> None:
    """Every fall of so many dice: read as play does, and as often as its chance says."""
    falls = Counter(play(faces) for faces in product(die.faces, repeat=dice))
    for faces in product(die.legal, repeat=dice):
        assert read.of(faces) == play(faces)
    ways = present(ways_of(read, die.faces, dice))
    assert {number: many for number, many in enumerate(ways) if many} == falls


def numbers(faces: Sequence[Face]) -> list[int]:
    return [int(face) for face in faces]


@pytest.mark.parametrize("dice", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("supports", [2, 3])
@pytest.mark.parametrize("kata", [False, True])
def test_bushido_reads_the_highest_die_with_its_support(dice: int, supports: int, kata: bool) -> None:
    check(reading(supports, kata), D6, dice, lambda faces: base_result(numbers(faces), supports, kata))


@pytest.mark.parametrize("best", [2, -2])
def test_bushido_damage_is_the_sum_of_the_two_that_count(best: int) -> None:
    def two(faces: Sequence[Face]) -> int:
        return sum(sorted(numbers(faces), reverse=best > 0)[:2])

    check(Reading(best=best), D6, 3, two)
    check(TOTAL, D6, 2, lambda faces: sum(numbers(faces)))


@pytest.mark.parametrize("least", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("dice", [1, 3, 5])
def test_gods_gloom_counts_hits_and_blocks(least: int, dice: int) -> None:
    for colour in ("red", "blue"):
        read = present(gloom.dice_of(colour, dice, least).reading)
        check(read, D6, dice, lambda faces: gloom.successes(tuple(faces), least))


@pytest.mark.parametrize("target", range(-1, 10))
@pytest.mark.parametrize("dice", [1, 4])
def test_better_wargame_counts_what_succeeds(target: int, dice: int) -> None:
    read = present(Dice("x", D6, dice, good=good_faces(target)).reading)
    if 2 <= target <= 6:
        check(read, D6, dice, lambda faces: sum(successes(target, numbers(faces), ())))
    else:
        # The dice that are thrown again are all the ones, or all the sixes: this is their throw.
        first = [1 if target <= 1 else 6] * dice
        check(read, D6, dice, lambda faces: sum(successes(target, first, numbers(faces))))


@pytest.mark.parametrize("chart", [None, "hit", "crit"])
@pytest.mark.parametrize("dice", [1, 3])
def test_legion_counts_hits_with_crits_and_blocks(chart: str | None, dice: int) -> None:
    good: frozenset[Face] = frozenset(("hit", "crit", *(("surge",) if chart else ())))
    for die in ATTACK.values():
        check(counting(good), die, dice, lambda faces: sum(convert_attack(faces, 0, chart, 0)[:2]))
    blocks: frozenset[Face] = frozenset(("block", *(("surge",) if chart else ())))
    for die in DEFENCE.values():
        check(counting(blocks), die, dice, lambda faces: convert_defence(faces, bool(chart), 0))


@pytest.mark.parametrize("lean", [-1, 0, 1])
@pytest.mark.parametrize("needed", [2, 12, 20, 25])
def test_speedies_counts_the_hits_of_the_dice_that_are_kept(lean: int, needed: int) -> None:
    checks = 1 if lean else 2
    weapons = [MISSILE] * checks
    (hits,) = groups_of([("x", least_natural(needed, 1), worth_of(needed, 1, CRITICAL))] * checks, lean, "hits")
    (stops,) = groups_of([("x", least_natural(needed, 1), worth_of(needed, 1))] * checks, lean, "stopped")
    (die,) = groups_of([("x", least_natural(needed, 1), None)], lean, "die")
    assert hits.reading is not None
    assert stops.reading is not None
    assert die.reading is not None

    def passed(faces: Sequence[Face]) -> list[bool]:
        return [passes(die, needed, 1) for die in kept(numbers(faces), lean)]

    check(hits.reading, D20, 2, lambda faces: len(hits_of(kept(numbers(faces), lean), passed(faces), weapons)))
    check(stops.reading, D20, 2, lambda faces: sum(passed(faces)))
    check(die.reading, D20, die.count, lambda faces: kept(numbers(faces), lean)[0])


def told(faces: Sequence[Face], reads: Reading) -> tuple[Fraction, str]:
    group = FaceGroup("x", "", D6.name, tuple(faces), ("",) * len(faces), reads=reads)
    rules = find("bushido")
    (one,) = rarity(Session(table_of(rules)), Result("key", "", (group,), "", "", {}))
    return one.p, one.words


def test_the_rolls_of_a_player_are_told_by_the_result_beside_them() -> None:
    def highest_or_more(dice: int, least: int) -> Fraction:
        falls = [base_result(faces) for faces in product(range(1, 7), repeat=dice)]
        return Fraction(sum(one >= least for one in falls), len(falls))

    assert told((2, 1, 6, 2), reading()) == (highest_or_more(4, 8), "as high or higher")
    assert round(highest_or_more(4, 8) * 100) == 47
    assert told((6, 6, 2), reading()) == (highest_or_more(3, 8), "as high or higher")
    assert round(highest_or_more(3, 8) * 100) == 28
    assert told((4, 1), reading()) == (Fraction(11, 36), "as low or lower")
    blocks = present(gloom.dice_of("blue", 3, 4).reading)
    assert told((5, 1, 2), blocks) == (Fraction(1, 2), "as few or fewer")
    assert told((5, 6, 5, 1, 1, 2), counting(good_faces(5))) == (
        Fraction(sum(map(_of_six_on_5, range(3, 7))), 3**6),
        "as many or more",
    )
    assert told((6, 6), TOTAL) == (Fraction(1, 36), "as high or higher")


def _of_six_on_5(hits: int) -> int:
    """The ways of so many successes of six dice, of three to the sixth: a third of the faces succeeds."""
    ways: int = comb(6, hits) * 2 ** (6 - hits)
    return ways


@pytest.mark.parametrize("game", ["better-wargame", "bushido", "gods-gloom", "legion", "speedies"])
def test_what_is_read_of_a_roll_is_the_number_that_is_told_of_it(game: str) -> None:
    """The numbers beside dice and what is read of them agree, and nearly all dice have a reading."""
    rules = find(game)
    seen = agreed = read = 0
    for seed in range(4):
        session = Session(table_of(rules), rng=Random(seed))
        RandomPlayer(Random(seed)).play(session, most_inputs=200)
        known = known_dice(session)
        for entry in session.entries:
            for event in entry.events:
                if isinstance(event, Result) and event.key:
                    for group in event.rolled:
                        seen += 1
                        read += likely(group, known) is not None
                        shown = next((one for one in event.groups if one.faces == group.faces), group)
                        if group.reads is not None and group.reads.noun in ("hits", "blocks") and shown.counts:
                            value = group.reads.of(group.faces)
                            later = "surge" in group.faces or "cancelled" in shown.marks
                            assert later or value == shown.counts.get(group.reads.noun, value)
                            agreed += 1
    assert seen
    assert read > seen * 0.8
