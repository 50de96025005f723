"""The short form of `python -m tests.torture`: one game for each attack."""

from math import inf
from pathlib import Path

import pytest

from companion.engine import registry
from companion.store.diagnostics import CannotOpen, Diagnostic
from tests.searching import one_in
from tests.torture import damage
from tests.torture.__main__ import torture
from tests.torture.attacks import ATTACKS
from tests.torture.children import Crashed, in_child
from tests.torture.table import Hung, Line, is_here, printed

pytestmark = pytest.mark.skipif(not is_here(), reason="forks, alarms, and looks into /proc")


@pytest.mark.search
def test_nothing_is_lost_wrong_or_hung(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", registry.BUILT_IN)
    monkeypatch.setattr(damage, "BLOCKS", 700)
    lines = torture(0, seed=5, most=1)
    assert [line.name for line in lines] == list(ATTACKS)
    assert all(line.fine for line in lines), printed(lines)


KILLS = (("killed at random", 12), ("killed at random", 18), ("campaign: killed", 6))


@pytest.mark.parametrize(("attack", "games"), one_in(2, KILLS))
def test_kills_lose_nothing_that_was_acknowledged(attack: str, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", registry.BUILT_IN)
    (line,) = torture(inf, seed=20, most=games, only=[attack])
    assert line.counts["survived"] == games, printed([line])


def test_the_table_counts_what_must_not_be() -> None:
    def hangs() -> str:
        raise Hung

    def refuses() -> str:
        raise CannotOpen(Diagnostic(Path("duel.toml"), "this is no TOML"))

    line = Line("bad", again="python -m tests.torture --seed 7")
    line.judge("one", lambda: "lost")
    line.judge("two", lambda: str(1 // 0))
    line.judge("three", hangs)
    assert not line.fine
    assert [line.counts[column] for column in ("tried", "lost", "traceback", "hung")] == [3, 1, 1, 1]
    assert "bad: lost: one\n    python -m tests.torture --seed 7" in printed([line])
    line = Line("refused")
    line.judge("a mangled file", refuses, mangled=True)
    assert line.fine
    line.judge("a power cut", refuses)
    assert [line.counts[column] for column in ("tried", "refused", "lost")] == [2, 1, 1]
    assert "a power cut: refused: duel.toml: this is no TOML" in printed([line])


def test_a_child_that_crashes_is_no_child_that_was_killed() -> None:
    with pytest.raises(Crashed, match="ZeroDivisionError"):
        in_child(lambda say: say(1 // 0))
