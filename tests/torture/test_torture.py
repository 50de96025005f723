"""The short form of `python -m tests.torture`: one game for each attack."""

from __future__ import annotations

import os

import pytest

from companion.engine import registry
from tests.torture.__main__ import torture
from tests.torture.attacks import ATTACKS
from tests.torture.table import Hung, Line, printed


@pytest.mark.skipif(os.name == "nt" or not os.path.isdir("/proc/self/fd"), reason="forks, and looks into /proc")
def test_nothing_is_lost_wrong_or_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", registry.BUILT_IN)
    lines = torture(0, seed=5)
    assert [line.name for line in lines] == list(ATTACKS)
    assert all(line.fine for line in lines), printed(lines)


@pytest.mark.skipif(os.name == "nt", reason="there is no alarm")
def test_the_table_counts_what_must_not_be() -> None:
    def hangs() -> str:
        raise Hung

    line = Line("bad")
    line.judge("one", lambda: "lost")
    line.judge("two", lambda: str(1 // 0))
    line.judge("three", hangs)
    assert not line.fine
    assert [line.counts[column] for column in ("tried", "lost", "traceback", "hung")] == [3, 1, 1, 1]
    assert "bad: lost: one" in printed([line])
