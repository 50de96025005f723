"""A wound and its healing by hand are the same in every game, whichever way it counts."""

from random import Random

import pytest

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.health import left
from companion.frontend.by_hand import count_health, count_second, scored, second_spec
from companion.testing import play_random
from tests.examples import present, table_of

GAMES = sorted(registry.BUILT_IN)
SECOND = {
    "better-wargame": "in_contact",
    "bushido": "ki_tokens",
    "gods-gloom": "morale",
    "legion": "suppression",
    "speedies": "status",
}


@pytest.mark.parametrize("game", GAMES)
def test_one_health_less_is_a_wound_and_one_more_heals_it(game: str) -> None:
    session = Session(table_of(game))
    stood = session.state_crc
    for unit in session.table.units.values():
        whole = left(unit)
        while left(unit):
            before = left(unit)
            count_health(session, unit.id, -1)
            assert left(unit) == before - 1
        assert not unit.alive
        with pytest.raises(InvalidInput):
            count_health(session, unit.id, -1)
        while left(unit) < whole:
            before = left(unit)
            count_health(session, unit.id, 1)
            assert unit.alive
            assert left(unit) == before + 1
    session.undo(session.undo_count)
    assert session.state_crc == stood


@pytest.mark.parametrize("game", GAMES)
def test_each_game_declares_one_second_tracker_and_it_goes_both_ways(game: str) -> None:
    session = Session(table_of(game))
    units = list(session.table.units.values())
    assert [spec.name for unit in units for spec in unit.specs().values() if spec.second] == [SECOND[game]] * len(units)
    unit = next(unit for unit in units if unit.alive)
    spec = present(second_spec(unit))
    before = getattr(unit, spec.name)
    ways = (1, -1) if spec.choices or not before else (-1, 1)
    for by in ways:
        count_second(session, unit.id, by)
        assert (getattr(unit, spec.name) == before) is (by == ways[1])


def test_a_status_goes_no_further_than_its_last_word() -> None:
    session = Session(table_of("speedies"))
    of = next(iter(session.table.units))
    with pytest.raises(InvalidInput, match="already"):
        count_second(session, of, -1)


def test_wounds_of_a_legion_unit_go_to_the_hurt_first_and_to_the_leader_last() -> None:
    session = Session(table_of("legion"))
    unit = next(unit for unit in session.table.units.values() if len(unit.miniatures) > 1)
    order = []
    while left(unit):
        before = {mini.id for mini in unit.miniatures if mini.alive}
        count_health(session, unit.id, -1)
        order += sorted(before - {mini.id for mini in unit.miniatures if mini.alive})
    assert order[-1] == unit.miniatures[0].id
    assert len(order) == len(unit.miniatures)


@pytest.mark.parametrize("game", ["speedies", "better-wargame"])
def test_points_stand_in_the_round_in_which_they_were_given(game: str) -> None:
    """Those of a phase that ends with its round went over to the next one once it had ended."""
    session = Session(table_of(game), rng=Random(1))
    given: list[tuple[int, str]] = []

    def score(played: Session) -> None:
        if played.run is not None and len(given) < 40:
            given.append((played.table.round, f"point {len(given)}"))
            played.adjust(next(iter(played.table.sides)), "score", change=1, why=given[-1][1])

    play_random(session, Random(1), each=score)
    assert [(one.round, one.why) for one in scored(session, next(iter(session.table.sides)))] == given
