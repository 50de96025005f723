"""Other effects (the prompts `….effects`): when they are asked for, and what they do. Through Session."""

from __future__ import annotations

import pytest

from companion.testing import drive
from tests.rules.gloom import CALL, MISS, PUSHED, TIE, fight, pair, steps
from tests.rules.scene import begun, now


def test_wounds_of_mel_40_count_for_the_one_who_dealt_them() -> None:
    out = fight(pair(), "rav", f"{CALL}; {MISS}; effect MEL.40 shield wounds 1 yes; {PUSHED}")
    assert (out["winner"], out["inflicted"]) == ("rav", {"attacker": 1, "defender": 0})
    out = fight(pair(), "rav", f"{CALL}; {MISS}; effect MEL.40 shield wounds 1 no; MEL.60.push decline")
    assert (out["winner"], out["inflicted"]) == ("shield", {"attacker": 0, "defender": 0})


def test_effects_take_morale_and_give_tokens_and_a_winner_may_fall_at_the_end() -> None:
    on = pair()
    out = fight(
        on,
        "rav",
        f"{CALL}; effect MEL.20 shield morale 1; effect MEL.20 rav slow; {MISS}; "
        "MEL.60.push decline; effect MEL.80 shield wounds 6",
    )
    assert (out["winner"], out["consolidation"], out["path"][-1]) == ("shield", None, "MEL.80")
    assert out["units"]["shield"]["destroyed"]
    assert out["units"]["shield"]["morale"] == 2
    assert on.unit("rav").slow


def test_both_destroyed_before_the_test_nobody_wins() -> None:
    out = fight(
        pair(),
        "rav",
        f"{CALL}; effect MEL.10 rav wounds 5; MEL.10.effects yes; MEL.10.effects.what wounds; MEL.10.effects.amount 6",
    )
    assert (out["winner"], out["path"]) == (None, ["MEL.10", "MEL.80"])


@pytest.mark.parametrize(
    ("option", "pivot", "asked"),
    [
        ("called", "none", []),
        ("called", "effects", ["MEL.10", "MEL.20", "MEL.40", "MEL.80"]),
        ("melee", None, ["MEL.10", "MEL.20", "MEL.40", "MEL.80"]),
        ("never", None, []),
    ],
)
def test_effects_are_asked_for_where_they_are_called_for(option: str, pivot: str | None, asked: list[str]) -> None:
    session = begun(pair(ask_effects=option), "melee", {"attacker": "rav"})
    drive(session, steps((f"MEL.10.pivot {pivot}; " if pivot else "") + TIE))
    assert [g.name for g in session.entries[-1].answers if "effects" in g.name] == [f"{step}.effects" for step in asked]


def test_an_effect_never_asks_for_more_than_there_is_to_lose() -> None:
    session = begun(pair(), "melee", {"attacker": "rav"})
    drive(
        session,
        steps(f"{CALL}; MEL.10.effects yes; MEL.10.effects.unit rav; MEL.10.effects.what morale"),
        stop=lambda r: r.name == "MEL.10.effects.amount",
    )
    assert now(session).schema() == {
        "lo": 1,
        "hi": 7,
        "why_lo": "an effect of none is no effect",
        "why_hi": "Ravagers have no more to lose",
    }


def test_effects_may_still_be_turned_on_in_the_middle_of_a_melee() -> None:
    session = begun(pair(), "melee", {"attacker": "rav"})
    first, second = steps(MISS)
    drive(session, [first], stop=lambda r: r.by == "p2" and r.kind == "roll")
    session.adjust("table", "options.ask_effects", "melee")
    out = drive(session, [second, *steps(f"effect MEL.40 shield wounds 1 yes; {PUSHED}")])
    assert out["winner"] == "rav"
