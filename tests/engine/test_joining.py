"""Units and minis join, leave, change their names and sides in a game under way: inputs like all others.

They are undone and written; who leaves is no casualty, and stays told of.
"""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.engine import log, registry
from companion.engine.carry_over import joined_entries
from companion.engine.errors import InvalidInput
from companion.engine.past import Past
from companion.engine.session import Session
from companion.engine.setup import copied
from companion.engine.state.table import Unit
from companion.frontend.by_hand import has_minis, mini_joins, mini_leaves
from companion.rules.legion.records import Weapon
from companion.rules.legion.units import LegionUnit
from companion.store.manage import create_session
from companion.store.opening import Opened, open_session
from companion.store.snapshot import SnapshotWriter
from tests.examples import part_all, present, table_of
from tests.games.duel import example

Capture = pytest.CaptureFixture[str]
GAMES = sorted(registry.BUILT_IN)
MANY = {"legion": "storm", "better-wargame": "first_squad"}
"""Games whose units have several minis, and such a unit."""


def state(session: Session) -> list[object]:
    """The units in their order, with all that each has."""
    return [list(session.table.units), [unit.dump(whole=True) for unit in session.table.units.values()]]


def example_of(game: str, *, parted: bool = False) -> Session:
    """The example table of a game, in memory; `parted`: nobody on it is in contact."""
    session = Session(table_of(game))
    if parted:
        part_all(session)
    return session


def on_disk(game: str, folder: Path) -> Opened:
    """The example table of a game as a session in this folder, open for play."""
    return open_session(create_session(table_of(game), folder, "Late"))


def from_the_log_alone(opened: Opened, play: Callable[[Session], object], told: bytes) -> Opened:
    """The session opened again as after a crash: no snapshot has what was played now, the log does.

    `told` stands in the log once it was played.
    """
    file = opened.file
    snapshot = file.read_bytes()
    # The worker would write one at any moment, and begin the log anew.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SnapshotWriter, "write", lambda *_: None)
        play(opened.session)
    log_file = next(p for p in file.parent.rglob("*") if p.is_file() and p != file and told in p.read_bytes())
    records = log_file.read_bytes()
    opened.close()
    file.write_bytes(snapshot)
    log_file.write_bytes(records)
    return open_session(file)


def newcomer(session: Session, name: str = "Late") -> Unit:
    """A copy of the last unit of the table under another name."""
    last = list(session.table.units.values())[-1]
    return present(copied(last, name.casefold(), name, last.side), Unit)


@pytest.mark.parametrize("game", GAMES)
def test_a_unit_joins_and_leaves_in_every_game(game: str) -> None:
    session = example_of(game)
    stood = state(session)
    unit = newcomer(session)
    session.join(unit, "reinforcements")
    assert session.table.unit("late").dump() == unit.dump()
    assert session.table.unit("late") is not unit
    assert any("Late joins" in line.text and "reinforcements" in line.text for line in log.lines(session))
    assert [(one.of, one.why) for one in joined_entries(session, unit.side)] == [("late", "reinforcements")]
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
    again = open_session(file)
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
    again = open_session(file)
    assert any("sent away" in line.text for line in log.lines(again.session))
    again.session.undo(again.session.undo_count)
    assert again.session.table.unit("hiro").notes == ""
    again.close()


def test_the_mini_of_a_unit_of_one_has_its_name_after_both_left() -> None:
    session = example_of("legion", parted=True)
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
        again = open_session(opened.file)
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


# -- minis


def heads(unit: Unit) -> int:
    return len(unit.miniatures) or unit.get("minis.count")


@pytest.mark.parametrize("game", MANY)
def test_a_mini_comes_late_and_another_is_taken_off(game: str) -> None:
    session = example_of(game, parted=True)
    unit = session.table.unit(MANY[game])
    stood, many, scores = state(session), heads(unit), [side.dump(whole=True) for side in session.table.sides.values()]
    mini_joins(session, unit)
    assert heads(unit) == many + 1
    assert any("join" in line.text and "late arrival" in line.text for line in log.lines(session))
    joined = state(session)
    mini_leaves(session, unit, unit.miniatures[1].id if unit.miniatures else "", "it was never paid for")
    assert heads(unit) == many
    assert any("leave" in line.text and "never paid for" in line.text for line in log.lines(session))
    assert unit.alive
    assert [side.dump(whole=True) for side in session.table.sides.values()] == scores
    assert not list(session.ruleset.losses(session))
    left = state(session)
    past = Past(session)
    assert past.stop("loss", -1) is None
    past.go(0)
    assert heads(past.table.unit(unit.id)) == many
    session.undo()
    assert state(session) == joined
    session.undo()
    assert state(session) == stood
    session.redo(2)
    assert state(session) == left
    assert session.actions()


def test_models_that_leave_were_never_there() -> None:
    session = example_of("better-wargame", parted=True)
    unit = session.table.unit("first_squad")
    started, there = unit.start_models, unit.models
    session.adjust(unit.id, "minis.count", change=-2, why="miscounted")
    assert (unit.models, unit.start_models) == (there - 2, started - 2)
    assert log.lines(session)[-1].text == f"First Squad: 2 models leave, {there - 2} now (miscounted)"


def test_minis_are_numbered_after_all_that_there_were() -> None:
    session = example_of("legion", parted=True)
    unit = session.table.unit("storm")
    last = unit.miniatures[-1].id
    mini_leaves(session, unit, last)
    mini_joins(session, unit)
    assert unit.miniatures[-1].id == f"storm.{int(last.rpartition('.')[2]) + 1}"
    assert session.table.title(unit.miniatures[-1].id).startswith("Stormtroopers ")


def refused(session: Session, of: str, field: str, value: object) -> str:
    stood = state(session)
    with pytest.raises(InvalidInput) as fault:
        session.adjust(of, field, value)
    assert state(session) == stood
    return f"{fault.value.message}; {fault.value.hint}"


def test_what_stands_in_the_way_is_named() -> None:
    session = example_of("legion", parted=True)
    unit = present(session.table.unit("storm"), LegionUnit)
    first, second = unit.minis[0].id, unit.minis[1].id
    assert refused(session, unit.id, f"minis.0/{first}", None) == (
        "Stormtroopers: one of its minis leads it; change that first"
    )
    session.connect(second, "luke.1")
    assert "Stormtroopers 2 is in contact with Luke Skywalker" in refused(session, unit.id, f"minis.1/{second}", None)
    session.disconnect(second, "luke.1")
    assert "is on the table already" in refused(session, unit.id, f"minis.9/{first}", {})
    assert "is no mini of Stormtroopers" in refused(session, unit.id, "minis.9/other.1", {})
    assert "a mini has no 'wings'" in refused(session, unit.id, "minis.9/storm.99", {"wings": 2})
    assert "cannot be" in refused(session, unit.id, "minis.9/storm.99", {"threshold": "high"})
    assert "have no mini" in refused(session, unit.id, "minis.9/storm.99", None)
    assert "as a table" in refused(session, unit.id, "minis.9/storm.99", 3)
    assert "have names" in refused(session, unit.id, "minis.count", 3)
    assert "has no other mini" in refused(session, "luke", "minis.0/luke.1", None)
    assert "one at a time" in refused(session, unit.id, "minis", [])
    session.adjust(unit.id, "weapons", (*unit.weapons, Weapon("Rocket", dice={"red": 1}, minis=(second,))))
    assert "is no mini of this unit; change that first" in refused(session, unit.id, f"minis.1/{second}", None)
    for mini in unit.minis[1:]:
        session.adjust(mini.id, "defeated", True)
    assert "the last of Stormtroopers that stands" in refused(session, unit.id, f"minis.0/{first}", None)


def test_models_are_counted_within_their_bounds() -> None:
    session = example_of("better-wargame", parted=True)
    of = "first_squad"
    assert "keeps one model" in refused(session, of, "minis.count", 0)
    assert "whole number" in refused(session, of, "minis.count", "many")
    assert "allowed" in refused(session, of, "minis.count", 99)
    session.adjust(of, "in_contact", session.table.unit(of).models)
    assert "In contact is" in refused(session, of, "minis.count", session.table.unit(of).models - 1)


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "speedies"])
def test_a_unit_of_one_has_no_minis(game: str) -> None:
    session = example_of(game, parted=True)
    unit = next(iter(session.table.units.values()))
    assert not has_minis(unit)
    with pytest.raises(InvalidInput, match="a single thing on the table"):
        mini_joins(session, unit)
    with pytest.raises(InvalidInput, match="a single thing on the table"):
        mini_leaves(session, unit)


@pytest.mark.parametrize("game", MANY)
def test_not_while_a_procedure_is_open(game: str) -> None:
    session = example_of(game)
    action = next(action for action in session.actions() if action.open)
    value = next((option.value for option in action.values if option.why_not is None), None)
    session.start(action.name, {action.param: value} if action.param else {})
    present(session.run)
    with pytest.raises(InvalidInput, match="join and leave between procedures"):
        mini_joins(session, session.table.unit(MANY[game]))


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
    again = open_session(opened.file)
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
    session = example_of("bushido", parted=True)
    table = session.table
    side, other = table.sides
    own = [unit.id for unit in table.units.values() if unit.side == side]
    for of in own[:-1]:
        session.adjust(of, "side", other)
    with pytest.raises(InvalidInput, match="the only unit of Ito"):
        session.adjust(own[-1], "side", other)
