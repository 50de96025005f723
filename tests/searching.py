"""What is tried at every run, and what is tried besides where faults are searched for long."""

from collections.abc import Iterable
from typing import Any

import pytest


def seeds(usual: int, *more: int) -> pytest.MarkDecorator:
    """The `seed` of a random game: this one at every run, the others with `-m search` alone."""
    return pytest.mark.parametrize("seed", one_in(1 + len(more), (usual, *more)))


def one_in(number: int, cases: Iterable[Any]) -> list[Any]:
    """The first of so many cases, and of each so many after it, at every run; the others with `-m search` alone.

    A case that is a tuple is the values of several arguments.
    """
    each = list[Any]()
    for place, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        each.append(pytest.param(*values, marks=pytest.mark.search if place % number else ()))
    return each
