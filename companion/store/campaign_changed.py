"""What is not as Companion wrote it in campaign.toml: said, and compared with the copy that is kept of it.

Rosters may be changed by hand, and the ledger says how they were. The ledger itself has nothing behind it but the
copies: if it is damaged and no longer leads to the rosters, nobody can tell which of both is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from companion.store.changed import differences as table_differences
from companion.store.changed import heads, outside
from companion.store.format.campaign import Campaign
from companion.store.format.document import CAMPAIGN
from companion.store.generations import copy_as_written
from companion.store.ledger import differences

Problems = list[tuple[str, str]]

_OTHERS: Final = tuple(name for name in CAMPAIGN.compared if name != "rosters")
"""What may be changed by hand beside the rosters; those are compared with the ledger, wherever they are read."""
_BACK: Final = "go back to a kept generation (companion restore)"


def judge(file: Path, data: Mapping[str, Any], campaign: Campaign) -> tuple[list[str], Problems]:
    """Sentences for the players on what was changed, and as problems what cannot be played on with."""
    changed, notices = campaign.changed, heads(CAMPAIGN, campaign.changed)
    copy = copy_as_written(file, campaign.header.generation, CAMPAIGN, campaign.header.id)
    if "state" in changed:
        found = table_differences(copy, data, _OTHERS) if copy is not None else []
        if found or not any(differences(campaign)):
            notices.append(outside(file, copy, data, _OTHERS))
    if "ledger" not in changed:
        return notices, []
    had, has = campaign.header.batches, len(campaign.ledger)
    if had != has:
        return notices, [("ledger", f"it has {has} batches and had {had}: {_BACK}")]
    if any(differences(campaign)):
        return notices, [("ledger", f"it was changed outside Companion and no longer leads to the rosters: {_BACK}")]
    then = copy.get("ledger", []) if copy is not None else []
    numbers = [str(n) for n, (a, b) in enumerate(zip(then, data.get("ledger", []), strict=False), 1) if a != b]
    where = f", in batch {', '.join(numbers)}" if numbers else ""
    return [*notices, f"the ledger was changed outside Companion{where}; it still leads to the rosters"], []
