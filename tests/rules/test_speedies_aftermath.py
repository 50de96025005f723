"""The aftermath of Speedies, step by step: every row of every table, worked by hand from the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.campaign import Career, Entry
from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.rules.speedies import RULESET
from companion.rules.speedies.aftermath.batch import batch
from companion.rules.speedies.catalog import arm
from companion.rules.speedies.skills import has_flag, of
from companion.rules.speedies.units import SpeediesTable, SpeediesUnit, Warband
from companion.testing import drive

Answers = Mapping[str, Any]


def hero(of: str = "ann", **fields: Any) -> SpeediesUnit:
    return SpeediesUnit(**{"id": of, "name": of.title(), "side": "red", "type": "hero", **fields})


def henchman(of: str = "bob", **fields: Any) -> SpeediesUnit:
    return hero(of, **{"type": "henchman", **fields})


def out(unit: SpeediesUnit) -> SpeediesUnit:
    unit.status, unit.wounds = "incapacitated", 0
    return unit


def session(*units: SpeediesUnit, winner: str | None = "blue", wins: int = 0, **fields: Any) -> Session:
    """A battle of a campaign that is over: red with these units, blue with two that stand."""
    options = fields.pop("options", {})
    rivals = [hero("mordre", side="blue"), henchman("rat", side="blue")]
    sides = [
        Warband(id="red", name="Roland", owes_aftermath=True, **fields),
        Warband(id="blue", name="Katrin", owes_aftermath=True, wins=wins),
    ]
    table = RULESET.table(
        [*units, *rivals], sides, phase="over", over_why="late", over_winner=winner, options=options, name="Over"
    )
    return Session(table)


def answer(faces: Answers, **given: Any) -> Any:
    """Dice by the name of their roll (a list is used up), other answers by the name of their request."""
    left = {name: list(value) if isinstance(value, list) else value for name, value in faces.items()}

    def default(request: Any) -> Any:
        if request.name in given:
            value = given[request.name]
            return value.pop(0) if isinstance(value, list) else value
        if isinstance(request, Roll):
            # An attempt to improve comes to nothing unless it is asked for: Morale, and a 20 against it.
            usual = {"improvement": 1, "improvement_check": 20}
            face = left.get(request.name, usual.get(request.name))
            return [[face.pop(0) if isinstance(face, list) else face]]
        if request.name == "result":
            return request.options[0].value
        return None

    return default


def settle(played: Session, side: str = "red", faces: Answers | None = None, **given: Any) -> dict[str, Any]:
    played.start("aftermath", {"side": side})
    return drive(played, default=answer(faces or {}, **given))


def table_of(played: Session) -> SpeediesTable:
    assert isinstance(played.table, SpeediesTable)
    return played.table


# -- A1 and A2 --------------------------------------------------------------------------------------------------------


def test_income_is_a_d20_for_each_treasure_one_for_the_winner_and_30() -> None:
    played = session(hero(treasure=True), henchman(), winner="red", gold=10)
    cells = {"rows": {"bob": {"treasure": True, "kills": 2}}}
    played.start("aftermath", {"side": "red"})
    outcome = drive(played, default=lambda r: [[12, 20, 5]] if r.name == "income" else answer({}, record=cells)(r))
    assert outcome["income"] == 12 + 20 + 5 + 30
    assert table_of(played).sides["red"].gold == 10 + 67
    assert table_of(played).sides["red"].wins == 1
    assert outcome["kills"] == {"bob": 2}


def test_each_20_draws_loot_that_is_written_down() -> None:
    played = session(hero(treasure=True), winner="red")
    played.start("aftermath", {"side": "red"})
    drive(
        played,
        [("loot", "a golden cup"), ("loot", "")],
        default=lambda r: [[20, 20]] if r.name == "income" else answer({})(r),
    )
    assert table_of(played).sides["red"].stash == ("a golden cup",)


def test_a_warband_without_treasure_that_lost_earns_30_and_rolls_nothing() -> None:
    played = session(hero())
    assert settle(played)["income"] == 30
    assert "income" not in [given.name for given in played.entries[-1].answers]


def test_the_income_has_its_reasons_and_can_be_overruled() -> None:
    played = session(hero(treasure=True), gold=0)
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "improvement", default=answer({"income": 8}))
    run = played.run
    assert run is not None
    tally = run.context.tallies["aftermath[red]/income"]
    assert [(line.label, line.value) for line in tally.lines] == [("Treasure of Ann", 8), ("every warband", 30)]
    played.overrule("aftermath[red]/income", 50, "a rich town")
    assert table_of(played).sides["red"].gold == 50


def test_a_treasure_is_not_carried_by_the_fallen() -> None:
    played = session(out(henchman()))
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "record", default=answer({}))
    with pytest.raises(InvalidInput, match="carries nothing"):
        played.answer({"rows": {"bob": {"treasure": True}}}, by="red")


# -- A3 ---------------------------------------------------------------------------------------------------------------


def test_a_promotion_takes_a_free_hero_slot() -> None:
    played = session(hero(), henchman(promote_pending=True))
    assert settle(played)["promoted"] == ["bob"]
    assert table_of(played).units["bob"].type == "hero"


@pytest.mark.parametrize(("retires", "promoted"), [("lapse", []), ("h2", ["bob"])])
def test_where_every_slot_is_taken_one_retires_or_the_promotion_lapses(retires: str, promoted: list[str]) -> None:
    heroes = [hero(f"h{n}") for n in range(6)]
    played = session(*heroes, henchman(promote_pending=True), hero_slots=6)
    outcome = settle(played, retires=retires)
    assert outcome["promoted"] == promoted
    assert table_of(played).units["bob"].type == ("hero" if promoted else "henchman")
    assert table_of(played).units["h2"].gone == ("retired" if promoted else "")
    assert outcome["gone"] == ({"h2": "retired"} if promoted else {})


# -- A4 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "scars", "fields"),
    [
        ([2], ("Deathtouched",), {}),
        ([7], ("Deathtouched",), {}),
        ([8], ("Madness",), {}),
        ([11], (), {"misses": 1}),
        ([12], (), {}),
        ([15], (), {}),
        ([17], ("Berserk",), {}),
        ([18], ("Causes Fear",), {}),
    ],
)
def test_scars_of_heroes(faces: list[int], scars: tuple[str, ...], fields: dict[str, Any]) -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": faces})
    ann = table_of(played).units["ann"]
    assert ann.scars == scars
    assert ann.gone == ""
    assert {name: getattr(ann, name) for name in fields} == fields


def test_the_blight_is_caught_and_rolled_for_at_once() -> None:
    played = session(out(hero()))
    outcome = settle(played, faces={"scar": 1, "blight": 5})
    assert table_of(played).units["ann"].scars == ("Blight",)
    assert outcome["blight"] == {"ann": "stays"}


@pytest.mark.parametrize(
    ("face", "scar", "gone"), [(1, "Blight", "died"), (5, "Deathtouched", "died"), (5, "Blight", "")]
)
def test_a_second_blight_and_a_second_touch_of_death_kill(face: int, scar: str, gone: str) -> None:
    played = session(hero("eve"), out(hero(scars=(scar,))))
    settle(played, faces={"scar": face, "blight": 10})
    assert table_of(played).units["ann"].gone == gone


@pytest.mark.parametrize(
    ("face", "field", "after"),
    [(1, "defence", 19), (4, "defence", 19), (5, "melee", 16), (8, "melee", 16), (9, "ranged", 14), (12, "ranged", 14)]
    + [(13, "agility", 12), (16, "agility", 12)],
)
def test_a_major_wound_makes_a_number_worse_by_2(face: int, field: str, after: int) -> None:
    played = session(out(hero(defence=17, melee=14, ranged=12, agility=10)))
    settle(played, faces={"scar": 9, "major_wound": face})
    assert getattr(table_of(played).units["ann"], field) == after


@pytest.mark.parametrize("face", [17, 20])
def test_the_highest_major_wounds_make_slow(face: int) -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": 9, "major_wound": face})
    assert table_of(played).units["ann"].scars == ("Slow",)


def test_no_number_gets_worse_than_20_and_a_dash_stays_a_dash() -> None:
    played = session(out(hero(defence=19)), out(hero("eve", ranged=None)))
    settle(played, faces={"scar": 9, "major_wound": [1, 12]})
    assert table_of(played).units["ann"].defence == 20
    assert table_of(played).units["eve"].ranged is None


def test_the_robbed_keep_what_the_players_say() -> None:
    played = session(out(hero(weapons=arm("Sword", "Dagger"), defence_bonus=4)))
    settle(played, faces={"scar": 10}, robbed={"rows": {"ann": {"weapon_1": "none", "armour": 0}}})
    ann = table_of(played).units["ann"]
    assert [weapon.name for weapon in ann.weapons] == ["Dagger"]
    assert ann.defence_bonus == 0


def test_who_wins_a_pit_fight_learns_and_is_paid() -> None:
    played = session(out(hero(agility=10)), gold=0)
    faces = {"scar": 16, "improvement": [4, 1], "improvement_check": [10, 20]}
    settle(played, faces=faces, pit_fight="won", buy_improvement=False)
    assert table_of(played).sides["red"].gold == 30 + 50
    assert table_of(played).units["ann"].agility == 9


def test_who_loses_a_pit_fight_is_gone() -> None:
    played = session(out(hero()), hero("eve"))
    outcome = settle(played, faces={"scar": 16}, pit_fight="lost")
    assert outcome["gone"] == {"ann": "lost in the pits"}


def test_hatred_says_of_whom() -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": 19}, hatred="mordre")
    assert table_of(played).units["ann"].scars == ("Hatred of Mordre",)


def test_a_20_is_an_improvement() -> None:
    played = session(out(hero(melee=14)))
    settle(played, faces={"scar": 20, "improvement": [17, 1]})
    assert table_of(played).units["ann"].injury == 1


@pytest.mark.parametrize(("face", "gone"), [(2, "died"), (5, "died"), (6, ""), (20, "")])
def test_scars_of_henchmen(face: int, gone: str) -> None:
    played = session(hero(), out(henchman()))
    settle(played, faces={"scar": face})
    assert table_of(played).units["bob"].gone == gone
    assert table_of(played).units["bob"].scars == ()


def test_a_scar_can_be_overruled() -> None:
    played = session(hero(), out(henchman()))
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "improvement", default=answer({"scar": 3}))
    assert table_of(played).units["bob"].gone == "died"
    played.overrule("aftermath[red]/scar[bob]", 6, "it was a bad throw")
    assert table_of(played).units["bob"].gone == ""


# -- A5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "face", "fate"),
    [
        ("henchman", 4, "dies"),
        ("henchman", 5, "stays"),
        ("henchman", 15, "stays"),
        ("henchman", 16, "cured"),
        ("hero", 2, "dies"),
        ("hero", 3, "stays"),
        ("hero", 13, "stays"),
        ("hero", 14, "cured"),
    ],
)
def test_the_blight(kind: str, face: int, fate: str) -> None:
    played = session(hero("eve"), hero(type=kind, scars=("Blight", "Slow")))
    assert settle(played, faces={"blight": face})["blight"] == {"ann": fate}
    ann = table_of(played).units["ann"]
    assert ann.gone == ("died" if fate == "dies" else "")
    assert ann.scars == (("Slow",) if fate == "cured" else ("Blight", "Slow"))


def test_with_the_printed_table_the_players_read_the_page() -> None:
    played = session(hero(scars=("Blight",)), options={"blight_table": "printed"})
    settle(played, faces={"blight": 15}, blight_fate="cured")
    assert table_of(played).units["ann"].scars == ()


# -- A6 ---------------------------------------------------------------------------------------------------------------


def test_each_hero_draws_once_for_nothing_and_once_more_for_25_gold() -> None:
    played = session(hero(melee=14), henchman(), gold=0)
    settle(played, faces={"improvement": [7, 18], "improvement_check": [14]}, improve="melee", buy_improvement=True)
    ann = table_of(played).units["ann"]
    assert (ann.melee, ann.pierce) == (13, 1)
    assert table_of(played).sides["red"].gold == 30 - 25


def test_another_attempt_is_not_offered_where_the_purse_is_too_thin() -> None:
    played = session(hero(), hero("eve"), gold=0)
    settle(played, buy_improvement=True)
    asked = [given.name for given in played.entries[-1].answers]
    assert asked.count("buy_improvement") == 1


# -- A7 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "skills", "spells"),
    [
        ({"skill": "Cleave"}, ("Cleave",), ()),
        ({"skill": "other", "skill_name": "Acrobat"}, ("Acrobat",), ()),
        ({"skill": "other", "skill_name": ""}, (), ()),
        ({"skill": "spell", "skill_name": "Hex", "spell_difficulty": 11}, (), (("Hex", 11),)),
    ],
)
def test_a_skill_that_was_drawn_is_chosen_now(given: Any, skills: Any, spells: Any) -> None:
    played = session(hero(improvements=("skill",)), henchman())
    settle(played, **given)
    ann = table_of(played).units["ann"]
    assert ann.skills == skills
    assert tuple((spell.name, spell.difficulty) for spell in ann.spells) == spells


def test_recruits_join_with_the_next_battle_and_are_paid_for() -> None:
    played = session(hero(), gold=10, hero_slots=1, winner=None)
    recruits = {"recruit_1": {"line": "rat", "name": "Whiskers", "gold": 12}, "recruit_2": {"gold": 20}}
    outcome = settle(played, hire=2, recruits={"rows": recruits}, buy_improvement=False)
    assert outcome["hired"] == ["Whiskers", "Infantry"]
    assert table_of(played).sides["red"].gold == 10 + 30 - 32
    new = [entry for entry in batch(played, "red").entries if not entry.field]
    assert [(entry.of, entry.after["name"], entry.after["gear"]) for entry in new] == [
        ("whiskers", "Whiskers", ["hired (12 gold)"]),
        ("infantry", "Infantry", ["hired (20 gold)"]),
    ]


def test_hiring_stops_at_the_size_of_a_warband_and_at_the_purse() -> None:
    nine = [henchman(f"b{n}") for n in range(9)]
    played = session(hero(), *nine, gold=0, winner=None, options={"aftermath_warband_size": 12})
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "hire", default=answer({}, buy_improvement=False))
    with pytest.raises(InvalidInput, match="3 is out of bounds"):
        played.answer(3, by="red")
    played.answer(2, by="red")
    with pytest.raises(InvalidInput, match="31 in all"):
        played.answer({"rows": {"recruit_1": {"gold": 20}, "recruit_2": {"gold": 11}}}, by="red")


@pytest.mark.parametrize(("slots", "kind"), [(1, "henchman"), (2, "hero")])
def test_a_hero_is_hired_into_a_free_slot(slots: int, kind: str) -> None:
    played = session(hero(), hero_slots=slots)
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "recruits", default=answer({}, hire=1))
    line = {"rows": {"recruit_1": {"line": "captain"}}}
    if kind == "henchman":
        with pytest.raises(InvalidInput, match="not offered"):
            played.answer(line, by="red")
    else:
        played.answer(line, by="red")
        assert [recruit.type for recruit in table_of(played).sides["red"].recruits] == ["hero"]


@pytest.mark.parametrize(("theirs", "winner", "free"), [(3, None, 45), (1, "blue", 30), (1, "red", 0), (0, None, 0)])
def test_the_underdog_hires_for_15_gold_a_win_fewer(theirs: int, winner: str | None, free: int) -> None:
    played = session(hero(), gold=0, winner=winner, wins=theirs)
    played.start("aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "hire", default=answer({"income": 1}, buy_improvement=False))
    assert played.run is not None
    assert int(played.run.context.tallies["aftermath[red]/underdog"]) == free


def test_the_underdog_pays_only_what_is_more() -> None:
    played = session(hero(), gold=0, winner=None, wins=2)
    settle(played, hire=1, recruits={"rows": {"recruit_1": {"gold": 40}}}, buy_improvement=False)
    assert table_of(played).sides["red"].gold == 30 - (40 - 30)


def test_gear_is_put_on_paid_for_and_written_down() -> None:
    played = session(hero(weapons=arm("Dagger")), henchman(weapons=arm("Spear")), gold=0)
    rows = {
        "ann": {"weapon_2": "Sword", "armour": 4, "gold": 15},
        "bob": {"weapon_1": "Great Sword", "other": "lantern", "gold": 10},
    }
    outcome = settle(played, equip={"rows": rows}, buy_improvement=False)
    table = table_of(played)
    assert outcome["spent"] == 25
    assert table.sides["red"].gold == 30 - 25
    assert [weapon.name for weapon in table.units["ann"].weapons] == ["Dagger", "Sword"]
    assert table.units["ann"].gear == ("Sword, armour +4 (15 gold)",)
    assert table.units["bob"].gear == ("Great Sword, lantern (10 gold)",)
    assert [weapon.name for weapon in table.units["bob"].weapons] == ["Great Sword"]


def test_of_two_weapons_that_do_not_go_together_the_new_one_stays() -> None:
    played = session(hero(weapons=arm("Sword", "Dagger")), henchman(weapons=arm("Spear")))
    settle(played, equip={"rows": {"ann": {"weapon_1": "Pike"}, "bob": {"weapon_2": "Axe"}}})
    table = table_of(played)
    assert [weapon.name for weapon in table.units["ann"].weapons] == ["Pike"]
    assert [weapon.name for weapon in table.units["bob"].weapons] == ["Axe"]


def test_hero_slots_cost_50_100_and_150() -> None:
    played = session(hero(), gold=400)
    outcome = settle(played, hero_slot=True, buy_improvement=False)
    side = table_of(played).sides["red"]
    assert (outcome["slots"], side.hero_slots, side.gold) == (3, 6, 430 - 300)


@pytest.mark.parametrize("marked", [True, False])
def test_a_dead_leader_is_followed_by_another_hero(marked: bool) -> None:
    leader = out(hero(leader=marked, skills=("Leader",), scars=("Deathtouched",)))
    played = session(leader, hero("eve"), hero("fay"))
    outcome = settle(played, faces={"scar": 5}, leader="fay")
    assert outcome["leader"] == "fay"
    assert table_of(played).units["fay"].leader


def test_a_unit_that_missed_the_battle_is_back_and_draws_nothing() -> None:
    played = session(hero(), hero("eve", misses=1))
    assert not table_of(played).units["eve"].alive
    settle(played, buy_improvement=False)
    assert table_of(played).units["eve"].misses == 0
    assert [given.name for given in played.entries[-1].answers].count("improvement") == 1
    assert [career.of for career in batch(played, "red").careers] == ["ann"]


# -- what is left -----------------------------------------------------------------------------------------------------


def test_the_batch_has_every_change_with_its_reason_and_dice() -> None:
    played = session(out(hero(defence=17)), out(henchman()), gold=20)
    settle(
        played,
        faces={"scar": [9, 3], "major_wound": 3, "improvement": 5, "improvement_check": 8},
        buy_improvement=False,
    )
    made = batch(played, "red")
    assert made == batch(played, "red")
    assert made.entries == (
        Entry("red", "gold", 20, 50, "income"),
        Entry("ann", "defence", 17, 19, "major wound: Defence", (9, 3)),
        Entry("bob", "gone", "", "died", "died of its scars", (3,)),
        Entry("ann", "agility", 10, 9, "improved", (5, 8)),
    )
    assert made.careers == (Career("ann", fell=1), Career("bob", fell=1))


def test_an_aftermath_is_for_battles_of_campaigns_that_are_over_and_once() -> None:
    played = session(hero())
    settle(played)
    assert [option.value for action in played.actions() if action.name == "aftermath" for option in action.values] == [
        "blue"
    ]
    with pytest.raises(InvalidInput):
        played.start("aftermath", {"side": "red"})
    settle(played, "blue", faces={"income": 2})
    assert "aftermath" not in [action.name for action in played.actions()]


def test_undo_and_amend_go_back_into_the_middle_of_an_aftermath() -> None:
    played = session(out(hero()), hero("eve"))
    settle(played, faces={"scar": 16}, pit_fight="lost")
    while played.request is None or played.request.name != "pit_fight":
        played.undo()
    assert table_of(played).units["ann"].gone == ""
    preview = played.preview_amend("aftermath[red]/scar:red", [[12]])
    assert "aftermath[red]/pit_fight:red" not in preview.asked_again
    played.amend("aftermath[red]/scar:red", [[12]])
    drive(played, default=answer({}))
    assert table_of(played).units["ann"].gone == ""


# -- scars in the next battle -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scar", "said"), [("Berserk", "Berserk"), ("Hatred of Mordre", "as its card says"), ("Slow", "Slow")]
)
def test_scars_without_an_effect_of_the_app_are_read_out_when_the_unit_acts(scar: str, said: str) -> None:
    reminders = of(hero(scars=(scar,))).reminders
    assert [step for step, _ in reminders] == ["M5"]
    assert said in reminders[0][1]


def test_scars_with_an_effect_work_as_skills_do() -> None:
    assert has_flag(hero(scars=("Causes Fear",)), "causes_fear")
    assert of(hero(scars=("Blight",))).advantage == (("first_turn", "Blight"),)
    assert of(hero(scars=("Deathtouched",))).reminders[0][0] == "A4"
