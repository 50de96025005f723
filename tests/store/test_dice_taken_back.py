"""What players may try with the app's dice: nothing of it goes unsaid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.engine import log
from companion.engine.dice import Faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.frontend.saying.luck import luck_lines
from companion.play.dice_checks import verify
from companion.store import copy_session, open_session
from tests.play.test_luck import to_the_blow


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


def test_undo_to_rest_and_a_change_before_the_same_start_give_the_same_faces(duel: Path) -> None:
    opened = open_session(duel)
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    session.adjust("red", "score", change=1, why="anything at all")
    assert rolled(session) == first
    assert session.taken_back == [], "it stands again"
    opened.close()
    assert verify(duel)[0]


def test_a_roll_that_was_taken_back_is_told_and_kept_over_opening(duel: Path) -> None:
    opened = open_session(duel)
    session = opened.session
    first = rolled(session)
    back_to_rest(session)
    to_the_blow(session)
    other = tuple(tuple(6 if face != 6 else 5 for face in group) for group in first)
    session.answer(other)
    session.leave(keep=True)
    for _ in range(2):
        session = opened.session
        assert [roll.value for roll in session.taken_back] == [first]
        assert any(line.kind == "undone" and "rolled by the app" in line.text for line in log.lines(session))
        assert any(line.startswith("Taken back: ") for line in luck_lines(session))
        opened.close()
        opened = open_session(duel)
    opened.close()
    fine, lines = verify(duel)
    assert fine
    assert lines[-1].endswith("0 rolled, 1 taken back, 1 typed, dice of procedure 1 on.")


def test_a_procedure_that_is_left_takes_its_rolls_back(duel: Path) -> None:
    opened = open_session(duel)
    first = rolled(opened.session)
    opened.session.leave(keep=False)
    assert [roll.value for roll in opened.session.taken_back] == [first]
    opened.close()


def test_a_roll_that_is_redone_was_not_taken_back(duel: Path) -> None:
    opened = open_session(duel)
    rolled(opened.session)
    opened.session.undo()
    assert len(opened.session.taken_back) == 1
    opened.session.redo()
    assert opened.session.taken_back == []
    opened.close()


def test_a_roll_that_is_made_to_look_typed_is_counted_as_typed(duel: Path) -> None:
    opened = open_session(duel)
    rolled(opened.session)
    opened.session.leave(keep=True)
    opened.close()
    assert "1 rolled, 0 taken back, 0 typed" in verify(duel)[1][-1]
    duel.write_text(duel.read_text().replace(', how = "rolled"', ""))
    assert "0 rolled, 0 taken back, 1 typed" in verify(duel)[1][-1]


@pytest.mark.parametrize("hashed", [False, True])
def test_a_seed_that_begins_later_is_found(duel: Path, hashed: bool) -> None:
    opened = open_session(duel)
    rolled(opened.session)
    opened.session.leave(keep=True)
    seed = opened.session.seed
    assert seed is not None
    opened.close()
    text = duel.read_text().replace("since = 0", "since = 1")
    if hashed:
        late = type(seed)(seed.value, 1)
        text = text.replace(seed.commitment, late.commitment)
    duel.write_text(text)
    fine, lines = verify(duel)
    assert not fine
    assert any(line.startswith("NOT VERIFIABLE: 1 roll") for line in lines)
    assert any(line.startswith("WRONG: session.dice.hash") for line in lines) != hashed
    assert not verify(duel, seed.commitment)[0]


def test_the_words_of_the_players_change_the_dice_and_are_verified(duel: Path) -> None:
    opened = open_session(duel)
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
    session.leave(keep=True)
    opened.close()
    fine, lines = verify(duel)
    assert fine
    assert any("chrysanthemum" in line for line in lines)
    duel.write_text(duel.read_text().replace('dice_word = "wind"', 'dice_word = "rain"'))
    assert any(line.startswith("WRONG: procedure") for line in verify(duel)[1])


def test_a_copy_starts_without_what_was_taken_back(duel: Path) -> None:
    opened = open_session(duel)
    rolled(opened.session)
    back_to_rest(opened.session)
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.leave(keep=True)
    opened.close()
    assert "taken_back" in duel.read_text()
    text = copy_session(duel, duel.parent, "Copy").read_text()
    assert "taken_back" not in text
    assert "[session.dice]" not in text


def test_a_seed_of_an_older_session_still_gives_its_dice(duel: Path) -> None:
    opened = open_session(duel)
    seed = opened.session.seed
    assert seed is not None
    opened.session.seed = type(seed)(seed.value, 0, 1)
    opened._recorder._seed = opened.session.seed  # type: ignore[union-attr]
    rolled(opened.session)
    opened.session.leave(keep=True)
    opened.close()
    duel.write_text(re.sub("(?m)^method = 1\n", "", duel.read_text()))
    fine, lines = verify(duel)
    assert fine, lines
