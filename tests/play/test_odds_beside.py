"""What stands beside a choice: at most two figures, which differ, and none that decides nothing."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from companion.engine.goals import KILL, SURVIVE
from companion.engine.odds import Chance, Heading, Odds
from companion.engine.registry import BUILT_IN
from companion.engine.requests import Choose, Option
from companion.engine.session import Session
from companion.frontend.saying.odds import MOST_BESIDE, beside, figure, grouped, merged
from companion.play.random_player import RandomPlayer
from tests.examples import table_of
from tests.games.duel import example

TABLE = example()
MINE, FOE = (next(unit for unit in TABLE.units.values() if unit.side == side) for side in list(TABLE.sides)[:2])


def asked(**facts: tuple[float, ...]) -> tuple[Choose[str], Odds]:
    """A choice with an option for each number of a fact; a fact is its measure and whom it is of."""
    names = {name: tuple(name.split("_of_")) for name in facts}
    count = len(next(iter(facts.values())))
    rows, headings = [], []
    for name, numbers in facts.items():
        measure, who = names[name]
        unit = MINE if who == "me" else FOE
        headings.append(Heading(measure, unit.id, f"{measure} of {{}}", unit.name))
        for at, number in enumerate(numbers):
            if measure in ("dealt", "taken"):
                rows += [Chance(f"o{at}", measure, Fraction(1), unit.id, int(number))]
            else:
                rows.append(Chance(f"o{at}", measure, number, unit.id))
    options = [Option(f"o{at}", f"Option {at}") for at in range(count)]
    return Choose("c", by=MINE.side, title="Which?", options=options), Odds("", "", tuple(rows), tuple(headings))


def test_the_two_are_named_by_who_suffers_them_and_the_enemy_is_first() -> None:
    request, odds = asked(taken_of_me=(1, 3), dealt_of_foe=(0, 2), wins_of_me=(0.1, 0.9))
    found = beside(odds, request, TABLE)
    assert found.titles == (f"on {FOE.name}", "on you")
    assert found.of("o1") == ("2.0", "3.0")
    assert found.of("unknown") == ("", "")


def test_what_is_equal_everywhere_or_says_the_same_twice_or_next_to_nothing_is_left_out() -> None:
    request, odds = asked(
        dealt_of_foe=(1, 1),
        taken_of_me=(0, 1),
        falls_of_me=(0.0, 0.004),
        breaks_of_foe=(0.2, 0.3),
        panics_of_foe=(0.2, 0.3),
    )
    assert beside(odds, request, TABLE).titles == ("breaks of " + FOE.name, "on you")
    request, odds = asked(dealt_of_foe=(1, 1), falls_of_foe=(0.5, 0.5))
    assert not beside(odds, request, TABLE).titles


def test_the_measure_of_the_goal_never_goes_first() -> None:
    """Break chances that differ much took the place of the models lost, which were the goal."""
    request, odds = asked(
        breaks_of_foe=(0.0, 0.9), hits_of_foe=(0.1, 0.8), dealt_of_foe=(1, 2), falls_of_foe=(0.1, 0.2)
    )
    assert beside(odds, request, TABLE).titles == (f"on {FOE.name}", f"falls of {FOE.name}")
    request, odds = asked(dealt_of_foe=(0, 9), taken_of_me=(0, 9), falls_of_foe=(0.1, 0.2), falls_of_me=(0.1, 0.3))
    assert beside(replace(odds, aim=KILL), request, TABLE).titles == (f"on {FOE.name}", f"falls of {FOE.name}")
    assert beside(replace(odds, aim=SURVIVE), request, TABLE).titles[-1] == f"falls of {MINE.name}"


def test_nothing_stands_beside_a_fact() -> None:
    request, odds = asked(dealt_of_foe=(0, 2))
    assert beside(odds, request, TABLE).titles
    assert not beside(odds, request.with_odds_ahead(fact=True), TABLE).titles


@pytest.mark.parametrize("game", BUILT_IN)
def test_two_columns_that_differ_in_any_game(game: str) -> None:
    seen = 0

    def look(session: Session) -> None:
        nonlocal seen
        request = session.request
        for one in request.slots.values() if request is not None and request.slots else (request,):
            if one is None or not one.has_odds or one.dice or seen > 60:
                continue
            odds = session.odds(one)
            if odds is None:
                continue
            seen += 1
            found = beside(odds, one, session.table)
            assert len(found.titles) <= MOST_BESIDE
            assert set(found.cells) == set(odds.options()) or not found.titles
            columns = list(zip(*found.cells.values(), strict=True))
            assert len(set(columns)) == len(found.titles), "two columns say the same"
            for column in columns:
                told = set(filter(None, column))
                assert len(told) > 1, (one.title, found)
                assert told - {"0 %", "<1 %"}, (one.title, found)
            assert not found.titles or one.looks_ahead != "fact"
            whole = merged(odds, grouped(odds))
            for option in odds.options():
                before, after = ([n for h in o.headings if (n := o.column(option, h))] for o in (odds, whole))
                assert sorted(before) == sorted(after), "no number is lost or changed"
            wounds = [h for h in whole.headings if h.measure in ("dealt", "taken")]
            differ = any(len({figure(whole, o, h) for o in whole.options()} - {""}) > 1 for h in wounds)
            if differ and one.looks_ahead != "fact":
                assert any(title.startswith("on ") for title in found.titles), (one.title, found.titles)

    session = Session(table_of(game), rng=Random(3))
    _ = RandomPlayer(Random(11)).play(session, most_inputs=300, most_procedures=15, each=look)
    assert seen, "no choice with odds came"
