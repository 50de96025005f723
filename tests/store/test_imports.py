"""What the store costs before a file is opened."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import companion.store
from companion.store import copy_session, ready_dir
from tests.store.helpers import put

HEAVY = ("textual", "rich", "pydantic", "filelock", "tomli_w", "platformdirs")


def loaded(code: str) -> list[str]:
    told = f"{code}; import sys; print(*(name for name in {HEAVY!r} if name in sys.modules))"
    return subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()


def test_the_store_and_its_list_load_nothing_heavy(tmp_path: Path) -> None:
    code = "from companion.store import ready_dir, saves_dir, summaries; ready_dir(); summaries(saves_dir({!r}))"
    assert loaded(code.format(str(tmp_path))) == []


OPEN = "from companion.store import open_session; from pathlib import Path; open_session(Path({!r})).close()"


def test_what_home_lists_is_read_without_the_engine(tmp_path: Path) -> None:
    copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path)
    script = (
        "import sys; from pathlib import Path; from companion.store.listing import overview;"
        f"found = overview(Path({str(tmp_path)!r}), Path({str(tmp_path)!r}) / 'none');"
        "print(len(found.single));"
        "known = ('session', 'ruleset', 'journal', 'requests', 'state.table');"
        "print([name for name in known if f'companion.engine.{name}' in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["1", "[]"]


def test_opening_writes_nothing_and_imports_no_library_that_checks(tmp_path: Path) -> None:
    file = copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path)
    assert loaded(OPEN.format(str(file))) == ["filelock"]
    put(file, "ki_max = 6", "ki_max = 5")
    assert loaded(OPEN.format(str(file))) == ["filelock"], "its shapes are checked by what builds it"


def test_a_name_that_is_not_there_is_said_so() -> None:
    with pytest.raises(AttributeError, match=r"'companion.store' has no attribute 'nothing'"):
        companion.store.nothing  # noqa: B018
