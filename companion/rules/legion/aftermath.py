"""After a battle of a campaign: the plain carry-over, with fields for rank and supply.

The publisher's campaign has experience, ranks and supply, but its tables were not found: the players write them down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.aftermath import KILLS, NOTES, OPTIONS_WITH_MODELS, POINTS, PlainAftermath
from companion.engine.carry_over import CarryOver, Fought, Loss, changes_of, wounds_kept
from companion.engine.requests import Column
from companion.engine.state.table import Unit
from companion.rules.legion.records import Mini
from companion.rules.legion.units import LegionUnit

RANK = Column("campaign_rank", "Campaign rank", "text")
SUPPLY = Column("supply", "Supply points", hi=999, why_hi="no battle gives more")


def minis_kept(unit: Unit, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The wounds and losses of its minis, by the options `aftermath_heal` and `aftermath_models`.

    Minis that take the place of dead ones are unhurt; one that fights alone comes back with what it keeps.
    """
    assert isinstance(unit, LegionUnit)
    keep = options["aftermath_models"] == "keep"
    back = None if unit.alive else unit.minis[0]
    kept = {}
    for mini in unit.minis:
        alone = len(unit.minis) == 1
        gone = keep and not mini.alive and mini is not back
        hurt = mini.alive or alone or mini is back
        wounds = wounds_kept(mini.wounds, mini.threshold - 1, options) if hurt else 0
        kept[mini.id] = {"wounds": mini.wounds if gone else wounds, "defeated": gone}
    return {"minis": kept}


def losses(session: Fought) -> Iterator[Loss]:
    """The wounds and minis that each unit cost others."""
    last: dict[str, str] = {}
    for change in changes_of(session):
        owner = session.table.owner_of(change.of)
        if owner is None or not isinstance(session.table.find(change.of), Mini):
            continue
        if change.field == "wounds" and change.after > change.before:
            last[change.of] = change.by
            yield Loss(owner.id, last[change.of], wounds=change.after - change.before)
        elif change.field == "defeated" and change.after != change.before:
            yield Loss(owner.id, last.get(change.of, ""), models=1 if change.after else -1)


AFTERMATH_OPTIONS = OPTIONS_WITH_MODELS
PLAIN = PlainAftermath(
    CarryOver(minis_kept, losses, ("campaign_rank", "notes"), ("victory_points", "supply")),
    (KILLS, RANK, NOTES),
    (POINTS, SUPPLY),
)
aftermath = PLAIN.procedure()
