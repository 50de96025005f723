"""Which of two formations applies (TFP.20)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.gods_gloom.catalog import FORMATIONS
from companion.rules.gods_gloom.records import Applied, Role


def contest(picks: Mapping[Role, str]) -> Applied:
    """Which formations apply: a lone one, or of two the one that beats the other; two alike undo each other."""
    if len(picks) == 1:
        return tuple(picks.items())
    (one, mine), (two, theirs) = picks.items()
    if FORMATIONS[mine].beats == theirs:
        return ((one, mine),)
    return ((two, theirs),) if FORMATIONS[theirs].beats == mine else ()
