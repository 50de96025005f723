"""Edge cases of the Speedies melee, and its attack order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.play.request_text import Asked
from companion.rules.speedies.stat_check_dice import dice_words, passes
from companion.rules.speedies.units import Warband, Weapon
from tests.rules.scene import begun, now, run_of
from tests.rules.speedies_setups import (
    MISS,
    advance,
    battle,
    dice_of,
    facts,
    melee,
    options_of,
    plain,
    play,
    results,
    unit,
)

THREE = (Warband(id="A"), Warband(id="B"), Warband(id="C"))


# -- edge cases -----------------------------------------------------------------------------------------


def test_a_combat_of_the_helpless_has_an_empty_order() -> None:
    session = battle([plain("a", "R", status="dazed"), plain("b", "K", status="stunned")], [("a", "b")])
    done = melee(session)
    assert (done["combats"], done["orders"], done["acted"]) == ([["a", "b"]], [[]], [])
    assert session.table.phase == "upkeep"


def test_a_volley_treats_its_target_as_it_was_when_the_volley_began() -> None:
    session = battle(
        [plain("a", "R", attacks=3, engaged_this_turn=True), plain("b", "R", agility=5), plain("x", "K", defence=None)],
        [("a", "x"), ("b", "x")],
    )
    done = melee(session, [14, 14, 14, 14, 14], [("activate", "a"), ("promotes", False)])
    first, second = done["volleys"]
    assert (first["mode"], first["unsaved"], first["injury_value"], first["result"]) == ("normal", 3, 14, "dazed")
    assert (second["mode"], second["result"]) == ("dazed", "incapacitated")
    assert "injury_value" not in second


def test_a_name_in_the_plural_has_its_verbs() -> None:
    session = battle(
        [plain("Grey Ghouls", "R", engaged_this_turn=True), plain("x", "K", max_wounds=3)], [("Grey Ghouls", "x")]
    )
    session.start("melee_phase")
    assert now(session).title.startswith("Grey Ghouls attack x: ")
    session.answer([19])
    assert now(session).title.startswith("x defends against Grey Ghouls: ")
    assert any(e.text.startswith("Grey Ghouls hit x once") for e in results(session))


def test_spare_attacks_are_lost() -> None:
    session = battle(
        [
            plain("a", "R", attacks=3, engaged_this_turn=True),
            plain("x", "K", status="stunned"),
            plain("y", "K", status="stunned"),
        ],
        [("a", "x"), ("a", "y")],
    )
    done = melee(session, [], [("declare", "x")] * 3 + [("promotes", False)])
    assert done["volleys"] == [
        {
            "attacker": "a",
            "target": "x",
            "attacks": 3,
            "mode": "stunned",
            "hits": 0,
            "crits": 0,
            "unsaved": 0,
            "spent": 1,
            "result": "incapacitated",
        }
    ]
    assert unit(session, "y").status == "stunned"


def test_a_unit_dazed_before_it_acts_loses_its_attacks() -> None:
    session = battle([plain("a", "R", engaged_this_turn=True), plain("x", "K", defence=None, attacks=3)], [("a", "x")])
    assert melee(session, [14])["acted"] == ["a"]


def test_only_a_standing_enemy_in_touch_protects_the_helpless() -> None:
    session = battle(
        [
            plain("a", "R", engaged_this_turn=True),
            plain("b", "R", status="ok"),
            plain("x", "K", status="stunned"),
            plain("y", "K"),
        ],
        [("a", "x"), ("b", "x"), ("b", "y")],
    )
    session.start("melee_phase")
    advance(session, "roll_off")
    done = play(session, [5, 7, MISS, MISS], [("promotes", False)])
    assert [v["target"] for v in done["volleys"]] == ["x", "b", "y"]


def test_coup_de_grace_reaches_past_the_standing() -> None:
    for fields in ({"coup_de_grace": True}, {"skills": ("Coup de Grace",)}):
        session = battle(
            [plain("a", "R", engaged_this_turn=True, **fields), plain("x", "K", status="stunned"), plain("y", "K")],
            [("a", "x"), ("a", "y")],
        )
        done = melee(session, [MISS], [("declare", "x"), ("promotes", False)])
        assert done["volleys"][0]["result"] == "incapacitated"


def test_both_players_lose_units_and_both_draw() -> None:
    session = battle(
        [
            plain("a", "R", engaged_this_turn=True),
            plain("b", "R", defence=None, agility=20),
            plain("x", "K", status="stunned"),
            plain("y", "K", agility=6, injury=5),
        ],
        [("a", "x"), ("b", "y")],
    )
    done = melee(session, [14], [("choose_combat", "a"), ("promotes", "R", True), ("promotes", "K", False)])
    assert done["improvement_draws"] == ["a", "y"]
    assert done["units_lost"] == {"R": 1, "K": 1}
    assert unit(session, "a").promote_pending


def test_three_warbands() -> None:
    session = battle(
        [plain("a", "A"), plain("b", "B"), plain("c", "C"), plain("d", "B"), plain("e", "C")],
        [("a", "b"), ("d", "e"), ("b", "c")],
        active="A",
        sides=THREE,
    )
    done = melee(session, [9, 10, 11, MISS, MISS, MISS], [("declare", "a")])
    assert (done["combats"], done["left_out"]) == ([["a", "b", "c"]], [["d", "e"]])
    assert done["orders"] == [["c", "b", "a"]]
    assert session.table.active == "B"


def test_allied_warbands_act_as_one_and_each_draws_for_itself() -> None:
    session = battle(
        [
            plain("a", "A", engaged_this_turn=True),
            plain("c", "C", agility=5, type="hero", skills=("Cleave",)),
            *(plain(of, "B", status="stunned") for of in "bde"),
        ],
        [("a", "b"), ("c", "d"), ("c", "b"), ("e", "c")],
        active="A",
        sides=[Warband(id="A", alliance="west"), Warband(id="C", alliance="west"), Warband(id="B")],
        options={"improvement_by": "card"},
    )
    done = melee(session, [], [("promotes", True), ("declare", "d"), *[("improvement_card", "attacks")] * 2])
    assert (done["orders"], done["improvement_draws"]) == ([["a", "c"]], ["a", "c", "c"])
    assert done["units_lost"] == {"A": 0, "C": 0, "B": 3}


def test_two_weapons_may_strike_two_targets() -> None:
    session = battle(
        [
            plain("a", "R", engaged_this_turn=True, weapons=("Sword", "Hammer")),
            plain("b", "K", defence=None),
            plain("z", "K", defence=None),
        ],
        [("a", "b"), ("a", "z")],
    )
    script = [("declare", "b"), ("declare_weapon", "Sword"), ("declare", "z"), ("resolve_next", "z")]
    first, second, back = melee(session, [14, 13, 1], [*script, ("promotes", False)])["volleys"]
    assert (first["target"], first["injury_value"], first["result"]) == ("z", 18, "incapacitated")
    assert (second["target"], second["hits"]) == ("b", 0)
    assert (back["attacker"], back["target"], back["hits"]) == ("b", "a", 0)


def test_the_option_resolves_the_other_combats_too() -> None:
    session = battle(
        [plain("a", "A"), plain("b", "B", agility=6), plain("d", "B", agility=7), plain("e", "C")],
        [("a", "b"), ("d", "e")],
        active="A",
        sides=THREE,
        options={"other_combats": "resolve"},
    )
    done = melee(session, [MISS] * 4, [("choose_combat", "d")])
    assert done["orders"] == [["d", "e"], ["b", "a"]]


# -- the order -------------------------------------------------------------------------------------------------------


def ladder(mode: str) -> Any:
    return battle(
        [plain("slow", "R", agility=14), plain("mid", "R", agility=10), plain("quick", "K", agility=6)],
        [("slow", "quick"), ("mid", "quick")],
        options={"agility_mode": mode},
    )


def test_the_players_may_switch_at_the_attack_order() -> None:
    session = ladder("rating")
    session.start("melee_phase")
    assert now(session).name == "attack_order"
    assert "bigger Agility" in now(session).title
    session.answer("switch")
    assert now(session).name == "switch_agility"
    session.answer(True)
    assert session.table.options["agility_mode"] == "target"
    assert [p["unit"] for p in facts(session, "order")[0]["order"]] == ["quick", "mid", "slow"]
    session.undo(2)
    assert session.table.options["agility_mode"] == "rating"
    session.adjust("table", "options.agility_mode", "target", why="we read it so")
    assert now(session).name == "attack_order"
    assert "smaller Agility" in now(session).title
    session.answer("keep")
    assert [p["unit"] for p in facts(session, "order")[0]["order"]] == ["quick", "mid", "slow"]


def test_requests_of_a_combat_carry_the_order() -> None:
    session = ladder("rating")
    session.start("melee_phase")
    session.answer("keep")
    assert now(session).name == "activate"
    tally = next(t for t in now(session).tally if t.key == "attack_order")
    assert [line.label for line in tally.lines] == [
        "1. slow (Agility 14)",
        "2. mid (Agility 10)",
        "3. quick (Agility 6)",
    ]
    assert int(tally) == 3


def test_own_ties_keep_the_listing_unless_the_option_rolls_them() -> None:
    units = [("a", "R"), ("b", "R"), ("x", "K")]
    for own, dice, order in ((False, [], ["a", "b", "x"]), (True, [3, 8], ["b", "a", "x"])):
        session = battle(
            [plain(u, s, agility=8 if s == "R" else 12) for u, s in units],
            [("a", "x"), ("b", "x")],
            options={"roll_off_own": own},
        )
        assert melee(session, [*dice, MISS, MISS, MISS], [("activate", order[0]), ("declare", "a")])["orders"] == [
            order
        ]


def test_runs_merge_when_a_unit_between_is_removed() -> None:
    session = battle(
        [
            plain("a", "R", agility=5, melee=5, engaged_this_turn=True),
            plain("x", "K", agility=6, defence=None),
            plain("b", "R", agility=7),
            plain("c", "R", agility=8),
            plain("y", "K", agility=9),
        ],
        [("a", "x"), ("b", "x"), ("b", "y"), ("c", "y")],
    )
    session.start("melee_phase")
    advance(session, "melee_check")
    session.answer([[14]], by="R")
    assert now(session).name == "activate"
    assert [o.value for o in options_of(session) if o.why_not is None] == ["b", "c"]


def once_an_enemy_is_gone(*listed: tuple[str, str], after: Sequence[tuple[str, str]] = ()) -> Session:
    """k strikes first and takes r out, so that x, who touched nobody else, has nobody left; the others touch k or a."""
    units = [
        plain("k", "K", engaged_this_turn=True, coup_de_grace=True),
        plain("r", "R", status="stunned"),
        *(plain(of, side, agility=5 + place) for place, (of, side) in enumerate(listed)),
    ]
    mine = [("k", of) for of, side in listed if side == "R"]
    theirs = [(of, "a") for of, side in listed if side == "K" and of != "x"]
    session = begun(battle(units, [("k", "r"), ("r", "x"), *mine, *theirs]), "melee_phase")
    first = [("activate", "k")] if listed[0][1] == "K" else []
    play(session, [MISS] * (len(listed) - 1), [*first, ("declare", "r"), ("promotes", False), *after])
    return session


def asked(session: Session, name: str) -> int:
    """How often something was asked in the last procedure."""
    return sum(given.name == name for given in session.entries[-1].answers)


def test_a_unit_with_nobody_left_keeps_runs_apart_until_the_order_comes_to_it() -> None:
    session = once_an_enemy_is_gone(("a", "R"), ("x", "K"), ("b", "R"))
    assert asked(session, "activate") == 0, "x stands between a and b"
    assert session.entries[-1].outcome["acted"] == ["k", "a", "b"]
    (removed,) = [fact for fact in facts(session, "struck") if any(s["unit"] == "x" for s in fact["struck"])]
    assert removed["acted"] == ["k", "a"]


def test_a_unit_with_nobody_left_is_no_choice_in_its_own_run() -> None:
    for row in ((("w", "K"), ("x", "K"), ("a", "R")), (("x", "K"), ("w", "K"), ("a", "R"))):
        session = once_an_enemy_is_gone(*row, after=[("declare", "k")])
        assert asked(session, "activate") == 1, "only whether k is first"
        assert session.entries[-1].outcome["acted"] == ["k", "w", "a"]


def test_a_unit_without_enemies_left_is_passed_over() -> None:
    session = battle(
        [
            plain("a", "R", agility=5),
            plain("b", "R", agility=9),
            plain("x", "K", status="stunned"),
            plain("y", "K", agility=20),
        ],
        [("a", "x"), ("b", "x"), ("a", "y")],
    )
    session.start("melee_phase")
    advance(session, "activate")
    session.adjust("y", "status", "incapacitated", why="a spell")
    session.answer("a", by="R")
    done = play(session, [], [("promotes", False)])
    assert done["acted"] == ["a"]
    assert {"unit": "b", "reason": "nobody left to fight"} in [s for f in facts(session, "struck") for s in f["struck"]]


# -- choices, refusals and adjustments ---------------------------------------------------------------------------------


# -- choices and refusals --------------------------------------------------------------------------------------------


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


# -- adjustments in mid-combat ---------------------------------------------------------------------------------------


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
