"""What docs/durability.md promises is tested where it says."""

import re
from pathlib import Path

import pytest

from tests.torture.attacks import ATTACKS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "durability.md").read_text(encoding="utf-8")
SECTIONS = PAGE.partition("## The promises")[2].partition("## What is not")[0].split("\n### ")[1:]
NAMED = re.compile(r"`(tests/[\w/]+\.py)`")


@pytest.mark.parametrize("section", SECTIONS, ids=[section.splitlines()[0] for section in SECTIONS])
def test_every_section_names_tests_that_are_there(section: str) -> None:
    promises, _, tested = section.partition("\nTested by: ")
    assert "\n* " in promises
    named = NAMED.findall(tested)
    assert named
    for file in named:
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(r"^(async )?def test_", source, re.MULTILINE), file
    attacks = re.findall(r"\*([^*]+)\*", tested.partition("torture: ")[2])
    assert [name for name in attacks if name not in ATTACKS] == []


def test_every_attack_stands_on_the_page() -> None:
    assert [name for name in ATTACKS if f"*{name}*" not in PAGE] == []
