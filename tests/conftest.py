"""What all tests share: laws are checked by what they find, never by how long a busy machine took to find it."""

import gc

import pytest
from hypothesis import HealthCheck, settings

from companion.engine.known_odds import KNOWN
from companion.store.snapshot import SnapshotWriter

settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")

# Every rest is written at once: what may go wrong with the file, goes wrong as often as it can.
SnapshotWriter.pause = 0


@pytest.fixture(autouse=True)
def _no_odds_are_known() -> None:
    """What one test found out another works out for itself: many change the rules or what they read."""
    KNOWN.cache_clear()


def pytest_collection_finish() -> None:
    """Python walks through all that was imported and collected again and again: a sixth of the suite's time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
