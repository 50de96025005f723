"""Another answer in a closed procedure: the same one changes nothing, another one leads where the preview says."""

from pathlib import Path
from random import Random

import pytest

from companion import store
from companion.engine import registry
from companion.engine.amending import asked_then, inputs_of, preview
from companion.engine.errors import InvalidInput
from companion.engine.registry import names
from companion.engine.session import Session
from companion.frontend.amending import EarlierAnswer, changeable
from companion.testing import drive, state
from tests.engine.test_past import played
from tests.examples import table_of
from tests.games.duel import example
from tests.tui.fakes import MemoryOpened


def opened(session: Session) -> MemoryOpened:
    made = MemoryOpened(session.table)
    made.session = session
    return made


def given(session: Session, seed: int, most: int = 4) -> list[EarlierAnswer]:
    """Some answers of closed procedures."""
    found = [
        EarlierAnswer(opened(session), place, record)
        for place in range(max(0, len(session.entries) - 6), len(session.entries))
        for record in changeable(session, place)
    ]
    return Random(seed).sample(found, min(most, len(found)))


@pytest.mark.parametrize("game", names())
def test_the_same_answer_again_changes_nothing_and_loses_nothing(game: str) -> None:
    session = played(game, 3, 60)
    stood, inputs = state(session.table), session.undo_count
    chosen = given(session, 3)
    assert chosen
    for earlier in chosen:
        effect = earlier.effect(earlier.record.value)
        assert (effect.changes, effect.dropped, effect.asked_again, effect.lost) == ([], [], [], [])
        assert session.undo_count == inputs
    # An input more: the amendment itself, unless the answer was the last of its procedure.
    chosen[0].change(chosen[0].record.value)
    assert state(session.table) == stood
    assert session.undo_count - inputs in (0, 1)


@pytest.mark.parametrize("game", names())
def test_another_answer_leads_where_its_preview_says(game: str) -> None:
    tried = 0
    for seed in range(3):
        session = played(game, seed, 60)
        for earlier in given(session, seed, 2):
            request, table = earlier.asked()
            assert table is not session.table
            value = request.random(Random(seed + 7))
            stood = state(session.table)
            try:
                shown = preview(session, earlier.place, earlier.record.key, value)
            except InvalidInput:
                continue
            assert state(session.table) == stood
            earlier.change(value)
            asked = session.request
            assert (asked.key if asked is not None else "") == (shown.asked.key if shown.asked is not None else "")
            changed = {(change.of, change.field) for change in shown.changes}
            if not changed:
                assert state(session.table) == stood
            for change in shown.changes:
                if change.of in session.table.units:
                    assert session.table.units[change.of].get(change.field) == change.after
            tried += 1
            break
    assert tried


def exchange(session: Session) -> None:
    """Ann's exchange with Bob, to its end."""
    session.start("exchange", {"fighter": "ann"})
    for value in ("bob", True, {"parts": {"attack": 2, "guard": 1}}, {"parts": {"attack": 1, "guard": 2}}):
        session.answer(value)
    while session.run is not None:
        assert session.request is not None
        session.answer(session.request.random(Random(5)))


def fought() -> Session:
    """An exchange of the duel and an adjustment after it."""
    session = Session(example(), rng=Random(1))
    exchange(session)
    session.adjust("cid", "mark", "red base", why="seen")
    return session


def test_what_does_not_fit_is_refused_before_anything_is_undone() -> None:
    session = fought()
    earlier = EarlierAnswer(opened(session), 0, changeable(session, 0)[0])
    stood, inputs = state(session.table), session.undo_count
    with pytest.raises(InvalidInput):
        earlier.effect("nobody")
    with pytest.raises(InvalidInput):
        earlier.change("nobody")
    assert (state(session.table), session.undo_count) == (stood, inputs)
    with pytest.raises(InvalidInput, match="no procedure"):
        asked_then(session, 1, earlier.record.key)


def test_what_was_adjusted_later_stands_again_and_all_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = store.create_session(example(), tmp_path, "Duel")
    kept = store.open_session(file)
    for entry in fought().entries:
        for made in inputs_of(entry):
            kept.session.give(made)
    split = next(record for record in changeable(kept.session, 0) if record.kind == "split")
    earlier = EarlierAnswer(kept, 0, split)
    # Another pool of dice: the roll is asked again, and what came after it must be played again.
    assert earlier.effect({"parts": {"attack": 3, "guard": 0}}).lost == ["Exchange of blows", "Adjustment"]
    stood = state(kept.session.table)
    earlier.change(split.value)
    assert state(kept.session.table) == stood
    assert kept.session.table.unit("cid").mark == "red base"
    kept.close()
    again = store.open_session(file)
    assert state(again.session.table) == stood
    assert len(again.session.entries) == 2
    again.close()


def test_questions_that_another_answer_leaves_behind_are_not_said_to_be_asked_again() -> None:
    session = Session(table_of("bushido"))
    session.start("starting_phase")
    drive(session, [("4", [[6], [2, 1]]), ("4.first", "red")])
    session.start("activate", {"model": "aya"})
    said = [("before_feat", "none"), ("action", "melee"), ("target", "itsunagi"), ("reach", True)]
    drive(session, said, stop=lambda request: "out of sight" in request.title, strict=False)
    assert session.run is not None
    (target,) = (one for one in changeable(session, len(session.entries)) if one.key.endswith("/target:red"))
    effect = EarlierAnswer(opened(session), len(session.entries), target).effect("chiyo")
    assert any("does Masaema Aya reach Itsunagi?" in title for title in effect.dropped)
    assert effect.asked_again == []
