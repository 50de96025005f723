"""Sentences know what they say: it is true, it survives the file, and nobody reads letters."""

import ast
from collections.abc import Iterator
from random import Random

import pytest

from companion.engine.registry import BUILT_IN
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.phrases import (
    DICE,
    NUMBER,
    OUT,
    PART,
    STEP,
    Phrase,
    Span,
    dice_said,
    falls,
    joined,
    parts_of,
    phrase,
    says,
    spans_of,
)
from companion.engine.state.results import Result
from companion.store.format.entries import stored_entry
from companion.store.format.journal import entry_text
from companion.testing import play_random
from tests.examples import table_of
from tests.games.duel import example
from tests.searching import seeds
from tests.sources import ROOT, trees

GAMES = tuple(BUILT_IN)
OF_TEXT = (PART, DICE, STEP, NUMBER)
"""The fields of spans that are about no unit and no model."""


def played(game: str, seed: int) -> Session:
    session = Session(table_of(game), rng=Random(seed))
    play_random(session, Random(seed), most=900)
    return session


def sentences(session: Session) -> Iterator[tuple[int, str]]:
    for place, entry in enumerate(session.entries):
        yield from ((place, event.text) for event in entry.events if isinstance(event, (Note, Result)))
        yield from ((place, text) for text in entry.conclusion)


def test_parts_keep_what_they_say_where_they_go_and_alone() -> None:
    ann, bob = example().unit("ann"), example().unit("bob")
    made = phrase("So ", joined("; ", [falls("Ann falls", ann), says("Bob has 1 left", bob, "health", 1)]), ".")
    assert made == "So Ann falls; Bob has 1 left."
    told = [span for span in spans_of(made) if span.field != PART]
    assert told == [Span(3, 12, "ann", OUT), Span(14, 28, "bob", "health", 1)]
    assert [made[span.start : span.end] for span in told] == ["Ann falls", "Bob has 1 left"]
    assert spans_of("Ann falls") == ()
    assert Phrase.of("Ann", [Span(0, 4, "ann")]).spans == (), "outside the text"
    ann = example().unit("ann")
    fall = joined(": ", [falls("Ann falls", ann), dice_said("2, 3")])
    made = phrase(joined(". ", ["Bob hits", fall]), ".")
    assert parts_of(made) == ["Bob hits", "Ann falls: 2, 3"]
    assert parts_of(parts_of(made)[1]) == ["Ann falls", "2, 3"]
    assert spans_of(parts_of(parts_of(made)[1])[0]) == (Span(0, 9, "ann", OUT),)
    assert parts_of("Bob hits. Ann falls.") == ["Bob hits. Ann falls."], "letters are never asked"


@pytest.mark.parametrize("game", GAMES)
@seeds(0, 1)
def test_what_sentences_say_is_so(game: str, seed: int) -> None:
    """What a span says was so before, is made so in the same procedure, or was never another."""
    session = played(game, seed)
    said = 0
    for place, text in sentences(session):
        for span in spans_of(text):
            if span.field in OF_TEXT:
                continue
            assert session.table.known(span.of) is not None
            said += bool(span.field)
            if span.field and span.field != OUT:
                changes = [
                    one for one in session.entries[place].changes() if (one.of, one.field) == (span.of, span.field)
                ]
                values = [value for one in changes for value in (one.before, one.after)]
                assert not values or span.value in values, (text, span)
    assert said > 3


@pytest.mark.parametrize("game", GAMES)
def test_what_sentences_say_comes_back_from_the_file(game: str) -> None:
    session = played(game, 3)
    for entry in session.entries:
        again = stored_entry(entry_text(entry), session.table)
        first, second = (
            [spans_of(event.text) for event in one.events if isinstance(event, (Note, Result))]
            for one in (entry, again)
        )
        assert first == second
        assert list(map(spans_of, entry.conclusion)) == list(map(spans_of, again.conclusion))


def test_no_rule_puts_a_phrase_into_an_f_string() -> None:
    """It would lose what it says. Names that return a phrase are known by their annotation."""
    rules = [tree for file, tree in trees().items() if ROOT / "rules" in file.parents]
    makers = {
        node.name
        for tree in rules
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and isinstance(node.returns, ast.Name) and node.returns.id == "Phrase"
    }
    assert {"is_destroyed", "is_out", "is_defeated", "now_is", "is_wiped_out"} <= makers
    phrases = {*makers, "phrase", "says", "falls", "joined"}
    lost = [
        call.func.id
        for tree in rules
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in phrases
    ]
    assert lost == []
