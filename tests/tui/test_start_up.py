"""The shell is painted before anything of the engine, the rules or the store is imported."""

from __future__ import annotations

import subprocess
import sys


def test_the_app_starts_without_engine_rules_and_store() -> None:
    code = (
        "import sys, companion.tui.app\n"
        "heavy = ('companion.engine', 'companion.rules', 'companion.store', 'pydantic', 'filelock', 'tomli_w')\n"
        "print([name for name in sys.modules if name.startswith(heavy)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
