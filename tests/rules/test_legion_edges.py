"""Edge cases of Legion melees, rulings of docs/rules/legion.md, and which questions are asked."""

from typing import Any

import pytest

from companion.engine.requests import Pick
from companion.frontend.request_words import ask_of
from companion.play.table_text import row_text
from companion.rules.legion.engagement import engaged_with, is_engaged, pairs
from companion.rules.legion.melee.wounds import legal_minis
from companion.rules.legion.ranged import ranged_refusal, ranged_targets
from companion.rules.legion.records import Weapon
from companion.rules.legion.turn.movement import contact_refusal, move_refusal, withdraw_refusal
from companion.rules.legion.units import LegionTable
from companion.testing import drive
from tests.examples import present
from tests.rules.legion import asked, attack, duel, named, those, unit
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
    why = present(contact_refusal(held, held.unit("medics"), ["storm"], free=True))
    assert why.code == "no_melee_weapon"
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
        why = present(contact_refusal(held, held.unit("atst"), [foe]))
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


# -- what is asked in a melee and what is not --------------------------------------------------------------------------


ARMOR, IMMUNE, IMPERVIOUS = ({"keywords": {name: True}} for name in ("Armor", "Immune: Pierce", "Impervious"))
MAKASHI = {"weapon": {"Pierce": 2}, "keywords": {"Makashi Mastery": True}}
RAM = {"weapon": {"Ram": 1}, "dice": {"black": 2}}
LETHAL = {"weapon": {"Lethal": 1}, "aim": 1}


def dodging(*keywords: str) -> dict[str, Any]:
    """A defender with a dodge token and these keywords."""
    return {"dodge": 1, "keywords": dict.fromkeys(keywords, True)}


@pytest.mark.parametrize(
    ("asked_for", "one", "foe", "script", "expected"),
    [
        ("spend_dodge", {}, dodging(), "attack [blank]", False),
        ("spend_dodge", {}, dodging(), "attack [hit]", True),
        ("spend_dodge", {}, dodging(), "attack [crit]", False),
        ("spend_dodge", {}, dodging("Deflect"), "attack [blank]", False),
        ("spend_dodge", {}, dodging("Deflect"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Duelist"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Nimble"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Outmaneuver"), "attack [crit]", True),
        ("spend_dodge", {}, dodging("Armor"), "attack [hit]", False),
        ("spend_dodge", {}, {"dodge": 1, "keywords": {"Armor": 1}}, "attack [hit]", False),
        ("spend_dodge", {"weapon": {"Impact": 1}}, dodging("Armor"), "attack [hit]", True),
        ("makashi", MAKASHI, {}, "", False),
        ("makashi", MAKASHI, IMMUNE, "", True),
        ("makashi", MAKASHI, IMPERVIOUS, "", True),
        ("makashi", MAKASHI, {"keywords": {"Duelist": True}}, "", False),
        ("makashi", MAKASHI, dodging("Duelist"), "", True),
        ("ram", RAM, {}, "attack [hit crit]", False),
        ("ram", RAM, {}, "attack [hit blank]", True),
        ("ram", RAM, ARMOR, "attack [hit crit]", True),
        ("ram", RAM, ARMOR, "attack [crit crit]", False),
        ("spend_lethal", LETHAL, {}, "attack [hit]; spend_aim []", True),
        ("spend_lethal", LETHAL, {}, "attack [blank]; spend_aim []", False),
        ("spend_lethal", LETHAL, ARMOR, "attack [hit]; spend_aim []", False),
        ("spend_lethal", LETHAL, IMMUNE, "attack [hit]; spend_aim []", False),
    ],
)
def test_nothing_is_asked_for_but_where_it_changes_something(
    asked_for: str, one: dict[str, Any], foe: dict[str, Any], script: str, expected: bool
) -> None:
    session = begun(duel(one, foe), "melee_attack", {"unit": "one"})
    for answer in steps(script):
        session.answer(answer[-1])
    assert (session.request is not None and session.request.name == asked_for) is expected


def crowded() -> LegionTable:
    """Blue has two minis with a blade and an axe each, red two enemies; the third blue mini has no room."""
    arms = (Weapon("blade", "melee", {"black": 1}), Weapon("axe", "melee", {"red": 1}))
    return those(
        "one*3 v foe other; foe.1+one.1 one.2+other.1",
        one={"weapons": arms},
        foe={"threshold": 9},
        other={"threshold": 9},
        active_player="blue",
    )


def test_no_room_is_remembered_until_the_melee_changes() -> None:
    held = crowded()
    session, out = attack(
        held,
        "one",
        "choose_defender foe; choose_weapons [blade]; keep_weapons [one.3]; more_defenders yes; "
        "pool_order foe; attack [blank*2]; place_mini blue no_room; attack [blank]",
    )
    assert [pool["asked"] for pool in out["pools"]] == [{"blue": ["one.3"]}, {}]
    assert asked(session).count("place_mini") == 1
    again, out = attack(held, "one", "choose_defender foe; choose_weapons [blade]; attack [blank*3]")
    assert "place_mini" not in asked(again)
    again.connect("one.2", "foe.1")
    again.start("melee_attack", {"unit": "one"})
    out = drive(again, steps("choose_defender foe; choose_weapons [blade]; attack [blank*3]"))
    assert out["asked"] == {"blue": ["one.3"]}


def test_nobody_is_promoted_when_the_last_round_is_over() -> None:
    held = those("one two v foe", foe={"rank": "commander"}, phase="end", active=None, round=6)
    session = begun(held, "end_phase")
    drive(session, steps("winner draw"))
    assert asked(session) == ["winner"]


def test_suppression_stands_with_what_it_means() -> None:
    """A unit is suppressed at its courage; it breaks nowhere."""
    held = those("one v droid", one={"courage": 2, "suppression": 1}, droid={"courage": 2, "suppression": 1})
    row = next(row for row in held.unit("one").standing_rows() if row.key == "suppression")
    assert row_text(row) == "suppression 1 (suppressed at 2)"
