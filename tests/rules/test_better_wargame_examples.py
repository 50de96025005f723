"""Ten worked examples, driven through Session."""

from companion.testing import Scripted
from tests.rules.better_wargame import AB, QUIET, after, counts, melee, notes, rolls, session, touch
from tests.rules.scene import now


def test_example_1_groups() -> None:
    held = session(
        {of: {} for of in ("A1", "A2", "A3", "B1", "B2", "B3")},
        [("A1", "B1"), ("A2", "B1"), ("A2", "B2"), ("A3", "B3"), ("A1", "A3")],
    )
    assert held.melees() == [["A1", "A2", "B1", "B2"], ["A3", "B3"]]


def test_example_2_numbers() -> None:
    target = touch(1, melee_skill=3, toughness=1, armor=1, melee_defense=1)
    held = melee({"A1": touch(1, melee_skill=2, massive=1), "B1": target}, AB)
    held.drive(rolls(to_hit="A5 B1", to_wound="A3"), until="save")
    assert [held.tallies()[f"{stage}[A1→B1]"] for stage in ("to_hit", "to_wound", "save")] == [5, 3, 4]


def test_example_3_extremes() -> None:
    held = melee({"A1": touch(4, melee_skill=4), "B1": touch(3, melee_skill=1)}, AB)
    again = [("to_hit.extra", "A", [3, 1]), ("to_hit.extra", "B", [2, 6])]
    held.drive([*rolls(to_hit="A1416 B665"), *again], until="to_wound")
    assert (held.tallies()["to_hit[A1→B1]"], held.tallies()["to_hit[B1→A1]"]) == (1, 7)
    outcome = held.drive(rolls(to_wound="A111 B1"))
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 3], ["B1", "A1", 1]]


def test_example_4_allocation() -> None:
    held = melee({"A1": touch(6), "B1": {"models": 4, "in_contact": 2, "in_reach": 2}}, AB)
    held.drive(rolls(to_hit="A444444 B1111"), until="to_wound")
    dealt = now(held).title.rpartition("models ")[2].split()
    assert [dealt.count(str(model)) for model in (1, 2, 3, 4)] == [2, 2, 1, 1]


def test_example_5_charge() -> None:
    held = melee({"A1": {"models": 5, "fired_models": 1}, "B1": {"models": 2}}, measure_charges=True)
    held.answer(["A1"])
    assert held.asked == "fired"
    held.answer(["A1.4"])
    assert held.asked == "distance"
    happened = held.answer(held.distances((60, 75, 25, 40, 50, 55, 110, 120)))
    moves = next(n["moves"] for n in notes(happened) if "moves" in n)
    touching = [["A1.2", "contact", "B1.1"], ["A1.3", "contact", "B1.2"]]
    assert moves == [*touching, ["A1.1", "support", ""], ["A1.5", "advance", ""]]
    titles = []
    for _ in moves:
        assert held.asked == "model_move"
        titles.append(now(held).title)
        held.answer(True)
    assert titles[0] == "A1 model 2 moves into contact with B1 model 1"
    assert held.asked != "model_move"
    assert held.melees() == [["A1", "B1"]]


def test_example_6_one_melee() -> None:
    fighting = {"in_contact": 3, "in_reach": 1}
    units = {"A1": fighting | {"models": 4, "attacks": 2, "melee_skill": 3}, "B1": fighting | {"models": 5, "armor": 1}}
    held = melee(units, AB)
    held.drive(rolls(to_hit="A32641352 B5513"), until="to_wound")
    assert (held.tallies()["to_hit[A1→B1]"], held.tallies()["to_hit[B1→A1]"]) == (3, 5)
    assert now(held).title.endswith("models 1 2 3 4 1")
    held.answer([3, 2, 6, 4, 5])
    assert now(held).title.endswith("models 1 2")
    held.answer([2, 1])
    assert (held.tallies()["to_wound[A1→B1]"], held.tallies()["to_wound[B1→A1]"]) == (3, 2)
    assert now(held).by == "A"
    assert now(held).title.endswith("model 1")
    held.answer([5])
    assert now(held).by == "B"
    assert now(held).title.endswith("models 1 3 4 1")
    held.answer([1, 4, 6, 5])
    one, two = held.table.unit("A1"), held.table.unit("B1")
    assert (one.models, two.models, two.in_contact, two.in_reach) == (4, 3, 1, 1)
    assert (two.wounds, two.casualties, two.suppressed) == (4, 2, False)
    outcome = held.drive()
    fought = outcome["resolved"][0]
    assert fought["hits"] == [["A1", "B1", 5], ["B1", "A1", 2]]
    assert fought["wounds"] == {"A1": 1, "B1": 4}
    assert fought["casualties"] == {"A1": 0, "B1": 2}
    assert [e for e in outcome["events"] if e.startswith("suppressed")] == []


def test_example_7_end_of_phase() -> None:
    """The fighting is over: nobody has attacks left, so that the three dice of the example are all there are."""
    units = {
        "A1": {**QUIET, "models": 4, "start_models": 10, "casualties": 2, "leadership": 4},
        "A2": {**QUIET, "suppressed": True, "leadership": 4},
        "A3": QUIET,
        "B1": QUIET,
        "B2": {**QUIET, "suppressed": True, "leadership": 5},
    }
    held = melee(units, [("A1", "B1"), ("A2", "B1"), ("A3", "B2")])
    fought: list[Scripted] = [("choose_melee", "A1"), ("split", "B", {"parts": {"A1": 1}})]
    ended = [("stay_or_fall_back", "A", "stay"), ("pile_in", "A", counts(3, 1, 4)), ("follow_up", "A", True)]
    outcome = held.drive([*fought, *rolls(break_="A4", suppressed_test="A5 B2"), *ended])
    tested = ["break:A1:pass", "test:A2:pass", "test:B2:fail", "fall_back:B2"]
    assert outcome["events"] == [*tested, "pile_in:A1", "pile_in:A2", "pile_in:B1", "follow_up:A3"]
    assert outcome["melees"] == [["A1", "A2", "B1"], ["A3", "B2"]]
    assert after(outcome, "A1") == (4, 3, 1, "engaged")
    assert outcome["units"]["B2"]["engaged"] is False
    assert outcome["units"]["A2"]["suppressed"] is True


def test_example_8_split() -> None:
    units = {"A1": {"models": 4, "in_contact": 3}, "B1": {"models": 2, "in_contact": 1}, "B2": touch(2)}
    held = melee(units, [("A1", "B1"), ("A1", "B2")])
    split = ("split", "A", {"plan": "models", "parts": {"B1": 1, "B2": 2}})
    held.drive([split, *rolls(to_hit="A5 A43 B2 B61", to_wound="A3 A2 B4")], until="save")
    held.drive(rolls(save="A6 B2 B1"), until="pile_in")
    b1 = held.table.unit("B1")
    assert (b1.models, b1.in_contact, b1.in_reach) == (1, 0, 0)
    assert held.melees() == [["A1", "B2"]]
    outcome = held.drive()
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 1], ["A1", "B2", 1], ["B1", "A1", 0], ["B2", "A1", 1]]
    assert {u: s["engaged"] for u, s in outcome["units"].items()} == {"A1": True, "B1": False, "B2": True}


def test_example_9_whole_phase() -> None:
    held = melee({"A1": touch(2, attacks=3, leadership=4), "B1": touch(3, start_models=6, leadership=4)}, AB)
    held.drive(rolls(to_hit="A445126 B421", to_wound="A2345 B6", save="A4"), until="save B")
    assert now(held).title.endswith("models 1 2 3 1")
    outcome = held.drive([*rolls(save="B3561", break_="B4", suppressed_test="B2"), ("follow_up", "A", True)])
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 4], ["B1", "A1", 1]]
    assert outcome["resolved"][0]["wounds"] == {"A1": 1, "B1": 4}
    assert outcome["resolved"][0]["casualties"] == {"A1": 1, "B1": 1}
    assert outcome["events"] == ["suppressed:B1", "break:B1:pass", "test:B1:fail", "fall_back:B1", "follow_up:A1"]
    assert outcome["units"]["A1"]["models"] == 1
    assert after(outcome, "B1") == (2, 0, 0, "suppressed")


def test_example_10_start_of_turn() -> None:
    shaken: dict[str, object] = {"suppressed": True}
    units = {"A1": shaken | {"leadership": 4}, "A2": shaken | {"leadership": 5}, "B1": shaken}
    held = session(units, phase="start").begun("start_of_turn")
    outcome = held.drive(rolls(rally="A4 A4"))
    assert outcome == {"events": ["rally:A1:pass", "rally:A2:fail"]}
    assert {u.id: u.suppressed for u in held.table.units.values()} == {"A1": False, "A2": True, "B1": True}
    assert held.table.phase == "movement"
