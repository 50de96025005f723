"""What players of Speedies see: standings, results, reasons and questions that decide something."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.engine.requests import Pick
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.frontend.entity_form import EntityFields
from companion.rules.speedies import RULESET
from companion.rules.speedies.example import example, mill
from companion.rules.speedies.units import Warband
from companion.testing import play_random
from tests.rules.scene import begun, now, run_of
from tests.rules.speedies_setups import (
    MISS,
    advance,
    battle,
    closed,
    do,
    facts,
    melee,
    options_of,
    plain,
    play,
    results,
    rows,
    table_of,
    unit,
)


def duel(one: dict[str, Any], two: dict[str, Any], **options: Any) -> Session:
    return battle(
        [plain("a", "R", engaged_this_turn=True, **one), plain("x", "K", **two)], [("a", "x")], options=options
    )


def texts(session: Session) -> list[str]:
    return [result.text for result in results(session)]


# -- the melee --------------------------------------------------------------------------------------------------------


def test_both_fighters_stand_with_wounds_attacks_and_the_number_to_reach() -> None:
    session = duel({"weapons": ("Sword",)}, {"defence": 15, "defence_bonus": 2, "max_wounds": 2})
    session.start("melee_phase")
    advance(session, "melee_check")
    assert [(s.of, s.role) for s in session.standings] == [("a", "attacker"), ("x", "defender")]
    assert rows(session, "a") == {"wounds": 1, "conditions": "Engaged this turn", "attacks": 1, "needs": "14+"}
    assert rows(session, "x") == {"wounds": 2}
    session.answer([[15]])
    assert rows(session, "x") == {"wounds": 2, "needs": "16+", "hits": 1}
    session.adjust("x", "wounds", 1, why="a miscount")
    assert rows(session, "x")["wounds"] == 1


def test_a_critical_is_told_where_it_is_rolled() -> None:
    session = duel({"weapons": ("Hammer", "Hammer"), "melee": 13}, {"defence": 16, "max_wounds": 2})
    melee(session, [13, 20, 16, 3, 15, 15], [("promotes", False)])
    strike, defence, picked = results(session)
    assert [g.marks for g in strike.groups] == [("hit", "critical")]
    assert strike.text == "a hits x 3 times, 13 and 20 against 13+ (a natural 20 is a critical: two hits)."
    assert [g.marks for g in defence.groups] == [("held", "", "")]
    assert defence.text == ("x has 2 Wounds, so not every hit injures: x stops 1 of 3 hits, 16, 3 and 15 against 16+.")
    assert picked.text == (
        "x is incapacitated, injury 24 (natural 20, Hammer +4): 15: the hit with the natural 20 is only a Wound."
    )


def test_a_random_hit_names_the_bands_and_a_new_roll() -> None:
    session = duel({"attacks": 3, "melee": 5}, {"defence": None, "max_wounds": 2})
    session.start("melee_phase")
    advance(session, "melee_check")
    session.answer([[10, 15, 16]])
    assert now(session).title == "Which hit on x is only a Wound? d20: 1–6 the 10, 7–12 the 15, 13–18 the 16"
    session.answer([[19]])
    assert session.last_result is not None
    assert session.last_result.text == "19 belongs to no hit: roll again."
    assert [g.marks for g in session.last_result.groups] == [("rerolled",)]


def test_hero_killer_is_told_where_it_matters() -> None:
    session = duel({"attacks": 2, "skills": ("Hero Killer",)}, {"defence": 15, "max_wounds": 3})
    melee(session, [14, 18, 3, MISS])
    strike, defence, _ = texts(session)
    assert strike.endswith("; 1 hit with a natural 18 or more allows no Defence Check (Hero Killer).")
    assert defence.startswith("x loses 2 Wounds and has 1 left: ")
    assert defence.endswith("; 1 hit could not be stopped (Hero Killer).")


def test_of_two_dice_the_one_that_does_not_count_is_dim() -> None:
    session = duel({"skills": ("Ambush",)}, {"defence": None})
    melee(session, [3, 14])
    assert [g.marks for g in results(session)[0].groups] == [("ignored", "hit")]


def test_a_shielded_helpless_enemy_is_named_with_the_reason() -> None:
    session = battle(
        [plain("a", "R", engaged_this_turn=True), plain("x", "K"), plain("y", "K", status="dazed")],
        [("a", "x"), ("a", "y")],
    )
    session.start("melee_phase")
    advance(session, "melee_check")
    told = [e.text for e in run_of(session).context.events if isinstance(e, Note)]
    assert "a may not strike y (dazed): x stands against it." in told
    assert rows(session, "a")["shielded"] == "y (dazed): a standing enemy touches it"


def test_a_stunned_enemy_falls_with_a_result_of_its_own() -> None:
    session = duel({"attacks": 2}, {"status": "stunned"})
    melee(session, [], [("promotes", False)])
    (result,) = results(session)
    assert result.title == "a strikes x, who is stunned"
    assert result.text == "x is incapacitated: no dice are needed, and 1 attack more is lost."


# -- the attack order -------------------------------------------------------------------------------------------------


def test_a_roll_off_gives_its_reason_and_says_who_drew() -> None:
    session = battle([plain("a", "R"), plain("b", "K"), plain("c", "K")], [("a", "b"), ("a", "c")])
    session.start("melee_phase")
    assert now(session).title == "Roll off (Agility 10 each), higher acts first: a, b, c"
    session.answer([[12], [12], [17]], by="R")
    assert session.last_result is not None
    assert session.last_result.text == "Roll-off: c 17, then a and b 12; a and b drew and roll again."
    assert [g.marks for g in session.last_result.groups] == [("drawn",), ("drawn",), ("",)]
    assert now(session).title == "Roll off again (Agility 10 each), higher acts first: a, b"


def ladder(**options: Any) -> Session:
    units = [plain("slow", "R", agility=14), plain("mid", "R", agility=10), plain("quick", "K", agility=6)]
    return battle([*units, plain("z", "K")], [("slow", "quick"), ("mid", "quick")], options=options)


def test_the_order_is_confirmed_once_and_only_where_the_readings_differ() -> None:
    same = battle([plain("a", "R", engaged_this_turn=True), plain("x", "K", agility=5)], [("a", "x")])
    same.start("melee_phase")
    assert now(same).name == "melee_check"
    session = ladder()
    session.start("melee_phase")
    assert now(session).name == "attack_order"
    play(session, [MISS] * 3, [("activate", "mid"), ("declare", "mid")])
    for field, value in (("active", "R"), ("phase", "melee")):
        session.adjust("table", field, value)
    session.start("melee_phase")
    assert now(session).name != "attack_order"
    assert any(t.name == "Attack order (smaller Agility first), to act" for t in now(session).tally)


@pytest.mark.parametrize(("when", "asked"), [("always", True), ("differ", True), ("never", False)])
def test_options_say_when_the_order_is_confirmed(when: str, asked: bool) -> None:
    session = ladder(confirm_order=when)
    session.adjust("table", "order_confirmed", True)
    session.start("melee_phase")
    assert (now(session).name == "attack_order") == asked


def test_agility_is_never_switched_by_a_slip() -> None:
    session = ladder()
    session.start("melee_phase")
    session.answer("switch")
    assert now(session).name == "switch_agility"
    session.answer(False)
    assert session.table.options["agility_mode"] == "target"
    assert facts(session, "mode")[0]["order"][0]["unit"] == "quick"


@pytest.mark.parametrize(("die", "order"), [(10, ["x", "a", "y"]), (9, ["a", "x", "y"])])
def test_a_defensive_stance_is_rolled_before_the_order_stands(die: int, order: list[str]) -> None:
    session = battle(
        [
            plain("a", "R", engaged_this_turn=True),
            plain("x", "K", skills=("Defensive Stance",)),
            plain("y", "K", agility=20, skills=("Defensive Stance",)),
            plain("b", "R", agility=19),
        ],
        [("a", "x"), ("b", "y"), ("b", "x")],
        options={"confirm_order": "never"},
    )
    session.start("melee_phase")
    assert (now(session).name, now(session).step) == ("defensive_stance", "M3")
    assert now(session).title == "x: Agility Check (Defensive Stance) to act before a, d20, 10 or more"
    session.answer([[die]])
    fixed = [place["unit"] for place in facts(session, "mode")[0]["order"]]
    assert [of for of in fixed if of != "b"] == order


# -- Jump Attacks, climbing and falling -------------------------------------------------------------------------------


def test_the_advantage_of_a_jump_attack_ends_with_its_turn() -> None:
    session = battle([plain("a", "R", skills=("Jump Attack",)), plain("x", "K"), plain("y", "K")], phase="engage")
    done = do(session, "climb", "a", dice=[10], script=[("climb_what", "jump_attack")])
    assert (done["what"], done["passed"], unit(session, "a").jump_attack) == ("jump_attack", True, True)
    do(session, "engage", "a", script=[("engage_target", "x")])
    while table_of(session).phase != "melee":
        session.start("next_phase")
    session.start("melee_phase")
    advance(session, "melee_check")
    assert "two d20, the higher counts" in now(session).title
    play(session, [MISS, MISS, MISS])
    assert not unit(session, "a").jump_attack


def test_who_touches_a_standing_enemy_may_fall_but_not_climb() -> None:
    session = begun(battle([plain("a", "R"), plain("x", "K")], [("a", "x")], phase="engage"), "climb", {"unit": "a"})
    (answer,) = run_of(session).answers
    assert (answer.value, answer.how) == ("fall", "auto")
    done = play(session, [2], [("fall_inches", 3), ("still_touches", [])])
    assert done["result"] == "ok"
    assert session.melees() == []


def test_a_passed_climb_asks_which_helpless_enemies_it_still_touches() -> None:
    session = battle([plain("a", "R"), plain("x", "K", status="dazed")], [("a", "x")], phase="engage")
    do(session, "climb", "a", dice=[12], script=[("climb_what", "climb"), ("still_touches", [])])
    assert session.melees() == []
    session = battle([plain("a", "R"), plain("x", "K", status="dazed")], [("a", "x")], phase="engage")
    do(session, "climb", "a", dice=[9], script=[("climb_what", "climb"), ("fall_inches", 0)])
    assert session.melees() == [["a", "x"]]


def test_a_fall_carries_the_reason_of_its_bound() -> None:
    session = battle([plain("a", "R", status="stunned"), plain("x", "K")], phase="engage")
    session.start("climb", {"unit": "a"})
    assert now(session).schema()["why_hi"]


# -- the turn ---------------------------------------------------------------------------------------------------------


def test_an_engage_asks_five_questions_and_a_check() -> None:
    session = battle([plain("a", "R"), plain("x", "K", causes_fear=True), plain("y", "K")], phase="engage")
    session.start("engage", {"unit": "a"})
    asked = []
    while session.run is not None:
        request = now(session)
        asked.append(request.name)
        session.answer(
            {"engage_target": "x", "intercept": "pass", "contacts": [], "fear": [[15]]}.get(request.name, True)
        )
    assert asked == ["engage_target", "sees", "reached", "intercept", "contacts", "fear"]
    assert texts(session) == ["a stands firm: 15 against 10+."]


def test_a_combat_and_an_engage_ask_six_questions_at_most_on_the_average() -> None:
    asked, times = Counter[str](), Counter[str]()
    for seed in range(24):
        session = Session(mill(RULESET) if seed % 2 else example(RULESET), rng=Random(seed))
        play_random(session, Random(seed), most=400)
        for entry in session.entries:
            times[entry.procedure] += len(entry.outcome.get("orders", "x"))
            asked[entry.procedure] += sum(answer.how != "auto" for answer in entry.answers)
    assert asked["melee_phase"] / times["melee_phase"] <= 6
    assert asked["engage"] / times["engage"] <= 6


def test_the_losses_of_a_warband_stand_against_its_threshold() -> None:
    session = battle(
        [plain("a", "R", type="hero"), plain("x", "K", treasure=True)],
        phase="upkeep",
        sides=[Warband(id="R", name="Red", units_lost=6, rout_threshold=7), Warband(id="K")],
    )
    session.start("upkeep")
    losses = now(session).tally[-1]
    assert (losses.sentence(), losses.unit) == ("Red's losses 7: units lost 6, Treasure that enemies hold +1", "of 7")
    session.answer([[3]])
    assert texts(session)[0] == "Red routs and has lost: 3 against 10+."


def test_losses_below_the_threshold_show_with_no_other_question() -> None:
    session = begun(battle([plain("a", "R"), plain("x", "K")], phase="upkeep", tokens=1), "upkeep")
    assert now(session).tally == ()
    rout = next(step for step in run_of(session).steps() if step.id == "U2")
    assert (rout.state, rout.why) == ("skipped", "losses 0 of 6")


def test_a_pick_of_treasure_says_why_no_more() -> None:
    session = begun(battle([plain("a", "R"), plain("b", "R"), plain("x", "K")], phase="upkeep", tokens=1), "upkeep")
    assert (now(session, Pick).at_most, now(session, Pick).why) == (1, "1 token on the table")


def test_the_henchmen_to_promote_are_named() -> None:
    session = battle([plain("a", "R", promote_pending=True), plain("x", "K", status="stunned")], [("a", "x")])
    melee(session)
    assert any(e.text.endswith("that drew a promotion: a.") for e in session.entries[-1].events if isinstance(e, Note))


def test_choosing_how_to_move_is_one_question() -> None:
    session = begun(battle([plain("a", "R"), plain("x", "K")], phase="move"), "move", {"unit": "a"})
    assert [o.value for o in options_of(session)] == ["walk", "run"]
    session.answer("walk")
    assert session.run is None


def test_closed_actions_and_units_carry_their_code() -> None:
    session = battle([plain("a", "R", status="stunned"), plain("x", "K")], phase="engage")
    engage = session.action("engage")
    assert (engage.closed_code, closed(session, "engage")) == ("cannot_engage", "no unit can")
    assert session.action("next_phase").kind == "bookkeeping"
    suggested = session.ruleset.suggested(session.table)
    assert suggested is not None
    assert suggested.name == "next_phase"


def test_checked_stats_are_shown_with_a_plus() -> None:
    one = plain("a", "R", ranged=None, agility=8)
    shown = {getattr(field.key, "path", ""): field.words() for field in EntityFields().place(one, "stats")}
    assert (shown["agility"], shown["defence"], shown["ranged"]) == ("8+", "18+", "–")
