"""Joint throws are told short: what each side comes to, then each attacker once."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from companion.report.playback import scenes_of
from companion.rules.better_wargame.attack.stages import _told
from tests.rules.better_wargame import drive, session
from tests.rules.scene import now


def row(attacker: str, side: str, target: str) -> Any:
    return SimpleNamespace(attacker=SimpleNamespace(name=attacker, side=side), target=SimpleNamespace(name=target))


def test_many_rows_begin_with_what_they_come_to_and_name_each_attacker_once() -> None:
    thrown = [row("Boyz", "orks", "First"), row("Boyz", "orks", "Ilse"), row("Boss", "orks", "Ilse")]
    made: list[Any] = [(True, True), (True,), (False,)]
    few = _told(str.title, "hit", thrown, made, False)
    assert few == "Boyz: 2 hits on First, 1 on Ilse; Boss: 0 hits on Ilse"
    many = _told(str.title, "hit", [*thrown, row("First", "guard", "Boyz")], [*made, (True,)], False)
    assert many == f"Orks 3 hits, Guard 1 hit. {few}; First: 1 hit on Boyz"


def test_dice_that_are_rolled_again_say_whose_they_are() -> None:
    held = session(
        {
            "A1": {"models": 4, "in_contact": 4, "melee_skill": 4, "attacks": 1, "name": "Wall Guard"},
            "B1": {"models": 3, "in_contact": 3, "melee_skill": 0},
        },
        [("A1", "B1")],
        throw="stage",
    )
    held.start("melee_phase")
    held.answer([[1, 4, 1, 6], [2, 3, 5]])
    assert now(held).title == "Wall Guard→B1: roll the ones again: only a second 1 fails"


def test_a_story_says_who_is_wiped_out() -> None:
    held = session(
        {"A1": {"models": 2, "in_contact": 2}, "B1": {"models": 1, "in_contact": 1, "attacks": 0}}, [("A1", "B1")]
    )
    held.start("melee_phase")
    drive(held, [("to_hit", [4, 4]), ("to_wound", [2, 2]), ("save", [1, 1])])
    told = [text for scene in scenes_of(held, held.table, held.entries[-1]) for text in scene.sentences]
    assert "B1 takes 2 hits from A1 and 2 wounds, loses 1 model and is wiped out." in told


def test_a_story_says_first_who_charges() -> None:
    held = session({"A1": {"models": 2}, "B1": {"models": 2}})
    held.start("melee_phase")
    drive(held, [("declare_charges", ["A1"])])
    told = [text for scene in scenes_of(held, held.table, held.entries[-1]) for text in scene.sentences]
    assert told[0] == "A1 charges."
