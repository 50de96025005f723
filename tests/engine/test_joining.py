"""Units join and leave a game under way: inputs like all others, undone, replayed and written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion import store
from companion.engine import log, registry
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.setup import copied
from companion.engine.state.table import Unit
from tests.games.duel import example


def newcomer(session: Session, name: str = "Late") -> Unit:
    """A copy of the last unit of the table under another name."""
    last = list(session.table.units.values())[-1]
    unit = copied(last, name.casefold(), name, last.side)
    assert isinstance(unit, Unit)
    return unit


def state(session: Session) -> list[object]:
    return [list(session.table.units), [unit.dump(whole=True) for unit in session.table.units.values()]]


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_a_unit_joins_and_leaves_in_every_game(game: str, tmp_path: Path) -> None:
    make = registry.find(game).example
    assert make is not None
    session = Session(make())
    stood = state(session)
    unit = newcomer(session)
    session.join(unit, "reinforcements")
    assert session.table.unit("late").dump() == unit.dump()
    assert session.table.unit("late") is not unit
    assert any("Late joins" in line.text and "reinforcements" in line.text for line in log.lines(session))
    joined = state(session)
    session.undo()
    assert state(session) == stood
    session.redo()
    assert state(session) == joined
    assert session.actions()
    session.remove("late", "called away")
    assert state(session) == stood
    assert any("Late leaves" in line.text for line in log.lines(session))
    session.undo()
    assert state(session) == joined


def test_one_that_left_from_the_middle_comes_back_to_its_place() -> None:
    session = Session(example())
    session.join(newcomer(session))
    for pair in list(session.table.contacts):
        session.disconnect(*pair)
    stood = state(session)
    first = next(iter(session.table.units))
    if sum(u.side == session.table.unit(first).side for u in session.table.units.values()) == 1:
        first = next(u.id for u in session.table.units.values() if u.side == session.table.unit("late").side)
    session.remove(first)
    assert first not in session.table.units
    session.undo()
    assert state(session) == stood


@pytest.mark.parametrize("game", ["legion", "bushido", "speedies"])
def test_it_is_kept_and_opens_again(game: str, tmp_path: Path) -> None:
    make = registry.find(game).example
    assert make is not None
    file = store.create_session(make(), tmp_path, "Late")
    opened = store.open_session(file)
    opened.session.join(newcomer(opened.session), "reinforcements")
    unit = opened.session.table.unit("late")
    weapons = getattr(unit, "weapons", ())
    if weapons:
        opened.session.adjust("late", "weapons", (replace(weapons[0], name="Own"), *weapons[1:]))
    count = opened.session.undo_count
    stood = state(opened.session)
    opened.close()
    again = store.open_session(file)
    assert again.notices == []
    assert state(again.session) == stood
    again.session.undo(count)
    assert "late" not in again.session.table.units
    again.session.redo(count)
    assert state(again.session) == stood
    again.close()


def test_what_cannot_be_is_said_and_changes_nothing() -> None:
    session = Session(example())
    stood = state(session)
    twice = newcomer(session, "Ann")
    with pytest.raises(InvalidInput, match="called Ann already"):
        session.join(twice)
    session.connect("ann", "bob")
    with pytest.raises(InvalidInput, match="in contact with"):
        session.remove("ann")
    session.disconnect("ann", "bob")
    late = newcomer(session)
    late.side = "nobody"
    with pytest.raises(InvalidInput, match="no side 'nobody'"):
        session.join(late)
    with pytest.raises(InvalidInput, match="has no 'wings'"):
        session.adjust("table", "units.9/x", {"wings": 2})
    with pytest.raises(InvalidInput, match="cannot be"):
        session.adjust("table", "units.9/x", {"side": "red", "skill": "high"})
    assert state(session) == stood
    session.start("exchange", {"fighter": "ann"})
    with pytest.raises(InvalidInput, match="between procedures"):
        session.join(newcomer(session))


@pytest.mark.parametrize("game", ["legion", "bushido", "speedies"])
def test_what_only_the_log_has_is_replayed(game: str, tmp_path: Path) -> None:
    """After a crash: no snapshot was written since the unit came."""
    make = registry.find(game).example
    assert make is not None
    file = store.create_session(make(), tmp_path, "Late")
    snapshot = file.read_bytes()
    opened = store.open_session(file)
    opened.session.join(newcomer(opened.session), "reinforcements")
    weapons = [(u.id, u.weapons) for u in opened.session.table.units.values() if u.weapons]
    of, held = weapons[0]
    opened.session.adjust(of, "weapons", (replace(held[0], name="Own"), *held[1:]))
    stood = state(opened.session)
    log_file = next(
        path for path in file.parent.rglob("*") if path.is_file() and b"reinforcements" in path.read_bytes()
    )
    records = log_file.read_bytes()
    opened.close()
    file.write_bytes(snapshot)
    log_file.write_bytes(records)
    again = store.open_session(file)
    assert state(again.session) == stood
    again.close()
