"""Who felled whom: a unit that falls by harm nobody is named for is not the fall of whoever hurt it before."""

from random import Random

from companion.engine.session import Session
from companion.report.reading import battle_of
from companion.testing import drive
from tests.examples import table_of


def test_a_wound_that_nobody_is_named_for_is_not_that_of_who_struck_before() -> None:
    session = Session(table_of("legion"), rng=Random(1))
    session.adjust("vader.1", "wounds", 7, why="attack of Han Solo")
    session.start("effect", {"unit": "vader"})
    drive(session, [("effect", "wounds")])
    told = battle_of(session, "A battle")
    assert [(blow.by, blow.wounds, blow.felled) for blow in told.blows] == [("han", 7, False), ("", 1, True)]
    fall = told.unit("vader").fall
    assert fall is not None
    assert fall.by == ""
