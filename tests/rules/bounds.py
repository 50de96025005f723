"""What the tables of bounds of several games ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.engine.errors import InvalidValue
from companion.engine.ruleset import Ruleset


def option_of(ruleset: Ruleset, name: str) -> Callable[[Any], bool]:
    """Whether an option of this game may have this value."""

    def probe(value: Any) -> bool:
        try:
            ruleset.checked_option(name, value)
        except InvalidValue:
            return False
        return True

    return probe
