"""What a rule author may not do, found in the syntax trees of the rules."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.engine.registry import BUILT_IN, find
from companion.testing import forbidden
from companion.testing.source import rule_sources

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


@pytest.mark.parametrize("of", BUILT_IN)
def test_the_contract_reads_every_module_that_the_procedures_of_a_game_use(of: str) -> None:
    read = rule_sources(procedure.fn.__module__ for procedure in find(of).procedures)
    folder = Path(*BUILT_IN[of].partition(":")[0].split("."))
    # Those of the engine alone are no game's: the aftermath.
    games = {path.relative_to(ROOT).parts[:3] for path in read if "rules" in path.relative_to(ROOT).parts}
    assert games == {folder.parts}
    assert {ROOT / folder / "units.py"} < set(read)


OUTSIDE = """
from companion.testing import RulesetContract
from {package}rules import PIT

class TestPit(RulesetContract):
    ruleset = PIT
    games = 1
    most_games = 9
"""


def test_an_author_outside_is_told_which_module_is_at_fault_and_what_is_not_reached(tmp_path: Path) -> None:
    """In modules of their own, or in a package: what a procedure imports is read too, and a law shows its values."""
    for package in ("", "pit_game."):
        game = (ROOT / "tests" / "games" / "pit.py").read_text(encoding="utf-8")
        first = "from companion."
        game = game.replace(first, f"from {'.' if package else ''}helper import LUCKY\n{first}", 1)
        game = game.replace('Step("B", "Strike"))', 'Step("B", "Strike"), Step("Z9", "Not"))')
        game = game.replace("Whom does {one.name} fight?", "Whom does {one.name} fight, R2-D2 or the digest?")
        folder = tmp_path / package.rstrip(".")
        folder.mkdir(exist_ok=True)
        if package:
            (folder / "__init__.py").touch()
        (folder / "rules.py").write_text(game, encoding="utf-8")
        (folder / "helper.py").write_text("import random\n\nLUCKY = 7\n", encoding="utf-8")
        of = "inside" if package else "beside"
        (tmp_path / f"test_{of}.py").write_text(OUTSIDE.format(package=package), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."],
        cwd=tmp_path,
        # Told to be a CI, pytest says each failure a second time, whole, in its summary.
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "CI": "true"},
        capture_output=True,
        text=True,
        check=False,
    )
    failures = done.stdout.partition("short test summary info")[0]
    told = re.split(r"^_+ TestPit\.test_\w+ _+$", failures, flags=re.MULTILINE)[1:]
    assert len(told) == 4, done.stdout + done.stderr
    assert sum("helper.py" in each and "imports random" in each for each in told) == 2, done.stdout
    assert sum("('exchange', 'Z9')" in each for each in told) == 2, done.stdout
    for of in ("inside", "beside"):
        assert done.stdout.count(f"FAILED test_{of}.py::") == 2, done.stdout


def test_engine_rules_and_store_load_no_screen() -> None:
    code = (
        "import sys, importlib\n"
        "from companion.engine.registry import BUILT_IN, find\n"
        "[find(name) for name in BUILT_IN]\n"
        "for name in ('companion.engine.session', 'companion.engine.log', 'companion.store', 'companion.play.plain',"
        " 'companion.play.json_lines', 'companion.cli'):\n"
        "    importlib.import_module(name)\n"
        "print([m for m in sys.modules if m.partition('.')[0] in {'textual', 'rich', 'filelock'}])\n"
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
