"""Odds by playing out, where a formula would take too long: near the exact ones, always the same, and labelled."""

import pytest

from companion.engine import sampling
from companion.engine.odds import Odds, TooLarge
from companion.engine.sampling import FEWEST, sampled
from companion.engine.session import Session
from companion.frontend.saying.odds import told
from companion.rules.bushido.odds import rolls
from companion.rules.bushido.records import Trait
from companion.testing import Scripted, drive, state
from tests.examples import present
from tests.rules.bushido_kit import pair, split


def at_the_reroll() -> Session:
    session = pair(
        {"melee_pool": 2, "wounds_max": 2, "traits": (Trait("Prowess", x=1, of="Attack"),)},
        {"melee_pool": 1, "wounds_max": 2},
    )
    session.start("melee", {"pair": "a+b"})
    script: list[Scripted] = [("5", "red", split(2, 0)), ("5", "blue", split(0, 1)), ("7", [[2, 4], [], [], [3]])]
    drive(session, script, stop=lambda request: request.name == "7b4")
    return session


def falls(found: Odds) -> dict[str, float]:
    return {row.option: float(row.p) for row in found.rows if (row.measure, row.of) == ("falls", "b")}


def test_what_is_too_large_is_played_out_and_says_how_far_off_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = present(at_the_reroll().odds())
    monkeypatch.setattr(rolls, "MOST_REROLLS", 0)
    session = at_the_reroll()
    before = state(session.table), session.undo_count
    found = present(session.odds())
    assert not found.exact
    assert found.error is not None
    assert (state(session.table), session.undo_count) == before
    assert found == at_the_reroll().odds()
    assert set(found.options()) == set(exact.options())
    for option, p in falls(exact).items():
        assert abs(falls(found)[option] - p) <= 2 * found.error
    assert any(0 < p < 1 for p in falls(exact).values())
    sums = {
        option: sum(row.p for row in found.rows if row.option == option and (row.measure, row.of) == ("dealt", "b"))
        for option in found.options()
    }
    assert sums == pytest.approx(dict.fromkeys(sums, 1))
    assert f"sampled, within {found.error * 100:.1f} percent" in told(found)[0]


def test_more_options_and_longer_plays_are_played_less_often_and_a_secret_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = at_the_reroll()
    run, request = session.run, session.request
    assert run is not None
    assert request is not None

    def times(answers: int) -> int:
        monkeypatch.setattr(sampling, "ALL_ANSWERS", answers)
        found = present(sampled(run, request))
        return int(found.assumes[0].split()[0])

    assert times(0) == FEWEST < times(1_200) < times(10_000) == times(20_000)
    secret = pair({}, {})
    secret.start("melee", {"pair": "a+b"})
    drive(secret, stop=lambda request: request.name == "5")
    assert secret.run is not None
    assert secret.request is not None
    assert sampled(secret.run, secret.request) is None
    secret.request.by_goal = None

    def waits() -> Odds | None:
        raise TooLarge

    secret.request.odds = waits
    assert secret.odds() is None
