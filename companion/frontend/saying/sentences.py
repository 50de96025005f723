"""Words for players that every front end uses: refusals, names of those who answer, values, how a game ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.engine.errors import InvalidInput
    from companion.engine.requests import By
    from companion.engine.ruleset import Next
    from companion.engine.state.table import AnyTable


def refusal(fault: InvalidInput) -> str:
    """What is wrong as a sentence of its own, and behind a dash what would be accepted."""
    return titled(fault.message + (f" — {fault.hint}" if fault.hint else ""))


def fault_of(does: Callable[..., object], *args: object) -> str:
    """What is wrong with this call, as a sentence; empty if it raises no InvalidInput."""
    from companion.engine.errors import InvalidInput

    try:
        does(*args)
    except InvalidInput as fault:
        return refusal(fault)
    return ""


def titled(text: str) -> str:
    """The text with a capital letter first, the rest as it was, and what it says."""
    made = text[:1].upper() + text[1:]
    if type(text) is str:
        return made
    # Not imported while the app starts: these words are needed before any game is.
    from companion.engine.state.phrases import Phrase, spans_of

    return Phrase.of(made, spans_of(text))


def standing_alone(table: AnyTable, text: str) -> str:
    """What begins small behind a title, as a sentence of its own; a name that players spell small stays so."""
    return sentence(text if text.startswith(table.small_names()) else titled(text))


def sentence(text: str) -> str:
    """The text with a full stop, if nothing ends it yet, and what it says."""
    from companion.engine.state.phrases import stopped

    return stopped(text)


SHORT_HASH = 16
"""So many digits of a hash are enough to note: nobody finds another seed that begins alike."""


def commitment_short(commitment: str) -> str:
    """Enough of the hash to be known again, where the whole of it would be no line."""
    return f"The app's dice follow from a seed whose SHA-256 begins with {commitment[:SHORT_HASH]}."


def commitment_words(commitment: str) -> str:
    """The hash of the seed of the app's own dice, as players get to see it before the first roll."""
    return f"The app's dice follow from a seed whose SHA-256 is {commitment}."


ADD_A_WORD = "Each player may add a word of their own before the app rolls; its dice follow from seed and words."
"""What players are told with the hash, as long as they may."""


def spaced(name: str) -> str:
    """A name of code in words: `first_player` is `first player`."""
    return name.replace("_", " ")


def who(table: AnyTable, by: By) -> str:
    """The names of those who answer: one side, several, or anyone at the table."""
    if by == "table":
        return "Anyone"
    return " and ".join(table.title(side) for side in ((by,) if isinstance(by, str) else by))


def next_words(table: AnyTable, line: Next) -> str:
    """What to do next as one line: `Ito: activate a model`, `Both: play the Firefight`, `Turn 2: end it`."""
    if line.by:
        both = len(line.by) == len(table.sides) == 2
        return f"{'Both' if both else who(table, line.by)}: {line.words}"
    return f"{titled(table.spec.round_named(table.round))}: {line.words}" if line.of_round else line.words


def amount(name: str, number: int, unit: str) -> str:
    """`Ann's pool: 4 dice`, `Bob's pool: 1 die`, `Ann's hits: 1`: the unit as often as it is needed."""
    from companion.engine.wording import minus

    unit = unit_after(name, number, unit)
    return f"{name}: {minus(number)} {unit}".rstrip()


def unit_after(name: str, number: int, unit: str) -> str:
    """The unit as it stands behind this number: one `die`; empty where the name of the number ends with it."""
    from companion.engine.wording import singular

    last, one = name.casefold().split()[-1:], singular(unit)
    if last in ([unit.casefold()], [one.casefold()]):
        return ""
    return one if number in (1, -1) else unit


def ending(table: AnyTable) -> str:
    """How the game ended, as a sentence; empty while it goes on."""
    over = table.over
    if over is None:
        return ""
    return f"The game is over: {table.title(over.winner) + ' wins' if over.winner else 'a draw'}, {over.why}."
