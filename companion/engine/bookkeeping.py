"""What of the log tells nothing new: what is only kept count of, and changes that sentences tell already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from companion.engine.answers import AnswerRecord
from companion.engine.errors import RULES_FAIL
from companion.engine.state.changes import Change
from companion.engine.state.paths import HEADCOUNT, contact_of, split_path
from companion.engine.state.phrases import OUT, spans_of
from companion.engine.state.table import AnyTable, Model, Unit


def covers(table: AnyTable, texts: Iterable[str], change: Change) -> bool:
    """Whether these sentences say where the field of a change stands now, or that who it is about is out of play.

    That nobody touches one who is out of play needs no sentence, nor what becomes of it.
    """
    pair = contact_of(change.field) if change.of == "table" else None
    gone = [of for of in pair or (change.of,) if _is_gone(table, of)]
    for span in (span for text in texts for span in spans_of(text)):
        if span.field == OUT:
            if (pair is None or change.after is None) and any(_is_about(table, span.of, of) for of in gone):
                return True
        elif (span.of, span.field, span.value) == (change.of, change.field, change.after):
            return True
    return False


def _is_gone(table: AnyTable, of: str) -> bool:
    one, owner = table.known(of), table.owner_of(of)
    return (isinstance(one, Model) and not one.alive) or (owner is not None and not owner.alive)


def _is_about(table: AnyTable, named: str, of: str) -> bool:
    """Whether what is said of `named` holds of this unit or mini: it is the same, or the unit of the mini."""
    owner = table.owner_of(of)
    return named == of or (owner is not None and named == owner.id)


PASSING: Final = "passing"
"""A fact of notes that matter at their moment alone: whose turn it is to strike, what players must not forget."""

_REMINDERS: Final = ("reminder", "reminders")
_DECLINED: Final = (False, None, "", "none", "pass", "decline", "keep")
"""Answers that change nothing."""

_SCORE: Final = "score"
_ENDED: Final = ("table", "over_why")


def counted(table: AnyTable, change: Change) -> bool:
    """Whether a change is bookkeeping: counters and tokens that come and go, whose turn it is, single miniatures.

    Health, conditions, victory points, who touches whom, who joins, rounds and phases are not.
    """
    if change.of == "table":
        return change.field == "active"
    entity = table.known(change.of)
    if entity is None or change.field == HEADCOUNT or any(one.field == change.field for one in entity.conditions):
        return False
    if change.of not in table.units and table.owner_of(change.of) is not None:
        return True
    spec = entity.specs().get(split_path(change.field)[0])
    if spec is None or change.field == _SCORE:
        return False
    return (spec.place == "trackers" and not spec.vital) or spec.place == "conditions"


def of_the_fallen(table: AnyTable, change: Change, fell: set[str]) -> bool:
    """Whether a contact ends because one of the two fell: their fall tells it.

    To be asked of the changes of one procedure in their order: `fell` gathers the units and minis that were changed so
    far and are out of play.
    """
    pair = contact_of(change.field) if change.of == "table" else None
    if pair is not None:
        return change.after is None and not fell.isdisjoint(pair)
    entity = table.known(change.of)
    if isinstance(entity, (Unit, Model)) and _is_out(entity):
        fell.add(entity.id)
    return False


def of_the_end(table: AnyTable, changes: Iterable[Change]) -> set[int]:
    """The ids of those changes of a procedure that only lay down what lasts a turn, because the game is over."""
    found: set[int] = set()
    over = False
    for change in changes:
        over = over or (change.of, change.field) == _ENDED
        unit = table.units.get(change.of) if over else None
        if unit is not None and change.field in unit.of_a_turn():
            found.add(id(change))
    return found


def _is_out(one: Unit | Model) -> bool:
    """Whether this one is out of play; rules that fail to say so are told elsewhere, and the log is read without."""
    try:
        return not one.alive
    except RULES_FAIL:
        return False


def declined(given: AnswerRecord) -> bool:
    """Whether an answer is that nothing is done: no, none, pass."""
    if given.kind in ("yes_no", "choose"):
        return given.value in _DECLINED
    return given.kind == "pick" and not given.value


def passing(facts: Mapping[str, object]) -> bool:
    """Whether a note with these facts is past with its moment."""
    return bool(facts.get(PASSING)) or any(key in facts for key in _REMINDERS)
