"""The Upkeep of Speedies, and the way through the phases of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.rules.speedies.units import Spell, Warband
from tests.rules.scene import begun, now
from tests.rules.speedies_setups import (
    DAZED,
    STUNNED,
    Fields,
    battle,
    closed,
    do,
    facts,
    melee,
    notes,
    offered,
    plain,
    reasons,
    skirmish,
    statuses,
    table_of,
    unit,
)

# -- Upkeep -----------------------------------------------------------------------------------------------------------


def test_only_the_current_players_units_recover_one_step() -> None:
    session = skirmish("abcd x", a=STUNNED, b=DAZED, c={"status": "staggered"}, x=DAZED, phase="upkeep")
    assert do(session, "upkeep")["recovered"] == ["a", "b", "c"]
    assert statuses(session) == {"a": "dazed", "b": "staggered", "c": "ok", "d": "ok", "x": "dazed"}
    assert session.table.phase == "engage"


def losing(hero: Fields | None = None, **options: Any) -> Session:
    """Five lost and a Treasure in the hands of the enemy."""
    mine = {} if hero is None else {"type": "hero", **hero}
    sides = [Warband(id="R", units_lost=5), Warband(id="K", units_lost=5)]
    held: Fields = {"treasure": True}
    return skirmish("ab x", a=mine, b={"morale": 12}, x=held, phase="upkeep", options=options, sides=sides)


def test_rout_counts_losses_and_treasure_and_the_best_hero_tests() -> None:
    session = losing({"morale": 8})
    assert do(session, "upkeep", dice=[8])["routed"] is False
    assert session.table.phase == "engage"
    session = losing({"morale": 8})
    assert do(session, "upkeep", dice=[7])["routed"] is True
    assert (session.table.over_winner, session.table.over_why) == ("K", "R failed its rout check")
    assert facts(session, "scars")[0] == []
    assert unit(session, "b").fled
    assert list(session.table.faults()) == []


def test_rout_by_choice_and_staggered_heroes() -> None:
    session = begun(losing({"morale": 8}), "upkeep")
    session.answer([15])
    assert now(session).title == "R stands. Rout by choice? It has lost then: 2 units leave"
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
    units = [plain("a", "A", status="staggered", treasure=True), plain("b", "B"), plain("c", "C")]
    sides = [Warband(id="A", units_lost=6), Warband(id="B"), Warband(id="C")]
    session = battle(units, [("a", "b")], phase="upkeep", active="A", sides=sides)
    do(session, "upkeep")
    table = table_of(session)
    assert (table.over, table.active, table.phase, table.round) == (None, "B", "upkeep", 4)
    assert (table.contacts, table.tokens) == ({}, 1)
    do(session, "upkeep")
    session.start("next_phase")
    session.start("next_phase")
    assert session.table.phase == "melee"
    melee(session)
    assert session.table.active == "C"


def test_treasure_is_picked_up_by_units_with_no_enemy_near() -> None:
    session = begun(skirmish("abc x", "bx", c={"treasure": True}, phase="upkeep", tokens=1), "upkeep")
    assert reasons(session) == {"a": None, "b": 'an enemy is within 2"', "c": "carries one already"}
    with pytest.raises(InvalidInput):
        session.answer(["b"])
    session.answer(["a"])
    assert unit(session, "a").treasure
    assert table_of(session).tokens == 0


def test_the_first_turn_of_the_first_player_forbids_much() -> None:
    hexer: Fields = {"ranged": 10, "spells": (Spell("Hex", 10, harmful=True),)}
    session = skirmish("a x", a=hexer, phase="upkeep", turn=1, tokens=1, options={"pass_empty_phases": False})
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
    session = skirmish("a x", a={"ongoing": ("Ward", "Haste")}, x={"ongoing": ("Fog",)}, phase="upkeep")
    assert do(session, "upkeep", dice=[10, 9])["spells_ended"] == ["Haste"]
    assert (unit(session, "a").ongoing, unit(session, "x").ongoing) == (("Ward",), ("Fog",))


def test_neutrals_act_where_the_option_says_so() -> None:
    assert now(begun(skirmish("a x", phase="upkeep", options={"neutrals": True}), "upkeep")).name == "neutrals"


def test_phases_in_which_nobody_can_act_pass_and_are_named() -> None:
    session = skirmish("a x", phase="upkeep", turn=1)
    do(session, "upkeep")
    assert session.table.phase == "move"
    assert facts(session, "passed") == [["Engage"]]
    session.start("next_phase")
    assert session.table.phase == "melee"
    assert facts(session, "passed") == [["Ranged", "Cast"]]
    assert notes(session) == ["Ranged and Cast pass: no unit of R can act."]


def test_who_has_moved_is_not_named_as_yet_to_act_though_it_may_still_climb() -> None:
    session = skirmish("ab x", phase="move")

    def waiting() -> list[str]:
        return session.ruleset.waiting_to_act(session.table, session.actions())

    assert waiting() == ["a", "b"]
    session.start("move", {"unit": "a"})
    session.answer(offered(session)[0], "R")
    assert session.run is None
    assert waiting() == ["b"]
