"""Renaming, binning and going back, broken off anywhere: both files and what undo needs are found again."""

import contextlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import cli
from companion.store.folders import history_dir, log_file
from companion.store.generations import KEPT, generations, keep, prune
from companion.store.going_back import compared, go_back, kept, named
from companion.store.listing import summaries
from companion.store.manage import bin_file, create_session, put_back, rename_file
from companion.store.opening import open_session
from companion.testing import step_random
from tests.examples import present
from tests.games.duel import example
from tests.store.helpers import opened_anew, read_again, text_of


@pytest.fixture
def open_duel(duel: Path) -> Path:
    """A duel with generations and an open procedure that has ten inputs to undo."""
    opened = open_session(duel, rng=Random(5))
    opened.session.adjust("bob", "health", 1)
    opened.save()
    for _ in range(9):
        step_random(opened.session, Random(5))
    opened.close()
    assert log_file(duel).exists()
    return duel


class Killed(BaseException):
    """The program ends here."""


def killed_at(number: int, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """From now on the program is killed before the call of this number that moves a name; returns how many were."""
    real, made = os.replace, [0]

    def replace(*args: Any, **more: Any) -> None:
        made[0] += 1
        if made[0] == number:
            raise Killed
        real(*args, **more)

    monkeypatch.setattr(os, "replace", replace)
    return lambda: made[0]


@pytest.mark.parametrize("act", [lambda f: rename_file(f, "Dusk"), bin_file], ids=["rename", "bin"])
@pytest.mark.parametrize("number", range(1, 6))
def test_a_move_that_is_killed_anywhere_loses_no_undo(
    open_duel: Path, act: Callable[[Path], Path], number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = read_again(open_duel)
    with monkeypatch.context() as patch:
        count = killed_at(number, patch)
        try:
            act(open_duel)
        except Killed:
            assert count() == number
    names = (open_duel, open_duel.with_name("dusk.toml"), open_duel.parent / ".bin" / open_duel.name)
    (found,) = [file for file in names if file.exists()]
    assert opened_anew(found)[1] | {"name": ""} == seen | {"name": ""}
    assert len(generations(history_dir(found))) >= 2


def test_a_move_that_fails_leaves_everything_where_it_was(open_duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen, real = read_again(open_duel), os.replace

    def replace(source: Path, to: Path) -> None:
        if Path(source) == open_duel:
            raise PermissionError(13, "Permission denied")
        real(source, to)

    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", replace)
        with pytest.raises(PermissionError):
            bin_file(open_duel)
    assert read_again(open_duel) == seen


def test_a_copy_made_by_hand_takes_nothing_from_its_source(open_duel: Path) -> None:
    seen = read_again(open_duel)
    shutil.copyfile(open_duel, open_duel.with_name("copy.toml"))
    assert opened_anew(open_duel.with_name("copy.toml"))[1]["inputs"] == []
    assert read_again(open_duel) == seen


def test_a_session_renamed_by_hand_finds_its_log_and_its_generations(open_duel: Path) -> None:
    seen = read_again(open_duel)
    file = open_duel.rename(open_duel.with_name("by hand.toml"))
    said = ["duel-at-dawn.open.toml belongs to this session: what was played last is here again"]
    assert opened_anew(file) == (said, seen)
    assert len(kept(file)) >= 2


def test_a_log_under_another_name_that_somebody_plays_is_not_taken(open_duel: Path) -> None:
    player = open_session(open_duel)
    _ = opened_anew(open_duel.rename(open_duel.with_name("by-hand.toml")))
    assert log_file(open_duel).exists()
    player.close()


def test_a_name_whose_old_generations_are_there_is_taken(open_duel: Path, tmp_path: Path) -> None:
    before = sorted(p.name for p in history_dir(open_duel).iterdir())
    open_duel.unlink()
    log_file(open_duel).unlink()
    other = create_session(example(), tmp_path, "Duel at dawn")
    assert other.name == "duel-at-dawn-2.toml"
    third = create_session(example(), tmp_path, "Third")
    assert rename_file(third, "Duel at dawn").name == "duel-at-dawn-3.toml"
    assert sorted(p.name for p in history_dir(open_duel).iterdir()) == before


def test_going_back_keeps_what_stood_there_its_open_procedure_too(open_duel: Path) -> None:
    seen = read_again(open_duel)
    first = named(open_duel, "1")
    assert "units.bob.health: 1 → 3" in compared(open_duel, first)
    saved = present(go_back(open_duel, first))
    assert read_again(open_duel)["undo"] == 0
    assert not log_file(open_duel).exists()
    opened = open_session(open_duel)
    assert opened.notices == []
    opened.session.adjust("cid", "health", 0)
    opened.close()
    go_back(open_duel, named(open_duel, saved.stem))
    assert read_again(open_duel) == seen
    assert opened_anew(open_duel) == ([], seen)


@pytest.mark.parametrize("number", range(1, 6))
def test_going_back_killed_anywhere_loses_nothing(
    open_duel: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen, first = read_again(open_duel), named(open_duel, "1")
    then = read_again(first.path)
    with monkeypatch.context() as patch:
        killed_at(number, patch)
        with contextlib.suppress(Killed):
            go_back(open_duel, first)
    _, now = opened_anew(open_duel)
    assert now in (seen, then)
    if now == then:
        assert any(one.mark == "replaced" and read_again(one.path) == seen for one in kept(open_duel))


def test_a_damaged_file_is_got_back_without_losing_the_last_entry(open_duel: Path) -> None:
    opened = open_session(open_duel, rng=Random(5))
    while opened.session.run is not None:
        step_random(opened.session, Random(5))
    opened.close()
    seen = read_again(open_duel)
    open_duel.write_bytes(open_duel.read_bytes()[:700])
    go_back(open_duel, kept(open_duel)[0])
    assert read_again(open_duel) == seen


def test_an_old_backup_that_comes_back_is_not_pruned_away_first(duel: Path) -> None:
    opened = open_session(duel)
    for number in range(30):
        opened.session.adjust("bob", "health", number % 3 + 1)
        opened.save()
    opened.close()
    newest, *_, first = found = kept(duel)
    assert len(found) == KEPT + 1, "and one of the day"
    assert newest.path.read_bytes() == duel.read_bytes()
    assert read_again(first.path)["undo"] < read_again(duel)["undo"]
    shutil.copyfile(first.path, duel)
    opened = open_session(duel)
    assert opened.notices == []
    opened.session.adjust("ann", "health", 1)
    opened.close()
    newest = kept(duel)[0]
    assert newest.number == 32
    assert newest.path.read_bytes() == duel.read_bytes()


def test_pruning_keeps_one_a_day_and_leaves_strange_files(tmp_path: Path) -> None:
    history = tmp_path / ".history" / "duel"
    for number in range(1, 61):
        path = keep(b"%d" % number, history, number, like=tmp_path / "duel.toml")
        os.utime(path, (number * 43_200, number * 43_200))
    (history / "notes.toml").write_text("mine")
    prune(history)
    numbers = [one.number for one in generations(history)]
    assert numbers[:20] == list(range(60, 40, -1))
    assert 19 <= len(numbers) - 20 <= 21
    assert (history / "notes.toml").exists()


def test_the_command_lists_compares_and_goes_back(open_duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["restore", "--saves", str(open_duel.parent), "duel-at-dawn"]
    text = text_of(open_duel)
    assert cli.main(words) == 0
    listed = capsys.readouterr().out
    assert "000001" in listed
    assert cli.main([*words, "1"]) == 0
    assert "Nothing was changed. Add --yes" in capsys.readouterr().out
    assert text_of(open_duel) == text
    assert cli.main([*words, "1", "--yes"]) == 0
    assert "is kept as 000003-replaced" in capsys.readouterr().out
    assert cli.main([*words, "77"]) == 2
    assert "there is no generation '77'" in capsys.readouterr().err


def test_a_binned_session_comes_back_with_all_that_belongs_to_it(open_duel: Path) -> None:
    seen = read_again(open_duel)
    away = bin_file(open_duel)
    assert away.parent == open_duel.parent / ".bin"
    assert summaries(open_duel.parent) == []
    home = put_back(away)
    assert read_again(home) == seen
    assert len(kept(home)) >= 2
