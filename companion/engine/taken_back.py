"""Rolls of the app that players took back: kept, so that nobody can roll until the dice please."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.inputs import Leave
from companion.engine.journal import JournalEntry, TakenBack
from companion.engine.run import Run
from companion.engine.seed import ProcedurePlace


def rolls_of(place: ProcedurePlace, played: Run | JournalEntry) -> Iterator[TakenBack]:
    """What the app rolled in a procedure."""
    for given in played.answers:
        if given.kind == "roll" and given.how == "rolled":
            yield TakenBack(place, given.key, given.title, tuple(tuple(group) for group in given.value))


def not_standing(taken: Sequence[TakenBack], entries: Sequence[JournalEntry], run: Run | None) -> list[TakenBack]:
    """Those of the rolls that were taken back that were not made again, with the same faces, where they were made.

    Those of a procedure that was left, and not kept, are among them.
    """
    found = list(taken)
    played: dict[str, int] = {}
    everything: list[tuple[int, Run | JournalEntry]] = [*enumerate(entries)]
    if run is not None:
        everything.append((len(entries), run))
    for number, one in everything:
        name = one.procedure if isinstance(one, JournalEntry) else one.procedure.name
        if not name:
            continue
        place = ProcedurePlace(number, name, played.get(name, 0))
        played[name] = place.earlier + 1
        left = one.inputs[-1].input if one.inputs else None
        made = list(rolls_of(place, one))
        if isinstance(left, Leave) and not left.keep:
            found += made
            continue
        stand = {(roll.key, roll.value) for roll in made}
        found = [
            roll
            for roll in found
            if (roll.place.procedure, roll.place.earlier) != place[1:] or (roll.key, roll.value) not in stand
        ]
    return found
