"""Units join and leave a game under way: inputs like all others, undone, replayed and written."""

from dataclasses import replace
from pathlib import Path

import pytest

from companion import store
from companion.cli import main
from companion.engine import log, registry
from companion.engine.errors import InvalidInput
from companion.engine.past import Past
from companion.engine.session import Session
from companion.engine.setup import copied
from companion.engine.state.table import Unit
from tests.engine.late import example_of, from_the_log_alone, on_disk, part_all
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
    session = example_of(game)
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


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_who_fought_and_left_is_still_told_of(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The log, the past, the file and the report name it; what joined after the start is in the report too."""
    opened = on_disk(game, tmp_path)
    file = opened.file
    session = opened.session
    part_all(session)
    gone = next(iter(session.table.units.values()))
    for one in (gone, *gone.miniatures):
        session.adjust(gone.id, "notes", f"of {one.id}")
        for spec in one.specs().values():
            if spec.vital and spec.kind == "int":
                session.adjust(one.id, spec.name, change=1 if spec.counts_losses else -1, why="hurt")
    session.remove(gone.id, "called away")
    session.join(newcomer(session), "reinforcements")
    late = session.table.unit("late")
    for each in (late, *late.miniatures):
        for spec in each.specs().values():
            if spec.vital and spec.kind == "int":
                session.adjust(each.id, spec.name, change=1 if spec.counts_losses else -1, why=f"hurt by {gone.name}")
    told = [line.text for line in log.lines(session)]
    assert any(gone.name in text and "hurt" in text for text in told)
    past = Past(session)
    past.go(0)
    assert gone.id in past.table.units
    count = session.undo_count
    opened.close()
    for command in ("check", "verify", "report"):
        assert main([command, str(file)]) == 0
    assert f"{gone.name}: left the game" in capsys.readouterr().out
    again = store.open_session(file)
    assert [line.text for line in log.lines(again.session)] == told
    again.session.undo(count)
    stood = example_of(game).table
    assert {of: unit.dump() for of, unit in again.session.table.units.items()} == {
        of: unit.dump() for of, unit in stood.units.items()
    }
    again.close()


def test_in_a_file_that_was_changed_by_hand_it_is_still_known(tmp_path: Path) -> None:
    opened = on_disk("bushido", tmp_path)
    file = opened.file
    opened.session.adjust("hiro", "notes", "of Hiro")
    part_all(opened.session)
    opened.session.remove("hiro", "called away")
    opened.close()
    file.write_text(file.read_text().replace("called away", "sent away"))
    again = store.open_session(file)
    assert any("sent away" in line.text for line in log.lines(again.session))
    again.session.undo(again.session.undo_count)
    assert again.session.table.unit("hiro").notes == ""
    again.close()


def test_the_mini_of_a_unit_of_one_has_its_name_after_both_left() -> None:
    session = example_of("legion")
    part_all(session)
    table = session.table
    single = next(unit for unit in table.units.values() if len(unit.miniatures) == 1)
    many = next(unit for unit in table.units.values() if len(unit.miniatures) > 2)
    minis = [*single.miniatures, *many.miniatures]
    told = [table.title(mini.id) for mini in minis]
    assert told[0] == single.name
    assert many.name not in told
    for unit in (single, many):
        session.join(newcomer(session, f"Late {unit.name}"))
        session.remove(unit.id, "called away")
    assert [table.title(mini.id) for mini in minis] == told


def test_one_that_left_from_the_middle_comes_back_to_its_place() -> None:
    session = Session(example())
    session.join(newcomer(session))
    part_all(session)
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
    opened = on_disk(game, tmp_path)
    file = opened.file
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
    stood: list[object] = []

    def play(session: Session) -> None:
        session.join(newcomer(session), "reinforcements")
        of, held = next((u.id, u.weapons) for u in session.table.units.values() if u.weapons)
        session.adjust(of, "weapons", (replace(held[0], name="Own"), *held[1:]))
        stood[:] = state(session)

    again = from_the_log_alone(on_disk(game, tmp_path), play, b"reinforcements")
    assert state(again.session) == stood
    again.close()
