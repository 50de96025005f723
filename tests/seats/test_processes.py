"""The owner as a process of its own: joined over its connection, killed, asleep, opened again, and shouted at."""

import contextlib
import io
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput, NotSaved
from companion.play.json_lines import Conversation
from companion.play.plain import Plain
from companion.seats.lines import LONGEST, RATE, VERSION, address_of
from companion.seats.seat import Seat
from companion.store.opening import open_session
from tests.examples import present
from tests.play.talking import last, say
from tests.seats.shared import ready, seated, standing
from tests.seats.table import Table
from tests.seats.test_by_app import people
from tests.waiting import PATIENCE, wait_for


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """One whose owner may be killed."""
    made = Table(tmp_path)
    yield made
    made.leave()
    made.kill()


@pytest.fixture(scope="module")
def _one_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    made = Table(tmp_path_factory.mktemp("shared"))
    yield made
    made.kill()


@pytest.fixture
def quiet(_one_table: Table) -> Iterator[Table]:
    """One for all tests that leave the owner alone. Afterwards it is as it was."""
    yield _one_table
    _one_table.leave()
    again = _one_table.seat("table")
    if again.session.undo_count:
        again.session.undo(again.session.undo_count)
    _one_table.leave()


def test_two_seats_play_and_what_one_does_the_other_hears(quiet: Table) -> None:
    red, blue = quiet.seat("Ito"), quiet.seat("blue")
    red.session.start("melee", {"pair": "aya+chiyo"})
    wait_for(lambda: blue.follow(1) and blue.session.request is not None)
    assert (red.session.request.by, present(blue.session.request).by) == ("red", "blue")  # type: ignore[union-attr]
    assert blue.session.heard
    assert standing(red.session) == standing(blue.session)
    assert blue.seats["red"] == 1
    for seat in (red, blue):
        seat.close()
    with pytest.raises(InvalidInput, match="does not answer"):
        red.session.undo()


def test_nothing_acknowledged_is_lost_when_the_owner_is_killed(table: Table) -> None:
    red = table.seat("red")
    red.session.start("melee", {"pair": "aya+chiyo"})
    red.session.adjust("aya", "notes", "tired")
    before = standing(red.session)
    table.kill()
    with pytest.raises(NotSaved, match="not known"):
        red.session.adjust("aya", "notes", "angry")
    assert red.follow() is False
    with pytest.raises(InvalidInput, match="read-only"):
        red.session.undo()
    assert not red.saved
    table.serve()
    wait_for(red.follow)
    assert red.saved
    assert standing(red.session) == before
    red.session.adjust("aya", "notes", "angry")
    assert red.session.table.unit("aya").notes == "angry"


def test_the_session_opens_where_the_seats_left_it(table: Table) -> None:
    red = table.seat("red")
    red.session.start("melee", {"pair": "aya+chiyo"})
    before = standing(red.session)
    table.process.send_signal(signal.SIGTERM)
    assert table.process.wait(PATIENCE) == 0
    red.follow()
    assert red.trouble.startswith("the table was closed")
    assert not address_of(table.file).exists()
    opened = open_session(table.file)
    assert not opened.read_only
    assert standing(opened.session) == before
    opened.close()


def test_a_table_is_shared_once_and_nobody_shares_a_table_that_is_not(quiet: Table, tmp_path: Path) -> None:
    if sys.platform != "win32":
        assert stat.S_IMODE(address_of(quiet.file).stat().st_mode) == 0o600, "only this user can read its key"
    words = [sys.executable, "-m", "companion", "serve", str(quiet.file)]
    again = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "cannot be shared" in again.stderr
    played = ready(tmp_path)
    again = subprocess.run([*words[:-1], str(played.file)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert "`s` on its table shares it there" in again.stderr
    assert played.close()
    with pytest.raises(InvalidInput, match="nobody shares this table"):
        Seat(address_of(tmp_path / "other.toml"))


def shouted(table: Table, *lines: bytes) -> bytes:
    """What comes back for these bytes until the connection ends."""
    found = json.loads(address_of(table.file).read_text())
    with socket.create_connection(("127.0.0.1", found["port"]), PATIENCE) as line:
        heard = b""
        try:
            for one in lines:
                line.sendall(one)
            while data := line.recv(1 << 16):
                heard += data
        except ConnectionError:
            pass
        return heard


def test_floods_and_nonsense_end_their_own_line_alone_and_a_stranger_gets_nothing(quiet: Table) -> None:
    red = quiet.seat("red")
    key = json.loads(address_of(quiet.file).read_text())["key"]

    def joining(key: str) -> bytes:
        return json.dumps({"do": "join", "key": key, "seat": "look", "version": VERSION}).encode() + b"\n"

    undo = b'{"do": "input", "id": 1, "after": 0, "inputs": [{"do": "undo", "count": 1}]}\n'
    for line in (b"\n", joining("0" * 32), b'{"do": "input"}\n', os.urandom(3000) + b"\n", b"x" * (LONGEST + 100)):
        assert shouted(quiet, line) == b""
    for lines in (
        b"no json\n" * 10_000,
        b"[1]\n",
        b'{"do": "beat"}\n' * 10_000,
        b"y" * (LONGEST + 100) + b"\n",
        # A busy machine takes a burst over several seconds, in none of which it is one too many.
        undo * (20 * RATE),
    ):
        assert b'"joined"' in shouted(quiet, joining(key), lines)
    heard = shouted(quiet, joining(key), b'{"do": "input"}\n', b"{\n")
    assert heard.count(b'"refused"') == 1
    assert b"Traceback" not in heard
    red.session.adjust("aya", "notes", "still here")
    assert red.session.table.unit("aya").notes == "still here"


def test_a_seat_that_differs_joins_anew(quiet: Table) -> None:
    red, blue = quiet.seat("red"), quiet.seat("blue")
    # As a bit that fell over would have it.
    blue.session.table.unit("aya").notes = "rested"
    red.session.adjust("aya", "notes", "tired")
    wait_for(lambda: blue.follow(0.1) and not blue.saved)
    wait_for(lambda: blue.follow(0.1) or blue.saved)
    assert standing(blue.session) == standing(red.session)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal that stops a program there")
def test_an_owner_that_sleeps_is_missed_and_found_again(quiet: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    red = quiet.seat("red")
    before = standing(red.session)
    os.kill(quiet.process.pid, signal.SIGSTOP)
    try:
        with monkeypatch.context() as impatient:
            impatient.setattr(sys.modules[Seat.__module__], "SILENT", 0.5)
            with pytest.raises(NotSaved, match="not known"):
                red.session.adjust("aya", "notes", "tired")
        assert not red.saved
        assert red.trouble
        with pytest.raises(InvalidInput, match="read-only"):
            red.session.undo()
    finally:
        os.kill(quiet.process.pid, signal.SIGCONT)
    wait_for(lambda: red.follow(0.1) or red.saved)
    # It lay in the line and was done when the owner woke, or it was not: the table says which.
    again = quiet.seat("blue")
    wait_for(lambda: [seat.follow(0.1) for seat in (red, again)] and standing(red.session) == standing(again.session))
    assert red.session.table.unit("aya").notes in ("tired", before["units"]["aya"].get("notes", ""))


def test_a_program_takes_a_seat_and_waits_for_the_other(quiet: Table) -> None:
    red = quiet.seat("red")
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", str(quiet.file), "--json", "--seat", "Sora"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        hello = json.loads(program.stdout.readline())
        assert (hello["seat"], "wait" in hello["can"]) == ("blue", True)
        assert json.loads(program.stdout.readline())["type"] == "rest"
        message: dict[str, Any] = {"type": "rest"}
        while message["type"] != "prompt":
            # That somebody sits down ends a wait too.
            if message["type"] == "rest":
                program.stdin.write('{"do": "wait"}\n')
                program.stdin.flush()
            if red.session.run is None:
                red.session.start("melee", {"pair": "aya+chiyo"})
            message = json.loads(program.stdout.readline())
        assert message["by"] == "blue"
        program.stdin.write('{"do": "quit"}\n')
        program.stdin.close()
        assert program.wait(PATIENCE) == 0


def test_who_waits_is_told_at_once_what_others_did_before_its_line_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, at = seated(ready(tmp_path))
    talk, waited = Conversation(at["blue"]), list[float]()

    def follow(seconds: float = 0) -> bool:
        waited.append(seconds)
        return Seat.follow(at["blue"])

    monkeypatch.setattr(at["blue"], "follow", follow)
    at["red"].session.start("melee", {"pair": "aya+chiyo"})
    assert (last(talk, do="wait")["type"], waited) == ("prompt", [0])
    assert (last(talk, do="wait", seconds=1)["type"], waited) == ("prompt", [0, 0, 1])


def test_a_line_meant_for_what_stood_before_is_not_taken_and_a_seat_is_handed_to_nobody(tmp_path: Path) -> None:
    _, at = seated(ready(tmp_path))
    out = io.StringIO()
    talk = Plain(at["blue"], out, 24)
    at["red"].session.start("melee", {"pair": "aya+chiyo"})
    talk.take("2 2")
    assert present(at["blue"].session.run).sealed == {}
    assert "Hand over" not in out.getvalue()
    talk.take("2 2")
    assert [*present(at["blue"].session.run).sealed] == ["blue"]


def test_a_table_that_was_away_is_found_again_and_the_changes_that_were_sent_lead_nowhere(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path))
    blue = at["blue"]
    lines = Plain(blue, io.StringIO(), 24)
    owner.close("it goes on in a moment")
    with blue.found():
        for saved in (False, True):
            lines.take("log")
            assert blue.saved == saved
    talk = Conversation(blue)
    say(talk, do="adjust", of="chiyo", field="notes", value="angry")
    assert last(talk, do="seek", seq=1)["type"] == "state"
    owner.close("it goes on in a moment")
    assert say(talk, do="state")[0]["text"] == "it goes on in a moment"
    assert "wait" in talk.can()
    with blue.found():
        away, refused = say(talk, do="seek", seq=1)
    assert (away["text"], refused["type"]) == ("the table was away; this is what stands", "error")


def test_the_app_takes_a_seat_seals_in_its_turn_and_leaves_its_dice(quiet: Table) -> None:
    red = quiet.seat("red")
    with subprocess.Popen(
        [sys.executable, "-m", "companion", str(quiet.file), "--seat", "Sora", "--by-app", "--temper", "bold"],
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        assert present(program.stdout).readline() == "The app plays Sora, bold. Ctrl+C ends it.\n"
        red.session.start("melee", {"pair": "aya+chiyo"})
        while red.session.secret is None or red.session.sealed != ["blue"]:
            red.follow(0.1)
        red.session.answer(red.session.request.random(Random(1)))  # type: ignore[union-attr]
        # The dice of both are thrown here: its own it leaves.
        wait_for(lambda: red.follow(0.1) or red.session.decides)
        while red.session.wishes.get("blue", ("",))[0] != red.session.request.key:  # type: ignore[union-attr]
            red.follow(0.1)
        red.session.answer("roll")
        assert red.session.last_result is not None
        program.send_signal(signal.SIGINT)
        assert program.wait(PATIENCE) == 0


def test_the_bot_of_the_docs_plays_at_a_seat(quiet: Table) -> None:
    red, rng, given = quiet.seat("red"), Random(2), list[AnswerRecord]()
    bot = Path(__file__).parents[2] / "docs" / "bot.py"
    with subprocess.Popen([sys.executable, str(bot), str(quiet.file), "Sora"], stderr=subprocess.PIPE) as program:
        try:
            wait_for(lambda: red.follow(0.1) or red.seats.get("blue"))
            for _ in range(2000):
                given = [one for answers in red.session.all_answers() for one in answers if one.by == "blue"]
                if {"drawn", "rolled"} <= {one.how for one in given} and len(given) > 5:
                    break
                with contextlib.suppress(InvalidInput):
                    if not people(red, rng, "red"):
                        red.follow(0.2)
                assert program.poll() is None, present(program.stderr).read()
            else:
                raise AssertionError([(one.key, one.how) for one in given])
            assert any(one.kind == "split" and one.how == "drawn" for one in given)
        finally:
            program.kill()
