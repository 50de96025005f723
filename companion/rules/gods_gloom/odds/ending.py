"""What a melee costs beside its dice: morale that is not there, Berserk, a Death Curse (ATC.60 to MEL.80).

All of it follows from the wounds of the Attack Test without a die and without a decision. A push is not counted:
whether it is made, and whether there is room, is found out on the table.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.gods_gloom.melee.results import winner
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.odds.wounds import Wounds
from companion.rules.gods_gloom.records import ROLES, Role, other
from companion.rules.gods_gloom.tokens import can_pay_morale
from companion.rules.gods_gloom.traits import traits_of


class Ending(NamedTuple):
    """The health that both have left at the end, and who won; None: both fell."""

    attacker: int
    defender: int
    won: Role | None

    def left(self, role: Role) -> int:
        """That of one of the two."""
        return self.attacker if role == "attacker" else self.defender


def ending(score: Score, inflicted: Wounds | None) -> Ending:
    """The end of a melee whose Attack Test inflicted these wounds; None: one fell before it, and no dice are rolled."""
    melee = _Melee(score)
    killed: list[Role] = []
    if inflicted is not None:
        for role in ROLES:
            melee.suffers(other(role), inflicted.by(role))
        killed = [role for role in ROLES if not melee.alive(role)]
        for role in ROLES:
            tokens = traits_of(score.units[role]).demoralizing[role]
            if tokens and inflicted.by(role):
                melee.loses_morale(other(role), tokens)
    won = melee.winner(inflicted or Wounds(0, 0))
    if won is not None:
        loser = other(won)
        melee.loses_morale(loser, 1 + traits_of(score.units[loser]).morale_loss[loser])
    for role in ROLES:
        frenzy = traits_of(score.units[role]).frenzy
        if frenzy is not None and role in score.setting.frenzied:
            melee.suffers(role, frenzy.wounds)
    for role in killed:
        curse = traits_of(score.units[role]).curse
        if curse is not None:
            melee.suffers(other(role), curse.wounds)
    return Ending(melee.health["attacker"], melee.health["defender"], won)


class _Melee:
    """Health and morale of both while the end is worked out."""

    def __init__(self, score: Score) -> None:
        self.units = score.units
        self.at_zero = score.game.options["morale_loss_at_zero"] == "wound"
        self.health = {role: score.units[role].health for role in ROLES}
        self.morale = {role: score.units[role].morale for role in ROLES}

    def alive(self, role: Role) -> bool:
        return self.health[role] > 0

    def suffers(self, role: Role, wounds: int) -> None:
        self.health[role] = max(0, self.health[role] - wounds)

    def loses_morale(self, role: Role, tokens: int) -> None:
        if self.alive(role) and can_pay_morale(self.units[role]):
            missing = max(0, tokens - self.morale[role])
            self.morale[role] = max(0, self.morale[role] - tokens)
            self.suffers(role, missing if self.at_zero else 0)

    def winner(self, inflicted: Wounds) -> Role | None:
        standing = [role for role in ROLES if self.alive(role)]
        if len(standing) < len(ROLES):
            return standing[0] if standing else None
        return winner(inflicted.attacker, inflicted.defender)
