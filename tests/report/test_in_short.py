"""The first lines of a report name what mattered; no sentence is told twice."""

from dataclasses import replace

import pytest

from companion.engine import registry
from companion.engine.state.health import Measure
from companion.engine.state.phrases import about
from companion.report.battle import Battle, Blow, RoundRecord, SideRecord, UnitRecord
from companion.report.battle_page import battle_page
from companion.report.in_short import dice_words, in_short
from companion.report.markdown import markdown
from companion.report.playback import told_once
from companion.report.recap import telling
from tests.report.reading import battle


def fought(*blows: Blow) -> Battle:
    units = {
        of: UnitRecord(
            of, side, name, 5, 5, next((blow for blow in reversed(blows) if blow.felled and blow.of == of), None)
        )
        for of, side, name in (("oda", "red", "Oda"), ("ann", "blue", "Ann"), ("troops", "blue", "Troopers"))
    }
    sides = (
        SideRecord("red", "Ito", (units["oda"],)),
        SideRecord("blue", "Sora", (units["ann"], units["troops"])),
    )
    rounds = (
        RoundRecord(1, strength={"red": 5, "blue": 9}, left={"red": 1, "blue": 2}),
        RoundRecord(2, strength={"red": 4, "blue": 2}, left={"red": 1, "blue": 1}),
    )
    start = RoundRecord(0, strength={"red": 5, "blue": 10}, left={"red": 1, "blue": 2})
    return Battle("t", "g", "", True, Measure("wounds", "wounds left"), "turn", sides, rounds, start, blows, (), ())


def test_the_first_fall_the_round_that_turns_it_and_who_did_most() -> None:
    told = fought(Blow(1, "", "ann", 1, False), Blow(2, "oda", "ann", 4, True), Blow(2, "oda", "troops", 3, True))
    assert list(in_short(told)) == [
        "Ann falls first, to Oda in turn 2.",
        "Turn 2 turns it: Sora loses 7 of 9 wounds, and Ann and Troopers fall.",
        "The hero: Oda, 7 wounds dealt and Ann and Troopers felled.",
        "Troopers fall last, to Oda in turn 2.",
        "Wounds lost: Ito 0 and Sora 8.",
    ]


def test_where_models_fall_they_are_counted_and_not_wounds() -> None:
    told = replace(fought(Blow(2, "oda", "troops", 5, True)), measure=Measure("models", "models left", models=True))
    assert "The hero: Oda, 5 models killed and Troopers felled." in list(in_short(told))
    assert "| Who | Whom | Models killed | Out of action |" in markdown(battle_page(told))


def test_who_left_the_table_or_came_late_turns_nothing() -> None:
    """What left is no loss, and what came hides none: the turning point counts blows.

    Four wounds came late, so that red has as many as before once it lost four.
    """
    told = fought(Blow(2, "oda", "ann", 1, True))
    assert "turns it" not in " ".join(in_short(told)), "eight wounds left the table, and one was dealt"
    told = fought(Blow(1, "ann", "oda", 4, True), Blow(2, "oda", "ann", 1, False))
    assert "Turn 1 turns it: Ito loses 4 of 9 wounds, and Oda falls." in list(in_short(told))


def test_a_battle_is_turned_against_one_who_did_not_win_it() -> None:
    told = fought(Blow(1, "ann", "oda", 4, True), Blow(2, "oda", "ann", 3, True))
    assert "Turn 1 turns it: Ito loses 4 of 9 wounds, and Oda falls." in list(in_short(told))
    won = [text for text in in_short(replace(told, winner="red")) if "turns it" in text]
    assert won == ["Turn 2 turns it: Sora loses 3 of 9 wounds, and Ann falls."]


def test_first_blood_is_told_where_nobody_fell_and_nothing_where_nobody_was_hurt() -> None:
    assert list(in_short(fought(Blow(1, "oda", "ann", 1, False)))) == [
        "Oda draws first blood, on Ann in turn 1.",
        "Turn 1 comes nearest to turning it: Sora loses 1 of 10 wounds.",
        "The hero: Oda, 1 wound dealt.",
        "Wounds lost: Ito 0 and Sora 1.",
        "Standing: Ito 1 of 1 and Sora 2 of 2.",
    ]
    assert list(in_short(fought())) == []


@pytest.mark.parametrize("game", registry.BUILT_IN)
def test_whoever_fell_first_is_named(game: str) -> None:
    made = battle(game, 1)
    first = next((blow for blow in made.blows if blow.felled), None)
    told = [sentence for sentence in in_short(made) if " first, " in sentence]
    assert len(told) == (first is not None)
    assert len(list(in_short(made))) == 5
    if first is not None:
        assert told[0].startswith(made.unit(first.of).name)


def test_a_sentence_is_told_once_with_how_often() -> None:
    assert told_once(["Ann falls.", "Bob pays 1.", "Bob pays 1.", "Bob pays 1."]) == [
        "Ann falls.",
        "Bob pays 1 (3 times).",
    ]
    # The beginning of a sentence, of a word or of a number is another sentence.
    others = ["Bob pays 10.", "Bob pays 1.", "Ann hits Bobby.", "Ann hits Bob."]
    assert told_once(others) == others


def test_symbols_are_told_by_how_many_show_what() -> None:
    assert dice_words((6, 5, 2)) == "6, 5, 2"
    assert dice_words(("hit", "surge", "hit", "blank")) == "2 hits, 1 surge, 1 blank"


def test_how_far_somebody_falls_is_no_luck() -> None:
    told = [sentence for seed in range(1, 7) for sentence in in_short(battle("speedies", seed))]
    assert any("luckiest" in sentence for sentence in told)
    assert not any("fall in turn" in sentence for sentence in told)


def test_a_name_inside_another_word_is_nobody() -> None:
    sentences = [about("Ogre falls back, hurt.", "ogre"), about("Ogress wins the melee.", "ogress")]
    assert telling(sentences, ["ogre"]) == sentences[:1]
    assert telling(sentences, ["nobody"]) == sentences[1:]


def test_one_that_is_told_twice_keeps_whom_it_tells_of() -> None:
    sentences = [about("Ann hits Bob.", "ann", "bob")] * 2 + [about("Cid waits.", "cid")]
    assert telling(sentences, ["bob"]) == ["Ann hits Bob (2 times)."]
