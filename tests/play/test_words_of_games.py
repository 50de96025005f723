"""Laws over random games: every text that players read is written with care, and no question is idle."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any, Final

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.registry import BUILT_IN, find
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.play.random_player import RandomPlayer
from companion.report.battle_page import battle_page
from companion.report.blocks import markdown
from companion.report.reading import battle_of
from companion.store import ready_dir
from companion.testing.playing import side_of
from companion.testing.reading import checksum
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
    assert ruleset.example is not None
    sheets = ruleset.sheets(ruleset.example().options)
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


# -- no idle question


MOVES: Final = "a move on the table, which the players make"
MAY_BE_IDLE: Final = {
    "follow_up": MOVES,
    "follow_ups": MOVES,
    "stay_or_fall_back": MOVES,
    "MEL.40.effects.amount": "an effect that the players resolve; more wounds than a unit has change nothing",
    "MEL.40.effects.by": "whose wound it is counts to win, which nothing may come to hang on",
}
"""Requests all of whose answers may come to the same for the app, each with the reason."""

SHORT = 120
"""Inputs of a game."""
FAR = 30
"""Inputs that are played on after an answer, where it shows nothing at once."""
MANY = 60
"""Ways in which they are, at random, until one shows a difference."""


def _played_on(session: Session, seed: int) -> Any:
    """How it goes on at random, up to the procedure's end; nothing of it stays."""
    before, player, seen = session.undo_count, RandomPlayer(Random(seed)), list[Any]()
    while session.run is not None and len(seen) < FAR:
        player.step(session)
        seen.append(checksum(session))
    session.undo(session.undo_count - before)
    return seen


def _futures(session: Session, request: Request[object], answers: Sequence[object], seed: int | None) -> list[Any]:
    """What follows from each of these answers, up to the first that is different from the one before."""
    found = list[Any]()
    for value in answers:
        session.answer(value, by=side_of(request))
        found.append(checksum(session) if seed is None else _played_on(session, seed))
        session.undo()
        if found[-1] != found[0]:
            break
    return found


def is_idle(session: Session, request: Request[object]) -> bool:
    """Whether every answer to the open request leads to the same, now and as it is played on."""
    answers = list(request.answers(12))[:12]
    if len(answers) < 2 or request.dice or session.secret is not None:
        return False
    try:
        tries = (_futures(session, request, answers, seed) for seed in (None, *range(MANY)))
        return all(each == found[0] for found in tries for each in found)
    except InvalidInput:
        # An answer that the request alone allows may be closed by the table.
        return False


@pytest.mark.parametrize("game", BUILT_IN)
@seeds(3, 1, 2, 4, 5, 6)
def test_some_answer_makes_a_difference(game: str, seed: int) -> None:
    session, player = Session(table_of(game), rng=Random(seed)), RandomPlayer(Random(seed))
    for _ in range(SHORT):
        if session.table.over is not None:
            break
        request = session.request
        if request is not None and request.name not in MAY_BE_IDLE:
            assert not is_idle(session, request), f"{request.key}: {request.title}"
        player.step(session)
