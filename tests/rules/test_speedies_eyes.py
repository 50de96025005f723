"""What players of Speedies see: standings, results, reasons and questions that decide something."""

from collections import Counter
from random import Random

import pytest

from companion.engine.requests import Pick
from companion.engine.session import Session
from companion.frontend.entity_form import EntityFields
from companion.rules.speedies import RULESET
from companion.rules.speedies.example import example
from companion.rules.speedies.units import Warband
from companion.testing import play_random
from tests.examples import present
from tests.rules.scene import now, results, rows
from tests.rules.speedies_setups import BARE, DAZED, MISS, STUNNED, duel, mill, plain, skirmish

# -- the melee --------------------------------------------------------------------------------------------------------


def test_both_fighters_stand_with_wounds_attacks_and_the_number_to_reach() -> None:
    target = {"defence": 15, "defence_bonus": 2, "max_wounds": 2}
    session = duel({"weapons": ("Sword",)}, target, until="melee_check")
    assert [(s.of, s.role) for s in session.standings] == [("a", "attacker"), ("x", "defender")]
    assert rows(session, "a") == {"wounds": 1, "conditions": "Engaged this turn", "attacks": 1, "needs": "14+"}
    assert rows(session, "x") == {"wounds": 2}
    session.answer([[15]])
    assert rows(session, "x") == {"wounds": 2, "needs": "16+", "hits": 1}
    session.adjust("x", "wounds", 1, why="a miscount")
    assert rows(session, "x")["wounds"] == 1


def test_a_critical_is_told_where_it_is_rolled() -> None:
    session = duel({"weapons": ("Hammer", "Hammer"), "melee": 13}, {"defence": 16, "max_wounds": 2})
    session.melee([13, 20, 16, 3, 15, 15], [("promotes", False)])
    strike, defence, picked = results(session)
    assert [g.marks for g in strike.groups] == [("hit", "critical")]
    assert strike.text == "a hits x 3 times, 13 and 20 against 13+ (a natural 20 is a critical: two hits)."
    assert [g.marks for g in defence.groups] == [("held", "", "")]
    assert defence.text == "x has 2 Wounds, so not every hit injures: x stops 1 of 3 hits, 16, 3 and 15 against 16+."
    assert picked.text == (
        "x is incapacitated, injury 24 (natural 20, Hammer +4): 15: the hit with the natural 20 is only a Wound."
    )


def test_a_random_hit_names_the_bands_and_a_new_roll() -> None:
    session = duel({"attacks": 3, "melee": 5}, BARE | {"max_wounds": 2}, until="melee_check")
    session.answer([[10, 15, 16]])
    assert now(session).title == "Which hit on x is only a Wound? d20: 1–6 the 10, 7–12 the 15, 13–18 the 16"
    session.answer([[19]])
    assert session.last_result is not None
    assert session.last_result.text == "19 belongs to no hit: roll again."
    assert [g.marks for g in session.last_result.groups] == [("rerolled",)]


def test_hero_killer_is_told_where_it_matters() -> None:
    session = duel({"attacks": 2, "skills": ("Hero Killer",)}, {"defence": 15, "max_wounds": 3})
    session.melee([14, 18, 3, MISS])
    strike, defence, _ = (result.text for result in results(session))
    assert strike.endswith("; 1 hit with a natural 18 or more allows no Defence Check (Hero Killer).")
    assert defence.startswith("x loses 2 Wounds and has 1 left: ")
    assert defence.endswith("; 1 hit could not be stopped (Hero Killer).")


def test_of_two_dice_the_one_that_does_not_count_is_dim() -> None:
    session = duel({"skills": ("Ambush",)}, BARE)
    session.melee([3, 14])
    assert [g.marks for g in results(session)[0].groups] == [("ignored", "hit")]


# -- Jump Attacks, climbing and falling -------------------------------------------------------------------------------


def test_the_advantage_of_a_jump_attack_ends_with_its_turn() -> None:
    session = skirmish("a xy", a={"skills": ("Jump Attack",)}, phase="engage")
    done = session.do("climb", "a", dice=[10], script=[("climb_what", "jump_attack")])
    assert (done["what"], done["passed"], session.unit("a").jump_attack) == ("jump_attack", True, True)
    session.do("engage", "a", script=[("engage_target", "x")])
    while session.board.phase != "melee":
        session.start("next_phase")
    session.start("melee_phase")
    session.advance("melee_check")
    assert "two d20, the higher counts" in now(session).title
    session.play([MISS, MISS, MISS])
    assert not session.unit("a").jump_attack


def test_who_touches_a_standing_enemy_may_fall_but_not_climb() -> None:
    session = skirmish("a x", "ax", phase="engage").begun("climb", {"unit": "a"})
    (answer,) = present(session.run).answers
    assert (answer.value, answer.how) == ("fall", "auto")
    assert session.play([2], [("fall_inches", 3), ("still_touches", [])])["result"] == "ok"
    assert session.melees() == []


@pytest.mark.parametrize(("die", "asked", "melees"), [(12, ("still_touches", []), []), (9, ("fall_inches", 0), ["ax"])])
def test_a_passed_climb_asks_which_helpless_enemies_it_still_touches(
    die: int, asked: tuple[str, object], melees: list[str]
) -> None:
    session = skirmish("a x", "ax", x=DAZED, phase="engage")
    session.do("climb", "a", dice=[die], script=[("climb_what", "climb"), asked])
    assert session.melees() == [list(pair) for pair in melees]


def test_a_fall_carries_the_reason_of_its_bound() -> None:
    session = skirmish("a x", a=STUNNED, phase="engage").begun("climb", {"unit": "a"})
    assert now(session).schema()["why_hi"]


# -- the turn ---------------------------------------------------------------------------------------------------------


def test_an_engage_asks_five_questions_and_a_check() -> None:
    session = skirmish("a xy", x={"causes_fear": True}, phase="engage").begun("engage", {"unit": "a"})
    asked = []
    given = {"engage_target": "x", "intercept": "pass", "contacts": [], "fear": [[15]]}
    while session.run is not None:
        asked.append(now(session).name)
        session.answer(given.get(asked[-1], True))
    assert asked == ["engage_target", "sees", "reached", "intercept", "contacts", "fear"]
    assert [result.text for result in results(session)] == ["a stands firm: 15 against 10+."]


def test_a_combat_and_an_engage_ask_six_questions_at_most_on_the_average() -> None:
    asked, times = Counter[str](), Counter[str]()
    for seed in range(24):
        session = Session(mill() if seed % 2 else example(RULESET), rng=Random(seed))
        play_random(session, Random(seed), most=400)
        for entry in session.entries:
            times[entry.procedure] += len(entry.outcome.get("orders", "x"))
            asked[entry.procedure] += sum(answer.how != "auto" for answer in entry.answers)
    assert asked["melee_phase"] / times["melee_phase"] <= 6
    assert asked["engage"] / times["engage"] <= 6


def test_the_losses_of_a_warband_stand_against_its_threshold() -> None:
    sides = [Warband(id="R", name="Red", units_lost=6, rout_threshold=7), Warband(id="K")]
    session = skirmish("a x", a={"type": "hero"}, x={"treasure": True}, phase="upkeep", sides=sides)
    losses = now(session.begun("upkeep")).tally[-1]
    assert (losses.sentence(), losses.unit) == ("Red's losses 7: units lost 6, Treasure that enemies hold +1", "of 7")
    session.answer([[3]])
    assert results(session)[0].text == "Red routs and has lost: 3 against 10+."


def test_losses_below_the_threshold_show_with_no_other_question() -> None:
    session = skirmish("a x", phase="upkeep", tokens=1).begun("upkeep")
    assert now(session).tally == ()
    rout = next(step for step in present(session.run).steps() if step.id == "U2")
    assert (rout.state, rout.why) == ("skipped", "losses 0 of 6")


def test_a_pick_of_treasure_says_why_no_more() -> None:
    session = skirmish("ab x", phase="upkeep", tokens=1).begun("upkeep")
    assert (now(session, Pick).at_most, now(session, Pick).why) == (1, "1 token on the table")


def test_the_henchmen_to_promote_are_named() -> None:
    session = skirmish("a x", "ax", a={"promote_pending": True}, x=STUNNED)
    session.melee()
    assert any(text.endswith("that drew a promotion: a.") for text in session.notes())


def test_closed_actions_and_units_carry_their_code() -> None:
    session = skirmish("a x", a=STUNNED, phase="engage")
    assert (session.action("engage").closed_code, session.closed("engage")) == ("cannot_engage", "no unit can")
    assert session.action("next_phase").kind == "bookkeeping"
    suggested = present(session.ruleset.suggested(session.table))
    assert suggested.name == "next_phase"


def test_checked_stats_are_shown_with_a_plus() -> None:
    one = plain("a", "R", ranged=None, agility=8)
    shown = {getattr(field.key, "path", ""): field.words() for field in EntityFields().place(one, "stats")}
    assert (shown["agility"], shown["defence"], shown["ranged"]) == ("8+", "18+", "–")
