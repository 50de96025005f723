"""The conversation on docs/protocol.md, replayed to the word, and its tables held to the program."""

import json
import re
import typing
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.play import protocol
from companion.play.json_lines import RULING_WORDS, Conversation, encode
from companion.play.lines_in import LONGEST
from companion.store.format.entries import Kind
from tests.engine.test_grids import sheet
from tests.legal import legal
from tests.play.held import Held

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
LINES = typing.get_args(protocol.Message)
PARTS = (
    protocol.RulingPart,
    protocol.ActionPart,
    protocol.AnsweredPart,
    protocol.GivenPart,
    protocol.CostPart,
    protocol.GroupPart,
    protocol.NoticePart,
    protocol.OddsRow,
    protocol.Reason,
    protocol.RowPart,
    protocol.StandingPart,
    protocol.TallyPart,
)


def test_the_conversation_on_the_page_is_what_is_said() -> None:
    lines = PAGE.partition("```text\n")[2].partition("```")[0].splitlines()
    talk = Conversation(Held())
    said = ["< " + encode(message).decode().strip() for message in talk.opening()]
    for line in lines:
        if line.startswith("> "):
            answer = talk.handle(line[2:].encode())
            said += [line, *("< " + encode(message).decode().strip() for message in answer)]
    version = json.dumps(companion.__version__)
    shown = [re.sub(r'"app": "[^"]*"', f'"app": {version}', line) for line in lines]
    assert [line for line, wanted in zip(shown, said, strict=True) if not matches(line, wanted)] == []
    assert talk.over


def matches(shown: str, said: str) -> bool:
    """Whether a line of the page is what is said; `…` stands for what an earlier line shows in full."""
    return re.fullmatch(".+".join(map(re.escape, shown.split("…"))), said) is not None


def test_every_kind_of_line_stands_in_full_once() -> None:
    whole = [line[2:] for line in PAGE.partition("```text\n")[2].partition("```")[0].splitlines() if "…" not in line]
    told = [json.loads(line) for line in whole]
    assert {"hello", "rest", "prompt", "change", "note", "result", "done", "state", "error", "bye"} <= {
        line.get("type") for line in told
    }
    assert {"start", "answer", "seek", "undo", "quit"} <= {line.get("do") for line in told}


def fields(line: Any) -> set[str]:
    return set(line.__required_keys__ | line.__optional_keys__) - {"type"}


def kind(line: Any) -> str:
    (name,) = typing.get_args(typing.get_type_hints(line)["type"])
    return str(name)


@pytest.mark.parametrize("line", LINES, ids=kind)
def test_the_page_names_every_field_of_every_line(line: Any) -> None:
    (row,) = re.findall(rf"(?m)^\| `{kind(line)}` \| .*? \| (.*) \|$", PAGE)
    told = set(re.findall(r"`(\w+)`", row))
    assert fields(line) <= told, fields(line) - told


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_the_page_names_the_fields_of_every_part_in_order(part: Any) -> None:
    wanted = [name for name in typing.get_type_hints(part) if name != "type"]
    shapes = [re.findall(r"\w+", shape) for shape in re.findall(r"\{([^{}`]*)", PAGE)]
    assert wanted in shapes


def test_the_page_names_every_kind_of_prompt_and_every_key_of_a_grid() -> None:
    table = PAGE.partition("### Kinds of prompt")[2].partition("### Secrets")[0]
    rows = {row.split("`")[1]: row for row in table.splitlines() if row.startswith("| `")}
    assert set(rows) - {"kind"} == set(typing.get_args(Kind))
    form = legal(sheet())
    for part in (*form["columns"], *form["rows"]):
        assert set(part) <= set(re.findall(r"\w+", rows["grid"]))


def test_the_page_names_every_word_and_the_longest_line() -> None:
    table = PAGE.partition("## To the program")[2].partition("Fields after a semicolon")[0]
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", table)))) - {"do"} == {
        *Conversation(Held()).can(),
        "take_over",
        "wait",
        "odds",
        *RULING_WORDS,
    }
    assert f"{LONGEST:,} bytes" in PAGE
