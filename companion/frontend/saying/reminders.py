"""What players forget: who has not acted, which conditions hold, which melee must be fought before the phase ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from companion.engine.standing import conditions_held
from companion.engine.wording import count, is_plural
from companion.frontend.hooks import Hooks

_MOST_NAMES = 3
"""More units than this are only counted: the table shows each of them."""


class Reminder(NamedTuple):
    """`of` are the units it is about, `text` what is so: a condition, or the rest of the sentence."""

    of: tuple[str, ...]
    text: str
    condition: bool = False


def reminders(hooks: Hooks, to_act: Collection[str]) -> Iterator[Reminder]:
    """Melees first, then conditions that will end, then who has not acted."""
    table = hooks.session.table
    if table.over is not None:
        return
    melees = hooks.melees() if hooks.must_fight() else []
    if melees:
        yield Reminder((), f"{count(len(melees), 'melee')} before the phase can end")
    for unit in table.units.values():
        for condition, words in conditions_held(unit) if unit.alive else ():
            until = f", until {condition.ends}" if condition.ends else ""
            yield Reminder((unit.id,), words + until, condition=True)
    waiting = [of for of in table.units if of in to_act]
    if 0 < len(waiting) <= _MOST_NAMES:
        many = len(waiting) > 1 or is_plural(table.units[waiting[0]].name)
        yield Reminder(tuple(waiting), f"{'have' if many else 'has'} not acted")


def reminder_words(hooks: Hooks, one: Reminder) -> str:
    """A reminder as a sentence without its stop: `Oda: Stunned, until the End Phase`."""
    table = hooks.session.table
    names = [table.title(of) for of in one.of]
    who = " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
    if not who:
        return one.text
    return f"{who}{':' if one.condition else ''} {one.text}"
