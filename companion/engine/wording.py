"""Grammar for titles and results: numbers with their nouns, verbs that agree, possessives, lists."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

_IRREGULAR = {"die": "dice", "miss": "misses"}


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 die`, `2 dice`, `0 wounds`."""
    return f"{number} {noun if number == 1 else plural or _IRREGULAR.get(noun, noun + 's')}"


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Whether a unit's name reads as many: Wookiees, Rebel Troopers, Dewback Riders B, Boyz, but not Boss."""
    words = [word for word in name.split() if len(word) > 1] or [name]
    last = words[-1].casefold()
    return last.endswith(("s", "yz")) and not last.endswith(("ss", "us", "is"))


def verb(name: str, singular: str, plural: str) -> str:
    """The verb that agrees with a unit's name: `verb("Wookiees", "goes", "go")` is `go`."""
    return plural if is_plural(name) else singular


def article(noun: str) -> str:
    """`a` or `an`, by the first letter."""
    return "an" if noun[:1].casefold() in ("a", "e", "i", "o", "u") else "a"


def possessive(name: str) -> str:
    """`Hiro's`, `Troopers'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    found = list(words)
    return f" {last} ".join([", ".join(found[:-1]), found[-1]] if len(found) > 1 else found)


def listed_difference(before: object, after: object) -> tuple[str, tuple[object, ...]] | None:
    """What a list gained at its end, or lost: `added` or `taken off`, and the items; None of anything else."""
    if not isinstance(before, (list, tuple)) or not isinstance(after, (list, tuple)):
        return None
    was, now = tuple(before), tuple(after)
    if len(now) > len(was) and now[: len(was)] == was:
        return "added", now[len(was) :]
    gone = tuple(item for item in was if item not in now)
    return ("taken off", gone) if gone and tuple(item for item in was if item in now) == now else None
