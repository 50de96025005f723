"""After a battle of a campaign. No campaign of the publisher's was found: the plain carry-over, see its options."""

from __future__ import annotations

from companion.engine.aftermath import OPTIONS, PlainAftermath
from companion.engine.carry_over import CarryOver, healed

AFTERMATH_OPTIONS = OPTIONS
PLAIN = PlainAftermath(CarryOver(returning=healed, recorded=("notes",), totals=("victory_points",)))
aftermath = PLAIN.procedure()
