"""A unit is renamed or moves to another side in a game under way; what would break the table or its file is refused."""

from pathlib import Path

import pytest

from companion import store
from companion.engine import registry
from companion.engine.errors import InvalidInput
from tests.engine.late import example_of
from tests.examples import table_of


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_a_unit_moves_to_another_side_and_its_file_opens_again(game: str, tmp_path: Path) -> None:
    """Friends in contact, where a game forbids them, made a file that could not be opened."""
    file = store.create_session(table_of(game), tmp_path, "Sides")
    opened = store.open_session(file)
    session = opened.session
    table = session.table
    of = next(a for pair in table.contacts for a in pair)
    unit = table.owner(of)
    other = table.other_side(unit.side)
    if not table.spec.friends_touch:
        with pytest.raises(InvalidInput, match="is in contact with"):
            session.adjust(unit.id, "side", other)
        for a, b in [pair for pair in table.contacts if unit in map(table.owner, pair)]:
            session.disconnect(a, b)
    session.adjust(unit.id, "side", other, why="bribed")
    assert session.actions()
    session.melees()
    opened.close()
    again = store.open_session(file)
    assert again.notices == []
    assert again.session.table.unit(unit.id).side == other
    again.close()


@pytest.mark.parametrize("game", ["gods-gloom", "legion", "speedies"])
def test_an_alliance_makes_no_friends_of_those_in_contact(game: str) -> None:
    session = example_of(game)
    one, other = session.table.sides
    with pytest.raises(InvalidInput, match="is in contact with"):
        session.adjust(one, "alliance", other)
    assert not session.entries


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_a_name_is_there_and_its_own(game: str) -> None:
    session = example_of(game)
    first, *_, last = session.table.units.values()
    for name in ("", "  "):
        with pytest.raises(InvalidInput, match="needs a name"):
            session.adjust(first.id, "name", name)
        with pytest.raises(InvalidInput, match="needs a name"):
            session.adjust(first.side, "name", name)
    with pytest.raises(InvalidInput, match="already"):
        session.adjust(first.id, "name", last.name.upper())
    session.adjust(first.id, "name", f"{first.name}!")
    assert first.name.endswith("!")


def test_a_side_keeps_a_unit() -> None:
    session = example_of("bushido")
    table = session.table
    for pair in list(table.contacts):
        session.disconnect(*pair)
    side, other = table.sides
    own = [unit.id for unit in table.units.values() if unit.side == side]
    for of in own[:-1]:
        session.adjust(of, "side", other)
    with pytest.raises(InvalidInput, match="the only unit of Ito"):
        session.adjust(own[-1], "side", other)
