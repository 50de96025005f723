"""What a rule author may not do, found in the syntax trees of the rules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from companion.testing import forbidden

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "companion" / "rules").rglob("*.py")) + [ROOT / "tests" / "games" / "duel.py"]


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_do_nothing_that_replay_could_not_repeat(path: Path) -> None:
    assert list(forbidden(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from time import time",
        "x = hash('a')",
        "x = id(3)",
        "open('f')",
        "for a in {1, 2}: pass",
        "y = [a for a in set(z)]",
        "while True: pass",
        "async def f():\n    try:\n        await g()\n    finally:\n        pass",
        "def f():\n    global x",
    ],
)
def test_the_check_finds_each_forbidden_thing(source: str) -> None:
    assert list(forbidden(source))


def test_engine_rules_and_store_load_no_screen() -> None:
    code = (
        "import sys, importlib\n"
        "from companion.engine.registry import BUILT_IN, find\n"
        "[find(name) for name in BUILT_IN]\n"
        "for name in ('companion.engine.session', 'companion.engine.log', 'companion.store', 'companion.play.plain',"
        " 'companion.play.json_lines', 'companion.cli'):\n"
        "    importlib.import_module(name)\n"
        "print([m for m in sys.modules if m.partition('.')[0] in {'textual', 'rich', 'pydantic', 'filelock'}])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_engine_needs_the_standard_library_alone() -> None:
    code = (
        "import sys, importlib, pkgutil, companion.engine as e\n"
        "before = set(sys.modules)\n"
        "for m in pkgutil.iter_modules(e.__path__): importlib.import_module('companion.engine.' + m.name)\n"
        "own = {m.partition('.')[0] for m in set(sys.modules) - before}\n"
        "print(sorted(own - set(sys.stdlib_module_names) - {'companion'}))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
