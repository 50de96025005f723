"""Odds beside a choice: at most two figures, which differ, and decide something; in columns, units share theirs."""

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


def test_what_is_equal_everywhere_or_says_the_same_twice_or_next_to_nothing_is_left_out_and_all_beside_a_fact() -> None:
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
    request, odds = asked(dealt_of_foe=(0, 2))
    assert beside(odds, request, TABLE).titles
    assert not beside(odds, request.with_odds_ahead(fact=True), TABLE).titles


def test_what_is_told_of_several_names_none_of_them() -> None:
    """The place of a name was left open: `{} is wiped out`."""
    request, odds = asked(dealt_of_me=(1, 2))
    units = [unit for unit in TABLE.units.values() if unit.side != MINE.side]
    headings = [Heading("dealt", unit.id, "wounds on {}", unit.name) for unit in units]
    headings += [Heading("falls", unit.id, "{} is wiped out", unit.name) for unit in units]
    rows = [
        Chance(f"o{at}", measure, Fraction(1, 2 + at), unit.id, number)
        for at, unit in enumerate(units)
        for measure, number in (("dealt", 1), ("falls", None))
    ]
    found = beside(replace(odds, rows=tuple(rows), headings=tuple(headings)), request, TABLE)
    assert found.titles == ("on target", "the target is wiped out")


def test_the_measure_of_the_goal_never_goes_first() -> None:
    """Break chances that differ much took the place of the models lost, which were the goal."""
    request, odds = asked(
        breaks_of_foe=(0.0, 0.9), hits_of_foe=(0.1, 0.8), dealt_of_foe=(1, 2), falls_of_foe=(0.1, 0.2)
    )
    assert beside(odds, request, TABLE).titles == (f"on {FOE.name}", f"falls of {FOE.name}")
    request, odds = asked(dealt_of_foe=(0, 9), taken_of_me=(0, 9), falls_of_foe=(0.1, 0.2), falls_of_me=(0.1, 0.3))
    assert beside(replace(odds, aim=KILL), request, TABLE).titles == (f"on {FOE.name}", f"falls of {FOE.name}")
    assert beside(replace(odds, aim=SURVIVE), request, TABLE).titles[-1] == f"falls of {MINE.name}"


@pytest.mark.parametrize("game", BUILT_IN)
def test_two_columns_that_differ_in_any_game(game: str) -> None:
    seen = 0

    def look(session: Session) -> None:
        nonlocal seen
        request = session.request
        for one in request.slots.values() if request is not None and request.slots else (request,):
            if one is None or not one.has_odds or one.dice or seen > 40:
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


HALF = Fraction(1, 2)


def charges() -> Odds:
    """Two targets, each wounded by one option alone; the charger suffers in both, and never falls."""
    rows = [
        Chance(target, *fact)
        for target in ("aya", "bo")
        for fact in (
            ("dealt", HALF, target, 0),
            ("dealt", HALF, target, 2),
            ("falls", HALF if target == "bo" else Fraction(0), target),
            ("taken", Fraction(1), "oda", 1),
            ("falls", Fraction(0), "oda"),
        )
    ]
    headings = (
        Heading("dealt", "aya", "wounds on {}", "Masaema Aya"),
        Heading("falls", "aya", "{} falls", "Masaema Aya"),
        Heading("taken", "oda", "wounds on {}", "Oda"),
        Heading("falls", "oda", "{} falls", "Oda"),
        Heading("dealt", "bo", "wounds on {}", "Bo"),
        Heading("falls", "bo", "{} falls", "Bo"),
    )
    return Odds("Whom does Oda charge", "wounds", tuple(rows), headings)


def test_every_target_has_its_numbers_in_the_same_columns_and_two_of_one_option_stay_apart() -> None:
    found = merged(charges(), grouped(charges()))
    assert [h.text for h in found.headings] == ["wounds on the target", "the target falls", "wounds on Oda"]
    cells = {option: [found.column(option, h) for h in found.headings] for option in found.options()}
    assert cells == {"aya": [1, 0, 1], "bo": [1, HALF, 1]}
    one = charges()
    both = Odds(one.of, one.goal, (*one.rows, Chance("aya", "dealt", Fraction(1), "bo", 1)), one.headings)
    texts = [heading.text for heading in merged(both, grouped(both)).headings]
    assert "wounds on Masaema Aya" in texts
    assert "wounds on Bo" in texts


def test_names_before_a_colon_are_the_targets_too_and_columns_stay_where_nothing_else_is_left() -> None:
    rows = tuple(Chance(of, "stunned", HALF, of) for of in ("a", "b"))
    odds = Odds("", "", rows, (Heading("stunned", "a", "stunned", "Ann"), Heading("stunned", "b", "stunned", "Bo")))
    found = merged(odds, grouped(odds))
    assert [h.text for h in found.headings] == ["it: stunned"]
    rows = tuple(Chance(option, "falls", Fraction(0), "a") for option in ("yes", "no"))
    odds = Odds("", "", rows, (Heading("falls", "a", "Ann falls"),))
    assert merged(odds, grouped(odds)).headings == odds.headings
