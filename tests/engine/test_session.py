"""What a front end may do with a session, on the smallest game."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.engine.amending import preview
from companion.engine.answers import AnswerRecord
from companion.engine.dice import D6, Dice
from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.inputs import input_of, record_of
from companion.engine.journal import Commit, ReplayMismatch
from companion.engine.log import lines, summary
from companion.engine.requests import Roll
from companion.engine.run import Run
from companion.engine.session import Session
from companion.engine.state.changes import Change, Done, checksum
from companion.play.random_player import RandomPlayer
from companion.testing import play_random, state
from tests.engine.duels import Paper, at_first_roll, at_the_split, number_of, rolled, split, started
from tests.examples import present, table_of
from tests.games.duel import example
from tests.legal import legal


def test_a_fight_from_start_to_end() -> None:
    held = rolled()
    assert held.table.unit("bob").health == 2
    assert held.table.unit("bob").shaken
    held.answer([[1, 1], [1]])
    happened = held.answer(True)
    assert present(happened[-1], Done).outcome == {"dealt": 1, "taken": 0}
    assert held.run is None
    assert summary(held, held.entries[-1]) == ["Bob [/: Health 3 → 2 (struck by Ann)", "Ann and Bob [/ touch"]


def test_a_secret_is_sealed_side_by_side_and_revealed_together() -> None:
    held = at_the_split()
    assert held.secret is not None
    assert present(held.request).by == "red"
    held.answer(split(1, 2), by="blue")
    assert held.sealed == ["blue"]
    assert present(held.request).by == "red"
    with pytest.raises(InvalidInput, match="sealed"):
        held.answer(split(1, 2), by="blue")
    held.answer(split(3, 0))
    assert held.sealed == []
    assert [g.count for g in present(held.request, Roll).dice] == [3, 2]


def test_dice_are_sticky_after_undo_by_group_as_far_as_they_fit() -> None:
    held = at_first_roll()
    held.answer("roll")
    assert held.run is not None
    thrown = next(g.value for g in held.run.answers if g.kind == "roll")
    held.undo(2)
    held.answer(split(0, 3), by="blue")
    assert present(held.request, Roll).sticky == thrown
    held.answer("roll")
    again = next(g.value for g in held.run.answers if g.kind == "roll")
    assert again[0] == thrown[0]
    assert again[1][: len(thrown[1])] == thrown[1]
    held.undo(held.undo_count)
    assert state(held.table) == state(example())


def test_many_steps_back_are_one_replay_and_the_same_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, one_by_one = rolled(), rolled()
    replays: list[Run] = []
    rebuild = Run._rebuild

    def counted(run: Run) -> None:
        replays.append(run)
        rebuild(run)

    def standing(held: Session) -> Any:
        return state(held.table), [line.text for line in lines(held)], present(held.run).suggestions

    monkeypatch.setattr(Run, "_rebuild", counted)
    steps = at_once.undo_count - 1
    told = at_once.undo(steps)
    assert len(replays) == 1
    assert told == [event for _ in range(steps) for event in one_by_one.undo()]
    assert standing(at_once) == standing(one_by_one)
    replays.clear()
    at_once.redo(steps)
    assert len(replays) == 1
    one_by_one.redo(steps)
    assert standing(at_once) == standing(one_by_one)


def test_an_adjustment_applies_now_the_request_is_asked_anew_and_after_a_wound_it_stays_after_it() -> None:
    held = at_the_split()
    held.adjust("ann", "skill", 5, why="a potion")
    assert held.table.unit("ann").skill == 5
    assert legal(held.request)["plans"][0]["total"] == 5
    held.undo()
    assert legal(held.request)["plans"][0]["total"] == 3
    held = rolled()
    held.adjust("bob", "health", change=1, why="miscounted")
    assert held.table.unit("bob").health == 3
    held.answer([[1, 1], [1]])
    assert held.table.unit("bob").health == 3
    held.undo(2)
    assert held.table.unit("bob").health == 2


def test_a_change_of_option_takes_its_place_before_the_step_and_is_named_as_the_game_names_it() -> None:
    held = rolled()
    held.adjust("table", "options.strike_back", False, why="house rule")
    assert present(held.request).name == "blow"
    held.answer([[1, 1], [1]])
    held.undo(2)
    held.undo()
    held.adjust("table", "options.strike_back", False)
    held.answer([[4, 5], [6]])
    assert present(held.request).name == "cheer"
    held = Session(example())
    held.adjust("table", "options.strike_back", False, why="by hand")
    assert lines(held)[-1].text == "the one attacked strikes back: no (by hand)"


def test_a_number_or_the_standing_prompt_is_overruled_and_what_follows_is_replayed() -> None:
    held = rolled()
    held.overrule(number_of(held, "/wounds"), 2, "the blade was poisoned")
    assert held.table.unit("bob").health == 1
    held.undo()
    assert held.table.unit("bob").health == 2
    held.undo()
    held.overrule(present(held.request).key, [[4, 5, 6], []], "a die more, by agreement")
    assert held.table.unit("bob").health == 0
    assert any(line.kind == "ruling" for line in lines(held))


def test_overruling_a_pool_asks_the_split_again_and_keeps_the_rest_as_suggestions() -> None:
    held = rolled()
    held.overrule(number_of(held, "pool[ann]"), 4, "on a hill")
    assert present(held.request).by == "red"
    assert legal(held.request)["plans"][0]["total"] == 4
    assert held.sealed == ["blue"]
    held.answer(split(3, 1))
    assert isinstance(held.request, Roll)
    assert held.request.sticky == ((4, 5), (6,))
    held.undo(2)
    assert held.request.by == ("blue", "red")
    assert held.table.unit("bob").health == 2


def test_amending_keeps_what_fits() -> None:
    held = rolled()
    key = next(record.key for record in present(held.run).answers if record.kind == "roll")
    looked = preview(held, len(held.entries), key, [[1, 1], [6]])
    assert looked.dropped == []
    assert Change("bob", "health", 2, 3, "undo", "D") in looked.changes
    assert held.table.unit("bob").health == 2
    held.amend(key, [[1, 1], [6]])
    assert held.table.unit("bob").health == 3
    assert present(held.request).name == "blow"
    held.undo()
    assert held.table.unit("bob").health == 2
    for wrong, value in (("no such key", 1), (key, [[9, 9], [6]])):
        with pytest.raises(InvalidInput):
            held.amend(wrong, value)


@pytest.mark.parametrize("redo", [False, True])
def test_an_undo_that_cannot_be_saved_leaves_no_word_of_it(redo: bool) -> None:
    """The log told of an undo over the border of a procedure that was refused."""
    held = Session(example(), rng=Random(3))
    for _ in range(2):
        play_random(held, Random(3), most_entries=1)
    if redo:
        held.undo(4)
    told, undone = lines(held), held.redo_count
    paper = held.intake.recorder = Paper()
    paper.full = True
    with pytest.raises(NotSaved):
        held.redo(3) if redo else held.undo(4)
    assert lines(held) == told
    assert held.redo_count == undone
    paper.full = False
    held.redo(3) if redo else held.undo(4)
    assert len(paper.commits) == 1


def replayed(session: Session, made: Commit) -> None:
    session.intake.replay(input_of(record_of(made.input)), made.request_crc, made.state_crc)


def test_a_journal_replays_line_by_line_and_notices_what_no_longer_fits() -> None:
    held = Session(example(), rng=Random(3))
    paper = held.intake.recorder = Paper()
    held.start("exchange", {"fighter": "ann"})
    for value in ("bob", True, split(2, 1), split(1, 2), "roll"):
        held.answer(value)
    held.undo()
    held.redo()
    held.adjust("ann", "shaken", True, why="a fright")
    again = Session(example())
    for made in paper.commits:
        replayed(again, made)
    assert state(again.table) == state(held.table)
    assert again.waits_at == held.waits_at == "Exchange of blows: Roll"
    broken = Session(example())
    replayed(broken, paper.commits[0])
    with pytest.raises(ReplayMismatch):
        replayed(broken, paper.commits[2])
    with pytest.raises(ReplayMismatch):
        replayed(broken, replace(paper.commits[1], request_crc=1))
    fresh = Session(example())
    fresh.table.unit("bob").skill = 4
    for made in paper.commits[:4]:
        replayed(fresh, made)
    with pytest.raises(ReplayMismatch, match="now allows other answers"):
        replayed(fresh, paper.commits[4])


def undone(held: Session) -> list[str]:
    return [line.text.removeprefix("undone: ") for line in lines(held) if line.kind == "undone"]


def test_what_was_taken_back_stands_in_the_words_that_were_chosen_until_it_is_redone() -> None:
    held = rolled()
    roll, sealed = "Ann strikes Bob [/ — 4 5 / 6", "a sealed answer"
    held.undo(2)
    assert set(undone(held)) == {roll, sealed}
    held.redo()
    assert undone(held) == [roll]
    held.redo()
    assert undone(held) == []
    held = started()
    held.answer("bob")
    held.answer(True)
    held.undo(2)
    assert undone(held) == ["Turn Ann and Bob [/ to face each other", "Whom does Ann fight? — Bob [/"]


def test_what_was_undone_stands_before_what_was_done_instead() -> None:
    """While the procedure is open, and once it is closed."""
    held = rolled()
    held.undo()
    held.answer([[1, 2], [6]])
    held.answer([[1, 1], [1]])

    def told() -> list[str]:
        return [line.text for line in lines(held)]

    for _ in range(2):
        undone = next(at for at, text in enumerate(told()) if text.startswith("undone: Ann strikes Bob"))
        instead = next(at for at, text in enumerate(told()) if "1 2 / 6" in text)
        back = next(at for at, text in enumerate(told()) if "1 1 / 1" in text)
        assert undone < instead < back, told()
        if held.run is not None:
            held.answer(True)
    assert held.run is None
    assert [at for at, _ in held.entries[0].remarks] == [held.entries[0].answers[2].at_event]


def test_what_is_refused_at_once_runs_nothing_again() -> None:
    session = started()
    run = session.run

    def refuse() -> None:
        raise InvalidInput("no")

    with pytest.raises(InvalidInput):
        session.as_one(refuse)
    assert session.run is run


def test_who_only_reads_is_told_so_whatever_is_wrong_with_the_answer() -> None:
    session = at_first_roll()
    session.read_only = "another program plays it"
    with pytest.raises(InvalidInput, match="read-only"):
        session.answer("nonsense")
    with pytest.raises(InvalidInput, match="read-only"):
        session.draw([])


def offered(
    old: list[list[int]], *, typed: bool, had: tuple[str, ...], now: tuple[str, ...]
) -> tuple[tuple[object, ...], ...] | None:
    """What a roll of one die for each of `now` offers of an answer to one for each of `had`."""
    before, after = (
        Roll("again", by="red", title="Again", dice=[Dice(name, D6, 1) for name in names]) for names in (had, now)
    )
    after.offer(old, typed=typed, of=before)
    return after.sticky


def test_typed_dice_are_offered_again_for_the_dice_that_they_were_typed_for() -> None:
    # One die was rolled again; now it is two, and the other is named first.
    assert offered([[5]], typed=True, had=("attack 2",), now=("attack 1", "attack 2")) == ((), (5,))
    assert offered([[3], [5]], typed=True, had=("attack 1", "attack 2"), now=("attack 2",)) == ((5,),)
    # Another die alone may be the one that was meant.
    assert offered([[5]], typed=True, had=("attack 2",), now=("attack 1",)) == ((5,),)
    # What the app rolled stays where it is: another choice is no re-roll.
    assert offered([[5]], typed=False, had=("attack 2",), now=("attack 1", "attack 2")) == ((5,), ())


def test_records_of_an_open_and_of_a_closed_procedure_are_the_same() -> None:
    session, player = Session(table_of("gods-gloom"), rng=Random(3)), RandomPlayer(Random(3))
    seen: list[AnswerRecord] = []
    while not session.entries or len(session.entries[-1].answers) < 3:
        player.step(session)
        seen = list(session.run.answers) if session.run is not None else seen
    entry = session.entries[-1]
    records = list(entry.answers)
    assert records[: len(seen)] == seen
    assert entry.state_crc == checksum(entry.changes()) == session.state_crc
    session.undo()
    assert list(present(session.run).answers) == records[: len(present(session.run).answers)]
