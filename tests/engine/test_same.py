"""What is the same to the rules, and what only compares as equal."""

import pytest

from companion.engine.values import same


@pytest.mark.parametrize(
    ("before", "after", "is_so"),
    [
        (1, 1, True),
        (True, 1, False),
        ((1, "Armor"), (1, "Armor"), True),
        ((1, "Armor"), (True, "Armor"), False),
        (("Armor", (1, 2)), ("Armor", (1, True)), False),
        ((1,), [1], False),
        ((1,), (1, 2), False),
        ({"Armor": 1}, {"Armor": 1}, True),
        ({"Armor": 1}, {"Armor": True}, False),
        ({"Armor": (1, 2)}, {"Armor": (1, 2)}, True),
    ],
)
def test_values_are_equal_and_of_one_kind(before: object, after: object, is_so: bool) -> None:
    assert same(before, after) is is_so
