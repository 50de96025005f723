"""What is tried at every run, and what is tried besides where faults are searched for long."""

import pytest


def seeds(usual: int, *more: int) -> pytest.MarkDecorator:
    """The `seed` of a random game: this one at every run, the others with `-m search` alone."""
    each = [pytest.param(seed, marks=pytest.mark.search) for seed in more]
    return pytest.mark.parametrize("seed", [usual, *each])
