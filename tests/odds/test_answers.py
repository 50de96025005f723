"""Odds are of answers that can be given, whichever of equal ones, and know nothing that is sealed."""

from itertools import combinations
from random import Random

import pytest

from companion.engine.goals import GOALS
from companion.engine.requests import Pick, Split
from tests.examples import present
from tests.odds.stepping import moments


def test_a_special_whose_name_ends_with_that_of_another_keeps_its_own_odds() -> None:
    """Kenko of the example knows Grapple Defence, and Choke Hold: Grapple Defence."""
    looked = 0
    for session in moments("bushido", range(12), 250):
        request = session.request
        if isinstance(request, Split) and any(
            a.plan in b.plan for a in request.plans[1:] for b in request.plans[1:] if a is not b
        ):
            found = present(session.odds())
            answers = found.options()
            assert all(request.check(answer) == answer for answer in answers)
            assert len({request.option_name(answer) for answer in answers}) == len(answers)
            looked += 1
        if looked > 3:
            break
    assert looked


@pytest.mark.parametrize("game", ["bushido", "legion"])
def test_whichever_of_equal_dice_is_picked_for_a_reroll_the_odds_know_it(game: str) -> None:
    looked = 0
    for session in moments(game, range(8), 300):
        request = session.request
        if isinstance(request, Pick) and any(option.like for option in request.options):
            found = session.odds()
            dice = [option.value for option in request.options if option.like]
            for size in range(request.at_least, min(request.at_most, len(dice)) + 1):
                for picked in combinations(dice, size):
                    assert found is None or request.picked(picked) in found.options()
                    looked += found is not None
    assert looked > 20


@pytest.mark.parametrize("game", ["bushido", "gods-gloom"])
def test_odds_of_a_secret_are_the_same_whatever_the_other_has_sealed(game: str) -> None:
    for session in moments(game, range(20), 200):
        slot = session.request
        if session.secret is not None and not session.sealed and slot is not None:
            shown = set()
            for draw in range(5):
                session.answer(slot.random(Random(draw)), by=slot.side)
                shown.add(repr([session.odds(goal=goal) for goal in GOALS]))
                session.undo()
            assert len(shown) == 1
            return
    raise AssertionError("nothing was asked in secret")
