"""The statuses a unit passes through, and the markers that last a turn or a battle."""

from __future__ import annotations

from companion.engine.state.entity import Condition

STANDING = ("ok", "staggered")
HELPLESS = ("dazed", "stunned")
OUT = "incapacitated"
STATUSES = (*STANDING, *HELPLESS, OUT)
"""From unhurt to out of the battle; a unit has exactly one."""

CONDITIONS = (
    Condition(
        "staggered",
        "Staggered",
        "status",
        "word",
        "Disadvantage on all its checks; Move halved, rounded up.",
        "the end of the turn, or its Recover",
    ),
    Condition(
        "dazed",
        "Dazed",
        "status",
        "word",
        "Does not fight, Engage, shoot or cast. Enemies have Advantage; one failed Defence takes it out.",
        "Recover: staggered",
    ),
    Condition(
        "stunned",
        "Stunned",
        "status",
        "word",
        "Does nothing. One attack takes it out, without dice.",
        "Recover: dazed",
    ),
    Condition("incapacitated", "Incapacitated", "status", "word", "Out of this battle; counts as lost.", "never"),
    Condition(
        "engaged_this_turn",
        "Engaged this turn",
        "engaged_this_turn",
        "flag",
        "Strikes before all others that have not Engaged.",
        "the end of the turn",
    ),
    Condition(
        "jump_attack",
        "Jump Attack",
        "jump_attack",
        "flag",
        "Jumped onto an enemy: Advantage on its Melee Checks.",
        "the end of the turn",
    ),
    Condition("treasure", "Treasure", "treasure", "flag", "Carries a Treasure token; may not Run.", "its fall"),
)


def worse(status: str, than: str) -> bool:
    """Whether a status is the graver one."""
    return STATUSES.index(status) > STATUSES.index(than)


def recovered(status: str) -> str:
    """U3: the status one step down: stunned, dazed, staggered, ok. The unhurt and the incapacitated keep theirs."""
    return status if status in ("ok", OUT) else STATUSES[STATUSES.index(status) - 1]
