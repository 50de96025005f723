"""The table as text: what counts, in words of players, and nothing that is 0 for want of anything to say."""

from companion.engine import log
from companion.engine.session import Session
from companion.engine.state.changes import Change
from companion.frontend.hooks import Hooks
from companion.play.table_text import table_lines, where
from tests.play.held import Held
from tests.rules import better_wargame, gloom, legion


def lines(session: Session) -> list[str]:
    return list(table_lines(Hooks(Held(session))))


def test_choices_stand_in_the_words_of_players() -> None:
    session = Session(legion.table([legion.unit("one", "blue", order="faceup"), legion.unit("foe", "red")]))
    told = lines(session)
    assert "  one: wounds 0 of 1, order token face up" in told
    change = Change("one", "order", "faceup", "facedown", "activation over", "")
    assert log.sentence(session.table, change) == "one: order token face up → face down (activation over)"


def test_a_number_that_is_nothing_is_left_out_and_no_safeguard_is_shown_as_the_most() -> None:
    session = better_wargame.session({"A1": {"models": 6}, "B1": {"models": 4, "start_models": 8, "fired_models": 1}})
    told = lines(session)
    assert "  A1: Models 6 of 6 (below half at 2)" in told
    assert "  B1: Models 4 of 8 (below half at 3), Models that fired 1 of 4" in told
    board = gloom.table([gloom.unit("rav", "p1"), gloom.unit("ogre", "p2")], [], seals=(2, 0))
    told = lines(Session(board))
    assert "Rhea: 1 of 1 left, Command seals 2, Activations left 0." in told
    assert "Boris: 1 of 1 left, Command seals 0, Activations left 0." in told


def test_a_change_of_phase_names_the_one_that_begins() -> None:
    table = better_wargame.session({"A1": {}, "B1": {}}).table
    change = Change("table", "phase", "start", "melee", "the turn goes on", "")
    assert log.sentence(table, change) == "Melee begins (the turn goes on)"


def test_nobody_acts_when_the_game_is_over() -> None:
    table = better_wargame.session({"A1": {}, "B1": {}}).table
    assert where(table) == "Turn 1, Melee, A acts."
    table.over_why = "the last turn is played"
    assert where(table) == "Turn 1, Melee."
