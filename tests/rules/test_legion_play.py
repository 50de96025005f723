"""Whole games by a random player: they end, reach every step, and leave a sound table at every request."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from companion.engine.procedure import Context
from companion.engine.session import Session
from companion.rules.legion.engagement import engaged_with, pairs
from companion.testing import play_random
from tests.rules.legion import RULESET, LegionTable

GAMES = 40


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


def test_random_games_end_soundly_and_reach_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    declared = {(p.name, s.id) for p in RULESET.procedures for s in p.steps}
    reached: set[tuple[str, str]] = set()
    for name in ("at", "skip"):
        monkeypatch.setattr(Context, name, counted(getattr(Context, name), reached))
    for seed in range(GAMES):
        assert RULESET.example is not None
        session = Session(RULESET.example(), rng=Random(seed))
        assert play_random(session, Random(seed), most=3000, most_entries=400, each=sound)
        assert session.table.over is not None
        assert session.table.round <= 6
    assert declared - reached == set()


def counted(enter: Callable[..., None], reached: set[tuple[str, str]]) -> Callable[..., None]:
    """A step counts where it is entered: the last ones of a procedure come after its last request."""

    def entered(game: Context[Any], *args: str) -> None:
        enter(game, *args)
        reached.update(game.reached)

    return entered
