"""The conversation on docs/protocol.md, replayed to the word, and its tables held to the program."""

import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import companion
from companion.engine.requests import KINDS
from companion.engine.session import Session
from companion.frontend.lines_in import LONGEST
from companion.play import messages
from companion.play.json_lines import RULING_WORDS, Conversation, encode
from companion.store.format.campaign import RulingRow
from companion.store.rulings import Offer
from tests.engine.test_grids import sheet
from tests.examples import table_of
from tests.legal import legal
from tests.play.bot import move
from tests.play.held import Held
from tests.play.talking import CLOSING, Message, heard, last, opening

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")


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


def conversations() -> Iterator[Message]:
    """What is said of a game that has odds, to a bot that also looks, changes its mind and asks for what was."""
    talk, rng = Conversation(Held(Session(table_of("bushido"), rng=Random(3)))), Random(3)
    standing = opening(talk)[1]
    yield from opening(talk)
    for number in range(150):
        lines = heard(talk, move(standing, rng))
        standing = lines[-1]
        yield from lines
        for asked in ("odds", "answers", "state", "nonsense") if number % 5 == 0 else ():
            yield from heard(talk, {"do": asked})
        if standing["type"] == "rest":
            entry = next((one for one in last(talk, do="answers")["entries"] if one["answers"]), None)
            if entry is not None:
                given = entry["answers"][0]
                dry = {"do": "amend", "key": given["key"], "value": given["value"], "entry": entry["entry"]}
                yield last(talk, **dry, dry=True)
    yield from heard(talk, {"do": "adjust", "of": "table", "field": "round", "change": 0})
    yield last(talk, do="quit")


@cache
def said() -> list[Message]:
    row = RulingRow(1, "number", "words", "2026-11-14", 1)
    offer = messages.ruling(Offer(row, "key", "same", 3, "words"), "First blood")
    return [*conversations(), {"type": "prompt", "rulings": [offer]}]


def test_the_page_names_every_field_of_every_line() -> None:
    fields: dict[str, set[str]] = {}
    for line in said():
        fields.setdefault(line["type"], set()).update(line)
    assert fields.keys() == {"hello", "change", "note", "result", "notice", "done", *CLOSING}
    for kind, known in fields.items():
        (row,) = re.findall(rf"(?m)^\| `{kind}` \| .*? \| (.*) \|$", PAGE)
        assert known <= {"type", *re.findall(r"`(\w+)`", row)}, kind


def parts(value: Any) -> Iterator[list[str]]:
    """The fields of every part of a line, in order; not of the values of a game."""
    for name, held in value.items():
        if isinstance(held, list) and name not in ("before", "after", "value", "changes"):
            for part in (one for one in held if isinstance(one, dict)):
                yield list(part)
                yield from parts(part)


def test_the_page_names_the_fields_of_every_part_in_order() -> None:
    shapes = [re.findall(r"\w+", shape) for shape in re.findall(r"\{([^{}`]*)", PAGE)]
    found = {tuple(part) for line in said() for part in parts(line)}
    assert len(found) > 12
    assert [part for part in found if not any(in_order(part, shape) for shape in shapes)] == []


def in_order(part: Sequence[str], shape: Sequence[str]) -> bool:
    return [name for name in shape if name in part] == list(part)


def test_the_page_names_every_kind_of_prompt_and_every_key_of_a_grid() -> None:
    table = PAGE.partition("### Kinds of prompt")[2].partition("### Secrets")[0]
    rows = {row.split("`")[1]: row for row in table.splitlines() if row.startswith("| `")}
    assert set(rows) - {"kind"} == set(KINDS)
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
