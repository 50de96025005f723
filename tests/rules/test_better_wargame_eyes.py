"""What players see before they decide and after they roll, and which questions they are spared."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.engine import log
from companion.engine.requests import Choose, Split
from companion.engine.ruleset import Next
from companion.engine.state.changes import Change, Note
from companion.engine.state.declarations import StandingRow
from companion.play.new_game import Asker, Flags, new_session
from companion.report.playback import scenes_of
from companion.rules.better_wargame import RULESET
from companion.rules.better_wargame.attack.resolve import _told
from companion.store.opening import open_session
from tests.examples import present
from tests.legal import legal
from tests.rules.better_wargame import (
    AB,
    LOW,
    QUIET,
    SHAKEN,
    Wargame,
    counts,
    melee,
    rolls,
    session,
    shooting,
    touch,
)
from tests.rules.scene import happened, now, results, standing


def test_a_new_game_begins_with_fresh_units_that_touch_nobody(tmp_path: Path) -> None:
    table = open_session(new_session(Flags("better-wargame", "Field"), tmp_path, Asker(None, print))).session.table
    assert table.contacts == {}
    for unit in table.units.values():
        assert (unit.in_contact, unit.in_reach, unit.suppressed, unit.cowering) == (0, 0, False, False)
        assert unit.models == unit.start_models
    assert len(table.units) == len(RULESET.unit_templates()) == 7


def test_both_sides_stand_with_models_thresholds_and_numbers() -> None:
    one = {"models": 4, "start_models": 10, "in_contact": 3, "in_reach": 1, "wounds": 1, "suppressed": True}
    held = melee({"A1": one, "B1": touch(5, toughness=1, melee_defense=1)}, AB)
    assert held.asked == "to_hit"
    assert [(s.of, s.role) for s in held.standings] == [("A1", "attacker"), ("B1", "defender")]
    mine = standing(held, "A1")
    assert mine["models"] == StandingRow("models", "Models", 4, 10, 4, "below half at")
    assert (mine["wounds"].breaks_at, mine["wounds"].bound) == (4, "suppressed at")
    assert mine["conditions"].value == "Suppressed"
    assert mine["against[B1]"].value == "hits on 4+, wounds on 3+, saved on 4+"
    assert "wounds" not in standing(held, "B1")


def test_target_numbers_stand_where_attackers_are_split() -> None:
    units = {"A1": {"models": 4, "in_contact": 3}, "B1": touch(2, melee_skill=3), "B2": touch(2, melee_skill=1)}
    held = melee(units, [*AB, ("A1", "B2")])
    assert held.asked == "split"
    assert now(held).title.endswith("To hit B1 on 5+, B2 on 3+")
    assert standing(held, "A1")["against[B2]"].value == "hits on 3+, wounds on 2+, saved on 5+"


def test_hits_wounds_and_losses_are_told_after_each_throw() -> None:
    held = melee({"A1": touch(3), "B1": touch(1, start_models=6, melee_defense=4), "B2": {}}, AB, throw="stage")
    (hit,) = results(held.answer([[4, 5, 1], [1]]))
    assert hit.text == "A1: 2 hits on B1; B1: 0 hits on A1"
    assert [(g.name, g.by, g.marks, dict(g.counts)) for g in hit.groups] == [
        ("A1→B1", "A", ("hit", "hit", ""), {"hits": 2}),
        ("B1→A1", "B", ("",), {"hits": 0}),
    ]
    assert standing(held, "B1")["hits"] == StandingRow("hits", "Hits taken", 2)
    (wounded,) = results(held.answer([[2, 6]]))
    assert (wounded.text, wounded.groups[0].marks) == ("A1: 2 Wounds on B1", ("wound", "wound"))
    assert now(held).title == "Roll saves: B1 against A1 1+ (a 1 is rolled again), all for model 1"
    assert [dice["name"] for dice in legal(now(held))["dice"]] == ["B1 against A1"]
    (again,) = results(held.answer([[1, 3]]))
    assert (again.text, again.groups[0].marks) == ("1 die to roll again", ("rerolled", "held"))
    (saved,) = results(held.answer([[1]]))
    assert saved.text == "B1 is wiped out; B1 saves 1 of 2 against A1"
    assert (saved.groups[0].faces, saved.groups[0].marks) == ((1,), ("",))


def test_losses_are_told_with_the_last_save_when_rows_are_thrown_one_by_one() -> None:
    held = melee({"A1": touch(2), "B1": touch(2)}, AB, script=rolls(to_hit="44 44", to_wound="22 22"), until="save")
    (first,) = results(held.answer([5, 1]))
    assert first.text == "A1 saves 1 of 2 against B1"
    (last,) = results(held.answer([5, 5]))
    assert last.text == "A1 loses 1 model, 1 of 2 left; B1 loses no model; B1 saves 2 of 2 against A1"


def test_losses_without_any_save_are_told_too() -> None:
    held = melee({"A1": touch(1, melee_offense=2), "B1": touch(2, attacks=0)}, AB, save_on_7plus="none")
    held.answer([4])
    texts = [getattr(event, "text", "") for event in held.answer([2])]
    assert "B1 has no save against A1: 7+ is not rolled here" in texts
    assert "B1 loses 1 model, 1 of 2 left" in texts


def test_leadership_tests_say_what_is_at_stake_and_what_came_of_it() -> None:
    low = {"models": 2, "start_models": 6, "casualties": 1, "break_reroll": True}
    held = melee({"A1": low, "B1": {}})
    held.answer([])
    assert now(held).title == "Roll a Break Test: A1 on 4+, else it leaves play (2 of 6 models left)"
    (first,) = results(held.answer([3]))
    assert first.text == "A1 fails and rolls again: 3 against 4+"
    (second,) = results(held.answer([4]))
    assert second.text == "A1 holds with 2 of 6 models left: 4 against 4+"
    assert second.facts == {"events": ["break:A1:pass"]}


def test_break_tests_of_both_sides_are_one_throw_that_tells_of_all() -> None:
    held = melee({"A1": LOW, "A2": {**LOW, "rank": 1}, "B1": {**LOW, "break_reroll": True}, "B2": {}}, throw="stage")
    held.answer([])
    assert now(held).by == ("A", "B")
    assert [dice["name"] for dice in legal(now(held))["dice"]] == ["A1", "B1", "A2"]
    assert [standing.of for standing in held.standings] == ["A1", "A2", "B1"]
    (first,) = results(held.answer([[4], [1], [2]]))
    assert first.text == (
        "B1 fails and rolls again: 1 against 4+; A2 breaks and leaves play: 2 against 4+; "
        "A1 holds with 1 of 4 models left: 4 against 4+"
    )
    assert held.asked == "break.reroll"
    (second,) = results(held.answer([3]))
    assert second.text == "B1 breaks and leaves play: 3 against 4+"
    assert held.entries[-1].outcome["events"] == ["break:A1:pass", "break:B1:fail", "break:A2:fail"]


def test_suppressed_tests_are_one_throw_and_then_owners_choose() -> None:
    held = melee({"A1": SHAKEN, "B1": SHAKEN, "B2": SHAKEN}, throw="stage")
    (told,) = results(held.answer([[4], [3], [5]]))
    assert told.text.startswith("B1 must fall back: 3 against 4+; A1 may stay or fall back")
    held.answer("stay")
    happened = held.answer("fall_back")
    fallen = [event.text for event in happened if isinstance(event, Note)]
    assert 'B1 8" and B2 8" fall back: straight, with the back to the most enemy models' in fallen
    outcome = held.entries[-1].outcome
    assert outcome["events"] == ["test:A1:pass", "test:B1:fail", "test:B2:pass", "fall_back:B1", "fall_back:B2"]


def test_who_fought_stands_beside_the_questions_at_the_end_of_the_phase() -> None:
    held = melee({"A1": QUIET, "B1": {**QUIET, "suppressed": True}, "B2": {}}, AB, until="suppressed_test")
    assert [(standing.of, standing.role) for standing in held.standings] == [("A1", "attacker"), ("B1", "defender")]


def test_the_line_what_to_do_next_names_what_is_open() -> None:
    held = session({"A1": {"movement": "held"}, "B1": {}}, phase="movement")
    assert present(held.ruleset.next_action)(held.table) == Next("end Movement", ("A",))
    for contacts, words in ((AB, " (2 units in contact)"), ([], "")):
        fight = session({"A1": touch(2), "B1": touch(2)}, contacts).table
        assert present(RULESET.next_action)(fight).words == f"play the Melee phase{words}"
    suggested = present(held.ruleset.suggested(held.table))
    assert (suggested.name, suggested.kind) == ("end_movement", "bookkeeping")


def test_dice_are_thrown_by_stage_unless_the_table_says_otherwise() -> None:
    assert RULESET.default_options()["throw"] == "stage"


def test_a_melee_is_listed_once_and_any_unit_of_the_current_player_in_it_names_it() -> None:
    units = dict.fromkeys(("A1", "A2", "A3", "B1", "B2"), touch(1, attacks=0))
    held = melee(units, [("A1", "B1"), ("A2", "B1"), ("A3", "B2")], throw="stage")
    listed = [(option["value"], option["label"]) for option in legal(now(held))["options"]]
    assert listed == [("A1", "A1 and A2 against B1"), ("A3", "A3 against B2")]
    held.answer("A2")
    assert held.asked == "split"
    assert present(held.run).answers[-1].value == "A1"


def sentences(held: Wargame) -> list[str]:
    """What the story of the last procedure tells."""
    return [text for scene in scenes_of(held, held.table, held.entries[-1]) for text in scene.sentences]


def test_nothing_is_asked_once_a_side_has_no_unit_left_and_the_story_says_who_is_wiped_out() -> None:
    held = melee({"A1": touch(2), "A2": SHAKEN, "B1": touch(1, attacks=0)}, AB)
    held.drive(rolls(to_hit="44", to_wound="22", save="11"))
    assert present(held.table.over).winner == "A"
    assert held.entries[-1].outcome["events"] == []
    assert [given.name for given in held.entries[-1].answers if given.how != "auto"] == ["to_hit", "to_wound", "save"]
    assert "B1 takes 2 hits from A1 and 2 wounds, loses 1 model and is wiped out." in sentences(held)


def test_break_tests_are_still_taken_for_they_may_leave_nobody() -> None:
    held = melee({"A1": touch(2, start_models=9, casualties=1), "B1": touch(1, attacks=0)}, AB)
    held.drive(rolls(to_hit="44", to_wound="22", save="11", break_="1"))
    assert present(held.table.over).winner is None


def test_contacts_that_end_late_are_logged_with_the_saves() -> None:
    """The second melee ends at its dice to hit; what ends in the first still stands with the step that ends it."""
    theirs = dict.fromkeys(("B1", "B2"), touch(1, attacks=0))
    held = melee({"A1": touch(1), "A2": touch(1), **theirs, "B3": {}}, [("A1", "B1"), ("A2", "B2")])
    held.drive([*rolls(to_hit="4 1", to_wound="2", save="1"), ("choose_melee", "A1")], until="follow_up")
    ends = [e for e in happened(held) if isinstance(e, Change) and e.field.startswith("contacts.")]
    assert [(e.field, e.step) for e in ends] == [("contacts.A1/B1", "P11")]


def test_contacts_of_units_shot_dead_end_with_the_phase() -> None:
    held = session({"A1": {}, "B1": {**QUIET, "destroyed": True}, "B2": {}}, AB, phase="shooting").begun("end_shooting")
    (change,) = [e for e in held.entries[-1].changes() if e.field == "contacts.A1/B1"]
    assert change.step == "H7"


@pytest.mark.parametrize("reaching", ["A1", "B1"])
def test_a_unit_that_was_engaged_already_is_counted_once_whoever_reaches_it(reaching: str) -> None:
    held = melee({"A1": QUIET, "A2": QUIET, "B1": QUIET, "B2": QUIET}, [("A1", "B1"), ("A2", "B2")])
    script: list[Any] = [("choose_melee", "A1"), ("pile_in.reaching", [reaching])]
    script += [("pile_in", of[0], counts(2, 1, 5)) for of in ("A1", "A2", "B1", "B2")]
    outcome = held.drive(script)
    assert outcome["events"] == ["pile_in:A1", "pile_in:A2", "pile_in:B1", "pile_in:B2"]
    assert held.melees() == [["A1", "A2", "B1", "B2"]]
    asked_of = [given.key.split("/")[1] for given in held.entries[-1].answers if given.kind == "split"]
    assert asked_of == ["pile_in[A1]", "pile_in[A2]", "pile_in[B1]", "pile_in[B2]"]


def test_who_may_stay_or_fall_back_is_named_by_the_key_of_the_question() -> None:
    held, keys = melee({"A1": SHAKEN, "A2": SHAKEN, "B1": {}}, throw="stage"), []
    held.drive([("suppressed_test", [[6], [6]])], until="stay_or_fall_back")
    for answer in ("stay", "fall_back"):
        keys.append(now(held).key.split("/")[-2])
        held.answer(answer)
    assert keys == ["stay_or_fall_back[A1]", "stay_or_fall_back[A2]"]


def test_distances_are_one_prompt_a_unit_and_what_is_left_out_is_far() -> None:
    held = melee({"A1": {"models": 2}, "B1": {"models": 2}}, measure_charges=True)
    held.answer(["A1"])
    (plan,) = legal(now(held))["plans"]
    assert (held.asked, plan["total"]) == ("distance", None)
    assert list(plan["parts"]) == ["1 to B1 1", "1 to B1 2", "2 to B1 1", "2 to B1 2"]
    held.answer({"parts": {"1 to B1 2": 80}})
    assert (held.asked, now(held).title) == ("model_move", "A1 model 1 moves into contact with B1 model 2")


def test_many_distances_are_asked_of_the_units_that_are_near() -> None:
    held = melee({"A1": {"models": 5}, "B1": {"models": 5}, "B2": {"models": 4}}, measure_charges=True)
    held.answer(["A1"])
    assert held.asked == "near"
    held.answer(["B2"])
    assert len(legal(now(held))["plans"][0]["parts"]) == 20


# -- what a choice costs stands with it, and what happened is told once ------------------------------------------------


def labels(held: Wargame) -> list[str]:
    return [option.words for option in now(held, Choose).options]


def test_each_way_to_move_says_what_it_costs() -> None:
    held = session({"A1": {}, "B1": {}}, phase="movement").begun("move_unit", {"unit": "A1"})
    assert labels(held) == [
        "Stays",
        'Normal move, 8": hits on 1 more',
        'Double move, 16": outside 12" of enemies; no shooting; counts as suppressed in the Firefight; '
        "its cover is 2 worse",
    ]
    held.answer("held")
    assert log.summary(held, held.entries[-1]) == ["A1: stayed (in the Movement phase)"]


def test_who_may_stay_or_fall_back_sees_what_comes_next() -> None:
    stays, back = "Stay: in the melee, and pile in", "Fall back: one normal move, straight away from the enemy"
    passed, until = rolls(suppressed_test="6"), "stay_or_fall_back"
    held = melee({"A1": {**QUIET, "suppressed": True}, "B1": QUIET}, AB, script=passed, until=until)
    assert labels(held) == [stays, back]
    assert labels(melee({"A1": SHAKEN, "B1": {}}, script=passed, until=until))[0] == "Stay: where it is"


def test_enter_alone_fires_with_all_at_the_only_enemy() -> None:
    held = shooting({"A1": {"models": 3}, "B1": {}, "B2": {}})
    held.answer(["B1"])
    assert now(held, Split).default == {"B1": 3, "hold": 0}
    held.undo()
    held.answer(["B1", "B2"])
    assert now(held, Split).default is None


def test_a_loss_that_a_result_tells_and_a_fall_back_are_told_once() -> None:
    held = melee({"A1": touch(3, attacks=2), "B1": {"models": 6, "in_contact": 1, "attacks": 0}}, AB)
    held.drive(rolls(to_hit="666666", to_wound="666666", save="166666", suppressed_test="1"))
    lines = log.lines(held)
    (lost,) = [line for line in lines if line.kind == "change" and "Models 6 → 5" in line.text]
    assert lost.small
    entry = held.entries[-1]
    assert "B1 falls back" in entry.conclusion
    assert not any("Fell back" in sentence for sentence in log.summary(held, entry))


# -- joint throws are told short ---------------------------------------------------------------------------------------


def row(attacker: str, side: str, target: str) -> Any:
    return SimpleNamespace(attacker=SimpleNamespace(name=attacker, side=side), target=SimpleNamespace(name=target))


def test_many_rows_begin_with_what_they_come_to_and_name_each_attacker_who_did_something_once() -> None:
    thrown = [row("Boyz", "orks", "First"), row("Boyz", "orks", "Ilse"), row("Boss", "orks", "Ilse")]
    made: list[Any] = [(True, True), (True,), (False,)]
    few = _told(str.title, "hit", thrown, made, False)
    assert few == "Boyz: 2 hits on First, 1 on Ilse; Boss: 0 hits on Ilse"
    many = _told(str.title, "hit", [*thrown, row("First", "guard", "Boyz")], [*made, (True,)], False)
    assert many == "Orks 3 hits, Guard 1 hit. Boyz: 2 hits on First, 1 on Ilse; First: 1 hit on Boyz"
    nothing = _told(str.title, "hit", [*thrown, row("First", "guard", "Boyz")], [(False,)] * 4, False)
    assert nothing == "Orks 0 hits, Guard 0 hits"


def test_dice_that_are_rolled_again_say_whose_they_are() -> None:
    guard = touch(4, melee_skill=4, attacks=1, name="Wall Guard")
    held = melee({"A1": guard, "B1": touch(3, melee_skill=0)}, AB, throw="stage")
    held.answer([[1, 4, 1, 6], [2, 3, 5]])
    assert now(held).title == "Wall Guard on B1: roll the ones again: only a second 1 fails"


def test_a_story_says_first_who_charges() -> None:
    held = melee({"A1": {"models": 2}, "B1": {"models": 2}})
    held.drive([("declare_charges", ["A1"])])
    assert sentences(held)[0] == "A1 charges."
