"""Seats and owners that break, sleep, are too old, or shout: a sentence for whoever is concerned, and play goes on."""

import json
import os
import signal
import sys

import pytest

from companion.engine.errors import InvalidInput, NotSaved
from companion.seats.lines import RATE, VERSION, address_of
from companion.seats.seat import Seat
from tests.seats.shared import standing
from tests.seats.test_processes import Table, shouted, table
from tests.waiting import wait_for

__all__ = ["table"]


def joining(table: Table, **more: object) -> bytes:
    key = json.loads(address_of(table.file).read_text())["key"]
    return json.dumps({"do": "join", "key": key, "seat": "look", "version": VERSION} | more).encode() + b"\n"


def test_floods_and_nonsense_end_their_own_line_alone(table: Table) -> None:
    red = table.seat("red")
    ask = b'{"do": "input", "id": 1, "after": 0, "inputs": [{"do": "undo", "count": 1}]}\n'
    # A busy machine takes a burst over several seconds, in none of which it is one too many.
    assert b'"joined"' in shouted(table, joining(table), ask * (20 * RATE))
    heard = shouted(table, joining(table), b'{"do": "input"}\n', b"{\n")
    assert heard.count(b'"refused"') == 1
    assert b"Traceback" not in heard
    red.session.adjust("aya", "notes", "still here")
    assert red.session.table.unit("aya").notes == "still here"


def test_a_seat_that_differs_joins_anew(table: Table) -> None:
    red, blue = table.seat("red"), table.seat("blue")
    # As a bit that fell over would have it.
    blue.session.table.unit("aya").notes = "rested"
    red.session.adjust("aya", "notes", "tired")
    wait_for(lambda: blue.follow(0.1) and not blue.saved)
    wait_for(lambda: blue.follow(0.1) or blue.saved)
    assert standing(blue.session) == standing(red.session)


@pytest.mark.skipif(sys.platform == "win32", reason="no signal that stops a program there")
def test_an_owner_that_sleeps_is_missed_and_found_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    red = table.seat("red")
    before = standing(red.session)
    os.kill(table.process.pid, signal.SIGSTOP)
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
        os.kill(table.process.pid, signal.SIGCONT)
    wait_for(lambda: red.follow(0.1) or red.saved)
    # It lay in the line and was done when the owner woke, or it was not: the table says which.
    again = table.seat("blue")
    wait_for(lambda: [seat.follow(0.1) for seat in (red, again)] and standing(red.session) == standing(again.session))
    assert red.session.table.unit("aya").notes in ("tired", before["units"]["aya"].get("notes", ""))
