"""The games that can be played here."""

from __future__ import annotations

from companion.engine import registry
from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset


def games_at_hand() -> tuple[list[Ruleset], list[str]]:
    """Every game that can be imported, in the order of the registry, and a sentence for each that cannot."""
    games, faults = [], []
    for name in registry.names():
        try:
            games.append(registry.find(name))
        except (InvalidInput, ImportError) as fault:
            faults.append(str(fault))
    return games, faults
