"""What CONTRIBUTING prints works: every piece of code goes where it says, in a copy of the tree, and its tests pass."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent, indent

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PIECES = [dedent(code) for code in re.findall(r"^ *```python\n(.*?)^ *```$", PAGE, re.DOTALL | re.MULTILINE)]
PLACE = re.compile(r"# (\S+\.py)(?:, after: (.+))?\n")


def put(tree: Path, piece: str) -> Path:
    """Puts one piece of code where its first line says; returns the file."""
    place = PLACE.match(piece)
    assert place is not None, piece
    file, code = tree / place[1], piece[place.end() :]
    if place[2] is None:
        assert not file.exists(), f"{place[1]} is there already"
        file.write_text(code, encoding="utf-8")
        return file
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    (at,) = (n for n, line in enumerate(lines) if line.strip().startswith(place[2]))
    before = lines[at].rstrip()
    deep = len(before) - len(before.lstrip())
    if before.endswith(("(", "{")):
        deep, code = deep + 4, code.rstrip().rstrip(",") + ",\n"
    elif code.startswith(("@", "def do_")):
        # The line ends a method.
        deep, code = 4, "\n" + code
    lines.insert(at + 1, indent(code, " " * deep))
    file.write_text("".join(lines), encoding="utf-8")
    return file


def test_what_the_page_prints_works_in_a_copy_of_the_tree(tmp_path: Path) -> None:
    for folder in ("companion", "tests", "tools", "docs"):
        # What is compiled goes along: else every module would be compiled again.
        ignored = shutil.ignore_patterns("frames", "recorded", "pictures")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    made = [put(tmp_path, piece) for piece in PIECES]
    tests = [str(file) for file in made if file.name.startswith("test_")]
    assert len(tests) == 3
    for words in (
        ["-m", "tools.keys_doc"],
        ["-m", "pytest", "-q", "-p", "no:cacheprovider", *tests, "tests/tui/test_keys.py"],
    ):
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_that_the_page_names_is_there() -> None:
    named = re.findall(r"`([\w/.]*/[\w.]+\.\w+)`", PAGE)
    games = [path for path in (ROOT / "companion" / "rules").iterdir() if path.is_dir()]
    assert len(named) > 15
    for name in named:
        assert any((folder / name).exists() for folder in (ROOT, *games)), name
