"""A game that was opened from its file: earlier answers of closed procedures, old names, models that join and leave."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import InvalidInput, NotSaved
from companion.engine.inputs import Adjust
from companion.frontend import amending
from companion.frontend.amending import EarlierAnswer, changeable
from companion.frontend.setup import newcomer
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.testing import play_random
from tests.rules import better_wargame
from tests.store.feuds import begin, now, play, session_file
from tests.store.helpers import BROKEN, Camera, but_for_offers, log_lines, moment, picture, played, put, read_again


@pytest.mark.parametrize(("call", "broken"), BROKEN)
@pytest.mark.parametrize("open_too", [False, True])
def test_where_the_disk_fails_on_the_way_an_answer_of_a_closed_procedure_stays_as_it_was(
    duel: Path, monkeypatch: pytest.MonkeyPatch, call: str, broken: Callable[..., Any], open_too: bool
) -> None:
    """Whichever of the writes fails: what is given again after the other answer counts with it, or nothing does.

    The procedure is one that was read from the file.
    """
    played(duel, 2, seed=4)
    opened = open_session(duel, rng=Random(4))
    session = opened.session
    session.adjust("cid", "mark", "red base", why="seen")
    if open_too:
        moment(session, 3)
        session.undo()
    assert (session.run is not None, session.redo_count) == (open_too, int(open_too))
    record = changeable(session, 0)[0]
    before = but_for_offers(picture(session))
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]  # which of the writes fails is counted
    right = getattr(os, call)
    for number in count():
        calls = iter(range(number))

        def at_last(*args: Any, calls: Iterator[int] = calls) -> Any:
            return broken(*args) if next(calls, None) is None else right(*args)

        with monkeypatch.context() as patch:
            patch.setattr(os, call, at_last)
            with suppress(NotSaved):
                EarlierAnswer(opened, 0, record).change(record.value)
                break
        assert "No space left" in opened.trouble
        assert but_for_offers(picture(session)) == before
        assert but_for_offers(read_again(duel)) == before
    assert number
    after = picture(session)
    assert after["state"] == before["state"]
    assert after != before
    assert read_again(duel) == after
    opened.close()


@pytest.mark.parametrize("open_too", [False, True])
def test_a_power_cut_leaves_all_that_a_changed_answer_brings_or_nothing(
    duel: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, open_too: bool
) -> None:
    opened, shots = open_session(duel, rng=Random(4)), tmp_path_factory.mktemp("shots")
    session = opened.session
    play_random(session, Random(4), most_entries=3)
    if open_too:
        # Its log has records already: what is appended to them in parts would count in part.
        moment(session, 3)
    record = changeable(session, 0)[0]
    before = but_for_offers(picture(session))
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]  # the worker writes nothing meanwhile
    camera = Camera(duel.parent, shots)
    write = os.write
    with monkeypatch.context() as patch:
        # The system takes a little at a time, so that there are pictures from inside a write.
        patch.setattr(os, "write", lambda handle, data: write(handle, bytes(data[:200])))
        camera.turn_on(patch)
        EarlierAnswer(opened, 0, record).change(record.value)
    after = but_for_offers(picture(session))
    found = [but_for_offers(read_again(shots / str(shot) / duel.name)) for shot in range(camera.shots)]
    assert all(seen in (before, after) for seen in found)
    assert before in found
    assert len(found) > 3
    assert but_for_offers(read_again(duel)) == after
    opened.close()


def test_an_answer_that_does_not_fit_after_all_leaves_no_trace_on_the_disk(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Opened again, nothing of the random game is still on its way to the disk.
    played(duel, 2, seed=4)
    opened = open_session(duel, rng=Random(4))
    session = opened.session
    record = changeable(session, 0)[0]
    before, written = picture(session), log_lines(duel)
    monkeypatch.setattr(amending, "preview", lambda *_: None)
    with pytest.raises(InvalidInput):
        EarlierAnswer(opened, 0, record).change("nobody")
    assert picture(session) == before
    assert log_lines(duel) == written
    opened.close()


def test_what_a_log_of_before_was_allowed_is_replayed_and_new_input_is_checked() -> None:
    session = better_wargame.session({"A1": {}, "A2": {}, "B1": {}})
    with pytest.raises(InvalidInput, match="already"):
        session.adjust("A2", "name", session.table.unit("A1").name)
    session.intake.replay(Adjust("A2", "name", session.table.unit("A1").name, ""))
    assert session.table.unit("A2").name == session.table.unit("A1").name


def test_models_that_joined_lead_to_the_table_after_an_edit_by_hand(tmp_path: Path) -> None:
    file = create_session(better_wargame.session({"A1": {"models": 6}, "B1": {}}).table, tmp_path, "Late")
    opened = open_session(file)
    opened.session.adjust("A1", "models", 5, why="a stray shot")
    opened.session.adjust("A1", "minis.count", 6, why="one comes late")
    opened.close()
    put(file, "a stray shot", "a stray bullet")
    for copy in file.parent.rglob("*"):
        if copy.is_file() and copy != file:
            copy.unlink()
    assert restore(file).session.table.unit("A1").models == 6


def test_a_newcomer_never_takes_the_id_of_a_unit_that_left() -> None:
    session = better_wargame.session({"A1": {}, "A2": {}, "B1": {}})
    template = session.table.unit("A2")
    first = newcomer(session.table, template, template.side)
    session.join(first)
    session.remove(first.id)
    assert newcomer(session.table, template, template.side).id != first.id


def test_an_aftermath_that_ended_otherwise_is_in_the_campaign_whatever_was_adjusted_after_it(file: Path) -> None:
    of = begin(file)
    play(file, of, gold=10)
    opened = open_session(session_file(file, of))
    session = opened.session
    session.adjust("rone", "mark", "red base", why="seen")
    place = len(session.entries) - 3
    gold = next(record for record in changeable(session, place) if record.kind == "number")
    EarlierAnswer(opened, place, gold).change(30, across=True)
    assert session.table.unit("rone").mark == "red base"
    assert opened.trouble == ""
    opened.close()
    assert [now(file).rosters[one].fields["gold"] for one in ("rhea", "boris")] == [50, 30]
