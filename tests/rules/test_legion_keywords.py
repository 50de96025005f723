"""Every keyword with an effect, and the dice, by figures; the data files by what they refuse."""

from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

import pytest

from companion.rules.legion import RULESET, catalog
from companion.rules.legion.dice import ATTACK, DEFENCE
from companion.rules.legion.example import names, sample
from companion.rules.legion.records import Weapon
from companion.rules.legion.sheets import sheets
from companion.testing import drive
from tests.rules.legion import Card, activate, asked, attack, card, duel, pools_of, table, those, unit
from tests.rules.scene import begun, now


def fight(one: Card, foe: Card, script: str, **fields: Any) -> tuple[Any, dict[str, Any]]:
    """Two black dice against a unit, both of 9 wounds; the table afterwards, and the outcome."""
    held = duel({"dice": {"black": 2}, **card(one)}, foe, **fields)
    return held, attack(held, "one", script)[1]


def test_the_dice_are_the_dice() -> None:
    counts = {name: [die.faces.count(f) for f in ("hit", "crit", "surge", "blank")] for name, die in ATTACK.items()}
    assert counts == {"red": [5, 1, 1, 1], "black": [3, 1, 1, 3], "white": [1, 1, 1, 5]}
    shields = {name: [die.faces.count(f) for f in ("block", "surge", "blank")] for name, die in DEFENCE.items()}
    assert shields == {"red": [3, 1, 2], "white": [1, 1, 4]}


class Blow(NamedTuple):
    """Two black dice, or those of the card, against a unit, both of 9 wounds, and figures of the outcome."""

    one: Card
    foe: Card
    script: str
    sees: Mapping[str, Any]


CASES = {
    "impact and armour with a number": Blow(
        "weapon Impact 1; black 4", "Armor 2", "attack [hit*4]; defence [blank*2]", {"hits": 1, "crits": 1, "wounds": 2}
    ),
    "whatever the spelling": Blow(
        {"weapon": {"pierce": 1, "impact": True}, "dice": {"black": 1}},
        "Armor",
        "attack [hit]; defence [block]",
        {"hits": 0, "crits": 1, "pierce": 1, "blocks": 0},
    ),
    "impact without armour": Blow(
        "weapon Impact 2", "", "attack [hit hit]; defence [blank*2]", {"hits": 2, "crits": 0}
    ),
    "critical": Blow(
        "weapon Critical 1",
        "",
        "attack [surge surge]; defence [block]",
        {"rolled": {"hits": 0, "crits": 1, "blanks": 1}, "wounds": 0},
    ),
    "critical without its number is one": Blow(
        "weapon Critical", "", "attack [surge surge]; defence [block]", {"rolled": {"hits": 0, "crits": 1, "blanks": 1}}
    ),
    "lethal": Blow(
        "weapon Lethal 2, Pierce 1; aim 1",
        "",
        "attack [crit crit]; spend_aim []; spend_lethal 1; defence [block block]",
        {"pierce": 2, "blocks": 0, "wounds": 2},
    ),
    "ram takes blanks first": Blow(
        "weapon Ram 3; black 4", "", "attack [blank blank hit hit]; ram yes; defence [blank*4]", {"hits": 1, "crits": 3}
    ),
    "jedi hunter": Blow(
        "Jedi Hunter; attack_surge hit",
        "force_icon yes",
        "attack [surge blank]; defence [blank]",
        {"rolled": {"hits": 0, "crits": 1, "blanks": 1}},
    ),
    "hold the line on both sides": Blow(
        "Hold the Line",
        "Hold the Line",
        "attack [surge blank]; defence [surge]",
        {"rolled": {"hits": 1, "crits": 0, "blanks": 1}, "rolled_blocks": 1, "wounds": 0},
    ),
    "duelist defends": Blow(
        "weapon Pierce 2",
        "Duelist, Impervious; dodge 1",
        "attack [crit crit]; spend_dodge 1; defence [block block]",
        {"defence_dice": 2, "blocks": 2, "wounds": 0},
    ),
    "immune to melee pierce keeps impervious": Blow(
        "weapon Pierce 2",
        "Immune: Melee Pierce, Impervious",
        "attack [crit crit]; defence [block*4]",
        {"defence_dice": 4, "blocks": 4},
    ),
    "immune to pierce loses impervious": Blow(
        "weapon Pierce 2",
        "Immune: Pierce, Impervious",
        "attack [crit crit]; defence [block*2]",
        {"defence_dice": 2, "blocks": 2},
    ),
    "makashi": Blow(
        "weapon Pierce 3; Makashi Mastery",
        "Immune: Pierce, Impervious",
        "makashi yes; attack [crit crit]; defence [block block]",
        {"pierce": 2, "blocks": 0, "wounds": 2},
    ),
    "makashi declined": Blow(
        "weapon Pierce 3; Makashi Mastery",
        "Immune: Pierce",
        "makashi no; attack [crit crit]; defence [block block]",
        {"pierce": 3, "blocks": 2, "wounds": 0},
    ),
    "jar'kai": Blow(
        "Jar'Kai Mastery; dodge 2",
        "",
        "attack [blank blank]; spend_dodge_attack blank; spend_dodge_attack hit; defence [blank]",
        {"rolled": {"hits": 0, "crits": 1, "blanks": 1}, "wounds": 1},
    ),
    "marksman": Blow(
        "Marksman; aim 1",
        "",
        "attack [hit blank]; spend_aim []; spend_aim_attack hit; defence [block]",
        {"crits": 1, "hits": 0},
    ),
    "deflect without dodge": Blow(
        "",
        "Deflect; dodge 1",
        "attack [crit crit]; spend_dodge 0; defence [surge surge]",
        {"rolled_blocks": 0, "wounds": 2},
    ),
    "block with dodge": Blow(
        "",
        "Block; dodge 1",
        "attack [crit crit]; spend_dodge 1; defence [surge surge]",
        {"rolled_blocks": 2, "wounds": 0},
    ),
    "uncanny luck": Blow(
        "",
        "Uncanny Luck 3",
        "attack [crit crit]; defence [blank block]; uncanny_luck [0]; defence_reroll [block]",
        {"blocks": 2, "wounds": 0},
    ),
    "surge tokens of both": Blow(
        "surge 1",
        "surge 2",
        "attack [surge surge]; spend_surge_attack 1; defence [surge]; spend_surge_defence 1",
        {"rolled": {"hits": 1, "crits": 0, "blanks": 1}, "rolled_blocks": 1},
    ),
    "no wound, no tokens": Blow("weapon Poison 2", "", "attack [crit crit]; defence [block*2]", {"gained": {}}),
    "djem so counts unconverted surges": Blow(
        "", "Djem So Mastery", "attack [surge crit]; defence [block]", {"attacker_wounds": 1}
    ),
    "djem so without blanks": Blow(
        "", "Djem So Mastery", "attack [crit crit]; defence [block*2]", {"attacker_wounds": 0}
    ),
    "ranged keywords do nothing": Blow(
        "", "Cover 2, Guardian 3, Low Profile", "attack [crit crit]; defence [blank*2]", {"wounds": 2}
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_keyword_in_an_attack(name: str) -> None:
    case = CASES[name]
    _, out = fight(case.one, case.foe, case.script)
    assert {key: out[key] for key in case.sees} == case.sees


def test_outmaneuver_lets_dodges_cancel_crits() -> None:
    held = duel({"dice": {"black": 2}}, {"keywords": {"Outmaneuver": True}, "dodge": 2})
    session = begun(held, "melee_attack", {"unit": "one"})
    dodges = {"plan": "dodge", "parts": {"hit": 1, "crit": 1, "keep": 0}}
    out = drive(session, [("attack", ["crit", "hit"]), ("spend_dodge", dodges)])
    assert [out[key] for key in ("hits", "crits", "defence_dice")] == [0, 0, 0]


def test_danger_sense_may_be_left_out_of_melees() -> None:
    _, out = fight(
        {},
        {"keywords": {"Danger Sense": 2}, "courage": 9, "suppression": 3},
        "attack [crit crit]; defence [blank*2]",
        options={"danger_sense_in_melee": False},
    )
    assert out["defence_dice"] == 2


def test_arsenal_uses_several_weapons_and_others_choose_one() -> None:
    arms = (
        Weapon("blade", "melee", {"black": 1}),
        Weapon("whip", "both", {"white": 2}, {"Pierce": 1}),
        Weapon("rifle", "ranged", {"red": 3}),
    )
    held = those("one*2 v foe; one.1+foe.1", one={"weapons": arms}, foe={"threshold": 9})
    assert now(begun(held, "melee_attack", {"unit": "one"})).title == "2 minis of one: which weapon?"
    session, out = attack(held, "one", "choose_weapons whip; attack [blank*4]")
    assert (out["pool"], out["pierce"]) == (4, 2)
    assert asked(session) == ["choose_weapons", "attack"] + ["place_mini"] * asked(session).count("place_mini")
    mixed = "choose_weapons mixed; choose_weapons blade; choose_weapons whip; attack [blank / blank*2]"
    session, out = attack(held, "one", mixed)
    assert (out["pool"], out["pierce"]) == (3, 1)
    held.unit("one").keywords = {"Arsenal": 2}
    session, out = attack(held, "one", "attack [blank*2 / blank*4]")
    assert out["pool"] == 6
    assert "choose_weapons" not in asked(session)


def test_a_keyword_without_a_number_counts_one_for_each_mini_that_uses_it() -> None:
    _, out = attack(those("one*2 v foe; one.1+foe.1", one="weapon Pierce; Pierce 1"), "one", "attack [blank*2]")
    assert out["pierce"] == 3


def test_with_arsenal_each_mini_uses_what_it_has_left_for_a_second_enemy() -> None:
    arms = (
        Weapon("axe", dice={"red": 1}, minis=("one.1",)),
        Weapon("whip", dice={"black": 1}),
        Weapon("fist", dice={"white": 1}),
    )
    held = those("one*2 v foe other; one.1+foe.1 one.2+other.1", one={"weapons": arms, "keywords": {"Arsenal": 2}})
    first = "choose_defender foe; choose_weapons [axe]; more_defenders yes; choose_weapons whip"
    session, _ = attack(held, "one", f"{first}; pool_order other; attack [blank*2 / blank]; attack [blank]")
    assert [pool["pool"] for pool in pools_of(session)] == [3, 1], "the leader one more, the other both of its own"


def test_enrage_takes_courage_and_gives_charge() -> None:
    place = "chewbacca v foe other; chewbacca.1+foe.1"
    held = those(place, chewbacca="suppression 2", foe="black 4", other="threshold 9")
    attack(held, "foe", "attack [crit*4]; defence [blank*4]")
    assert (held.unit("chewbacca").nerve, held.unit("chewbacca").suppression) == (None, 0)
    held.contacts.clear()
    session, _ = activate(held, "chewbacca", "action move; move_end other; charge yes; attack [blank*4]")
    assert "charge" in asked(session)


def test_unknown_keywords_are_reminders_and_spelling_is_forgiven() -> None:
    made = unit("one", "blue", keywords={"immune pierce": True, "JARKAI mastery": True, "Wholly New": 3})
    assert list(made.keywords) == ["Immune: Pierce", "Jar'Kai Mastery", "Wholly New"]
    held = table([made, unit("foe", "red", threshold=9)], [("one.1", "foe.1")])
    session, _ = attack(held, "one", "attack [blank]")
    assert any("Wholly New" in getattr(e, "text", "") for e in session.entries[-1].events)
    arms = [Weapon(name, dice={"black": 1}, keywords={name: True}) for name in ("Suppressive", "suppressive")]
    _, out = attack(duel({"weapons": tuple(arms), "keywords": {"Arsenal": 2}}, "courage 3"), "one", "attack [blank*2]")
    assert out["gained"] == {"foe": {"suppression": 1}}


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ({"text": "t", "colour": 1}, "unknown key 'colour'"),
        ({"text": "t", "effects": [{"hook": "99", "side": "attacker", "do": "pierce"}]}, "hook cannot be '99'"),
        ({"text": "t", "effects": [{"hook": "8", "side": "attacker", "do": "dance"}]}, "do cannot be 'dance'"),
        (
            {"text": "t", "effects": [{"hook": "8", "side": "own", "do": "give", "option": "o"}]},
            "option: no option 'o'",
        ),
    ],
)
def test_wrong_keyword_data_names_file_and_entry(
    entry: dict[str, Any], complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalog, "read_data", lambda package, name: {"Odd": entry})
    with pytest.raises(ValueError, match=rf"keywords\.toml: Odd: .*{complaint}"):
        catalog.keywords.__wrapped__()


def test_every_effect_word_is_used_by_a_keyword() -> None:
    used = {e.do for k in catalog.keywords().values() for e in k.effects}
    assert used == set(get_args(catalog.Do))


def test_sheets_follow_the_options_of_the_table() -> None:
    changed = {"danger_sense_in_melee": False, "panic_mode": "freeze", "withdraw_mode": "move"}
    by_id = {s.id: s for s in sheets({**RULESET.default_options(), **changed})}
    danger = next(row for row in by_id["keywords"].rows if row[0] == "Danger Sense")
    assert "plays without it" in danger[-1]
    assert by_id["morale"].rows[1][-1] == "nothing"
    assert "one move action" in by_id["actions"].text


def test_samples_and_sheets_come_from_the_data() -> None:
    assert len(names()) == 18
    by_id = {s.id: s for s in sheets(RULESET.default_options())}
    assert len(by_id["samples"].rows) == 18
    assert (
        "Luke Skywalker",
        "trooper",
        "1",
        "6",
        "3",
        "red",
        "crit",
        "2",
        "lightsaber: 6 black, Impact 2, Pierce 2",
        "Charge, Deflect, Immune: Pierce, Jump 1",
    ) in by_id["samples"].rows
    assert all(len(row) == len(s.columns) for s in by_id.values() for row in s.rows)
    for of in names():
        assert catalog.unknown(sample(of, "blue").keywords) == []


@pytest.mark.parametrize(
    ("unit_type", "token", "count"),
    [
        ("trooper", "poison", 2),
        ("droid_trooper", "poison", 0),
        ("ground_vehicle", "poison", 0),
        ("trooper", "ion", 0),
        ("droid_trooper", "ion", 2),
        ("repulsor_vehicle", "ion", 2),
        ("wookiee_trooper", "immobilize", 2),
    ],
)
def test_harmful_tokens_work_on_the_kinds_that_the_data_names(unit_type: str, token: str, count: int) -> None:
    held, out = fight({"weapon": {token.title(): 2}}, {"unit_type": unit_type}, "attack [crit blank]; defence [blank]")
    assert held.unit("foe").get(token) == count
    assert out["gained"] == ({"foe": {token: count}} if count else {})


def test_a_keyword_under_another_name_works_and_is_shown_by_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule code knows effects, never the names of keywords: nothing but the data is changed here."""
    renamed = {
        "Precision": catalog.Keyword("Precision", "like Lethal", catalog.keywords()["Lethal"].effects),
        "Fury": catalog.Keyword("Fury", "like Enrage", catalog.keywords()["Enrage"].effects),
        "Onslaught": catalog.Keyword("Onslaught", "like Charge", catalog.keywords()["Charge"].effects),
    }
    listed = {**catalog.keywords(), **renamed}
    monkeypatch.setattr(catalog, "keywords", lambda: listed)
    for cache in (catalog._effects_of, catalog.canonical, catalog._by_letters):
        cache.cache_clear()
    try:
        made = unit("one", "blue", weapon={"Precision": 1}, aim=1, keywords={"Onslaught": True}, threshold=9)
        held = table([made, unit("foe", "red", threshold=9, keywords={"Fury": 1})], [("one.1", "foe.1")])
        session, out = attack(held, "one", "attack [crit]; spend_lethal 1; defence [block]")
        assert (out["pierce"], out["wounds"]) == (1, 1)
        assert "Precision" in next(a.title for a in session.entries[-1].answers if a.name == "spend_lethal")
        assert held.unit("foe").nerve is None
        assert [h.name for h in held.unit("foe").having("free_attack")] == ["Charge"]
        assert [h.name for h in made.having("free_attack")] == ["Onslaught"]
    finally:
        for cache in (catalog._effects_of, catalog.canonical, catalog._by_letters):
            cache.cache_clear()
