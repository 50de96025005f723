"""The fourteen worked examples, each number once, through a session."""

from itertools import product
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.bushido.catalog import WOUNDS
from companion.rules.bushido.engagement import assisting
from companion.rules.bushido.records import Special, Trait
from companion.testing import drive
from tests.rules.bushido_kit import fight, kagu, model, session, slot, split, steps, table_of, those
from tests.rules.scene import begun


def legal_splits(s: Session, side: str, plan: str) -> list[tuple[int, int]]:
    request = slot(s, side)
    found = []
    for a, d in product(range(7), repeat=2):
        try:
            request.check(split(a, d, plan))
        except InvalidInput:
            continue
        found.append((a, d))
    return sorted(found, reverse=True)


def test_e1_hiros_split() -> None:
    hiro = model("hiro", "red", melee_pool=4, melee_boost_cost=3, ki_tokens=3, specials=(Special("Sweep Attack", 1),))
    s = begun(session(hiro, model("foe", "blue"), contacts=(("hiro", "foe"),)), "melee", {"pair": "hiro+foe"})
    drive(s, steps("4 red 1"), stop=lambda r: r.name == "5")
    assert hiro.ki_tokens == 0
    assert legal_splits(s, "red", "plain") == [(5, 0), (4, 1), (3, 2), (2, 3), (1, 4), (0, 5)]
    with_special = legal_splits(s, "red", "Sweep Attack")
    assert len(with_special) == 5
    assert all(a + d == 4 for a, d in with_special)


def test_e2_aya_and_chiyo_from_the_ready_table() -> None:
    s = Session(kagu())
    aya, chiyo = s.table.unit("aya"), s.table.unit("chiyo")
    out = fight(s, "2/1 v 2/1 Sidestep Defence: 4 2 / 5 / 5 3 / 4; 12 red [4 5]; 12 blue [5 2]", pair="aya+chiyo")
    assert out["pools"]["aya"]["pool"] == 3
    assert out["pools"]["chiyo"]["pool"] == 4
    assert out["results"] == {"aya": {"attack": 5, "defence": 5}, "chiyo": {"attack": 6, "defence": 4}}
    one, two = out["comparisons"]
    assert (one["winner"], one["sl"], one["special"]) == ("aya", 1, "")
    assert (one["damage"][0]["total"], one["damage"][0]["wounds"]) == (10, 2)
    assert (two["winner"], two["sl"]) == ("chiyo", 1)
    assert (two["damage"][0]["total"], two["damage"][0]["wounds"]) == (6, 1)
    assert out["counters_removed"] == {"aya": 1, "chiyo": 1}
    assert (aya.wounds_marked, chiyo.wounds_marked) == (1, 2)
    assert (aya.activation_counters, chiyo.activation_counters) == (1, 1)


def test_e3_table_look_up() -> None:
    a = model("a", "red", strength=1, melee_pool=1)
    s = session(a, model("b", "blue", melee_pool=1), contacts=(("a", "b"),))
    out = fight(s, "1/0 v 0/1: 6 / / / 3; 12 [3 5]")
    roll = out["comparisons"][0]["damage"][0]
    assert (roll["sl"], roll["row"], roll["column"], roll["wounds"]) == (3, 9, 3, 4)
    assert WOUNDS[9][3] == 4


def test_e4_minimum_dice() -> None:
    wu = model("wu", "red", melee_pool=1, activation_counters=0, states={"stunned": 1})
    s = begun(session(wu, model("jin", "blue", melee_pool=3), contacts=(("wu", "jin"),)), "melee", {"pair": "wu+jin"})
    drive(s, stop=lambda r: r.name == "5")
    assert legal_splits(s, "red", "plain") == [(1, 0), (0, 1)]
    out = drive(s, steps("1/0 v 0/5: 1 / / / 2*5"))
    assert out["pools"]["wu"]["net"] == -1
    assert out["pools"]["wu"]["pool"] == 1
    assert out["pools"]["jin"]["net"] == 3
    assert out["pools"]["jin"]["pool"] == 5


@pytest.mark.parametrize(
    ("friend_touches", "weak", "lost_a", "lost_b"),
    [
        ("", False, 1, 0),
        ("x", False, 0, 0),
        ("b", False, 1, 1),
        ("", True, 0, 0),
        ("x", True, 0, 0),
        ("b", True, 0, 1),
    ],
)
def test_e5_assists(friend_touches: str, weak: bool, lost_a: int, lost_b: int) -> None:
    x = model("x", "blue", traits=(Trait("Insignificant"),) if weak else ())
    contacts: list[tuple[str, str]] = [("a", "b"), ("a", "x")] + ([("f", friend_touches)] if friend_touches else [])
    s = session(model("a", "red"), model("f", "red"), model("b", "blue"), x, contacts=tuple(contacts))
    a, b = s.table.unit("a"), s.table.unit("b")
    assert (len(assisting(table_of(s), a, b)), len(assisting(table_of(s), b, a))) == (lost_a, lost_b)
    pools = 3 - lost_a, 3 - lost_b
    out = fight(s, "0/{0} v 0/{1}: / 2*{0} / / 2*{1}".format(*pools))
    assert (out["pools"]["a"]["pool"], out["pools"]["b"]["pool"]) == pools


def ties(red_defence: str) -> dict[str, Any]:
    blue = model("blue", "blue", traits=(Trait("Lightning Reflexes"),))
    s = session(model("red", "red"), blue, contacts=(("red", "blue"),))
    blow = "12 blue [5 4]; " if red_defence == "5 1" else ""
    return fight(s, f"1/2 v 2/1: 4 / {red_defence} / 4 2 / 3; {blow}12 red [3 3]", pair="red+blue")


def test_e6_a_tie_goes_to_more_scoring_dice() -> None:
    out = ties("5 1")
    assert out["initiative"] == "blue"
    assert out["initiative_why"] == "Lightning Reflexes"
    assert out["results"]["blue"]["attack"] == out["results"]["red"]["defence"] == 5
    assert out["tie_dice"] == {"red": 2, "blue": 3}
    one, two = out["comparisons"]
    assert (one["winner"], one["by"], one["sl"]) == ("blue", "dice", 0)
    assert (one["damage"][0]["total"], one["damage"][0]["wounds"]) == (9, 1)
    assert (two["attack"], two["defence"], two["sl"]) == (4, 3, 1)
    assert (two["damage"][0]["total"], two["damage"][0]["wounds"]) == (6, 1)


def test_e6_variant_goes_to_the_active_player() -> None:
    out = ties("4 2")
    assert out["tie_dice"] == {"red": 3, "blue": 3}
    assert (out["comparisons"][0]["winner"], out["comparisons"][0]["by"]) == ("red", "active")
    assert out["wounds"] == {"red": 0, "blue": 1}


def test_e7_death_before_the_reply() -> None:
    s = session(
        model("red", "red", wounds_max=4),
        model("blue", "blue", traits=(Trait("Lightning Reflexes"),)),
        model("mate", "red"),
        contacts=(("red", "blue"),),
    )
    out = fight(s, "3/0 v 3/0: 5 5 2 / / 6 4 1 /; 12 blue [1 1]", pair="red+blue")
    (only,) = out["comparisons"]
    assert (only["attack"], only["defence"], only["sl"]) == (7, 0, 7)
    assert (only["damage"][0]["row"], only["damage"][0]["column"], only["damage"][0]["wounds"]) == (2, 7, 4)
    assert out["results"]["red"]["attack"] == 7
    assert out["ended"] == "defender_removed"
    assert not s.table.unit("red").alive
    assert s.table.contacts == {}
    assert out["counters_removed"] == {"red": 0, "blue": 1}
    assert s.table.unit("red").activation_counters == 2


def test_e8_combo_attack() -> None:
    s = those("a", "b", "ab", a="melee_pool 4; specials Combo Attack 1", b="melee_pool 1; wounds_max 10")
    out = fight(s, "3/0 Combo Attack v 0/1: 6 5 3 / / / 3; 12 [2 2]; 12 [6 1]; 12 [5 5]")
    assert out["results"]["a"]["attack"] == 8
    rolls = [(d["sl"], d["total"], d["wounds"]) for d in out["comparisons"][0]["damage"]]
    assert rolls == [(5, 4, 4), (3, 7, 3), (1, 10, 2)]
    assert s.table.unit("b").wounds_marked == 9


def test_e9_sweep_attack() -> None:
    s = those("a", "b", "ab", a="specials Sweep Attack 1")
    out = fight(s, "2/0 Sweep Attack v 1/2: 5 4 / / 6 / 2 1; 12 [6 5]")
    (only,) = out["comparisons"]
    assert (only["attack"], only["defence"], only["sl"]) == (6, 2, 4)
    assert (only["damage"][0]["total"], only["damage"][0]["wounds"]) == (11, 3)
    assert s.table.unit("b").states == {"prone": 1}
    assert out["ended"] == "defender_prone"
    assert out["contacts"] == [["a", "b"]]
    assert out["counters_removed"] == {"a": 1, "b": 1}


def test_e10_sidestep_defence() -> None:
    b = model("b", "blue", melee_pool=4, specials=(Special("Sidestep Defence"),))
    s = session(model("a", "red", melee_pool=2), b, contacts=(("a", "b"),))
    out = fight(s, "2/0 v 1/2 Sidestep Defence: 4 3 / / 6 / 5 2")
    (only,) = out["comparisons"]
    assert (only["attack"], only["defence"], only["winner"], only["sl"]) == (5, 6, "b", 1)
    assert only["special"] == "Sidestep Defence"
    assert out["ended"] == "not_in_btb"
    assert out["counters_removed"] == {"a": 1, "b": 1}
    assert out["wounds"] == {"a": 0, "b": 0}
    assert s.table.contacts == {}


def test_e11_counterstrike_defence() -> None:
    s = those("a", "b", "ab", a="melee_pool 2", b="strength 1; melee_pool 4; specials Counterstrike Defence 1")
    out = fight(s, "1/1 v 0/3 Counterstrike Defence: 3 / 5 / / 6 4 2; 10 blue [2 4]")
    one, two = out["comparisons"]
    assert (one["attack"], one["defence"], one["sl"], one["winner"]) == (3, 8, 5, "b")
    assert [(d["sl"], d["total"], d["wounds"]) for d in one["damage"]] == [(3, 7, 3)]
    assert s.table.unit("a").wounds_marked == 3
    assert (two["attack"], two["defence"], two["winner"], two["damage"]) == (0, 5, "a", [])


def test_e12_rerolls_discards_and_ties() -> None:
    a = model("a", "red", melee_pool=4, traits=(Trait("Unblockable", x=1), Trait("Prowess", x=1, of="Attack")))
    s = session(a, model("b", "blue", melee_pool=4, traits=(Trait("Dodge", x=1),)), contacts=(("a", "b"),))
    out = fight(
        s,
        "2/2 v 1/3: 5 3 / 2 2 / 4 / 6 5 1; 7b1 blue ['attack 1']; 7b1 red [2]; "
        "7b4 red ['attack 1']; 7b4 red [6]; 12 red [4 4]; 12 blue [1 3]",
    )
    assert out["dice"]["b"]["defence"] == [5, 1]
    assert out["results"] == {"a": {"attack": 7, "defence": 3}, "b": {"attack": 4, "defence": 5}}
    assert out["tie_dice"] == {"a": 4, "b": 2}
    one, two = out["comparisons"]
    assert (one["sl"], one["damage"][0]["total"], one["damage"][0]["wounds"]) == (2, 8, 2)
    assert (two["attack"], two["defence"], two["sl"]) == (4, 3, 1)
    assert (two["damage"][0]["total"], two["damage"][0]["wounds"]) == (4, 0)


def test_e13_charge() -> None:
    s = begun(those("a", "b", a="melee_pool 2", b="melee_pool 2"), "activate", {"model": "a"})
    out = drive(s, steps("action charge; 1/1 v 1/1: 6 / 3 / 2 / 4; 12 red [2 3]"))
    one, two = out["exchanges"][0]["comparisons"]
    assert (one["attack"], one["defence"], one["sl"]) == (6, 4, 2)
    assert (one["damage"][0]["total"], one["damage"][0]["wounds"]) == (7, 2)
    assert (two["attack"], two["defence"], two["winner"]) == (2, 3, "a")
    assert (s.table.unit("a").activation_counters, s.table.unit("b").activation_counters) == (0, 1)


@pytest.mark.parametrize("special", ["Sidestep Defence", "Counterstrike Defence"])
def test_e14_no_attack_dice(special: str) -> None:
    s = those("a", "b", "ab", b={"melee_pool": 4, "specials": (Special(special),)})
    out = fight(s, f"0/3 v 1/2 {special}: / 6 6 6 / 2 / 3 2")
    one = out["comparisons"][0]
    assert (one["attack"], one["defence"], one["sl"], one["winner"], one["special"]) == (0, 4, 4, "b", special)
    assert out["ended"] == ("not_in_btb" if special == "Sidestep Defence" else "both_attacked")
    assert out["wounds"] == {"a": 0, "b": 0}
