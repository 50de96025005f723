"""Edge cases of the Speedies melee, and its attack order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.session import Session
from companion.rules.speedies.units import Warband
from tests.rules.scene import begun, now
from tests.rules.speedies_setups import MISS, advance, battle, facts, melee, options_of, plain, play, results, unit

THREE = (Warband(id="A"), Warband(id="B"), Warband(id="C"))


# -- edge cases ------------------------------------------------------------------------------------------


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


# -- the order --------------------------------------------------------------------------------------------------------


def ladder(mode: str) -> Any:
    return battle(
        [plain("slow", "R", agility=14), plain("mid", "R", agility=10), plain("quick", "K", agility=6)],
        [("slow", "quick"), ("mid", "quick")],
        options={"agility_mode": mode},
    )


def test_agility_reads_both_ways() -> None:
    for mode, order in (("rating", ["slow", "mid", "quick"]), ("target", ["quick", "mid", "slow"])):
        assert melee(ladder(mode), [MISS] * 3, [("activate", "mid"), ("declare", "mid")])["orders"] == [order]


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
