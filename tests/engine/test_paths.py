"""Dotted paths are made and taken apart in one file."""

import re
from pathlib import Path

from companion.engine.state import paths

COMPANION = Path(paths.__file__).parents[2]
TAKEN_APART = re.compile(
    r"""(?:field|path)\.partition\("\."\)|"\."\x20(?:not\x20)?in\x20(?:path|\w+\.field|\w+\.path)\b|"options\.""",
    re.VERBOSE,
)
"""`options.NAME` in a hint is no path but a word about one."""


def test_no_other_file_takes_a_path_apart() -> None:
    found = []
    for file in sorted(COMPANION.rglob("*.py")):
        text = file.read_text(encoding="utf-8").replace('"options.NAME"', "")
        if file != Path(paths.__file__):
            found += [(file.name, hit) for hit in TAKEN_APART.findall(text)]
    assert found == []


def test_a_path_is_taken_apart_as_it_was_made() -> None:
    assert paths.option_of(paths.option_path("turns")) == "turns"
    assert paths.contact_of(paths.contact_path("b", "a")) == ("a", "b")
    assert paths.split_path("states.prone") == ("states", "prone")
    assert paths.is_nested("states.prone")
    assert not paths.is_nested("health")
