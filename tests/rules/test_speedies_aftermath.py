"""The aftermath of Speedies, A1 to A5: every row of every table, worked by hand from the rules."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.state.results import Result
from companion.rules.speedies.catalog import arm
from companion.testing import drive
from tests.rules.scene import now, run_of
from tests.rules.speedies_aftermath import answer, henchman, hero, out, session, settle, until
from tests.rules.speedies_setups import table_of, unit

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
    played = until("income", session(hero(treasure=True), winner="red"))
    played.answer([[20, 20]])
    drive(played, [("loot", "a golden cup"), ("loot", "")], default=answer({}))
    assert table_of(played).sides["red"].stash == ("a golden cup",)


def test_a_warband_without_treasure_that_lost_earns_30_and_rolls_nothing() -> None:
    played = session(hero())
    assert settle(played)["income"] == 30
    assert "income" not in [given.name for given in played.entries[-1].answers]


def test_the_income_has_its_reasons_and_can_be_overruled() -> None:
    played = until("improvement", session(hero(treasure=True), gold=0), {"income": 8})
    tally = run_of(played).context.tallies["aftermath[red]/income"]
    assert [(line.label, line.value) for line in tally.lines] == [("Treasure of Ann", 8), ("every warband", 30)]
    played.overrule("aftermath[red]/income", 50, "a rich town")
    assert table_of(played).sides["red"].gold == 50


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
    assert unit(played, "bob").type == ("hero" if promoted else "henchman")
    assert unit(played, "h2").gone == gone.get("h2", "")


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
    ann = unit(played, "ann")
    assert (ann.scars, ann.gone) == (scars, "")
    assert {name: getattr(ann, name) for name in fields} == fields


def test_the_blight_is_caught_and_rolled_for_at_once() -> None:
    played = session(out(hero()))
    outcome = settle(played, faces={"scar": 1, "blight": 5})
    assert unit(played, "ann").scars == ("Blight",)
    assert outcome["blight"] == {"ann": "stays"}


def test_the_robbed_keep_what_the_players_say() -> None:
    played = session(out(hero(weapons=arm("Sword", "Dagger"), defence_bonus=4)))
    settle(played, faces={"scar": 10}, robbed={"rows": {"ann": {"weapon_1": "none", "armour": 0}}})
    ann = unit(played, "ann")
    assert [weapon.name for weapon in ann.weapons] == ["Dagger"]
    assert ann.defence_bonus == 0


def test_who_wins_a_pit_fight_learns_and_is_paid() -> None:
    played = session(out(hero(agility=10)), gold=0)
    faces = {"scar": 16, "improvement": [4, 1], "improvement_check": [10, 20]}
    settle(played, faces=faces, pit_fight="won", buy_improvement=False)
    assert table_of(played).sides["red"].gold == 30 + 50
    assert unit(played, "ann").agility == 9


def test_who_loses_a_pit_fight_is_gone() -> None:
    played = session(out(hero()), hero("eve"))
    outcome = settle(played, faces={"scar": 16}, pit_fight="lost")
    assert outcome["gone"] == {"ann": "lost in the pits"}


def test_hatred_says_of_whom() -> None:
    played = session(out(hero()))
    settle(played, faces={"scar": 19}, hatred="mordre")
    assert unit(played, "ann").scars == ("Hatred of Mordre",)
    told = [event.text for event in played.entries[-1].events if isinstance(event, Result)]
    assert any(text.startswith("Ann, 19: hatred. It hates somebody") for text in told), "a scar says what it does"


def test_a_20_is_an_improvement() -> None:
    played = session(out(hero(melee=14)))
    settle(played, faces={"scar": 20, "improvement": [17, 1]})
    assert unit(played, "ann").injury == 1


def test_a_scar_can_be_overruled() -> None:
    played = until("improvement", session(hero(), out(henchman())), {"scar": 3})
    assert unit(played, "bob").gone == "died"
    played.overrule("aftermath[red]/scar[bob]", 6, "it was a bad throw")
    assert unit(played, "bob").gone == ""


# -- A5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("face", "fate"), [(4, "dies"), (5, "stays"), (16, "cured")])
def test_the_blight(face: int, fate: str) -> None:
    played = session(hero("eve"), henchman("ann", scars=("Blight", "Slow")))
    assert settle(played, faces={"blight": face})["blight"] == {"ann": fate}
    ann = unit(played, "ann")
    assert ann.gone == ("died" if fate == "dies" else "")
    assert ann.scars == (("Slow",) if fate == "cured" else ("Blight", "Slow"))


def test_with_the_printed_table_the_players_read_the_page() -> None:
    played = session(hero(scars=("Blight",)), options={"blight_table": "printed"})
    settle(played, faces={"blight": 15}, blight_fate="cured")
    assert unit(played, "ann").scars == ()


def test_what_a_warband_earns_is_no_reason_of_the_next_roll() -> None:
    played = until("scar", session(out(hero())))
    request = now(played, Roll)
    assert list(request.tally) == []
    assert [dice.reads for dice in request.dice] == [None], "a table has no high and low"


def test_a_hero_slot_is_offered_by_its_number() -> None:
    played = until("hero_slot", session(hero(), gold=60))
    assert now(played).title == "A fourth hero slot, for 50 gold?"
