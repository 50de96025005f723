"""A file of any kind that was cut, flipped or edited never opens in silence."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.store import CannotOpen, Roster, check_file, create_session, open_session, read_roster, write_roster
from companion.store.campaigns import changing, read_campaign
from companion.store.folders import history_dir, log_file
from companion.store.format.document import kind_of
from companion.store.generations import generations
from companion.store.going_back import go_back, named
from companion.store.listing import list_campaigns
from companion.testing import play_random
from tests.games.duel import example as duel
from tests.searching import one_in
from tests.store.feuds import begin, feud, now, play
from tests.store.helpers import begun, put, said, text_of
from tests.store.squad import example


def campaign(tmp_path: Path) -> Path:
    file = feud(tmp_path)
    play(file, begin(file), scar=6)
    return file


def roster(tmp_path: Path) -> Path:
    file = tmp_path / "rosters" / "reds.toml"
    write_roster(Roster("squad", "The Reds", list(example().units.values())), file)
    return file


def session(tmp_path: Path) -> Path:
    file = create_session(duel(), tmp_path, "Duel at dawn")
    opened = open_session(file, rng=Random(2))
    play_random(opened.session, Random(2), most_entries=4)
    opened.close()
    return file


STEPS = pytest.mark.parametrize("step", one_in(2, (149, 31)))
"""A place in so many bytes is damaged; no step is a length of lines."""


KINDS: dict[str, Callable[[Path], Path]] = {"session": session, "campaign": campaign, "roster": roster}


@pytest.fixture(params=KINDS)
def whole(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return KINDS[request.param](tmp_path)


@STEPS
def test_cut_at_any_byte_it_is_refused(whole: Path, step: int) -> None:
    assert said(whole) == check_file(whole) == []
    data = whole.read_bytes()
    readers: dict[str, Callable[[Path], object]] = {"campaign": read_campaign, "reds": read_roster}
    read = readers.get(whole.stem, open_session)
    for cut in [*range(0, len(data) - 1, step), *range(len(data) - 80, len(data) - 1)]:
        whole.write_bytes(data[:cut])
        with pytest.raises(CannotOpen):
            read(whole)
        assert check_file(whole) != []


@STEPS
def test_a_flipped_bit_anywhere_is_said(whole: Path, step: int) -> None:
    data = whole.read_bytes()
    for place in range(data.index(b"\n\n") + 2, len(data) - 70, step):
        broken = bytearray(data)
        broken[place] ^= 1 << (place % 7)
        line = data[data.rfind(b"\n", 0, place) + 1 :]
        if line.startswith((b"companion", b"#")):
            continue
        whole.write_bytes(broken)
        assert said(whole) != [], (place, data[place - 20 : place + 20])
        assert check_file(whole) != []


def test_a_roster_edited_by_hand_shows_what_is_different(tmp_path: Path) -> None:
    file = roster(tmp_path)
    put(file, "range = 3", "range = 4")
    (notice,) = said(file)
    assert "units.a.weapons: " in notice
    assert [one.reason for one in check_file(file)] == [notice]
    write_roster(read_roster(file), file)
    assert said(file) == []
    assert [one.mark for one in generations(history_dir(file))] == ["", "replaced", ""]


def test_what_a_person_changed_in_a_campaign_is_shown_and_kept(tmp_path: Path) -> None:
    file = campaign(tmp_path)
    put(file, 'title = "Battle 1"', 'title = "The mill"')
    edited = text_of(file)
    (notice,) = said(file)
    assert 'battles.b1.title: "Battle 1" → "The mill"' in notice
    with changing(file) as made:
        assert made.notices == [notice]
    assert said(file) == []
    assert [text_of(one.path) for one in generations(history_dir(file)) if one.mark == "edited"] == [edited]


def test_a_ledger_that_lost_its_last_batch_is_refused(tmp_path: Path) -> None:
    """It is no change by hand: recorded as one, the battle would be gone from the history."""
    file = campaign(tmp_path)
    first, _, last = text_of(file).rpartition("\n[[ledger]]\n")
    file.write_text(first + "\n\n# The end" + last.partition("\n# The end")[2], encoding="utf-8")
    (notice,) = said(file)
    assert "it has 3 batches and had 4" in notice
    before = text_of(file)
    with pytest.raises(CannotOpen), changing(file):
        pass
    assert text_of(file) == before


@pytest.mark.parametrize(
    ("old", "new", "reason"), [("after = 30", "after = 31", "no longer"), ("{of =", "{ of =", "still")]
)
def test_a_changed_ledger_is_refused_where_it_no_longer_leads_to_the_rosters(
    tmp_path: Path, old: str, new: str, reason: str
) -> None:
    file = campaign(tmp_path)
    text = text_of(file)
    start = text.index("[[ledger]]")
    assert old in text[start:]
    file.write_text(text[:start] + text[start:].replace(old, new, 1), encoding="utf-8")
    (notice,) = said(file)
    assert f"{reason} leads to the rosters" in notice or f"and {reason} leads" in notice


def test_going_back_keeps_what_stood_there(whole: Path) -> None:
    before = text_of(whole)
    put(whole, "name = ", "name =  ")
    edited = text_of(whole)
    newest = generations(history_dir(whole))[0]
    saved = go_back(whole, newest)
    assert saved is not None
    assert text_of(saved) == edited
    assert said(whole) == []
    made, was = tomllib.loads(text_of(whole)), tomllib.loads(before)
    kind = kind_of(made).name
    assert made[kind]["generation"] == was[kind]["generation"] + 1
    assert made | {kind: 0} == was | {kind: 0}


def test_the_command_goes_back_to_a_campaign_whose_file_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = campaign(tmp_path)
    wanted = now(file).rosters
    number = generations(history_dir(file))[0].number
    file.unlink()
    (listed,) = list_campaigns(tmp_path)
    assert "campaign.toml is missing" in listed.fault
    assert cli.main(["restore", "--saves", str(tmp_path), file.parent.name, str(number), "--yes"]) == 0
    assert "campaign.toml is as in" in capsys.readouterr().out
    assert now(file).rosters == wanted


def test_going_back_in_a_campaign_shows_what_is_different_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = campaign(tmp_path)
    words = ["restore", "--saves", str(tmp_path), str(file), named(file, "1").name]
    assert cli.main(words) == 0
    printed = capsys.readouterr().out
    assert "ledger: 4 batches, then 2" in printed
    assert "Nothing was changed. Add --yes" in printed


def test_a_log_is_checked_with_its_session(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = create_session(duel(), tmp_path, "Duel")
    opened = begun(file)
    opened.close()
    log = log_file(file)
    assert check_file(log) == []
    assert cli.main(["verify", str(log)]) == 0
    log.write_bytes(log.read_bytes()[:-9])
    assert [one.file for one in check_file(log)] == [log]
    file.unlink()
    (fault,) = check_file(log)
    assert "duel.toml, which is not there" in fault.reason
    assert cli.main(["verify", str(log)]) == 1
    capsys.readouterr()


def test_a_roster_edited_by_hand_is_said_where_a_game_is_made_of_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = roster(tmp_path)
    put(file, "range = 3", "range = 4")
    words = ["new", "--saves", str(tmp_path), "--game", "squad", "--name", "Drill", "--roster", str(file)]
    assert cli.main(words) == 0
    printed = capsys.readouterr()
    assert "reds.toml was changed outside Companion" in printed.err
    assert printed.out == f"{tmp_path / 'drill.toml'}\n"
