"""Another answer in a closed procedure, on the disk and where questions fall away; in every game: `tests/play`."""

from pathlib import Path
from random import Random

import pytest

from companion import store
from companion.engine import registry
from companion.engine.amending import asked_then, inputs_of, preview
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Context, procedure
from companion.engine.ruleset import Action
from companion.engine.session import Session
from companion.frontend.amending import EarlierAnswer, changeable
from companion.testing import drive, state
from tests.examples import table_of
from tests.games.duel import DUEL, Arena, example
from tests.games.odd import playing
from tests.play.held import Held


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
    earlier = EarlierAnswer(Held(session), 0, changeable(session, 0)[0])
    stood, inputs = state(session.table), session.undo_count
    for refused in (earlier.effect, earlier.change):
        with pytest.raises(InvalidInput):
            refused("nobody")
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
    effect = EarlierAnswer(Held(session), len(session.entries), target).effect("chiyo")
    assert any("does Masaema Aya reach Itsunagi?" in title for title in effect.dropped)
    assert effect.asked_again == []


@procedure("Shout")
async def shout(game: Context[Arena]) -> None:
    game.note("Hoy")


def test_a_later_procedure_that_can_be_started_no_more_is_lost() -> None:
    def actions(table: Arena) -> list[Action]:
        loud = [Action("shout", "Shout", shout)] if ("ann", "bob") in table.contacts else []
        return [*DUEL.actions(table), *loud]

    session = playing(shout, actions=actions, started=False)
    exchange(session)
    session.start("shout")
    assert preview(session, 0, "exchange[ann]/foe:red", "cid").lost == ["Exchange of blows", "Shout"]
