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
