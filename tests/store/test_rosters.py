"""Rosters come back with their units, and say what is wrong with them."""

import shutil
from pathlib import Path

import pytest

from companion.store.diagnostics import CannotOpen
from companion.store.folders import ready_dir
from companion.store.listing import list_rosters, rosters_at_hand, summaries
from companion.store.manage import create_session
from companion.store.rosters import read_roster
from companion.store.verify import check_file
from tests.store.helpers import put, text_of
from tests.store.squad import SQUAD, example


def test_a_roster_comes_back(roster: Path) -> None:
    made = read_roster(roster)
    assert (made.ruleset, made.name) == ("squad", "The Reds [/")
    known = list(example().units.values())
    assert [u.dump() | {"side": ""} for u in made.units] == [u.dump() | {"side": ""} for u in known]
    assert {u.side for u in made.units} == {""}
    assert [type(u) for u in made.units] == [SQUAD.unit_type] * 2
    assert check_file(roster) == []


def test_rosters_and_sessions_are_listed_apart(roster: Path) -> None:
    saves = roster.parent.parent
    create_session(example(), saves, "A drill")
    (found,) = list_rosters(saves)
    assert (found.file, found.name, found.title, found.units) == (roster, "The Reds [/", "Squad", 2)
    assert list_rosters(roster.parent) == [found]
    assert [s.name for s in summaries(saves)] == ["A drill"]


def test_a_ready_roster_gives_way_to_one_of_its_name_in_the_saves(tmp_path: Path) -> None:
    ready = next(one for one in list_rosters(ready_dir()) if one.ruleset == "bushido")
    everything = [one.name for one in rosters_at_hand(tmp_path)]
    assert ready.name in everything
    shutil.copy(ready.file, tmp_path / ready.file.name)
    assert [one.file for one in rosters_at_hand(tmp_path) if one.name == ready.name] == [tmp_path / ready.file.name]
    assert sorted(one.name for one in rosters_at_hand(tmp_path)) == sorted(everything)


@pytest.mark.parametrize(
    ("old", "new", "key", "reason"),
    [
        ('{ id = "a.2" }', '{ id = "a.2", wounds = 9}', "units.a.minis[1].wounds", "0 to 2"),
        ("format = 1", "format = 4", "roster.format", "made by a newer Companion"),
        ('ruleset = "squad"', 'ruleset = "chess"', "roster.ruleset", "no ruleset 'chess'"),
        ("[roster]", "[rooster]", "roster", "no table [roster]"),
    ],
)
def test_a_fault_is_named(roster: Path, old: str, new: str, key: str, reason: str) -> None:
    put(roster, old, new)
    with pytest.raises(CannotOpen) as caught:
        read_roster(roster)
    (fault,) = caught.value.diagnostics
    assert (fault.key, reason in fault.reason) == (key, True)
    if key != "roster":
        assert fault.line is not None
        assert check_file(roster) == [fault]


def test_a_key_that_no_unit_has_is_said(roster: Path) -> None:
    text = text_of(roster)
    hand = text[text.index("[units") : text.index("# The end")].replace("name = ", "nmae = ", 1)
    roster.write_text(f'[roster]\nformat = 1\nruleset = "squad"\nname = "Reds"\n{hand}', encoding="utf-8")
    assert read_roster(roster).notices == ["units.a.nmae is not known here: it counts for nothing"]
