"""The wounds of one Attack Test."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.gods_gloom.records import Role


class Wounds(NamedTuple):
    """The wounds that the Attacker and the Defender inflict, not capped by the health of the other."""

    attacker: int
    defender: int

    def by(self, role: Role) -> int:
        """Those of one of the two."""
        return self.attacker if role == "attacker" else self.defender
