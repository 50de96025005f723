"""Weighted outcomes, sealed choices and the explorer, against counting by hand and against a second library."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.dice import D6, Dice, Die
from companion.engine.requests import Do, Request
from companion.odds.chances import Chances, added, mixed, one_die, summed, thrown
from companion.odds.zero_sum import Matrix, Solution, solve
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.examples import present
from tests.odds.explorer import explore, falls, tried
from tests.rules.bushido_kit import both, pair, same, split

small_dice = st.lists(st.integers(-2, 4), min_size=1, max_size=6).map(lambda faces: Die("d", tuple(faces)))


@given(small_dice, st.integers(0, 4))
def test_a_sum_is_what_counting_all_throws_gives(die: Die, count: int) -> None:
    by_hand = Counter(sum(faces) for faces in product([int(f) for f in die.faces], repeat=count))
    total = len(die.faces) ** count
    assert summed(count, one_die(die, int)).fractions() == {k: Fraction(n, total) for k, n in by_hand.items()}


@given(small_dice, st.integers(1, 5))
def test_a_sum_is_what_icepool_gives(die: Die, count: int) -> None:
    theirs = count @ icepool.Die([int(f) for f in die.faces])
    ours = summed(count, one_die(die, int))
    assert ours.fractions() == {k: theirs.probability(k) for k in theirs.outcomes()}


@given(small_dice, st.integers(0, 4))
def test_thrown_dice_by_kind_are_what_counting_gives(die: Die, count: int) -> None:
    by_hand: Counter[tuple[tuple[int, int], ...]] = Counter()
    order = list(dict.fromkeys(int(f) for f in die.faces))
    for faces in product([int(f) for f in die.faces], repeat=count):
        counted = Counter(faces)
        by_hand[tuple((face, counted[face]) for face in order if counted[face])] += 1
    spread = thrown(count, one_die(die, int))
    assert dict(spread.weights) == by_hand
    assert spread.total == len(die.faces) ** count


def test_a_second_throw_that_depends_on_the_first() -> None:
    die = one_die(D6, int)
    again = die.then(lambda face: die if face == 1 else Chances.certain(face))
    assert again.p(1) == Fraction(1, 36)
    assert again.p(6) == Fraction(7, 36)
    assert sum(again.fractions().values()) == 1


def test_chances_read_map_and_add_up() -> None:
    die = one_die(D6, int)
    assert die.where(lambda face: face >= 5) == Fraction(1, 3)
    assert die.mean(lambda face: face) == Fraction(7, 2)
    assert die.map(lambda face: face % 2).p(0) == Fraction(1, 2)
    assert added([die, die]) == summed(2, die)
    assert added([]) == Chances.certain(0)
    assert mixed([(1, Chances.certain("a")), (3, Chances({"a": 1, "b": 1}))]).p("b") == Fraction(3, 8)


def test_the_falls_of_two_groups_are_weighted_by_their_orders() -> None:
    coin = Die("coin", ("heads", "tails"))
    ways = list(falls((Dice("a", coin, 2), Dice("b", coin, 1))))
    assert sum(weight for _, weight in ways) == 8
    assert ([("heads", "tails"), ("heads",)], 2) in ways
    assert len(ways) == 6


def test_falls_in_order_are_each_order_by_itself() -> None:
    coin = Die("coin", ("heads", "tails"))
    groups = (Dice("a", coin, 3),)
    ways = list(falls(groups, in_order=True))
    assert len(ways) == 8 == sum(weight for _, weight in falls(groups))
    assert [("heads", "tails", "heads")] in [faces for faces, _ in ways]


cells = st.fractions(-5, 5, max_denominator=36)
games = st.integers(1, 5).flatmap(lambda n: st.lists(st.lists(cells, min_size=n, max_size=n), min_size=1, max_size=5))


def exploitability(payoff: Matrix, solution: Solution) -> Fraction:
    """How much the best replies of both players gain together against this play: 0 if it is best play."""
    exact = [[Fraction(cell) for cell in row] for row in payoff]
    best_row = max(sum(p * cell for p, cell in zip(solution.columns, row, strict=True)) for row in exact)
    width = range(len(exact[0]))
    best_column = min(sum(p * row[c] for p, row in zip(solution.rows, exact, strict=True)) for c in width)
    return Fraction(best_row - best_column)


@given(games)
def test_nobody_can_exploit_best_play(payoff: list[list[Fraction]]) -> None:
    found = solve(payoff)
    assert exploitability(payoff, found) == 0
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(found.rows) >= 0 <= min(found.columns)
    assert max(found.guarantees) <= found.value


def test_rock_paper_scissors() -> None:
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.value == 0
    assert found.rows == (Fraction(1, 3),) * 3


def test_a_game_that_one_choice_decides() -> None:
    found = solve([[3, 2], [1, 0]])
    assert (found.value, found.rows, found.pure) == (2, (1, 0), 0)


def test_a_game_without_choices_is_refused() -> None:
    with pytest.raises(ValueError, match="a choice for each"):
        solve([])


def test_what_is_tried_leaves_no_word_behind() -> None:
    """Of thousands of tries each would otherwise copy the remarks on all before it."""
    s = pair({"melee_pool": 1}, {"melee_pool": 1})
    s.start("melee", {"pair": "a+b"})
    drive(s, stop=lambda request: request.name == "5")
    s.answer(split(1, 0), by="red")
    s.undo()
    s.answer(split(1, 0), by="red")
    s.answer(split(0, 1), by="blue")
    run = present(s.run)
    assert run.remarks
    before, count = list(run.remarks), s.undo_count

    def decide(request: Request[object]) -> object:
        return True if isinstance(request, Do) else harmless_answer(request)

    found = explore(s, decide, lambda s: both(s)[1].wounds_marked, same=same)
    assert sum(found.weights.values()) == found.total
    assert s.request is not None
    with tried(s, [[6], [], [], [1]], s.request):
        assert s.undo_count == count + 1
    assert (present(s.run).remarks, s.undo_count) == (before, count)
