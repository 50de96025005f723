"""Names and numbers as players type them: part of a name that is clear is enough, and no odd digit ends the app."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, TypeVar

from companion.engine.errors import InvalidInput
from companion.engine.state.entity import Entity
from companion.engine.state.paths import split_path
from companion.engine.state.table import AnyTable

T = TypeVar("T")

_MOST_DIGITS: Final = 15
_WHOLE: Final = re.compile(rf"[+\-−]?[0-9]{{1,{_MOST_DIGITS}}}")
_TOO_LONG: Final = re.compile(r"[+\-−]?[0-9]+")
_SHOWN: Final = 20
"""Characters of what was typed that are said again."""


def whole(text: str, hint: str = "") -> int:
    """A whole number of at most 15 digits; `+3`, `-3` and `−3` are known.

    Raises InvalidInput for anything else: `²` and `--5` are digits and signs too, but no number.
    """
    word = text.strip()
    if not word:
        raise InvalidInput("a whole number is wanted", hint=hint)
    if not _WHOLE.fullmatch(word):
        said = word if len(word) <= _SHOWN else word[:_SHOWN] + "…"
        if _TOO_LONG.fullmatch(word):
            raise InvalidInput(f"{said} is too large, with more than {_MOST_DIGITS} digits", hint=hint)
        raise InvalidInput(f"{said!r} is no whole number", hint=hint)
    return int(word.replace("−", "-"))


def is_whole(text: str) -> bool:
    """Whether `whole` takes this text."""
    return _WHOLE.fullmatch(text.strip()) is not None


def item_at(items: Sequence[T], text: str) -> T | None:
    """The item whose place in a list, counted from 1, is typed; None if the text is no such number."""
    if not is_whole(text):
        return None
    place = whole(text)
    return items[place - 1] if 1 <= place <= len(items) else None


def is_digit(char: str) -> bool:
    """Whether a character may be in a field for numbers of 0 or more."""
    return char in "0123456789"


def is_number_char(char: str) -> bool:
    """Whether a character may be in a field for several numbers, or for one that may be negative."""
    return char in "0123456789 ,;-−"


K = TypeVar("K")

LONGEST_NAME = 5
"""Words of a name that is typed without quotes."""


def line_words(text: str) -> list[str]:
    """The words of a line; quotes hold a name with spaces together."""
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def meant(candidates: Mapping[K, Iterable[str]], typed: str) -> list[K]:
    """Which candidates a typed text means, by their names in any case; several if it is not clear.

    Those of that very name, with the same capitals if only they tell it; else those with a name that begins so; else
    with a word in it that begins so; else with that text anywhere in it.
    """
    wanted = typed.strip().casefold()
    if not wanted:
        return []
    exact = [key for key, known in candidates.items() if typed.strip() in known]
    if len(exact) == 1:
        return exact
    names = {key: [name.casefold() for name in known if name] for key, known in candidates.items()}
    tests = (
        lambda name: name == wanted,
        lambda name: name.startswith(wanted),
        lambda name: any(
            name.startswith(wanted, at) for at in range(1, len(name)) if name[at].isalnum() > name[at - 1].isalnum()
        ),
        lambda name: wanted in name,
    )
    for fits in tests:
        found = [key for key, known in names.items() if any(fits(name) for name in known)]
        if found:
            return found
    return []


def the_only(found: Sequence[K], typed: str, called: Callable[[K], str], nothing: str, hint: str = "") -> K:
    """The one that was found. Raises InvalidInput where several may be meant; or with `nothing` and the hint."""
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidInput(f"{typed!r} may mean " + " or ".join(map(called, found)))
    raise InvalidInput(nothing, hint=hint)


def entity_names(table: AnyTable) -> dict[str, tuple[str, ...]]:
    """The ids of everything on the table that may be adjusted, each with the names that players type for it."""
    models = [model for unit in table.units.values() for model in unit.miniatures]
    found = {of: (of, table.title(of)) for of in (*table.sides, *table.units, *(model.id for model in models))}
    return {"table": ("table", "the table"), **found}


def longest_name(typed: list[str], known: Iterable[Iterable[str]], keep: int) -> tuple[str, list[str]]:
    """The longest known name at the beginning of the typed words, else the first word; and the words behind it.

    At least `keep` words stay behind. An empty name if nothing is typed.
    """
    names = {name.casefold() for group in known for name in group}
    for many in range(min(LONGEST_NAME, len(typed) - keep), 1, -1):
        if " ".join(typed[:many]).casefold() in names:
            return " ".join(typed[:many]), typed[many:]
    return (typed[0], typed[1:]) if typed else ("", [])


def entity_named(table: AnyTable, typed: str) -> str:
    """The id of the unit, mini or side that a typed text means; `table` is the table itself.

    What is called so is meant before what has it as its id, and before the table, which is `the table` too. Raises
    InvalidInput with the names that it may mean, or with all there are.
    """
    names, typed = entity_names(table), typed.strip().strip('"')
    for alike in (str, str.casefold):
        called_so = [of for of in names if alike(table.title(of)) == alike(typed)]
        if len(called_so) == 1:
            return called_so[0]
    if typed in names:
        return typed
    found = meant(names, typed)
    if len(found) > 1:
        # A unit and its only mini share a name: the unit is meant.
        found = [of for of in found if of in table.units or of in table.sides] or found
    units = ", ".join(told_apart(table, of) for of in table.units)
    called = partial(told_apart, table)
    return the_only(found, typed, called, f"there is nothing called {typed!r}", f"units: {units}")


def told_apart(table: AnyTable, of: str) -> str:
    """The name that players know a thing by; if another thing has the same, with its id."""
    title = table.title(of)
    same = sum(table.title(other).casefold() == title.casefold() for other in (*table.sides, *table.units))
    return f"{title} ({of})" if same > 1 else title


def field_named(entity: Entity, typed: str) -> str:
    """The path of the field that a typed text means: by its own name, its label, or the label of a condition.

    Raises InvalidInput with the labels that it may mean, or with all there are.
    """
    name, _ = split_path(typed)
    if name in entity.specs():
        return typed
    names: dict[str, list[str]] = {}
    # A printed value and what is left of it may share a label (Health): the tracker is meant.
    labels: set[str] = set()
    for spec in sorted(entity.specs().values(), key=lambda spec: not spec.adjust):
        if spec.place != "internal" and spec.label.casefold() not in labels:
            labels.add(spec.label.casefold())
            names[spec.name] = [spec.label]
    for condition in entity.conditions:
        if condition.holds != "word":
            names.setdefault(condition.field, []).extend((condition.id, condition.label))
    found = meant(names, typed)
    hint = "known: " + ", ".join(known[-1] for known in names.values())
    return the_only(found, typed, lambda path: names[path][-1], f"there is no value called {typed!r} here", hint)
