"""One law over what players read: every text of random games and every table of rules is written with care."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from random import Random
from typing import Final

import pytest

from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.play.random_player import RandomPlayer
from companion.report.battle_page import battle_page
from companion.report.markdown import markdown
from companion.report.reading import battle_of
from companion.store.folders import ready_dir
from tests.examples import table_of
from tests.searching import seeds
from tests.sources import ROOT, trees

FAULTS: Final = re.compile(
    r"""(?<![\w.-])-\d          # a number that is taken away has the sign for it: −1
    | \b1\ (wounds|hits|dice|models|minis|boxes|tokens|units|rounds|seals)\b
    | \b(None|True|False|Invented)\b
    | \b([a-z]{2,})\ \3\b       # a word twice
    | \ \ | \ [.,;:] | [,;:][.,;] | \.\. | \(\)""",
    re.VERBOSE,
)
IDS: Final = ("key", "name", "step", "die", "of", "field", "facts", "args", "by", "value")
"""Fields that are not read by players."""
MOST = 300


def faults(text: str) -> list[str]:
    return [f"{found[0]!r} in {text!r}" for found in FAULTS.finditer(text)]


def texts(value: object, deep: int = 6) -> Iterator[str]:
    """The texts inside a request, an action or an event."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Tally):
        yield value.sentence()
    elif isinstance(value, tuple | list):
        for one in value:
            yield from texts(one, deep)
    elif isinstance(value, Mapping):
        yield from texts(list(value.values()), deep)
    elif deep and is_dataclass(value):
        for field in fields(value):
            if field.name not in IDS:
                yield from texts(getattr(value, field.name, ""), deep - 1)


@pytest.mark.parametrize("game", BUILT_IN)
@seeds(2, 1, 2, 3, 4)
def test_the_texts_of_a_game_are_written_with_care(game: str, seed: int) -> None:
    session, player = Session(table_of(game), rng=Random(seed)), RandomPlayer(Random(seed))
    read: set[str] = set()
    for _ in range(MOST):
        if session.table.over is not None:
            break
        read |= set(texts(session.request if session.request is not None else session.actions()))
        for event in player.step(session):
            read |= set(texts(event))
    page = markdown(battle_page(battle_of(session, "A battle")))
    read |= {line for line in page.splitlines() if not line.startswith("|")}
    assert len(read) > 50
    assert not (found := [fault for text in sorted(read) for fault in faults(text)]), "\n".join(found)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_tables_of_rules_are_written_with_care(game: str) -> None:
    ruleset = find(game)
    sheets = ruleset.sheets(table_of(ruleset).options)
    read = set(texts([(sheet.title, sheet.columns, sheet.rows, sheet.text) for sheet in sheets]))
    assert len(read) > 20
    assert not (found := [fault for text in sorted(read) for fault in faults(text)]), "\n".join(found)


def test_a_number_that_is_added_is_signed_in_one_place() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for file, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FormattedValue)
        and node.format_spec is not None
        and re.search(r"'\+", ast.unparse(node.format_spec))
        and file.name != "wording.py"
    ]
    assert not found, "use companion.engine.wording.signed: " + ", ".join(found)


def test_no_ready_file_says_what_is_invented() -> None:
    files = [file for file in ready_dir().rglob("*.toml") if "Invented" in file.read_text(encoding="utf-8")]
    assert not files
