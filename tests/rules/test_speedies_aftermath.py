"""The aftermath of Speedies, worked by hand from the rules: A1 to A7, and what scars do in the next battle."""

from pathlib import Path
from typing import Any

import pytest

from companion.engine.amending import preview
from companion.engine.campaign import Career, LedgerEntry
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Roll
from companion.engine.session import Session
from companion.rules.speedies.aftermath.batch import batch
from companion.rules.speedies.catalog import SKILLS, arm
from companion.rules.speedies.skills import of
from companion.rules.speedies.units import Warband
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.restore import restore
from companion.store.verify import check_file
from companion.testing import drive
from tests.examples import present
from tests.rules.scene import now, results
from tests.rules.speedies_aftermath import answer, henchman, hero, out, session, settle, until
from tests.rules.speedies_setups import FIRST, MISS, STUNNED, Battle, battle, skirmish

# -- A1 and A2 --------------------------------------------------------------------------------------------------------


def test_income_is_a_d20_for_each_treasure_one_for_the_winner_and_30() -> None:
    played = session(hero(treasure=True), henchman(), winner="red", gold=10)
    cells = {"rows": {"bob": {"treasure": True, "kills": 2}}}
    played.start("aftermath", {"side": "red"})
    outcome = drive(played, default=lambda r: [[12, 20, 5]] if r.name == "income" else answer({}, record=cells)(r))
    assert outcome["income"] == 12 + 20 + 5 + 30
    assert played.board.sides["red"].gold == 10 + 67
    assert played.board.sides["red"].wins == 1
    assert outcome["kills"] == {"bob": 2}


def test_each_20_draws_loot_that_is_written_down() -> None:
    played = until("income", session(hero(treasure=True), winner="red"))
    played.answer([[20, 20]])
    drive(played, [("loot", "a golden cup"), ("loot", "")], default=answer({}))
    assert played.board.sides["red"].stash == ("a golden cup",)


def test_the_income_has_its_reasons_and_can_be_overruled() -> None:
    played = until("improvement", session(hero(treasure=True), gold=0), {"income": 8})
    tally = present(played.run).context.tallies["aftermath[red]/income"]
    assert [(line.label, line.value) for line in tally.lines] == [("Treasure of Ann", 8), ("every warband", 30)]
    played.overrule("aftermath[red]/income", 50, "a rich town")
    assert played.board.sides["red"].gold == 50


def test_a_treasure_is_not_carried_by_the_fallen() -> None:
    played = until("record", session(out(henchman())))
    with pytest.raises(InvalidInput, match="carries nothing"):
        played.answer({"rows": {"bob": {"treasure": True}}}, by="red")


# -- A3 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heroes", "retires", "promoted", "gone"),
    [(5, "", ["bob"], {}), (6, "lapse", [], {}), (6, "h2", ["bob"], {"h2": "retired"})],
)
def test_a_promotion_takes_a_free_slot_or_that_of_one_who_retires_or_lapses(
    heroes: int, retires: str, promoted: list[str], gone: dict[str, str]
) -> None:
    played = session(*(hero(f"h{n}") for n in range(heroes)), henchman(promote_pending=True), hero_slots=6)
    outcome = settle(played, retires=retires)
    assert (outcome["promoted"], outcome["gone"]) == (promoted, gone)
    assert played.unit("bob").type == ("hero" if promoted else "henchman")
    assert played.unit("h2").gone == gone.get("h2", "")


# -- A4 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "scars", "fields"),
    [
        ([7], ("Deathtouched",), {}),
        ([8], ("Madness",), {}),
        ([11], (), {"misses": 1}),
        ([15], (), {}),
        ([17], ("Berserk",), {}),
        ([18], ("Causes Fear",), {}),
    ],
)
def test_scars_of_heroes(faces: list[int], scars: tuple[str, ...], fields: dict[str, Any]) -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": faces})
    ann = played.unit("ann")
    assert (ann.scars, ann.gone) == (scars, "")
    assert {name: getattr(ann, name) for name in fields} == fields


def test_the_blight_is_caught_and_rolled_for_at_once() -> None:
    played = session(out(hero()))
    outcome = settle(played, faces={"scar": 1, "blight": 5})
    assert played.unit("ann").scars == ("Blight",)
    assert outcome["blight"] == {"ann": "stays"}


def test_the_robbed_keep_what_the_players_say() -> None:
    played = session(out(hero(weapons=arm("Sword", "Dagger"), defence_bonus=4)))
    settle(played, faces={"scar": 10}, robbed={"rows": {"ann": {"weapon_1": "none", "armour": 0}}})
    ann = played.unit("ann")
    assert [weapon.name for weapon in ann.weapons] == ["Dagger"]
    assert ann.defence_bonus == 0


def test_who_wins_a_pit_fight_learns_and_is_paid() -> None:
    played = session(out(hero(agility=10)), gold=0)
    faces = {"scar": 16, "improvement": [4, 1], "improvement_check": [10, 20]}
    settle(played, faces=faces, pit_fight="won", buy_improvement=False)
    assert played.board.sides["red"].gold == 30 + 50
    assert played.unit("ann").agility == 9


def test_who_loses_a_pit_fight_is_gone() -> None:
    played = session(out(hero()), hero("eve"))
    outcome = settle(played, faces={"scar": 16}, pit_fight="lost")
    assert outcome["gone"] == {"ann": "lost in the pits"}


def test_hatred_says_of_whom() -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": 19}, hatred="mordre")
    assert played.unit("ann").scars == ("Hatred of Mordre",)
    told = [event.text for event in results(played)]
    assert any(text.startswith("Ann, 19: hatred. It hates somebody") for text in told), "a scar says what it does"


def test_a_20_is_an_improvement() -> None:
    played = session(out(hero(melee=14)))
    settle(played, faces={"scar": 20, "improvement": [17, 1]})
    assert played.unit("ann").injury == 1


def test_a_scar_can_be_overruled() -> None:
    played = until("improvement", session(hero(), out(henchman())), {"scar": 3})
    assert played.unit("bob").gone == "died"
    played.overrule("aftermath[red]/scar[bob]", 6, "it was a bad throw")
    assert played.unit("bob").gone == ""


# -- A5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "fate"), [(4, "dies"), (5, "stays"), (16, "cured")])
def test_the_blight(face: int, fate: str) -> None:
    played = session(hero("eve"), henchman("ann", scars=("Blight", "Slow")))
    assert settle(played, faces={"blight": face})["blight"] == {"ann": fate}
    ann = played.unit("ann")
    assert ann.gone == ("died" if fate == "dies" else "")
    assert ann.scars == (("Slow",) if fate == "cured" else ("Blight", "Slow"))


def test_with_the_printed_table_the_players_read_the_page() -> None:
    played = session(hero(scars=("Blight",)), options={"blight_table": "printed"})
    settle(played, faces={"blight": 15}, blight_fate="cured")
    assert played.unit("ann").scars == ()


def test_what_a_warband_earns_is_no_reason_of_the_next_roll() -> None:
    played = until("scar", session(out(hero())))
    request = now(played, Roll)
    assert list(request.tally) == []
    assert [dice.reads for dice in request.dice] == [None], "a table has no high and low"


def test_a_hero_slot_is_offered_by_its_number() -> None:
    played = until("hero_slot", session(hero(), gold=60))
    assert now(played).title == "A fourth hero slot, for 50 gold?"


# -- A6 ---------------------------------------------------------------------------------------------------------------


def test_each_hero_draws_once_for_nothing_and_once_more_for_25_gold() -> None:
    played = session(hero(melee=14), henchman(), gold=0)
    settle(played, faces={"improvement": [7, 18], "improvement_check": [14]}, improve="melee", buy_improvement=True)
    ann = played.unit("ann")
    assert (ann.melee, ann.pierce) == (13, 1)
    assert played.board.sides["red"].gold == 30 - 25


# -- A7 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "skills", "spells"),
    [
        ({"skill": "Cleave"}, ("Cleave",), ()),
        ({"skill": "other", "skill_name": "Acrobat"}, ("Acrobat",), ()),
        ({"skill": "other", "skill_name": ""}, (), ()),
        ({"skill": "other", "skill_name": "cleave"}, ("Cleave",), ()),
        ({"skill": "other", "skill_name": "Cl", "skill_meant": "Cleave"}, ("Cleave",), ()),
        ({"skill": "other", "skill_name": "Cl", "skill_meant": ""}, ("Cl",), ()),
        ({"skill": "spell", "skill_name": "Hex", "spell_difficulty": 11}, (), (("Hex", 11),)),
    ],
)
def test_a_skill_that_was_drawn_is_chosen_now(given: Any, skills: Any, spells: Any) -> None:
    played = session(hero(improvements=("skill",)), henchman())
    settle(played, **given)
    ann = played.unit("ann")
    assert ann.skills == skills
    assert tuple((spell.name, spell.difficulty) for spell in ann.spells) == spells


def test_recruits_join_with_the_next_battle_and_are_paid_for() -> None:
    played = session(hero(), gold=10, hero_slots=1, winner=None)
    recruits = {"recruit_1": {"line": "rat", "name": "Whiskers", "gold": 12}, "recruit_2": {"gold": 20}}
    outcome = settle(played, hire=2, recruits={"rows": recruits}, buy_improvement=False)
    assert outcome["hired"] == ["Whiskers", "Infantry"]
    assert played.board.sides["red"].gold == 10 + 30 - 32
    new = [entry for entry in batch(played, "red").entries if not entry.field]
    assert [(entry.of, entry.after["name"], entry.after["gear"]) for entry in new] == [
        ("whiskers", "Whiskers", ["hired (12 gold)"]),
        ("infantry", "Infantry", ["hired (20 gold)"]),
    ]


def test_a_recruit_has_a_name_that_nobody_of_the_battle_has_on_either_side() -> None:
    played = session(hero("infantry"), gold=50)
    named = {
        "red": {"recruit_2": {"name": "rat"}, "recruit_3": {"name": "Ivo"}},
        "blue": {"recruit_2": {"name": "ivo"}},
    }
    hired = [
        settle(played, side, {"income": 1}, hire=len(rows) + 1, recruits={"rows": rows}, buy_improvement=False)["hired"]
        for side, rows in named.items()
    ]
    assert hired == [["Infantry A", "rat A", "Ivo"], ["Infantry B", "ivo A"]]


def test_what_a_unit_is_by_nature_it_does_not_learn_and_each_skill_says_what_it_does() -> None:
    played = until("skill", session(hero(improvements=("skill",), skills=("Cleave",))), buy_improvement=False)
    request = now(played, Choose)
    offered = {option.value: option for option in request.options}
    assert not {"Undead", "Diseased"} & offered.keys()
    assert set(SKILLS) - offered.keys() == {"Undead", "Diseased"}
    assert offered["Hard to Kill"].words == "Hard to Kill: Injury values scored against it are 2 lower."
    assert all(offered[name].words == f"{name}: {SKILLS[name].sentence}" for name in SKILLS if name in offered)
    assert offered["Cleave"].why_not == "it has that already"


def test_hiring_stops_at_the_size_of_a_warband_and_at_the_purse() -> None:
    nine = [henchman(f"b{n}") for n in range(9)]
    played = until(
        "hire",
        session(hero(), *nine, gold=0, winner=None, options={"aftermath_warband_size": 12}),
        buy_improvement=False,
    )
    with pytest.raises(InvalidInput, match="3 is out of bounds"):
        played.answer(3, by="red")
    played.answer(2, by="red")
    with pytest.raises(InvalidInput, match="31 in all"):
        played.answer({"rows": {"recruit_1": {"gold": 20}, "recruit_2": {"gold": 11}}}, by="red")


@pytest.mark.parametrize(("slots", "kind"), [(1, "henchman"), (2, "hero")])
def test_a_hero_is_hired_into_a_free_slot(slots: int, kind: str) -> None:
    played = until("recruits", session(hero(), hero_slots=slots), hire=1)
    line = {"rows": {"recruit_1": {"line": "captain"}}}
    if kind == "henchman":
        with pytest.raises(InvalidInput, match="not offered"):
            played.answer(line, by="red")
    else:
        played.answer(line, by="red")
        assert [recruit.type for recruit in played.board.sides["red"].recruits] == ["hero"]


@pytest.mark.parametrize(("theirs", "winner", "free"), [(3, None, 45), (1, "blue", 30), (1, "red", 0), (0, None, 0)])
def test_the_underdog_hires_for_15_gold_a_win_fewer(theirs: int, winner: str | None, free: int) -> None:
    played = until("hire", session(hero(), gold=0, winner=winner, wins=theirs), {"income": 1}, buy_improvement=False)
    assert int(present(played.run).context.tallies["aftermath[red]/underdog"]) == free


WHISKERS = {"line": "infantry", "name": "Whiskers", "gold": 12}


def equipped(played: Session, **gear: object) -> dict[str, Any]:
    """Red hires Whiskers, gives it this gear, and settles all else."""
    hired, rows = {"rows": {"recruit_1": WHISKERS}}, {"rows": {"whiskers": gear}}
    return settle(played, hire=1, recruits=hired, equip=rows, buy_improvement=False)


def test_gear_is_put_on_paid_for_and_written_down() -> None:
    played = session(hero(weapons=arm("Dagger")), henchman(weapons=arm("Spear")), gold=0)
    anns, bobs = {"weapon_2": "Sword", "armour": 4}, {"weapon_1": "Great Sword", "other": "lantern"}
    rows = {"ann": {**anns, "gold": 15}, "bob": {**bobs, "gold": 10}}
    assert settle(played, equip={"rows": rows}, buy_improvement=False)["spent"] == 25
    assert played.board.sides["red"].gold == 30 - 25
    assert [weapon.name for weapon in played.unit("ann").weapons] == ["Dagger", "Sword"]
    assert played.unit("ann").gear == ("Sword, armour +4 (15 gold)",)
    assert played.unit("bob").gear == ("Great Sword, lantern (10 gold)",)
    assert [weapon.name for weapon in played.unit("bob").weapons] == ["Great Sword"]


def test_recruits_are_equipped_in_the_table_of_everybody() -> None:
    played = session(hero(), gold=100)
    assert equipped(played, weapon_1="Great Sword", armour=2, gold=25)["spent"] == 25
    (joins,) = [entry for entry in batch(played, "red").entries if not entry.field]
    assert next(weapon["name"] for weapon in joins.after["weapons"]) == "Great Sword"
    assert joins.after["defence_bonus"] == 2
    assert joins.after["gear"] == ["hired (12 gold)", "Great Sword, armour +2 (25 gold)"]


def test_what_was_bought_for_a_recruit_is_in_the_file(tmp_path: Path) -> None:
    file = Path(create_session(session(hero(), gold=100).table, tmp_path, "Hire"))
    opened = open_session(file)
    equipped(opened.session, weapon_1="Great Sword", armour=2, gold=25)
    assert opened.trouble == ""
    opened.close()
    kept = restore(file).session
    assert kept.table.side("red").get("recruits") == opened.session.table.side("red").get("recruits")
    assert batch(kept, "red") == batch(opened.session, "red")
    assert check_file(file) == []


def test_a_recruit_may_not_carry_what_does_not_go_together() -> None:
    with pytest.raises(InvalidInput, match="Great Sword needs both hands"):
        equipped(session(hero(), gold=100), weapon_1="Great Sword", weapon_2="Sword")


@pytest.mark.parametrize(
    ("had", "cells", "said"),
    [
        (("Sword",), {"weapon_2": "Great Sword"}, "Ann: Great Sword needs both hands"),
        ((), {"weapon_1": "Great Sword", "weapon_2": "Sword"}, "Ann: Great Sword needs both hands"),
        (("Dagger",), {"weapon_2": "Spear"}, "Ann: Spear is never one of a pair"),
        ((), {"weapon_1": "Spear", "weapon_2": "Dagger", "gold": 9}, "Ann: Spear is never one of a pair"),
    ],
)
@pytest.mark.parametrize("step", ["equip", "robbed"])
def test_weapons_that_do_not_go_together_are_refused(step: str, had: Any, cells: Any, said: str) -> None:
    played = session(out(hero(weapons=arm(*had))), gold=0).begun("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == step, default=answer({"scar": 10}, buy_improvement=False))
    left = {"rows": {"ann": {k: v for k, v in cells.items() if step == "equip" or k != "gold"}}}
    with pytest.raises(InvalidInput, match=said):
        played.answer(left, by="red")
    assert now(played).name == step
    assert played.unit("ann").weapons == arm(*had)


def test_a_weapon_takes_the_place_of_one_that_is_put_away() -> None:
    played = session(hero(weapons=arm("Sword", "Dagger")), henchman(weapons=arm("Sword")))
    rows = {"ann": {"weapon_1": "Pike", "weapon_2": "none"}, "bob": {"weapon_2": "Sword"}}
    settle(played, equip={"rows": rows})
    assert [weapon.name for weapon in played.unit("ann").weapons] == ["Pike"]
    assert [weapon.name for weapon in played.unit("bob").weapons] == ["Sword", "Sword"]


@pytest.mark.parametrize("marked", [True, False])
def test_a_dead_leader_is_followed_by_another_hero(marked: bool) -> None:
    leader = out(hero(leader=marked, skills=("Leader",), scars=("Deathtouched",)))
    played = session(leader, hero("eve"), hero("fay"))
    outcome = settle(played, faces={"scar": 5}, new_leader="fay")
    assert outcome["leader"] == "fay"
    assert played.unit("fay").leader


def test_a_unit_that_missed_the_battle_is_back_and_draws_nothing() -> None:
    played = session(hero(), hero("eve", misses=1))
    assert not played.unit("eve").alive
    settle(played, buy_improvement=False)
    assert played.unit("eve").misses == 0
    assert [given.name for given in played.entries[-1].answers].count("improvement") == 1
    assert [career.of for career in batch(played, "red").careers] == ["ann"]


# -- what is left -----------------------------------------------------------------------------------------------------


def test_the_batch_has_every_change_with_its_reason_and_dice() -> None:
    played = session(out(hero(defence=17)), out(henchman()), gold=20)
    dice = {"scar": [9, 3], "major_wound": 3, "improvement": 5, "improvement_check": 8}
    settle(played, faces=dice, buy_improvement=False)
    made = batch(played, "red")
    assert made == batch(played, "red")
    assert made.entries == (
        LedgerEntry("red", "gold", 20, 50, "income"),
        LedgerEntry("ann", "defence", 17, 19, "major wound: Defence", (9, 3)),
        LedgerEntry("bob", "gone", "", "died", "died of its scars", (3,)),
        LedgerEntry("ann", "agility", 10, 9, "improved", (5, 8)),
    )
    assert made.careers == (Career("ann", fell=1), Career("bob", fell=1))


def test_a_battle_closed_without_its_aftermath_is_missed_all_the_same() -> None:
    made = batch(session(hero(), hero("eve", misses=1)), "red")
    assert made.entries == (LedgerEntry("eve", "misses", 1, 0, "missed this battle"),)
    assert [career.of for career in made.careers] == ["ann"]


def shot_down(*faces: list[list[int]]) -> Battle:
    """Ann, who shoots on 14 or more, shoots once at Old, whose Defence is 18 or more; these are the dice."""
    old = hero("old", side="blue", max_wounds=2)
    units, sides = [hero(ranged=14), old, henchman("rat", side="blue")], [Warband(id="red"), Warband(id="blue")]
    played = battle(units, phase="ranged", active="red", sides=sides).begun("shoot", {"unit": "ann"})
    left = list(faces)
    drive(played, [("shoot_target", "old")], default=lambda r: left.pop(0) if isinstance(r, Roll) else None)
    assert left == []
    return played


def test_a_shot_that_wounds_counts_for_both() -> None:
    played = shot_down([[15]], [[10]])
    assert batch(played, "red").careers == (Career("ann", dealt=1),)
    assert batch(played, "blue").careers == (Career("old", taken=1), Career("rat"))


def test_a_kill_is_one_event_and_counts_for_the_unit_that_took_it_out() -> None:
    # A critical: two hits, neither stopped; one is only a Wound, the other a natural 20: incapacitated.
    played = shot_down([[20]], [[5, 6]], [[3]], [[1]], [[20]])
    assert played.table.unit("old").status == "incapacitated"
    assert batch(played, "red").careers == (Career("ann", dealt=2, felled=1),)
    assert batch(played, "blue").careers[0] == Career("old", taken=2, fell=1)


def test_a_wound_more_by_an_improvement_hides_none_that_was_taken() -> None:
    fighter = FIRST | {"type": "hero", "coup_de_grace": True}
    played = skirmish("a xy", "ax ay", a=fighter, x=STUNNED)
    played.melee([20, 15, MISS], [("declare", "x")])
    assert batch(played, "R").careers == (Career("a", taken=1, felled=1, dealt=1),)
    assert batch(played, "K").careers[1] == Career("y", dealt=1)


def test_an_aftermath_is_for_battles_of_campaigns_that_are_over_and_once() -> None:
    played = session(hero())
    settle(played)
    assert [option.value for option in played.action("aftermath").values] == ["blue"]
    with pytest.raises(InvalidInput):
        played.start("aftermath", {"side": "red"})
    settle(played, "blue", faces={"income": 2})
    assert "aftermath" not in [action.name for action in played.actions()]


def test_undo_and_amend_go_back_into_the_middle_of_an_aftermath() -> None:
    played = session(out(hero()), hero("eve"))
    settle(played, faces={"scar": 16}, pit_fight="lost")
    while played.request is None or played.request.name != "pit_fight":
        played.undo()
    assert played.unit("ann").gone == ""
    found = preview(played, len(played.entries), "aftermath[red]/scar:red", [[12]])
    assert "aftermath[red]/pit_fight:red" not in found.dropped
    played.amend("aftermath[red]/scar:red", [[12]])
    drive(played, default=answer({}))
    assert played.unit("ann").gone == ""


# -- scars in the next battle -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scar", "said"), [("Berserk", "Berserk"), ("Hatred of Mordre", "as its card says"), ("Slow", "Slow")]
)
def test_scars_without_an_effect_of_the_app_are_read_out_when_the_unit_acts(scar: str, said: str) -> None:
    reminders = of(hero(scars=(scar,))).reminders
    assert [step for step, _ in reminders] == ["M5"]
    assert said in reminders[0][1]
