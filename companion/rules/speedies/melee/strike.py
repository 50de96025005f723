"""The attacks of one unit on one target while they are resolved: hits, dice that are still to be told, and a report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.engine.state.changes import Tally
from companion.engine.state.phrases import Phrase, joined, phrase, says
from companion.engine.wording import count, does
from companion.rules.speedies.injuries import fate, now_is
from companion.rules.speedies.melee.hits import SHOT, Hit
from companion.rules.speedies.odds.volley import Volley
from companion.rules.speedies.units import Game, SpeediesUnit, Weapon


@dataclass
class Strike:
    """A volley in melee, one weapon an attack in declared order, or a shot.

    `mode` is the target's state when it began: normal, dazed, stunned, or ranged for a shot. `carry` is shown with its
    checks: what is left of the attack order. `landed` hits there were, `crits` of them critical dice, and `hits` are
    those that were not stopped. `injury_value` is None if no injury was scored, `spent` if the target was not stunned.

    Dice are announced once it is known what follows from them: `told` says what those came to that were rolled last,
    without a full stop, and `marks` has one word a face for each group.
    """

    game: Game
    attacker: SpeediesUnit
    target: SpeediesUnit
    weapons: Sequence[Weapon]
    mode: str
    carry: Sequence[Tally] = ()
    landed: int = 0
    crits: int = 0
    hits: list[Hit] = field(default_factory=list)
    injury_value: int | None = None
    spent: int | None = None
    told: str = ""
    marks: Sequence[Sequence[str]] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)

    def odds(self, kinds: Iterable[Weapon]) -> Volley:
        """The chances of attacks with these weapons as both stand."""
        return Volley(self.game.options, self.attacker, self.target, kinds, self.mode)

    def rolled(self, told: str, marks: Sequence[Sequence[str]], **facts: object) -> None:
        """Keeps what dice came to until it is announced; `facts` are for programs."""
        self.told, self.marks, self.facts = told, marks, facts

    def announce(self, fate: str = "") -> None:
        """Announces the last dice: first what becomes of the target, then what they came to."""
        text = phrase(joined(": ", filter(None, (fate, self.told))), ".")
        self.game.result(text, marks=self.marks, attacker=self.attacker.id, target=self.target.id, **self.facts)

    def report(self) -> dict[str, Any]:
        """Notes and returns what was done as plain data; `injury_value` and `spent` only if there is one."""
        known = {
            "attacker": self.attacker.id,
            "target": self.target.id,
            "attacks": len(self.weapons),
            "mode": self.mode,
            "hits": self.landed,
            "crits": self.crits,
            "unsaved": len(self.hits),
            "injury_value": self.injury_value,
            "spent": self.spent,
            "result": self.target.status,
        }
        made = {key: value for key, value in known.items() if value is not None}
        self.game.note(self._sentence(), beside="result", volley=made)
        self.game.conclude(self._conclusion())
        return made

    @property
    def _strikes(self) -> str:
        return does(self.attacker.name, "shoots at" if self.mode == SHOT else "strikes")

    def _conclusion(self) -> str:
        """What came of it in a few words: who struck whom, and what is left of the target."""
        target = self.target
        if not self.hits and self.spent is None:
            return f"{self._strikes} {target.name} without effect"
        if target.status != "ok":
            return phrase(f"{self._strikes} {target.name}, ", fate(f"who is {target.status}", target, target.status))
        left = says(f"{count(target.wounds, 'Wound')} left", target, "wounds", target.wounds)
        return phrase(f"{self._strikes} {target.name}, who has ", left)

    def _sentence(self) -> Phrase:
        """The report for the log."""
        target = self.target
        if self.mode == "stunned":
            now = fate(target.status, target, target.status)
            return phrase(f"{self._strikes} stunned {target.name}: ", now, ".")
        crits = f" ({self.crits} critical)" if self.crits else ""
        value = f", injury {self.injury_value}" if self.injury_value is not None else ""
        return phrase(
            f"{self._strikes} {target.name}: attacks {len(self.weapons)}, hits {self.landed}{crits}, "
            f"not stopped {len(self.hits)}{value}; ",
            now_is(target, target.status),
            ", ",
            says(f"Wounds {target.wounds}", target, "wounds", target.wounds),
            ".",
        )
