"""What docs/durability.md promises is tested where it says."""

import re
from pathlib import Path

import pytest

from tests.torture.attacks import ATTACKS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "durability.md").read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| promise |")]
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


@pytest.mark.parametrize("row", ROWS, ids=[row.split("|")[1].strip() for row in ROWS])
def test_every_promise_names_tests_that_are_there(row: str) -> None:
    _, _, _, tested, _ = row.split("|")
    named = NAMED.findall(tested)
    _, _, torture = tested.partition("torture: ")
    attacks = re.findall(r"\*([^*]+)\*", torture)
    assert named or attacks
    for file, name in named:
        source = (ROOT / file).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {name}\(" if name else r"^(async )?def test_", source, re.MULTILINE), (
            file,
            name,
        )
    assert [name for name in attacks if name not in ATTACKS] == []


def test_every_attack_stands_on_the_page() -> None:
    assert [name for name in ATTACKS if f"*{name}*" not in PAGE] == []
