"""Before a reveal nothing that is said differs by what was sealed, in JSON lines, in plain text and in the log."""

import io
import json
from random import Random
from typing import Any

from companion.engine import log
from companion.engine.session import Session
from companion.play import json_lines, plain
from companion.play.json_lines import Conversation
from tests.play.held import Held
from tests.play.hidden import table
from tests.play.talking import say

BIDS = range(7)

BEFORE_THE_REVEAL: list[dict[str, Any]] = [
    {"do": "state"},
    {"do": "seek", "back": 1},
    {"do": "seek", "seq": 0},
    {"do": "answer", "value": 9},
    {"do": "answer", "value": 3, "by": "red"},
    {"do": "save"},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "state"},
    {"do": "undo"},
    {"do": "answer", "value": 99},
    {"do": "redo"},
    {"do": "amend", "key": "bids/bid:red+blue:red", "value": 2, "dry": True},
    {"do": "adjust", "of": "cid", "field": "health", "value": 1},
    {"do": "adjust", "of": "bob", "field": "skill", "value": 2},
    {"do": "adjust", "of": "ann", "field": "health", "change": -3, "why": "dropped"},
    {"do": "state"},
    {"do": "undo"},
    {"do": "state"},
    {"do": "leave", "keep": False},
    {"do": "undo"},
    {"do": "leave", "keep": True},
    {"do": "undo"},
    {"do": "answer", "value": -1},
]


def json_view(sealed: int, said: list[dict[str, Any]]) -> bytes:
    talk = Conversation(Held(Session(table(), rng=Random(1))))
    out = [
        talk.handle(b'{"do": "start", "procedure": "bids"}'),
        talk.handle(json.dumps({"do": "answer", "value": sealed}).encode()),
    ]
    out += [talk.handle(json.dumps(line).encode()) for line in said]
    told = "\n".join(line.text for line in log.lines(talk.opened.session))
    return b"".join(json_lines.encode(message) for answer in out for message in answer) + told.encode()


def test_the_conversation_is_the_same_byte_for_byte_whatever_was_sealed() -> None:
    assert len({json_view(sealed, BEFORE_THE_REVEAL) for sealed in BIDS}) == 1


def test_after_any_one_word_the_conversation_is_the_same() -> None:
    for line in BEFORE_THE_REVEAL:
        assert len({json_view(sealed, [line]) for sealed in BIDS}) == 1, line


def test_the_reveal_tells_both() -> None:
    seen = json_view(2, [{"do": "answer", "value": 5}]).decode()
    assert '"outcome": {"red": 2, "blue": 5}' in seen
    assert len({json_view(sealed, [{"do": "answer", "value": 5}]) for sealed in BIDS}) == len(BIDS)


def test_a_slot_whose_bounds_moved_is_asked_again_whatever_was_sealed() -> None:
    for sealed in BIDS:
        talk = Conversation(Held(Session(table(), rng=Random(1))))
        say(talk, do="start", procedure="bids")
        say(talk, do="answer", value=sealed)
        out = say(talk, do="adjust", of="ann", field="health", change=-1)
        assert (out[-1]["by"], out[-1]["sealed"], out[-1]["legal"]) == ("red", [], {"lo": 0, "hi": 5})
        again = say(talk, do="undo")
        assert (again[-1]["by"], again[-1]["sealed"]) == ("blue", ["red"])


def plain_view(sealed: int, lines: list[str]) -> str:
    """What is printed after the sealed line was taken: the line itself scrolls away."""
    out = io.StringIO()
    plain.play(Held(Session(table(), rng=Random(1))), iter(["1\n", f"{sealed}\n", *lines]), out)  # type: ignore[arg-type]
    return out.getvalue()


def test_plain_play_says_nothing_of_what_was_sealed() -> None:
    words = [
        "u\n",
        "r\n",
        "log\n",
        "why\n",
        "state\n",
        "overrule\n",
        "99\n",
        "adjust ann health -3\n",
        "u\n",
        "again\n",
        "leave\n",
        "help\n",
        "quit\n",
    ]
    seen = {plain_view(sealed, words) for sealed in BIDS}
    assert len(seen) == 1
    told = seen.pop()
    assert "In secret. Hand over to Rhea; the others look away." in told
    assert "Hand over to Boris" in told
    after = told.index("has sealed an answer")
    assert told[:after].endswith("\n" * 24 + "Rhea ")


def test_plain_play_reveals_both_together() -> None:
    told = plain_view(2, ["5\n", "quit\n"])
    sealed, rhea, boris = map(told.index, ("Boris has sealed", "Revealed: Rhea: 2.", "Revealed: Boris: 5."))
    assert sealed < rhea < boris
