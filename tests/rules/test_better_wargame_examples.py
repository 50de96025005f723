"""Ten worked examples, driven through Session."""

from __future__ import annotations

from tests.rules.better_wargame import after, asked, begun, counts, distances, drive, melee, notes, session, tallies
from tests.rules.scene import now


def test_example_1_groups() -> None:
    held = session(
        {u: {} for u in ("A1", "A2", "A3", "B1", "B2", "B3")},
        [("A1", "B1"), ("A2", "B1"), ("A2", "B2"), ("A3", "B3"), ("A1", "A3")],
    )
    assert held.melees() == [["A1", "A2", "B1", "B2"], ["A3", "B3"]]


def test_example_2_numbers() -> None:
    held = melee(
        {
            "A1": {"models": 1, "in_contact": 1, "melee_skill": 2, "massive": 1},
            "B1": {"models": 1, "in_contact": 1, "melee_skill": 3, "toughness": 1, "armor": 1, "melee_defense": 1},
        },
        [("A1", "B1")],
    )
    drive(held, [("to_hit", "A", [5]), ("to_hit", "B", [1]), ("to_wound", "A", [3])], stop=lambda r: r.name == "save")
    assert tallies(held)["to_hit[A1→B1]"] == 5
    assert tallies(held)["to_wound[A1→B1]"] == 3
    assert tallies(held)["save[A1→B1]"] == 4


def test_example_3_extremes() -> None:
    held = melee(
        {
            "A1": {"models": 4, "in_contact": 4, "melee_skill": 4},
            "B1": {"models": 3, "in_contact": 3, "melee_skill": 1},
        },
        [("A1", "B1")],
    )
    drive(
        held,
        [
            ("to_hit", "A", [1, 4, 1, 6]),
            ("to_hit.extra", "A", [3, 1]),
            ("to_hit", "B", [6, 6, 5]),
            ("to_hit.extra", "B", [2, 6]),
        ],
        stop=lambda r: r.name == "to_wound",
    )
    assert (tallies(held)["to_hit[A1→B1]"], tallies(held)["to_hit[B1→A1]"]) == (1, 7)
    outcome = drive(held, [("to_wound", "A", [1, 1, 1]), ("to_wound", "B", [1])])
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 3], ["B1", "A1", 1]]


def test_example_4_allocation() -> None:
    held = session(
        {"A1": {"models": 6, "in_contact": 6}, "B1": {"models": 4, "in_contact": 2, "in_reach": 2}}, [("A1", "B1")]
    )
    begun(held, "melee_phase", script=[("to_hit", "A", [4] * 6), ("to_hit", "B", [1] * 4)], until="to_wound")
    dealt = now(held).title.rpartition("models ")[2].split()
    assert [dealt.count(str(model)) for model in (1, 2, 3, 4)] == [2, 2, 1, 1]


def test_example_5_charge() -> None:
    held = melee({"A1": {"models": 5, "fired_models": 1}, "B1": {"models": 2}}, measure_charges=True)
    held.answer(["A1"])
    assert asked(held) == "fired"
    held.answer(["A1.4"])
    assert asked(held) == "distance"
    happened = held.answer(distances(held, (60, 75, 25, 40, 50, 55, 110, 120)))
    moves = next(n["moves"] for n in notes(happened) if "moves" in n)
    assert moves == [
        ["A1.2", "contact", "B1.1"],
        ["A1.3", "contact", "B1.2"],
        ["A1.1", "support", ""],
        ["A1.5", "advance", ""],
    ]
    titles = []
    for _ in moves:
        assert asked(held) == "model_move"
        titles.append(now(held).title)
        held.answer(True)
    assert titles[0] == "A1 model 2 moves into contact with B1 model 1"
    assert asked(held) != "model_move"
    assert held.melees() == [["A1", "B1"]]


def test_example_6_one_melee() -> None:
    held = melee(
        {
            "A1": {"models": 4, "in_contact": 3, "in_reach": 1, "attacks": 2, "melee_skill": 3},
            "B1": {"models": 5, "in_contact": 3, "in_reach": 1, "armor": 1},
        },
        [("A1", "B1")],
    )
    drive(
        held,
        [("to_hit", "A", [3, 2, 6, 4, 1, 3, 5, 2]), ("to_hit", "B", [5, 5, 1, 3])],
        stop=lambda r: r.name == "to_wound",
    )
    assert (tallies(held)["to_hit[A1→B1]"], tallies(held)["to_hit[B1→A1]"]) == (3, 5)
    assert now(held).title.endswith("models 1 2 3 4 1")
    held.answer([3, 2, 6, 4, 5])
    assert now(held).title.endswith("models 1 2")
    held.answer([2, 1])
    assert (tallies(held)["to_wound[A1→B1]"], tallies(held)["to_wound[B1→A1]"]) == (3, 2)
    assert now(held).by == "A"
    assert now(held).title.endswith("model 1")
    held.answer([5])
    assert now(held).by == "B"
    assert now(held).title.endswith("models 1 3 4 1")
    held.answer([1, 4, 6, 5])
    one, two = held.table.unit("A1"), held.table.unit("B1")
    assert (one.models, two.models, two.in_contact, two.in_reach) == (4, 3, 1, 1)
    assert (two.wounds, two.casualties, two.suppressed) == (4, 2, False)
    outcome = drive(held)
    fought = outcome["resolved"][0]
    assert fought["hits"] == [["A1", "B1", 5], ["B1", "A1", 2]]
    assert fought["wounds"] == {"A1": 1, "B1": 4}
    assert fought["casualties"] == {"A1": 0, "B1": 2}
    assert [e for e in outcome["events"] if e.startswith("suppressed")] == []


def test_example_7_end_of_phase() -> None:
    """The fighting is over: nobody has attacks left, so that the three dice of the example are all there are."""
    quiet = {"attacks": 0, "in_contact": 1}
    held = melee(
        {
            "A1": {**quiet, "models": 4, "start_models": 10, "casualties": 2, "leadership": 4},
            "A2": {**quiet, "suppressed": True, "leadership": 4},
            "A3": quiet,
            "B1": quiet,
            "B2": {**quiet, "suppressed": True, "leadership": 5},
        },
        [("A1", "B1"), ("A2", "B1"), ("A3", "B2")],
    )
    outcome = drive(
        held,
        [
            ("choose_melee", "A1"),
            ("split", "B", {"parts": {"A1": 1}}),
            ("break", "A", [4]),
            ("suppressed_test", "A", [5]),
            ("stay_or_fall_back", "A", "stay"),
            ("suppressed_test", "B", [2]),
            ("pile_in", "A", counts(3, 1, 4)),
            ("follow_up", "A", True),
        ],
    )
    assert outcome["events"] == [
        "break:A1:pass",
        "test:A2:pass",
        "test:B2:fail",
        "fall_back:B2",
        "pile_in:A1",
        "pile_in:A2",
        "pile_in:B1",
        "follow_up:A3",
    ]
    assert outcome["melees"] == [["A1", "A2", "B1"], ["A3", "B2"]]
    assert after(outcome, "A1") == (4, 3, 1, "engaged")
    assert outcome["units"]["B2"]["engaged"] is False
    assert outcome["units"]["A2"]["suppressed"] is True


def test_example_8_split() -> None:
    held = melee(
        {
            "A1": {"models": 4, "in_contact": 3},
            "B1": {"models": 2, "in_contact": 1},
            "B2": {"models": 2, "in_contact": 2},
        },
        [("A1", "B1"), ("A1", "B2")],
    )
    drive(
        held,
        [
            ("split", "A", {"plan": "models", "parts": {"B1": 1, "B2": 2}}),
            ("to_hit", "A", [5]),
            ("to_hit", "A", [4, 3]),
            ("to_hit", "B", [2]),
            ("to_hit", "B", [6, 1]),
            ("to_wound", "A", [3]),
            ("to_wound", "A", [2]),
            ("to_wound", "B", [4]),
        ],
        stop=lambda r: r.name == "save",
    )
    drive(held, [("save", "A", [6]), ("save", "B", [2]), ("save", "B", [1])], stop=lambda r: r.name == "pile_in")
    b1 = held.table.unit("B1")
    assert (b1.models, b1.in_contact, b1.in_reach) == (1, 0, 0)
    assert held.melees() == [["A1", "B2"]]
    outcome = drive(held)
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 1], ["A1", "B2", 1], ["B1", "A1", 0], ["B2", "A1", 1]]
    assert {u: s["engaged"] for u, s in outcome["units"].items()} == {"A1": True, "B1": False, "B2": True}


def test_example_9_whole_phase() -> None:
    held = melee(
        {
            "A1": {"models": 2, "in_contact": 2, "attacks": 3, "leadership": 4},
            "B1": {"models": 3, "start_models": 6, "in_contact": 3, "leadership": 4},
        },
        [("A1", "B1")],
    )
    drive(
        held,
        [
            ("to_hit", "A", [4, 4, 5, 1, 2, 6]),
            ("to_hit", "B", [4, 2, 1]),
            ("to_wound", "A", [2, 3, 4, 5]),
            ("to_wound", "B", [6]),
            ("save", "A", [4]),
        ],
        stop=lambda r: r.name == "save" and r.by == "B",
    )
    assert now(held).title.endswith("models 1 2 3 1")
    outcome = drive(
        held,
        [("save", "B", [3, 5, 6, 1]), ("break", "B", [4]), ("suppressed_test", "B", [2]), ("follow_up", "A", True)],
    )
    assert outcome["resolved"][0]["hits"] == [["A1", "B1", 4], ["B1", "A1", 1]]
    assert outcome["resolved"][0]["wounds"] == {"A1": 1, "B1": 4}
    assert outcome["resolved"][0]["casualties"] == {"A1": 1, "B1": 1}
    assert outcome["events"] == ["suppressed:B1", "break:B1:pass", "test:B1:fail", "fall_back:B1", "follow_up:A1"]
    assert outcome["units"]["A1"]["models"] == 1
    assert after(outcome, "B1") == (2, 0, 0, "suppressed")


def test_example_10_start_of_turn() -> None:
    held = session(
        {
            "A1": {"suppressed": True, "leadership": 4},
            "A2": {"suppressed": True, "leadership": 5},
            "B1": {"suppressed": True},
        },
        phase="start",
    )
    held.start("start_of_turn")
    outcome = drive(held, [("rally", "A", [4]), ("rally", "A", [4])])
    assert outcome == {"events": ["rally:A1:pass", "rally:A2:fail"]}
    assert {u.id: u.suppressed for u in held.table.units.values()} == {"A1": False, "A2": True, "B1": True}
    assert held.table.phase == "movement"
