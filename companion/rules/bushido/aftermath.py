"""After a battle of a campaign. No campaign of the publisher's was found: the plain carry-over, see its options."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.aftermath import OPTIONS, PlainAftermath
from companion.engine.careers import Fought, Loss, inflicted_by, known_names, struck
from companion.engine.carry_over import CarryOver, healed
from companion.engine.state.changes import Change
from companion.engine.state.results import Result

CRITICAL = "a critical double"


def losses(session: Fought) -> Iterator[Loss]:
    """Wounds by the reason of each change; then the Ki that Kami lost instead, and models gone by a critical double."""
    yield from struck(session)
    names = known_names(session)
    for entry in session.entries:
        striker = ""
        for event in entry.events:
            if isinstance(event, Result):
                striker = str(event.facts.get("striker", striker))
            elif isinstance(event, Change) and event.field == "ki_tokens":
                by = inflicted_by(event.why, names, event.of)
                if by:
                    yield Loss(event.of, by, wounds=event.before - event.after)
            elif isinstance(event, Change) and event.field == "in_play" and event.why == CRITICAL:
                yield Loss(event.of, striker)


AFTERMATH_OPTIONS = OPTIONS
PLAIN = PlainAftermath(CarryOver(healed, losses, ("notes",), ("victory_points",)))
aftermath = PLAIN.procedure()
