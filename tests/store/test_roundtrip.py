"""A session that is opened again is the session that was closed, at whatever moment."""

from pathlib import Path
from random import Random
from typing import Any

from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action
from companion.store.manage import copy_session
from companion.store.opening import open_session
from tests.examples import present
from tests.games.duel import Arena
from tests.searching import seeds
from tests.store.helpers import anything, begun, log_lines, moment, opened_anew, picture, played, read_again, text_of
from tests.store.rule_changes import changed


@seeds(*range(4))
def test_at_every_moment_the_disk_holds_what_the_players_see(duel: Path, seed: int) -> None:
    rng = Random(seed)
    opened = open_session(duel, rng=Random(seed))
    for _ in range(150):
        if opened.session.table.over is not None and opened.session.run is None:
            break
        anything(opened.session, rng)
        assert read_again(duel) == picture(opened.session)
    assert opened.close()


@seeds(*range(4))
def test_play_goes_on_after_any_close(duel: Path, seed: int) -> None:
    rng = Random(seed)
    for _ in range(40):
        opened = open_session(duel, rng=rng)
        before = picture(opened.session)
        for _ in range(rng.randint(0, 5)):
            if opened.session.table.over is None or opened.session.run is not None:
                anything(opened.session, rng)
                before = picture(opened.session)
        assert opened.close()
        assert opened_anew(duel) == ([], before)


def test_everything_can_be_undone_after_opening_and_done_again(duel: Path) -> None:
    start = read_again(duel)["state"]
    end = picture(played(duel, seed=4))
    assert len(end["entries"]) > 3
    opened = open_session(duel)
    assert picture(opened.session) == end
    opened.session.undo(opened.session.undo_count)
    assert picture(opened.session)["state"] == start
    opened.close()
    opened = open_session(duel)
    assert opened.session.redo_count > 10
    opened.session.redo(opened.session.redo_count)
    assert picture(opened.session)["state"] == end["state"]
    assert picture(opened.session)["entries"][-1]["recorded_crc"] == end["entries"][-1]["recorded_crc"]
    opened.close()


def test_a_closed_game_is_one_file_and_reading_it_writes_nothing(duel: Path) -> None:
    """What is written anew differs in nothing but its generation."""
    played(duel)
    assert log_lines(duel) == []
    text = text_of(duel)
    _ = opened_anew(duel)
    assert text_of(duel) == text
    before = text.splitlines()
    again = open_session(duel, rng=Random(2))
    again._recorder.at_rest(again.session.table, again.session.entries)  # type: ignore[union-attr]
    again.close()
    changed = {line.split(" =")[0] for line in set(before) ^ set(text_of(duel).splitlines())}
    assert changed == {"generation", "log", "records", "checksum"}


def test_a_sealed_answer_stays_sealed_over_a_close(duel: Path) -> None:
    opened = begun(duel)
    opened.session.answer("bob")
    opened.session.answer(True)
    opened.session.answer({"plan": "plain", "parts": {"attack": 3, "guard": 0}}, by="blue")
    opened.close()
    session = open_session(duel, read_only=True).session
    assert session.sealed == ["blue"]
    assert present(session.request).by == "red"
    assert "attack" not in repr([line.text for line in picture(session)["log"]])


def test_a_copy_is_a_session_of_its_own(duel: Path, tmp_path: Path) -> None:
    opened = open_session(duel, rng=Random(5))
    moment(opened.session, 12)
    seen = picture(opened.session)
    opened.close()
    copied = copy_session(duel, tmp_path / "campaign", "The other dawn")
    assert copied == tmp_path / "campaign" / "the-other-dawn.toml"
    assert read_again(copied) == seen | {"name": "The other dawn"}
    before = text_of(duel)
    played(copied, seed=6)
    assert text_of(duel) == before
    assert read_again(duel) == seen


@procedure("Call out")
async def call_out(game: Context[Arena], fighter: str) -> dict[str, Any]:
    """A word of the players' own, and a question after it."""
    said = await game.text("words", by="red", title="What does one call?")
    await game.yes_no("again", by="red", title="Once more?")
    return {"said": said}


def test_words_that_are_left_out_are_an_answer_that_comes_back(duel: Path) -> None:
    """An empty text left no value in the log, and all that was played after it was set aside."""
    calling = [Action("call_out", "Call out", call_out, "red", "fighter", (Option("ann", "Ann"),))]
    with changed({"procedures": (call_out,), "actions": lambda table: calling}):
        opened = open_session(duel)
        opened.session.start("call_out", {"fighter": "ann"})
        opened.session.answer("")
        opened.session.adjust("ann", "notes", "")
        seen = picture(opened.session)
        assert read_again(duel) == seen
        opened.session.answer(True)
        seen = picture(opened.session)
        opened.close()
        assert opened_anew(duel) == ([], seen)
        opened = open_session(duel)
        opened.session.undo()
        opened.session.undo(opened.session.undo_count)
        opened.session.redo(opened.session.redo_count)
        assert picture(opened.session)["state"] == seen["state"]
        opened.close()
