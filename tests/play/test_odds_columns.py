"""Columns of chances compare the options: one for what is told of another unit in each."""

from fractions import Fraction

from companion.engine.odds import Chance, Heading, Odds
from companion.frontend.saying.odds import grouped, merged

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


def test_every_target_has_its_numbers_in_the_same_columns() -> None:
    found = merged(charges(), grouped(charges()))
    assert [h.text for h in found.headings] == ["wounds on the target", "the target falls", "wounds on Oda"]
    cells = {option: [found.column(option, h) for h in found.headings] for option in found.options()}
    assert cells == {"aya": [1, 0, 1], "bo": [1, HALF, 1]}


def test_what_is_told_of_two_units_in_one_option_stays_apart() -> None:
    one = charges()
    both = Odds(one.of, one.goal, (*one.rows, Chance("aya", "dealt", Fraction(1), "bo", 1)), one.headings)
    texts = [heading.text for heading in merged(both, grouped(both)).headings]
    assert "wounds on Masaema Aya" in texts
    assert "wounds on Bo" in texts


def test_names_before_a_colon_are_the_targets_too() -> None:
    rows = tuple(Chance(of, "stunned", HALF, of) for of in ("a", "b"))
    odds = Odds("", "", rows, (Heading("stunned", "a", "stunned", "Ann"), Heading("stunned", "b", "stunned", "Bo")))
    found = merged(odds, grouped(odds))
    assert [h.text for h in found.headings] == ["it: stunned"]


def test_columns_stay_where_nothing_else_is_left() -> None:
    rows = tuple(Chance(option, "falls", Fraction(0), "a") for option in ("yes", "no"))
    odds = Odds("", "", rows, (Heading("falls", "a", "Ann falls"),))
    assert merged(odds, grouped(odds)).headings == odds.headings
