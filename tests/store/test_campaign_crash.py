"""Closing a battle while the disk fails, the power goes, or the program is killed: all of it is there, or none."""

import errno
import os
import shutil
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest

from companion.engine.errors import InvalidInput, NotSaved
from companion.frontend.campaigns import reopened
from companion.store.battles import BattlePlan, make_session, plan_battle
from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.ledger import differences, owed, state_of
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import drive
from tests.searching import one_in
from tests.store.feuds import begin, done, feud, fight, now, play, session_file, settle
from tests.store.helpers import Camera, text_of
from tests.torture.children import failing
from tests.torture.table import is_here


def fought(tmp_path: Path) -> tuple[Path, str]:
    """A campaign whose battle is over, its aftermath owed by both."""
    file = feud(tmp_path)
    of = begin(file)
    opened = open_session(session_file(file, of))
    fight(opened.session, 1)
    opened.close()
    return file, of


def after(tmp_path: Path) -> Any:
    """The rosters as they are when nothing goes wrong."""
    file = feud(tmp_path / "elsewhere")
    play(file, begin(file))
    return now(file).rosters


def test_at_every_step_of_closing_the_folder_leads_to_the_same_campaign(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, of = fought(tmp_path)
    camera = Camera(file.parent, tmp_path_factory.mktemp("shots"))
    opened = open_session(session_file(file, of))
    with monkeypatch.context() as patch:
        camera.turn_on(patch)
        for side in ("rhea", "boris"):
            settle(opened.session, side)
        opened.close()
    wanted = after(tmp_path)
    assert now(file).rosters == wanted
    assert camera.shots > 20
    ends = set()
    for shot in range(camera.shots):
        copy = camera.to / str(shot) / file.name
        assert list(differences(read_campaign(copy))) == []
        again = open_session(session_file(copy, of))
        assert again.trouble == ""
        session = again.session
        if session.run is not None:
            session.leave(False)
        for side in [s.id for s in session.table.sides.values() if not s.settled]:
            settle(session, side)
        again.close()
        assert now(copy).rosters == wanted
        assert state_of(now(copy), of) == "closed"
        ends.add(len(now(copy).ledger))
    assert ends == {4}, "nothing was closed twice"


@pytest.mark.parametrize("call", ["write", "fsync", "replace"])
def test_a_campaign_that_cannot_be_written_is_closed_at_the_next_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    file, of = fought(tmp_path)
    opened = open_session(session_file(file, of))
    settle(opened.session, "rhea")
    opened.session.start("aftermath", {"side": "boris"})
    before = text_of(file)
    real = getattr(os, call)

    def full(*args: Any, **more: Any) -> Any:
        # A file has its name, a handle that of its file.
        path = f"/proc/self/fd/{args[0]}" if isinstance(args[0], int) else str(args[0])
        if os.path.basename(os.path.realpath(path)) == ".campaign.toml.new":
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        drive(opened.session, default=lambda r: [[1]] if r.name == "scar" else 10)
        assert "No space left" in opened.trouble
        assert text_of(file) == before
    opened.close()
    assert owed(now(file), of) == ["boris"]
    again = open_session(session_file(file, of))
    assert again.trouble == ""
    assert any("aftermath is in the campaign" in notice for notice in again.notices)
    again.close()
    assert now(file).rosters == after(tmp_path)
    assert check_file(file) == []


def test_a_battle_whose_session_was_never_written_is_begun_again(file: Path) -> None:
    of = done(file, plan_battle, BattlePlan(["rhea", "boris"]))
    assert [fault.key for fault in check_file(file)] == [f"battles.{of}.session"]
    session = make_session(file, now(file), of)
    text = text_of(session)
    session.unlink()
    assert text_of(make_session(file, now(file), of)) == text


def test_a_fault_in_the_middle_of_a_change_writes_nothing(file: Path) -> None:
    before = text_of(file)
    with pytest.raises(ZeroDivisionError), changing(file) as made:
        made.add("rhea", "manual", why=str(1 // 0))
    assert text_of(file) == before


def test_a_session_beside_a_campaign_that_cannot_be_read_says_so_and_closes_later(tmp_path: Path) -> None:
    file, of = fought(tmp_path)
    session, whole = session_file(file, of), file.read_bytes()
    file.write_bytes(whole[:700])
    opened = open_session(session)
    assert any("campaign of this folder cannot be read" in notice for notice in opened.notices)
    for side in ("rhea", "boris"):
        settle(opened.session, side)
    opened.close()
    file.write_bytes(whole)
    open_session(session).close()
    assert now(file).rosters == after(tmp_path)
    assert check_file(file) == []


@pytest.mark.skipif(not is_here(), reason="counts calls to the disk")
@pytest.mark.parametrize(("call", "for_good"), one_in(3, product(("open", "write", "fsync", "replace"), (False, True))))
def test_a_battle_is_reopened_with_its_last_question_or_not_at_all(tmp_path: Path, call: str, for_good: bool) -> None:
    """Whichever call to the disk fails, once or from then on: both files say the same afterwards."""
    start, of = fought(tmp_path / "start")
    opened = open_session(session_file(start, of))
    for side in ("rhea", "boris"):
        settle(opened.session, side)
    opened.close()
    ends = set()
    for number in count(1):
        folder = tmp_path / str(number)
        shutil.copytree(start.parent, folder)
        file, refused = folder / start.name, False
        with failing(call, number, errno.ENOSPC, for_good=for_good):
            try:
                reopened(file, of)
            except (CannotOpen, InvalidInput, NotSaved, OSError):
                refused = True
        held = restore(session_file(file, of)).session
        open_, asked = owed(now(file), of) != [], held.run is not None
        assert list(differences(now(file))) == []
        if not (for_good and asked and not open_):
            # Where nothing more can be written, the session asks, and says that the campaign has its answer.
            assert open_ == asked
        if not refused:
            assert open_
        ends.add((open_, refused))
        if not refused and number > 15:
            break
    assert ends >= {(False, True), (True, False)}
