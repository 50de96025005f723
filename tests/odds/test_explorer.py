"""The explorer leaves the session that it plays as it was."""

from __future__ import annotations

from companion.engine.requests import Do, Request
from companion.testing import drive
from companion.testing.playing import harmless_answer
from tests.odds.explorer import explore, tried
from tests.rules.bushido_kit import both, pair, same, split


def test_what_is_tried_leaves_no_word_behind() -> None:
    """Of thousands of tries each would otherwise copy the remarks on all before it."""
    s = pair({"melee_pool": 1}, {"melee_pool": 1})
    s.start("melee", {"pair": "a+b"})
    drive(s, stop=lambda request: request.name == "5")
    s.answer(split(1, 0), by="red")
    s.undo()
    s.answer(split(1, 0), by="red")
    s.answer(split(0, 1), by="blue")
    run = s.run
    assert run is not None
    assert run.remarks
    before, count = list(run.remarks), s.undo_count

    def decide(request: Request[object]) -> object:
        return True if isinstance(request, Do) else harmless_answer(request)

    found = explore(s, decide, lambda s: both(s)[1].wounds_marked, same=same)
    assert sum(found.weights.values()) == found.total
    assert s.request is not None
    with tried(s, [[6], [], [], [1]], s.request):
        assert s.undo_count == count + 1
    assert s.run is not None
    assert (s.run.remarks, s.undo_count) == (before, count)
