"""The owner as a process of its own: joined over its connection, killed, opened again, and shouted at."""

import contextlib
import json
import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from threading import Timer

import pytest

from companion import store
from companion.engine.answers import AnswerRecord
from companion.engine.errors import InvalidInput, NotSaved
from companion.seats.lines import LONGEST, address_of
from companion.seats.seat import Seat
from companion.store.restore import restore
from tests.seats.shared import standing
from tests.seats.test_alike import one_input
from tests.seats.test_by_app import people
from tests.seats.test_secrets import KAGU
from tests.waiting import PATIENCE, wait_for


class Table:
    """A session in a folder, and the process that shares it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / f"{KAGU}.toml"
        self.file.write_bytes((store.ready_dir() / self.file.name).read_bytes())
        self.seats: list[Seat] = []
        self.serve()

    def serve(self) -> None:
        address_of(self.file).unlink(missing_ok=True)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "serve", str(self.file), "--idle", "3600"],
            stdout=subprocess.PIPE,
            text=True,
        )
        wait_for(lambda: address_of(self.file).is_file())

    def seat(self, name: str) -> Seat:
        self.seats.append(Seat(address_of(self.file), name))
        return self.seats[-1]

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    for seat in made.seats:
        seat.close()
    made.kill()


def test_two_seats_play_and_what_one_does_the_other_hears(table: Table) -> None:
    red, blue = table.seat("Ito"), table.seat("blue")
    red.session.start("melee", {"pair": "aya+chiyo"})
    wait_for(lambda: blue.follow(1) and blue.session.request is not None)
    assert blue.session.request is not None
    assert (red.session.request.by, blue.session.request.by) == ("red", "blue")  # type: ignore[union-attr]
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
    table.kill()
    red.follow()
    assert red.trouble.startswith("the table was closed")
    assert not address_of(table.file).exists()
    opened = store.open_session(table.file)
    assert not opened.read_only
    assert standing(opened.session) == before
    opened.close()
    table.serve()


def test_a_table_is_shared_once_and_nobody_shares_a_table_that_is_not(table: Table, tmp_path: Path) -> None:
    again = subprocess.run(
        [sys.executable, "-m", "companion", "serve", str(table.file)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 2
    assert "cannot be shared" in again.stderr
    with pytest.raises(InvalidInput, match="nobody shares this table"):
        Seat(address_of(tmp_path / "other.toml"))


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files there")
def test_only_this_user_can_read_the_key(table: Table) -> None:
    assert stat.S_IMODE(address_of(table.file).stat().st_mode) == 0o600


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


def test_a_stranger_gets_nothing_and_the_table_goes_on(table: Table) -> None:
    red = table.seat("red")
    key = json.loads(address_of(table.file).read_text())["key"]
    join = json.dumps({"do": "join", "key": key, "seat": "look", "version": 1}).encode() + b"\n"
    wrong = json.dumps({"do": "join", "key": "0" * 32, "seat": "red", "version": 1}).encode() + b"\n"
    assert shouted(table, b"\n") == b""
    assert shouted(table, wrong) == b""
    assert shouted(table, b'{"do": "input"}\n') == b""
    assert shouted(table, os.urandom(3000) + b"\n") == b""
    assert shouted(table, b"x" * (LONGEST + 100)) == b""
    assert b'"joined"' in shouted(table, join, b"no json\n" * 10_000)
    assert b'"joined"' in shouted(table, join, b"[1]\n")
    assert b'"joined"' in shouted(table, join, b'{"do": "beat"}\n' * 10_000)
    assert b'"joined"' in shouted(table, join, b"y" * (LONGEST + 100) + b"\n")
    red.session.adjust("aya", "notes", "still here")
    assert red.session.table.unit("aya").notes == "still here"


def test_a_program_takes_a_seat_and_waits_for_the_other(table: Table) -> None:
    red = table.seat("red")
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", "play", str(table.file), "--json", "--seat", "Sora"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    hello = json.loads(program.stdout.readline())
    assert (hello["seat"], "wait" in hello["can"]) == ("blue", True)
    assert json.loads(program.stdout.readline())["type"] == "rest"
    program.stdin.write('{"do": "wait"}\n')
    program.stdin.flush()
    red.session.start("melee", {"pair": "aya+chiyo"})
    heard = [json.loads(program.stdout.readline())]
    while heard[-1]["type"] not in ("prompt", "rest"):
        heard.append(json.loads(program.stdout.readline()))
    assert heard[-1]["type"] == "prompt"
    assert heard[-1]["by"] == "blue"
    program.stdin.write('{"do": "quit"}\n')
    program.stdin.close()
    assert program.wait(PATIENCE) == 0
    program.stdout.close()


def test_the_app_takes_a_seat_seals_in_its_turn_and_leaves_its_dice(table: Table) -> None:
    red = table.seat("red")
    program = subprocess.Popen(
        [sys.executable, "-m", "companion", str(table.file), "--seat", "Sora", "--by-app", "--temper", "bold"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "The app plays Sora, bold. Ctrl+C ends it.\n"
    red.session.start("melee", {"pair": "aya+chiyo"})
    wait_for(lambda: red.follow(0.1) or red.session.sealed == ["blue"])
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
    program.stdout.close()


def test_the_bot_of_the_docs_plays_at_a_seat(table: Table) -> None:
    red, rng, given = table.seat("red"), Random(2), list[AnswerRecord]()
    bot = Path(__file__).parents[2] / "docs" / "bot.py"
    program = subprocess.Popen([sys.executable, str(bot), str(table.file), "Sora"], stderr=subprocess.PIPE)
    assert program.stderr is not None
    try:
        wait_for(lambda: red.follow(0.1) or red.seats.get("blue"))
        for _ in range(2000):
            given = [one for answers in red.session.all_answers() for one in answers if one.by == "blue"]
            if {"drawn", "rolled"} <= {one.how for one in given} and len(given) > 5:
                break
            with contextlib.suppress(InvalidInput):
                if not people(red, rng, "red"):
                    red.follow(0.2)
            assert program.poll() is None, program.stderr.read()
        else:
            raise AssertionError([(one.key, one.how) for one in given])
        assert any(one.kind == "split" and one.how == "drawn" for one in given)
    finally:
        program.kill()
        program.wait()
        program.stderr.close()


def _is_back(seat: Seat) -> bool:
    return seat.follow() or seat.saved


@pytest.mark.search
@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_lost_whenever_the_owner_is_killed(table: Table, seed: int) -> None:
    rng = Random(seed)
    seats = [table.seat("red"), table.seat("blue")]
    told = 0
    for _ in range(8):
        known = standing(seats[0].session)["counts"]
        killer = Timer(rng.random() * 0.3, table.process.send_signal, (signal.SIGKILL,))
        killer.start()
        for number in range(500):
            seat = rng.choice(seats)
            try:
                seat.follow()
                one_input(seat.session, rng, number)
                known = standing(seat.session)["counts"]
                told += 1
            except NotSaved:
                break
            except (InvalidInput, IndexError):
                if not seat.saved:
                    break
        killer.join()
        table.kill()
        table.serve()
        for seat in seats:
            wait_for(partial(_is_back, seat))
            seat.follow(0.2)
        on_disk = standing(restore(table.file).session)
        assert standing(seats[0].session) == standing(seats[1].session) == on_disk
        # What was told last is there, to whichever seat; at most the input in flight came after it, an undo of up to
        # four. What a seat knew before the other one's undos tells nothing.
        assert on_disk["counts"][2] >= known[2] - 4
    assert told > 10
