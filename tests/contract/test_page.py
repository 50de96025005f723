"""docs/writing-a-ruleset.md: its pieces of code are a game that is type-checked and played, and it names every field.

`python -m tests.contract.test_page` takes game and test anew from the page.
"""

import ast
import dataclasses
import inspect
import re
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from companion import game
from companion.engine.announcer import Announcer
from companion.engine.ruleset import Ruleset
from companion.engine.state.declarations import flag, internal, profile, tracker
from companion.engine.state.entity import Condition

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
GAME, TEST = ROOT / "tests" / "games" / "pit.py", ROOT / "tests" / "contract" / "test_pit.py"


def written() -> dict[Path, str]:
    """The game and its test, as the page has them."""
    *game, test = (p.strip("\n") for p in re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))
    return {
        GAME: '"""The game of docs/writing-a-ruleset.md: its pieces of code, one after the other."""\n\n'
        + "\n\n\n".join(game)
        + "\n",
        TEST: '"""The test of docs/writing-a-ruleset.md."""\n\n'
        + test.replace("from pit import", "from tests.games.pit import")
        + "\n",
    }


@pytest.mark.parametrize("path", [GAME, TEST], ids=lambda path: path.name)
def test_what_the_page_prints_is_what_is_played(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == written()[path], "run python -m tests.contract.test_page"


def test_the_page_names_every_field_that_a_ruleset_may_have() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE)) | set(re.findall(r"\b(\w+)=", PAGE))
    assert {item.name for item in dataclasses.fields(Ruleset)} - named == set()
    (given,) = re.findall(r"`Condition\((.*?)\)`", PAGE)
    assert {item.name for item in dataclasses.fields(Condition)} - {*given.split(", ")} - named == set()


@pytest.mark.parametrize("declares", [profile, tracker, flag, internal])
def test_the_page_names_everything_that_may_be_said_of_a_field(declares: FunctionType) -> None:
    (printed,) = re.findall(rf"^\| `{declares.__name__}\((.*?)\)` \|", PAGE, re.MULTILINE)
    assert re.findall(r"(\w+)(?:=[^,]*)?(?:, |$)", printed) == list(inspect.signature(declares).parameters)


def test_the_page_names_what_is_said_of_a_tally() -> None:
    (printed,) = re.findall(r"`game\.tally\((.*?)\)`", PAGE)
    said = set(re.findall(r"(\w+)=", printed))
    assert said <= set(inspect.signature(Announcer.tally).parameters)
    assert {"lo", "hi", "name", "unit", "of", "row"} == said


# -- companion.game: what the author of a ruleset imports, and just the engine behind it -------------------------------


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


if __name__ == "__main__":
    for file, text in written().items():
        file.write_text(text, encoding="utf-8")
