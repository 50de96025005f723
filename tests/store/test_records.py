"""Every field of whatever a session tells comes back from its file, with any value that the field may have."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st

from companion.engine import requests
from companion.engine.answers import AnswerRecord, How
from companion.engine.journal import JournalEntry
from companion.engine.reading import Reading
from companion.engine.state.changes import Beside, Change, Note
from companion.engine.state.results import FaceGroup, Result
from companion.store.format import toml
from companion.store.format.entries import journal_problems
from companion.store.format.journal import entry_of, entry_record, entry_text
from tests.store.helpers import every_field

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).filter(lambda text: text != toml.NULL)
NAMES = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=8)
NUMBERS = st.integers(0, 99)
FACES = NUMBERS | NAMES
FACTS = st.dictionaries(NAMES, st.none() | st.booleans() | st.integers(-9, 9) | WORDS | st.lists(WORDS, max_size=3))
VALUES = st.booleans() | st.integers(-9, 9) | WORDS

READINGS = st.builds(
    Reading, WORDS, st.none() | st.dictionaries(NUMBERS, NUMBERS, max_size=3), st.integers(-3, 3), NUMBERS, NUMBERS
)


@st.composite
def dice(draw: Any) -> FaceGroup:
    count = draw(st.integers(0, 4))

    def each(of: Any) -> Any:
        return st.lists(of, min_size=count, max_size=count).map(tuple)

    before = draw(st.just(()) | each(st.none() | FACES))
    counts = draw(st.dictionaries(NAMES, st.integers(-9, 9), max_size=2))
    name, by, die, faces, marks = draw(st.tuples(NAMES, NAMES, NAMES, each(FACES), each(WORDS)))
    return FaceGroup(name, by, die, faces, marks, counts, before, draw(st.none() | READINGS))


GROUPS = st.lists(dice(), max_size=2).map(tuple)
EVENTS = st.one_of(
    st.builds(Change, NAMES, NAMES, st.none() | VALUES, st.none() | VALUES, WORDS, WORDS),
    st.builds(Note, WORDS, WORDS, FACTS, st.sampled_from(get_args(Beside))),
    st.builds(Result, NAMES, WORDS, GROUPS, WORDS, WORDS, FACTS, st.none() | GROUPS),
)
KINDS = st.sampled_from(requests.KINDS)
ANSWERS = st.builds(
    AnswerRecord, NAMES, NAMES, KINDS, WORDS, WORDS, VALUES, st.sampled_from(get_args(How)), WORDS, NUMBERS, WORDS
)
ENTRIES = st.builds(
    JournalEntry,
    NAMES,
    WORDS,
    st.dictionaries(NAMES, WORDS, max_size=2),
    st.just([]),
    st.lists(EVENTS, max_size=3),
    st.lists(ANSWERS, max_size=2),
    FACTS,
    NUMBERS,
    NAMES,
    remarks=st.lists(st.tuples(st.just(0), WORDS), max_size=2),
    conclusion=st.lists(WORDS, max_size=2).map(tuple),
)


@given(ENTRIES)
def test_every_field_of_an_entry_comes_back(entry: JournalEntry) -> None:
    record = entry_record(entry_text(entry))
    assert list(journal_problems([record])) == []
    read = entry_of(record, "journal[0]", lambda of, field, raw, place: raw)
    assert every_field(read) == every_field(entry)
