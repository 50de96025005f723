"""Grammar for titles and results: numbers with their nouns, verbs that agree, possessives, lists."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

_IRREGULAR = {"die": "dice", "miss": "misses"}

_ONE = {many: one for one, many in _IRREGULAR.items()}

_MANY = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "it": "they",
    "its": "their",
    "itself": "themselves",
}
"""Words that follow a name, as they are after that of several."""

_GIVEN = frozenset(
    ("agnes", "anders", "andreas", "charles", "elias", "frances", "hans", "ines", "james", "jens", "jonas", "lars")
    + ("lucas", "matthias", "nicholas", "nils", "silas", "thomas", "tobias")
)
"""Names of one that end as those of many do."""

_DECLARED: dict[str, bool] = {}
"""Whether a name is that of several, by the data of the games."""

_OF_ONE: set[str] = set()
"""Names that players or single models have, whatever their letters tell."""


def signed(value: float, places: int = 0) -> str:
    """A number that is added, with so many places: `+2`, `−1`, `+0`."""
    return f"{value:+.{places}f}".replace("-", "−")


def count(number: int, noun: str, plural: str = "") -> str:
    """`1 die`, `2 dice`, `0 wounds`."""
    return f"{number} {noun if number == 1 else plural or _IRREGULAR.get(noun, noun + 's')}"


def declare_number(name: str, *, plural: bool) -> None:
    """Says whether this name is that of several, whatever its letters tell: `Ruleset.numbers` does so for a game."""
    _DECLARED[name.casefold()] = plural
    is_plural.cache_clear()


def name_one(name: str, *, one: bool) -> None:
    """Says whether what has this name now is a player or a single model: `Side` and `Unit` do so for themselves."""
    if one != (name in _OF_ONE):
        (_OF_ONE.add if one else _OF_ONE.discard)(name)
        is_plural.cache_clear()


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Whether a name is that of several: never of a player or a single model, else as data declares it, or it reads.

    Wookiees, Rebel Troopers, Dewback Riders B, Boyz, but not Boss, nor one mini of many, Wookiees 2.
    """
    words = [word for word in name.split() if len(word) > 1] or [name]
    if name in _OF_ONE or (name.split()[-1:] and name.split()[-1].isdigit()):
        return False
    declared = _DECLARED.get(" ".join(words).casefold())
    if declared is not None:
        return declared
    last = words[-1].casefold()
    if last in _GIVEN:
        return False
    return last.endswith(("s", "yz")) and not last.endswith(("ss", "us", "is"))


@lru_cache(maxsize=1024)
def agreeing(singular: str) -> str:
    """What one does, as it is said of several: `fail and roll again` of `fails and rolls again`.

    What changes is its first word, those after `and` that end with an s, and `its`.
    """
    words = singular.split(" ")
    verbs = {0, *(place for place in range(1, len(words)) if words[place - 1] == "and" and words[place][-1:] == "s")}
    return " ".join(_of_several(word) if at in verbs or word == "its" else word for at, word in enumerate(words))


def _of_several(word: str) -> str:
    known = _MANY.get(word.lower())
    if known is not None:
        return known.capitalize() if word[0].isupper() else known
    if word.endswith("ies") and len(word) > len("dies"):
        return f"{word[:-3]}y"
    return word[: -2 if word.endswith(("ches", "shes", "sses", "xes")) else -1]


def verb(names: str | Iterable[str], singular: str, plural: str = "") -> str:
    """The verb, or another word, that agrees with a name or a list of names: `verb("Wookiees", "goes")` is `go`.

    `plural` is given where a word is not that of its kind: `it` is `they`, but after a verb `them`.
    """
    found = [names] if isinstance(names, str) else list(names)
    many = len(found) > 1 or is_plural(*found)
    return (plural or agreeing(singular)) if many else singular


def does(names: str | Iterable[str], singular: str) -> str:
    """A name, or a list of names, with what it does: `Hiro wins`, `Wookiees win`, `Ann and Bob win`."""
    if isinstance(names, str):
        return f"{names} {agreeing(singular) if is_plural(names) else singular}"
    found = list(names)
    return f"{listed(found)} {verb(found, singular)}"


def question(name: str, singular: str) -> str:
    return f"{verb(name, singular)} {name}"


def singular(nouns: str) -> str:
    """One of what these are: `weapon` of `weapons`, `action left` of `actions left`; other words stay as they are."""
    return " ".join(map(_one, nouns.split(" ")))


def _one(noun: str) -> str:
    if noun in _ONE:
        return _ONE[noun]
    if noun.endswith(("sses", "ches", "xes")):
        return noun[:-2]
    return noun if noun.endswith(("ss", "us", "is")) else noun.removesuffix("s")


def minus(number: int) -> str:
    """A number with the sign that one below zero has everywhere: `3`, `−2`."""
    return str(number) if number >= 0 else f"−{-number}"


def article(noun: str) -> str:
    return "an" if noun[:1].casefold() in ("a", "e", "i", "o", "u") else "a"


def possessive(name: str) -> str:
    """`Hiro's`, `Troopers'`."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; empty for none."""
    found = list(words)
    return f"{', '.join(found[:-1])} {last} {found[-1]}" if len(found) > 1 else "".join(found)


def listed_difference(before: object, after: object) -> tuple[str, tuple[object, ...]] | None:
    """What a list gained at its end, or lost: `added` or `taken off`, and the items; None of anything else."""
    if not isinstance(before, (list, tuple)) or not isinstance(after, (list, tuple)):
        return None
    was, now = tuple(before), tuple(after)
    if len(now) > len(was) and now[: len(was)] == was:
        return "added", now[len(was) :]
    gone = tuple(item for item in was if item not in now)
    return ("taken off", gone) if gone and tuple(item for item in was if item in now) == now else None


def value_words(value: object, title: Callable[[str], str] = str, nothing: str = "–") -> str:
    """Any value of a field; `title` gives ids their names, `nothing` stands for what is empty.

    A weapon or trait goes by its name, with the numbers and words that it has: `Katana (strength 1)`.
    """
    if value is None or value in ((), {}, "", []):
        return nothing
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return title(value)
    if hasattr(value, "as_record"):
        value = value.as_record()
    if isinstance(value, Mapping):
        name, held = value.get("name"), {key: inner for key, inner in value.items() if key != "name"}
        if name:
            held = {key: inner for key, inner in held.items() if isinstance(inner, (int, str)) and inner is not False}
        label = {key: str(key).replace("_", " ") for key in held}
        words = ", ".join(
            label[key] if inner is True else f"{label[key]} {value_words(inner, title, nothing)}"
            for key, inner in held.items()
        )
        return f"{name} ({words})" if name and words else str(name or words)
    if isinstance(value, (list, tuple)):
        return ", ".join(value_words(one, title, nothing) for one in value)
    return str(value)
