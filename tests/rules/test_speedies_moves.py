"""Units on the move in Speedies: Engage, Move, climbing and falling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.engine.state.results import Result
from companion.rules.speedies.units import Warband
from tests.rules.scene import now
from tests.rules.speedies_setups import (
    battle,
    closed,
    do,
    options_of,
    plain,
    play,
    rows,
    table_of,
    unit,
)

EVERY_PHASE = {"pass_empty_phases": False}

# -- Engage -----------------------------------------------------------------------------------------------------------


def field(options: Mapping[str, Any] | None = None, **fields: Any) -> Session:
    return battle(
        [plain("a", "R", **fields), plain("b", "R"), plain("x", "K"), plain("y", "K", status="dazed"), plain("z", "K")],
        [("b", "z")],
        phase="engage",
        options=options,
    )


def test_a_seen_target_is_reached_at_one_and_a_half_moves() -> None:
    session = field(move=5)
    session.start("engage", {"unit": "a"})
    session.answer("x")
    session.answer(True)
    assert now(session).title == 'Measure: is x within 7½" of a, 5½" over difficult ground?'
    assert rows(session, "a")["reach"] == '7½"'
    (reach,) = now(session).tally
    assert reach.sentence() == "a's reach in whole inches 7: Move 5, half as far again +2"
    assert reach.unit == "inches and a half"
    done = play(session)
    assert done == {
        "unit": "a",
        "target": "x",
        "reached": True,
        "intercepted": False,
        "contacts": ["x"],
        "staggered": [],
    }
    assert session.melees() == [["a", "x"], ["b", "z"]]
    one = unit(session, "a")
    assert one.engaged_this_turn
    assert one.attempted_engage
    assert closed(session, "engage", "a") == "has tried already"


@pytest.mark.parametrize(
    ("die", "status", "difficult", "reach", "short"),
    [
        (5, "ok", False, '2½"', '2½"'),
        (6, "ok", False, '5"', '5"'),
        (15, "ok", True, '3"', '3"'),
        (16, "ok", False, '7½"', '5"'),
        (20, "staggered", False, '4½"', '3"'),
        (1, "staggered", True, '0"', '0"'),
    ],
)
def test_reach_out_of_sight(die: int, status: str, difficult: bool, reach: str, short: str) -> None:
    session = field({"ask_difficult": True, **EVERY_PHASE}, move=5, status=status)
    session.start("engage", {"unit": "a"})
    session.answer("x")
    session.answer(False)
    session.answer([[die]])
    session.answer(difficult)
    assert f"within {reach} of" in now(session).title
    told = [event.text for event in session.answer(False) if isinstance(event, Note)]
    assert any(f"move a {short} toward x" in words for words in told)
    assert session.entries[-1].outcome["reached"] is False
    assert not unit(session, "a").engaged_this_turn
    session.start("next_phase")
    assert closed(session, "move", "a") == "tried to Engage this turn"


def test_interception_takes_the_place_of_the_target() -> None:
    session = battle(
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
    session.start("engage", {"unit": "a"})
    for answer in ("x", True, True):
        session.answer(answer)
    assert now(session).by == "K"
    assert {o.value: o.why_not for o in options_of(session)} == {
        "pass": None,
        "y": "dazed",
        "z": None,
        "w": "touches a standing enemy",
    }
    session.answer("z")
    done = play(session, [], [("contacts", ["y"])])
    assert done["intercepted"] is True
    assert done["contacts"] == ["z", "y"]
    assert session.melees() == [["a", "y", "z"], ["c", "w"]]
    assert unit(session, "a").engaged_this_turn
    assert not unit(session, "z").engaged_this_turn


def test_the_option_lets_an_interceptor_strike_first() -> None:
    session = battle(
        [plain("a", "R"), plain("x", "K"), plain("y", "K")], phase="engage", options={"interceptor_strikes_first": True}
    )
    do(session, "engage", "a", script=[("engage_target", "x"), ("intercept", "y")])
    assert unit(session, "y").engaged_this_turn


def test_either_of_two_opponents_may_intercept() -> None:
    session = battle(
        [plain("a", "A"), plain("b", "B"), plain("c", "C"), plain("d", "B")],
        phase="engage",
        active="A",
        sides=[Warband(id="A"), Warband(id="B"), Warband(id="C")],
    )
    session.start("engage", {"unit": "a"})
    for answer in ("b", True, True):
        session.answer(answer)
    assert now(session).by == ("C", "B")
    with pytest.raises(InvalidInput):
        session.answer("c", by="A")
    session.answer("c", by="C")
    assert play(session)["contacts"] == ["c"]


def test_who_may_not_engage() -> None:
    session = battle(
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
    assert [closed(session, "engage", u) for u in "abc"] == ["dazed", "touches a standing enemy", None]
    with pytest.raises(InvalidInput, match="touches a standing enemy"):
        session.start("engage", {"unit": "b"})
    do(session, "engage", "c", script=[("engage_target", "x")])
    assert session.melees() == [["b", "c", "x"]]


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
    session = battle([plain("a", "R", **engager), plain("x", "K", **target)], phase="engage")
    done = do(session, "engage", "a", dice=dice)
    assert done["staggered"] == shaken
    assert all(unit(session, u).status == "staggered" for u in shaken)


def test_a_leader_near_enough_lends_its_morale() -> None:
    for near, status in (("near", "ok"), ("none", "staggered")):
        session = battle(
            [
                plain("a", "R", morale=15),
                plain("boss", "R", morale=7, skills=("Leader",)),
                plain("x", "K", causes_fear=True),
            ],
            phase="engage",
        )
        do(session, "engage", "a", dice=[8], script=[("leader", near)])
        assert unit(session, "a").status == status


# -- Move -------------------------------------------------------------------------------------------------------------


def test_who_may_move_and_how_far() -> None:
    session = battle(
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
    assert [closed(session, "move", u) for u in "abcde"] == [None, None, "stunned", "touches a standing enemy", None]
    session.start("move", {"unit": "a"})
    assert session.request is not None
    assert [o.words for o in options_of(session)] == ['move 5"', 'run 7½": without shooting']
    assert play(session, [], [("move_how", "run")])["how"] == "run"
    assert unit(session, "a").ran
    assert session.entries[-1].conclusion == ('a runs up to 7½"',)
    assert closed(session, "move", "a") == "has moved already"
    assert do(session, "move", "b")["how"] == "walk"
    session.start("move", {"unit": "e"})
    assert session.request is not None
    assert '4"' in options_of(session)[0].label


def test_walking_away_from_the_helpless() -> None:
    session = battle(
        [plain("a", "R"), plain("x", "K", status="dazed"), plain("y", "K", status="stunned")],
        [("a", "x"), ("a", "y")],
        phase="move",
    )
    assert do(session, "move", "a", script=[("move_how", "walk"), ("still_touches", ["y"])])["contacts"] == ["y"]
    assert session.melees() == [["a", "y"]]


@pytest.mark.parametrize(
    ("other", "option", "why", "far"),
    [
        ("ok", "inch", None, '1"'),
        ("ok", "half", None, '3"'),
        ("dazed", "inch", "dazed, and an enemy has no other standing target", ""),
    ],
)
def test_a_dazed_unit_shuffles_only_when_covered(other: str, option: str, why: str | None, far: str) -> None:
    session = battle(
        [plain("a", "R", status="dazed"), plain("b", "R", status=other), plain("c", "R"), plain("x", "K")],
        [("a", "x"), ("b", "x")],
        phase="move",
        options={"dazed_move": option},
    )
    assert closed(session, "move", "a") == why
    if why is None:
        session.start("move", {"unit": "a"})
        assert play(session)["contacts"] == []
        assert f"shuffles up to {far}" in session.entries[-1].conclusion[0]
        assert session.melees() == [["b", "x"]]


# -- climbing and falling ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("inches", "die", "wounds", "before", "after"),
    [
        (4, 11, 1, "ok", ("stunned", 1)),
        (5, 12, 1, "ok", ("incapacitated", 0)),
        (5, 12, 3, "ok", ("stunned", 2)),
        (4, 8, 1, "stunned", ("stunned", 1)),
        (4, 11, 1, "dazed", ("stunned", 1)),
    ],
)
def test_falls(inches: int, die: int, wounds: int, before: str, after: tuple[str, int]) -> None:
    session = battle(
        [plain("a", "R", max_wounds=wounds, status=before), plain("b", "R"), plain("x", "K")], phase="move"
    )
    done = do(
        session,
        "climb",
        "a",
        dice=[die],
        script=[("climb_what", "fall"), ("fall_inches", inches)] if before == "ok" else [("fall_inches", inches)],
    )
    assert done["result"] == after[0]
    assert (unit(session, "a").status, unit(session, "a").wounds) == after
    assert session.table.sides["R"].units_lost == (1 if after[0] == "incapacitated" else 0)


def test_a_fall_says_what_it_adds_up() -> None:
    session = battle([plain("a", "R"), plain("b", "R"), plain("x", "K")], phase="move")
    do(session, "climb", "a", dice=[10], script=[("climb_what", "fall"), ("fall_inches", 5)])
    (made,) = [event for event in session.entries[-1].events if isinstance(event, Result)]
    assert made.text.endswith('a fall of 5", 10 on the die and 6 for the height are 16')
    # The reason of the change has no number of its own: `fell 5", 16` told nobody what 16 is.
    assert [c.why for c in session.entries[-1].changes() if c.field == "status"] == ['a fall of 5"']


def test_climbing_is_an_agility_check() -> None:
    session = battle([plain("a", "R", agility=12, status="staggered"), plain("x", "K")], phase="engage")
    assert do(session, "climb", "a", dice=[12, 19], script=[("climb_what", "jump")])["passed"] is True
    assert closed(session, "climb") == "no unit can"
    session = battle([plain("a", "R", agility=12), plain("x", "K")], phase="engage")
    assert do(session, "climb", "a", dice=[11], script=[("climb_what", "climb")])["result"] == "ok"


def test_the_fall_of_the_last_unit_ends_the_battle() -> None:
    session = battle([plain("a", "R"), plain("x", "K")], phase="move")
    do(session, "climb", "a", dice=[20], script=[("climb_what", "fall"), ("fall_inches", 3)])
    assert (session.table.over_winner, session.table.phase) == ("K", "over")


def test_a_living_friend_and_a_fallen_enemy_are_no_opponents() -> None:
    for status, wounds, there in (("incapacitated", 0, False), ("stunned", 1, True)):
        held = battle([plain("A", "R"), plain("B", "R"), plain("X", "K", status=status, wounds=wounds)])
        assert bool(table_of(held).foes(unit(held, "A"))) is there
