"""A writer is killed at random moments: every input that it acknowledged is there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.engine.session import Session
from companion.store import create_session, open_session
from tests.games.duel import example
from tests.searching import one_in
from tests.store.helpers import anything, picture
from tests.store.writer import MOST


def pictures(seed: int) -> list[dict[str, object]]:
    """What the same player sees after each input, with no disk at all."""
    table = example()
    table.name = "Duel"
    session, rng = Session(table, rng=Random(seed)), Random(seed)
    seen = [picture(session)]
    for _ in range(MOST):
        if session.table.over is not None and session.run is None:
            break
        anything(session, rng)
        seen.append(picture(session))
    return seen


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
@pytest.mark.parametrize("kills", one_in(2, (25, 100)))
def test_kills_lose_nothing_that_was_acknowledged(kills: int, tmp_path: Path) -> None:
    chance = Random(20)
    in_mid_procedure = 0
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.writer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        for seed in range(kills):
            file = create_session(example(), tmp_path / str(seed), "Duel")
            expected = pictures(seed)
            writer.stdin.write(f"{file} {seed} {chance.randint(1, len(expected))} {chance.randint(0, 30_000)}\n")
            acknowledged = int(writer.stdout.readline())
            opened = open_session(file)
            assert not opened.read_only
            assert picture(opened.session) in expected[acknowledged : acknowledged + 2]
            in_mid_procedure += opened.session.run is not None
            opened.close()
        writer.stdin.close()
        assert writer.wait() == 0
    assert in_mid_procedure > kills / 4
