"""The edge cases of Legion, each a small scene that is played to its end: attacks, activations and effects."""

from typing import Any

import pytest

from companion.rules.legion.records import Mini, Weapon
from tests.rules.legion import Scene

ADVANCE = "action move; move_end foe; leader_contact [foe.1]"
BLADE_AND_AXE = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}))

FELLED_IN_CONTACT = "one v foe*2; one.1+foe.2"
BETWEEN_TWO = "one*2 v foe other; one.1+other.1 one.2+foe.1"
BLADES_AND_ONE_AXE = {
    "one": {"weapons": (BLADE_AND_AXE[0], Weapon("axe", "melee", {"red": 1}, {}, ("one.2",)))},
    "other": {"keywords": {"Djem So Mastery": True}, "threshold": 2},
}
"""A blade a mini and one axe; the second mini fights `foe`, the first `other`."""


def third_unit(asked: dict[str, list[str]], **fields: Any) -> Scene:
    """One unit that two others touch, of which one has these fields and loses the mini that touches."""
    place = "a*2 v x*2 y*2; a.1+y.1 a.2+y.2 a.2+x.2"
    sees = {"lost": ["x.2"], "asked": asked, "ended": [["a", "x"]]}
    script = "choose_defender x; attack [hit blank]; defence [blank]"
    return Scene(place, script, sees, of="a", more={"x": fields})


ATTACKS = {
    "the only touched mini dies, and another is touched": Scene(
        FELLED_IN_CONTACT,
        "attack [hit]; defence [blank]; place_mini foe.1",
        {"lost": ["foe.2"], "ended": [], "engaged": ["one", "foe"]},
    ),
    "the only touched mini dies, and there is no room": Scene(
        FELLED_IN_CONTACT,
        "attack [hit]; defence [blank]; place_mini no_room",
        {"lost": ["foe.2"], "ended": [["one", "foe"]], "engaged": []},
    ),
    "both sides place, the first player all of his": Scene(
        "one*3 v foe*3; one.1+foe.1 one.2+foe.2",
        "attack [hit blank blank]; defence [blank]; assign_wound foe.2; "
        "place_mini blue no_room; place_mini blue no_room; place_mini red one.2",
        {"asked": {"blue": ["one.2", "one.3"], "red": ["foe.3"]}, "placers": ["blue", "blue", "red"]},
    ),
    "the leaders of all units are placed first": Scene(
        "a*2 b*2 v foe*2; a.2+foe.2 b.2+foe.2",
        "attack [hit blank]; defence [blank]; room_for [a.1 b.1]",
        {"asked": {"blue": ["a.1", "b.1", "a.2", "b.2"]}, "contacts": [["a.1", "foe.1"], ["b.1", "foe.1"]]},
        of="a",
        more={"foe": "unarmed"},
    ),
    "who acts closes up first": Scene(
        FELLED_IN_CONTACT, "attack [hit]; defence [blank]", {"first_player": "red"}, more={"active_player": "red"}
    ),
    "or else blue": Scene(FELLED_IN_CONTACT, "attack [hit]; defence [blank]", {"first_player": "blue"}),
    "or whoever acted last": Scene(
        FELLED_IN_CONTACT,
        "attack [hit]; defence [blank]",
        {"first_player": "red"},
        more={"last_activation_player": "red"},
    ),
    "a destroyed defender ends its melee and free minis go elsewhere": Scene(
        "one*2 v foe other; one.1+foe.1 one.2+other.1",
        "choose_defender foe; attack [hit blank]; defence [blank]; place_mini other.1",
        {"ended": [["one", "foe"]], "asked": {"blue": ["one.1"]}, "foe.alive": False},
    ),
    "the last unit of a side loses the game": Scene(
        "one v foe; one.1+foe.1", "attack [crit]; defence [blank]", {"winner": "blue"}
    ),
    "the attacker loses a mini in its own attack": Scene(
        "one*2 v foe; one.1+foe.1 one.2+foe.1",
        "attack [surge hit]; defence [blank]",
        {"attacker_wounds": 1, "attacker_lost": ["one.2"], "wounds": 1, "requests": ["attack", "defence"]},
        more={"foe": "Djem So Mastery; threshold 3"},
    ),
    "minis of the third unit are placed": third_unit({"red": ["x.1"]}),
    "but not without a melee weapon": third_unit({}, dice={}),
    "without hits there are no dice, and Suppressive works all the same": Scene(
        "one v foe; one.1+foe.1",
        "attack [blank]",
        {
            "defence_dice": 0,
            "wounds": 0,
            "blocks": 0,
            "gained": {"foe": {"suppression": 1}},
            "requests": ["attack"],
            "foe.suppression": 1,
            "foe.standby": 0,
        },
        more={"one": "weapon Suppressive", "foe": "courage 2; standby 1"},
    ),
    "wounds that fell every mini but the leader ask nothing": Scene(
        "one v foe*3; one.1+foe.1",
        "attack [hit hit]; defence [blank blank]",
        {"lost": ["foe.2", "foe.3"], "requests": ["attack", "defence"]},
        more={"one": "black 2"},
    ),
    "two wounds on three equal minis are one question": Scene(
        "one v foe*4; one.1+foe.1",
        "attack [hit hit]; defence [blank blank]; assign_wounds [foe.2 foe.4]",
        {"lost": ["foe.2", "foe.4"], "answers assign_wound": []},
        more={"one": "black 2"},
    ),
    "a wounded noncombatant takes the next wound": Scene(
        "one v foe; one.1+foe.1",
        "attack [hit]; defence [blank]",
        {"lost": ["foe.3"]},
        more={"foe": {"minis": [Mini(threshold=2), Mini(threshold=2), Mini(threshold=2, wounds=1, noncombatant=True)]}},
    ),
    "noncombatants add no dice and do not close up": Scene(
        "one v foe; one.1+foe.1",
        "attack [blank]",
        {"pool": 1, "asked": {}},
        more={"one": {"minis": [Mini(), Mini(noncombatant=True)]}, "foe": "threshold 9"},
    ),
    "a unit that dies keeps nothing": Scene(
        "one v foe last; one.1+foe.1",
        "attack [hit]; defence [blank]",
        {"foe.suppression": 0, "foe.aim": 0, "foe.standby": 0, "foe.poison": 0, "foe.order": "none", "contacts": []},
        more={"foe": "courage 1; suppression 1; aim 1; standby 1; order faceup; poison 1"},
    ),
    "tokens spent for nothing still count": Scene(
        "one v foe; one.1+foe.1",
        "attack [crit]; spend_aim [spend]; spend_dodge 1; defence [block]",
        {"pierce": 2, "blocks": 0, "wounds": 1, "one.aim": 0, "foe.dodge": 1},
        more={"one": "aim 1; weapon Pierce 1; Duelist; threshold 3", "foe": "dodge 1; threshold 3; Nimble"},
    ),
    "weapons of one name go into one pool, a pool a defender": Scene(
        BETWEEN_TWO,
        "choose_defender foe; choose_weapons [axe]; more_defenders yes; "
        "pool_order foe; attack [hit]; defence [block]; attack [hit]; defence [block]",
        {"answers choose_defender": ["foe", "other"], "figures": [["foe", 1], ["other", 1]]},
        more=BLADES_AND_ONE_AXE,
    ),
    "all blades are one pool": Scene(
        BETWEEN_TWO,
        "choose_defender foe; choose_weapons [blade]; attack [hit hit]; defence [block block]",
        {"figures": [["foe", 2]], "several pools": False},
        more=BLADES_AND_ONE_AXE,
    ),
    "a pool whose target is gone is lost": Scene(
        BETWEEN_TWO,
        "choose_defender foe; choose_weapons [axe]; more_defenders yes; "
        "pool_order other; attack [blank]; place_mini red no_room",
        {
            "attacker_lost": ["one.2"],
            "ended": [["one", "foe"]],
            "lost pools": ["foe"],
            "foe.alive": True,
            "answers attack": [(("blank",),)],
        },
        more={**BLADES_AND_ONE_AXE, "active_player": "red"},
    ),
    "minis with the same weapons are split between defenders": Scene(
        "one*3 v foe other; foe.1+one.1 one.2+other.1",
        "choose_defender foe; choose_weapons [blade]; keep_weapons [one.2 one.3]; "
        "more_defenders yes; pool_order other; attack [blank*2]; place_mini blue no_room; attack [blank]",
        {"figures": [["other", 2], ["foe", 1]]},
        more={"one": {"weapons": BLADE_AND_AXE}, "foe": "threshold 9", "other": "threshold 9"},
    ),
}

ACTS = {
    "enemies of a unit that leaves close up against others only": Scene(
        "atst b v foe*2; atst.1+foe.1 b.1+foe.2",
        "action move; move_end clear; place_mini red b.1",
        {"answers place_mini": ["b.1"], "in_melee": [["b", "foe"]]},
        of="atst",
    ),
    # A22: the bikes leave one melee for another.
    "those left close up when the whole move is done": Scene(
        "one friend v left*2 foe*2; left.1+one.1 friend.1+left.2",
        "action move; move_end foe; leader_contact [foe.1]; place_mini red [one.1]; place_mini red friend.1",
        {"answers place_mini": [("one.1",), "friend.1"], "in_melee": [["one", "foe"], ["friend", "left"]]},
        more={"one": "unit_type ground_vehicle"},
    ),
    "a unit without melee weapon does not come forward": Scene(
        "wook v bikes",
        "action move; move_end bikes; charge no; place_minis [wook.1+bikes.1 wook.2+bikes.1 wook.2+bikes.2]",
        {
            "placers": ["blue"],
            "contacts": [["bikes.1", "wook.1"], ["bikes.1", "wook.2"], ["bikes.2", "wook.2"]],
            "engaged": [],
        },
        of="wook",
    ),
    "minis that fight elsewhere stay where they are": Scene(
        "one two v foe*2; one.1+foe.1",
        "action move; move_end foe; leader_contact [foe.1]; place_mini red [two.1]",
        {
            "placers": ["red"],
            "answers place_mini": [("two.1",)],
            "contacts": [["foe.1", "one.1"], ["foe.1", "two.1"], ["foe.2", "two.1"]],
        },
        of="two",
    ),
    "a leader left out of the placements is asked for": Scene(
        "one*2 v foe*2",
        f"{ADVANCE}; place_minis blue [one.2+foe.2]",
        {"contacts": [["foe.1", "one.1"], ["foe.2", "one.2"]], "answers leader_contact": [("foe.1",)]},
    ),
    "many minis are placed one by one": Scene(
        "one*3 v foe*9", ADVANCE, {"answers leader_contact": [("foe.1",)], "placers": ["blue"] * 2 + ["red"] * 8}
    ),
    "a mini without room when the melee starts is not asked for after the first pool": Scene(
        "wook v foe",
        "action move; move_end foe; place_minis blue [wook.1+foe.1]; charge yes; attack [blank*6]",
        {"placers": ["blue"], "answers room_for": []},
        of="wook",
        more={"foe": "threshold 9"},
    ),
    "a disengaging unit keeps its actions": Scene(
        "one v foe; one.1+foe.1",
        "action move; move_end clear; action aim",
        {"actions": ["move", "aim"], "in_melee": [], "left": ()},
        more={"one": "Disengage"},
    ),
    "Disengage counts only units it is engaged with": Scene(
        "one v foe atst; one.1+foe.1 one.1+atst.1",
        "action move; move_end clear",
        {"in_melee": []},
        more={"one": "Disengage"},
    ),
    "the unit left behind may come after it on standby": Scene(
        "one v foe; one.1+foe.1",
        "action move; standby foe; standby_action move; move_end one",
        {"in_melee": [["one", "foe"]], "foe.standby": 0, "actions": ["move"]},
        more={"one": "Disengage", "foe": "standby 1"},
    ),
    "a standby unit may move into contact out of turn": Scene(
        "one v foe",
        "action aim; standby foe; standby_action move; move_end one",
        {"engaged": ["one", "foe"], "foe.standby": 0},
        more={"foe": "standby 1"},
    ),
    "standby and a free attack exclude each other": Scene(
        "one v foe*2",
        "action standby; action move; move_end foe; leader_contact [foe.1]",
        {"answers charge": [], "foe.living": ["foe.1", "foe.2"]},
        more={"one": "Charge"},
    ),
    "Immune: Melee comes into no contact of its own": Scene(
        "one v foe", "action move", {"answers move_end": ["clear"]}, more={"one": "Immune: Melee"}
    ),
    "Relentless shoots after a move, and suppression follows": Scene(
        "vader v foe*3",
        "action move; move_end clear; relentless yes; ranged_wounds 1; assign_wound foe.2",
        {"foe.living": ["foe.1", "foe.3"], "foe.suppression": 1, "foe.standby": 0, "actions": ["move"]},
        of="vader",
        more={"vader": {"weapons": (Weapon("blaster", "ranged"),)}, "foe": "courage 2; standby 1"},
    ),
    "a shot at a unit without courage asks for no hit": Scene(
        "one v foe",
        "action ranged_attack; ranged_wounds 0",
        {"answers ranged_hits": []},
        more={"one": {"weapons": (Weapon("rifle", "ranged"),)}},
    ),
    "suppression on a unit without courage goes before it rallies": Scene(
        "one v foe", "", {"answers rally": [], "one.suppression": 0}, more={"one": "suppression 3"}
    ),
    "droids are not suppressed": Scene(
        "one v foe",
        "rally [blank]; action aim; action dodge",
        {"one.aim": 1, "one.dodge": 1},
        more={"one": "courage 1; suppression 1; unit_type droid_trooper"},
    ),
    "a commander without courage value steadies all": Scene(
        "foe v one vader",
        "rally [blank*4]; commander_courage immune",
        {"panicked": False},
        more={"one": "courage 1; suppression 4"},
    ),
    **{
        f"who panics {words}": Scene(
            "one two v foe",
            "rally [blank blank]; left_table " + ("yes" if leaves else "no"),
            {
                "panicked": True,
                "one.alive": not leaves,
                "one.suppression": 0 if leaves else 1,
                "one.standby": 0 if mode == "flee" else 1,
                "answers left_table": [leaves] if mode == "flee" else [],
            },
            more={"one": "courage 1; suppression 2; standby 1", "options": {"panic_mode": mode}},
        )
        for words, mode, leaves in (
            ("flees off the table", "flee", True),
            ("flees and stays on it", "flee", False),
            ("freezes by option", "freeze", False),
        )
    },
    "flight may be answered by a standby token and closes up once": Scene(
        "one two*2 v atst foe; one.1+atst.1 two.1+foe.1",
        "rally [blank blank]; left_table no; standby atst; standby_action pass",
        {"panicked": True, "requests": ["rally", "place_mini", "left_table", "standby", "standby_action"]},
        more={"one": "courage 1; suppression 2", "atst": "standby 1"},
    ),
    "but not where the unit has left the table": Scene(
        "one two v atst",
        "rally [blank blank]; left_table yes",
        {"requests": ["rally", "left_table"]},
        more={"one": "courage 1; suppression 2", "atst": "standby 1"},
    ),
    "Juyo acts once more while wounded": Scene(
        "one v foe",
        "action aim; action dodge; action standby",
        {"actions": ["aim", "dodge", "standby"]},
        more={"one": {"keywords": {"Juyo Mastery": True}, "minis": [Mini(threshold=4, wounds=1)]}},
    ),
    # Both of the others fall, whatever the order: nobody is asked which.
    "poison bites at the end and harmful tokens go": Scene(
        "one*3 v foe; one.3+foe.1",
        "place_mini blue foe.1",
        {
            "one.living": ["one.1"],
            "one.poison": 0,
            "one.immobilize": 0,
            "one.ion": 0,
            "contacts": [["foe.1", "one.1"]],
            "answers assign_wound": [],
        },
        more={"one": "poison 2; immobilize 1; ion 1"},
    ),
    **{
        f"cohesion is {'asked for where the table wants it' if wanted else 'not asked for'}": Scene(
            "one v foe",
            "action move; move_end foe",
            {"answers cohesion": [True] if wanted else []},
            more={"options": {"ask_cohesion": wanted}},
        )
        for wanted in (False, True)
    },
}

EFFECTS = {
    "wounds an engaged unit": Scene(
        FELLED_IN_CONTACT,
        "effect wounds; wounds 1; place_mini red one.1",
        {"lost": ["foe.2"], "asked": {"red": ["foe.1"]}, "first_player": "red", "contacts": [["foe.1", "one.1"]]},
        of="foe",
        more={"last_activation_player": "red"},
    ),
    "removes a leader, who is replaced, wounds and all": Scene(
        "one v foe; one.1+foe.1",
        "effect removed; removed_mini foe.1; new_leader foe.3; place_mini blue foe.2; place_mini red no_room",
        {"lost": ["foe.1"], "answers new_leader": ["foe.3"], "foe.hurt": 2, "foe.leading": ["foe.3"]},
        of="foe",
        more={"foe": {"minis": [Mini(threshold=3), Mini(threshold=3), Mini(threshold=3, wounds=2)]}},
    ),
    "removes a leader, whose mini takes the other's place with its own weapon": Scene(
        "one*3 v foe; one.1+foe.1",
        "effect removed; removed_mini one.1; new_leader one.2; place_mini blue foe.1",
        {"one.weapons": (Weapon("sabre", minis=("one.2",)), Weapon("gun", minis=("one.1",)), Weapon("fist"))},
        more={"one": {"weapons": (Weapon("sabre", minis=("one.1",)), Weapon("gun", minis=("one.2",)), Weapon("fist"))}},
    ),
    "moves an engaged unit, and nobody follows": Scene(
        "one*2 v foe*2 other; one.1+foe.1",
        "effect moved; move_end clear",
        {"met": "clear", "in_melee": [], "placers": []},
    ),
}


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack(name: str) -> None:
    assert ATTACKS[name].after("melee_attack") == ATTACKS[name].sees


@pytest.mark.parametrize("name", ACTS)
def test_an_activation(name: str) -> None:
    assert ACTS[name].after("activate") == ACTS[name].sees


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect(name: str) -> None:
    assert EFFECTS[name].after("effect") == EFFECTS[name].sees
