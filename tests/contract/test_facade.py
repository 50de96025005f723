"""`companion.game`: what the author of a ruleset imports, all of it on the page, and just the engine behind it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion import game
from tests.contract.test_page import PAGE, ROOT

GAMES = sorted((ROOT / "tests" / "games").glob("*.py"))


def test_the_page_lists_what_there_is() -> None:
    (table,) = re.findall(r"^All that `companion\.game` has:\n\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    listed = re.findall(r"`(\w+)`", table)
    assert sorted(listed) == sorted(game.__all__)


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_game_from_outside_imports_nothing_else(file: Path) -> None:
    tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    modules = {node.module or "" for node in tree if isinstance(node, ast.ImportFrom)}
    ours = {name for name in modules if name.split(".")[0] == "companion"}
    assert ours <= {"companion.game", "companion.testing"}


def test_it_brings_the_engine_and_nothing_heavy() -> None:
    code = "import sys, companion.game; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    ours = {name for name in loaded if name.startswith("companion.")}
    assert {name for name in ours if not name.startswith("companion.engine")} == {"companion.game"}
    assert loaded.isdisjoint({"pydantic", "textual", "filelock", "pytest"})
