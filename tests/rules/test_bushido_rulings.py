"""What is asked and offered in an exchange of Bushido: pools, windows, initiative, specials and rulings of a table."""

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.rules.bushido import RULESET
from companion.rules.bushido.melee.opening import read_trait
from companion.rules.bushido.records import Effect, Feat, Weapon
from companion.testing import Scripted, drive
from tests.examples import present
from tests.legal import legal
from tests.rules.bushido_kit import DEFEND, act, at, fight, pair, slot, split, steps, those
from tests.rules.scene import begun, now, results


@pytest.mark.parametrize(
    ("traits", "alone", "pool"),
    [
        ("", None, 1),
        ("traits Endurance", None, 2),
        ("traits Endurance, Indomitable", None, 3),
        ("traits Endurance, Bear Stands Alone", True, 3),
        ("traits Endurance, Bear Stands Alone", False, 2),
    ],
)
def test_endurance_and_indomitable_and_the_lonely_bear(traits: str, alone: bool | None, pool: int) -> None:
    s = begun(those("a", "bx", "ab ax", a=f"activation_counters 0; {traits}"), "melee", {"pair": "a+b"})
    asked: list[Scripted] = [] if alone is None else [("4.alone", alone)]
    drive(s, asked, stop=lambda r: r.name == "5")
    assert slot(s, "red").plans[0].total == pool


@pytest.mark.parametrize(("types", "touches", "pool"), [("Samurai", True, 4), ("Samurai", False, 3), ("Monk", True, 3)])
def test_co_ordinated_attack_needs_another_such_friend_on_the_enemy(types: str, touches: bool, pool: int) -> None:
    own = "types Samurai; traits Co-ordinated Attack [Samurai]"
    s = those("af", "b", "ab bf" if touches else "ab", a=own, f=f"types {types}")
    begun(s, "melee", {"pair": "a+b"}, until="5")
    assert slot(s, "red").plans[0].total == pool


def test_ruled_dice_that_the_rules_cannot_read_are_refused_with_those_that_are_asked() -> None:
    s = pair()
    begun(s, "melee", {"pair": "a+b"}, steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"), until="12")
    with pytest.raises(InvalidInput) as refused:
        s.overrule(now(s).key, [[5]], "a die fell off the table")
    assert refused.value.with_hint == "the rules cannot go on with that: 1 die given, 2 asked for (2 damage)"


def test_sacrifice_may_be_refused() -> None:
    s = those("a", "bgm", "ab", b="traits Sacrifice [Guard] (3)", g="types Guard")
    begun(s, "melee", {"pair": "a+b"}, steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"), until="12.friend")
    assert (now(s).by, [o["value"] for o in legal(now(s))["options"]]) == ("blue", ["pass", "g"])
    assert drive(s, steps("12.friend pass; 12 [1 1]"))["wounds"]["b"] == 3


@pytest.mark.parametrize(
    ("feat", "special", "cost"),
    [
        ("Hack", "Powerful Attack", 0),
        ("Chain Attack", "Combo Attack", 0),
        ("Sweep", "Sweep Attack", 0),
        ("Takashi Koryu", "Critical Attack", 1),
        ("Stagger", "Sidestep Defence", 0),
    ],
)
def test_feats_that_bring_a_special_are_plans_and_active_ones_the_active_players_alone(
    feat: str, special: str, cost: int
) -> None:
    own = f"feats {feat}; ki_tokens 2"
    s = at("5", own, own)
    plan = (f"{feat}: {special}", 3 - cost)
    mine, theirs = ([(p.plan, p.total) for p in slot(s, side).plans] for side in ("red", "blue"))
    assert (plan in mine, plan in theirs) == (True, feat == "Stagger")


def brings(**of_card: Any) -> dict[str, Any]:
    """Who has a feat that brings a Combo Attack with the split."""
    return {
        "ki_tokens": 1,
        "ki_feats": (Feat("Rush", windows=("5",), effects=(Effect("special", "Combo Attack"),), **of_card),),
    }


@pytest.mark.parametrize(
    ("card", "plan"),
    [
        (brings(when="without_initiative"), {"red": "", "blue": "Rush: Combo Attack"}),
        (brings(when="disengage"), {"red": "", "blue": ""}),
        (brings(target="enemy"), {"red": "", "blue": ""}),
    ],
)
def test_a_feat_for_the_split_is_declared_when_its_card_lets_it_and_on_whom(card: Any, plan: dict[str, str]) -> None:
    s = at("5", card, card)
    assert {side: "".join(p.plan for p in slot(s, side).plans[1:]) for side in plan} == plan


def test_a_friend_may_bring_a_special_too() -> None:
    s = begun(those("ac", "b", "ab", c=brings(target="friend")), "melee", {"pair": "a+b"}, until="5")
    out = drive(s, steps("3/0 c: Rush: Combo Attack v 0/3: 4 1 1 / / / 2 1 1; 12 [1 1]; 12 [1 1]"))
    assert (out["comparisons"][0]["special"], s.table.unit("c").get("ki_tokens")) == ("Combo Attack", 0)


@pytest.mark.parametrize(
    ("asks", "blow", "ruled", "title"),
    [("12", "5 1", 2, "Success Level 2"), ("10", "6 5", -1, "Success Level 3")],
)
def test_a_ruled_level_of_a_counterstrike_is_followed(asks: str, blow: str, ruled: int, title: str) -> None:
    s = at(asks, "", "specials Counterstrike Defence", f"1/2 v 1/2 Counterstrike Defence: 4 / 2 1 / 5 / {blow}")
    s.overrule(next(key for key in present(s.run).context.tallies if "SL[counter" in key), ruled, "on the stairs")
    assert title in now(s).title


def test_grapple_holds_and_the_hold_ends_when_the_holder_fights_another() -> None:
    s = those("a", "bc", "ab ac bc", a="specials Grapple Attack")
    fight(s, "2/0 Grapple Attack v 3/0: 6 5 / / 6 6 6 /")
    assert s.table.unit("b").states == {"held": ("a",)}
    s.start("melee", {"pair": "a+c"})
    assert s.table.unit("b").states == {}


def test_a_hold_is_let_go_before_assists_are_counted() -> None:
    s = begun(those("a", "bc", "ab ac", b="states held (a)"), "melee", {"pair": "a+c"}, until="5")
    assert s.table.unit("b").states == {}
    assert slot(s, "red").plans[0].total == 2


@pytest.mark.parametrize("state", ["prone", "immobilised"])
def test_prone_and_immobilised_models_have_no_specials(state: str) -> None:
    s = at("5", f"states {state}; specials Sweep Attack", "")
    assert [p.plan for p in slot(s, "red").plans] == ["plain"]


def test_flow_like_water_brings_its_special_with_the_split_and_is_paid_at_the_reveal() -> None:
    s = begun(pair(b="feats Flow Like Water; ki_tokens 2"), "melee", {"pair": "a+b"})
    drive(s, steps("5 red 2/1"), stop=lambda r: r.name == "5" and r.by == "blue" and bool(s.sealed))
    b = s.table.unit("b")
    s.answer(split(0, 3, "Flow Like Water: Counterstrike Defence"), by="blue")
    assert b.ki_tokens == 0
    out = drive(s, steps("7 [3 2 / 4 / / 6 5 5]; 7b1 blue []; 10 blue [4 4]"))
    assert out["comparisons"][0]["special"] == "Counterstrike Defence"
    assert (out["wounds"]["a"], b.granted) == (2, ())


@pytest.mark.parametrize(("option", "asked"), [("without_initiative", True), ("only_if_changed", False)])
def test_the_activating_players_window_at_3b(option: str, asked: bool) -> None:
    s = pair("feats Asp Strike; ki_tokens 2", "traits Lightning Reflexes", step3b_active_window=option)
    drive(begun(s, "melee", {"pair": "a+b"}), stop=lambda r: r.name in ("3b", "5"))
    assert (now(s).name == "3b") is asked


@pytest.mark.parametrize(("option", "side"), [("non_active", "blue"), ("without_initiative", "red")])
def test_who_declares_first_in_step_4(option: str, side: str) -> None:
    boost = "melee_boost_cost 1; ki_tokens 1"
    s = pair(boost, f"{boost}; traits Lightning Reflexes", step4_first=option)
    assert now(begun(s, "melee", {"pair": "a+b"}, until="4")).by == side


def test_dice_set_by_a_feat_are_not_rerolled_and_added_dice_count() -> None:
    fix = Feat("Still Mind", ki=1, windows=("7b",), effects=(Effect("fix_die", x=6, of="defence"),))
    more = Feat("Second Wind", ki=1, windows=("7b",), effects=(Effect("add_die", of="defence"),))
    s = begun(pair("traits Feint (3)", {"ki_feats": (fix, more), "ki_tokens": 2}), "melee", {"pair": "a+b"})
    used = steps("3/0 v 0/3: 6 1 1 / / / 2 3 4; 7b.feat Still Mind; 7b.feat Second Wind")
    drive(s, used, stop=lambda r: r.name == "7b3")
    assert [o["value"] for o in legal(now(s))["options"]] == ["defence 2", "defence 3"]
    out = drive(s, steps("7b3 []; 7b blue [5]"))
    assert (out["dice"]["b"]["defence"], out["results"]["b"]["defence"]) == ([6, 3, 4, 5], 8)


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Brutal (1)", Effect("trait", "Brutal", x=1)),
        ("Brutal (+2)", Effect("trait_plus", "Brutal", x=2)),
        ("Strong", Effect("trait", "Strong")),
        ("Prowess [Attack] (2)", Effect("trait", "Prowess", x=2, of="Attack")),
        ("Poison (1/2)", Effect("trait", "Poison", x=1, y=2)),
        ("Banzai!", Effect("trait", "Banzai!")),
        ("Odd ((1", Effect("trait", "Odd ((1")),
    ],
)
def test_a_charging_bonus_is_read_as_cards_print_traits(text: str, effect: Effect) -> None:
    assert read_trait(text) == effect


PRONE, QUICK, SLOW, REACH = "states prone", "traits Lightning Reflexes", "traits Slow", "arms Reach"


@pytest.mark.parametrize(
    ("a", "b", "touching", "leads"),
    [
        ("", "", True, "a"),
        ("", QUICK, True, "b"),
        (QUICK, QUICK, True, "a"),
        (SLOW, "", True, "b"),
        (f"{SLOW}, Lightning Reflexes", "", True, "a"),
        (f"{SLOW}, Reach", "", True, "a"),
        (SLOW, SLOW, True, "b"),
        # Reach needs to have been free when the activation began.
        ("", REACH, False, "b"),
        ("", REACH, True, "a"),
        (REACH, QUICK, False, "b"),
        (f"{QUICK}; {REACH}", QUICK, False, "a"),
        (PRONE, "", True, "b"),
        (PRONE, f"{PRONE}; {QUICK}", True, "a"),
    ],
)
def test_initiative(a: str, b: str, touching: bool, leads: str) -> None:
    s = those("a", "b", "ab" if touching else "", a=a, b=b)
    if a == PRONE:
        dice = [3 - (PRONE in of) for of in (a, b)]
        out = fight(s, "0/{0} v 0/{1}: / 2*{0} / / 2*{1}".format(*dice))
    else:
        [out] = act(s, "a", f"action melee; {DEFEND}")["exchanges"]
    assert out["initiative"] == leads


def test_two_weapons_are_chosen_by_the_other_player_first() -> None:
    two = {"weapons": (Weapon("Bo", 0), Weapon("Fist", -1))}
    assert now(at("2", two, two)).by == "blue"


# -- damage ------------------------------------------------------------------------------------------------------------


def test_a_surprised_model_has_specials_but_no_feats_and_strikes_second() -> None:
    quick = "traits Lightning Reflexes; specials Stun Attack 1; feats Asp Strike; ki_tokens 4; melee_boost_cost 1"
    s = at("5", SLOW, f"{quick}; surprised yes")
    assert [(p.plan, p.total) for p in slot(s, "blue").plans] == [("plain", 2), ("Stun Attack", 1)]
    out = drive(s, steps("0/3 v 0/2: / 2 2 2 / / 2 2"))
    assert (out["initiative"], out["initiative_why"]) == ("a", "B is Surprised")
    assert s.table.unit("b").surprised is False


@pytest.mark.parametrize(
    ("traits", "wounds", "words"),
    [
        ("Tough (2)", 2, "Tough after Sharp 1: 2"),
        ("Tough (2), Durable", 1, "Tough after Sharp 1: 2, Durable: 1"),
        ("Tough (-1)", 4, "Tough +1: 4"),
    ],
)
def test_the_wound_pipeline_halves_then_sharpened_tough_then_durable(traits: str, wounds: int, words: str) -> None:
    s = pair("specials Sweep Attack; arms Sharp (1)", f"traits {traits}")
    out = fight(s, "3/0 Sweep Attack v 0/3: 6 5 3 / / / 2 1 1; 12 red [4 4]")
    assert (out["comparisons"][0]["sl"], out["comparisons"][0]["damage"][0]["wounds"]) == (6, wounds)
    (told,) = (e.text for e in results(s) if "wound table" in e.text)
    assert told.endswith(f"column 6 of the wound table, 6 wounds, halved, rounding down: 3, {words}"), told


@pytest.mark.parametrize(("face", "alive"), [(4, True), (3, False), (1, False)])
def test_rise(face: int, alive: bool) -> None:
    s = pair(b="traits Rise (4); wounds_max 2")
    out = fight(s, f"3/0 v 1/2: 6 5 5 / / 6 / 1 1; 12 red [6 6]; 12 blue [{face}]")
    assert (out["in_play"]["b"], s.table.unit("b").wounds_marked) == (alive, 0 if alive else 2)
    assert out["ended"] == ("defender_prone" if alive else "defender_removed")
    # A report tells the die as well.
    sentences = [text for scene in RULESET.story(s.table, s.entries[-1]) for text in scene.sentences]
    assert any(text.startswith("B rises: " if alive else "B is out of play: ") for text in sentences), sentences


def test_a_special_weapon_sends_players_to_the_card_once() -> None:
    s = begun(pair("strength none; specials Combo Attack"), "melee", {"pair": "a+b"})
    drive(s, steps("3/0 Combo Attack v 0/3: 6 5 5 / / / 2 1 1"), stop=lambda r: r.name == "12.card")
    assert "Blade of A is special" in now(s).title
    drive(s)
    assert [given.key.rpartition("/")[2] for given in s.entries[-1].answers if "12" in given.name] == ["12.card:red"]


def test_a_ruled_pool_stays_ruled_when_a_feat_of_the_other_comes_after_it() -> None:
    curse = Feat("Curse", ki=1, windows=("4",), target="enemy", effects=(Effect("pool", x=-1),))
    boosting = {"ki_tokens": 4, "melee_boost_cost": 2}
    s = begun(pair({"ki_feats": (curse,), "ki_tokens": 1}, boosting), "melee", {"pair": "a+b"}, until="4")
    (before,) = (tally for tally in now(s).tally if tally.key.endswith("before_boosts[b]"))
    s.overrule(before.key, int(before) + 2, "on the stairs")
    drive(s, steps("4 0; 4.feat a: Curse"), stop=lambda r: r.name == "5")
    assert slot(s, "blue").plans[0].total == int(before) + 2 - 1
