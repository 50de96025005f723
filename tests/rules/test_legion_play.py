"""Whole games by a random player: they end, and leave a sound table at every request."""

from __future__ import annotations

from random import Random

from companion.engine.session import Session
from companion.rules.legion.engagement import engaged_with, pairs
from companion.testing import play_random
from tests.rules.legion import RULESET, LegionTable


def sound(session: Session) -> None:
    """What must hold of the table whenever somebody is asked."""
    table = session.table
    assert isinstance(table, LegionTable)
    for a, b in table.contacts:
        assert table.enemies(table.owner(a), table.owner(b))
        assert table.mini(a).alive
        assert table.mini(b).alive
    fights = pairs(table)
    for unit in table.units.values():
        assert unit.alive or not any(unit.id in pair for pair in fights)
        assert unit.nerve is not None or not unit.suppression
        for mini in unit.minis:
            assert mini.defeated or mini.wounds < mini.threshold
        if not unit.trooper:
            assert engaged_with(table, unit, fights) == []


def test_random_games_leave_a_sound_table_at_every_request() -> None:
    assert RULESET.example is not None
    for seed in range(10):
        session = Session(RULESET.example(), rng=Random(seed))
        assert play_random(session, Random(seed), most=3000, most_entries=400, each=sound)
        assert session.table.over is not None
