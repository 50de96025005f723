"""The conversation on docs/protocol.md, replayed to the word, and its tables held to the program."""

from __future__ import annotations

import json
import re
from pathlib import Path

import companion
from companion.play.json_lines import Conversation, encode
from companion.play.lines_in import LONGEST
from tests.play.held import Held

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
    assert [re.sub(r'"app": "[^"]*"', f'"app": {version}', line) for line in lines] == said
    assert talk.over


def test_the_page_names_every_word_and_the_longest_line() -> None:
    table = PAGE.partition("## To the program")[2].partition("Fields after a semicolon")[0]
    assert set(re.findall(r"`(\w+)`", "".join(re.findall(r"(?m)^\| (`.*?) \|", table)))) - {"do"} == {
        *Conversation(Held()).can(),
        "odds",
    }
    assert f"{LONGEST:,} bytes" in PAGE
