"""Special attacks and defences, through a session."""

from __future__ import annotations

from companion.rules.bushido.records import Special, Trait
from companion.testing import drive
from tests.rules.bushido_kit import AB, fight, model, notes, pair, session, slot, split
from tests.rules.scene import begun


def test_immovable_is_swept_for_half_damage_but_stands_and_strikes_back() -> None:
    s = pair(a={"specials": (Special("Sweep Attack", 0),)}, b={"traits": (Trait("Immovable"),)})
    out = fight(
        s,
        "a+b",
        split(3, 0, "Sweep Attack"),
        split(1, 2),
        [[6, 5, 3], [], [2], [2, 1]],
        ("12", "red", [[4, 4]]),
        ("12", "blue", [[1, 1]]),
    )
    assert out["comparisons"][0]["damage"][0]["wounds"] == 3
    assert s.table.unit("b").states == {}
    assert out["ended"] == "both_attacked"
    assert len(out["comparisons"]) == 2


def test_immovable_is_not_thrown_and_not_pushed() -> None:
    s = pair(a={"specials": (Special("Push Attack", 0),)}, b={"traits": (Trait("Immovable"),)})
    out = fight(s, "a+b", split(3, 0, "Push Attack"), split(0, 3), [[6, 5, 3], [], [], [2, 2, 2]])
    assert out["contacts"] == [["a", "b"]]
    assert any("cannot be moved" in n for n in notes(s))


def test_grapple_on_an_immune_model_still_cancels_the_reply() -> None:
    s = pair(a={"specials": (Special("Grapple Attack", 0),)}, b={"traits": (Trait("Agile"),)})
    out = fight(s, "a+b", split(3, 0, "Grapple Attack"), split(3, 0), [[6, 5, 3], [], [6, 6, 6], []])
    assert out["ended"] == "grappled"
    assert s.table.unit("b").states == {}
    assert len(out["comparisons"]) == 1


def test_grapple_holds_and_the_hold_ends_when_the_holder_fights_another() -> None:
    s = session(
        model("a", "red", specials=(Special("Grapple Attack", 0),)),
        model("b", "blue"),
        model("c", "blue"),
        contacts=(("a", "b"), ("a", "c"), ("b", "c")),
    )
    fight(s, "a+b", split(2, 0, "Grapple Attack"), split(3, 0), [[6, 5], [], [6, 6, 6], []])
    assert s.table.unit("b").states == {"held": ("a",)}
    s.start("melee", {"pair": "a+c"})
    assert s.table.unit("b").states == {}


def test_a_held_defender_cannot_sidestep() -> None:
    s = pair(b={"states": {"held": ("a",)}, "specials": (Special("Sidestep Defence", 0),)})
    out = fight(s, "a+b", split(1, 2), split(0, 2, "Sidestep Defence"), [[2], [2, 2], [], [6, 5]])
    assert out["comparisons"][0]["special"] == "Sidestep Defence"
    assert out["contacts"] == [["a", "b"]]
    assert out["ended"] == "both_attacked"


def test_prone_and_immobilised_models_have_no_specials() -> None:
    for state in ("prone", "immobilised"):
        s = begun(pair(a={"states": {state: 1}, "specials": (Special("Sweep Attack", 0),)}), "melee", {"pair": "a+b"})
        drive(s, stop=lambda r: r.name == "5")
        assert [p.plan for p in slot(s, "red").plans] == ["plain"]


def test_an_attacker_thrown_prone_is_still_struck_unless_the_table_rules_otherwise() -> None:
    for ends, reason, count in ((False, "both_attacked", 2), (True, "attacker_prone", 1)):
        s = pair(b={"specials": (Special("Sweep Defence", 0),)}, sweep_defence_ends_exchange=ends)
        out = fight(s, "a+b", split(2, 1), split(1, 2, "Sweep Defence"), [[2, 3], [2], [2], [5, 5]])
        assert (out["ended"], len(out["comparisons"])) == (reason, count)
        assert s.table.unit("a").states == {"prone": 1}


def test_throw_into_another_model_of_the_same_size_fells_both() -> None:
    for size, states in (("small", {"prone": 1}), ("tiny", {"prone": 1}), ("large", {})):
        s = session(
            model("a", "red", specials=(Special("Throw Attack", 0),)),
            model("b", "blue"),
            model("c", "blue", size=size),
            contacts=(("a", "b"), ("b", "c")),
        )
        out = fight(
            s,
            "a+b",
            split(3, 0, "Throw Attack"),
            split(0, 3),
            [[6, 5, 5], [], [], [2, 1, 1]],
            ("10", False),
            ("10.hit", "c"),
            ("10.touch", size == "large"),
            ("12", "red", [[1, 1]]),
        )
        assert out["ended"] == "defender_prone"
        assert s.table.unit("b").states == {"prone": 1}
        assert s.table.unit("c").states == states
        assert s.table.contacts == ({("b", "c"): {}} if size == "large" else {})


def test_stun_attack_stuns_for_no_wounds() -> None:
    s = pair(a={"specials": (Special("Stun Attack", 0),)})
    out = fight(
        s, "a+b", split(3, 0, "Stun Attack"), split(0, 3), [[5, 1, 1], [], [], [4, 1, 1]], ("12", "red", [[1, 1]])
    )
    assert out["wounds"]["b"] == 0
    assert s.table.unit("b").states == {"stunned": 1}


def test_gokusatsu_takes_both_and_ivory_prison_spares_the_soulless() -> None:
    s = session(model("a", "red", specials=(Special("Gokusatsu Attack", 0),)), model("b", "blue"), contacts=AB)
    out = fight(s, "a+b", split(3, 0, "Gokusatsu Attack"), split(0, 3), [[6, 1, 1], [], [], [2, 1, 1]])
    assert out["in_play"] == {"a": False, "b": False}
    assert s.table.over is not None
    assert s.table.over.winner is None
    for traits, alive in (((), False), ((Trait("Soulless"),), True)):
        s = pair(a={"specials": (Special("Ivory Prison Attack", 0),)}, b={"traits": traits})
        out = fight(s, "a+b", split(3, 0, "Ivory Prison Attack"), split(0, 3), [[6, 1, 1], [], [], [2, 1, 1]])
        assert out["in_play"]["b"] is alive


def test_drag_and_eagles_flight_and_web_defences() -> None:
    s = pair(b={"specials": (Special("Drag Defence", 0),)})
    out = fight(s, "a+b", split(2, 1), split(0, 3, "Drag Defence"), [[2, 1], [2], [], [6, 1, 1]], ("10", True))
    assert out["contacts"] == [["a", "b"]]
    s = pair(b={"specials": (Special("Eagle's Flight Defence", 0),)})
    out = fight(
        s, "a+b", split(2, 1), split(0, 3, "Eagle's Flight Defence"), [[2, 1], [2], [], [6, 1, 1]], ("contacts", [])
    )
    assert out["contacts"] == []
    s = pair(b={"specials": (Special("Web Defence", 0),)})
    out = fight(s, "a+b", split(2, 1), split(0, 3, "Web Defence"), [[2, 1], [2], [], [6, 1, 1]])
    assert out["comparisons"][0]["special"] == "Web Defence"


def test_unknown_traits_and_specials_are_reminders() -> None:
    s = pair(a={"traits": (Trait("Moon Dance", x=2),), "specials": (Special("Star Attack", 0),)})
    out = fight(s, "a+b", split(3, 0, "Star Attack"), split(0, 3), [[6, 1, 1], [], [], [2, 1, 1]], ("12", [[3, 3]]))
    assert any("Moon Dance (2)" in n for n in notes(s))
    assert out["comparisons"][0]["special"] == "Star Attack"
    assert out["comparisons"][0]["damage"][0]["wounds"] == 4
