"""The edge cases of Legion melees, and the rulings of docs/rules/legion.md that decide them."""

from __future__ import annotations

from companion.engine.requests import Pick
from companion.frontend.request_words import ask_of
from companion.rules.legion.engagement import engaged_with, is_engaged, pairs
from companion.rules.legion.melee.wounds import legal_minis
from companion.rules.legion.ranged import ranged_refusal, ranged_targets
from companion.rules.legion.turn.movement import contact_refusal, move_refusal, withdraw_refusal
from companion.testing import drive
from tests.rules.legion import attack, named, those, unit
from tests.rules.scene import begun, not_started, now, refused
from tests.rules.script import steps


def test_trooper_and_vehicle_are_in_a_melee_and_not_engaged() -> None:
    held = those("rebels v atst storm; rebels.1+atst.1")
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
    held = those("medics*2 v storm; storm.1+medics.1", medics="unarmed", active_player="red")
    assert is_engaged(held, held.unit("medics"))
    assert withdraw_refusal(held, held.unit("medics")) is None
    session, out = attack(held, "storm", "attack [hit blank*3]; defence [blank]; room_for []")
    assert out["lost"] == ["medics.2"]
    assert out["asked"] == {"red": ["storm.2", "storm.3", "storm.4"]}
    refused = contact_refusal(held, held.unit("medics"), ["storm"], free=True)
    assert refused is not None
    assert refused.code == "no_melee_weapon"
    assert not_started(session, "melee_attack", {"unit": "medics"}) == "no_melee_weapon"


def test_enter_alone_says_that_every_mini_has_room_and_the_question_says_what_no_room_means() -> None:
    held = those("luke v b1*8; luke.1+b1.1", b1="white 1; unit_type droid_trooper", active_player="red")
    session = begun(held, "melee_attack", {"unit": "b1"}, steps("attack [blank*8]"), until="room_for")
    request = now(session, Pick)
    assert ask_of(request, session.table).answer("") == [option.value for option in request.options]
    assert ask_of(request, session.table).answer("none") == []
    assert "Whoever has room must" in request.title
    assert "a melee in which nobody touches is over" in request.title


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
    held = those("atst v storm snow; atst.1+storm.1", active_player="blue")
    held.unit("atst").order = "faceup"
    session = begun(held, "activate", {"unit": "atst"})
    session.answer("move")
    assert refused(session, "storm") == "left_this_melee"
    session.answer("snow")
    assert held.left_this_activation == ("atst/storm",)
    drive(session, steps("leader_contact [snow.1]"), stop=lambda r: r.name == "action")
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


def test_a_contact_with_a_fallen_mini_does_not_count() -> None:
    held = those("one v foe*2; one.1+foe.2")
    held.mini("foe.2").wounds = 1
    assert pairs(held) == []
    assert engaged_with(held, held.unit("one"), pairs(held)) == []
