"""What is answered in a scene, written as players would say it."""

import re
from typing import Final

from companion.testing import Scripted

SIDES: Final = ("red", "blue", "p1", "p2")


def steps(text: str) -> list[Scripted]:
    """`attack [hit blank*2]; place_mini red foe.1; charge yes`: each request, who answers where it matters, its answer.

    Several answers stand in brackets, groups of dice with a `/` between them; what is quoted is text.
    """
    return [step(one) for one in text.split("; ") if one]


def step(text: str) -> Scripted:
    """One of the `steps`."""
    name, _, rest = text.partition(" ")
    first, _, value = rest.partition(" ")
    return (name, first, _answer(value)) if first in SIDES and value else (name, _answer(rest))


def groups(text: str) -> list[list[object]]:
    """`6 5 / / 2*3` as the groups of a roll."""
    found: list[list[object]] = [[]]
    for word in re.findall(r"'[^']*'|\S+", text):
        item, _, times = word.partition("*")
        if item == "/":
            found.append([])
        else:
            found[-1] += [_one(item)] * int(times or 1)
    return found


def _answer(words: str) -> object:
    if not words.startswith("["):
        return _one(words)
    found = groups(words[1:-1])
    return found if len(found) > 1 else found[0]


def _one(word: str) -> object:
    if word in ("yes", "no"):
        return word == "yes"
    return int(word) if word.isdigit() else word.strip("'")
