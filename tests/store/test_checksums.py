"""A file that was cut, flipped or edited never opens in silence, nor one that undo would go wrong with.

One that nobody has changed is not validated again.
"""

import tomllib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from companion import cli
from companion.cli import main
from companion.engine.registry import find
from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.folders import history_dir, log_file, open_mark, ready_dir
from companion.store.format.document import kind_of
from companion.store.format.session_parser import untouched
from companion.store.format.state import Findings, table_of, units_of
from companion.store.generations import generations
from companion.store.going_back import go_back, named
from companion.store.listing import list_campaigns
from companion.store.manage import rename_file
from companion.store.opening import open_session
from companion.store.restore import load, restore
from companion.store.rosters import read_roster, write_roster
from companion.store.verify import check_file
from tests.examples import present
from tests.recorded import games
from tests.searching import one_in
from tests.store.feuds import now
from tests.store.helpers import begun, picture, played, put, read_again, said, text_of

STEPS = pytest.mark.parametrize("step", one_in(2, (149, 31)))
"""A place in so many bytes is damaged; no step is a length of lines."""


@pytest.fixture(params=["session", "campaign", "roster"])
def whole(request: pytest.FixtureRequest, duel: Path, fought: Path, roster: Path) -> Path:
    """A file of each kind."""
    played(duel, 4)
    return {"session": duel, "campaign": fought, "roster": roster}[request.param]


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


def test_a_roster_edited_by_hand_shows_what_is_different_also_where_a_game_is_made_of_it(
    tmp_path: Path, roster: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put(roster, "range = 3", "range = 4")
    (notice,) = said(roster)
    assert "units.a.weapons: " in notice
    assert [one.reason for one in check_file(roster)] == [notice]
    words = ["new", "--saves", str(tmp_path), "--game", "squad", "--name", "Drill", "--roster", str(roster)]
    assert cli.main(words) == 0
    printed = capsys.readouterr()
    assert "reds.toml was changed outside Companion" in printed.err
    assert printed.out == f"{tmp_path / 'drill.toml'}\n"
    write_roster(read_roster(roster), roster)
    assert said(roster) == []
    assert [one.mark for one in generations(history_dir(roster))] == ["", "replaced", ""]


def test_what_a_person_changed_in_a_campaign_is_shown_and_kept(fought: Path) -> None:
    put(fought, 'title = "Battle 1"', 'title = "The mill"')
    edited = text_of(fought)
    (notice,) = said(fought)
    assert 'battles.b1.title: "Battle 1" → "The mill"' in notice
    with changing(fought) as made:
        assert made.notices == [notice]
    assert said(fought) == []
    assert [text_of(one.path) for one in generations(history_dir(fought)) if one.mark == "edited"] == [edited]


def test_a_ledger_that_lost_its_last_batch_is_refused(fought: Path) -> None:
    """It is no change by hand: recorded as one, the battle would be gone from the history."""
    file = fought
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
    fought: Path, old: str, new: str, reason: str
) -> None:
    head, mark, ledger = text_of(fought).partition("[[ledger]]")
    assert old in ledger
    fought.write_text(head + mark + ledger.replace(old, new, 1), encoding="utf-8")
    (notice,) = said(fought)
    assert f"{reason} leads to the rosters" in notice or f"and {reason} leads" in notice


def test_going_back_keeps_what_stood_there(whole: Path) -> None:
    before = text_of(whole)
    put(whole, "name = ", "name =  ")
    edited = text_of(whole)
    newest = generations(history_dir(whole))[0]
    saved = present(go_back(whole, newest))
    assert text_of(saved) == edited
    assert said(whole) == []
    made, was = tomllib.loads(text_of(whole)), tomllib.loads(before)
    kind = kind_of(made).name
    assert made[kind]["generation"] == was[kind]["generation"] + 1
    assert made | {kind: 0} == was | {kind: 0}


def test_the_command_shows_what_is_different_and_goes_back_to_a_campaign_whose_file_is_gone(
    tmp_path: Path, fought: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["restore", "--saves", str(tmp_path)]
    assert cli.main([*words, str(fought), named(fought, "1").name]) == 0
    printed = capsys.readouterr().out
    assert "ledger: 4 batches, then 2" in printed
    assert "Nothing was changed. Add --yes" in printed
    wanted = now(fought).rosters
    number = generations(history_dir(fought))[0].number
    fought.unlink()
    (listed,) = list_campaigns(tmp_path)
    assert "campaign.toml is missing" in listed.fault
    assert cli.main([*words, fought.parent.name, str(number), "--yes"]) == 0
    assert "campaign.toml is as in" in capsys.readouterr().out
    assert now(fought).rosters == wanted


def test_a_log_is_checked_with_its_session(duel: Path, capsys: pytest.CaptureFixture[str]) -> None:
    begun(duel).close()
    log = log_file(duel)
    assert check_file(log) == []
    assert cli.main(["verify", str(log)]) == 0
    log.write_bytes(log.read_bytes()[:-9])
    assert [one.file for one in check_file(log)] == [log]
    duel.unlink()
    (fault,) = check_file(log)
    assert "duel-at-dawn.toml, which is not there" in fault.reason
    assert cli.main(["verify", str(log)]) == 1
    capsys.readouterr()


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
            table = present(table_of(data, ruleset, "", found))
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


def test_each_file_gets_a_verdict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = games()[0]
    bad = tmp_path / "bad.toml"
    bad.write_text(good.read_text(encoding="utf-8").replace('value = "', 'value = "un', 1), encoding="utf-8")
    assert main(["verify", str(good)]) == 0
    assert f"{good}: exact (" in capsys.readouterr().out
    assert main(["verify", str(bad), str(good), str(tmp_path / "none.toml")]) == 1
    told = capsys.readouterr().out
    assert f"{bad}: unverified (" in told
    assert f"{bad}:" in told.splitlines()[0]
    assert f"{good}: exact (" in told
    assert "none.toml: unverified (0 procedures" in told


# -- journal, log and head of a session


@pytest.fixture
def closed(duel: Path) -> Path:
    """A duel at rest, with four entries in its journal."""
    played(duel, 4)
    return duel


def test_what_a_hand_changed_is_shown_and_kept_before_it_is_written_over(closed: Path) -> None:
    put(closed, 'name = "Cid"', 'name = "Cyd"')
    edited = text_of(closed)
    opened = open_session(closed)
    (notice,) = opened.notices
    assert 'units.cid.name: "Cid" → "Cyd"' in notice
    assert [one.reason for one in check_file(closed)] == [notice]
    opened.session.adjust("bob", "health", 1)
    opened.close()
    assert [text_of(one.path) for one in generations(history_dir(closed)) if one.mark == "edited"] == [edited]
    assert said(closed) == []


def test_the_copy_of_a_generation_is_not_the_file_itself(closed: Path) -> None:
    copy = generations(history_dir(closed))[0]
    assert copy.path.read_bytes() == closed.read_bytes()
    assert copy.path.stat().st_ino != closed.stat().st_ino


@pytest.mark.parametrize("place", [1, -1])
@pytest.mark.parametrize("copies", [True, False])
def test_entries_that_are_missing_at_the_end_are_refused_and_at_the_beginning_said(
    closed: Path, place: int, copies: bool
) -> None:
    parts = text_of(closed).split("\n[[journal]]\n")
    end = parts[-1].rpartition("\n# The end")
    parts[-1] = end[0]
    del parts[place]
    closed.write_text("\n[[journal]]\n".join(parts) + "\n" + "".join(end[1:]), encoding="utf-8")
    if not copies:
        for one in generations(history_dir(closed)):
            one.path.unlink()
    if place == 1:
        assert ["undo" in line and "less far" in line for line in said(closed)] == [True]
        opened = open_session(closed)
        assert len(opened.session.entries) == len(parts) - 1
        opened.session.undo(opened.session.undo_count)
        assert opened.session.entries == []
        assert not any("no longer replays" in line.text for line in picture(opened.session)["log"])
        opened.close()
    else:
        assert ["undo would go wrong" in line for line in said(closed)] == [True]


def test_an_event_that_was_changed_is_refused(closed: Path) -> None:
    put(closed, "before = 3", "before = 2")
    (line,) = said(closed)
    assert "do not fit its state_crc" in line


def test_a_cut_between_two_entries_and_a_part_that_begins_no_more_are_said(closed: Path) -> None:
    whole = text_of(closed)
    put(closed, "[options]\n", "[ options ]\n")
    assert ["was changed outside Companion" in line for line in said(closed)] == [True]
    closed.write_text(whole.rpartition("\n[[journal]]\n")[0], encoding="utf-8")
    assert ["was cut off" in line for line in said(closed)] == [True]


def test_a_header_that_was_changed_is_refused_while_there_is_a_log(closed: Path) -> None:
    opened = open_session(closed, rng=Random(3))
    opened.session.undo()
    opened.close()
    assert log_file(closed).exists()
    number = text_of(closed).partition("generation = ")[2].partition("\n")[0]
    put(closed, f"generation = {number}\n", f"generation = {int(number) + 1}\n")
    (line,) = said(closed)
    assert "nobody can tell which inputs" in line


@pytest.mark.parametrize("empty", [True, False])
def test_a_log_that_is_empty_or_gone_is_said(duel: Path, empty: bool) -> None:
    opened = begun(duel)
    opened.close()
    assert said(duel) == []
    if empty:
        log_file(duel).write_bytes(b"")
    else:
        log_file(duel).unlink()
    (line,) = said(duel)
    assert ("is empty" if empty else "is missing") in line
    assert line in [one.reason for one in check_file(duel)]
    opened = open_session(duel)
    assert opened.notices == [line]
    opened.session.start("exchange", {"fighter": "ann"})
    seen = picture(opened.session)
    opened.close()
    assert said(duel) == []
    assert read_again(duel) == seen


def test_a_new_name_given_by_companion_is_no_change(closed: Path) -> None:
    file = rename_file(closed, "Dusk")
    assert said(file) == []
    put(file, 'name = "Dusk"', 'name = "Dawn"')
    assert ["[summary] was changed" in line for line in said(file)] == [True]


def test_a_log_that_was_cut_between_two_records_is_said_once(duel: Path) -> None:
    """Every line of it is true; only what is noted beside it tells that there were more."""
    opened = begun(duel, Random(3))
    opened.session.answer("bob")
    opened.session.adjust("bob", "health", 1)
    opened.close()
    data = log_file(duel).read_bytes()
    log_file(duel).write_bytes(data[: data[:-1].rindex(b"\n") + 1])
    (line,) = said(duel)
    assert line == "duel-at-dawn.open.toml was cut off: it has 2 inputs and had 3"
    assert [one.reason for one in check_file(duel)] == [line]
    opened = open_session(duel)
    assert opened.notices == [line]
    assert opened.session.undo_count == 2
    opened.close()
    assert said(duel) == []


@pytest.mark.parametrize("mark", [b"", b"0123", b"no id of a log at all\n"])
def test_a_note_that_is_torn_misses_nothing(duel: Path, mark: bytes) -> None:
    opened = begun(duel, Random(3))
    opened.close()
    open_mark(duel).write_bytes(mark)
    assert said(duel) == []
    log_file(duel).unlink()
    assert said(duel) == []
