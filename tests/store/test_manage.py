"""Sessions and whole campaigns: any name, copies, new names, the bin and the way back, and what Home shows of them."""

import os
import shutil
import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.store.campaigns import changing, read_campaign
from companion.store.diagnostics import CannotOpen
from companion.store.folders import history_dir, log_file, ready_dir, saves_dir, slug
from companion.store.listing import SHOWN, _touched, binned, overview, summaries
from companion.store.manage import bin_file, copy_campaign, copy_session, create_session, put_back, rename_file
from companion.store.opening import open_session
from companion.store.verify import check_file
from companion.testing import play_random
from tests.games.duel import example
from tests.store.feuds import begin, feud, now, play, session_file
from tests.store.helpers import begun, picture, put, read_again, text_of

NAMES = [
    "Squad [/",
    "🎲🎲",
    "מלחמה גדולה",
    "a/../../etc/passwd",
    "CON",
    "x" * 300,
    "…",
    "",
    "Ünïcödé",
    "duel.open",
    " . ",
    'quote " and \\ back',
    "tab\tnew\nline",
    "\u202eevil",
    "nul\x00byte",
    "half \ud83d pair",
    "İstanbul",
    "-",
    "[bold]",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_makes_a_file_that_opens(tmp_path: Path, name: str) -> None:
    file = create_session(example(), tmp_path, name)
    assert file.parent == tmp_path
    assert len(file.name.encode()) < 80
    assert not file.name.startswith(".")
    opened = open_session(file)
    opened.session.adjust("ann", "health", 1)
    assert opened.close()
    shown = name.replace("\ud83d", "?")
    (listed,) = summaries(tmp_path)
    assert (listed.file, listed.name, listed.fault) == (file, shown or file.stem, "")
    assert read_again(file)["name"] == shown


@pytest.mark.parametrize(
    ("name", "kind", "stem"),
    [
        ("con", "roster", "con-roster"),
        ("…", "roster", "roster"),
        ("", "roster", "roster"),
        ("CON", "session", "con-session"),
        ("NUL", "session", "nul-session"),
        ("Aux.", "session", "aux-session"),
        ("com1", "session", "com1-session"),
        ("COM¹", "session", "com¹-session"),
        ("lpt³ ", "session", "lpt³-session"),
        ("prn...", "session", "prn-session"),
        (" nul ", "session", "nul-session"),
        ("x" * 300, "session", "x" * 60),
    ],
)
def test_a_name_that_leaves_none_or_is_a_device_of_windows_is_named_after_what_it_is(
    name: str, kind: str, stem: str
) -> None:
    assert slug(name, kind) == stem


@given(st.text(max_size=80))
def test_a_slug_is_safe_and_settled(name: str) -> None:
    made = slug(name)
    assert made
    assert len(made.encode()) <= 68
    assert all(c.isalnum() or c == "-" or not c.isascii() for c in made)
    assert not set(made) & set('/\\:*?"<>|.\0')
    assert slug(made) == made


def test_names_that_are_alike_get_numbers_in_the_bin_too(tmp_path: Path) -> None:
    files = [create_session(example(), tmp_path, name) for name in ("Duel", "duel!", "DUEL")]
    assert [f.name for f in files] == ["duel.toml", "duel-2.toml", "duel-3.toml"]
    files = [bin_file(create_session(example(), tmp_path, "Ford")) for _ in range(3)]
    assert [f.name for f in files] == ["ford.toml", "ford-2.toml", "ford-3.toml"]


def test_a_session_gets_another_name_with_all_that_belongs_to_it(duel: Path) -> None:
    opened = begun(duel)
    opened.session.answer("bob")
    seen = picture(opened.session)
    opened.close()
    assert log_file(duel).exists()
    file = rename_file(duel, 'Dusk [/ "quoted"')
    assert file.name == "dusk-quoted.toml"
    assert read_again(file) == seen | {"name": 'Dusk [/ "quoted"'}
    assert list(history_dir(file).iterdir())
    left = [p for p in file.parent.iterdir() if p.name.startswith(("duel", ".duel"))]
    assert left == []
    assert rename_file(file, "Dusk-Quoted") == file
    assert summaries(file.parent)[0].name == "Dusk-Quoted"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Duel at dawn"', 'name = """Duel\nat dawn"""'),
        ("[summary]", "[ summary ]"),
    ],
)
def test_a_file_written_in_another_way_is_renamed_by_hand_only(duel: Path, old: str, new: str) -> None:
    put(duel, old, new)
    text = text_of(duel)
    with pytest.raises(CannotOpen, match=r"summary\.name: this is to stand on a line of its own under \[summary\]"):
        rename_file(duel, "Dusk")
    assert text_of(duel) == text
    open_session(duel).close()


def test_what_is_open_elsewhere_is_neither_renamed_nor_binned(duel: Path) -> None:
    opened = open_session(duel)
    with pytest.raises(CannotOpen, match="another program has this session open"):
        rename_file(duel, "Dusk")
    with pytest.raises(CannotOpen, match="another program"):
        bin_file(duel)
    opened.close()
    assert duel.exists()


def test_a_copy_of_a_copy_counts_up_keeps_the_source_and_is_of_a_session_alone(duel: Path, tmp_path: Path) -> None:
    text = text_of(duel)
    one = copy_session(duel, tmp_path)
    two = copy_session(one, tmp_path / "war")
    assert (one.name, two.name, two.parent.name) == ("duel-at-dawn-2.toml", "duel-at-dawn.toml", "war")
    assert text_of(duel) == text
    ids = {tomllib.loads(text_of(f))["session"]["id"] for f in (duel, one, two)}
    assert len(ids) == 3
    (tmp_path / "x.toml").write_text("[roster]\n")
    names = list(tmp_path.iterdir())
    with pytest.raises(CannotOpen, match="no session"):
        copy_session(tmp_path / "x.toml", tmp_path)
    assert list(tmp_path.iterdir()) == names


def test_home_reads_the_head_alone(duel: Path) -> None:
    opened = open_session(duel, rng=Random(2))
    play_random(opened.session, Random(2))
    winner = opened.session.table.title(opened.session.table.over_winner or "")
    opened.close()
    with duel.open("a") as handle:
        handle.write("this is [ broken\n")
    (found,) = summaries(duel.parent)
    assert (found.name, found.ruleset, found.title, found.phase) == ("Duel at dawn", "duel", "Duel", "Over")
    assert found.over == f"{winner} won: last one standing"
    assert sorted(found.sides)[0][1] + sorted(found.sides)[1][1] in (1, 2)
    assert found.fault == ""
    assert found.waits_at == ""
    assert found.played > "2024"


def test_where_an_older_game_waits_is_said_without_the_mark_of_the_rulebook(tmp_path: Path) -> None:
    for file in (Path(__file__).parents[2] / "saves" / "ready").glob("bushido-second-turn.*"):
        shutil.copy(file, tmp_path)
    (found,) = summaries(tmp_path)
    assert found.waits_at == "Activation"


def test_home_says_where_a_procedure_waits_and_shows_no_sealed_answer(duel: Path) -> None:
    opened = begun(duel)
    opened.session.answer("bob")
    opened.session.answer(True)
    before = summaries(duel.parent)
    opened.session.answer({"plan": "plain", "parts": {"attack": 3, "guard": 0}}, by="red")
    (found,) = summaries(duel.parent)
    assert found.waits_at == "Exchange of blows: Split in secret"
    assert [f.played <= found.played for f in before] == [True]
    found.played = before[0].played
    assert [found] == before
    opened.close()


def test_the_last_played_is_first_and_campaigns_are_named(tmp_path: Path) -> None:
    files = [
        create_session(example(), tmp_path, "Old"),
        create_session(example(), tmp_path / "war", "New"),
        create_session(example(), tmp_path, "Middle"),
    ]
    for file, hour in zip(files, (1, 3, 2), strict=True):
        put(file, 'played = ""', f'played = "2026-01-01T0{hour}:00:00+00:00"')
    assert [(s.name, s.campaign) for s in summaries(tmp_path)] == [("New", "war"), ("Middle", ""), ("Old", "")]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not toml [",
        b"a = " + b"[" * 5000,
        b"[summary]\nround = " + b"9" * 5000,
        b"\xff\xfe\x00",
        b"[session]\n",
        b"[summary]\nsides = 3\n[session]\n",
        b"session = 1\n",
        b"summary = 1\n[session]\n",
        b"[summary]\nround = 'x'\n[session]\nid = 3",
    ],
)
def test_home_never_stumbles_over_a_file(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.toml").write_bytes(data)
    (tmp_path / "x.open.toml").write_bytes(data)
    (found,) = summaries(tmp_path)
    assert found.name == "x"
    assert bool(found.fault) == (b"[session]" not in data or data.startswith(b"summary"))


def test_where_sessions_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COMPANION_SAVES", raising=False)
    assert saves_dir().name == "saves"
    assert saves_dir() != tmp_path / "saves"
    (tmp_path / "saves").mkdir()
    assert saves_dir() == tmp_path / "saves"
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path / "else"))
    assert saves_dir() == tmp_path / "else"
    assert saves_dir("~/there") == Path(os.path.expanduser("~/there"))


def test_ready_games_are_no_campaign_of_the_saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("companion.store.folders.ready_dir", lambda: tmp_path / "ready")
    create_session(example(), tmp_path / "ready", "Ready")
    assert summaries(tmp_path) == summaries(tmp_path / "none") == []
    assert [s.name for s in summaries(tmp_path / "ready")] == ["Ready"]
    assert ready_dir().name == "ready"


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
    (tmp_path / ".the-long-feud-2.new").mkdir()
    copy = copy_campaign(fought, tmp_path)
    assert copy != fought
    assert read_campaign(copy).header.id != read_campaign(fought).header.id
    assert check_file(copy) == []
    play(copy, begin(copy), seed=3)
    assert (len(now(copy).battles), len(now(fought).battles)) == (2, 1)


def test_a_campaign_that_is_open_stays_and_another_name_leaves_the_rest_as_it_was(fought: Path, tmp_path: Path) -> None:
    before = now(fought)
    with changing(fought), pytest.raises(CannotOpen, match="another program has this campaign open"):
        rename_file(fought, "Mud")
    assert rename_file(fought, 'Mud "[/"') == fought
    assert now(fought).name == 'Mud "[/"'
    assert now(fought).ledger == before.ledger
    assert check_file(fought) == []
    opened = open_session(session_file(fought, begin(fought)))
    with pytest.raises(CannotOpen, match="open"):
        bin_file(fought)
    opened.close()
    assert fought.exists()


def test_a_campaign_goes_to_the_bin_and_comes_back_beside_a_new_one_of_its_name(fought: Path, tmp_path: Path) -> None:
    away = bin_file(fought)
    assert [one.name for one in binned(tmp_path)] == ["The long feud"]
    assert overview(tmp_path, tmp_path / "ready").campaigns == []
    feud(tmp_path)
    back = put_back(away)
    assert back.parent.name == "the-long-feud-2"
    assert check_file(back) == []
    assert binned(tmp_path) == []


def test_the_session_of_a_battle_comes_back_with_its_backup_generations(fought: Path, tmp_path: Path) -> None:
    session = session_file(fought, "b1")
    away = bin_file(session)
    (one,) = binned(tmp_path)
    assert (one.path, one.campaign) == (away, "The long feud")
    assert put_back(away) == session
    assert check_file(fought) == []


def test_the_ready_campaign_is_without_fault(tmp_path: Path) -> None:
    for made in overview(tmp_path, ready_dir()).ready_campaigns:
        assert check_file(made.file) == []
        assert made.battles == 2


def test_a_session_that_goes_to_the_bin_while_the_list_is_read_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: True)
    assert _touched(tmp_path / "gone.toml") == (0.0, "gone.toml")
