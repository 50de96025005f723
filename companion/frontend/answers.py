"""Options as they are listed, which of them a person means by what is typed, and whether it is yes or no."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.requests import Option
from companion.engine.state.table import AnyTable
from companion.engine.wording import listed as in_words
from companion.frontend.saying.limits import cost_words, shared_costs
from companion.frontend.typed import meant

YES: Final = ("y", "yes", "true")
NO: Final = ("n", "no", "false")

MANY_ALIKE: Final = 3
"""So many options of the same cost are told of it in one sentence."""


def numbers_of(options: Sequence[Option[object]]) -> list[str]:
    """What to type for each option: its place, or its value if the values are whole numbers themselves."""
    whole_numbers = [int(o.value) for o in options if isinstance(o.value, int) and not isinstance(o.value, bool)]
    if len(whole_numbers) == len(options):
        return [str(number) for number in whole_numbers]
    return [str(place) for place in range(1, len(options) + 1)]


def exact_option(options: Sequence[Option[object]], word: str) -> Option[object] | None:
    """The option that this word is the number of, else the label, else the value: players see no value.

    None where capitals would have to tell which, and do not.
    """
    labels, values = [o.label for o in options], [str(o.value) for o in options]
    for known in (numbers_of(options), labels, values):
        for alike in (str, str.casefold):
            found = [o for name, o in zip(known, options, strict=True) if alike(name) == alike(word.strip())]
            if len(found) == 1:
                return found[0]
            if found:
                return None
    return None


def option_of(options: Sequence[Option[object]], word: str, table: AnyTable | None = None) -> Option[object]:
    """The option that this word means: as exact_option, or a clear part of just one value or label.

    A part of a unit's name means an option that stands for this unit, and no other: a name alone buys no feat. Raises
    InvalidInput if none or several fit.
    """
    found = exact_option(options, word)
    if found is not None:
        return found
    names = {place: (str(o.value) if isinstance(o.value, str) else "", o.label) for place, o in enumerate(options)}
    fits = [options[place] for place in meant(names, word)]
    near = [option for option in fits if not _only_a_name(option, word, table)]
    if len(near) == 1:
        return near[0]
    if len(near) > 1:
        raise InvalidInput(f"{word!r} may mean " + " or ".join(o.label for o in near), hint="type its number")
    if fits:
        raise InvalidInput(f"{word!r} says who, and not what", hint="type the number of a line, or its words")
    fault = f"{word!r} is not on the list" if word.strip() else "nothing is typed"
    raise InvalidInput(fault, hint="type the number of a line, or its words")


def _only_a_name(option: Option[object], word: str, table: AnyTable | None) -> bool:
    """Whether the word is a part of a unit's name, and the option does something with it instead of naming it."""
    if table is None or option.value in table.units or table.owner_of(str(option.value)) is not None:
        return False
    wanted = word.strip().casefold()
    own = option.label.casefold()
    names = {unit.name.casefold() for unit in table.units.values()}
    return own not in names and any(wanted in name and name in own for name in names)


def yes_no(text: str) -> bool:
    """Yes or no as typed."""
    word = text.strip().casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise InvalidInput(f"{text!r} is neither yes nor no", hint="y or n")


def listed(table: AnyTable, options: Sequence[Option[object]]) -> Iterator[str]:
    """The open options with what to type for each, what they cost, and how many are closed."""
    open_ = [(number, o) for number, o in zip(numbers_of(options), options, strict=True) if o.why_not is None]
    common = shared_costs(options, MANY_ALIKE)
    for number, option in open_:
        spends = f" (costs {cost_words(option.cost)})" if option.cost and option.cost != common else ""
        does = f": {option.does}" if option.does else ""
        yield f"  {number}. {option_label(table, option)}{does}{spends}"
    if common:
        those = [number for number, option in open_ if option.cost == common]
        who = "Each costs" if len(those) == len(open_) else f"Each of {in_words(those)} costs"
        yield f"  {who} {cost_words(common)}."
    if len(open_) < len(options):
        yield f"  {closed_words(len(options) - len(open_))}"


def closed_words(many: int) -> str:
    """How many rows are not listed; heard behind the numbers of those that are, it is no number of a row."""
    return f"{many} more {'is' if many == 1 else 'are'} closed: closed says why."


def closed_lines(table: AnyTable, options: Sequence[Option[object]]) -> Iterator[str]:
    """The closed options with their reasons."""
    for option in options:
        if option.why_not is not None:
            yield f"  {option_label(table, option)}: {option.why_not}."


def option_label(table: AnyTable, option: Option[object]) -> str:
    """What an option is called; one without words of its own by the name of its unit."""
    return option.label or table.title(str(option.value))
