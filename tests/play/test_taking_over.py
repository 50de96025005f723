"""A reader plays on when the writer has ended, and only when it is asked to."""

import errno
import io
import json
import os
from pathlib import Path

import pytest

from companion.play import plain
from companion.play.json_lines import Conversation
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.tui.controller import SessionController
from tests.examples import table_of
from tests.play.talking import opening, say


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return create_session(table_of("bushido"), tmp_path, "A bridge")


def test_json_lines_take_over_when_asked(file: Path) -> None:
    writer, talk = open_session(file), Conversation(open_session(file))
    (hello, *_) = opening(talk)
    assert "take_over" in hello["can"]
    (refused,) = say(talk, do="take_over")
    assert refused["message"] == "it cannot be played here yet: another program has this session open"
    unit = next(iter(writer.session.table.units))
    adjust = {"do": "adjust", "of": unit, "field": "name", "value": "Somebody"}
    assert "read-only" in say(talk, **adjust)[-1]["message"]
    writer.close()
    assert "read-only" in say(talk, **adjust)[-1]["message"]
    (notice, stands) = say(talk, do="take_over")
    assert (notice["kind"], stands["type"]) == ("changed", "rest")
    assert "take_over" not in talk.can()
    assert say(talk, **adjust)[0]["type"] == "change"
    assert open_session(file).read_only
    assert {"type": "bye", "saved": True}.items() <= talk.close().items()


def test_plain_text_takes_over_when_asked(file: Path) -> None:
    writer, reader = open_session(file), open_session(file)
    out = io.StringIO()
    table = plain.Plain(reader, out, 24)
    table.take("takeover")
    writer.close()
    table.take("takeover")
    table.take("takeover")
    table.close()
    told = out.getvalue()
    assert told.count("it cannot be played here yet: another program has this session open") == 1
    assert told.count("This session is played here from now on.") == 1
    assert "this session is played here already" in told


def test_a_disk_that_cannot_be_written_to_is_no_other_program(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def read_only(path: str, flags: int, *more: int, **named: int) -> int:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            raise OSError(errno.EROFS, "Read-only file system")
        return real(path, flags, *more, **named)

    with monkeypatch.context() as patch:
        patch.setattr(os, "open", read_only)
        talk, out = Conversation(open_session(file)), io.StringIO()
        unit = next(iter(talk.opened.session.table.units))
        told = [*talk.opening(), *say(talk, do="take_over")]
        told += say(talk, do="adjust", of=unit, field="name", value="Somebody")
        table = plain.Plain(open_session(file), out, 24)
        table.greet()
        table.take("takeover")
        table.take(f"adjust {unit} name Somebody")
        controller = SessionController(open_session(file))
    for words in (json.dumps(told), out.getvalue(), controller.save_state().whole):
        assert "another program" not in words
        assert "Read-only file system" in words
    assert json.dumps(told).count("Read-only file system") == 3
    (_, stands) = say(talk, do="take_over")
    assert stands["type"] == "rest"
