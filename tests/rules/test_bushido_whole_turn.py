"""What two players met in a whole turn that was played by hand: numbers, labels, and the report of it."""

from __future__ import annotations

from companion.engine.log import lines
from companion.engine.requests import Choose, Pick
from companion.frontend.saying.odds import best_words
from companion.report.playback import Playback, entries_of
from companion.report.reading import battle_of
from companion.rules.bushido.records import Feat, Special, Trait
from companion.testing import Scripted, drive
from tests.odds.stepping import odds_of
from tests.rules.bushido_kit import course, fight, model, pair, session, split
from tests.rules.scene import begun, now
from tests.rules.test_bushido_eyes_open import rows, until

NUKI_DO = (Feat("Nuki Do"),)
COURSE: list[Scripted] = [("5", "red", split(1, 2)), ("5", "blue", split(2, 1))]


def test_a_feat_for_the_pool_is_in_the_pool_that_stands_there() -> None:
    s = begun(pair(b={"ki_tokens": 4, "melee_boost_cost": 2, "ki_feats": NUKI_DO}), "melee", {"pair": "a+b"})
    until(s, "4.feat")
    assert rows(s, "b")["Pool before boosts"] == 3
    s.answer(next(o.value for o in now(s, Choose).options if o.value != "pass"))
    assert rows(s, "b")["Pool before boosts"] == 4


def test_who_holds_off_leaves_no_success_level_for_the_damage_roll_that_follows() -> None:
    s = begun(pair(), "melee", {"pair": "a+b"}, [*COURSE, ("7", [[2], [2, 2], [6, 6], [6]])], until="12")
    assert now(s).title == "Roll 2 damage dice: B on A, Success Level 4, +0"
    assert [t.name for t in now(s).tally if "Success" in t.name] == ["B's Success Level in attack"]
    assert rows(s, "b")["Success Level"] == 4


def test_a_re_roll_is_told_once() -> None:
    s = begun(pair(a={"traits": (Trait("Prowess", x=1, of="Attack"),)}), "melee", {"pair": "a+b"})
    drive(s, [*COURSE, ("7", [[2], [2, 2], [3, 3], [6]])], stop=lambda r: r.name == "7b4")
    assert now(s, Pick).title == "Which of its own dice does A re-roll, by Prowess (1)?"
    drive(s, [("7b4", ["attack 1"]), ("7b4", [[5]]), ("12", [[1, 1]])])
    told = [line.text for line in lines(s) if not line.small]
    assert not [text for text in told if "is rolled again" in text or text.startswith("Re-roll for")]
    assert [text for text in told if "Rolled again: A attack 2→5" in text]


def test_a_fear_test_says_where_its_dice_come_from_and_what_was_not_dared() -> None:
    s = session(model("a", "red", ki_stat=3), model("b", "blue", traits=(Trait("Fear", x=4), Trait("Dread", x=1))))
    begun(s, "activate", {"model": "a"}, [("action", "melee")], until="fear")
    assert [t.sentence() for t in now(s).tally] == ["Dice of A for the Fear test 2: Ki statistic 3, Dread of B −1"]
    drive(s, [("fear", [[3, 1]])])
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert told == [
        "A fails the Fear test against B: 3, 4 needed (dice 3, 1).",
        "A does not dare to attack B: its activation is over.",
    ]


def test_assumptions_of_best_play_are_said_once() -> None:
    s = pair(
        a={"melee_boost_cost": 1, "ki_tokens": 1, "ki_feats": (Feat("Absolute Mastery"),)}, b={"melee_boost_cost": None}
    )
    s.start("melee", {"pair": "a+b"})
    until(s, "4.feat")
    odds = odds_of(s)
    assert [text for text in odds.beside if "best" in text] == ["both split at their best"]


def test_whose_boosts_are_still_to_come_is_said_beside_the_odds() -> None:
    s = pair(a={"melee_boost_cost": 1, "ki_tokens": 2}, b={"melee_boost_cost": 1, "ki_tokens": 2})
    s.start("melee", {"pair": "a+b"})
    until(s, "4")
    odds = odds_of(s)
    assert s.request is not None
    assert "A boosts no more" in odds.beside
    s.answer(1)
    odds = odds_of(s)
    assert "B boosts no more" not in odds.beside


def test_best_play_ends_with_one_full_stop() -> None:
    s = begun(pair(a={"ki_tokens": 3, "ki_feats": (Feat("Flow Like Water"),)}), "melee", {"pair": "a+b"})
    drive(s, [*COURSE, ("7", [[2], [2, 2], [6, 6], [6]])], stop=lambda r: r.name == "7b.feat")
    odds = odds_of(s)
    assert not best_words(now(s), odds).endswith("..")


def test_the_end_of_an_exchange_and_what_a_special_did_have_names() -> None:
    s = pair(b={"specials": (Special("Sweep Attack"),)})
    fight(s, "a+b", split(1, 2), split(1, 1, "Sweep Attack"), [[2], [2, 2], [6], [6]], ("12", [[6, 6]]))
    assert "The exchange of A and B is over: A is Prone" in [line.text for line in lines(s)]
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert "B's Sweep Attack triggers: A is Prone." in told


def test_a_charge_is_told_as_one_and_feats_of_one_model_together() -> None:
    s = session(model("a", "red"), model("b", "blue", ki_tokens=4, ki_feats=(Feat("Nuki Do"), Feat("Stagger"))))
    script: list[Scripted] = [("action", "charge"), ("reach", True), ("surprised", False)]
    begun(s, "activate", {"model": "a"}, script, until="4.feat")
    s.answer(next(o.value for o in now(s, Choose).options if o.value != "pass"))
    drive(s, course(split(0, 3), split(2, 2), [[], [2, 2, 2], [2, 2], [2, 2]]))
    told = [text for scene in Playback(s).rounds[0].scenes for text in scene.sentences]
    assert told[0] == "A charges B."
    assert "B uses Nuki Do." in told


def test_the_end_phase_is_told_and_an_open_starting_phase_is_not() -> None:
    s = pair(
        a={"states": {"poisoned": [1]}, "activation_counters": 0},
        b={"wounds_marked": 2, "traits": (Trait("Regenerate", x=1),), "activation_counters": 0},
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
