"""From plain TOML data to the values that units hold.

A file that somebody changed is validated by pydantic, strictly; what is wrong is said by `format.faults`. Values are
read as JSON rather than as Python, because strictly a Python list is no tuple, and TOML knows lists only. Bounds are
not its business. A file that is letter for letter as Companion wrote it was validated before: its values are built
directly, from the same type hints. What does not fit those exactly goes to pydantic all the same.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import json
import typing
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.answers import freeze
from companion.engine.state.shapes import SCALARS, Misfit, Problem, builder, members, record_fields
from companion.store.format.faults import faults
from companion.store.format.toml import NULL, inline

if TYPE_CHECKING:
    from pydantic import TypeAdapter


def deserialize(hint: Any, raw: Any, *, trusted: bool = False) -> tuple[Any, list[Problem]]:
    """The value of this type, and every problem with it (then the value is of no use)."""
    if hint in SCALARS and type(raw) is hint:
        return raw, []
    if trusted:
        with contextlib.suppress(Misfit):
            return builder(hint)(raw), []
    return validate(hint, raw)


def validate(hint: Any, raw: Any) -> tuple[Any, list[Problem]]:
    """The same of a file that somebody may have changed."""
    # Here and not above: a file that nobody changed does not pay for the import.
    from pydantic import ValidationError

    wrong = list(faults(hint, raw))
    if wrong:
        return None, wrong
    try:
        return freeze(_adapter(hint).validate_json(json.dumps(_decode_null(hint, raw), default=str))), []
    except ValidationError as fault:
        return None, [
            (e["loc"], f"{e['msg'][:1].lower()}{e['msg'][1:]}, not {inline(e['input'])}") for e in fault.errors()
        ]


@functools.cache
def _adapter(hint: Any) -> TypeAdapter[Any]:
    from pydantic import ConfigDict, TypeAdapter

    own = dataclasses.is_dataclass(hint) or typing.is_typeddict(hint)
    return TypeAdapter(hint) if own else TypeAdapter(hint, config=ConfigDict(strict=True))


def _decode_null(hint: Any, raw: Any) -> Any:
    """Printed dashes as nothing, if the type allows nothing."""
    if raw == NULL and members(hint)[1]:
        return None
    if isinstance(raw, Mapping):
        return {k: _decode_null(inner, v) for k, inner, v in _inside(hint, raw)}
    if isinstance(raw, (list, tuple)):
        return [_decode_null(inner, v) for _, inner, v in _inside(hint, raw)]
    return raw


def _inside(hint: Any, raw: Any) -> Iterator[tuple[str | int, Any, Any]]:
    """The parts of a container with the type that each should have."""
    hint, _ = members(hint)
    origin, args = typing.get_origin(hint) or hint, typing.get_args(hint)
    if isinstance(raw, Mapping):
        known = record_fields(typing.cast(type, origin)) if dataclasses.is_dataclass(origin) else {}
        yield from ((k, known.get(k, args[1] if len(args) == 2 else Any), v) for k, v in raw.items())
    else:
        several = len(args) > 1 and args[1] is not Ellipsis
        for place, value in enumerate(raw):
            yield place, (args[min(place, len(args) - 1)] if several else args[0] if args else Any), value
