"""The duel as a game that files may name."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest

from companion.engine import registry
from companion.store import create_session
from tests.games.duel import example


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {"duel": "tests.games.duel:DUEL", "squad": "tests.store.squad:SQUAD", "feud": "tests.store.feud:FEUD"}
    known = MappingProxyType({**registry.BUILT_IN, **games})
    monkeypatch.setattr(registry, "BUILT_IN", known)


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A session of the duel in a folder of its own."""
    return create_session(example(), tmp_path, "Duel at dawn")
