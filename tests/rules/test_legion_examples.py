"""Fifteen worked examples of Legion, each played through a session, with every number that it states."""

from companion.engine.state.changes import Note
from companion.rules.legion.melee.wounds import legal_minis
from companion.rules.legion.units import LegionTable, suppressed
from tests.rules.legion import activate, asked, attack, named, pools_of, those

FOUR = " ".join(f"rebels.{n}+storm.{n}" for n in (1, 2, 3, 4))
E1_ROLLS = "attack [crit surge hit hit blank blank]; defence [block surge block blank]"


def bikes_table(touched: str) -> LegionTable:
    return those(f"luke v bikes; luke.1+{touched}", active_player="blue")


def test_e1_luke_fells_the_bike_he_touches_and_is_put_against_the_other() -> None:
    held = bikes_table("bikes.2")
    session, out = attack(held, "luke", f"{E1_ROLLS}; place_mini blue bikes.1")
    assert out["pool"] == 6
    assert out["rolled"] == {"hits": 2, "crits": 2, "blanks": 2}
    assert (out["hits"], out["crits"], out["defence_dice"]) == (2, 2, 4)
    assert (out["rolled_blocks"], out["pierce"], out["blocks"], out["wounds"]) == (3, 2, 1, 3)
    assert out["lost"] == ["bikes.2"]
    assert held.mini("bikes.2").defeated
    assert out["first_player"] == "blue"
    assert out["asked"] == {"blue": ["luke.1"]}
    assert out["contacts"] == [["bikes.1", "luke.1"]]
    assert out["in_melee"] == [["luke", "bikes"]]
    assert out["engaged"] == []
    assert out["gained"] == {}
    assert held.unit("bikes").suppression == 0
    assert "assign_wound" not in asked(session)
    assert "spend_dodge" not in asked(session)


def test_e2_the_bike_luke_does_not_touch_falls_and_nobody_is_asked() -> None:
    session, out = attack(bikes_table("bikes.1"), "luke", E1_ROLLS)
    assert out["lost"] == ["bikes.2"]
    assert out["asked"] == {}
    assert out["contacts"] == [["bikes.1", "luke.1"]]
    assert asked(session) == ["attack", "defence"]


def test_e3_no_room_beside_the_last_bike_ends_the_melee() -> None:
    session, out = attack(bikes_table("bikes.2"), "luke", f"{E1_ROLLS}; place_mini no_room")
    told = [e.text for e in session.entries[-1].events if isinstance(e, Note) and "no_room" in e.facts]
    assert told == ["Luke Skywalker has no room: it stays where it stands"]
    assert out["ended"] == [["luke", "bikes"]]
    assert out["in_melee"] == []
    assert out["contacts"] == []


def test_e4_charge() -> None:
    held = those("wook v storm*5")
    session, out = activate(
        held,
        "wook",
        "action move; move_end storm; "
        "place_minis blue [wook.1+storm.3 wook.2+storm.1 wook.3+storm.2]; "
        "place_minis red [storm.4+wook.3 storm.5+wook.1]; charge yes; "
        "attack [hit hit surge crit blank blank]; defence [block blank block blank]; "
        "assign_wounds red [storm.5 storm.2]",
    )
    [pool] = pools_of(session)
    assert pool["pool"] == 6
    assert pool["rolled"] == {"hits": 3, "crits": 1, "blanks": 2}
    assert (pool["defence_dice"], pool["blocks"], pool["wounds"]) == (4, 2, 2)
    assert sorted(pool["lost"]) == ["storm.2", "storm.5"]
    assert pool["asked"] == {}
    assert out["engaged"] == ["wook", "storm"]
    assert out["contacts"] == [["storm.1", "wook.2"], ["storm.3", "wook.1"], ["storm.4", "wook.3"]]
    assert len(asked(session)) == 9, "eight for the charge itself, then the end of the activation"


def test_e5_aim_precise_dodge_nimble() -> None:
    held = those(f"rebels v storm; {FOUR}", rebels="dodge 1", storm="aim 1", active_player="red")
    _, out = attack(
        held,
        "storm",
        "attack [blank hit blank blank]; spend_aim [0 2 3]; attack_reroll [hit surge blank]; "
        "spend_dodge 1; defence [surge blank]; assign_wound blue rebels.2; place_mini red rebels.3",
    )
    assert out["rolled"] == {"hits": 3, "crits": 0, "blanks": 1}
    assert (out["hits"], out["defence_dice"], out["blocks"], out["wounds"]) == (2, 2, 1, 1)
    assert held.unit("storm").aim == 0
    assert held.unit("rebels").dodge == 1
    assert out["gained"] == {"rebels": {"dodge": 1}}
    assert out["lost"] == ["rebels.2"]
    assert out["asked"] == {"red": ["storm.2"]}
    assert ["rebels.3", "storm.2"] in out["contacts"]
    assert held.unit("rebels").suppression == 0


def test_e6_vader_against_luke() -> None:
    held = those("luke v vader; luke.1+vader.1", luke="dodge 1")
    _, out = attack(held, "vader", "attack [hit*3 crit crit blank]; spend_dodge 1; defence [block surge blank blank]")
    assert (out["hits"], out["crits"], out["defence_dice"]) == (2, 2, 4)
    assert (out["rolled_blocks"], out["blocks"], out["pierce"], out["wounds"]) == (2, 2, 3, 2)
    luke = held.unit("luke").minis[0]
    assert luke.threshold - luke.wounds == 4
    assert held.unit("vader").hurt == 0
    assert out["attacker_wounds"] == 0


def test_e7_armor() -> None:
    held = those("vader v atst; vader.1+atst.1")
    _, out = attack(held, "vader", "attack [hit*5 crit]; defence [block surge block blank]")
    assert out["rolled"] == {"hits": 5, "crits": 1, "blanks": 0}
    assert (out["hits"], out["crits"], out["defence_dice"]) == (0, 4, 4)
    assert (out["rolled_blocks"], out["blocks"], out["wounds"]) == (3, 0, 4)
    assert held.unit("atst").hurt == 4
    assert out["in_melee"] == [["vader", "atst"]]
    assert out["engaged"] == []


def test_e8_many_wounds_on_thick_minis() -> None:
    held = those("wook v vader; wook.2+vader.1", active_player="red")
    _, out = attack(
        held,
        "vader",
        "attack [hit*5 blank]; defence [blank*5]; assign_wound blue wook.2; place_mini red wook.1; "
        "place_mini blue vader.1",
    )
    wook = held.unit("wook")
    assert [m.wounds for m in wook.minis] == [0, 3, 2]
    assert out["lost"] == ["wook.2"]
    assert out["first_player"] == "red"
    assert out["asked"] == {"red": ["vader.1"], "blue": ["wook.3"]}
    assert [m.id for m in legal_minis(wook)] == ["wook.3"]


def three_units(active: str) -> LegionTable:
    return those("a*3 v x y*4; a.1+y.1 a.2+x.1 a.3+x.1", active_player=active)


KILL_X = "choose_defender x; attack [hit blank blank]; defence [blank]"


def test_e9_three_units_red_active() -> None:
    _, out = attack(
        three_units("red"), "a", f"{KILL_X}; room_for red [y.2 y.3]; place_mini red a.2; place_mini red a.3"
    )
    assert out["asked"] == {"red": ["y.2", "y.3", "y.4"]}
    assert out["ended"] == [["a", "x"]]
    assert out["contacts"] == [["a.1", "y.1"], ["a.2", "y.2"], ["a.3", "y.3"]]


def test_e9_three_units_blue_active() -> None:
    _, out = attack(
        three_units("blue"), "a", f"{KILL_X}; place_mini blue y.2; place_mini blue y.3; place_mini red no_room"
    )
    assert out["asked"] == {"blue": ["a.2", "a.3"], "red": ["y.4"]}
    assert out["first_player"] == "blue"


def test_e10_standby() -> None:
    held = those("rebels*3 v storm*3; rebels.1+storm.1 rebels.2+storm.2 rebels.3+storm.2", rebels="standby 1")
    session, out = activate(
        held,
        "storm",
        "action dodge; standby blue rebels; standby_action melee_attack; attack [hit surge blank]; "
        "spend_dodge 0; defence [blank]; assign_wound red storm.2; place_mini red rebels.3; "
        "place_mini blue storm.1",
    )
    [pool] = pools_of(session)
    assert pool["rolled"] == {"hits": 1, "crits": 0, "blanks": 2}
    assert pool["wounds"] == 1
    assert pool["first_player"] == "red"
    assert pool["asked"] == {"red": ["storm.3"], "blue": ["rebels.2"]}
    assert list(pool["asked"]) == ["red", "blue"]
    assert held.unit("rebels").standby == 0
    assert out["contacts"] == [["rebels.1", "storm.1"], ["rebels.2", "storm.1"], ["rebels.3", "storm.3"]]


def test_e11_panic_in_a_melee() -> None:
    held = those(f"rebels v storm; {FOUR}", rebels="suppression 3")
    session, out = activate(held, "rebels", "rally [block blank blank]; clear_of_contact yes")
    assert out["panicked"]
    assert out["actions"] == []
    assert "out of all contact" in " ".join(e.text for e in session.entries[-1].events if isinstance(e, Note))
    assert out["in_melee"] == []
    assert held.unit("rebels").suppression == 1
    assert "action" not in asked(session)


def test_e11_a_commander_steadies_them() -> None:
    held = those(f"rebels han v storm; {FOUR}", rebels="suppression 3")
    session, out = activate(held, "rebels", "rally [block blank blank]; commander_courage '2'; action aim")
    assert not out["panicked"]
    assert out["actions"] == ["aim"]
    assert held.unit("rebels").suppression == 2
    assert suppressed(held.unit("rebels"))
    assert named(session, "action") == ["aim"]


def test_e12_horde() -> None:
    horde, touching = "white 1; unit_type droid_trooper", " ".join(f"luke.1+b1.{n}" for n in (1, 2, 3, 4))
    held = those(f"luke v b1*8; {touching}", luke="dodge 1", b1=horde, active_player="red")
    _, out = attack(
        held, "b1", "attack [hit*3 crit*2 surge blank*2]; spend_dodge 1; defence [block surge blank blank]; room_for []"
    )
    assert out["pool"] == 8
    assert out["rolled"] == {"hits": 3, "crits": 2, "blanks": 3}
    assert (out["hits"], out["crits"], out["blocks"], out["wounds"]) == (2, 2, 2, 2)
    assert out["asked"] == {"red": ["b1.5", "b1.6", "b1.7", "b1.8"]}


def test_e13_withdraw() -> None:
    held = those("a*2 b v storm*3; a.1+storm.1 a.2+storm.2 b.1+storm.3")
    session, out = activate(held, "a", "action withdraw; clear_of_contact yes; place_mini red b.1; place_mini red b.1")
    assert asked(session) == ["action", "clear_of_contact", "place_mini", "place_mini"]
    assert out["in_melee"] == [["b", "storm"]]
    assert out["engaged"] == ["b", "storm"]
    assert out["contacts"] == [["b.1", "storm.1"], ["b.1", "storm.2"], ["b.1", "storm.3"]]
    changes = [(c.field, c.after) for c in session.entries[-1].changes()]
    assert ("left_this_activation", ("a/storm",)) in changes
    assert ("withdrew", True) in changes
    assert ("actions_left", 0) in changes
    assert ("free_actions", False) in changes


def test_e14_joining_later() -> None:
    held = those("rebels*2 wook*2 v storm; rebels.1+storm.1 rebels.2+storm.2")
    session, out = activate(
        held, "wook", "action move; move_end storm; place_minis blue [wook.1+storm.3 wook.2+storm.4]; charge no"
    )
    assert [g.by for g in session.entries[-1].answers if g.name.startswith("place_mini")] == ["blue"]
    assert out["in_melee"] == [["rebels", "storm"], ["wook", "storm"]]
    assert out["engaged"] == ["rebels", "wook", "storm"]
    assert out["groups"] == [["rebels", "wook", "storm"]]


def test_e15_impervious() -> None:
    held = those("boba v vader; boba.1+vader.1")
    _, out = attack(held, "vader", "attack [hit hit crit blank*3]; defence [block*4 blank*2]")
    assert (out["hits"], out["crits"], out["pierce"]) == (2, 1, 3)
    assert (out["defence_dice"], out["rolled_blocks"], out["blocks"], out["wounds"]) == (6, 4, 1, 2)
