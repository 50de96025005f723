"""Starting and End Phase, through a session."""

from typing import Any

import pytest

from companion.engine.session import Session
from companion.rules.bushido.records import Trait
from companion.testing import Scripted, drive
from tests.examples import present
from tests.rules.bushido_kit import model, notes, pair, session, steps, those
from tests.rules.scene import results

FEAR = (Trait("Fear", x=4),)


def starting(s: Session, *script: Scripted) -> dict[str, Any]:
    """The Starting Phase; red wins the test and goes first unless the script says otherwise."""
    s.start("starting_phase")
    return drive(s, [*script, ("4", [[6], [1]]), ("4.first", "red")])


def ending(s: Session, *script: Scripted) -> dict[str, Any]:
    """The End Phase of a table where nobody can activate."""
    for unit in s.table.units.values():
        s.adjust(unit.id, "activation_counters", 0)
    s.start("end_phase")
    return drive(s, script)


def test_starting_phase_gives_ki_counters_turn_and_tokens() -> None:
    s = those("a", "cb", a="ki_stat 3; ki_tokens 3", b="states spirit_block, diseased 2", phase="starting")
    out = starting(s)
    a, b = s.table.unit("a"), s.table.unit("b")
    assert (a.ki_tokens, b.ki_tokens) == (4, 0)
    assert (a.activation_counters, b.activation_counters) == (2, 1)
    assert b.states == {"diseased": 1}
    assert out == {"turn": 1, "first": "red", "pass_tokens": {"red": 1, "blue": 0}, "over": False}
    assert (s.table.phase, s.table.active) == ("main", "red")


def test_counters_add_up_after_the_first_turn() -> None:
    s = pair(phase="starting")
    s.table.round = 2
    starting(s)
    assert s.table.unit("a").activation_counters == 4


def test_tactical_test_ties_by_dice_then_again_and_tacticians() -> None:
    s = those("a", "bc", b="traits Tactician (1)", phase="starting")
    s.start("starting_phase")
    out = drive(s, steps("4 [1 / 1 1]; 4 [5 / 4 3]; 4.first blue red"))
    assert out["first"] == "red"
    assert "B makes the tactical test for Sora: +1 die" in notes(s)
    assert any("Sora wins" in n for n in notes(s))
    assert any("tied" in n for n in notes(s))
    read = [[dict(g.counts) for g in e.groups] for e in results(s)]
    assert read == [[{"result": 0}, {"result": 0}], [{"result": 5}, {"result": 5}]]


def test_players_may_name_who_makes_the_tactical_test() -> None:
    s = those("a", "bc", b="traits Tactician (1)", phase="starting", confirm_steps=True)
    s.start("starting_phase")
    drive(s, steps("4.model c; 4 [5 / 4]; 4.first red"))
    assert "C makes the tactical test for Sora: +0 dice" in notes(s)


def test_death_sentences_are_bought_off() -> None:
    s = pair(a="states death_sentence 2; ki_tokens 6; ki_max 9", phase="starting")
    starting(s, ("5.death_sentence", 2))
    assert s.table.unit("a").states == {}
    assert s.table.unit("a").ki_tokens == 1


def test_length_roll_may_end_the_game() -> None:
    for face, over in ((3, False), (4, True)):
        s = pair(phase="starting", turns=1, length_roll=4)
        s.table.round = 2
        script: list[Scripted] = [("1", [[face]]), *(steps("winner blue") if over else [])]
        s.start("starting_phase")
        drive(s, [*script, ("4", [[6], [1]]), ("4.first", "red")] if not over else script)
        assert (s.table.over is not None) is over


def test_after_four_turns_more_a_game_ends_without_a_roll() -> None:
    s = pair(phase="starting", turns=1, length_roll=4)
    s.table.round = 6
    s.start("starting_phase")
    assert drive(s, steps("winner blue"))["over"]
    assert "The game is over, Sora wins: 4 turns more were played" in notes(s)


def test_end_phase_runs_states_out_and_wounds() -> None:
    s = those(
        "a",
        "b",
        a={
            "states": {"blind": 2, "stunned": 2, "berserk": 1, "bleeding": (1, 2)},
            "ran_this_turn": True,
            "opt_used": ("X",),
            "traits": (Trait("Tough", x=1),),
        },
        b="wounds_max 9; states poisoned (1 3 2 1), on_fire (2); traits Tough (1)",
    )
    s.adjust("red", "pass_tokens", 2)
    ending(s)
    a, b = s.table.unit("a"), s.table.unit("b")
    assert a.states == {"stunned": 1, "bleeding": (1,)}
    assert (a.wounds_marked, a.ran_this_turn, a.opt_used) == (1, False, ())
    assert b.states == {"poisoned": (1, 1)}
    assert b.wounds_marked == 2 + 2 + 1
    assert (s.table.round, s.table.phase, s.table.side("red").pass_tokens) == (2, "starting", 0)


@pytest.mark.parametrize("fear", [FEAR, ()])
@pytest.mark.parametrize(("roll", "states", "feared"), [([5], {}, (0, "")), ([2], {"frightened": 2}, (4, "b"))])
def test_the_frightened_repeat_their_test_whatever_fear_its_source_has_by_now(
    fear: tuple[Trait, ...], roll: list[int], states: dict[str, int], feared: tuple[int, str]
) -> None:
    afraid = model("a", "red", states={"frightened": 2}, fear_value=4, fear_source="b")
    s = session(afraid, model("b", "blue", traits=fear))
    ending(s, ("fear", [roll]))
    a = s.table.unit("a")
    assert (a.states, (a.fear_value, a.fear_source)) == (states, feared)


def test_fright_without_a_test_just_ends() -> None:
    s = those("a", "b", a="states frightened")
    ending(s)
    assert s.table.unit("a").states == {}


def test_last_stand_leaves_and_regenerate_heals_and_stops_bleeding() -> None:
    s = those(
        "ac",
        "b",
        a="wounds_marked 5; last_stand yes",
        b="wounds_marked 3; traits Regenerate (2); states bleeding (1 1)",
    )
    ending(s)
    b = s.table.unit("b")
    assert not s.table.unit("a").alive
    assert (b.wounds_marked, b.states) == (2, {})


def test_the_game_ends_with_the_last_turn_and_the_players_say_who_won() -> None:
    for answer, winner in (("blue", "blue"), ("pass", None)):
        s = pair(turns=1)
        ending(s, ("winner", answer))
        assert present(s.table.over).winner == winner
        assert [a.name for a in s.actions() if a.open] == []
