"""The duel as a game that files may name."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

import pytest

from companion.engine import registry
from companion.store import create_session
from tests.games.duel import example
from tests.store.feuds import feud
from tests.store.squad import example as squad_example


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {"duel": "tests.games.duel:DUEL", "squad": "tests.store.squad:SQUAD", "feud": "tests.store.feud:FEUD"}
    known = MappingProxyType({**registry.BUILT_IN, **games})
    monkeypatch.setattr(registry, "BUILT_IN", known)


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A session of the duel in a folder of its own."""
    return create_session(example(), tmp_path, "Duel at dawn")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A campaign of the feud in a folder of its own."""
    return feud(tmp_path)


@pytest.fixture
def squad(tmp_path: Path) -> Path:
    """A session of the squad."""
    return create_session(squad_example(), tmp_path, "Drill")
