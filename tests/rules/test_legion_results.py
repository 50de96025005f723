"""What players see of a Legion attack: results of rolls, how it stands, reasons of bounds, faces as typed."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.carry_over import Loss
from companion.engine.dice import Dice, faces_in_words, read_faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Number, Pick
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.results import Result
from companion.report.playback import scenes_of
from companion.rules.legion import RULESET
from companion.rules.legion.actions import ACTIONS, suggested_action
from companion.rules.legion.dice import ATTACK, DEFENCE
from companion.rules.legion.melee.results import fate_of
from companion.rules.legion.ranged import ranged_refusal
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import LegionTable
from companion.testing import drive
from tests.examples import present
from tests.legal import legal
from tests.rules.legion import activate, duel, table, those, unit
from tests.rules.scene import begun, now, results, rows


def attacking(held: LegionTable, by: str) -> Session:
    return begun(held, "melee_attack", {"unit": by})


def result_of(events: Sequence[Event]) -> Result:
    (made,) = results(events)
    return made


def wookiees() -> LegionTable:
    return those("wook v storm; wook.1+storm.1 wook.2+storm.2")


def test_the_attack_roll_says_what_each_face_does_and_wounds_are_told_before_anybody_chooses_minis() -> None:
    session = attacking(wookiees(), "wook")
    made = result_of(session.answer(["hit", "surge", "crit", "blank", "blank", "blank"]))
    assert made.text == "Wookiee Warriors: 2 hits, 1 crit, 3 blanks"
    (group,) = made.groups
    assert group.marks == ("hit", "hit", "critical", "", "", "")
    assert group.counts == {"hits": 2, "crits": 1}
    made = result_of(session.answer(["block", "blank", "blank"]))
    assert made.text == "Stormtroopers lose 2 minis: 2 hits and 1 crit against 1 block, 2 wounds"
    assert made.groups[0].marks == ("held", "", "")
    assert now(session).name == "assign_wounds"


@pytest.mark.parametrize(
    ("foe", "faces", "text"),
    [
        ({"threshold": 4}, ["blank"], "foe stands, 3 of 4 wounds left: 1 hit against 0 blocks, 1 wound"),
        ({}, ["blank"], "foe is defeated: 1 hit against 0 blocks, 1 wound"),
        ({}, ["block"], "No wounds: 1 hit against 1 block"),
    ],
)
def test_the_result_says_what_becomes_of_a_single_mini(foe: dict[str, Any], faces: list[str], text: str) -> None:
    held = table([unit("one", "blue"), unit("foe", "red", **foe)], [("one.1", "foe.1")])
    session = attacking(held, "one")
    session.answer(["hit"])
    assert result_of(session.answer(faces)).text == text


def test_as_many_surges_stand_as_crits_as_critical_turns() -> None:
    session = attacking(duel("weapon Critical 2; black 3", ""), "one")
    made = result_of(session.answer(["surge"] * 3))
    assert made.groups[0].marks == ("critical", "critical", "")


def test_a_reroll_is_shown_with_the_dice_that_stayed() -> None:
    held = those("vader v luke; luke.1+vader.1", vader="aim 1")
    session = attacking(held, "vader")
    session.answer(["hit", "hit", "blank", "crit", "surge", "blank"])
    session.answer([2, 4])
    made = result_of(session.answer(["hit", "blank"]))
    assert made.text == "Darth Vader: 3 hits, 1 crit, 2 blanks"
    assert made.groups[0].faces == ("hit", "hit", "hit", "crit", "blank", "blank")
    assert made.groups[0].marks == ("hit", "hit", "hit", "critical", "rerolled", "")


def test_a_defence_reroll_before_surge_tokens_has_its_own_result() -> None:
    foe = unit("foe", "red", threshold=5, surge=1, keywords={"Uncanny Luck": 1})
    session = attacking(table([unit("one", "blue", dice={"black": 2}), foe], [("foe.1", "one.1")]), "one")
    session.answer(["hit", "hit"])
    first = result_of(session.answer(["surge", "blank"]))
    assert first.text == "foe: 0 blocks so far against 2 hits"
    session.answer([1])
    second = result_of(session.answer(["block"]))
    assert second.text == "foe: 1 block so far against 2 hits"
    assert second.groups[0].faces == ("surge", "block")
    last = result_of(session.answer(1))
    assert last.text == "No wounds: 2 hits against 2 blocks"
    assert last.groups[0].marks == ("held", "held")


def test_blocks_that_pierce_cancels_are_marked() -> None:
    held = those("one v foe; one.1+foe.1", one="weapon Pierce 1", foe="threshold 3")
    session = attacking(held, "one")
    session.answer(["hit"])
    assert result_of(session.answer(["block"])).groups[0].marks == ("cancelled",)


def test_the_keyword_that_ignores_pierce_is_named() -> None:
    held = those("vader v luke; luke.1+vader.1")
    session = attacking(held, "vader")
    session.answer(["crit"] * 6)
    context = present(session.run).context
    session.answer(["block"] * 6)
    (blocks,) = [made for key, made in context.tallies.items() if key.endswith("/blocks")]
    assert blocks.sentence() == "Luke Skywalker's blocks 6: rolled 6, Pierce is ignored (Immune: Pierce) +0"


def test_a_roll_that_leaves_no_hit_says_so_without_a_defence_roll() -> None:
    held = those("one v foe; one.1+foe.1", foe="dodge 1")
    session = attacking(held, "one")
    session.answer(["hit"])
    made = result_of(session.answer(1))
    assert made.text == "No wounds: 0 hits against 0 blocks"
    assert session.run is None


def test_rally_tie_and_drawn_token_have_results() -> None:
    held = those("one v foe", one="courage 2; suppression 2; order faceup")
    session = begun(held, "activate", {"unit": "one"})
    assert result_of(session.answer(["block", "blank"])).text == "one rallies: 1 suppression removed, 1 left"
    held = those("one v foe", phase="command", active=None)
    session = begun(held, "command_phase")
    session.answer("1", by="blue")
    session.answer("1", by="red")
    assert result_of(session.answer(["surge"])).text == "Anselm has priority: surge rolled on the tie"
    held = those("one two v foe", two="rank special_forces")
    session = begun(held, "draw_order")
    assert result_of(session.answer(["special_forces"])).text == "Mara draws a special forces token"


def test_both_fighters_stand_with_what_the_decision_hangs_on() -> None:
    held = those("vader v rebels; rebels.1+vader.1", rebels="dodge 1; suppression 1")
    session = attacking(held, "vader")
    assert [(s.of, s.role) for s in session.standings] == [("vader", "attacker"), ("rebels", "defender")]
    session.answer(["hit", "hit", "crit", "blank", "blank", "blank"])
    assert rows(session, "vader") == {"wounds": 0, "pool": "6 red", "pierce": 3, "score": "2 hits and 1 crit, 3 blanks"}
    assert rows(session, "rebels") == {"minis": 4, "suppression": 1, "dodge": 1, "defence": "white, surges block"}
    session.adjust("rebels.4", "defeated", True, why="a miscount")
    assert rows(session, "rebels")["minis"] == 3


def test_dodge_shows_the_hits_with_their_reasons_and_an_overruled_number_counts() -> None:
    held = those("storm*2 v foe; foe.1+storm.1", foe="dodge 2; threshold 5")
    session = attacking(held, "storm")
    session.answer(["hit", "surge"])
    request = now(session, Number)
    assert request.title == "foe: spend how many of 2 dodges against 2 hits?"
    assert request.tally[0].sentence() == "Stormtroopers' hits so far 2: rolled 1, surges +1"
    assert (request.why_hi, [c.sentence() for c in request.cost]) == (
        "its dodge tokens; each cancels one hit",
        ["1 of 2 dodge"],
    )
    session.overrule(request.tally[0].key, 1, "a cocked die")
    session.answer(0)
    assert legal(now(session))["dice"][0]["count"] == 1


def test_precise_stands_behind_the_bound_of_an_aim() -> None:
    held = those("storm v foe; foe.1+storm.1", storm="aim 1")
    session = attacking(held, "storm")
    session.answer(["blank"] * 4)
    request = now(session, Pick)
    assert request.why == "2 attack dice an aim, 1 more by Precise"
    with pytest.raises(InvalidInput) as refused:
        session.answer([0, 1, 2, 3])
    assert refused.value.hint == "pick 0 to 3: 2 attack dice an aim, 1 more by Precise"


def test_a_forced_withdrawal_says_why() -> None:
    held = those("rebels v foe; foe.1+rebels.1", rebels="suppression 2; order faceup")
    session = begun(held, "activate", {"unit": "rebels"})
    session.answer(["blank", "blank"])
    assert now(session).title.startswith("Rebel Troopers: panicked and engaged, a withdrawal is forced.")


def test_faces_are_typed_with_one_key_each() -> None:
    assert read_faces("bs-b", [Dice("defence", DEFENCE["red"], 4)]) == (("block", "surge", "blank", "block"),)
    assert read_faces("hxcs-", [Dice("red", ATTACK["red"], 5)]) == (("hit", "crit", "crit", "surge", "blank"),)
    assert read_faces("bla", [Dice("defence", DEFENCE["red"], 1)]) == (("blank",),)
    assert faces_in_words(DEFENCE["red"]) == "block, surge, blank (or b, s, -)"


def shot() -> Session:
    """One has shot at foe, whose mini has 2 wounds of 3."""
    blaster = Weapon("blaster", "ranged", {"red": 1})
    held = those("one v foe", one={"weapons": (blaster,)}, foe={"threshold": 3})
    return activate(held, "one", "action ranged_attack; ranged_target foe; ranged_wounds 2")[0]


def test_a_story_says_how_many_wounds_a_shot_dealt() -> None:
    session = shot()
    (scene,) = scenes_of(session, session.table, session.entries[-1])
    assert scene.sentences == ("one shoots at foe: 2 wounds.",)


def test_who_is_healed_has_lost_nobody_and_who_falls_by_hand_fell_to_whoever_hurt_it_last() -> None:
    session = shot()
    session.adjust("foe.1", "wounds", 0)
    assert list(RULESET.losses(session)) == [Loss("foe", "one", wounds=2)]
    session.adjust("foe.1", "defeated", True)
    assert list(RULESET.losses(session))[1:] == [Loss("foe", "one", models=1)]


@pytest.mark.parametrize(
    ("minis", "wounds", "fate"),
    [
        ([Mini(), Mini(), Mini(threshold=3)], 1, "foe is wounded"),
        ([Mini(), Mini(), Mini(threshold=3)], 4, "foe loses 2 minis"),
        ([Mini(), Mini(threshold=3, wounds=1), Mini(threshold=3, wounds=2, noncombatant=True)], 1, "foe loses 1 mini"),
    ],
)
def test_how_many_fall_is_told_unless_their_owner_has_a_choice(minis: list[Mini], wounds: int, fate: str) -> None:
    assert fate_of(unit("foe", "red", minis), wounds) == fate


def test_without_a_ranged_weapon_nobody_shoots() -> None:
    held = those("vader luke v storm")
    refused = present(ranged_refusal(held, held.unit("vader")))
    assert refused.code == "no_ranged_weapon"
    assert ranged_refusal(held, held.unit("luke")) is None
    held.unit("luke").weapons = (Weapon("pistol", "ranged", {}, {}, ("luke.9",)),)
    assert ranged_refusal(held, held.unit("luke")) is not None


def test_who_is_engaged_shoots_with_a_versatile_weapon_that_somebody_still_carries() -> None:
    arms = (
        Weapon("rifle", "ranged", {"red": 1}),
        Weapon("pistol", "ranged", {"red": 1}, {"Versatile": True}, minis=("one.2",)),
    )
    held = those("one*2 v foe atst; one.1+foe.1", one={"weapons": arms})
    codes = []
    for fallen in (False, True):
        held.mini("one.2").defeated = fallen
        codes.append(getattr(ranged_refusal(held, held.unit("one")), "code", ""))
    assert codes == ["", "engaged_cannot_shoot"]


def test_the_melee_attack_from_rest_is_a_tool_out_of_turn() -> None:
    held = wookiees()
    listed = ACTIONS.all(held)
    assert (listed[-1].name, listed[-1].kind) == ("melee_attack", "out_of_turn")
    assert "(out of turn)" in listed[-1].title
    assert suggested_action(held) == "draw_order"


def test_an_activation_after_a_drawn_order_has_its_own_title_and_steps() -> None:
    held = those("one v foe")
    session = begun(held, "draw_order")
    request = now(session)
    assert (request.procedure, request.step) == ("Activation", "A3")
    assert session.waits_at == "Activation: Actions"
    assert request.key == "draw_order/activate[one]/action:blue"
    assert drive(session, [("action", "done")])["unit"] == "one"
