"""A full disk, a lost folder, no power, a file that another hand changed: it is said, and nothing is lost."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.errors import NotSaved
from companion.play.json_lines import Conversation
from companion.store.folders import history_dir, log_file
from companion.store.opening import open_session
from companion.store.verify import check_file
from companion.testing import play_random, step_random
from tests.play.held import typed
from tests.searching import one_in
from tests.store.helpers import (
    BROKEN,
    Camera,
    anything,
    begun,
    but_for_offers,
    full,
    log_lines,
    moment,
    opened_anew,
    picture,
    put,
    read_again,
    text_of,
)


@pytest.mark.parametrize(("call", "broken"), BROKEN)
@pytest.mark.parametrize("count", one_in(2, (0, 1, 3, 5, 9)))
def test_an_input_that_cannot_be_written_is_taken_back(
    duel: Path, monkeypatch: pytest.MonkeyPatch, call: str, broken: Callable[..., Any], count: int
) -> None:
    opened = open_session(duel, rng=Random(1))
    moment(opened.session, count)
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]
    before = but_for_offers(picture(opened.session))
    with monkeypatch.context() as patch:
        patch.setattr(os, call, broken)
        with pytest.raises(NotSaved, match="No space left"):
            step_random(opened.session, Random(7))
        assert "No space left" in opened.trouble
        assert not opened.saved
    assert but_for_offers(picture(opened.session)) == before
    assert but_for_offers(read_again(duel)) == before
    play_random(opened.session, Random(2))
    assert opened.close()
    assert opened.trouble == ""
    assert read_again(duel) == picture(opened.session)


@pytest.mark.parametrize(("word", "of"), [("undo", (2,)), ("redo", (2,)), ("adjust", ("ann", "health", 1))])
def test_an_undo_or_adjustment_that_cannot_be_written_is_taken_back(
    duel: Path, monkeypatch: pytest.MonkeyPatch, word: str, of: tuple[Any, ...]
) -> None:
    opened = open_session(duel, rng=Random(1))
    moment(opened.session, 4)
    if word == "redo":
        opened.session.undo(2)
    before = picture(opened.session)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(NotSaved):
            getattr(opened.session, word)(*of)
    assert picture(opened.session) == before
    assert read_again(duel) == before
    opened.close()


def test_a_main_file_that_cannot_be_written_is_tried_again(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = open_session(duel)
    text = text_of(duel)
    with monkeypatch.context() as patch:
        patch.setattr("companion.store.snapshot.compose", full)
        opened.session.adjust("ann", "health", 1)
        opened.save()
        assert "could not be written" in opened.trouble
        assert not opened.saved
    assert text_of(duel) == text
    assert read_again(duel) == picture(opened.session)
    assert opened.close()
    assert "health = 1\n" in text_of(duel)


def test_a_lost_folder_and_a_closed_session_take_no_input_silently(duel: Path, tmp_path: Path) -> None:
    opened = begun(duel)
    before = picture(opened.session)
    shutil.move(tmp_path, tmp_path.with_name("away"))
    with pytest.raises(NotSaved, match="could not be written"):
        opened.session.answer("bob")
    assert picture(opened.session) == before
    shutil.move(tmp_path.with_name("away"), tmp_path)
    opened.session.answer("bob")
    stood = picture(opened.session)
    assert read_again(duel) == stood
    opened.close()
    with pytest.raises(NotSaved, match="closed"):
        opened.session.answer(True)
    assert picture(opened.session) == stood


@pytest.mark.parametrize("played", [0, 1, 12])
@pytest.mark.parametrize("history", [True, False])
def test_a_file_that_is_deleted_while_it_is_played_is_written_again(duel: Path, played: int, history: bool) -> None:
    """Also before there is a generation of it, in the middle of a procedure, and without another input."""
    opened = open_session(duel, rng=Random(1))
    moment(opened.session, played)
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]
    if opened.session.run is None:
        opened.session.start("exchange", {"fighter": "ann"})
    duel.unlink()
    if not history:
        shutil.rmtree(history_dir(duel), ignore_errors=True)
    step_random(opened.session, Random(7))
    assert opened.trouble == "duel-at-dawn.toml was deleted while it is played: it is written again"
    assert read_again(duel) == picture(opened.session)
    assert open_session(duel).read_only
    if opened.session.run is None:
        opened.session.start("exchange", {"fighter": "ann"})
    duel.unlink()
    assert opened.close()
    assert read_again(duel) == picture(opened.session)
    assert check_file(duel) == []


def test_a_file_that_is_deleted_and_cannot_be_written_again_is_said(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = begun(duel, Random(1))
    duel.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", full)
        opened.session.answer("bob")
        assert "was deleted while it is played and could not be written again: No space left" in opened.trouble
    opened.session.answer(True)
    assert read_again(duel) == picture(opened.session)
    opened.close()


def test_a_file_changed_by_another_hand_is_never_written_over(duel: Path) -> None:
    opened = begun(duel, Random(1))
    put(duel, 'name = "Cid"', 'name = "Cid the Third"')
    text = text_of(duel)
    play_random(opened.session, Random(3))
    opened.save()
    assert text_of(duel) == text
    assert opened.file == duel.with_name("duel-at-dawn-2.toml")
    assert opened.trouble == (
        "duel-at-dawn.toml was changed by another program and is left alone; play goes on in duel-at-dawn-2.toml"
    )
    assert opened.close()
    assert read_again(opened.file) == picture(opened.session)
    assert read_again(duel)["state"]["units"]["cid"]["name"] == "Cid the Third"


def test_an_log_file_that_another_program_grew_is_set_aside(duel: Path) -> None:
    opened = begun(duel, Random(1))
    with log_file(duel).open("a") as handle:
        handle.write("something else\n")
    opened.session.answer("bob")
    assert duel.with_name("duel-at-dawn.truncated-1").read_text().endswith("something else\n")
    assert read_again(duel) == picture(opened.session)
    opened.close()


def test_every_front_end_says_that_play_goes_on_in_another_file(duel: Path) -> None:
    opened = open_session(duel, rng=Random(1))
    talk = Conversation(opened)
    assert talk.opening()[0]["notices"] == []
    put(duel, 'name = "Cid"', 'name = "Cid the Third"')
    opened.session.adjust("bob", "health", 1)
    opened.save()
    (notice,) = [message for message in talk.handle(b'{"do": "save"}') if message["type"] == "notice"]
    assert "play goes on in duel-at-dawn-2.toml" in notice["text"]
    assert notice["text"] in [one["text"] for one in Conversation(opened).opening()[0]["notices"]]
    said = typed(opened, ["save", "quit"])
    assert "play goes on in duel-at-dawn-2.toml" in said
    assert "Not saved" not in said


# -- the power fails between any two steps on the disk


@pytest.mark.parametrize("seed", one_in(2, range(4)))
def test_at_every_step_of_writing_the_disk_holds_every_input(
    duel: Path, tmp_path: Path, seed: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Camera(tmp_path, tmp_path_factory.mktemp("shots"), "companion-save")
    camera.turn_on(monkeypatch)
    monkeypatch.setattr(Path, "unlink", camera.around(Path.unlink))
    opened, rng, looked = open_session(duel, rng=Random(seed)), Random(seed), 0
    for _ in range(40):
        if opened.session.table.over is not None and opened.session.run is None:
            break
        anything(opened.session, rng)
        opened._recorder.snapshots.wait()  # type: ignore[union-attr]
        camera.shoot()
        for shot in range(looked, camera.shots):
            assert read_again(camera.to / str(shot) / duel.name) == picture(opened.session), shot
        looked = camera.shots
    opened.close()
    assert looked > 30


def test_lines_that_go_on_from_another_state_are_set_aside(duel: Path) -> None:
    opened = open_session(duel, rng=Random(3))
    opened.session.adjust("bob", "health", 1)
    opened.save()
    opened.session.start("exchange", {"fighter": "ann"})
    opened.session.answer("bob")
    opened.close()
    shutil.copyfile(history_dir(duel) / "000001.toml", duel)
    again = open_session(duel)
    (notice,) = again.notices
    assert "continues another snapshot" in notice
    assert "duel-at-dawn.foreign-1" in notice
    assert again.session.run is None
    again.close()
    assert "foe:red" in duel.with_name("duel-at-dawn.foreign-1").read_text()
    assert not log_file(duel).exists()


def test_after_a_crash_before_the_main_file_it_is_written_at_the_next_opening(duel: Path, monkeypatch: Any) -> None:
    opened = open_session(duel, rng=Random(3))
    monkeypatch.setattr("companion.store.snapshot.SnapshotWriter.write", lambda *_: None)
    play_random(opened.session, Random(3))
    seen, lines = picture(opened.session), len(log_lines(duel))
    opened.close()
    assert lines > 20
    monkeypatch.undo()
    assert opened_anew(duel) == ([], seen)
    assert log_lines(duel) == []
    assert text_of(duel).count("[[journal]]") == len(seen["entries"])
