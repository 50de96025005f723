"""Names that are made to steer a terminal reach none, whatever command prints them."""

import ast
import io
import json
import shutil
import sys
from pathlib import Path
from random import Random

import pytest

import companion
from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.clean import clean
from companion.frontend.saying.odds import looked_at, told, words_of
from companion.store.opening import open_session
from companion.testing import step_random
from tests.test_cli import run

EVIL = "Oda \x1b]0;owned\x07\x9b31m\u202e\u2028\x85\nred"
pytestmark = pytest.mark.usefixtures("nobody_at_the_keyboard")

COMMANDS = (
    "play FILE --plain",
    "play FILE --json",
    "list",
    "copy FILE",
    "check FILE",
    "restore FILE",
    "verify FILE",
    "verify-dice FILE",
    "odds FILE",
    "odds FILE --json",
    "report FILE",
    "campaign list",
    "campaign show war",
    "campaign check war",
    "campaign next war",
    "chronicle war",
    "check EVIL",
    "EVIL",
    "--EVIL",
    "list EVIL",
    "campaign show EVIL",
    "campaign EVIL",
    "rules EVIL",
    "odds bushido --EVIL",
)


def _odds_name_units(session: Session) -> bool:
    if session.run is None:
        return False
    try:
        return "owned" in "".join(told(looked_at(session, "")[0], words_of(session)))
    except InvalidInput:
        return False


@pytest.fixture
def saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A session before a roll and a campaign, all names in them of the worst kind."""
    monkeypatch.setenv("COMPANION_SAVES", str(tmp_path))
    words = ["--game", "better-wargame", "--player", f"A {EVIL}", "--player", f"B {EVIL}"]
    assert run("new", "--name", f"duel {EVIL}", *words) == 0
    assert run("campaign", "new", "war", *words) == 0
    (file,) = tmp_path.glob("duel*.toml")
    opened, rng = open_session(file, rng=Random(1)), Random(3)
    for unit in opened.session.table.units.values():
        opened.session.adjust(unit.id, "name", f"{unit.name} {EVIL}", why=EVIL)
    while not _odds_name_units(opened.session):
        step_random(opened.session, rng)
    opened.close()
    shutil.move(file, tmp_path / "duel.toml")
    log = file.with_name(f"{file.stem}.open.toml")
    if log.exists():
        shutil.move(log, tmp_path / "duel.open.toml")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_no_name_steers_the_terminal(
    saves: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    capfd.readouterr()
    run(*(word.replace("FILE", str(saves / "duel.toml")).replace("EVIL", EVIL) for word in command.split()))
    printed = capfd.readouterr()
    assert printed.out + printed.err
    for line in (printed.out + printed.err).split("\n"):
        assert line == clean(line)
    if command.startswith(("play", "odds FILE")):
        assert "owned" in printed.out
    if "--json" in command:
        assert repr(EVIL)[1:-1] in "".join(str(json.loads(line)) for line in printed.out.splitlines())


def test_nothing_else_prints() -> None:
    """What a command says goes through `cli/streams.py`, where it is made plain."""
    found = []
    for file in Path(companion.__file__).parent.glob("cli/*.py"):
        calls = [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
        found += [file.name for call in calls if isinstance(call.func, ast.Name) and call.func.id in ("print", "input")]
    assert set(found) == {"streams.py"}
