"""What Home shows, and what it does with whole campaigns: copies, other names, the bin and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.store import ready_dir
from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.listing import SHOWN, _touched, binned, overview
from companion.store.manage import bin_file, copy_campaign, put_back, rename_file
from companion.store.opening import open_session
from companion.store.verify import check_file
from tests.store.feuds import begin, feud, now, play, session_file


def test_an_overview_has_campaigns_with_their_last_sessions(tmp_path: Path) -> None:
    file = feud(tmp_path)
    for number in range(1, SHOWN + 3):
        play(file, begin(file), seed=number)
    found = overview(tmp_path, tmp_path / "ready")
    (line,) = found.campaigns
    assert (line.campaign.file, line.campaign.battles, line.more) == (file, SHOWN + 2, 2)
    assert [made.name for made in line.sessions] == [f"Battle {n}" for n in range(SHOWN + 2, 2, -1)]
    assert found.single == []


def test_a_copy_of_a_campaign_is_whole_and_has_an_id_of_its_own(fought: Path, tmp_path: Path) -> None:
    file = fought
    (tmp_path / ".the-long-feud-2.new").mkdir()
    copy = copy_campaign(file, tmp_path)
    assert copy != file
    assert read_campaign(copy).header.id != read_campaign(file).header.id
    assert check_file(copy) == []
    play(copy, begin(copy), seed=3)
    assert (len(now(copy).battles), len(now(file).battles)) == (2, 1)


def test_another_name_leaves_the_rest_as_it_was(fought: Path, tmp_path: Path) -> None:
    file = fought
    before = now(file)
    assert rename_file(file, 'Mud "[/"') == file
    assert now(file).name == 'Mud "[/"'
    assert now(file).ledger == before.ledger
    assert check_file(file) == []


def test_a_campaign_goes_to_the_bin_and_comes_back_beside_a_new_one_of_its_name(fought: Path, tmp_path: Path) -> None:
    file = fought
    away = bin_file(file)
    assert [one.name for one in binned(tmp_path)] == ["The long feud"]
    assert overview(tmp_path, tmp_path / "ready").campaigns == []
    feud(tmp_path)
    back = put_back(away)
    assert back.parent.name == "the-long-feud-2"
    assert check_file(back) == []
    assert binned(tmp_path) == []


def test_a_campaign_in_which_somebody_plays_stays(fought: Path, tmp_path: Path) -> None:
    file = fought
    opened = open_session(session_file(file, begin(file)))
    with pytest.raises(CannotOpen, match="open"):
        bin_file(file)
    opened.close()
    assert file.exists()


def test_a_campaign_that_another_program_writes_is_named_as_one(file: Path) -> None:
    with changing(file), pytest.raises(CannotOpen, match="another program has this campaign open"):
        rename_file(file, "Mud")


def test_the_session_of_a_battle_comes_back_with_its_backup_generations(fought: Path, tmp_path: Path) -> None:
    file = fought
    session = session_file(file, "b1")
    away = bin_file(session)
    (one,) = binned(tmp_path)
    assert (one.path, one.campaign) == (away, "The long feud")
    assert put_back(away) == session
    assert check_file(file) == []


def test_the_ready_campaign_is_without_fault(tmp_path: Path) -> None:
    for made in overview(tmp_path, ready_dir()).ready_campaigns:
        assert check_file(made.file) == []
        assert made.battles == 2


def test_a_session_that_goes_to_the_bin_while_the_list_is_read_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: True)
    assert _touched(tmp_path / "gone.toml") == (0.0, "gone.toml")
