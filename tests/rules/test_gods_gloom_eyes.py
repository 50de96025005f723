"""What players see while they decide: standing, results, costs, reasons; and that nothing idle is asked."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from companion.engine.change_words import sentence
from companion.engine.errors import InvalidInput
from companion.engine.log import summary
from companion.engine.requests import Choose, Request
from companion.engine.session import Session
from companion.engine.state.changes import Change, Event, Note
from companion.engine.state.results import Result
from companion.report.playback import scenes_of
from companion.rules.gods_gloom import RULESET
from companion.rules.gods_gloom.actions import units
from companion.rules.gods_gloom.units import GloomTable
from companion.testing import drive
from tests.examples import present, table_of
from tests.rules.gloom import MISS, PUSHED, fight, pair, steps, table, those, unit
from tests.rules.scene import begun, happened, now, results, rows


def at(session: Session, name: str, script: str = "") -> Request[object]:
    """Plays on to the request of that name and returns it."""
    drive(session, steps(script), stop=lambda r: r.name == name)
    return present(session.request)


def melee(on: Any, name: str, script: str = "", target: str = "") -> tuple[Session, Request[object]]:
    session = begun(on, "melee", {"attacker": "rav"})
    if target:
        session.answer(target)
    return session, at(session, name, script)


def activation(on: Any) -> Session:
    """The first activation of the round, that of the Ravagers."""
    session = begun(on, "start_round")
    drive(session, steps("player_a p1"))
    session.start("activate", {"unit": "rav"})
    return session


def events_of(on: Any, script: str) -> list[Event]:
    """Everything that happens in one melee of the Ravagers."""
    session = begun(on, "melee", {"attacker": "rav"})
    drive(session, steps(script))
    return list(session.entries[-1].events)


def test_a_standard_action_says_what_it_changes() -> None:
    def labels(**fields: Any) -> list[str]:
        board = those("rav", "ogre", rav=fields)
        session = begun(board, "start_round")
        session.answer("p1")
        session.start("activate", {"unit": "rav"})
        asked = present(at(session, "UAP.30.action", "UAP.30.move pass"), Choose)
        return [option.words for option in asked.options]

    assert "Rally: morale is 2 of 2 already" in labels()
    hurt = labels(morale=0, boost=True)
    assert "Rally: morale 0 → 2" in hurt
    assert "Focus: gain Boost, which it has" in hurt


# -- standing --------------------------------------------------------------------------------------------------------


def test_the_dice_stand_before_formations_and_boost() -> None:
    session, _ = melee(pair({"boost": True}, {"weak": True}, seals=(1, 1)), "TFP.10")
    assert rows(session, "rav", "label") == {
        "Health": 5,
        "Morale": 2,
        "Conditions": "Boost",
        "red dice": 5,
        "blue dice": 0,
        "Seals": 1,
    }
    assert rows(session, "shield", "label")["red dice"] == 1
    request = present(at(session, "ATC.10.boost"), Choose)
    assert [o.words for o in request.options] == ["Keep it", "Spend it: +1 red, +1 blue in this test"]


def test_the_score_stands_before_seals_single_rerolls_and_the_push() -> None:
    session, _ = melee(pair({"single_rerolls": 1}, seals=(1, 0)), "ATC.20.pool", "3 6 4 1 2 v 5 1 / 3 2 2")
    score = {"hits": 3, "blocks": 0, "inflicts": 2}
    assert score.items() <= rows(session, "rav", "label").items()
    assert at(session, "ATC.20.single").by == "p1"
    assert score.items() <= rows(session, "rav", "label").items()
    request = at(session, "MEL.60.push")
    assert request.title == "Ravagers win (2 wounds to 1): push Shieldband back?"
    assert score.items() <= rows(session, "rav", "label").items()
    assert rows(session, "shield", "label")["Health"] == 4


def test_a_standing_follows_adjustments() -> None:
    session, _ = melee(pair(seals=(1, 1)), "TFP.10")
    session.adjust("rav", "modifier_red", 2)
    session.adjust("p1", "command_seals", 3)
    assert (rows(session, "rav", "label")["red dice"], rows(session, "rav", "label")["Seals"]) == (7, 3)


def test_those_who_assist_stand_with_the_fighters() -> None:
    on = those("rav ski", "shield", "rav+shield ski+shield")
    session, _ = melee(on, "charge")
    assert [(s.of, s.role) for s in session.standings] == [
        ("rav", "attacker"),
        ("shield", "defender"),
        ("ski", "assists"),
    ]
    assert rows(session, "rav", "label")["red dice"] == 6


def test_a_story_says_whom_those_who_assist_help() -> None:
    on = those("rav ski", "shield ogre", "rav+shield ski+shield rav+ogre")
    session = begun(on, "melee", {"attacker": "rav"})
    session.answer("shield")
    drive(session, steps("6 1 1 1 1 1 v 1 1 / 1 2 2 2; MEL.60.push decline"))
    (scene,) = scenes_of(session, on, session.entries[-1])
    assert scene.sentences[1:3] == ("Skirmishers help Ravagers.", "Ogre helps Shieldband.")


# -- results ---------------------------------------------------------------------------------------------------------


def test_every_roll_has_its_result_and_the_test_one_of_all_dice() -> None:
    made = results(events_of(pair(), f"3 6 4 1 2 v 5 1 / 3 2 2; {PUSHED}"))
    assert [r.text for r in made] == [
        "Ravagers: 3 hits, 0 blocks",
        "Shieldband: 1 hit, 1 block",
        "Ravagers inflict 2 wounds (3 hits, 1 blocked). Shieldband inflicts 1 wound (1 hit)",
    ]
    assert [(g.name, g.by, g.faces, g.marks) for g in made[2].groups] == [
        ("red", "p1", (3, 6, 4, 1, 2), ("hit", "hit", "hit", "", "")),
        ("red", "p2", (5, 1), ("hit", "")),
        ("blue", "p2", (3, 2, 2), ("held", "", "")),
    ]


def test_criticals_and_rerolls_are_told_where_they_are_rolled() -> None:
    on = pair({"single_rerolls": 1}, seals=(1, 0))
    script = (
        "1 1 1 1 6 v 1 1 / 2 2 2; ATC.20.pool reroll; ATC.20.pool [6 1 1 1 1]; "
        f"ATC.20.single 'red 1'; ATC.20.single [6]; ATC.30 [4]; {PUSHED}"
    )
    _, asked = melee(deepcopy(on), "ATC.20.single", script.split("; ATC.20.single")[0])
    assert asked.title == "Ravagers: reroll one die? 1 of 1 single reroll left"
    made = results(events_of(on, script))
    assert [r.text for r in made][2:5] == [
        "Ravagers: 1 hit, 0 blocks",
        "Ravagers: 2 hits, 0 blocks",
        "Ravagers: 3 hits, 0 blocks with 1 extra die",
    ]
    assert made[4].groups[0].marks == ("critical", "critical", "", "", "", "hit")


def test_a_fall_comes_first_and_one_outside_the_test_has_a_result_too() -> None:
    on = those("rav", "ski", "rav+ski")
    made = results(events_of(on, "3 3 3 3 1 v 1 / 2 2; MEL.70 hold"))
    assert made[-1].text.startswith("Skirmishers are destroyed. Ravagers inflict 4 wounds (4 hits)")
    assert made[-1].facts["destroyed"] == ["ski"]
    on = pair({"health": 1, "morale": 0, "traits": ("blind_rage",)})
    made = results(events_of(on, f"{MISS}; MEL.70 hold"))
    assert made[-1].text == "Ravagers are destroyed: no morale left: lost the melee"


def test_a_winning_defender_is_told_from_its_own_side() -> None:
    made = events_of(pair(), "3 3 1 1 1 v 3 3 / 3 2 2; MEL.60.push decline")
    assert [e.text for e in made if isinstance(e, Note) and "winner" in e.facts] == [
        "Shieldband wins the melee: 2 wounds to 1"
    ]


# -- costs, reasons, codes -------------------------------------------------------------------------------------------


def test_options_name_what_they_spend() -> None:
    on = pair({"traits": ("berserk",), "boost": True}, seals=(2, 0))
    session = begun(on, "melee", {"attacker": "rav"})
    spent: dict[str, list[tuple[str, int, int]]] = {}

    def look(request: Request[object]) -> bool:
        if isinstance(request, Choose):
            for option in request.options:
                spent.setdefault(request.name, []).extend((c.label, c.have, c.spend) for c in option.cost)
        return False

    drive(session, steps(f"{MISS}; MEL.60.push push; MEL.60.stand stand"), stop=look)
    assert {name: costs for name, costs in spent.items() if costs} == {
        "MEL.10.berserk": [("Health", 5, 1)],
        "TFP.10": [("Command seals", 2, 1)],
        "ATC.10.boost": [("Boost", 1, 1)],
        "ATC.20.pool": [("Command seals", 2, 1)],
        "MEL.60.stand": [("Morale", 1, 1)],
    }


def test_the_retreat_arc_says_why_and_what_it_costs() -> None:
    _, request = melee(pair({"morale": 1}), "retreat_hexes", f"{MISS}; MEL.60.push push")
    assert request.title == "How many empty hexes are in Ravagers' Retreat Arc? With no free hex: Ravagers take 1 wound"
    assert request.schema() == {
        "lo": 0,
        "hi": 3,
        "why_hi": "a Retreat Arc is up to three hexes, a table ruling",
        "default": 3,
    }
    for fields, price in (({}, "Ravagers lose 1 more morale"), ({"traits": ("morale_immune",)}, "nobody moves")):
        stand = "" if fields else "; MEL.60.stand give_ground"
        _, request = melee(pair(fields), "retreat_hexes", f"{MISS}; MEL.60.push push{stand}")
        assert request.title.endswith(f"Retreat Arc? With no free hex: {price}")


def test_an_effect_that_changes_nothing_is_closed() -> None:
    on = pair({"boost": True, "traits": ("morale_immune",)}, ask_effects="melee")
    script = "MEL.10.effects yes; MEL.10.effects.unit rav"
    _, request = melee(on, "MEL.10.effects.what", script)
    assert isinstance(request, Choose)
    assert {o.value: o.why_not for o in request.options if o.why_not} == {
        "morale": "cannot lose morale",
        "boost": "has it already",
    }


def test_reasons_name_no_section_of_anybody() -> None:
    on = those("rav ski", "shield", "rav+shield ski+shield")
    session, _ = melee(on, "ATC.10", "charge yes")
    assert {line.rule for t in present(session.run).context.tallies.values() for line in t.lines} == {
        "profile",
        "Melee Assist",
        "table ruling",
    }


# -- questions -------------------------------------------------------------------------------------------------------


def test_a_push_melee_with_seals_on_both_sides_asks_no_more_than_thirteen_times() -> None:
    on = those("rav", "shield ski", "rav+shield", seals=(3, 3))
    session = begun(on, "start_round")
    session.answer("p1")
    session.start("activate", {"unit": "rav"})
    drive(session, steps(f"UAP.30.action melee; 3 6 4 1 2 v 5 1 / 3 2 2; {PUSHED}"))
    asked = [given.name for given in session.entries[-1].answers if given.how != "auto"]
    assert len(asked) == 13
    assert "UAP.40" not in asked
    assert "MEL.60.move" not in asked


def test_a_challenge_is_asked_for_only_where_somebody_could_assist() -> None:
    out = fight(pair({"traits": ("challenge",)}), "rav", f"{MISS}; MEL.60.push decline")
    assert out["winner"] == "shield"
    on = pair({"traits": ("challenge",)}, ask_no_assists=True)
    assert melee(on, "no_assists")[1].kind == "yes_no"


def test_the_free_melee_is_a_tool_out_of_turn() -> None:
    board = table_of(RULESET)
    actions = RULESET.actions(board)
    last = actions[-1]
    assert (last.name, last.kind, last.title) == ("melee", "out_of_turn", "Melee attack (out of turn)")
    suggested = present(RULESET.suggested(board))
    assert suggested.name == "activate"
    labels = {o.value: o.label for o in last.values}
    assert (labels["ravagers"], labels["howlers"]) == ("Ravagers (its whole activation)", "Howlers")
    # One that has acted may act again once all others of its side have, and its attack is no whole activation then.
    for activated in (["ravagers"], [one.id for one in board.of_side(board.unit("ravagers").side)]):
        for of in activated:
            board.unit(of).activated = True  # type: ignore[attr-defined]
        assert "Ravagers" in [option.label for option in RULESET.actions(board)[-1].values]


def test_a_skill_takes_words_of_its_own() -> None:
    session = begun(those("rav", "shield"), "start_round")
    session.answer("p1")
    session.start("activate", {"unit": "rav"})
    assert at(session, "UAP.30.skill", "UAP.30.action skill").kind == "text"
    with pytest.raises(InvalidInput, match="characters are too many"):
        session.answer("x" * 201)
    happened = session.answer("Smoke over the ford")
    assert [e.text for e in happened if isinstance(e, Note)] == ["Ravagers use a skill: Smoke over the ford"]


# -- fronts ----------------------------------------------------------------------------------------------------------


def activated(on: Any, of: str, script: str) -> Session:
    session = begun(on, "start_round")
    session.answer("p1")
    session.start("activate", {"unit": of})
    drive(session, steps(script))
    return session


def test_a_pivot_changes_fronts_in_one_question_and_a_later_attack_flanks() -> None:
    on = those("shield", "rav ski", "shield+rav shield+ski")
    session = activated(on, "shield", "UAP.30.move move; left_hex no; facing [rav/shield]")
    assert session.table.contacts[("rav", "shield")] == {"a_engaged": False, "b_engaged": True}
    assert session.table.contacts[("shield", "ski")] == {"a_engaged": True, "b_engaged": True}
    session.start("melee", {"attacker": "rav"})
    out = drive(session, steps("1 1 1 1 1 1 v 1 1 / 2 2; MEL.60.push decline"))
    assert (out["flanking"], out["pools"]["defender"]["blue"]) == (True, 2)


def test_a_pivot_back_ends_the_flank() -> None:
    on = those("shield", "rav", "rav<shield")
    session = activated(on, "shield", "UAP.30.move move; left_hex no; facing [rav/shield]")
    assert session.table.contacts[("rav", "shield")] == {"a_engaged": True, "b_engaged": True}


def test_a_move_behind_an_enemy_is_a_flank_without_an_option() -> None:
    on = those("rav", "shield")
    session = activated(
        on,
        "rav",
        "UAP.30.move move; new_contacts [rav/shield]; facing [rav/shield]; UAP.30.action melee; "
        "1 1 1 1 1 v 1 1 / 2 2; MEL.60.push decline",
    )
    assert session.entries[-1].outcome["melee"]["flanking"] is True


def test_turning_to_a_target_behind_asks_for_the_other_neighbours_once() -> None:
    on = those("rav", "shield ski", "rav>shield rav+ski")
    session = begun(on, "melee", {"attacker": "rav"})
    request = at(session, "facing", "target shield")
    assert request.title == "Ravagers turned. Pick what changed; none: as before"
    assert [o.label for o in request.options] == ["Skirmishers not in Ravagers' front"]
    session.answer(["ski/rav"])
    assert session.table.contacts[("rav", "ski")] == {"a_engaged": True, "b_engaged": False}


def test_no_question_about_fronts_where_a_zone_is_all_round_or_a_target_in_front() -> None:
    on = those("rav", "shield ski", "rav>shield rav+ski", rav={"traits": ("circular_defence",)})
    out = fight(on, "rav", "1 1 1 1 1 v 1 1 / 2 2 2 2; MEL.60.push decline", "shield")
    assert out["winner"] == "shield"


# -- reminders -------------------------------------------------------------------------------------------------------


def test_a_trait_of_a_friend_is_told_where_it_may_act() -> None:
    on = those("rav", "ski shield", "rav+ski", shield={"traits": ("bodyguard",)})
    session, _ = melee(on, "MEL.10.pivot")
    assert rows(session, "ski", "label")["Remember"] == "Bodyguard (Shieldband)"
    drive(session, steps("1 1 1 1 1 v 1 / 2 2; MEL.60.push decline"))
    told = [e.text for e in session.entries[-1].events if isinstance(e, Note) and "trait" in e.facts]
    assert len(told) == 1
    assert told[0].startswith("Remember Shieldband's Bodyguard: ")
    on = those("rav shield", "ski", "rav+ski", shield={"traits": ("bodyguard",)})
    session, _ = melee(on, "MEL.10.pivot")
    assert "Remember" not in rows(session, "rav", "label")


def test_names_agree_with_their_verbs() -> None:
    session = Session(table_of(RULESET), rng=Random(5))
    session.start("melee", {"attacker": "lancers"})
    drive(session, steps("charge yes"), stop=lambda r: r.kind == "roll")
    told = [e.text for e in happened(session) if isinstance(e, (Note, Result))]
    assert {"Lancers flank Stingers", "Lancers charge"} <= set(told)


def test_a_formation_says_what_it_does_for_this_unit_against_this_one() -> None:
    on = pair(a={"traits": ("attack_stance",)}, seals=(1, 1))
    _, request = melee(on, "TFP.20", "TFP.10 declare; TFP.10 pass; TFP.10.final pass")
    assert isinstance(request, Choose)
    assert [option.words for option in request.options] == [
        "Advance (I): Ravagers roll +2 red",
        "Hold (II): Ravagers roll +1 blue",
        "Harass (III): Shieldband loses 1 morale token",
    ]


@pytest.mark.parametrize(
    ("enemy", "options", "does"),
    [
        ({}, {}, "Shieldband loses 1 morale token"),
        ({"morale": 0}, {}, "Shieldband takes 1 wound"),
        ({"morale": 0}, {"morale_loss_at_zero": "nothing"}, "nothing, Shieldband has no morale token"),
        ({"traits": ("morale_immune",)}, {}, "nothing, Shieldband cannot lose morale"),
    ],
)
def test_harass_says_what_it_does_to_this_enemy(enemy: dict[str, Any], options: dict[str, Any], does: str) -> None:
    session, request = melee(pair(d=enemy, seals=(1, 0), **options), "TFP.20", "TFP.10 declare")
    assert isinstance(request, Choose)
    assert request.options[2].words == f"Harass (III): {does}"
    session.answer("harass")
    told = next(e for e in results(session) if e.title == "Formations")
    assert told.text == f"Harass (III) applies: {does}"


def test_wounds_that_no_block_cancels_are_named() -> None:
    on = pair(a={"traits": ("direct_wounds:1",)})
    session, _ = melee(on, "MEL.60.push", "3 1 1 1 1 v 1 1 / 3 3 2")
    result = present(session.last_result)
    assert result.text.startswith("Ravagers inflict 1 wound (1 hit, 1 blocked, Direct Wounds 1).")


def test_a_trait_is_told_only_where_it_may_act() -> None:
    friend = unit("ogre", "p2", traits=("challenge", "bodyguard"))
    on = table([unit("rav", "p1"), unit("ski", "p2"), friend], [("rav", "ski"), ("ogre", "rav", True, False)])
    session, _ = melee(on, "charge", target="ski")
    assert rows(session, "ski", "label")["Remember"] == "Bodyguard (Ogre)", "Ravagers are not in Ogre's zone"
    on = table([unit("rav", "p1"), unit("ski", "p2"), friend], [("rav", "ski"), ("ogre", "rav")])
    session, _ = melee(on, "charge", target="ski")
    assert rows(session, "ski", "label")["Remember"] == "Challenge (Ogre) and Bodyguard (Ogre)"
    session.leave(keep=False)
    session, _ = melee(on, "charge", target="ogre")
    assert "Remember" not in rows(session, "ogre", "label"), "both are for a friend"


def test_an_engaged_unit_is_taken_to_stay_where_it_is() -> None:
    for touching, usual in (("rav+ski", "pass"), ("", "move")):
        session = activation(those("rav", "ski", touching))
        assert now(session, Choose).first.value == usual


def test_an_activation_without_anything_says_so() -> None:
    session = activation(those("rav", "ski", "rav+ski"))
    drive(session, steps("UAP.30.move pass; UAP.30.action pass"))
    assert "Ravagers do nothing" in [e.text for e in session.entries[-1].events if isinstance(e, Note)]


def test_a_winner_that_holds_may_have_turned() -> None:
    on = those("rav", "ski lan", "rav+ski rav+lan", ski={"health": 1})
    session, _ = melee(on, "facing", "3 3 3 1 1 v 1 / 1 2 2; MEL.70 hold", target="ski")
    assert now(session).title.startswith("Ravagers may have turned. ")


def test_the_last_morale_is_named_before_it_is_paid() -> None:
    session = activation(those("rav", "ski", "rav+ski", rav={"morale": 1}, ski={"activated": True}))
    drive(session, [])
    session.adjust("p1", "activations_left", 1)
    session.adjust("p2", "activations_left", 0)
    assert next(iter(units(present(session.table, GloomTable)))).label == "Ravagers (again: its last morale)"


def test_the_summary_tells_the_cause_of_every_loss_and_token() -> None:
    on = those("rav", "ski", "rav+ski", ski={"health": 1, "traits": ("death_curse",)})
    session = begun(on, "melee", {"attacker": "rav"})
    drive(session, steps("6 5 1 1 1 v 1 / 1 2; MEL.70 hold"))
    told = summary(session, session.entries[-1])
    assert "Ravagers: Health 5 → 4, Weak (Death Curse of Skirmishers)" in told


def test_the_end_of_a_round_says_what_it_is_for() -> None:
    on = those("rav", "ogre")
    session = begun(on, "start_round")
    drive(session, steps("player_a p1"))
    for side in on.sides.values():
        side.activations_left = 0
    session.start("end_round")
    drive(session, [])
    assert summary(session, session.entries[-1])[0] == "Round 1 is over: every unit may be activated again"
    assert scenes_of(session, on, session.entries[-1]) == [], "no part of the story of the battle"
    words = [sentence(on, change) for change in session.entries[-1].changes() if change.of == "table"]
    assert not any("Active side" in text or "Phase " in text for text in words)


def test_the_log_says_on_which_side_of_it_somebody_stands() -> None:
    on = those("rav", "ski", "rav<ski")
    change = Change("table", "contacts.rav/ski", {}, on.contacts["rav", "ski"], "", "")
    assert (
        sentence(on, change)
        == "Ravagers and Skirmishers still touch: Ravagers behind or beside Skirmishers, Skirmishers engaged"
    )


def test_each_question_for_a_formation_says_what_the_other_did_and_the_last_that_it_is_the_last() -> None:
    first, _ = melee(pair(seals=(1, 1)), "TFP.10")
    mine = now(first)
    assert mine.title.endswith(": declare a formation for 1 command seal?")
    first.answer("declare")
    theirs = now(first)
    assert theirs.title.endswith(": the other side declared. Declare a formation for 1 command seal?")
    first.answer("pass")
    last = now(first)
    assert last.name == "TFP.10.final"
    assert last.title.endswith(": the other side declared. Last chance: declare too for 1 seal?")
    first.answer("declare")
    # The band says that it is in secret, and who looks away.
    assert first.secret is not None
    assert "secret" not in now(first).title
