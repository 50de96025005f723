"""How much is asked: a charge, a melee of four units, and the worked examples with dice thrown by stage."""

from __future__ import annotations

from pathlib import Path
from random import Random
from statistics import mean

from companion.engine.requests import Pick, Roll, Split
from companion.engine.session import Session
from companion.store import copy_session, open_session
from companion.testing import Scripted
from tests.rules.better_wargame import AB, counts, drive, melee, rolls, touch
from tests.rules.scene import now, run_of

READY = Path(__file__).parents[2] / "saves" / "ready" / "better-wargame-crossroads.toml"
NOBODY = ("declare_charges", "pile_in_opponent", "pile_in.reaching")
"""Questions whose usual answer is nobody."""


def questions(held: Session, rng: Random) -> int:
    """Plays the Melee phase of a table at rest; how many prompts it took."""
    held.start("melee_phase")
    count = 0
    while held.request is not None:
        request = held.request
        by = request.by if isinstance(request.by, str) and request.by != "table" else ""
        value = [] if request.name in NOBODY else request.random(rng)
        held.answer("roll" if isinstance(request, Roll) else value, by)
        count += 1
    return count


def test_a_melee_of_four_units_asks_at_most_fourteen_questions_on_average(tmp_path: Path) -> None:
    asked = []
    for seed in range(12):
        opened = open_session(copy_session(READY, tmp_path / str(seed)), rng=Random(seed))
        held = opened.session
        held.recorder = None
        held.leave(False)
        asked.append(questions(held, Random(seed)))
        opened.close()
    assert mean(asked) <= 14, asked


def test_a_charge_of_one_unit_into_another_is_counted_in_four_questions() -> None:
    held = melee({"A1": {}, "B1": {}}, throw="stage")
    counted = [("in_contact", "A", counts(3, 1, 5)), ("in_contact", "B", counts(3, 0, 5))]
    drive(held, [("declare_charges", ["A1"]), ("contacts", ["B1"]), *counted], until="to_hit")
    assert len([given for given in run_of(held).answers if given.how != "auto"]) == 4


def test_example_9_whole_phase_by_stage() -> None:
    held = melee({"A1": touch(2, attacks=3), "B1": touch(3, start_models=6)}, AB, throw="stage")
    stages: list[Scripted] = [("to_hit", [[4, 4, 5, 1, 2, 6], [4, 2, 1]]), ("to_wound", [[2, 3, 4, 5], [6]])]
    stages += [("save", [[4], [3, 5, 6, 1]]), ("follow_up", True)]
    outcome = drive(held, [*stages, *rolls(break_="4", suppressed_test="2")])
    assert outcome["events"] == ["suppressed:B1", "break:B1:pass", "test:B1:fail", "fall_back:B1", "follow_up:A1"]
    assert outcome["resolved"][0]["wounds"] == {"A1": 1, "B1": 4}
    assert outcome["resolved"][0]["casualties"] == {"A1": 1, "B1": 1}


def test_enter_alone_leaves_the_counts_of_a_unit_as_they_stand() -> None:
    nine = {"models": 9, "in_contact": 3}
    held = melee({"A1": nine | {"in_reach": 3}, "B1": nine | {"in_reach": 2}}, AB, until="pile_in_opponent")
    request = now(held, Pick)
    assert request.title.count("?") == 1
    labels = [option.label for option in request.options]
    assert labels == ["A1: 3 touching, 3 near so far", "B1: 3 touching, 2 near so far"]
    drive(held, [("pile_in_opponent", ["B1"])], until="in_contact")
    parts = now(held, Split)
    assert parts.enter == {"plan": "models", "parts": {"contact": 3, "reach": 2, "behind": 4}}
    assert parts.plans[0].why_hi["behind"] == "one model touches an enemy"


def test_counts_that_nobody_entered_have_no_usual_answer() -> None:
    held = melee({"A1": {}, "B1": {}})
    drive(held, [("declare_charges", ["A1"]), ("contacts", ["B1"])], until="in_contact")
    assert now(held, Split).default is None
