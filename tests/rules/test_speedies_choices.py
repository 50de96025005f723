"""Choices and refusals in the Speedies melee, and adjustments in the middle of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.state.changes import Note
from companion.play.request_text import Asked
from companion.rules.speedies.stat_check_dice import dice_words, passes
from companion.rules.speedies.units import Weapon
from tests.rules.scene import begun, now, run_of
from tests.rules.speedies_setups import MISS, advance, battle, dice_of, options_of, plain, play

# -- choices and refusals ---------------------------------------------------------------------------------------------


def refused(session: Any, value: Any) -> str:
    with pytest.raises(InvalidInput) as refusal:
        session.answer(value)
    return refusal.value.code


def test_refusals_carry_their_codes() -> None:
    session = battle(
        [
            plain("a", "R", agility=5, weapons=("Sword", "Dagger")),
            plain("b", "R", agility=6),
            plain("x", "K"),
            plain("y", "K", status="dazed"),
            plain("c", "R"),
            plain("z", "K"),
        ],
        [("a", "x"), ("a", "y"), ("b", "x"), ("c", "z")],
    )
    session.start("melee_phase")
    assert refused(session, "z") == "not_your_unit"
    assert refused(session, "nobody") == "no_such_combat"
    session.answer("c")
    advance(session, "roll_off")
    session.answer([[9], [5]])
    session.answer([[MISS]])
    session.answer([[MISS]])
    session.answer("keep")
    assert now(session).name == "activate"
    assert refused(session, "x") == "not_your_unit"
    session.answer("a")
    assert now(session).name == "declare_weapon"
    assert refused(session, "Pike") == "unknown_weapon"
    session.answer("Sword")
    assert run_of(session).answers[-1].how == "auto"
    assert run_of(session).answers[-1].value == "Dagger"
    assert now(session).name == "melee_check"
    assert [(g.name, g.count) for g in dice_of(session)] == [("Sword", 1), ("Dagger", 1)]


def test_targets_that_may_not_be_struck_say_why() -> None:
    session = battle(
        [
            plain("a", "R", agility=5),
            plain("b", "R", agility=20),
            plain("x", "K"),
            plain("y", "K"),
            plain("z", "K", status="dazed"),
            plain("w", "K", agility=20),
        ],
        [("a", "x"), ("a", "y"), ("a", "z"), ("b", "x"), ("b", "w")],
    )
    session.start("melee_phase")
    advance(session, "declare")
    assert refused(session, "z") == "invalid_target"
    assert refused(session, "w") == "invalid_target"
    assert refused(session, "a") == "invalid_target"
    assert session.request is not None
    assert {o.value: o.why_not for o in options_of(session)} == {
        "x": None,
        "y": None,
        "z": "a standing enemy touches you",
        "w": "not touched",
    }


def test_a_used_weapon_is_closed_when_the_other_must_still_strike() -> None:
    session = battle(
        [plain("a", "R", agility=5, attacks=2, weapons=("Sword", "Hammer")), plain("x", "K", agility=20)], [("a", "x")]
    )
    session.start("melee_phase")
    advance(session, "declare_weapon")
    session.answer("Hammer")
    session.answer("Hammer")
    assert [g.value for g in run_of(session).answers if g.name == "declare_weapon"] == ["Hammer", "Hammer", "Sword"]


def test_not_in_leading_run() -> None:
    session = battle(
        [
            plain("a", "R", agility=5),
            plain("b", "R", agility=6),
            plain("x", "K", agility=7),
            plain("c", "R", agility=8),
        ],
        [("a", "x"), ("b", "x"), ("c", "x")],
    )
    session.start("melee_phase")
    advance(session, "activate")
    assert refused(session, "c") == "not_in_leading_run"
    assert refused(session, "x") == "not_your_unit"


# -- adjustments in mid-combat ----------------------------------------------------------------------------------------


def splitting(**fields: Any) -> Any:
    session = battle(
        [
            plain("a", "R", attacks=2, engaged_this_turn=True, **fields),
            plain("x", "K", agility=6),
            plain("y", "K", agility=7),
            plain("z", "K", agility=8),
        ],
        [("a", "x"), ("a", "y"), ("a", "z")],
    )
    session.start("melee_phase")
    advance(session, "declare")
    return session


def test_a_target_that_goes_while_attacks_are_declared_is_no_longer_offered() -> None:
    session = splitting()
    session.answer("x", by="R")
    session.adjust("y", "status", "incapacitated", why="a falling beam")
    assert now(session).name == "declare"
    assert [o.value for o in options_of(session)] == ["x", "z"]
    session.adjust("z", "status", "dazed", why="the same beam")
    assert now(session).name == "melee_check"
    assert now(session).dice[0].count == 2


def test_a_striker_that_is_dazed_between_its_volleys_loses_the_rest() -> None:
    session = splitting()
    for target in ("x", "y", "x"):
        session.answer(target, by="R")
    session.answer([[MISS]], by="R")
    assert now(session).title.startswith("a attacks y")
    session.adjust("a", "status", "dazed", why="a trap")
    done = play(session, [MISS] * 6, [("activate", "x"), ("activate", "y")])
    assert [(v["attacker"], v["target"]) for v in done["volleys"]] == [("a", "x"), ("x", "a"), ("y", "a"), ("z", "a")]
    lost = [e.text for e in session.entries[-1].events if isinstance(e, Note) and "are lost" in e.text]
    assert lost == ["a's attacks on y are lost: it is dazed."]


def test_the_order_is_a_list_that_says_who_was_struck_and_why() -> None:
    session = battle(
        [
            plain("a", "R", engaged_this_turn=True),
            plain("b", "R", agility=9),
            plain("x", "K", defence=None),
            plain("y", "K", agility=12),
        ],
        [("a", "x"), ("b", "x"), ("b", "y")],
    )
    session.start("melee_phase")
    assert now(session).tally[0].ranked
    session.answer("keep")
    session.answer("a", by="R")
    session.answer([[14]], by="R")
    assert now(session).title == "b attacks y: d20, 14 or more"
    assert (
        now(session).tally[0].sentence()
        == "Attack order (smaller Agility first), to act 1: 1. y (Agility 12), out of it: x (dazed)"
    )
    shown = list(Asked().lines(session))
    at = shown.index("  Attack order (smaller Agility first), to act: 1.")
    assert shown[at + 1 : at + 3] == ["    1. y (Agility 12)", "    out of it: x (dazed)"]
    fixed = [
        e.text for e in run_of(session).context.events if isinstance(e, Note) and e.text.startswith("Attack order")
    ]
    assert fixed == [
        "Attack order, smaller Agility first: a (Engaged this turn, Agility 10), b (Agility 9), x (Agility 10), "
        "y (Agility 12)."
    ]


@pytest.mark.parametrize(
    ("needs", "auto_fail", "told"),
    [((-7,), 4, "5 or more"), ((-7,), 1, "2 or more"), ((24, 14), 4, "20/14 or more"), ((12, 12), 4, "12 or more")],
)
def test_a_title_names_the_natural_die_that_is_enough(needs: tuple[int, ...], auto_fail: int, told: str) -> None:
    assert dice_words(2, needs, 0, auto_fail) == f"2 d20, {told}"
    assert all(
        (die >= min(20, max(auto_fail + 1, needs[0]))) == passes(die, needs[0], auto_fail) for die in range(1, 21)
    )


def test_weapons_that_differ_in_name_only_are_not_asked_for_and_each_strikes() -> None:
    for pierce, name in ((0, "melee_check"), (1, "declare_weapon")):
        pair = (Weapon("Left"), Weapon("Right", pierce=pierce))
        units = [plain("a", "R", weapons=pair, engaged_this_turn=True), plain("x", "K")]
        session = begun(battle(units, [("a", "x")]), "melee_phase")
        assert now(session).name == name
        if isinstance(session.request, Roll):
            assert [group.name for group in session.request.dice] == ["Left", "Right"]
