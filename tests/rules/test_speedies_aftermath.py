"""The aftermath of Speedies, A1 to A5: every row of every table, worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.state.results import Result
from companion.rules.speedies.catalog import arm
from companion.testing import drive
from tests.rules.scene import begun, now, run_of
from tests.rules.speedies_aftermath import answer, henchman, hero, out, session, settle, table_of

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
    played = begun(session(hero(treasure=True), winner="red"), "aftermath", {"side": "red"})
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
    played = begun(session(hero(treasure=True), gold=0), "aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "improvement", default=answer({"income": 8}))
    run = run_of(played)
    tally = run.context.tallies["aftermath[red]/income"]
    assert [(line.label, line.value) for line in tally.lines] == [("Treasure of Ann", 8), ("every warband", 30)]
    played.overrule("aftermath[red]/income", 50, "a rich town")
    assert table_of(played).sides["red"].gold == 50


def test_a_treasure_is_not_carried_by_the_fallen() -> None:
    played = begun(session(out(henchman())), "aftermath", {"side": "red"})
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
    ann = table_of(played).units["ann"]
    assert ann.scars == scars
    assert ann.gone == ""
    assert {name: getattr(ann, name) for name in fields} == fields


def test_the_blight_is_caught_and_rolled_for_at_once() -> None:
    played = session(out(hero()))
    outcome = settle(played, faces={"scar": 1, "blight": 5})
    assert table_of(played).units["ann"].scars == ("Blight",)
    assert outcome["blight"] == {"ann": "stays"}


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
    told = [event.text for event in played.entries[-1].events if isinstance(event, Result)]
    assert any(text.startswith("Ann, 19: hatred. It hates somebody") for text in told), "a scar says what it does"


def test_a_20_is_an_improvement() -> None:
    played = session(out(hero(melee=14)))
    settle(played, faces={"scar": 20, "improvement": [17, 1]})
    assert table_of(played).units["ann"].injury == 1


def test_a_scar_can_be_overruled() -> None:
    played = begun(session(hero(), out(henchman())), "aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "improvement", default=answer({"scar": 3}))
    assert table_of(played).units["bob"].gone == "died"
    played.overrule("aftermath[red]/scar[bob]", 6, "it was a bad throw")
    assert table_of(played).units["bob"].gone == ""


# -- A5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "face", "fate"),
    [
        ("henchman", 4, "dies"),
        ("henchman", 16, "cured"),
        ("hero", 2, "dies"),
        ("hero", 13, "stays"),
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


def test_what_a_warband_earns_is_no_reason_of_the_next_roll() -> None:
    played = begun(session(out(hero())), "aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "scar", default=answer({}))
    request = now(played, Roll)
    assert list(request.tally) == []
    assert [dice.reads for dice in request.dice] == [None], "a table has no high and low"


def test_a_hero_slot_is_offered_by_its_number() -> None:
    played = begun(session(hero(), gold=60), "aftermath", {"side": "red"})
    drive(played, stop=lambda r: r.name == "hero_slot", default=answer({}))
    assert now(played).title == "A fourth hero slot, for 50 gold?"
