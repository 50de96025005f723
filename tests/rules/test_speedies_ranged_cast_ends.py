"""Shooting and casting in Speedies, improvements, and the end of a turn and of a battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.log import lines
from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.rules.speedies.story import story
from companion.rules.speedies.units import Spell, Warband
from tests.rules.scene import now
from tests.rules.speedies_setups import battle, closed, do, facts, melee, plain, statuses, table_of, unit
from tools.scenes import first_answer

# -- Ranged ----------------------------------------------------------------------------------------------------------


def test_who_may_not_shoot_and_at_whom() -> None:
    session = battle(
        [
            plain("a", "R", ranged=10),
            plain("b", "R", ranged=10, ran=True),
            plain("c", "R", ranged=10, cast=True),
            plain("d", "R", ranged=10, attempted_engage=True),
            plain("e", "R", ranged=10, status="dazed"),
            plain("f", "R"),
            plain("g", "R", ranged=10),
            plain("x", "K"),
            plain("y", "K"),
        ],
        [("g", "y")],
        phase="ranged",
    )
    assert [closed(session, "shoot", u) for u in "abcdefg"] == [
        None,
        "ran this turn",
        "cast this turn",
        "tried to Engage this turn",
        "dazed",
        "cannot shoot",
        "engaged",
    ]
    done = do(session, "shoot", "a", dice=[10, 17])
    assert (done["target"], done["mode"], done["unsaved"], done["result"]) == ("x", "ranged", 1, "dazed")
    assert closed(session, "shoot", "a") == "has shot already"


def test_a_critical_shot_hits_twice_and_may_end_the_battle() -> None:
    session = battle(
        [plain("a", "R", ranged=10, ranged_injury=1, type="hero"), plain("x", "K", treasure=True)], phase="ranged"
    )
    done = do(session, "shoot", "a", dice=[20, 18, 2, 15])
    assert (done["hits"], done["crits"], done["unsaved"], done["injury_value"]) == (2, 1, 1, 21)
    assert (session.table.over_winner, table_of(session).tokens) == ("R", 1)


# -- Cast ------------------------------------------------------------------------------------------------------------


def test_casting() -> None:
    spells = (Spell("Ward", 12, ongoing=True), Spell("Hex", 15, harmful=True))
    session = battle(
        [
            plain("a", "R", spells=spells),
            plain("b", "R", spells=spells, ran=True),
            plain("c", "R"),
            plain("d", "R", spells=spells, status="stunned"),
            plain("x", "K"),
        ],
        [("a", "x")],
        phase="cast",
    )
    assert [closed(session, "cast", u) for u in "abcd"] == [None, None, "knows no spell", "stunned"]
    assert do(session, "cast", "a", dice=[13], script=[("spell", "Ward")])["passed"] is False
    assert do(session, "cast", "b", dice=[14], script=[("spell", "Ward")])["passed"] is True
    assert unit(session, "b").ongoing == ("Ward",)
    assert closed(session, "cast") == "no unit can"


def test_cast_may_come_before_ranged() -> None:
    for early, row in ((False, ["ranged", "cast", "melee"]), (True, ["cast", "ranged", "melee"])):
        session = battle(
            [plain("a", "R"), plain("x", "K")],
            phase="move",
            options={"cast_before_ranged": early, "pass_empty_phases": False},
        )
        seen = []
        for _ in range(3):
            session.start("next_phase")
            seen.append(session.table.phase)
        assert seen == row


# -- improvements ----------------------------------------------------------------------------------------------------


def drawing(
    dice: Sequence[int], script: Sequence[Any] = (), options: Mapping[str, Any] | None = None, **fields: Any
) -> Session:
    session = battle(
        [plain("a", "R", type="hero", **fields), plain("x", "K", status="stunned"), plain("y", "K")],
        [("a", "x")],
        options=options,
    )
    melee(session, dice, script)
    return session


@pytest.mark.parametrize(
    ("dice", "script", "fields", "stat", "value"),
    [
        ([3, 10], [], {}, "morale", 9),
        ([3, 11], [], {}, "morale", 10),
        ([4, 2], [], {}, "agility", 9),
        ([7, 14], [("improve", "melee")], {"ranged": 12}, "melee", 13),
        ([11, 12], [("improve", "ranged")], {"ranged": 12}, "ranged", 11),
        ([8, 1], [], {}, "melee", 13),
        ([12, 18], [], {}, "defence", 17),
        ([17], [], {}, "injury", 1),
        ([18], [], {}, "pierce", 1),
        ([19], [], {}, "attacks", 2),
        ([20], [], {}, "max_wounds", 2),
        ([1, 2, 17], [], {"morale": 5}, "injury", 1),
        ([12, 13, 18], [], {"defence": None}, "pierce", 1),
        ([20, 19], [], {"max_wounds": 3}, "attacks", 2),
        ([8, 9, 17], [], {"melee": 5}, "injury", 1),
    ],
)
def test_what_a_hero_improves(
    dice: list[int], script: list[Any], fields: dict[str, Any], stat: str, value: int
) -> None:
    session = drawing(dice, script, **fields)
    assert getattr(unit(session, "a"), stat) == value
    assert unit(session, "a").improvements == (() if value == getattr(plain("a", "R", **fields), stat) else (stat,))


def test_wounds_rise_with_their_maximum_and_skills_wait() -> None:
    session = drawing([20])
    assert (unit(session, "a").max_wounds, unit(session, "a").wounds) == (2, 2)
    assert unit(drawing([15]), "a").improvements == ("skill",)


def test_an_improvement_by_card() -> None:
    session = drawing([5], [("improvement_card", "agility")], {"improvement_by": "card"})
    assert unit(session, "a").agility == 9
    session = battle(
        [plain("a", "R", type="hero", morale=5), plain("x", "K", status="stunned"), plain("y", "K")],
        [("a", "x")],
        options={"improvement_by": "card"},
    )
    session.start("melee_phase")
    with pytest.raises(InvalidInput, match="at its limit"):
        session.answer("morale")


def test_a_henchman_with_a_promotion_draws_no_more() -> None:
    session = battle(
        [plain("a", "R", promote_pending=True), plain("x", "K", status="stunned"), plain("y", "K")], [("a", "x")]
    )
    assert melee(session)["improvement_draws"] == []


# -- ends ------------------------------------------------------------------------------------------------------------


def test_the_end_of_a_turn_clears_what_lasts_a_turn() -> None:
    session = battle(
        [
            plain("a", "R", status="staggered", engaged_this_turn=True, ran=True, cast=True),
            plain("x", "K", status="staggered", moved=True, shot=True),
            plain("y", "K", status="dazed"),
        ]
    )
    melee(session)
    assert statuses(session) == {"a": "ok", "x": "ok", "y": "dazed"}
    flags = ("engaged_this_turn", "ran", "cast", "moved", "shot")
    assert not any(getattr(u, f) for u in session.table.units.values() for f in flags)
    assert (session.table.round, session.table.active, session.table.phase) == (4, "K", "upkeep")


@pytest.mark.parametrize(("lost", "treasure", "winner"), [(2, False, "R"), (0, True, "R"), (0, False, None)])
def test_the_agreed_turns_end_the_battle(lost: int, treasure: bool, winner: str | None) -> None:
    session = battle(
        [plain("a", "R", treasure=treasure), plain("x", "K")],
        turn=20,
        sides=[Warband(id="R"), Warband(id="K", units_lost=lost)],
    )
    melee(session)
    assert session.table.over is not None
    assert session.table.over_winner == winner
    assert all(not a.open for a in session.actions())


def test_the_last_unit_ends_the_battle_with_reminders() -> None:
    session = battle(
        [plain("a", "R", status="stunned"), plain("x", "K"), plain("y", "R", status="stunned", type="hero")],
        [("a", "x"), ("x", "y")],
    )
    melee(session, [], [("declare", "a"), ("promotes", False)])
    assert session.table.over is None
    session = battle([plain("a", "R", status="stunned", type="hero"), plain("x", "K")], [("a", "x")])
    melee(session, [], [("promotes", True)])
    assert session.table.over_winner == "K"
    assert facts(session, "scars")[0]["scars"] == [{"unit": "a", "table": "hero"}]
    assert len(facts(session, "promoted")) == 6
    assert facts(session, "promoted")[0]["promoted"] == ["x"]


def test_a_milder_injury_of_a_shot_still_costs_the_wounds() -> None:
    session = battle(
        [plain("a", "R", ranged=10), plain("x", "K", status="stunned", defence=None, max_wounds=2), plain("y", "K")],
        phase="ranged",
    )
    done = do(
        session,
        "shoot",
        "a",
        dice=[20, 3],
        script=[("shoot_target", "x")],
    )
    assert (done["unsaved"], done["result"]) == (2, "incapacitated")
    session = battle(
        [
            plain("a", "R", ranged=10, ranged_injury=-5),
            plain("x", "K", status="stunned", defence=None, max_wounds=2),
            plain("y", "K"),
        ],
        phase="ranged",
    )
    do(session, "shoot", "a", dice=[20, 3], script=[("shoot_target", "x")])
    assert (unit(session, "x").status, unit(session, "x").wounds) == ("stunned", 1)


def test_what_is_improved_is_named() -> None:
    session = drawing([7, 14], [("improve", "melee")], ranged=12)
    told = [e.text for e in session.entries[-1].events if isinstance(e, Note) and "improves" in e.text]
    assert told == ["a improves: Melee."]


def test_a_spell_is_offered_with_what_it_needs_now() -> None:
    session = battle(
        [plain("a", "R", spells=(Spell("Ward", 12), Spell("Hex", 15))), plain("x", "K")], [("a", "x")], phase="cast"
    )
    session.start("cast", {"unit": "a"})
    asked = now(session, Choose)
    assert [option.label for option in asked.options] == ["Ward (14+)", "Hex (17+)"], "2 more because it is engaged"


def test_an_improvement_is_told_once_with_the_combat_it_came_from() -> None:
    session = drawing([3, 10])
    log = [line.text for line in lines(session)]
    assert sum("improves: Morale" in text for text in log) == 1
    (scene,) = story(table_of(session), session.entries[-1])
    assert sum("improves: Morale" in sentence for sentence in scene.sentences) == 1
    assert scene.units[0] == "a", "told with the combat in which it was earned"


def test_whoever_engages_is_told_even_where_nothing_is_rolled() -> None:
    session = battle([plain("a", "R"), plain("x", "K")], phase="engage")
    do(session, "engage", "a")
    assert [scene.sentences for scene in story(table_of(session), session.entries[-1])] == [("a goes for x.",)]


def test_a_spell_is_told_by_its_name() -> None:
    session = battle([plain("a", "R", spells=(Spell("Ward", 12),)), plain("x", "K")], phase="cast")
    do(session, "cast", "a", dice=[12])
    (scene,) = story(table_of(session), session.entries[-1])
    assert scene.sentences == ("a casts Ward.", "Ward works: 12 against 12+.")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Grey Ghouls", "Grey Ghouls draw for x (henchman): does the card promote them?"),
        ("Fang", "Fang draws for x (henchman): does the card promote it?"),
    ],
)
def test_who_draws_agrees_with_its_name(name: str, title: str) -> None:
    session = battle([plain("a", "R"), plain("x", "K", status="stunned"), plain("y", "K")], [("a", "x")])
    unit(session, "a").name = name
    session.start("melee_phase")
    while session.request is not None and session.request.name != "promotes":
        session.answer(first_answer(session.request))
    assert now(session).title == title
