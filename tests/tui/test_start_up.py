"""What the app does not do before its first frame."""

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


def test_the_collector_rests_while_the_app_is_imported_and_works_afterwards() -> None:
    code = (
        "import gc\n"
        "from companion.tui import collector\n"
        "collector.resume()\n"
        "print(gc.isenabled(), gc.get_freeze_count())\n"
        "collector.rest()\n"
        "print(gc.isenabled())\n"
        "collector.resume()\n"
        "print(gc.isenabled(), gc.get_freeze_count() > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "0", "False", "True", "True"]
