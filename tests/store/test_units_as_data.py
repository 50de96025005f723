"""Units as plain data: one that did not change is written as it was, any other is made into data anew."""

from __future__ import annotations

from random import Random

import pytest

from companion.engine import registry
from companion.engine.session import Session
from companion.store.format.state import sections
from companion.testing import play_random


def anew(session: Session) -> dict[str, object]:
    """Every unit as plain data without its id, nothing known of it."""
    return {of: {k: v for k, v in unit.dump().items() if k != "id"} for of, unit in session.table.units.items()}


def written(session: Session) -> dict[str, object]:
    return {path[1]: data for path, data in sections(session.table) if path[0] == "units"}


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_units_are_written_as_they_are_at_every_moment(game: str) -> None:
    rules = registry.find(game)
    assert rules.example is not None
    session = Session(rules.example())
    seen: list[dict[str, object]] = []

    def same(now: Session) -> None:
        # As text too: by `==` True is 1.
        assert repr(written(now)) == repr(anew(now))
        seen.append(written(now))

    play_random(session, Random(3), most=300, each=same)
    for _ in range(40):
        session.undo()
        same(session)
    assert any(one != seen[0] for one in seen)


def test_a_unit_that_did_not_change_is_not_made_into_data_again() -> None:
    rules = registry.find("bushido")
    assert rules.example is not None
    session = Session(rules.example())
    hurt, *others = session.table.units
    session.adjust(hurt, "wounds_marked", change=1, why="by hand")
    before = written(session)
    session.adjust(hurt, "wounds_marked", change=1, why="by hand")
    now = written(session)
    assert now[hurt] != before[hurt]
    assert all(now[of] is before[of] for of in others)
