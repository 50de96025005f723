"""Reading TOML that anybody may have written: what stands too deep to be worked with is refused."""

from __future__ import annotations

import tomllib
from typing import Any, Final

from companion.store.format.source_map import is_endless

MOST_DEPTH: Final = 40
"""Of tables and lists in each other: nothing of ours is half as deep."""


class TooDeep(ValueError):
    """Tables stand in tables too deep."""

    def __init__(self) -> None:
        super().__init__("tables stand in tables too deep to be read")


def tables_of(text: str) -> dict[str, Any]:
    """The tables in a text. Raises TooDeep, or ValueError if it is no TOML."""
    if is_endless(text):
        raise TooDeep
    try:
        tables = tomllib.loads(text)
    except RecursionError as fault:
        raise TooDeep from fault
    level: list[dict[str, Any] | list[Any]] = [tables]
    for _ in range(MOST_DEPTH):
        insides = [held.values() if isinstance(held, dict) else held for held in level]
        level = [held for inside in insides for held in inside if isinstance(held, (dict, list))]
    if level:
        raise TooDeep
    return tables
