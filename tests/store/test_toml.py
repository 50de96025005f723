"""What our own writer writes, the standard library reads back the same."""

from __future__ import annotations

import datetime
import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.state.changes import Tally
from companion.store.format import toml

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
TIMES = st.one_of(st.dates(), st.times(), st.datetimes())
SCALARS = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False), WORDS, TIMES)
PLAIN = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4))


NUMBERS = st.integers(-(2**63), 2**63) | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.booleans() | NUMBERS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
)


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


@given(WORDS, WORDS, st.dictionaries(WORDS, PLAIN, max_size=5))
def test_any_table_comes_back(outer: str, inner: str, data: dict[str, Any]) -> None:
    assert unordered(tomllib.loads(toml.document({outer: {inner: data}}))) == unordered({outer: {inner: data}})


@given(st.lists(st.dictionaries(WORDS, SCALARS, max_size=3), max_size=4))
def test_records_stand_one_a_line(records: list[dict[str, Any]]) -> None:
    written = toml.rows("rows", records)
    assert same(tomllib.loads(written), {"rows": records})
    assert written.count("\n") == len(records) + 2


def test_nothing_is_a_dash_and_a_number_with_reasons_is_a_number() -> None:
    assert toml.inline({"range": None, "pool": Tally.of("k", "pool", 4, ())}) == '{range = "-", pool = 4}'


def test_half_a_surrogate_pair_cannot_break_a_file() -> None:
    assert tomllib.loads("x = " + toml.text("Aya \ud83d!"))["x"] == "Aya ?!"
    assert tomllib.loads(toml.document({"x": {"na\ud83dme": ["Aya \ud83d!", None]}})) == {
        "x": {"na?me": ["Aya ?!", "-"]}
    }


def test_a_day_is_written_as_a_day() -> None:
    assert toml.inline(datetime.date(2026, 11, 21)) == "2026-11-21"


def test_what_toml_does_not_know_is_no_text_by_accident() -> None:
    with pytest.raises(TypeError, match="object"):
        toml.inline(object())


@pytest.mark.parametrize(
    ("path", "told"),
    [
        (("units", "aya", "weapons", 1, "range"), "units.aya.weapons[1].range"),
        (("units", "wook.1"), 'units."wook.1"'),
        (("journal", 0), "journal[0]"),
    ],
)
def test_a_path_is_written_as_a_person_finds_it(path: tuple[str | int, ...], told: str) -> None:
    assert toml.dotted(*path) == told


@given(st.lists(WORDS | NUMBERS, max_size=3), JSON, st.lists(st.dictionaries(WORDS, JSON, max_size=3), max_size=4))
def test_the_quick_reading_of_what_we_wrote_is_that_of_tomllib(head: list[Any], value: Any, records: Any) -> None:
    written = toml.document({"head": head}) + toml.pairs({"value": value}) + toml.rows("rows", records)
    assert same(toml.read_pairs(written), tomllib.loads(written))


@given(st.dictionaries(WORDS, PLAIN, max_size=4), PLAIN)
def test_what_is_no_json_is_refused_by_the_quick_reading(tables: dict[str, Any], value: Any) -> None:
    written = toml.pairs({"value": value}) + toml.document(tables)
    try:
        found = toml.read_pairs(written)
    except ValueError:
        return
    assert same(found, tomllib.loads(written))


BARE = st.from_regex(r"[a-z0-9_-]{1,6}", fullmatch=True)


@given(st.dictionaries(BARE, st.dictionaries(BARE, WORDS | st.lists(NUMBERS | WORDS, max_size=3)), max_size=4))
def test_the_quick_reading_of_tables_is_that_of_tomllib(tables: dict[str, Any]) -> None:
    written = toml.document({"options": {"turns": 6}, "units": tables, "table": {"round": 1}})
    assert same(toml.read_tables(written), tomllib.loads(written))


@given(st.dictionaries(WORDS, PLAIN, max_size=4))
def test_tables_that_are_no_json_are_refused_by_the_quick_reading(tables: dict[str, Any]) -> None:
    written = toml.document(tables)
    try:
        found = toml.read_tables(written)
    except ValueError:
        return
    assert unordered(found) == unordered(tomllib.loads(written))
