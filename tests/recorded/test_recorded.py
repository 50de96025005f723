"""Recorded games come out as they are written; where they do not, the revision of their rules has grown."""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.engine.dice import Dice
from companion.engine.journal import JournalEntry
from companion.engine.procedure import Context
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.state.changes import Tally
from companion.engine.state.entity import has, known_condition, with_condition
from companion.store import verify
from companion.store.verify import verify_file
from tests.recorded import BUILT_IN, PINS, games, stat_lines
from tests.recorded.__main__ import main

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

Touch = Callable[[], None]
"""To be called where a change of the rules makes a difference to what is played."""


def _harder(patch: Setattr, touch: Touch) -> None:
    real = Context.shift

    def shift(self: Any, unit: Any, path: str, by: int, why: str, doer: Any = None) -> int:
        if by < 0:
            touch()
        return real(self, unit, path, by + (by < 0), why, doer)

    patch(Context, "shift", shift)


def _another_die(patch: Setattr, touch: Touch) -> None:
    real = Context.roll

    def roll(self: Any, *args: Any, dice: Sequence[Dice], **more: Any) -> Any:
        touch()
        return real(self, *args, dice=[replace(dice[0], count=dice[0].count + 1), *dice[1:]], **more)

    patch(Context, "roll", roll)


def _lasting(patch: Setattr, touch: Touch) -> None:
    def remove(self: Any, unit: Any, condition: str, why: str, value: object = None) -> None:
        if has(unit, condition):
            touch()

    patch(Context, "remove_condition", remove)


def _harmless(patch: Setattr, touch: Touch) -> None:
    def add(self: Any, unit: Any, condition: str, why: str, value: object = 1) -> None:
        declared = known_condition(unit, condition)
        if with_condition(unit, declared, value) != unit.get(declared.field):
            touch()

    patch(Context, "add_condition", add)


def _counting_one_more(patch: Setattr, touch: Touch) -> None:
    real = Context.tally

    def tally(self: Any, *args: Any, **more: Any) -> Tally:
        touch()
        made = real(self, *args, **more)
        return Tally.of(made.key, made.name, int(made) + 1, made.lines, made.unit, made.ranked, made.row)

    patch(Context, "tally", tally)


def _reading_otherwise(patch: Setattr, touch: Touch) -> None:
    real = Context.result

    def result(self: Any, *args: Any, **more: Any) -> Any:
        touch()
        return real(self, *args, **{**more, "counts": [{"odd": 77}]})

    patch(Context, "result", result)


def _crashing(patch: Setattr, touch: Touch) -> None:
    def crash(*_: Any, **__: Any) -> Any:
        touch()
        raise ZeroDivisionError("nothing left")

    patch(Context, "change", crash)


def _reworded(patch: Setattr) -> None:
    note, result = Context.note, Context.result
    patch(Context, "note", lambda self, text, **facts: note(self, text.upper(), **facts, one_more=True))
    patch(Context, "result", lambda self, text, **more: result(self, text.upper(), **more))


CHANGES: dict[str, tuple[Callable[[Setattr, Touch], None], bool]] = {
    "losses one less": (_harder, False),
    "one die more": (_another_die, True),
    "conditions that never end": (_lasting, True),
    "conditions that never begin": (_harmless, True),
    "numbers one higher": (_counting_one_more, False),
    "faces read otherwise": (_reading_otherwise, False),
    "the rules crash": (_crashing, True),
}
"""Each with whether its every difference shows; a number that is one higher need not lead to anything else."""


class Watch:
    """Which entries of a journal a change of the rules touches while they are played again."""

    def __init__(self, patch: Setattr) -> None:
        self.touched: set[int] = set()
        self._place = -1
        real = verify._difference

        def difference(session: Session, table: Any, entry: JournalEntry) -> str:
            self._place = next(place for place, one in enumerate(session.entries) if one is entry)
            return real(session, table, entry)

        patch(verify, "_difference", difference)

    def touch(self) -> None:
        self.touched.add(self._place)

    def of(self, file: Path) -> tuple[set[int], set[int]]:
        """The entries that were touched, and those that are reported with their lines."""
        self.touched.clear()
        made = verify_file(file)
        assert (made.verdict == "exact") == (made.found == [])
        assert all(found.line and found.reason for found in made.found)
        return set(self.touched), {int(found.key.removeprefix("journal[").removesuffix("]")) for found in made.found}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_the_rules_is_never_silent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change, shows = CHANGES[name]
    watch = Watch(monkeypatch.setattr)
    change(monkeypatch.setattr, watch.touch)
    games_that_differ = set()
    for file in games():
        touched, reported = watch.of(file)
        assert reported <= touched, f"{file.stem}: what the change does not touch comes out as it was"
        assert touched <= reported or not shows, f"{file.stem}: {sorted(touched - reported)} differ in silence"
        if reported:
            games_that_differ.add(file.stem.rpartition("-")[0])
    assert games_that_differ >= (set(BUILT_IN) if name in ("one die more", "the rules crash") else set())
    assert games_that_differ


def test_a_script_that_comes_out_otherwise_fails_as_long_as_the_revision_is_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first test here fails for every game then, and recording them anew is refused."""
    _another_die(monkeypatch.setattr, lambda: None)
    for file in games():
        if file.stem.endswith("-1"):
            with pytest.raises(AssertionError, match="plays otherwise"):
                test_a_recorded_game_comes_out_the_same(file)
    before = {file: file.read_bytes() for file in [*games(), PINS]}
    assert main([]) == 1
    assert {file: file.read_bytes() for file in [*games(), PINS]} == before
    assert capsys.readouterr().err.count(": raise it first") == len(BUILT_IN)


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
