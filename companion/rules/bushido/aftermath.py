"""After a battle of a campaign. No campaign of the publisher's was found: the plain carry-over, see its options."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.aftermath import OPTIONS, PlainAftermath
from companion.engine.carry_over import CarryOver, Fought, Loss, healed, struck


def losses(session: Fought) -> Iterator[Loss]:
    """Wounds by who did them; then the Ki that Kami lost instead, and who took whom out of play."""
    yield from struck(session)
    for entry in session.entries:
        for change in entry.changes():
            if change.by and change.field == "ki_tokens":
                yield Loss(change.of, change.by, wounds=change.before - change.after)
            elif change.by and change.field == "in_play":
                yield Loss(change.of, change.by)


AFTERMATH_OPTIONS = OPTIONS
PLAIN = PlainAftermath(CarryOver(healed, losses, ("notes",), ("victory_points",)))
aftermath = PLAIN.procedure()
