"""What sentences tell already of a change, so that nothing is told twice: asked of what they know, not of letters."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.state.changes import Change
from companion.engine.state.paths import contact_of
from companion.engine.state.phrases import OUT, spans_of
from companion.engine.state.table import AnyTable, Model


def covers(table: AnyTable, texts: Iterable[str], change: Change) -> bool:
    """Whether these sentences say where the field of a change stands now, or that who it is about is out of play.

    That nobody touches one who is out of play needs no sentence, nor what becomes of it.
    """
    pair = contact_of(change.field) if change.of == "table" else None
    gone = [of for of in pair or (change.of,) if _is_out(table, of)]
    for span in (span for text in texts for span in spans_of(text)):
        if span.field == OUT:
            if (pair is None or change.after is None) and any(_is_about(table, span.of, of) for of in gone):
                return True
        elif (span.of, span.field, span.value) == (change.of, change.field, change.after):
            return True
    return False


def _is_out(table: AnyTable, of: str) -> bool:
    one, owner = table.known(of), table.owner_of(of)
    return (isinstance(one, Model) and not one.alive) or (owner is not None and not owner.alive)


def _is_about(table: AnyTable, named: str, of: str) -> bool:
    """Whether what is said of `named` holds of this unit or mini: it is the same, or the unit of the mini."""
    owner = table.owner_of(of)
    return named == of or (owner is not None and named == owner.id)
