"""A session of the duel that plays some other procedure."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from companion.game import Action, Procedure
from companion.testing import Session
from tests.games.duel import DUEL, Arena, example


def playing(
    proc: Procedure[[], Any],
    *,
    actions: Callable[[Arena], Sequence[Action]] | None = None,
    started: bool = True,
    **more: Any,
) -> Session:
    """A session in which this procedure is the one action, started unless said otherwise; `more` of its rules."""
    offered = actions or (lambda _: [Action("odd", proc.title, proc)])
    rules = dataclasses.replace(DUEL, procedures=(*DUEL.procedures, proc), actions=offered, **more)
    held = Session(dataclasses.replace(example(), spec=rules))
    if started:
        held.start("odd")
    return held
