"""From plain TOML data to the values that units hold, with every fault and its path."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from companion.engine.answers import freeze
from companion.engine.state.shapes import Build, Misfit, Path, Problem, builder
from companion.store.format.toml import inline

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def deserialize(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use)."""
    try:
        return builder(hint)(raw), []
    except Misfit as wrong:
        found = _worded(wrong, ())
        return (None, found) if found else _converted(hint, raw)


def problems(build: Build, raw: object, at: Path = ()) -> list[Problem]:
    """Everything that keeps something from being built, each with its path below `at`."""
    try:
        _ = build(raw)
    except Misfit as wrong:
        return _worded(wrong, at)
    return []


def _worded(wrong: Misfit, at: Path) -> list[Problem]:
    return [((*at, *path), why + "".join(f", not {inline(one)}" for one in there)) for path, why, there in wrong.faults]


def _converted(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The same of a type whose values are built in no one way, as pydantic reads it."""
    # Here and not above: hardly a file pays for the import.
    from pydantic import ValidationError

    try:
        return freeze(_adapter(hint).validate_json(json.dumps(raw, default=str))), []
    except ValidationError as fault:
        return None, [
            (e["loc"], f"{e['msg'][:1].lower()}{e['msg'][1:]}, not {inline(e['input'])}") for e in fault.errors()
        ]


@functools.cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(hint)
