"""Joint throws are told short: what each side comes to, then each attacker once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.rules.better_wargame.attack.stages import _told


def row(attacker: str, side: str, target: str) -> Any:
    return SimpleNamespace(attacker=SimpleNamespace(name=attacker, side=side), target=SimpleNamespace(name=target))


def test_many_rows_begin_with_what_they_come_to_and_name_each_attacker_once() -> None:
    thrown = [row("Boyz", "orks", "First"), row("Boyz", "orks", "Ilse"), row("Boss", "orks", "Ilse")]
    made: list[Any] = [(True, True), (True,), (False,)]
    few = _told(str.title, "hit", thrown, made, False)
    assert few == "Boyz: 2 hits on First, 1 on Ilse; Boss: 0 hits on Ilse"
    many = _told(str.title, "hit", [*thrown, row("First", "guard", "Boyz")], [*made, (True,)], False)
    assert many == f"Orks 3 hits, Guard 1 hit. {few}; First: 1 hit on Boyz"
