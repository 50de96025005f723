"""What players keep beside the rules, as typed words: victory points, notes, marks, and what is easily forgotten."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.table import DICE_WORD, Unit
from companion.engine.wording import count, does, signed
from companion.frontend.hooks import Hooks
from companion.frontend.naming import entity_named, entity_names, longest_name
from companion.frontend.reminders import reminder_words, reminders
from companion.frontend.scoring import points_typed, scored
from companion.frontend.wording import sentence

DICE = "dice SIDE WORD"
SCORE = "score SIDE 2 the bridge, or score SIDE -1 and why"
_WORDS = "UNIT and the words; none empties it"
NOTE = f"note {_WORDS}"
_WRITTEN = {"notes": (NOTE, "unit"), "mark": (f"mark {_WORDS}", "unit"), DICE_WORD: (DICE, "side")}
"""Fields of texts: how each is typed, and whose it is."""


def score_lines(session: Session) -> Iterator[str]:
    """The victory points of every side with their history."""
    table = session.table
    for side in table.sides.values():
        yield f"{table.title(side.id)}: {count(side.score, 'victory point')}."
        yield from (f"  Round {one.round}: {signed(one.points)}, {one.why}." for one in scored(session, side.id))


def score(session: Session, text: str) -> list[Event]:
    """`SIDE POINTS why…` Raises InvalidInput where no side or no number is named."""
    of, rest = _named(session, text, SCORE, "side")
    points, why = points_typed(rest)
    return session.adjust(of, "score", change=points, why=why)


def write(session: Session, text: str, field: str) -> list[Event]:
    """A name and words: the notes or the mark of a unit, or the word of a side that the app's dice follow from too.

    `none` empties it.
    """
    of, rest = _named(session, text, *_WRITTEN[field])
    return session.adjust(of, field, "" if rest.casefold() == "none" else rest, why="by hand")


def written_lines(session: Session) -> Iterator[str]:
    """The notes and marks of all units."""
    for unit in session.table.units.values():
        words = [*([f"marked {unit.mark}"] if unit.mark else []), *([unit.notes] if unit.notes else [])]
        if words:
            yield f"{session.table.title(unit.id)}: {', '.join(words)}."


def remember_lines(hooks: Hooks) -> Iterator[str]:
    """What players forget, a sentence each."""
    for one in reminders(hooks, hooks.to_act()):
        yield sentence(reminder_words(hooks, one))


def unit_named(session: Session, typed: str) -> Unit:
    """The unit that a typed name means; a mini means its unit. Raises InvalidInput where it is none."""
    if not typed.strip():
        raise InvalidInput("which unit?", hint="unit and its name")
    table = session.table
    of = entity_named(table, typed.strip())
    owner = table.owner_of(of)
    if owner is None and of not in table.units:
        raise InvalidInput(f"{does(table.title(of), 'is')} no unit")
    unit: Unit = owner if owner is not None else table.unit(of)
    return unit


def dice_word_lines(session: Session) -> Iterator[str]:
    """What the players have added to the app's dice."""
    for side in session.table.sides.values():
        yield f"{session.table.title(side.id)}: {side.dice_word or 'no word yet'}."


def _named(session: Session, text: str, hint: str, what: str) -> tuple[str, str]:
    """The side or unit, as is wanted, that the first words name, and the words behind it."""
    table = session.table
    name, rest = longest_name(text.split(), list(entity_names(table).values()), keep=1)
    if not name or not rest:
        raise InvalidInput("a name and something behind it are wanted", hint=hint)
    of = entity_named(table, name)
    if of not in (table.sides if what == "side" else table.units):
        raise InvalidInput(f"{does(table.title(of), 'is')} no {what}", hint=hint)
    return of, " ".join(rest)
