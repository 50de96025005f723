"""What players may try with the app's dice: nothing of it goes unsaid."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine import log
from companion.engine.dice import Faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.frontend.saying.luck import luck_lines
from companion.play.dice_checks import verify
from companion.store import Opened, copy_session, open_session
from tests.play.test_luck import to_the_blow
from tests.store.helpers import put


@pytest.fixture
def opened(duel: Path) -> Iterator[Opened]:
    """A duel whose dice follow from a seed."""
    made = open_session(duel)
    yield made
    made.close()


def rolled(session: Session) -> tuple[Faces, ...]:
    """What the app rolls at the next dice."""
    to_the_blow(session)
    request = session.request
    assert isinstance(request, Roll)
    session.answer("roll")
    assert request.rolled is not None
    return request.rolled


def back_to_rest(session: Session) -> None:
    session.undo(1 + len(session.run.inputs) if session.run is not None else 1)
    assert session.run is None


def kept(opened: Opened) -> Path:
    """The file, after the procedure with all its dice was broken off and the session closed."""
    opened.session.leave(keep=True)
    assert opened.close()
    return opened.file


def test_undo_to_rest_and_a_change_before_the_same_start_give_the_same_faces(opened: Opened) -> None:
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    session.adjust("red", "score", change=1, why="anything at all")
    assert rolled(session) == first
    assert session.taken_back == [], "it stands again"
    opened.close()
    assert verify(opened.file)[0]


def test_a_roll_that_was_taken_back_is_told_and_kept_over_opening(opened: Opened) -> None:
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    to_the_blow(session)
    session.answer(tuple(tuple(6 if face != 6 else 5 for face in group) for group in first))
    file = kept(opened)
    for seen in (session, open_session(file, read_only=True).session):
        assert [roll.value for roll in seen.taken_back] == [first]
        assert any(line.kind == "undone" and "rolled by the app" in line.text for line in log.lines(seen))
        assert any(line.startswith("Taken back: ") for line in luck_lines(seen))
    fine, lines = verify(file)
    assert fine
    assert lines[-1].endswith("0 rolled, 1 taken back, 1 typed, dice of procedure 1 on.")
    assert "taken_back" in file.read_text()
    copy = copy_session(file, file.parent, "Copy").read_text()
    assert "taken_back" not in copy
    assert "[session.dice]" not in copy


def test_a_procedure_that_is_left_takes_its_rolls_back(opened: Opened) -> None:
    first = rolled(opened.session)
    opened.session.leave(keep=False)
    assert [roll.value for roll in opened.session.taken_back] == [first]


def test_a_roll_that_is_redone_was_not_taken_back(opened: Opened) -> None:
    rolled(opened.session)
    opened.session.undo()
    assert len(opened.session.taken_back) == 1
    opened.session.redo()
    assert opened.session.taken_back == []


def test_a_roll_that_is_made_to_look_typed_is_counted_as_typed(opened: Opened) -> None:
    rolled(opened.session)
    file = kept(opened)
    assert "1 rolled, 0 taken back, 0 typed" in verify(file)[1][-1]
    put(file, ', how = "rolled"', "")
    assert "0 rolled, 0 taken back, 1 typed" in verify(file)[1][-1]


@pytest.mark.parametrize("hashed", [False, True])
def test_a_seed_that_begins_later_is_found(opened: Opened, hashed: bool) -> None:
    rolled(opened.session)
    seed, file = opened.session.seed, kept(opened)
    assert seed is not None
    put(file, "since = 0", "since = 1")
    if hashed:
        put(file, seed.commitment, type(seed)(seed.value, 1).commitment)
    fine, lines = verify(file)
    assert not fine
    assert any(line.startswith("NOT VERIFIABLE: 1 roll") for line in lines)
    assert any(line.startswith("WRONG: session.dice.hash") for line in lines) != hashed
    assert not verify(file, seed.commitment)[0]


def test_the_words_of_the_players_change_the_dice_and_are_verified(opened: Opened) -> None:
    session = opened.session
    plain = rolled(session)
    back_to_rest(session)
    red, blue = session.table.sides
    session.adjust(red, "dice_word", "chrysanthemum")
    one = rolled(session)
    back_to_rest(session)
    session.adjust(blue, "dice_word", "wind")
    both = rolled(session)
    assert len({plain, one, both}) > 1
    assert len(session.taken_back) == len({plain, one} - {both})
    with pytest.raises(InvalidInput, match="rolled already"):
        session.adjust(blue, "dice_word", "rain")
    file = kept(opened)
    fine, lines = verify(file)
    assert fine
    assert any("chrysanthemum" in line for line in lines)
    put(file, 'dice_word = "wind"', 'dice_word = "rain"')
    assert any(line.startswith("WRONG: procedure") for line in verify(file)[1])


def test_a_seed_of_an_older_session_still_gives_its_dice(opened: Opened) -> None:
    seed = opened.session.seed
    assert seed is not None
    opened.session.seed = type(seed)(seed.value, 0, 1)
    opened._recorder._seed = opened.session.seed  # type: ignore[union-attr]
    rolled(opened.session)
    file = kept(opened)
    put(file, "method = 1\n", "")
    fine, lines = verify(file)
    assert fine, lines
