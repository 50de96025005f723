"""What the app does not do before its first frame."""

import subprocess
import sys
from pathlib import Path

from companion.store.folders import ready_dir
from companion.store.manage import copy_session


def printed(code: str, *words: str) -> list[str]:
    """The words that a program of its own prints."""
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_the_app_starts_without_engine_rules_and_store() -> None:
    code = (
        "import sys, companion.tui.app\n"
        "heavy = ('companion.engine', 'companion.rules', 'companion.store', 'pydantic', 'filelock', 'tomli_w')\n"
        "print(*[name for name in sys.modules if name.startswith(heavy)])\n"
    )
    assert printed(code) == []


AT_THE_TABLE = {
    *("home", "home_files", "home_rows", "opening"),
    *("counting", "guide_mode", "play_screen", "starting", "table", "table_keys", "undo_at_border"),
}
"""The screens that are imported before a game stands on the table."""


def test_a_game_opens_without_what_nobody_has_asked_for_yet(tmp_path: Path) -> None:
    file = copy_session(ready_dir() / "bushido-second-turn.toml", tmp_path)
    code = (
        "import sys, companion.tui.app; from pathlib import Path; from companion.store.opening import open_session\n"
        "open_session(Path(sys.argv[1])).close()\n"
        "import companion.tui.controller, companion.tui.screens.table\n"
        "print(*sys.modules)\n"
    )
    loaded = printed(code, str(file))
    screens = "companion.tui.screens."
    assert {name.removeprefix(screens) for name in loaded if name.startswith(screens)} == AT_THE_TABLE
    later = ("pydantic", "tomli_w", "companion.report", "companion.play")
    odds = ("companion.engine.look_ahead", "companion.engine.sampling", "companion.engine.past")
    chances = ("companion.frontend.saying.odds", "companion.frontend.saying.luck", "companion.tui.widgets.chances")
    assert [name for name in loaded if name.startswith((*later, *odds, *chances))] == []
    games = {name.split(".")[2] for name in loaded if name.startswith("companion.rules.")}
    assert games == {"bushido"}


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
    assert printed(code) == ["True", "0", "False", "True", "True"]
