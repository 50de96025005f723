"""What players of Bushido see before they decide and after they roll, and what they are no longer asked."""

from random import Random
from typing import Any

import pytest

from companion.engine.log import lines, summary
from companion.engine.requests import Choose, Number, Pick
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.frontend.saying.odds import best_words
from companion.play.random_player import RandomPlayer
from companion.report.playback import Playback, entries_of
from companion.report.reading import battle_of
from companion.rules.bushido import RULESET
from companion.rules.bushido.records import Effect, Feat, Special, Trait, Weapon
from companion.rules.bushido.units import BushidoUnit
from companion.testing import Scripted, drive
from tests.examples import present
from tests.odds.stepping import odds_of
from tests.rules.bushido_kit import (
    AB,
    DEFEND,
    HARD,
    act,
    at,
    fight,
    kagu,
    model,
    notes,
    pair,
    session,
    slot,
    steps,
    those,
)
from tests.rules.scene import begun, now, results, rows


def until(of: Session, name: str, *script: Scripted) -> None:
    """Answers up to the request of this name."""
    drive(of, script, stop=lambda r: r.name == name)
    assert of.request is not None, f"{name} is never asked"


# -- idle questions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("confirmed", "asked"), [(False, ["5", "5", "7", "12"]), (True, ["1", "5", "5", "7", "12", "14"])]
)
def test_an_exchange_without_feats_asks_for_splits_and_dice_alone_unless_steps_are_confirmed(
    confirmed: bool, asked: list[str]
) -> None:
    s = pair(confirm_steps=confirmed)
    fight(s, f"3/0 v 0/3: {HARD}; 12 [1 1]")
    assert [given.name for given in s.entries[-1].answers] == asked


def test_random_melees_without_feats_take_six_answers_at_most() -> None:
    answers = 0
    for seed in range(40):
        s = pair(a="melee_boost_cost 2; ki_tokens 2", b="specials Sidestep Defence 1")
        s.start("melee", {"pair": "a+b"})
        player = RandomPlayer(Random(seed))
        while s.run is not None:
            player.step(s)
        answers += len(s.entries[-1].answers)
    assert answers / 40 <= 6


def test_a_feat_that_dies_with_the_activation_is_not_sold_at_its_end() -> None:
    card = (Feat("Stagger"), Feat("Stance", ki=1, timing="active", lasts="turn", effects=(Effect("pool", x=1),)))
    s = begun(
        those("a", "b", a={"ki_tokens": 2, "ki_feats": card}),
        "activate",
        {"model": "a"},
        steps("action walk"),
        until="M6.feat",
    )
    assert [o.value for o in now(s, Choose).options] == ["pass", "a: Stance"]


def test_no_feat_is_asked_for_when_the_last_enemy_is_gone() -> None:
    card = (Feat("Stance", ki=1, timing="active", lasts="turn", effects=(Effect("pool", x=1),)),)
    s = those("a", "b", "ab", a={"ki_tokens": 2, "ki_feats": card}, b="wounds_max 1")
    act(s, "a", "action melee; 3/0 v 0/3: 6 5 5 / / / 2 1 1; 12 [6 6]")
    assert s.table.over is not None
    assert not any("M6.feat" in given.key for given in s.entries[-1].answers)


def test_no_feat_is_asked_for_on_a_model_that_has_left_play() -> None:
    curse = Feat("Curse", ki=1, windows=("11",), target="enemy", effects=(Effect("pool", x=-1),))
    a = model("a", "red", ki_tokens=2, ki_feats=(curse,), specials=(Special("Ivory Prison Attack", 0),))
    s = session(a, model("b", "blue"), model("c", "blue"), contacts=AB)
    out = fight(s, "3/0 Ivory Prison Attack v 0/3: 6 5 5 / / / 2 1 1")
    assert out["ended"] == "defender_removed"
    assert not any(given.name == "11" for given in s.entries[-1].answers)


# -- what may be chosen ------------------------------------------------------------------------------------------


def test_a_feat_that_brings_a_special_no_cheaper_than_the_weapons_own_is_offered() -> None:
    own = {"specials": (Special("Grapple Attack", 0), Special("Combo Attack", 0)), "ki_tokens": 4}
    s = at("5", {**own, "ki_feats": (Feat("Choke Hold"), Feat("Chain Attack"))}, "")
    offered = {plan.plan: [cost.spend for cost in plan.cost] for plan in slot(s, "red").plans}
    assert offered["Choke Hold: Grapple Attack"] == [2]
    assert offered["Chain Attack: Combo Attack"] == [2]
    drive(s, steps("3/0 Choke Hold: Grapple Attack v 0/3: 6 5 5 / / / 2 1 1"))
    assert s.table.unit("b").wounds_marked == 1


def test_a_feat_in_force_is_not_offered_again_with_the_split() -> None:
    s = those("a", "b", "ab", a="ki_tokens 4; feats Stagger")
    s.start("activate", {"model": "a"})
    until(s, "5", ("M2.feat", "a: Stagger"), ("action", "melee"))
    assert [plan.plan for plan in slot(s, "red").plans] == ["plain", "Sidestep Defence"]


def test_a_feat_for_friends_names_each_of_them() -> None:
    bless = Feat("Bless", ki=1, timing="active", lasts="turn", target="friend", effects=(Effect("pool", x=1),))
    s = those("ac", "b", a={"ki_tokens": 2, "ki_feats": (bless,)})
    act(s, "a", "M2.feat a: Bless: c; action walk")
    assert [g.feat for g in s.table.unit("c").granted] == ["Bless"]
    assert s.table.unit("a").granted == ()


@pytest.mark.parametrize(
    ("action", "contacts", "far"),
    [("charge", (), "up to 12″"), ("melee", (), "up to 6″"), ("disengage", AB, "up to 6″")],
)
def test_move_is_boosted_for_every_action_that_moves(action: str, contacts: tuple[Any, ...], far: str) -> None:
    s = session(model("a", "red", move_boost_cost=1, ki_tokens=2), model("b", "blue"), contacts=contacts)
    s.start("activate", {"model": "a"})
    then = "0/3 v 1/2: / 6 6 6 / 2 / 2 2" if contacts else f"target b; {DEFEND}"
    drive(s, steps(f"action {action}; {then}"), stop=lambda r: r.name == "boost.move", strict=False)
    assert (now(s, Number).hi, now(s, Number).why_hi) == (2, "2 Ki at 1 each")
    happened = s.answer(2)
    told = [event.text for event in happened if isinstance(event, Note)]
    assert any(far in words for words in [*told, now(s).title])


def test_the_weapon_choice_shows_strength_traits_and_specials() -> None:
    arms = (Weapon("Yari", 1, (Trait("Reach"),), (Special("Push Attack", 1),)), Weapon("Net", None))
    s = at("2", {"weapons": arms}, "")
    assert [o.label for o in now(s, Choose).options] == [
        "Yari, Strength +1, Reach; Push Attack (1)",
        "Net, special, see its card",
    ]


def test_reminders_come_once_and_not_for_the_weapon_left_aside() -> None:
    arms = (Weapon("Yari", 1, (Trait("Whirling"),)), Weapon("Tanto", 0, (Trait("Thin"),)))
    s = pair(a={"weapons": arms, "traits": (Trait("Odd"),)})
    fight(s, "2 Tanto; 0/3 v 0/3: / 2 2 2 / / 2 2 2")
    reminders = [text for text in notes(s) if text.startswith("Remember")]
    assert reminders == [
        "Remember A's Odd: the app does not know it",
        "Remember Tanto's Thin: the app does not know it",
    ]


# -- Assassin ----------------------------------------------------------------------------------------------------


def assassin(**fields: Any) -> BushidoUnit:
    return model("a", "red", traits=(Trait("Assassin"),), **fields)


@pytest.mark.parametrize(("unseen", "dice"), [(True, 3), (False, 2)])
def test_an_assassin_that_approaches_unseen_keeps_any_two_even_against_sixth_sense(unseen: bool, dice: int) -> None:
    s = begun(session(assassin(), model("b", "blue", traits=(Trait("Sixth Sense"),))), "activate", {"model": "a"})
    until(s, "12", ("action", "melee"), ("target", "b"), ("surprised", unseen), *steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"))
    assert f"Roll {dice} damage dice" in now(s).title
    assert not s.table.unit("b").surprised


def test_out_of_turn_an_assassin_is_asked_how_it_came() -> None:
    s = begun(session(assassin(), model("b", "blue"), contacts=AB), "melee", {"pair": "a+b"})
    until(s, "12", *steps("3/0 v 0/3: 6 5 5 / / / 2 1 1"), ("12.unseen", True))
    assert "Roll 3 damage dice and keep any two" in now(s).title


# -- special movement --------------------------------------------------------------------------------------------


def test_drag_claims_no_step_that_an_immovable_model_cannot_make() -> None:
    s = pair(a="specials Drag Attack", b="traits Immovable")
    begun(s, "melee", {"pair": "a+b"}, steps("3/0 Drag Attack v 0/3: 6 5 5 / / / 2 1 1"), until="10")
    assert now(s).title == "Drag Attack: A steps 1″ away; B cannot be moved. Do the two still touch?"


# -- whose turn --------------------------------------------------------------------------------------------------


def test_the_exchange_out_of_turn_is_a_tool_and_never_suggested() -> None:
    s = those("a", "b", "ab", a="activation_counters 0", b="activation_counters 0")
    tool = s.actions()[-1]
    assert (tool.name, tool.kind, tool.title, tool.open) == (
        "melee",
        "out_of_turn",
        "Melee exchange out of turn",
        True,
    )
    suggested = present(RULESET.suggested(s.table))
    assert suggested.name == "end_phase"


def test_the_header_names_who_acts_when_a_side_has_nobody_left() -> None:
    s = those("a", "b", "ab", a="activation_counters 1")
    fight(s, DEFEND)
    assert s.table.active == "blue"
    assert "Ito can activate nobody: Sora carries on alone" in notes(s)


# -- before and after dice ---------------------------------------------------------------------------------------


def test_the_damage_roll_stands_with_level_modifiers_and_what_the_dice_must_reach() -> None:
    s = at("12", "strength 2", "traits Armour (1)", "3/0 v 0/3: 6 5 5 / / / 2 1 1")
    assert now(s).title == "Roll 2 damage dice: A on B, Success Level 6, +1"
    sentences = [tally.sentence() for tally in now(s).tally]
    assert "A's damage modifiers 1: Strength 2, Armour −1" in sentences
    stands = rows(s, "a", "label")
    assert (stands["Success Level"], stands["Damage modifiers"]) == (6, 1)
    assert (stands["Dice to wound"], stands["Dice to fill the track"]) == ("2 or more", "3 or more")


@pytest.mark.parametrize(
    ("b", "row"),
    [
        ("traits Kami; ki_tokens 2; wounds_max 9", ("Dice to take its last Ki", "3 or more")),
        ("traits Last Stand; wounds_marked 5; last_stand yes", ("Dice to fill the track", "out of reach")),
    ],
)
def test_what_the_dice_must_reach_is_of_what_the_target_has_left(b: str, row: tuple[str, str]) -> None:
    assert row in rows(at("12", "", b, "3/0 v 0/3: 6 5 5 / / / 2 2 2"), "a", "label").items()


def test_each_roll_of_a_combo_says_which_it_is() -> None:
    s = at("12", "specials Combo Attack", "wounds_max 20", "3/0 Combo Attack v 0/3: 6 5 5 / / / 2 1 1")
    for roll in range(4):
        assert now(s).title.endswith(f"on B, Success Level {6 - 2 * roll}, +0, roll {roll + 1} of 4")
        s.answer([[1, 1]])


def test_results_name_faces_scores_and_a_fall_first() -> None:
    s = pair(b="wounds_max 2")
    fight(s, "3/0 v 1/2: 6 5 5 / / 2 / 2 1; 12 [6 6]")
    rolled, struck = results(s)
    assert rolled.text == "A's attack 8, B's defence 2: a hit, Success Level 6. B's attack 2, A's defence 0: a hit, " \
        "Success Level 2."  # fmt: skip
    assert [(g.name, g.by, g.faces, g.marks) for g in rolled.groups] == [
        ("A attack", "red", (6, 5, 5), ("highest", "support", "support")),
        ("B attack", "blue", (2,), ("highest",)),
        ("B defence", "blue", (2, 1), ("highest", "")),
    ]
    assert struck.text.startswith("B is out of play: 12 at Success Level 6")
    assert notes(s)[-2].startswith("The exchange of A and B is over: B is out of play")
    said = summary(s, s.entries[-1])
    assert "B is out of play" in said[0]
    assert not [text for text in said[1:] if text.startswith("B: ") or "touch" in text]


def test_discarded_dice_and_a_ruling_make_a_new_result() -> None:
    s = pair(b="traits Impenetrable Defence")
    fight(s, "3/0 v 0/3: 6 2 2 / / / 5 2 2")
    before, after = results(s)
    assert before.text.startswith("So far: A's attack 8, B's defence 7: a hit")
    assert not after.text.startswith("So far")
    assert after.text.startswith("A's attack 3, B's defence 7: the defence holds")
    assert ("highest", "support", "discarded") in [group.marks for group in after.groups]


def test_boosts_and_feats_of_step_4_stand_with_the_pool() -> None:
    s = pair(a="melee_boost_cost 1; ki_tokens 2; states stunned; feats Absolute Mastery")
    begun(s, "melee", {"pair": "a+b"}, until="4.feat")
    assert rows(s, "a", "label")["Pool before boosts"] == 2
    s.answer("pass")
    assert [cost.sentence() for cost in now(s, Number).cost] == ["1 of 2 Ki"]
    assert "A's pool before boosts 2: Melee Pool 3, Stunned −1" in [t.sentence() for t in now(s, Number).tally]


def test_bound_splits_say_why() -> None:
    s = pair(a="traits Aggressive", b="states frightened; melee_pool 4")
    begun(s, "melee", {"pair": "a+b"}, until="5")
    (red,), (blue,) = slot(s, "red").plans, slot(s, "blue").plans
    assert red.why_hi == {"defence": "Aggressive: no fewer attack than defence dice"}
    assert blue.why_lo == {"defence": "Frightened: no fewer defence than attack dice"}


def test_titles_do_not_repeat_the_player_who_is_asked() -> None:
    for seed in range(4):
        s, player = Session(kagu(), rng=Random(seed)), RandomPlayer(Random(seed))
        for _ in range(200):
            if s.table.over is not None:
                break
            if s.request is not None:
                assert not s.request.title.startswith(("Ito", "Sora")), s.request.title
            player.step(s)


def test_a_ruling_on_the_pool_before_boosts_counts() -> None:
    s = at("4", "melee_boost_cost 1; ki_tokens 2", "")
    s.overrule(next(key for key in present(s.run).context.tallies if key.endswith("before_boosts[a]")), 5, "a banner")
    assert (now(s, Number).hi, now(s, Number).why_hi) == (1, "never above twice the printed number")
    s.answer(1)
    assert slot(s, "red").plans[0].total == 6
    assert "Pool before boosts" not in rows(s, "a", "label")
    assert rows(s, "a", "label")["Melee Pool"] == 6


def test_numbers_of_the_first_strike_do_not_stand_at_the_second() -> None:
    s = at("12", "strength 2", "", "2/1 v 2/1: 6 5 / 2 / 5 5 / 2")
    s.answer([[1, 1]])
    assert "B on A" in now(s).title
    stands = rows(s, "a", "label")
    assert "Dice to wound" not in stands
    assert "Damage modifiers" not in stands
    assert (stands["Attack result"], stands["Melee Pool"]) == (7, 3)
    assert rows(s, "b", "label")["Split"] == "2 attack / 1 defence"


# -- what two players met in a whole turn that was played by hand ------------------------------------------------------


NUKI_DO = (Feat("Nuki Do"),)
COURSE: list[Scripted] = steps("5 red 1/2; 5 blue 2/1")


def test_a_feat_for_the_pool_is_in_the_pool_that_stands_there() -> None:
    s = at("4.feat", "", {"ki_tokens": 4, "melee_boost_cost": 2, "ki_feats": NUKI_DO})
    assert rows(s, "b", "label")["Pool before boosts"] == 3
    s.answer(next(o.value for o in now(s, Choose).options if o.value != "pass"))
    assert rows(s, "b", "label")["Pool before boosts"] == 4


def test_who_holds_off_leaves_no_success_level_for_the_damage_roll_that_follows() -> None:
    s = begun(pair(), "melee", {"pair": "a+b"}, [*COURSE, ("7", [[2], [2, 2], [6, 6], [6]])], until="12")
    assert now(s).title == "Roll 2 damage dice: B on A, Success Level 4, +0"
    assert [t.name for t in now(s).tally if "Success" in t.name] == ["B's Success Level in attack"]
    assert rows(s, "b", "label")["Success Level"] == 4


def test_a_re_roll_is_told_once() -> None:
    s = begun(pair(a="traits Prowess [Attack] (1)"), "melee", {"pair": "a+b"})
    drive(s, [*COURSE, ("7", [[2], [2, 2], [3, 3], [6]])], stop=lambda r: r.name == "7b4")
    assert now(s, Pick).title == "Which of its own dice does A re-roll, by Prowess (1)?"
    drive(s, steps("7b4 ['attack 1']; 7b4 [5]; 12 [1 1]"))
    told = [line.text for line in lines(s) if not line.small]
    assert not [text for text in told if "is rolled again" in text or text.startswith("Re-roll for")]
    assert [text for text in told if "Rolled again: A attack 2→5" in text]


def test_a_fear_test_says_where_its_dice_come_from_and_what_was_not_dared() -> None:
    s = those("a", "b", a="ki_stat 3", b="traits Fear (4), Dread (1)")
    begun(s, "activate", {"model": "a"}, steps("action melee"), until="fear")
    assert [t.sentence() for t in now(s).tally] == [
        "A needs 4: Fear of B 4",
        "Dice of A for the Fear test 2: Ki statistic 3, Dread of B −1",
    ]
    drive(s, steps("fear [3 1]"))
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert told == [
        "A fails the Fear test against B: 3, 4 needed (dice 3, 1).",
        "A does not dare to attack B: its activation is over.",
    ]


def test_assumptions_of_best_play_are_said_once() -> None:
    s = pair(a="melee_boost_cost 1; ki_tokens 1; feats Absolute Mastery", b="melee_boost_cost none")
    begun(s, "melee", {"pair": "a+b"}, until="4.feat")
    odds = odds_of(s)
    assert [text for text in odds.beside if "best" in text] == ["both split at their best"]


def test_whose_boosts_are_still_to_come_is_said_beside_the_odds() -> None:
    s = pair(a="melee_boost_cost 1; ki_tokens 2", b="melee_boost_cost 1; ki_tokens 2")
    begun(s, "melee", {"pair": "a+b"}, until="4")
    odds = odds_of(s)
    assert s.request is not None
    assert "A boosts no more" in odds.beside
    s.answer(1)
    odds = odds_of(s)
    assert "B boosts no more" not in odds.beside


def test_best_play_ends_with_one_full_stop() -> None:
    s = begun(pair(a="ki_tokens 3; feats Flow Like Water"), "melee", {"pair": "a+b"})
    drive(s, [*COURSE, ("7", [[2], [2, 2], [6, 6], [6]])], stop=lambda r: r.name == "7b.feat")
    odds = odds_of(s)
    assert not best_words(now(s), odds).endswith("..")


def test_the_end_of_an_exchange_and_what_a_special_did_have_names() -> None:
    s = pair(b="specials Sweep Attack 1")
    fight(s, "1/2 v 1/1 Sweep Attack: 2 / 2 2 / 6 / 6; 12 [6 6]")
    assert "The exchange of A and B is over: A is Prone" in [line.text for line in lines(s)]
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert "B's Sweep Attack triggers: A is Prone." in told


def test_a_charge_is_told_as_one_and_feats_of_one_model_together() -> None:
    s = those("a", "b", b="ki_tokens 4; feats Nuki Do, Stagger")
    script: list[Scripted] = steps("action charge; reach yes; surprised no")
    begun(s, "activate", {"model": "a"}, script, until="4.feat")
    s.answer(next(o.value for o in now(s, Choose).options if o.value != "pass"))
    drive(s, steps("0/3 v 2/2: / 2 2 2 / 2 2 / 2 2"))
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert told[0] == "A charges B."
    assert "B uses Nuki Do." in told


def test_the_end_phase_is_told_and_an_open_starting_phase_is_not() -> None:
    s = pair(
        a={"states": {"poisoned": [1]}, "activation_counters": 0},
        b="wounds_marked 2; traits Regenerate (1); activation_counters 0",
    )
    s.start("end_phase")
    drive(s, [])
    assert "turn 2 begins" in [line.text for line in lines(s)]
    s.start("starting_phase")
    told = [text for round_ in Playback(s).rounds for scene in round_.scenes for text in scene.sentences]
    assert told == ["A takes 1 wound (Poisoned).", "B heals 1 wound (Regenerate)."]
    assert entries_of(s)[-1].conclusion == ()
    assert [round_.number for round_ in Playback(s).rounds] == [1], "a turn that has only begun is not told"
    result = battle_of(s, "A battle").result
    assert result == f"Not finished: it stands in turn 2, Starting Phase, and waits for: {now(s).title}."
