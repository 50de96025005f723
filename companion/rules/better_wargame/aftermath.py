"""After a battle of a campaign. No campaign of the authors' was found: the plain carry-over, see its options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.aftermath import OPTIONS_WITH_MODELS, PlainAftermath
from companion.engine.carry_over import CarryOver, Fought, Loss
from companion.engine.state.table import Unit
from companion.rules.better_wargame.units import WargameUnit


def strength(unit: Unit, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The models it comes back with, by the option `aftermath_models`; with fewer, that is its new strength."""
    assert isinstance(unit, WargameUnit)
    if options["aftermath_models"] == "refill":
        return {"models": unit.start_models}
    left = max(1, unit.models)
    return {"models": left, "start_models": left}


def losses(session: Fought) -> Iterator[Loss]:
    """The models that each unit cost others. If several attacked one at once, they share its dead by their hits."""
    for entry in session.entries:
        known: Counter[str] = Counter()
        found: list[Loss] = []
        for fight in entry.outcome.get("resolved", [entry.outcome]):
            for of, dead in fight.get("casualties", {}).items():
                hits = {by: hit for by, target, hit in fight.get("hits", ()) if target == of and hit}
                known[of] += dead
                found += [Loss(of, by, share, share) for by, share in _shares(dead, hits).items()]
        dead_in_all = Counter({change.of: 0 for change in entry.changes() if change.field == "models"})
        for change in entry.changes():
            if change.field == "models":
                dead_in_all[change.of] += change.before - change.after
        # Taken off by an adjustment, or in a phase that was broken off: nobody is known to have done it.
        yield from (Loss(of, "", n - known[of], n - known[of]) for of, n in dead_in_all.items() if n != known[of])
        yield from found


def _shares(dead: int, hits: Mapping[str, int]) -> dict[str, int]:
    """Who cost how many: in proportion to the hits, the rest one each to those with most hits, who come last."""
    total = sum(hits.values())
    if not dead or not total:
        return {"": dead} if dead else {}
    shares = {by: dead * hit // total for by, hit in hits.items()}
    rest = dead - sum(shares.values())
    for by in sorted(hits, key=lambda by: -hits[by])[:rest]:
        shares[by] += 1
    return {by: shares[by] for by in sorted(shares, key=lambda by: hits[by]) if shares[by]}


AFTERMATH_OPTIONS = tuple(option for option in OPTIONS_WITH_MODELS if option.name != "aftermath_heal")
PLAIN = PlainAftermath(CarryOver(strength, losses, ("notes",), ("victory_points",)))
aftermath = PLAIN.procedure()
