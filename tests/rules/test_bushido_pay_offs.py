"""What the pay-offs of Bushido's splits are made of, and the shorter odds of who only looks ahead to a choice."""

from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from math import prod
from typing import Any

import pytest

from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.odds.chances import Chances
from companion.rules.bushido.odds.dice import Dice, Hand, Readings, read, scored
from companion.rules.bushido.odds.fight import Fight
from companion.rules.bushido.odds.meetings import Meeting
from companion.rules.bushido.odds.split import Contest, choices
from companion.rules.bushido.records import Special, Trait
from companion.testing import drive
from tests.examples import present
from tests.rules.bushido_kit import pair, slot
from tests.rules.scene import begun

PLAIN = Dice(2, False, 0, False)
KATA = Dice(3, True, 1, False)
DISCARDED = Dice(2, False, 2, True, discards=1, ties_keep=True, added=(0,))
LONG = Dice(3, False, 2, False)
WIDEST = 12


@pytest.mark.parametrize("counts", [(0, 0), (1, 2), (3, 2), (14, 14), (30, 25)])
@pytest.mark.parametrize(("attack", "defence"), [(PLAIN, PLAIN), (KATA, PLAIN), (KATA, LONG), (PLAIN, DISCARDED)])
def test_ways_to_each_level_and_lead_are_what_counting_gives_however_many_there_are(
    attack: Dice, defence: Dice, counts: tuple[int, int]
) -> None:
    one, two = scored(counts[0], attack), scored(counts[1], defence)
    levels, ties = [0] * (2 * WIDEST + 1), dict[int, int]()
    for (result, dice), ways in one:
        for (against, more_dice), more in two:
            levels[WIDEST + result - against] += ways * more
            if result == against:
                ties[dice - more_dice] = ties.get(dice - more_dice, 0) + ways * more
    met = Meeting(one, two, WIDEST)
    assert met.ways == levels
    assert sum(levels) == one.total * two.total
    assert {lead: ways for lead, ways in enumerate(met.leads[WIDEST], met.lowest) if ways} == ties


@pytest.mark.parametrize("even", [False, True])
def test_ties_go_by_the_leads_of_both_meetings(even: bool) -> None:
    piles = [scored(count, dice) for count, dice in ((2, PLAIN), (1, KATA), (3, KATA), (2, DISCARDED))]
    one, two, three, four = piles
    met, other = Meeting(one, four, WIDEST), Meeting(three, two, WIDEST)
    won, won_by_other = [0] * len(met.ways), [0] * len(other.ways)
    for fallen in product(*piles):
        (hits, more), (guard, of_guard), (hits_back, of_back), (guard_back, of_guard_back) = (of for of, _ in fallen)
        ahead, ways = more + of_guard - of_back - of_guard_back, prod(ways for _, ways in fallen)
        wins = ahead > 0 or (ahead == 0 and even)
        if hits_back == guard and not wins:
            won[WIDEST + hits - guard_back] += ways
        if hits == guard_back and wins:
            won_by_other[WIDEST + hits_back - guard] += ways
    assert (met.won(other, not even), other.won(met, even)) == (won, won_by_other)


@pytest.mark.parametrize("dice", [PLAIN, KATA, LONG, DISCARDED, Dice(2, False, 1, False, discards=2)])
@pytest.mark.parametrize("again", [0, 1, 2])
def test_a_hand_that_is_shrunk_is_read_alike_whatever_is_rolled_again_and_added(dice: Dice, again: int) -> None:
    def read_of(faces: tuple[int, ...]) -> Readings:
        return read(Chances.certain(Hand(faces)), dice)

    for faces in combinations_with_replacement(range(1, 7), 4 - again // 2):
        hand = dice.shrunk(Hand(faces), again).free
        assert len(hand) == len(faces)
        for places in combinations(range(len(faces)), again):
            left, kept = ([die for at, die in enumerate(of) if at not in places] for of in (faces, hand))
            for more in combinations_with_replacement(range(1, 7), again):
                assert read_of(tuple(sorted((*left, *more)))) == read_of(tuple(sorted((*kept, *more))))


def _boosts(by: str) -> Session:
    specials = (Special("Powerful Attack", 1), Special("Counterstrike Defence", 0))
    card: dict[str, Any] = {"melee_pool": 2, "specials": specials, "melee_boost_cost": 1, "ki_max": 4, "ki_tokens": 2}
    s = pair(card, card)
    s.start("melee", {"pair": "a+b"})
    drive(s, stop=lambda request: request.name == "4" and request.by == by)
    return s


def _of_both(request: Request[object]) -> tuple[Odds, Odds]:
    """All odds of a request, and those of best play alone."""
    whole, played = present(request.odds)(), present(request.played_odds)()
    assert whole is not None
    assert played is not None
    return whole, played


@pytest.mark.parametrize("by", ["red", "blue"])
def test_who_looks_ahead_to_boosts_reads_the_same_of_the_best_of_them(by: str) -> None:
    request = present(_boosts(by).request)
    whole, played = _of_both(request)
    assert whole.options() == [0, 1, 2]
    assert played.rows == tuple(row for row in whole.rows if row.option == whole.safest)
    assert (played.safest, played.value) == (whole.safest, whole.value)
    # What is certain to be worse is not worked out to its end.
    assert dict(played.guarantees).items() <= dict(whole.guarantees).items()


@pytest.mark.parametrize("side", ["red", "blue"])
def test_who_looks_ahead_to_a_split_reads_the_same_of_its_mix(side: str) -> None:
    s = _boosts("red")
    drive(s, stop=lambda request: request.name == "5")
    whole, played = _of_both(slot(s, side))
    assert played.mix == whole.mix
    taken = dict(whole.mix)
    assert 0 < len(taken) < len(whole.options())
    assert played.rows == tuple(row for row in whole.rows if row.option in taken)


@pytest.mark.parametrize(("active", "goal"), [("red", "wounds"), ("blue", "wounds"), ("red", "kill")])
def test_splits_that_are_worked_out_together_are_worth_what_each_pair_is_by_itself(active: str, goal: str) -> None:
    """Of few dice and of many, of those that do the same and of others."""
    specials = (Special("Combo Attack", 0), Special("Powerful Attack", 1), Special("Counterstrike Defence", 0))
    s = pair(
        {"melee_pool": 7, "specials": specials, "wounds_max": 4},
        {"melee_pool": 6, "specials": specials[1:], "wounds_max": 3, "traits": (Trait("Brutal", x=1),)},
        active=active,
    )
    begun(s, "melee", {"pair": "a+b"}, until="5")
    asked = present(slot(s, "red").by_goal, partial)
    game, ex, mine, offered = asked.args
    own, theirs = (choices(of, offered[of.id]) for of in (mine, ex.other(mine)))
    fights = Fight(game, ex)
    whole = Contest(mine, fights, (own, theirs), goal, 99)
    worst: dict[int, Fraction] = {}
    for at, to in [*product(range(0, len(own), 5), range(len(theirs)))]:
        one = Contest(mine, fights, ([own[at]], [theirs[to]]), goal, 1)
        assert one.best.value == one.best.guarantees[0]
        worst[at] = min(worst.get(at, one.best.value), one.best.value)
    assert {at: whole.best.guarantees[at] for at in worst} == worst
