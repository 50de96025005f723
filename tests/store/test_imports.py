"""What the store costs before a file is opened."""

import subprocess
import sys
from pathlib import Path

from companion.store.folders import ready_dir
from companion.store.manage import copy_session
from tests.store.helpers import put

HEAVY = ("textual", "rich", "pydantic", "filelock", "tomli_w", "platformdirs")
ENGINE = tuple(f"companion.engine.{name}" for name in ("session", "ruleset", "journal", "requests", "state.table"))


def loaded(code: str, *names: str) -> list[str]:
    """Which of these modules this code has loaded, in a process of its own."""
    told = f"from pathlib import Path; {code}; import sys; print(*(name for name in {names!r} if name in sys.modules))"
    return subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout.split()


def test_what_home_lists_is_read_without_the_engine_and_anything_heavy(tmp_path: Path) -> None:
    copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path)
    code = (
        "from companion.store.folders import ready_dir, saves_dir;"
        "from companion.store.listing import overview, summaries;"
        f"ready_dir(); folder = saves_dir({str(tmp_path)!r});"
        "assert len(overview(folder, folder / 'none').single) == len(summaries(folder)) == 1"
    )
    assert loaded(code, *HEAVY, *ENGINE) == []


def test_opening_writes_nothing_and_imports_no_library_that_checks(tmp_path: Path) -> None:
    """The shapes of a file that was edited are checked by what builds it."""
    files = [copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path) for _ in range(2)]
    put(files[1], "ki_max = 6", "ki_max = 5")
    opening = "".join(f"; open_session(Path({str(file)!r})).close()" for file in files)
    assert loaded(f"from companion.store.opening import open_session{opening}", *HEAVY) == ["filelock"]
