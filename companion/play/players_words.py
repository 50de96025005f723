"""What players wrote themselves: a screen reader speaks it as they wrote it, signs and all."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.inputs import Answer
from companion.frontend.opened import OpenSession


def own_words(opened: OpenSession, typed: str = "") -> Iterator[str]:
    """Names on the table, notes, reasons given lately, the path of the file, and what was `typed` just now."""
    session = opened.session
    table = session.table
    words = typed.split()
    yield from (table.name, str(opened.file.parent), opened.file.stem)
    # A name or a reason is what the line ends with, or one word of it.
    yield from words
    yield from (" ".join(words[at:]) for at in range(len(words)))
    yield from (side.name for side in table.sides.values())
    for unit in table.units.values():
        yield from (unit.name, unit.notes, unit.mark)
        yield from (table.title(mini.id) for mini in unit.miniatures)
    for taken in session.run.inputs if session.run is not None else ():
        yield getattr(taken.input, "why", "")
        if isinstance(taken.input, Answer) and isinstance(taken.input.value, str):
            yield taken.input.value
