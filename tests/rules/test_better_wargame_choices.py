"""What a choice of Better Wargame costs stands with it, and what happened is told once."""

from __future__ import annotations

from companion.engine import log
from companion.engine.requests import Choose, Split
from companion.engine.session import Session
from tests.rules.better_wargame import begun, drive, session
from tests.rules.scene import now

SHAKEN = {"suppressed": True, "in_contact": 1, "attacks": 0}


def labels(held: Session) -> list[str]:
    return [option.words for option in now(held, Choose).options]


def test_each_way_to_move_says_what_it_costs() -> None:
    held = begun(session({"A1": {}, "B1": {}}, phase="movement"), "move_unit", {"unit": "A1"})
    assert labels(held) == [
        "Stays",
        'Normal move, 8": hits on 1 more',
        'Double move, 16": outside 12" of enemies; no shooting; counts as suppressed in the Firefight; '
        "its cover is 2 worse",
    ]
    held.answer("held")
    assert log.summary(held, held.entries[-1]) == ["A1: stayed (in the Movement phase)"]


def test_who_may_stay_or_fall_back_sees_what_comes_next() -> None:
    held = begun(session({"A1": SHAKEN, "B1": {"in_contact": 1, "attacks": 0}}, [("A1", "B1")]), "melee_phase")
    drive(held, [("suppressed_test", [6])], stop=lambda request: request.name == "stay_or_fall_back")
    assert labels(held) == [
        "Stay: in the melee, and pile in",
        "Fall back: one normal move, straight away from the enemy",
    ]
    held = begun(session({"A1": {"suppressed": True, "fought_firefight": True}, "B1": {}}), "melee_phase")
    drive(held, [("suppressed_test", [6])], stop=lambda request: request.name == "stay_or_fall_back")
    assert labels(held)[0] == "Stay: where it is"


def test_enter_alone_fires_with_all_at_the_only_enemy() -> None:
    held = begun(session({"A1": {"models": 3}, "B1": {}, "B2": {}}, phase="shooting"), "shoot", {"unit": "A1"})
    held.answer(["B1"])
    assert now(held, Split).default == {"B1": 3, "hold": 0}
    held.undo()
    held.answer(["B1", "B2"])
    assert now(held, Split).default is None


def test_a_loss_that_a_result_tells_and_a_fall_back_are_told_once() -> None:
    held = session(
        {"A1": {"models": 3, "in_contact": 3, "attacks": 2}, "B1": {"models": 6, "in_contact": 1, "attacks": 0}},
        [("A1", "B1")],
    )
    held.start("melee_phase")
    drive(held, [("to_hit", [6] * 6), ("to_wound", [6] * 6), ("save", [1, 6, 6, 6, 6, 6]), ("suppressed_test", [1])])
    lines = log.lines(held)
    (lost,) = [line for line in lines if line.kind == "change" and "Models 6 → 5" in line.text]
    assert lost.small
    entry = held.entries[-1]
    assert "B1 falls back" in entry.conclusion
    assert not any("Fell back" in sentence for sentence in log.summary(held, entry))
