"""Whatever a field may hold comes back from the file as it was: records, minis, maps, and what is nothing."""

import gc
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from companion.engine.state.shapes import Misfit, builder
from companion.store.format.values import deserialize
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from tests.store.helpers import picture, put, read_again, text_of
from tests.store.squad import Mini, Weapon


def drilled(file: Path) -> dict[str, Any]:
    opened = open_session(file)
    opened.session.start("drill", {"squad": "a"})
    opened.session.answer(["a.1", "a.2"])
    opened.session.answer(True)
    seen = picture(opened.session)
    assert opened.close()
    return seen


def test_a_drill_comes_back(squad: Path) -> None:
    seen = drilled(squad)
    assert read_again(squad) == seen
    assert check_file(squad) == []
    data = tomllib.loads(text_of(squad))
    assert data["units"]["a"]["courage"] == "-"
    assert data["table"]["limit"] == "-"
    assert data["units"]["a"]["weapons"] == [
        {"name": "pike", "range": "-", "dice": {"red": 2}},
        {"name": "bow", "range": 3, "traits": ["far"]},
    ]
    assert data["table"]["contacts"] == [{"a": "a.1", "b": "b.1", "a_near": True}]
    assert "rank" not in data["units"]["a"]
    (entry,) = restore(squad).session.entries
    assert entry.outcome == {"picked": ["a.1", "a.2"], "best": None}
    (facts,) = [e.facts for e in entry.events if hasattr(e, "facts")]
    assert facts == {"who": ["a.1", "a.2"], "best": None, "names": {"first": ["a.1"]}}


def test_a_drill_is_undone_and_done_again_after_opening(squad: Path) -> None:
    start = read_again(squad)["state"]
    end = drilled(squad)
    opened = open_session(squad)
    unit = opened.session.table.unit("a")
    assert unit.states == {"held": ("a.1",)}
    opened.session.undo()
    assert opened.session.run is not None, "it was replayed, not taken back whole"
    assert unit.states == {"held": ("a.1",), "prone": True}
    opened.session.undo(2)
    assert picture(opened.session)["state"] == start
    opened.session.redo(3)
    assert picture(opened.session)["state"] == end["state"]
    opened.close()


def test_unknown_keys_are_kept_wherever_they_stand(squad: Path) -> None:
    put(squad, "[units.a]\n", '[units.a]\npaint = "green"\n')
    put(squad, "[units.b]\n", "[units.a.story]\nborn = 1999-12-31\nof = {x = 1}\n\n[units.b]\n")
    put(squad, "[units.b]\n", "[ignored]\ny = [1, 2]\n\n[units.b]\n")
    put(squad, "[summary]\n", 'by = "me"\n[summary]\nmood = "grim"\n')
    put(squad, "[session]\n", "[session]\nclub = 7\n")
    put(squad, "[options]\n", "[options]\nfog = true\n")
    put(squad, "[sides.red]\n", "[sides.red]\nrenown = 12.5\n")
    put(squad, "[table]\n", '[table]\nweather = "rain"\n')
    opened = open_session(squad)
    assert any("units.a.paint is not known here" in notice for notice in opened.notices)
    assert any(notice.startswith("ignored is not known") for notice in opened.notices)
    opened.session.adjust("b", "courage", 1)
    opened.close()
    data = tomllib.loads(text_of(squad))
    assert data["by"] == "me"
    assert data["summary"]["mood"] == "grim"
    assert data["session"]["club"] == 7
    assert data["options"]["fog"] is True
    assert data["sides"]["red"]["renown"] == 12.5
    assert data["table"]["weather"] == "rain"
    assert data["ignored"] == {"y": [1, 2]}
    assert data["units"]["a"]["paint"] == "green"
    assert data["units"]["a"]["story"] == {"born": date(1999, 12, 31), "of": {"x": 1}}
    assert read_again(squad)["undo"] == 1


def test_comments_in_the_journal_are_kept_and_with_something_else_among_it_it_is_written_anew(squad: Path) -> None:
    drilled(squad)
    put(squad, "[[journal]]\n", "[[journal]]\n# the day the cat sat on the table\n")
    opened = open_session(squad)
    opened.session.adjust("b", "courage", 1)
    opened.close()
    assert "[[journal]]\n# the day the cat sat on the table\n" in text_of(squad)
    with squad.open("a") as handle:
        handle.write("\n[options]\nrain = true\n")
    put(squad, "[options]\nrain = false\ndice = 2\n", "")
    opened = open_session(squad)
    assert opened.session.table.options["rain"] is True
    opened.session.adjust("b", "courage", 2)
    opened.close()
    assert text_of(squad).count("[options]") == 1
    assert read_again(squad)["undo"] == 5


@pytest.mark.parametrize(
    ("hint", "raw", "value"),
    [
        (int | None, 3, 3),
        (str | None, "x", "x"),
        (str, "-", "-"),
        (tuple[str, ...], ["a"], ("a",)),
        (dict[str, Any], {"a": [1, [2]]}, {"a": (1, (2,))}),
        (tuple[int, str], [1, "a"], (1, "a")),
        (int | str, "x", "x"),
        (int | str | None, "-", None),
        (dict[str, int], {"a": 1}, {"a": 1}),
        (
            tuple[Weapon, ...],
            [{"name": "w", "range": "-", "dice": {"red": 2}, "traits": ["far"]}],
            (Weapon("w", None, {"red": 2}, ("far",)),),
        ),
    ],
)
def test_what_has_the_right_shape_is_taken(hint: Any, raw: Any, value: Any) -> None:
    made, wrong = deserialize(hint, raw)
    assert (made, wrong) == (value, [])
    assert repr(made) == repr(value)


@pytest.mark.parametrize(
    ("hint", "raw", "place", "words"),
    [
        (int, "5", (), 'this is a whole number, not "5"'),
        (int, True, (), "whole number"),
        (int, 5.0, (), "whole number"),
        (bool, 1, (), "this is true or false, not 1"),
        (str, 5, (), "text in quotes"),
        (tuple[str, ...], "a", (), "a list in"),
        (tuple[str, ...], ["a", 2], (1,), "text in quotes"),
        (tuple[Weapon, ...], [{"name": "w", "rnge": 1}], (0, "rnge"), "known: name, range, dice, traits"),
        (tuple[Weapon, ...], [{"name": "w", "dice": {"red": "2"}}], (0, "dice", "red"), "whole number"),
        (tuple[Weapon, ...], [{"range": 1}], (0, "name"), "must be there"),
        (tuple[Mini, ...], [{"id": "m", "wounds": "x"}], (0, "wounds"), "whole number"),
        (dict[str, int], {"a": "1"}, ("a",), "whole number"),
        (dict[str, int], [], (), "a table in"),
        (tuple[int, str], [1], (1,), "field required"),
    ],
)
def test_what_has_not_is_refused_with_its_place(hint: Any, raw: Any, place: tuple[Any, ...], words: str) -> None:
    with pytest.raises(Misfit):
        builder(hint)(raw)
    _, wrong = deserialize(hint, raw)
    ((at, reason),) = wrong
    assert at == place
    assert words in reason


@pytest.mark.parametrize(
    ("hint", "raw", "value"),
    [
        (float, 1, 1.0),
        (float, 1.5, 1.5),
        (dict[int, int], {"1": 1}, {1: 1}),
        (dict[int, int], {1: 1}, {1: 1}),
        (dict, {"a": [1]}, {"a": (1,)}),
        (list[int], [1, 2], (1, 2)),
        (tuple, [1, "a"], (1, "a")),
        (Weapon | Mini, {"name": "w", "range": 1}, Weapon("w", 1)),
        (date, date(1999, 12, 31), date(1999, 12, 31)),
    ],
)
def test_types_of_other_games_are_built_too(hint: Any, raw: Any, value: Any) -> None:
    made, wrong = deserialize(hint, raw)
    assert (made, wrong) == (value, [])
    assert type(made) is type(value)


@pytest.mark.parametrize(
    ("hint", "raw", "place", "words"),
    [
        (float, True, (), "this is a number, not true"),
        (date, "1999", (), 'this is a date, not "1999"'),
        (dict[int, int], {"a": 1}, (), "whole number"),
        (tuple[int, str], [1, "a", 2], (), "this has 2 items"),
        (Weapon | Mini, {"name": 3}, ("name",), "text in quotes"),
    ],
)
def test_what_they_cannot_be_is_said(hint: Any, raw: Any, place: tuple[Any, ...], words: str) -> None:
    _, wrong = deserialize(hint, raw)
    ((at, reason),) = wrong
    assert at == place
    assert words in reason


def test_all_faults_of_a_value_are_found_at_once() -> None:
    _, wrong = deserialize(tuple[Weapon, ...], [{"name": 3, "range": "far"}, {"rnge": 1}])
    assert [place for place, _ in wrong] == [(0, "name"), (0, "range"), (1, "rnge"), (1, "name")]


def test_a_member_that_does_not_fit_leaves_nothing_to_the_collector() -> None:
    """It kept the whole table that was built meanwhile."""
    build = builder(int | str)
    gc.collect(0)
    assert build("-3") == "-3"
    assert gc.collect(0) == 0
