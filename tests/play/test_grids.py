"""A grid as typed lines and as the line protocol."""

import io
import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.typed_answers import grid_of
from companion.play.json_lines import Conversation
from companion.play.plain import play
from tests.engine.test_grids import sheet
from tests.games.roll_call import example
from tests.play.bot import move
from tests.play.held import Held


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("", {}),
        ("Ann kills 2", {"ann": {"kills": 2}}),
        ("ann boleyn kills 2", {"ann2": {"kills": 2}}),
        ("1 kills 2; 4 kills=1", {"ann": {"kills": 2}, "cid": {"kills": 1}}),
        ("1 2 y sad", {"ann": {"kills": 2, "hurt": True, "mood": "sad"}}),
        ("1 - n 2 'so, it ends; well'", {"ann": {"hurt": False, "mood": "sad", "words": "so, it ends; well"}}),
        ("ann last words all is lost kills 3", {"ann": {"words": "all is lost", "kills": 3}}),
        ("ann last words none", {"ann": {"words": ""}}),
        ("'Bob; [/' hurt yes;", {"bob": {"hurt": True}}),
        ("da ki 1", {"dan": {"kills": 1}}),
    ],
)
def test_what_is_typed_takes_shape(line: str, rows: dict[str, Any]) -> None:
    assert grid_of(line, sheet()) == {"rows": rows}
    sheet().check(grid_of(line, sheet()))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("eve kills 2", "there is no row 'eve'"),
        ("ann kills", "Ann, kills: no value is given"),
        ("ann", "Ann: what is different?"),
        ("ann kills many", "Ann, kills: 'many' is no whole number"),
        ("ann hurt perhaps", "Ann, hurt: 'perhaps' is neither yes nor no"),
        ("ann mood odd", "Ann, mood: 'odd' is not offered here"),
        ("1 2 y sad words 3 more", "Ann: 6 values for 5 columns"),
    ],
)
def test_what_cannot_be_read_is_explained(line: str, message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        grid_of(line, sheet())
    assert refused.value.message == message


@given(st.text(max_size=40))
def test_a_line_is_refused_or_read_into_an_answer_that_fits(line: str) -> None:
    with suppress(InvalidInput):
        read = sheet().check(grid_of(line, sheet()))
        assert sheet().check(read) == read


def test_plain_play_shows_rows_with_what_stands_and_takes_one_line() -> None:
    held, out = Held(Session(example())), io.StringIO()
    play(held, io.StringIO("1\nann kills 12\nann kills 2; cid last words farewell\nquit\n"), out)
    text = out.getvalue()
    assert "  1. Ann: kills 0, hurt no, mood Glad, last words none, pay 0.\n" in text
    assert "  4. Cid: kills 0, hurt no, mood Glad, last words none, pay 0; hurt closed: he cannot be hurt.\n" in text
    assert "  Kills: 0 to 9 (nobody fells more).\n  Hurt: y or n.\n  Mood: 1 Glad, 2 Sad at heart.\n" in text
    assert "such as 1 kills 1; more rows after a semicolon." in text
    assert "Not taken: Ann, kills: 12 is out of bounds (0 to 9: nobody fells more)." in text
    assert "Ann: Kills 0 to 2 (written down)." in text
    assert held.session.table.unit("cid").words == "farewell"


def test_enter_alone_leaves_everything_as_it_is() -> None:
    held = Held(Session(example()))
    play(held, io.StringIO("call\n\nquit\n"), io.StringIO())
    (entry,) = held.session.entries
    assert entry.outcome == {"different": 0}


def test_the_prompt_says_columns_and_rows_and_a_bot_answers_it() -> None:
    talk = Conversation(Held(Session(example())))
    list(talk.opening())
    prompt: Any
    (prompt,) = talk.handle(b'{"do": "start", "procedure": "call"}')
    assert prompt["kind"] == "grid"
    assert prompt["legal"]["columns"] == [
        {"name": "kills", "label": "kills", "kind": "number", "lo": 0, "hi": 9, "why_hi": "nobody fells more"},
        {"name": "hurt", "label": "hurt", "kind": "yes_no"},
        {
            "name": "mood",
            "label": "mood",
            "kind": "choose",
            "choices": [{"value": "glad", "label": "Glad"}, {"value": "sad", "label": "Sad at heart"}],
        },
        {"name": "words", "label": "last words", "kind": "text"},
        {
            "name": "pay",
            "label": "pay",
            "kind": "number",
            "lo": 0,
            "hi": 9,
            "why_hi": "the purse holds 9",
            "total": 9,
        },
    ]
    values = {"kills": 0, "hurt": False, "mood": "glad", "words": "", "pay": 0}
    assert prompt["legal"]["rows"][3] == {
        "row": "cid",
        "label": "Cid",
        "values": values,
        "closed": {"hurt": "he cannot be hurt"},
    }
    assert prompt["legal"]["rows"][4]["bounds"] == {"kills": {"lo": 0, "hi": 1}}
    (refused,) = talk.handle(b'{"do": "answer", "value": {"rows": {"ann": {"kills": 99}}}}')
    assert refused["type"] == "error"
    said = list(talk.handle(json.dumps(move(dict(prompt), Random(3))).encode()))
    assert said[-1]["type"] == "rest"
