"""Start of turn, Movement, Shooting, the Firefight, and how a battle ends."""

from random import Random
from typing import Any

import pytest

from companion.engine.session import Session
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.catalog import MODIFIERS
from companion.testing import Scripted, play_random
from tests.examples import present, table_of
from tests.rules.better_wargame import AB, fire, firefight, melee, rolls, session, shooting


def test_a_turn_goes_through_its_phases_and_passes_to_the_other_player() -> None:
    spent = {"fired_models": 2, "charged": True, "fought_melee": True, "movement": "moved"}
    held = session({"A1": spent, "B1": {}}, phase="start")
    seen, questions = [], []
    for name in ("start_of_turn", "end_movement", "end_shooting", "firefight_phase", "melee_phase"):
        seen.append((held.table.phase, held.table.active))
        held.start(name)
        questions += [held.request.name] if held.request is not None else []
        held.drive()
        if name == "start_of_turn":
            unit = held.table.unit("A1")
            assert (unit.fired_models, unit.charged, unit.fought_melee, unit.movement) == (0, False, False, "")
    assert seen == [(phase, "A") for phase in ("start", "movement", "shooting", "firefight", "melee")]
    assert (held.table.phase, held.table.active, held.table.round) == ("start", "B", 1)
    assert questions == ["firefight_unit", "declare_charges"], "where nothing happens two questions are asked"


@pytest.mark.parametrize(
    ("how", "vehicle", "words"),
    [
        ("moved", False, 'up to 8", coherency 2"'),
        ("double", False, 'up to 16", coherency 2"'),
        ("moved", True, 'up to 12" (6" in terrain), coherency 2"'),
    ],
)
def test_units_move_once(how: str, vehicle: bool, words: str) -> None:
    held = session({"A1": {"vehicle": vehicle}, "B1": {}}, phase="movement").begun("move_unit", {"unit": "A1"})
    held.answer(how)
    assert held.entries[-1].conclusion[0].endswith(words)
    assert held.entries[-1].outcome == {"unit": "A1", "movement": how}
    assert held.action("move_unit").why_not == "every unit has moved or may not"


SHOTS: list[tuple[dict[str, Any], dict[str, Any], list[str], str, int, int]] = [
    ({}, {}, [], "shooting", 4, 3),
    ({}, {}, [], "firefight", 4, 5),
    ({"ranged_skill": 3}, {}, [], "shooting", 3, 3),
    ({"ranged_skill": 1}, {}, [], "shooting", 5, 3),
    ({}, {}, ["soft_cover"], "shooting", 4, 2),
    ({}, {}, ["hard_cover"], "firefight", 4, 3),
    ({}, {}, ["soft_cover", "hard_cover"], "firefight", 4, 3),
    ({}, {}, ["concealed"], "firefight", 5, 5),
    ({}, {"cowering": True}, ["concealed"], "firefight", 5, 4),
    ({}, {"cowering": True}, ["hard_cover"], "shooting", 5, 0),
    ({"suppressed": True}, {}, [], "shooting", 6, 3),
    ({"suppressed": True, "cowering": True}, {}, [], "firefight", 6, 5),
    ({"movement": "moved"}, {}, [], "shooting", 5, 3),
    ({"movement": "moved", "suppressed": True}, {}, [], "firefight", 7, 5),
    ({"movement": "double"}, {}, [], "firefight", 7, 5),
    ({}, {"movement": "double"}, [], "firefight", 4, 7),
    ({"high_explosive": 2}, {}, ["soft_cover"], "shooting", 4, 4),
    ({}, {"melee_defense": 3}, [], "firefight", 4, 5),
    ({"melee_offense": 3}, {}, [], "firefight", 4, 5),
]


@pytest.mark.parametrize(("shooter", "target", "asked", "phase", "to_hit", "save"), SHOTS)
def test_numbers_of_a_shot(
    shooter: dict[str, Any], target: dict[str, Any], asked: list[str], phase: str, to_hit: int, save: int
) -> None:
    held = session({"A1": {"models": 1, **shooter}, "B1": {"models": 1, "ranged_attacks": 0, **target}}, phase=phase)
    if phase == "shooting":
        held.start("shoot", {"unit": "A1"})
    else:
        held.start("firefight_phase")
        held.answer("A1")
    held.drive([fire(B1=1), ("circumstances", asked)], until="to_hit")
    assert held.tallies()["to_hit[A1→B1]"] == to_hit
    script = [("to_hit", [6]), ("to_hit.extra", [6])] if to_hit >= 7 else [("to_hit", [6])]
    held.drive([*script, ("to_wound", [6])], until="save")
    assert held.tallies()["save[A1→B1]"] == save


def test_every_modifier_counts_somewhere_in_the_table_above() -> None:
    used = set()
    for shooter, target, asked, phase, _, _ in SHOTS:
        for m in MODIFIERS:
            unit = shooter if m.of == "shooter" else target
            if phase in m.phases and (
                m.id in asked or unit.get(m.when) or unit.get("movement") == m.when or (m.field and unit.get(m.field))
            ):
                used.add(m.id)
    assert used == {m.id for m in MODIFIERS}


def test_shooting_uses_the_ranged_weapon_and_may_split() -> None:
    shooter = {"models": 5, "ranged_attacks": 2, "ranged_massive": 1, "ranged_ap": 1, "massive": 4}
    held = shooting({"A1": shooter, "B1": {"models": 2, "toughness": 2, "armor": 1}, "B2": {"models": 3}})
    dice = rolls(to_hit="A4411 A44", to_wound="A32 A22", save="B2 B32")
    outcome = held.drive([("targets", ["B1", "B2"]), fire(B1=2, B2=1, hold=2), *dice])
    lost = {"wounds": {"B1": 1, "B2": 2}, "casualties": {"B1": 1, "B2": 1}}
    assert outcome == {"unit": "A1", "hits": [["A1", "B1", 2], ["A1", "B2", 2]], **lost}
    assert held.table.unit("A1").fired_models == 0
    assert held.action("shoot").why_not == "every unit has shot or may not"
    held.start("end_shooting")
    assert held.entries[-1].outcome == {"events": []}
    assert held.table.unit("B2").wounds == 0


def test_wounds_of_several_shooters_in_one_phase_add_up_to_suppression() -> None:
    held = session({"A1": {"models": 1}, "A2": {"models": 1}, "B1": {"models": 2}}, phase="shooting")
    for shooter in ("A1", "A2"):
        held.start("shoot", {"unit": shooter})
        held.drive([*rolls(to_hit="4", to_wound="2", save="6"), fire(B1=1)])
    held.start("end_shooting")
    assert held.entries[-1].outcome == {"events": ["suppressed:B1"]}
    assert held.table.phase == "firefight"


def test_a_firefight_links_units_and_kills_on_both_sides_at_once() -> None:
    held = firefight({of: {"models": 1} for of in ("A1", "A2", "A3", "B1", "B2", "B3")})
    near: list[Scripted] = [("within", ["B1"]), ("within", ["B1", "B2"]), ("within", ["B3"])]
    chosen = [*(("firefight_unit", of) for of in ("A1", "A2", "A3")), ("choose_firefight", "A3")]
    fired = [fire("A", B3=1), fire("B", A3=1), fire("A", B1=1), fire("A", hold=1), *[fire("B", hold=1)] * 2]
    outcome = held.drive([*chosen, *near, *fired, *rolls(to_hit="A4 B4 A1", to_wound="A2 B2", save="A4 B4")])
    assert outcome["firefights"] == [["A1", "A2", "B1", "B2"], ["A3", "B3"]]
    assert [f["units"] for f in outcome["resolved"]] == [["A3", "B3"], ["A1", "A2", "B1", "B2"]]
    assert outcome["resolved"][0]["casualties"] == {"A3": 1, "B3": 1}
    units = held.table.units
    assert [u for u in units if units[u].fought_firefight] == ["A1", "A3", "B1", "B3"]
    assert [u for u in units if units[u].fired_models] == ["A1"]


def test_break_tests_come_before_suppression_after_a_firefight() -> None:
    target = {"models": 3, "start_models": 5, "ranged_attacks": 0, "fired_models": 1}
    held = firefight({"A1": {"models": 4}, "B1": target, "B2": {}})
    dice = rolls(to_hit="4444", to_wound="2221", save="166", break_="4")
    outcome = held.drive([("firefight_unit", "A1"), ("within", ["B1"]), fire(B1=4), *dice])
    assert outcome["events"] == ["break:B1:pass", "suppressed:B1"]


def test_fire_takes_those_behind_first_and_then_frees_who_no_longer_touches() -> None:
    held = shooting({"A1": {"models": 6, "in_contact": 1}, "B1": {"models": 4, "in_contact": 1, "in_reach": 1}}, AB)
    held.drive([*rolls(to_hit="444444", to_wound="222111", save="111"), fire(B1=6)])
    foe = held.table.unit("B1")
    assert (foe.models, foe.in_contact, foe.in_reach) == (1, 1, 0)


def test_fire_without_losses_says_who_shot_at_whom() -> None:
    held = shooting({"A1": {"models": 1}, "B1": {"models": 2}})
    held.drive([fire(B1=1), ("to_hit", [1])])
    assert held.entries[-1].conclusion == ("B1 loses no models to A1",)


def test_the_side_without_units_has_lost() -> None:
    held = shooting({"A1": {"models": 1}, "B1": {"models": 1}})
    held.drive([*rolls(to_hit="4", to_wound="2", save="1"), fire(B1=1)])
    held.start("end_shooting")
    assert (present(held.table.over).winner, held.table.phase) == ("A", "over")
    assert [a.name for a in held.actions() if a.open] == []


@pytest.mark.parametrize(
    ("mine", "winner", "why"),
    [
        (4, "A", "the larger share of models left, 4 of 4 to 3 of 6 (table ruling)"),
        (1, "B", "the larger share of models left, 3 of 6 to 1 of 4 (table ruling)"),
        (2, None, "equal shares of models left, 3 of 6 to 2 of 4 (table ruling)"),
    ],
)
def test_after_the_last_turn_the_larger_share_of_models_wins(mine: int, winner: str | None, why: str) -> None:
    units = {"A1": {"models": mine, "start_models": 4}, "B1": {"models": 3, "start_models": 6}}
    held = melee(units, active="B", turns=1)
    held.drive()
    assert (present(held.table.over).winner, held.table.over_why) == (winner, why)


@pytest.mark.parametrize(
    "options",
    [
        {"throw": "stage", "defender_allocates": True, "save_on_7plus": "none"},
        {"measure_charges": True, "command_break_tests": True, "turns": 3},
    ],
)
def test_random_games_end_whatever_the_options(options: dict[str, Any]) -> None:
    """What they reach with the usual ones is a law of every game."""

    def look(held: Session) -> None:
        if held.run is None:
            assert list(RULESET.faults(held.table)) == []
            assert all(unit.alive or not unit.in_contact + unit.in_reach for unit in held.table.units.values())

    for seed in range(4):
        table = table_of(RULESET)
        table.options = {**table.options, **options}
        assert play_random(Session(table, rng=Random(seed)), Random(seed), most=20000, most_entries=1000, each=look)
        assert table.round <= table.options["turns"]


def test_sheets_hold_every_modifier_and_option() -> None:
    text = repr(list(RULESET.sheets(RULESET.default_options())))
    assert all(m.text in text for m in MODIFIERS)
    # How much of the odds is shown is the agreement of any table, and no value of the game.
    assert all(o.name in text for o in RULESET.options if o.name != "odds")
    rows = {s.id: s.rows for s in RULESET.sheets(RULESET.default_options())}
    assert rows["to_hit"][2] == ("skill 2", "2+", "3+", "4+", "5+", "6+")
    assert rows["to_wound"][1] == ("toughness 1", "3+", "4+", "5+", "6+", "7+")
    assert rows["saves"][1] == ("defense 1", "4+", "5+", "6+", "7+", "7+")
