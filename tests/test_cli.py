"""The command line: what each command prints, where it refuses, and its exit status."""

import shlex
from pathlib import Path
from random import Random

import pytest

import companion
from companion import cli
from companion.cli import streams
from companion.cli.commands import COMMANDS
from companion.engine import registry
from companion.store.opening import open_session

GAMES = list(registry.BUILT_IN)
Capture = pytest.CaptureFixture[str]
pytestmark = pytest.mark.usefixtures("nobody_at_the_keyboard")


def run(*words: str) -> int:
    """The exit status of a command line, whoever sets it."""
    try:
        return cli.main(list(words))
    except SystemExit as end:
        return int(end.code or 0)


def said(capsys: Capture, *words: str) -> list[str]:
    """What a command prints that does what it is asked for."""
    capsys.readouterr()
    assert run(*words) == streams.OK
    return capsys.readouterr().out.splitlines()


def session(tmp_path: Path, game: str = "bushido") -> Path:
    assert run("new", "--game", game, "--name", "At the bridge") == 0
    return tmp_path / "saves" / "at-the-bridge.toml"


def test_version_and_help(capsys: Capture) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"companion {companion.__version__}\n"
    assert run("--help") == 0
    told = capsys.readouterr().out
    for command in COMMANDS:
        assert f"companion {command}" in told
        assert run(command, "--help") == 0


def test_without_a_terminal_the_app_says_how_to_play(capsys: Capture) -> None:
    assert run() == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "companion play FILE --plain" in told.err


def test_a_dumb_terminal_is_no_place_for_the_app(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "dumb")
    assert run() == 2
    assert "--plain" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ("play",),
        ("play", "x.toml", "--json", "--plain"),
        ("play", "x.toml", "--seed", "x"),
        ("check",),
        ("rules",),
        ("list", "--what"),
        ("--what",),
        ("a.toml", "b.toml"),
        ("--what", "list"),
    ],
)
def test_words_that_are_not_understood(words: tuple[str, ...], capsys: Capture) -> None:
    assert run(*words) == 2
    assert "usage" in (told := capsys.readouterr().err) or "unrecognized" in told or "companion" in told
    assert "Traceback" not in told


@pytest.mark.parametrize(
    "words",
    [
        ("play", "nowhere.toml", "--json"),
        ("play", "nowhere.toml", "--plain"),
        ("rules", "chess"),
        ("rules", "speedies", "nonsense"),
        ("new",),
        ("new", "--game", "chess"),
        ("new", "--game", "bushido", "--option", "x=1"),
        ("new", "--game", "bushido", "--option", "turns=many"),
        ("new", "--game", "bushido", "--option", "turns=99"),
        ("new", "--game", "bushido", "--units", "dave"),
        ("new", "--game", "bushido", "--roster", "nowhere.toml"),
        ("new", "--game", "bushido", "--player", "A", "--player", "B", "--player", "C"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_or_two(words: tuple[str, ...], capsys: Capture) -> None:
    assert run(*words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("companion: ")
    assert told.err.count("\n") <= 2


@pytest.mark.parametrize("way", ["--json", "--plain"])
def test_a_broken_session_is_not_played(tmp_path: Path, capsys: Capture, way: str) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[summary]\nname = "x"\n[session\n')
    assert run("play", str(bad), way) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.startswith(f"companion: {bad}:3: ")) == ("", True)
    assert bad.read_text() == '[summary]\nname = "x"\n[session\n'


def test_new_list_and_play_by_name(tmp_path: Path, capsys: Capture) -> None:
    assert run("list") == 0
    assert "Make one with: companion new" in capsys.readouterr().out
    file = session(tmp_path)
    assert capsys.readouterr().out == f"{file}\n"
    words = "--player Kei --player Mu --name Second --option turns=4 --units aya*2,hiro --units chiyo"
    assert run("new", "--game", "bushido", *words.split()) == 0
    opened = open_session(tmp_path / "saves" / "second.toml")
    table = opened.session.table
    assert [(u.id, u.name, u.side) for u in table.units.values()] == [
        ("masaema_aya_a", "Masaema Aya A", "red"),
        ("masaema_aya_b", "Masaema Aya B", "red"),
        ("hiro", "Hiro", "red"),
        ("chiyo", "Chiyo", "blue"),
    ]
    assert [s.name for s in table.sides.values()] == ["Kei", "Mu"]
    assert table.options["turns"] == 4
    opened.close()
    capsys.readouterr()
    assert run("list") == 0
    told = capsys.readouterr().out
    assert "At the bridge, Bushido: Risen Sun, turn 1, " in told
    assert "Second, Bushido: Risen Sun, turn 1, " in told
    assert "Kei 3 left, Mu 1 left" in told
    assert run("play", "at-the-bridge", "--plain") == 0
    assert capsys.readouterr().out.startswith("At the bridge, Bushido: Risen Sun.\n")


def test_list_tells_where_a_session_stopped_and_what_is_broken(tmp_path: Path, capsys: Capture) -> None:
    file = session(tmp_path, "speedies")
    opened = open_session(file, rng=Random(1))
    while opened.session.run is None:
        action = next(a for a in opened.session.actions() if a.open)
        values = [v.value for v in action.values if v.why_not is None]
        opened.session.start(action.name, {action.param: values[0]} if action.param else {})
    title = opened.session.run.procedure.title
    opened.close()
    (tmp_path / "saves" / "broken.toml").write_text("[summary\n")
    capsys.readouterr()
    assert run("list") == 0
    told = capsys.readouterr().out
    assert f"stopped in {title}" in told
    assert "broken: cannot be read: line 1" in told


def test_saves_may_be_said_before_or_after_the_command(tmp_path: Path, capsys: Capture) -> None:
    for words in (("--saves", str(tmp_path / "a"), "list"), ("list", "--saves", str(tmp_path / "a"))):
        assert run(*words) == 0
        assert f"No sessions in {tmp_path / 'a'}." in capsys.readouterr().out


def test_list_rulesets(capsys: Capture) -> None:
    assert run("list", "--rulesets") == 0
    told = capsys.readouterr().out
    for game in GAMES:
        ruleset = registry.find(game)
        assert f"{game}: {ruleset.title}, revision {ruleset.revision}\n    {ruleset.covers}\n" in told


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_new_and_is_without_fault(game: str, tmp_path: Path, capsys: Capture) -> None:
    file = session(tmp_path, game)
    capsys.readouterr()
    assert run("check", str(file)) == 0
    assert capsys.readouterr().out == f"{file}: no faults\n"


def test_check_says_every_fault_with_its_line(tmp_path: Path, capsys: Capture) -> None:
    good = session(tmp_path)
    bad = tmp_path / "saves" / "bad.toml"
    lines = good.read_text().splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("[units.hiro]"))
    lines[at + 1 : at + 1] = ["wounds_max = 99999999", 'melee_pool = "four"']
    lines = [line for n, line in enumerate(lines) if n < at + 3 or not line.startswith("melee_pool = 4")]
    bad.write_text("\n".join(lines))
    capsys.readouterr()
    assert run("check", str(good), str(bad)) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"{good}: no faults"
    assert any(line.startswith(f"{bad}:{at + 3}: units.hiro.melee_pool: ") for line in told), told
    assert run("check", str(good), str(tmp_path / "nowhere.toml")) == 2
    assert "nowhere.toml: cannot be read" in capsys.readouterr().err
    bad.write_text("= nonsense")
    assert run("check", str(bad)) == 1
    assert capsys.readouterr().out.startswith(f"{bad}:1: ")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("columns", [30, 80, 140])
def test_rules_fit_the_terminal(game: str, columns: int, capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    sheets = registry.find(game).sheets(registry.find(game).default_options())
    assert sheets
    monkeypatch.setenv("COLUMNS", str(columns))
    assert run("rules", game) == 0
    told = capsys.readouterr().out
    assert [line for line in told.splitlines() if len(line) > columns] == []
    assert all(f"({sheet.id})" in told for sheet in sheets)
    assert run("rules", game, sheets[0].id) == 0
    told = capsys.readouterr().out
    assert [f"({sheet.id})" in told for sheet in sheets] == [True] + [False] * (len(sheets) - 1)


def test_sessions_are_copied_renamed_binned_and_taken_out_again(tmp_path: Path, capsys: Capture) -> None:
    saves = tmp_path / "saves"
    said(capsys, "new", "--game", "bushido", "--name", "Bridge")
    assert said(capsys, "copy", "bridge", "Ford") == [str(saves / "ford.toml")]
    assert said(capsys, "rename", "ford", "Mill") == [str(saves / "mill.toml")]
    assert said(capsys, "delete", "mill") == [
        f"moved to the bin: {saves / '.bin' / 'mill.toml'}",
        "companion bin mill takes it out again",
    ]
    assert said(capsys, "bin")[0] == "Mill, Bushido: Risen Sun"
    assert said(capsys, "bin", "Mill") == [str(saves / "mill.toml")]
    assert said(capsys, "bin") == ["The bin is empty."]
    said(capsys, "delete", "mill")
    assert said(capsys, "bin", "mill", "--delete") == ["deleted for good: Mill"]
    assert said(capsys, "bin") == ["The bin is empty."]
    assert run("bin", "mill") == streams.USAGE
    assert "there is no 'mill' in the bin (companion bin lists them)" in capsys.readouterr().err
    assert run("copy", "nothing") == streams.USAGE
    assert "there is no session and no campaign 'nothing'" in capsys.readouterr().err


def test_what_lies_in_the_bin_is_taken_out_by_its_file_whatever_else_has_its_name(
    tmp_path: Path, capsys: Capture
) -> None:
    said(capsys, "new", "--game", "bushido", "--name", "The mill")
    said(capsys, "delete", "the-mill")
    said(capsys, "new", "--game", "bushido", "--name", "The mill")
    _, advice = said(capsys, "delete", "the-mill")
    assert advice.endswith("takes it out again")
    typed = shlex.split(advice.removesuffix("takes it out again"))
    assert said(capsys, "bin")[::2] == ["The mill, Bushido: Risen Sun"] * 2
    assert run("bin", "The mill") == streams.USAGE
    assert "2 of that name lie in the bin (companion bin lists them, name one by its file)" in capsys.readouterr().err
    for words in (typed[1:], ["bin", "the-mill"]):
        (back,) = said(capsys, *words)
        assert Path(back).is_file()
    (odd,) = said(capsys, "rename", "the-mill", "ours")
    Path(odd).rename(tmp_path / "saves" / "two words.toml")
    assert said(capsys, "delete", "two words")[1] == "companion bin 'two words' takes it out again"


def test_what_companion_did_not_write_is_not_binned_and_another_bin_is_not_advised(
    tmp_path: Path, capsys: Capture
) -> None:
    elsewhere, notes = tmp_path / "elsewhere", tmp_path / "saves" / "notes.txt"
    notes.parent.mkdir()
    notes.write_text("Bring the dice")
    assert run("delete", "notes.txt") == streams.USAGE
    assert f"{notes} is no session" in capsys.readouterr().err
    assert notes.read_text() == "Bring the dice"
    said(capsys, "--saves", str(elsewhere), "new", "--game", "bushido", "--name", "Ford")
    moved = said(capsys, "delete", str(elsewhere / "ford.toml"))
    assert moved == [f"moved to the bin: {elsewhere / '.bin' / 'ford.toml'}"]


def test_campaigns_are_copied_renamed_binned_and_taken_out_again(capsys: Capture) -> None:
    said(capsys, "campaign", "new", "Road", "--game", "bushido", "--player", "Ann", "--player", "Bob")
    said(capsys, "rename", "road", "The Kagu Road")
    assert any("The Kagu Road" in line for line in said(capsys, "campaign", "list"))
    assert said(capsys, "copy", "The Kagu Road", "South")[-1].endswith("campaign.toml")
    said(capsys, "delete", "south")
    assert "South, Bushido: Risen Sun, campaign" in said(capsys, "bin")[0]
    assert said(capsys, "bin", "south")[-1].endswith("campaign.toml")
    battle = said(capsys, "campaign", "next", "south")[-1]
    assert any("Nothing was moved. Add --yes" in line for line in said(capsys, "delete", battle))
    assert any("moved to the bin" in line for line in said(capsys, "delete", battle, "--yes"))


def test_who_has_no_home_is_asked_for_a_folder(homeless: None, tmp_path: Path, capsys: Capture) -> None:
    for words in (("list",), ("new", "--game", "bushido"), ("campaign", "list"), ("list", "--saves", "~/games")):
        assert run(*words) == 2
        assert capsys.readouterr().err == (
            "companion: this user has no home folder to keep games in (name a folder: --saves DIR)\n"
        )
    assert run("new", "--game", "bushido", "--saves", str(tmp_path / "games")) == 0
    assert run("list", "--saves", str(tmp_path / "games")) == 0
    (file,) = (tmp_path / "games").glob("*.toml")
    assert run("report", str(file), "--saves", str(tmp_path / "games")) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["games"]
