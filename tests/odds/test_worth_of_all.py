"""What best play of all splits is worth, in words: one number where both bounds read the same."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest

from companion.engine.goals import WOUNDS
from companion.rules.bushido.odds import split


@pytest.mark.parametrize(
    ("goal", "bounds", "words"),
    [
        (WOUNDS, (Fraction(164, 100), Fraction(1641, 1000)), "worth +1.64"),
        (WOUNDS, (Fraction(164, 100), Fraction(17, 10)), "worth from +1.64 to +1.70"),
        ("win", (Fraction(1, 2), Fraction(1, 2)), "worth 50.0 %"),
        ("win", (Fraction(1, 2), Fraction(3, 4)), "worth from 50.0 % to 75.0 %"),
    ],
)
def test_bounds_that_read_the_same_are_one_number(
    goal: str, bounds: tuple[Fraction, Fraction], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(split, "between", lambda *_: bounds)
    nothing = cast(Any, None)
    assert split.worth_of_all(nothing, nothing, nothing, nothing, goal).endswith(words)
