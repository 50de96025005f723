"""What a rule author may not do, found in the syntax trees of the rules."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = sorted((ROOT / "companion" / "rules").rglob("*.py")) + [ROOT / "tests" / "games" / "duel.py"]
FORBIDDEN_MODULES = {"random", "time", "datetime", "os", "uuid", "secrets", "threading", "asyncio", "pathlib", "io"}
FORBIDDEN_CALLS = {"open", "print", "input", "hash", "id", "exec"}
GUARDS = (ast.Try, ast.With, ast.AsyncWith)


def faults(source: str) -> Iterator[str]:
    """Every forbidden construct, in words with its line."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] in FORBIDDEN_MODULES:
                    yield f"{node.lineno}: imports {alias.name}"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in FORBIDDEN_MODULES:
            yield f"{node.lineno}: imports from {node.module}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield f"{node.lineno}: calls {node.func.id}()"
        elif isinstance(node, ast.Global):
            yield f"{node.lineno}: keeps a global"
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)) and _is_set(node.iter):
            yield f"{node.iter.lineno}: goes through a set"
        elif isinstance(node, GUARDS) and any(isinstance(n, ast.Await) for n in ast.walk(node)):
            yield f"{node.lineno}: awaits inside try or with"
        elif isinstance(node, ast.While) and isinstance(node.test, ast.Constant) and node.test.value:
            yield f"{node.lineno}: loops without a bound"


def _is_set(node: ast.expr) -> bool:
    if isinstance(node, (ast.Set, ast.SetComp)):
        return True
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"set", "frozenset"}


@pytest.mark.parametrize("path", RULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_do_nothing_that_replay_could_not_repeat(path: Path) -> None:
    assert list(faults(path.read_text(encoding="utf-8"))) == []


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
    assert list(faults(source))


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
