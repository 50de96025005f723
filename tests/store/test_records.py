"""What is written comes back the same: every field of whatever a session tells, and any value as TOML."""

import datetime
import tomllib
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import requests
from companion.engine.answers import AnswerRecord, How
from companion.engine.journal import JournalEntry
from companion.engine.reading import Reading
from companion.engine.state.changes import Beside, Change, Note, Tally
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


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TIMES = st.one_of(st.dates(), st.times(), st.datetimes())
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), TEXTS, TIMES)
PLAIN = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4))


def same(a: Any, b: Any) -> bool:
    if isinstance(a, dict):
        return isinstance(b, dict) and list(a) == list(b) and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return isinstance(b, list) and len(a) == len(b) and all(map(same, a, b))
    return type(a) is type(b) and a == b


def unordered(value: Any) -> Any:
    """A value with its types told apart (1 is no True) and the order of keys left out."""
    if isinstance(value, dict):
        return {k: unordered(v) for k, v in value.items()}
    if isinstance(value, list):
        return [unordered(v) for v in value]
    return type(value).__name__, value


@given(PLAIN)
def test_any_value_comes_back_from_one_line(value: Any) -> None:
    line = f"x = {toml.inline(value)}"
    assert "\n" not in line
    assert "\r" not in line
    assert same(tomllib.loads(line)["x"], value)


@given(TEXTS, TEXTS, st.dictionaries(TEXTS, PLAIN, max_size=5))
def test_any_table_comes_back(outer: str, inner: str, data: dict[str, Any]) -> None:
    assert unordered(tomllib.loads(toml.document({outer: {inner: data}}))) == unordered({outer: {inner: data}})


@given(st.lists(st.dictionaries(TEXTS, SCALARS, max_size=3), max_size=4))
def test_records_stand_one_a_line(records: list[dict[str, Any]]) -> None:
    written = toml.rows("rows", records)
    assert same(tomllib.loads(written), {"rows": records})
    assert written.count("\n") == len(records) + 2


def test_odd_values_and_paths_are_written_as_a_person_finds_them() -> None:
    assert toml.inline({"range": None, "pool": Tally.of("k", "pool", 4, ())}) == '{range = "-", pool = 4}'
    assert toml.inline(datetime.date(2026, 11, 21)) == "2026-11-21"
    half = toml.document({"x": {"na\ud83dme": ["Aya \ud83d!", None]}})
    assert tomllib.loads(half) == {"x": {"na?me": ["Aya ?!", "-"]}}, "half a surrogate pair cannot break a file"
    assert tomllib.loads("x = " + toml.text("Aya \ud83d!"))["x"] == "Aya ?!"
    with pytest.raises(TypeError, match="object"):
        toml.inline(object())
    assert toml.dotted("units", "aya", "weapons", 1, "range") == "units.aya.weapons[1].range"
    assert toml.dotted("units", "wook.1") == 'units."wook.1"'
    assert toml.dotted("journal", 0) == "journal[0]"
