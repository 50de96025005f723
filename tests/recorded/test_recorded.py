"""Recorded games come out as they are written; where they do not, the revision of their rules has grown."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.dice import Dice
from companion.engine.procedure import Context
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.state.changes import Tally
from companion.store import verify_file
from tests.recorded import BUILT_IN, PINS, games, stat_lines

AGAIN = "raise `revision` of its RULESET and run `python -m tests.recorded`"
Setattr = Callable[[Any, str, Any], None]


@pytest.mark.parametrize("file", games(), ids=lambda file: file.stem)
def test_a_recorded_game_comes_out_the_same(file: Path) -> None:
    made = verify_file(file)
    assert made.verdict == "exact", f"{file.stem} plays otherwise: {made.found[0]}: {AGAIN}"
    assert made.procedures > 1


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_revision_is_pinned_with_the_stat_lines(game: str) -> None:
    pin = tomllib.loads(PINS.read_text(encoding="utf-8"))[game]
    different = {name for name, crc in stat_lines(game).items() if pin["data"].get(name) != crc}
    assert different | set(pin["data"]) - set(stat_lines(game)) == different, AGAIN
    assert different == set(), f"stat lines of {game} differ: {AGAIN} (--wording where only words or new lines do)"
    assert pin["revision"] == find(game).revision, "run `python -m tests.recorded`"
    assert len([file for file in games() if file.stem.startswith(game)]) >= 2


# -- deliberate changes -------------------------------------------------------------------------------------------


def _harder(patch: Setattr) -> None:
    real = Context.shift
    patch(Context, "shift", lambda self, unit, path, by, why: real(self, unit, path, by + (by < 0), why))


def _another_die(patch: Setattr) -> None:
    real = Context.roll

    def roll(self: Any, *args: Any, dice: Sequence[Dice], **more: Any) -> Any:
        return real(self, *args, dice=[replace(dice[0], count=dice[0].count + 1), *dice[1:]], **more)

    patch(Context, "roll", roll)


def _lasting(patch: Setattr) -> None:
    patch(Context, "remove_condition", lambda *_, **__: None)


def _harmless(patch: Setattr) -> None:
    patch(Context, "add_condition", lambda *_, **__: None)


def _counting_one_more(patch: Setattr) -> None:
    real = Context.tally

    def tally(self: Any, *args: Any, **more: Any) -> Tally:
        made = real(self, *args, **more)
        return Tally.of(made.key, made.name, int(made) + 1, made.lines, made.unit, made.ranked, made.row)

    patch(Context, "tally", tally)


def _reading_otherwise(patch: Setattr) -> None:
    real = Context.result

    def result(self: Any, *args: Any, **more: Any) -> Any:
        return real(self, *args, **{**more, "counts": [{"odd": 77}]})

    patch(Context, "result", result)


def _crashing(patch: Setattr) -> None:
    def crash(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("nothing left")

    patch(Context, "change", crash)


def _reworded(patch: Setattr) -> None:
    note, result = Context.note, Context.result
    patch(Context, "note", lambda self, text, **facts: note(self, text.upper(), **facts, one_more=True))
    patch(Context, "result", lambda self, text, **more: result(self, text.upper(), **more))


CHANGES = {
    "losses one less": _harder,
    "one die more": _another_die,
    "conditions that never end": _lasting,
    "conditions that never begin": _harmless,
    "numbers one higher": _counting_one_more,
    "faces read otherwise": _reading_otherwise,
    "the rules crash": _crashing,
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_the_rules_is_never_silent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    CHANGES[name](monkeypatch.setattr)
    made = [verify_file(file) for file in games()]
    diverged = [one for one in made if one.verdict == "diverged"]
    assert diverged
    for one in made:
        assert (one.verdict == "exact") == (one.found == [])
        assert all(found.line and found.reason for found in one.found)


def test_other_words_and_more_facts_are_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    _reworded(monkeypatch.setattr)
    assert {verify_file(file).verdict for file in games()} == {"exact"}


@pytest.mark.parametrize("file", games(), ids=lambda file: file.stem)
def test_procedures_that_the_rules_lost_are_unverified(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = replace(_ruleset(file), procedures=())
    monkeypatch.setattr("companion.store.format.session_parser.find", lambda of: lost)
    made = verify_file(file)
    assert made.verdict == "unverified"
    assert len(made.found) == made.procedures
    assert "any more" in made.found[0].reason


def test_what_a_person_changed_is_said(tmp_path: Path) -> None:
    source = games()[0]
    text = source.read_text(encoding="utf-8")
    file = tmp_path / source.name
    file.write_text(text.replace('value = "', 'value = "un', 1), encoding="utf-8")
    made = verify_file(file)
    assert made.verdict == "unverified"
    assert any("a person has changed this file" in found.reason for found in made.found)


def test_what_is_no_session_is_unverified(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text("[[[", encoding="utf-8")
    for one in (file, tmp_path / "gone.toml"):
        made = verify_file(one)
        assert (made.verdict, len(made.found)) == ("unverified", 1)


def _ruleset(file: Path) -> Ruleset:
    return find(tomllib.loads(file.read_text(encoding="utf-8"))["session"]["ruleset"])
