"""The Upkeep of Speedies, and the way through the phases of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Note
from companion.rules.speedies.units import Spell, Warband
from tests.rules.scene import begun, now
from tests.rules.speedies_setups import (
    battle,
    closed,
    do,
    facts,
    melee,
    options_of,
    plain,
    statuses,
    table_of,
    unit,
)

EVERY_PHASE = {"pass_empty_phases": False}

# -- Upkeep -----------------------------------------------------------------------------------------------------------


def test_only_the_current_players_units_recover_one_step() -> None:
    session = battle(
        [
            plain("a", "R", status="stunned"),
            plain("b", "R", status="dazed"),
            plain("d", "R"),
            plain("c", "R", status="staggered"),
            plain("x", "K", status="dazed"),
        ],
        phase="upkeep",
    )
    done = do(session, "upkeep")
    assert statuses(session) == {"a": "dazed", "b": "staggered", "c": "ok", "d": "ok", "x": "dazed"}
    assert done["recovered"] == ["a", "b", "c"]
    assert session.table.phase == "engage"


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
    session = losing({"morale": 8})
    assert do(session, "upkeep", dice=[8])["routed"] is False
    assert session.table.phase == "engage"
    session = losing({"morale": 8})
    assert do(session, "upkeep", dice=[7])["routed"] is True
    assert (session.table.over_winner, session.table.over_why) == ("K", "R failed its rout check")
    assert [f["table"] for f in facts(session, "scars")[0]["scars"]] == []
    assert unit(session, "b").fled
    assert list(session.table.faults()) == []


def test_rout_by_choice_and_staggered_heroes() -> None:
    session = losing({"morale": 8})
    session.start("upkeep")
    session.answer([15])
    assert now(session).title == ("R stands. Rout by choice? It has lost then: 2 units leave")
    session.undo(2)
    do(session, "upkeep", dice=[15], script=[("rout", True)])
    assert session.table.over_why == "R routed by choice"
    session = losing({"morale": 8, "status": "staggered"})
    do(session, "upkeep", dice=[15, 7])
    assert session.table.over_winner == "K"


def test_rout_without_a_hero() -> None:
    session = losing()
    do(session, "upkeep")
    assert session.table.over_why == "R routed without a hero"
    session = losing(rout_without_hero="best_morale")
    do(session, "upkeep", dice=[10])
    assert session.table.over is None


def test_a_third_warband_fights_on_after_a_rout() -> None:
    session = battle(
        [plain("a", "A", status="staggered", treasure=True), plain("b", "B"), plain("c", "C")],
        [("a", "b")],
        phase="upkeep",
        active="A",
        sides=[Warband(id="A", units_lost=6), Warband(id="B"), Warband(id="C")],
    )
    do(session, "upkeep")
    assert (session.table.over, session.table.active, session.table.phase, session.table.round) == (
        None,
        "B",
        "upkeep",
        4,
    )
    assert session.table.contacts == {}
    assert table_of(session).tokens == 1
    do(session, "upkeep")
    session.start("next_phase")
    session.start("next_phase")
    assert session.table.phase == "melee"
    melee(session)
    assert session.table.active == "C"


def test_treasure_is_picked_up_by_units_with_no_enemy_near() -> None:
    session = battle(
        [plain("a", "R"), plain("b", "R"), plain("c", "R", treasure=True), plain("x", "K")],
        [("b", "x")],
        phase="upkeep",
        tokens=1,
    )
    session.start("upkeep")
    assert session.request is not None
    assert {o.value: o.why_not for o in options_of(session)} == {
        "a": None,
        "b": 'an enemy is within 2"',
        "c": "carries one already",
    }
    with pytest.raises(InvalidInput):
        session.answer(["b"])
    session.answer(["a"])
    assert unit(session, "a").treasure
    assert table_of(session).tokens == 0


def test_the_first_turn_of_the_first_player_forbids_much() -> None:
    hexes = (Spell("Hex", 10, harmful=True),)
    session = battle(
        [plain("a", "R", ranged=10, spells=hexes), plain("x", "K")],
        phase="upkeep",
        turn=1,
        tokens=1,
        options=EVERY_PHASE,
    )
    assert do(session, "upkeep")["treasure"] == []
    assert closed(session, "engage") == "not in the first player's first turn"
    session.start("next_phase")
    session.start("next_phase")
    assert closed(session, "shoot") == "not in the first player's first turn"
    session.start("next_phase")
    assert session.table.phase == "cast"
    assert closed(session, "cast", "a") == "no harmful spells in the first turn"
    session.start("next_phase")
    melee(session)
    assert (session.table.round, session.table.active) == (2, "K")
    do(session, "upkeep")
    assert closed(session, "engage") is None


def test_ongoing_spells_end_with_a_failed_morale_check() -> None:
    session = battle([plain("a", "R", ongoing=("Ward", "Haste")), plain("x", "K", ongoing=("Fog",))], phase="upkeep")
    assert do(session, "upkeep", dice=[10, 9])["spells_ended"] == ["Haste"]
    assert unit(session, "a").ongoing == ("Ward",)
    assert unit(session, "x").ongoing == ("Fog",)


def test_neutrals_act_where_the_option_says_so() -> None:
    session = begun(battle([plain("a", "R"), plain("x", "K")], phase="upkeep", options={"neutrals": True}), "upkeep")
    assert now(session).name == "neutrals"


def test_phases_in_which_nobody_can_act_pass_and_are_named() -> None:
    session = battle([plain("a", "R"), plain("x", "K")], phase="upkeep", turn=1)
    do(session, "upkeep")
    assert session.table.phase == "move"
    assert facts(session, "passed")[0]["passed"] == ["Engage"]
    session.start("next_phase")
    assert session.table.phase == "melee"
    assert facts(session, "passed")[0]["passed"] == ["Ranged", "Cast"]
    told = [e.text for e in session.entries[-1].events if isinstance(e, Note)]
    assert told == ["Ranged and Cast pass: no unit of R can act."]


def test_who_has_moved_is_not_named_as_yet_to_act_though_it_may_still_climb() -> None:
    session = battle([plain("a", "R"), plain("b", "R"), plain("x", "K")], phase="move")

    def waiting() -> list[str]:
        return session.ruleset.waiting_to_act(session.table, session.actions())

    assert waiting() == ["a", "b"]
    session.start("move", {"unit": "a"})
    session.answer(options_of(session)[0].value, "R")
    assert session.run is None
    assert waiting() == ["b"]
