"""Which rulesets there are. Names first: a game is imported when it is asked for.

The five in the tree are in a table here, because reading entry points costs 40 ms at every start; a test holds the
table equal to the declared entry points. Third-party games come by the entry-point group `companion.rulesets`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pkgutil import resolve_name
from types import MappingProxyType

from companion.engine.errors import RULES_FAIL, InvalidInput
from companion.engine.ruleset import Ruleset

GROUP = "companion.rulesets"

BUILT_IN = MappingProxyType(
    {
        "bushido": "companion.rules.bushido:RULESET",
        "gods-gloom": "companion.rules.gods_gloom:RULESET",
        "legion": "companion.rules.legion:RULESET",
        "speedies": "companion.rules.speedies:RULESET",
        "better-wargame": "companion.rules.better_wargame:RULESET",
    }
)


def find(of: str) -> Ruleset:
    """The ruleset with this id. Raises InvalidInput if there is none or if it cannot be loaded."""
    target = BUILT_IN.get(of) or next((target for name, target in _third_party() if name == of), "")
    if target:
        try:
            return _load(target)
        except RULES_FAIL as fault:
            raise InvalidInput(f"the ruleset {of!r} cannot be loaded: {fault}") from fault
    raise InvalidInput(f"there is no ruleset {of!r}", hint="rulesets: " + ", ".join(names()))


def names() -> list[str]:
    """The ids of all rulesets, the five first. Reads entry points."""
    return [*BUILT_IN, *(name for name, _ in _third_party())]


def _third_party() -> Iterator[tuple[str, str]]:
    from importlib.metadata import entry_points

    for point in sorted(entry_points(group=GROUP), key=lambda p: p.name):
        if point.name not in BUILT_IN:
            yield point.name, point.value


def _load(target: str) -> Ruleset:
    found = resolve_name(target)
    if not isinstance(found, Ruleset):
        raise TypeError(f"{target} is no Ruleset")
    return found


def games_at_hand() -> tuple[list[Ruleset], list[str]]:
    """Every game that can be imported, in the order of the registry, and a sentence for each that cannot."""
    games, faults = [], []
    for name in names():
        try:
            games.append(find(name))
        except (InvalidInput, ImportError) as fault:
            faults.append(str(fault))
    return games, faults
