"""What docs/durability.md promises is tested where it says, promise by promise."""

import re
from pathlib import Path

import pytest

from tests.torture.attacks import ATTACKS

TESTS = Path(__file__).parent
PAGE = (TESTS.parent / "docs" / "durability.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"(?m)^\* (.*)$", PAGE.partition("## The promises")[2].partition("## What is not")[0])
NAMED = re.compile(r"`((?:\w+/)*test_\w+\.py)(?:::(\w+))?`")


@pytest.mark.parametrize("promise", PROMISES, ids=[promise.partition(".")[0] for promise in PROMISES])
def test_every_promise_names_tests_that_are_there(promise: str) -> None:
    named = NAMED.findall(promise)
    attacks = re.findall(r"\*([^*]+)\*", promise)
    assert named or attacks
    assert [name for name in attacks if name not in ATTACKS] == []
    for file, name in named:
        source = (TESTS / file).read_text(encoding="utf-8")
        defined = rf"^(async )?def {name}\(" if name else r"^(async )?def test_"
        assert re.search(defined, source, re.MULTILINE), (file, name)


def test_every_attack_stands_at_a_promise() -> None:
    assert [name for name in ATTACKS if not any(f"*{name}*" in promise for promise in PROMISES)] == []
