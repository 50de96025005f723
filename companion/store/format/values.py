"""From plain TOML data to the values that units hold.

A file that somebody changed is validated by pydantic, strictly (`format.validation`). One that is letter for letter as
Companion wrote it was validated before: its values are built directly, from the same type hints (`format.shapes`). What
does not fit those exactly, or has a type that is not built there, goes to pydantic all the same.
"""

from __future__ import annotations

from typing import Any

from companion.engine.state.shapes import SCALARS, Misfit, Problem, builder


def deserialize(hint: Any, raw: Any, *, trusted: bool = False) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use)."""
    if hint in SCALARS and type(raw) is hint:
        return raw, []
    if trusted:
        try:
            return builder(hint)(raw), []
        except Misfit:
            pass
    # Here and not above: a file that nobody changed does not pay for the import.
    from companion.store.format.validation import validate

    return validate(hint, raw)
