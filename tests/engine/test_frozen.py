"""The decorator of values: what a dataclass gives, with one compiled method."""

from copy import copy
from dataclasses import field, fields, replace

import pytest

from companion.engine.frozen import frozen


@frozen
class Weight:
    """A value with a default and a field that equality leaves out."""

    of: str
    grams: int = 0
    seen: list[str] = field(default_factory=list, compare=False, repr=False)


@frozen
class Bare:
    """A value without fields, with its own text."""

    def __repr__(self) -> str:
        return "BARE"


def test_values_are_equal_by_what_is_compared_show_their_fields_and_are_dataclasses_with_slots() -> None:
    assert Weight("sack", 5, ["here"]) == Weight("sack", 5, ["there"])
    assert Weight("sack", 5) != Weight("sack", 6)
    assert Weight("sack") != Bare()
    assert len({Weight("sack", 5), Weight("sack", 5), Bare(), Bare()}) == 2
    assert (repr(Weight("sack", 5)), repr(Bare())) == ("Weight(of='sack', grams=5)", "BARE")
    assert [each.name for each in fields(Weight)] == ["of", "grams", "seen"]
    assert replace(Weight("sack"), grams=2) == copy(Weight("sack", 2))
    assert not hasattr(Weight("sack"), "__dict__")
    with pytest.raises(TypeError):
        Weight()  # type: ignore[call-arg]  # a field is missing
