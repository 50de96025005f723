"""A file that nobody has changed is opened without being validated again, and comes out the same."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.engine.registry import find
from companion.store import ready_dir
from companion.store.format.session_parser import untouched
from companion.store.format.state import Findings, table_of, units_of
from companion.store.restore import load, restore
from tests.searching import one_in
from tests.store.helpers import picture, played, text_of

READY = sorted(file for file in ready_dir().glob("*.toml") if not file.name.endswith(".open.toml"))


@pytest.mark.parametrize("file", READY, ids=lambda file: file.stem)
def test_every_ready_unit_is_built_alike_whether_it_is_trusted_or_looked_at(file: Path) -> None:
    data = tomllib.loads(text_of(file))
    ruleset = find((data.get("session") or data["roster"])["ruleset"])
    made = []
    for trusted in (True, False):
        found = Findings(trusted=trusted)
        if "roster" in data:
            made.append([unit.dump(whole=True) for unit in units_of(data, ruleset, found)])
        else:
            table = table_of(data, ruleset, "", found)
            assert table is not None
            made.append([table.dump(whole=True), *(unit.dump(whole=True) for unit in table.units.values())])
        assert found.problems == []
    assert made[0] == made[1]
    assert repr(made[0]) == repr(made[1])


@pytest.mark.parametrize("file", [file for file in READY if "roster" not in file.stem], ids=lambda file: file.stem)
def test_ready_games_are_as_companion_wrote_them(file: Path) -> None:
    assert untouched(text_of(file)) is not None


def test_both_ways_of_opening_lead_to_the_same_session(duel: Path) -> None:
    played(duel)
    assert untouched(text_of(duel)) is not None
    assert picture(restore(duel).session) == picture(restore(duel, thorough=True).session)


@pytest.mark.parametrize("step", one_in(2, (5, 1)))
def test_one_changed_letter_anywhere_is_noticed(duel: Path, step: int) -> None:
    played(duel, 1)
    text = text_of(duel)
    start = text.index("[options]")
    for place in range(start, len(text), step):
        assert untouched(text[:place] + ("x" if text[place] != "x" else "y") + text[place + 1 :]) is None
    assert untouched(text + "\n") is None
    assert untouched(text.replace('companion = "', 'companion = "9')) is None


def test_an_entry_that_was_not_read_is_written_back_as_it_stood(duel: Path) -> None:
    played(duel, 2)
    text = text_of(duel)
    loaded, validated = load(duel, text).entries, load(duel, text, thorough=True).entries
    assert [entry.weight for entry in loaded] == [entry.weight for entry in validated]
    assert loaded == validated
    assert validated == loaded
