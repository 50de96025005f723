"""What a volley or a shot did, as facts and as a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.engine.state.phrases import phrase, says
from companion.engine.wording import count, does
from companion.rules.speedies.injuries import fate, now_is
from companion.rules.speedies.units import SpeediesUnit


@dataclass
class Report:
    """What a volley did. `mode` is the target's state when it began: normal, dazed, stunned, or ranged for a shot.

    `injury_value` is None if no injury was scored, `spent` if the target was not stunned.
    """

    attacker: str
    target: str
    attacks: int
    mode: str
    hits: int = 0
    crits: int = 0
    unsaved: int = 0
    injury_value: int | None = None
    spent: int | None = None
    result: str = "ok"

    def data(self) -> dict[str, Any]:
        """The report as plain data; `injury_value` and `spent` only if there is one."""
        return {k: v for k, v in vars(self).items() if v is not None}

    def conclusion(self, attacker: SpeediesUnit, target: SpeediesUnit) -> str:
        """What came of it in a few words: who struck whom, and what is left of the target."""
        strikes = self._does(attacker)
        if not self.unsaved and self.spent is None:
            return f"{strikes} {target.name} without effect"
        if self.result != "ok":
            now = fate(f"who is {self.result}", target, self.result)
            return phrase(f"{strikes} {target.name}, ", now)
        left = says(f"{count(target.wounds, 'Wound')} left", target, "wounds", target.wounds)
        return phrase(f"{strikes} {target.name}, who has ", left)

    def _does(self, attacker: SpeediesUnit) -> str:
        return does(attacker.name, "shoots at" if self.mode == "ranged" else "strikes")

    def sentence(self, attacker: SpeediesUnit, target: SpeediesUnit) -> str:
        """The report for the log."""
        if self.mode == "stunned":
            now = fate(self.result, target, self.result)
            return phrase(f"{self._does(attacker)} stunned {target.name}: ", now, ".")
        crits = f" ({self.crits} critical)" if self.crits else ""
        value = f", injury {self.injury_value}" if self.injury_value is not None else ""
        strikes = self._does(attacker)
        return phrase(
            f"{strikes} {target.name}: attacks {self.attacks}, hits {self.hits}{crits}, "
            f"not stopped {self.unsaved}{value}; ",
            now_is(target, self.result),
            ", ",
            says(f"Wounds {target.wounds}", target, "wounds", target.wounds),
            ".",
        )
