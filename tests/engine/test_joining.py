"""Units join, leave, change their names and sides in a game under way: inputs like all others, undone and written."""

from collections.abc import Callable
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
from companion.frontend.by_hand import mini_joins, mini_leaves
from tests.engine.late import MANY, example_of, from_the_log_alone, on_disk, part_all, state
from tests.games.duel import example

Capture = pytest.CaptureFixture[str]
GAMES = sorted(registry.BUILT_IN)


def newcomer(session: Session, name: str = "Late") -> Unit:
    """A copy of the last unit of the table under another name."""
    last = list(session.table.units.values())[-1]
    unit = copied(last, name.casefold(), name, last.side)
    assert isinstance(unit, Unit)
    return unit


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_joins_and_leaves_in_every_game(game: str) -> None:
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


def hurt(session: Session, unit: Unit, why: str) -> None:
    """One less of all that counts the life of a unit and its minis."""
    for one in (unit, *unit.miniatures):
        for spec in one.specs().values():
            if spec.vital and spec.kind == "int":
                session.adjust(one.id, spec.name, change=1 if spec.counts_losses else -1, why=why)


@pytest.mark.parametrize("game", GAMES)
def test_who_fought_and_left_is_still_told_of(game: str, tmp_path: Path, capsys: Capture) -> None:
    """The log, the past, the file and the report name it; what joined after the start is in the report too."""
    opened = on_disk(game, tmp_path)
    file = opened.file
    session = opened.session
    part_all(session)
    gone = next(iter(session.table.units.values()))
    for one in (gone, *gone.miniatures):
        session.adjust(gone.id, "notes", f"of {one.id}")
    hurt(session, gone, "hurt")
    session.remove(gone.id, "called away")
    session.join(newcomer(session), "reinforcements")
    hurt(session, session.table.unit("late"), f"hurt by {gone.name}")
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
    stood = state(session)
    session.remove("bob")
    assert "bob" not in session.table.units
    session.undo()
    assert state(session) == stood


def reinforced(session: Session) -> None:
    """A unit joins, and a weapon of another is changed."""
    session.join(newcomer(session), "reinforcements")
    of, held = next((u.id, u.weapons) for u in session.table.units.values() if u.weapons)
    session.adjust(of, "weapons", (replace(held[0], name="Own"), *held[1:]))


def manned(session: Session) -> None:
    """Minis join a unit, and one that was adjusted is taken off."""
    part_all(session)
    unit = session.table.unit(MANY[session.ruleset.id])
    minis = [mini.id for mini in unit.miniatures]
    if minis:
        session.adjust(minis[1], "noncombatant", True, why="of the second")
    mini_joins(session, unit)
    mini_leaves(session, unit, minis[1] if minis else "")
    mini_joins(session, unit)


@pytest.mark.parametrize("crash", [False, True], ids=["closed", "from the log alone"])
@pytest.mark.parametrize(
    ("game", "play", "told"),
    [
        *((game, reinforced, "reinforcements") for game in ("legion", "bushido", "speedies")),
        *((game, manned, "late arrival") for game in MANY),
    ],
)
def test_who_came_and_left_is_so_again_when_the_file_is_opened(
    game: str, play: Callable[[Session], None], told: str, crash: bool, tmp_path: Path, capsys: Capture
) -> None:
    """From the file, and after a crash from the log alone; the file is checked, verified and reported."""
    opened = on_disk(game, tmp_path)
    before = state(opened.session)
    if crash:
        again = from_the_log_alone(opened, play, told.encode())
    else:
        play(opened.session)
        opened.close()
        for command in ("check", "verify", "report"):
            assert main([command, str(opened.file)]) == 0
        page = capsys.readouterr().out
        assert told in page
        assert "Who fought whom" not in page
        again = store.open_session(opened.file)
        assert again.notices == []
    stood, session, count = state(opened.session), again.session, again.session.undo_count
    assert state(session) == stood
    assert [line.text for line in log.lines(session)] == [line.text for line in log.lines(opened.session)]
    session.undo(count)
    assert state(session) == before
    session.redo(count)
    assert state(session) == stood
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


# -- names and sides


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_moves_to_another_side_and_its_file_opens_again(game: str, tmp_path: Path) -> None:
    """Friends in contact, where a game forbids them, made a file that could not be opened."""
    opened = on_disk(game, tmp_path)
    session, table = opened.session, opened.session.table
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
    again = store.open_session(opened.file)
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


@pytest.mark.parametrize("game", GAMES)
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
    part_all(session)
    side, other = table.sides
    own = [unit.id for unit in table.units.values() if unit.side == side]
    for of in own[:-1]:
        session.adjust(of, "side", other)
    with pytest.raises(InvalidInput, match="the only unit of Ito"):
        session.adjust(own[-1], "side", other)
