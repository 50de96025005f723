"""The phases before the Speedies melee: Upkeep, Engage, Move, and falls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.speedies.units import Spell, Warband
from tests.rules.speedies_setups import battle, closed, do, facts, melee, plain, play, statuses, unit

# -- Upkeep -----------------------------------------------------------------------------------------------------------


def test_only_the_current_players_units_recover_one_step() -> None:
    held = battle(
        [
            plain("a", "R", status="stunned"),
            plain("b", "R", status="dazed"),
            plain("d", "R"),
            plain("c", "R", status="staggered"),
            plain("x", "K", status="dazed"),
        ],
        phase="upkeep",
    )
    done = do(held, "upkeep")
    assert statuses(held) == {"a": "dazed", "b": "staggered", "c": "ok", "d": "ok", "x": "dazed"}
    assert done["recovered"] == ["a", "b", "c"]
    assert held.table.phase == "engage"


def losing(hero: Mapping[str, Any] | None = None, **options: Any) -> Session:
    units = [
        plain("a", "R", **({"type": "hero", **hero} if hero is not None else {})),
        plain("b", "R", morale=12),
        plain("x", "K", treasure=True),
    ]
    return battle(
        units, phase="upkeep", options=options, sides=[Warband(id="R", units_lost=5), Warband(id="K", units_lost=5)]
    )


def test_rout_counts_losses_and_treasure_and_the_best_hero_tests() -> None:
    held = losing({"morale": 8})
    assert do(held, "upkeep", dice=[8])["routed"] is False
    assert held.table.phase == "engage"
    held = losing({"morale": 8})
    assert do(held, "upkeep", dice=[7])["routed"] is True
    assert (held.table.over_winner, held.table.over_why) == ("K", "R failed its rout check")
    assert [f["table"] for f in facts(held, "scars")[0]["scars"]] == []
    assert unit(held, "b").fled
    assert list(held.table.faults()) == []


def test_rout_by_choice_and_staggered_heroes() -> None:
    held = losing({"morale": 8})
    do(held, "upkeep", dice=[15], script=[("rout", True)])
    assert held.table.over_why == "R routed by choice"
    held = losing({"morale": 8, "status": "staggered"})
    do(held, "upkeep", dice=[15, 7])
    assert held.table.over_winner == "K"


def test_rout_without_a_hero() -> None:
    held = losing()
    do(held, "upkeep")
    assert held.table.over_why == "R routed without a hero"
    held = losing(rout_without_hero="best_morale")
    do(held, "upkeep", dice=[10])
    assert held.table.over is None


def test_a_third_warband_fights_on_after_a_rout() -> None:
    held = battle(
        [plain("a", "A", status="staggered", treasure=True), plain("b", "B"), plain("c", "C")],
        [("a", "b")],
        phase="upkeep",
        active="A",
        sides=[Warband(id="A", units_lost=6), Warband(id="B"), Warband(id="C")],
    )
    do(held, "upkeep")
    assert (held.table.over, held.table.active, held.table.phase, held.table.round) == (None, "B", "upkeep", 4)
    assert held.table.contacts == {}
    assert held.table.tokens == 1
    do(held, "upkeep")
    held.start("next_phase")
    for _ in range(3):
        held.start("next_phase")
    melee(held)
    assert held.table.active == "C"


def test_treasure_is_picked_up_by_units_with_no_enemy_near() -> None:
    held = battle(
        [plain("a", "R"), plain("b", "R"), plain("c", "R", treasure=True), plain("x", "K")],
        [("b", "x")],
        phase="upkeep",
        tokens=1,
    )
    held.start("upkeep")
    assert held.request is not None
    assert {o.value: o.why_not for o in held.request.options} == {
        "a": None,
        "b": 'an enemy is within 2"',
        "c": "carries one already",
    }
    with pytest.raises(InvalidInput):
        held.answer(["b"])
    held.answer(["a"])
    assert unit(held, "a").treasure
    assert held.table.tokens == 0


def test_the_first_turn_of_the_first_player_forbids_much() -> None:
    hexes = (Spell("Hex", 10, harmful=True),)
    held = battle([plain("a", "R", ranged=10, spells=hexes), plain("x", "K")], phase="upkeep", turn=1, tokens=1)
    assert do(held, "upkeep")["treasure"] == []
    assert closed(held, "engage") == "not in the first player's first turn"
    held.start("next_phase")
    held.start("next_phase")
    assert closed(held, "shoot") == "not in the first player's first turn"
    held.start("next_phase")
    assert held.table.phase == "cast"
    assert closed(held, "cast", "a") == "no harmful spells in the first turn"
    held.start("next_phase")
    melee(held)
    assert (held.table.round, held.table.active) == (2, "K")
    do(held, "upkeep")
    assert closed(held, "engage") is None


def test_ongoing_spells_end_with_a_failed_morale_check() -> None:
    held = battle([plain("a", "R", ongoing=("Ward", "Haste")), plain("x", "K", ongoing=("Fog",))], phase="upkeep")
    assert do(held, "upkeep", dice=[10, 9])["spells_ended"] == ["Haste"]
    assert unit(held, "a").ongoing == ("Ward",)
    assert unit(held, "x").ongoing == ("Fog",)


def test_neutrals_act_where_the_option_says_so() -> None:
    held = battle([plain("a", "R"), plain("x", "K")], phase="upkeep", options={"neutrals": True})
    held.start("upkeep")
    assert held.request is not None
    assert held.request.name == "neutrals"


# -- Engage -----------------------------------------------------------------------------------------------------------


def field(**fields: Any) -> Session:
    return battle(
        [plain("a", "R", **fields), plain("b", "R"), plain("x", "K"), plain("y", "K", status="dazed"), plain("z", "K")],
        [("b", "z")],
        phase="engage",
    )


def test_a_seen_target_is_reached_at_one_and_a_half_moves() -> None:
    held = field(move=5)
    held.start("engage", {"unit": "a"})
    held.answer("x")
    held.answer(True)
    held.answer(False)
    assert held.request is not None
    assert '7½"' in held.request.title
    done = play(held)
    assert done == {
        "unit": "a",
        "target": "x",
        "reached": True,
        "intercepted": False,
        "contacts": ["x"],
        "staggered": [],
    }
    assert held.melees() == [["a", "x"], ["b", "z"]]
    one = unit(held, "a")
    assert one.engaged_this_turn
    assert one.attempted_engage
    assert closed(held, "engage", "a") == "has tried already"


@pytest.mark.parametrize(
    ("die", "status", "difficult", "reach", "short"),
    [
        (5, "ok", False, '2½"', '2½"'),
        (6, "ok", False, '5"', '5"'),
        (15, "ok", True, '3"', '5"'),
        (16, "ok", False, '7½"', '5"'),
        (20, "staggered", False, '4½"', '3"'),
        (1, "staggered", True, '0"', '1½"'),
    ],
)
def test_reach_out_of_sight(die: int, status: str, difficult: bool, reach: str, short: str) -> None:
    held = field(move=5, status=status)
    held.start("engage", {"unit": "a"})
    held.answer("x")
    held.answer(False)
    held.answer([[die]])
    held.answer(difficult)
    assert held.request is not None
    assert f"within {reach} of" in held.request.title
    held.answer(False)
    assert f"move a {short} toward x" in held.request.title
    assert play(held)["reached"] is False
    assert not unit(held, "a").engaged_this_turn
    held.start("next_phase")
    assert closed(held, "move", "a") == "tried to Engage this turn"


def test_interception_takes_the_place_of_the_target() -> None:
    held = battle(
        [
            plain("a", "R"),
            plain("b", "R", status="stunned"),
            plain("c", "R"),
            plain("x", "K"),
            plain("y", "K", status="dazed"),
            plain("z", "K"),
            plain("w", "K"),
        ],
        [("b", "z"), ("c", "w")],
        phase="engage",
    )
    held.start("engage", {"unit": "a"})
    for answer in ("x", True, False, True):
        held.answer(answer)
    assert held.request is not None
    assert held.request.by == "K"
    assert {o.value: o.why_not for o in held.request.options} == {
        "pass": None,
        "y": "dazed",
        "z": None,
        "w": "touches a standing enemy",
    }
    held.answer("z")
    done = play(held, [], [("contacts", ["y"])])
    assert done["intercepted"] is True
    assert done["contacts"] == ["z", "y"]
    assert held.melees() == [["a", "y", "z"], ["c", "w"]]
    assert unit(held, "a").engaged_this_turn
    assert not unit(held, "z").engaged_this_turn


def test_the_option_lets_an_interceptor_strike_first() -> None:
    held = battle(
        [plain("a", "R"), plain("x", "K"), plain("y", "K")], phase="engage", options={"interceptor_strikes_first": True}
    )
    do(held, "engage", "a", script=[("engage_target", "x"), ("intercept", "y")])
    assert unit(held, "y").engaged_this_turn


def test_either_of_two_opponents_may_intercept() -> None:
    held = battle(
        [plain("a", "A"), plain("b", "B"), plain("c", "C"), plain("d", "B")],
        phase="engage",
        active="A",
        sides=[Warband(id="A"), Warband(id="B"), Warband(id="C")],
    )
    held.start("engage", {"unit": "a"})
    for answer in ("b", True, False, True):
        held.answer(answer)
    assert held.request is not None
    assert held.request.by == ("C", "B")
    with pytest.raises(InvalidInput):
        held.answer("c", by="A")
    held.answer("c", by="C")
    assert play(held)["contacts"] == ["c"]


def test_who_may_not_engage() -> None:
    held = battle(
        [
            plain("a", "R", status="dazed"),
            plain("b", "R"),
            plain("c", "R"),
            plain("x", "K"),
            plain("y", "K", status="stunned"),
        ],
        [("b", "x"), ("c", "y")],
        phase="engage",
    )
    assert [closed(held, "engage", u) for u in "abc"] == ["dazed", "touches a standing enemy", None]
    with pytest.raises(InvalidInput, match="touches a standing enemy"):
        held.start("engage", {"unit": "b"})
    do(held, "engage", "c", script=[("engage_target", "x")])
    assert held.melees() == [["b", "c", "x"]]


@pytest.mark.parametrize(
    ("engager", "target", "dice", "shaken"),
    [
        ({}, {"causes_fear": True}, [9], ["a"]),
        ({}, {"causes_fear": True}, [10], []),
        ({}, {"skills": ("Fearsome",)}, [9], ["a"]),
        ({"causes_fear": True}, {}, [9], ["x"]),
        ({"causes_fear": True}, {"causes_fear": True}, [], []),
        ({"causes_fear": True}, {"status": "dazed"}, [], []),
        ({"status": "staggered"}, {"causes_fear": True}, [], []),
        ({"skills": ("Sturdy",)}, {"causes_fear": True}, [], []),
    ],
)
def test_fear_at_contact(engager: dict[str, Any], target: dict[str, Any], dice: list[int], shaken: list[str]) -> None:
    held = battle([plain("a", "R", **engager), plain("x", "K", **target)], phase="engage")
    done = do(held, "engage", "a", dice=dice)
    assert done["staggered"] == shaken
    assert all(unit(held, u).status == "staggered" for u in shaken)


def test_a_leader_near_enough_lends_its_morale() -> None:
    for near, status in (("near", "ok"), ("none", "staggered")):
        held = battle(
            [
                plain("a", "R", morale=15),
                plain("boss", "R", morale=7, skills=("Leader",)),
                plain("x", "K", causes_fear=True),
            ],
            phase="engage",
        )
        do(held, "engage", "a", dice=[8], script=[("leader", near)])
        assert unit(held, "a").status == status


# -- Move -------------------------------------------------------------------------------------------------------------


def test_who_may_move_and_how_far() -> None:
    held = battle(
        [
            plain("a", "R", move=5),
            plain("b", "R", treasure=True),
            plain("c", "R", status="stunned"),
            plain("d", "R"),
            plain("e", "R", status="staggered", move=7),
            plain("x", "K"),
        ],
        [("d", "x")],
        phase="move",
    )
    assert [closed(held, "move", u) for u in "abcde"] == [None, None, "stunned", "touches a standing enemy", None]
    held.start("move", {"unit": "a"})
    assert held.request is not None
    assert [o.label for o in held.request.options] == ['move 5"', 'run 7½", and do not shoot']
    assert play(held, [], [("move_how", "run")])["how"] == "run"
    assert unit(held, "a").ran
    assert closed(held, "move", "a") == "has moved already"
    assert do(held, "move", "b")["how"] == "walk"
    held.start("move", {"unit": "e"})
    assert held.request is not None
    assert '4"' in held.request.options[0].label


def test_walking_away_from_the_helpless() -> None:
    held = battle(
        [plain("a", "R"), plain("x", "K", status="dazed"), plain("y", "K", status="stunned")],
        [("a", "x"), ("a", "y")],
        phase="move",
    )
    assert do(held, "move", "a", script=[("move_how", "walk"), ("still_touches", ["y"])])["contacts"] == ["y"]
    assert held.melees() == [["a", "y"]]


@pytest.mark.parametrize(
    ("other", "option", "why", "far"),
    [
        ("ok", "inch", None, '1"'),
        ("ok", "half", None, '3"'),
        ("dazed", "inch", "dazed, and an enemy has no other standing target", ""),
    ],
)
def test_a_dazed_unit_shuffles_only_when_covered(other: str, option: str, why: str | None, far: str) -> None:
    held = battle(
        [plain("a", "R", status="dazed"), plain("b", "R", status=other), plain("c", "R"), plain("x", "K")],
        [("a", "x"), ("b", "x")],
        phase="move",
        options={"dazed_move": option},
    )
    assert closed(held, "move", "a") == why
    if why is None:
        held.start("move", {"unit": "a"})
        assert held.request is not None
        assert f"shuffle {far}" in held.request.title
        assert play(held)["contacts"] == []
        assert held.melees() == [["b", "x"]]


# -- climbing and falling ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inches", "die", "wounds", "before", "after"),
    [
        (2, 11, 1, "ok", ("ok", 1)),
        (2, 12, 1, "ok", ("dazed", 1)),
        (4, 11, 1, "ok", ("stunned", 1)),
        (5, 12, 1, "ok", ("incapacitated", 0)),
        (5, 12, 3, "ok", ("stunned", 2)),
        (4, 8, 1, "stunned", ("stunned", 1)),
        (4, 11, 1, "dazed", ("stunned", 1)),
    ],
)
def test_falls(inches: int, die: int, wounds: int, before: str, after: tuple[str, int]) -> None:
    held = battle([plain("a", "R", max_wounds=wounds, status=before), plain("b", "R"), plain("x", "K")], phase="move")
    done = do(
        held,
        "climb",
        "a",
        dice=[die],
        script=[("climb_what", "fall"), ("fall_inches", inches)] if before == "ok" else [("fall_inches", inches)],
    )
    assert done["result"] == after[0]
    assert (unit(held, "a").status, unit(held, "a").wounds) == after
    assert held.table.sides["R"].units_lost == (1 if after[0] == "incapacitated" else 0)


def test_climbing_is_an_agility_check() -> None:
    held = battle([plain("a", "R", agility=12, status="staggered"), plain("x", "K")], phase="engage")
    assert do(held, "climb", "a", dice=[12, 19], script=[("climb_what", "jump")])["passed"] is True
    assert closed(held, "climb") == "no unit can"
    held = battle([plain("a", "R", agility=12), plain("x", "K")], phase="engage")
    assert do(held, "climb", "a", dice=[11], script=[("climb_what", "climb")])["result"] == "ok"


def test_the_fall_of_the_last_unit_ends_the_battle() -> None:
    held = battle([plain("a", "R"), plain("x", "K")], phase="move")
    do(held, "climb", "a", dice=[20], script=[("climb_what", "fall"), ("fall_inches", 3)])
    assert (held.table.over_winner, held.table.phase) == ("K", "over")
