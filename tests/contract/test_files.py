"""Every game comes back from its file: the same table, the same request, the same ways back and forth."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.session import Session
from companion.store.manage import create_session
from companion.store.opening import open_session
from companion.store.verify import check_file
from companion.testing import step_random
from tests.contract.games import IDS, fresh
from tests.store.helpers import picture


@pytest.fixture(params=IDS)
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "duel":
        known = {**registry.BUILT_IN, "duel": "tests.games.duel:DUEL"}
        monkeypatch.setattr(registry, "BUILT_IN", known)
    return str(request.param)


def seen(held: Session) -> dict[str, Any]:
    return picture(held) | {"melees": held.melees()}


def test_a_session_comes_back_to_the_same_request(game: str, tmp_path: Path) -> None:
    rng = Random(4)
    file = create_session(fresh(game), tmp_path, "A game")
    for _ in range(5):
        opened = open_session(file, rng=Random(1))
        assert opened.notices == []
        for _ in range(rng.randint(1, 22)):
            if opened.session.table.over is None or opened.session.run is not None:
                step_random(opened.session, rng)
        before = seen(opened.session)
        assert opened.close()
        again = open_session(file)
        assert seen(again.session) == before
        if again.session.undo_count:
            back = again.session.undo_count // 3 + 1
            again.session.undo(back)
            again.session.redo(again.session.redo_count)
            assert {of: seen(again.session)[of] for of in ("state", "standing")} == {
                of: before[of] for of in ("state", "standing")
            }
        again.close()
    assert check_file(file) == []
