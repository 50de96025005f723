"""Who is asked to declare a formation (TFP.10), which of two applies, and what it does at once (TFP.20)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.records import ROLES, Applied, Role, other
from companion.rules.gods_gloom.tokens import lose_morale
from companion.rules.gods_gloom.units import Fighters, Game


class Turn(NamedTuple):
    """Who is asked, and whether it is the last chance (TFP.10.final)."""

    role: Role
    last: bool


class Declaration(NamedTuple):
    """An answer to that."""

    turn: Turn
    declares: bool


def next_asked(seals: Mapping[Role, bool], said: Sequence[Declaration]) -> Turn | None:
    """Who is asked next whether to declare, after these answers; None: nobody. `seals`: who has one to pay with.

    Each is asked in turn, then whoever did not declare while the other did.
    """
    if said and said[-1].turn.last:
        return None
    begun = ROLES.index(said[-1].turn.role) + 1 if said else 0
    for role in ROLES[begun:]:
        if seals[role]:
            return Turn(role, last=False)
    declared = declarers(said)
    if len(declared) == 1 and seals[other(declared[0])]:
        return Turn(other(declared[0]), last=True)
    return None


def declarers(said: Sequence[Declaration]) -> tuple[Role, ...]:
    """Who declared, the Attacker first."""
    declared = [answer.turn.role for answer in said if answer.declares]
    return tuple([role for role in ROLES if role in declared])


def contest(picks: Mapping[Role, str]) -> Applied:
    """Which formations apply: a lone one, or of two the one that beats the other; two alike undo each other."""
    if len(picks) == 1:
        return tuple(picks.items())
    (one, mine), (two, theirs) = picks.items()
    if FORMATIONS[mine].beats == theirs:
        return ((one, mine),)
    return ((two, theirs),) if FORMATIONS[theirs].beats == mine else ()


def apply_at_once(game: Game, fighters: Fighters, applied: Applied) -> None:
    """What formations do before any dice: Harass takes morale, and may wound and destroy. Their dice are pools'."""
    for role, formation in applied:
        opponent, lost = fighters[other(role)], FORMATIONS[formation].morale
        if lost and opponent.alive:
            lose_morale(game, opponent, lost, f"harassed by {fighters[role].name}", fighters[role])
