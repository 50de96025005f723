"""From plain TOML data to the values that units hold, with every fault and its path."""

from __future__ import annotations

from typing import Any

from companion.engine.state.shapes import Build, Misfit, Path, Problem, builder
from companion.store.format.toml import inline


def deserialize(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use)."""
    try:
        return builder(hint)(raw), []
    except Misfit as wrong:
        return None, _worded(wrong, ()) or [(wrong.keys, wrong.what)]


def problems(build: Build, raw: object, at: Path = ()) -> list[Problem]:
    """Everything that keeps something from being built, each with its path below `at`."""
    try:
        _ = build(raw)
    except Misfit as wrong:
        return _worded(wrong, at)
    return []


def _worded(wrong: Misfit, at: Path) -> list[Problem]:
    return [((*at, *path), why + "".join(f", not {inline(one)}" for one in there)) for path, why, there in wrong.faults]
