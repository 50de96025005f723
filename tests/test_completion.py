"""Words that a shell completes, asked as a shell asks; and the manual page, made from the same words."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.commands import COMMANDS
from companion.cli.words import SHELLS, WORDS
from companion.store.manage import create_session
from tests.games.duel import example
from tests.waiting import PATIENCE
from tools.man_page import PAGE, page


def completed(line: str, saves: Path) -> list[str]:
    """What is offered at the end of this line."""
    code = (
        "import os, sys; from companion.cli.words import whole; from companion.cli.commands import COMMANDS;"
        "import argcomplete; argcomplete.autocomplete(whole(COMMANDS), exit_method=sys.exit, output_stream=sys.stdout)"
    )
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line, "COMP_POINT": str(len(line))}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **asked, "COMPANION_SAVES": str(saves)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return [word.strip() for word in done.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("companion verify", ["verify", "verify-dice"]),
        ("companion odds bush", ["bushido"]),
        ("companion report du", ["duel"]),
        ("companion campaign vo", ["void"]),
        ("companion play duel --js", ["--json"]),
    ],
)
def test_commands_games_sessions_and_flags_are_completed(line: str, words: list[str], tmp_path: Path) -> None:
    create_session(example(), tmp_path, "Duel")
    assert completed(line, tmp_path) == words


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_words_that_it_reads_at_its_start(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "companion" in capsys.readouterr().out


def test_every_command_has_words() -> None:
    assert list(COMMANDS) == list(WORDS)


def test_the_manual_page_is_as_the_help() -> None:
    """Word by word: each version of Python breaks the lines of a help in its own way."""
    assert PAGE.read_text(encoding="utf-8").split() == page().split(), "run python -m tools.man_page"
