"""The edge cases of Legion melees, and the rulings of docs/rules/legion.md that decide them."""

from __future__ import annotations

import pytest

from companion.engine.requests import Pick
from companion.engine.state.changes import Note
from companion.frontend.request_words import ask_of
from companion.rules.legion.engagement import engaged_with, is_engaged, pairs
from companion.rules.legion.melee.wounds import legal_minis
from companion.rules.legion.ranged import ranged_refusal, ranged_targets
from companion.rules.legion.turn.movement import contact_refusal, move_refusal, withdraw_refusal
from companion.testing import drive
from tests.rules.legion import LegionTable, Mini, Weapon, activate, asked, attack, named, sample, table, unit
from tests.rules.scene import begun, not_started, now, refused

HIT = ("attack", ["hit"])
NO_BLOCK = ("defence", ["blank"])


def test_trooper_and_vehicle_are_in_a_melee_and_not_engaged() -> None:
    held = table([sample("rebels", "blue"), sample("atst", "red"), sample("storm", "red")], [("rebels.1", "atst.1")])
    rebels, atst, storm = (held.unit(u) for u in ("rebels", "atst", "storm"))
    assert pairs(held) == [("rebels", "atst")]
    assert not is_engaged(held, rebels)
    assert not is_engaged(held, atst)
    assert move_refusal(held, rebels) is None
    assert ranged_refusal(held, rebels) is None
    codes = {o.value: o.code for o in ranged_targets(held, rebels)}
    assert codes == {"atst": "melee_weapon_needed", "storm": ""}
    assert {o.value: o.why_not for o in ranged_targets(held, storm)} == {"rebels": None}


def test_a_unit_without_melee_weapon() -> None:
    held = table(
        [sample("storm", "red"), unit("medics", "blue", 2, dice={})], [("storm.1", "medics.1")], active_player="red"
    )
    assert is_engaged(held, held.unit("medics"))
    assert withdraw_refusal(held, held.unit("medics")) is None
    session, out = attack(held, "storm", [("attack", ["hit", "blank", "blank", "blank"]), NO_BLOCK, ("room_for", [])])
    assert out["lost"] == ["medics.2"]
    assert out["asked"] == {"red": ["storm.2", "storm.3", "storm.4"]}
    refused = contact_refusal(held, held.unit("medics"), ["storm"], free=True)
    assert refused is not None
    assert refused.code == "no_melee_weapon"
    assert not_started(session, "melee_attack", {"unit": "medics"}) == "no_melee_weapon"


def test_enter_alone_says_that_every_mini_has_room_and_the_question_says_what_no_room_means() -> None:
    held = table(
        [sample("luke", "blue"), unit("b1", "red", 8, dice={"white": 1}, unit_type="droid_trooper")],
        [("luke.1", "b1.1")],
        active_player="red",
    )
    session = begun(held, "melee_attack", {"unit": "b1"}, [("attack", ["blank"] * 8)], until="room_for")
    request = now(session, Pick)
    assert ask_of(request, session.table).answer("") == [option.value for option in request.options]
    assert ask_of(request, session.table).answer("none") == []
    assert "Whoever has room must" in request.title
    assert "a melee in which nobody touches is over" in request.title


def test_the_only_touched_mini_dies() -> None:
    for answer, over in (("foe.1", False), ("no_room", True)):
        held = table([unit("one", "blue"), unit("foe", "red", 2)], [("one.1", "foe.2")], active_player="blue")
        _, out = attack(held, "one", [HIT, NO_BLOCK, ("place_mini", answer)])
        assert out["lost"] == ["foe.2"]
        assert out["ended"] == ([["one", "foe"]] if over else [])
        assert is_engaged(held, held.unit("one")) is not over


def test_wounds_go_out_of_contact_and_the_leader_falls_last() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 3)], [("one.1", "foe.1")])
    session = begun(held, "melee_attack", {"unit": "one"})
    session.answer(["hit"])
    session.answer(["blank"])
    request = now(session)
    assert request.name == "assign_wound"
    assert refused(session, "foe.1") == "leader_last"
    session.answer("foe.3")
    drive(session)
    assert ("foe.1", "one.1") in held.contacts
    assert not held.mini("foe.3").alive


def test_both_sides_place_the_first_player_all_of_his() -> None:
    held = table(
        [unit("one", "blue", 3), unit("foe", "red", 3)], [("one.1", "foe.1"), ("one.2", "foe.2")], active_player="blue"
    )
    session, out = attack(
        held,
        "one",
        [
            ("attack", ["hit", "blank", "blank"]),
            NO_BLOCK,
            ("assign_wound", "foe.2"),
            ("place_mini", "blue", "no_room"),
            ("place_mini", "blue", "no_room"),
            ("place_mini", "red", "one.2"),
        ],
    )
    assert out["asked"] == {"blue": ["one.2", "one.3"], "red": ["foe.3"]}
    assert [g.by for g in session.entries[-1].answers if g.name == "place_mini"] == ["blue", "blue", "red"]


@pytest.mark.parametrize(
    ("active", "last", "first"), [("red", "blue", "red"), (None, None, "blue"), (None, "red", "red")]
)
def test_who_closes_up_first(active: str | None, last: str | None, first: str) -> None:
    held = table(
        [unit("one", "blue"), unit("foe", "red", 2)],
        [("one.1", "foe.2")],
        active_player=active,
        last_activation_player=last,
    )
    _, out = attack(held, "one", [HIT, NO_BLOCK])
    assert out["first_player"] == first


def test_a_destroyed_defender_ends_its_melee_and_free_minis_go_elsewhere() -> None:
    held = table(
        [unit("one", "blue", 2), unit("foe", "red"), unit("other", "red")],
        [("one.1", "foe.1"), ("one.2", "other.1")],
        active_player="blue",
    )
    _, out = attack(
        held, "one", [("choose_defender", "foe"), ("attack", ["hit", "blank"]), NO_BLOCK, ("place_mini", "other.1")]
    )
    assert out["ended"] == [["one", "foe"]]
    assert out["asked"] == {"blue": ["one.1"]}
    assert not held.unit("foe").alive


def test_the_attacker_loses_a_mini_in_its_own_attack() -> None:
    held = table(
        [unit("one", "blue", 2), unit("foe", "red", keywords={"Djem So Mastery": True}, threshold=3)],
        [("one.1", "foe.1"), ("one.2", "foe.1")],
    )
    session, out = attack(held, "one", [("attack", ["surge", "hit"]), NO_BLOCK])
    assert out["attacker_wounds"] == 1
    assert out["attacker_lost"] == ["one.2"]
    assert out["wounds"] == 1
    assert asked(session) == ["attack", "defence"]


@pytest.mark.parametrize("dice", [{"black": 1}, {}])
def test_minis_of_the_third_unit_are_placed_only_with_a_melee_weapon(dice: dict[str, int]) -> None:
    held = table(
        [unit("a", "blue", 2), unit("x", "red", 2, dice=dice), unit("y", "red", 2)],
        [("a.1", "y.1"), ("a.2", "y.2"), ("a.2", "x.2")],
        active_player="blue",
    )
    _, out = attack(held, "a", [("choose_defender", "x"), ("attack", ["hit", "blank"]), NO_BLOCK])
    assert out["lost"] == ["x.2"]
    assert out["asked"] == ({"red": ["x.1"]} if dice else {})
    assert out["ended"] == [["a", "x"]]


def test_without_hits_no_dice_and_suppressive_works_all_the_same() -> None:
    held = table(
        [unit("one", "blue", weapon={"Suppressive": True}), unit("foe", "red", courage=2, standby=1)],
        [("one.1", "foe.1")],
    )
    session, out = attack(held, "one", [("attack", ["blank"])])
    assert (out["defence_dice"], out["wounds"], out["blocks"]) == (0, 0, 0)
    assert "defence" not in asked(session)
    assert out["gained"] == {"foe": {"suppression": 1}}
    assert held.unit("foe").suppression == 1
    assert held.unit("foe").standby == 0


def two_pools() -> LegionTable:
    """Blue has a blade a mini and one axe; it fights `foe` by its second mini, and `other` by its first."""
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}, {}, ("one.2",)))
    return table(
        [
            unit("one", "blue", 2, weapons=arms),
            unit("foe", "red"),
            unit("other", "red", keywords={"Djem So Mastery": True}, threshold=2),
        ],
        [("one.1", "other.1"), ("one.2", "foe.1")],
        active_player="red",
    )


TWO_POOLS = [("choose_defender", "foe"), ("choose_weapons", ["axe"]), ("more_defenders", True)]


def test_same_named_weapons_go_into_one_pool() -> None:
    session, out = attack(
        two_pools(),
        "one",
        [
            *TWO_POOLS,
            ("pool_order", "foe"),
            ("attack", ["hit"]),
            ("defence", ["block"]),
            ("attack", ["hit"]),
            ("defence", ["block"]),
        ],
    )
    assert named(session, "choose_defender") == ["foe", "other"]
    assert [b["defender"] for b in out["pools"]] == ["foe", "other"]
    assert [b["pool"] for b in out["pools"]] == [1, 1]
    _, all_blades = attack(
        two_pools(),
        "one",
        [
            ("choose_defender", "foe"),
            ("choose_weapons", ["blade"]),
            ("attack", ["hit", "hit"]),
            ("defence", ["block", "block"]),
        ],
    )
    assert all_blades["pool"] == 2
    assert "pools" not in all_blades


def test_a_pool_whose_target_is_gone_is_lost() -> None:
    held = two_pools()
    session, out = attack(
        held, "one", [*TWO_POOLS, ("pool_order", "other"), ("attack", ["blank"]), ("place_mini", "red", "no_room")]
    )
    assert out["attacker_lost"] == ["one.2"]
    assert out["ended"] == [["one", "foe"]]
    facts = [e.facts for e in session.entries[-1].events if isinstance(e, Note)]
    assert [f["lost_pool"] for f in facts if "lost_pool" in f] == ["foe"]
    assert asked(session).count("attack") == 1
    assert held.unit("foe").alive


def test_who_does_not_fight_falls_last_but_for_a_wounded_leader() -> None:
    foe = unit("foe", "red", 3, threshold=3)
    foe.minis[0].wounds = 2
    foe.minis[1].noncombatant = True
    foe.minis[1].wounds = 2
    assert [m.id for m in legal_minis(foe)] == ["foe.2"]
    foe.minis[1].wounds = 0
    assert [m.id for m in legal_minis(foe)] == ["foe.3"]
    foe.minis[2].defeated = True
    assert [m.id for m in legal_minis(foe)] == ["foe.2"]


def test_a_vehicle_may_not_come_back_into_the_melee_it_leaves() -> None:
    held = table(
        [sample("atst", "blue"), sample("storm", "red"), sample("snow", "red")],
        [("atst.1", "storm.1")],
        active_player="blue",
    )
    held.unit("atst").order = "faceup"
    session = begun(held, "activate", {"unit": "atst"})
    session.answer("move")
    assert refused(session, "storm") == "left_this_melee"
    session.answer("snow")
    assert held.left_this_activation == ("atst/storm",)
    drive(session, [("leader_contact", ["snow.1"])], stop=lambda r: r.name == "action")
    assert pairs(held) == [("atst", "snow")]
    for foe in ("storm", "snow"):
        why = contact_refusal(held, held.unit("atst"), [foe])
        assert why is not None
        assert why.code == "left_this_melee"
    session.answer("move")
    drive(session)
    assert named(session, "move_end") == ["snow", "clear"]
    assert pairs(held) == []
    assert held.get("left_this_activation") == ()


def test_enemies_of_a_unit_that_leaves_close_up_against_others_only() -> None:
    held = table(
        [sample("atst", "blue"), unit("b", "blue"), unit("foe", "red", 2)], [("atst.1", "foe.1"), ("b.1", "foe.2")]
    )
    session, out = activate(held, "atst", [("action", "move"), ("move_end", "clear"), ("place_mini", "red", "b.1")])
    place = next(g for g in session.entries[-1].answers if g.name == "place_mini")
    assert place.value == "b.1"
    assert out["in_melee"] == [["b", "foe"]]


def test_an_effect_wounds_an_engaged_unit() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 2)], [("one.1", "foe.2")], last_activation_player="red")
    session = begun(held, "effect", {"unit": "foe"})
    out = drive(session, [("effect", "wounds"), ("wounds", 1), ("place_mini", "red", "one.1")])
    assert out["lost"] == ["foe.2"]
    assert out["asked"] == {"red": ["foe.1"]}
    assert out["first_player"] == "red"
    assert held.contacts == {("foe.1", "one.1"): {}}


def test_tokens_spent_for_nothing_still_count() -> None:
    held = table(
        [
            unit("one", "blue", aim=1, weapon={"Pierce": 1}, keywords={"Duelist": True}, threshold=3),
            unit("foe", "red", dodge=1, threshold=3, keywords={"Nimble": True}),
        ],
        [("one.1", "foe.1")],
    )
    _, out = attack(
        held, "one", [("attack", ["crit"]), ("spend_aim", ["spend"]), ("spend_dodge", 1), ("defence", ["block"])]
    )
    assert out["pierce"] == 2
    assert out["blocks"] == 0
    assert out["wounds"] == 1
    assert held.unit("one").aim == 0
    assert held.unit("foe").dodge == 1


def test_a_unit_that_dies_keeps_nothing() -> None:
    foe = unit("foe", "red", courage=1, suppression=1, aim=1, dodge=0, standby=1, order="faceup", poison=1)
    held = table([unit("one", "blue"), foe, unit("last", "red")], [("one.1", "foe.1")])
    attack(held, "one", [HIT, NO_BLOCK])
    assert [foe.suppression, foe.aim, foe.standby, foe.poison, foe.order] == [0, 0, 0, 0, "none"]
    assert held.contacts == {}
    assert list(held.units) == ["one", "foe", "last"]
    assert foe.minis[0].defeated


def test_a_removed_leader_is_replaced_wounds_and_all() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 3, threshold=3)], [("one.1", "foe.1")])
    held.mini("foe.3").wounds = 2
    session = begun(held, "effect", {"unit": "foe"})
    out = drive(
        session,
        [
            ("effect", "removed"),
            ("removed_mini", "foe.1"),
            ("new_leader", "foe.3"),
            ("place_mini", "blue", "foe.2"),
            ("place_mini", "red", "no_room"),
        ],
    )
    assert out["lost"] == ["foe.1"]
    assert held.unit("foe").leader is held.mini("foe.3")
    assert held.mini("foe.3").wounds == 2
    assert list(held.unit("foe").faults()) == []
    assert named(session, "new_leader") == ["foe.3"]


def test_a_contact_with_a_fallen_mini_does_not_count() -> None:
    held = table([unit("one", "blue"), unit("foe", "red", 2)], [("one.1", "foe.2")])
    held.mini("foe.2").wounds = 1
    assert pairs(held) == []
    assert engaged_with(held, held.unit("one"), pairs(held)) == []


def test_minis_take_their_ids_from_the_unit() -> None:
    made = unit("squad", "blue", 2)
    assert [m.id for m in made.minis] == ["squad.1", "squad.2"]
    assert made.minis[0].leader
    assert Mini().leader is False
