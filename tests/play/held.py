"""An opened session that lives in memory, for driving front ends without a file."""

import io
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.frontend.opened import Unfiled
from companion.play import plain
from companion.store.lock import BUSY
from tests.games.duel import example


class Held(Unfiled):
    """What `companion.store.Opened` is to a front end, without the file: the duel, or it by other `rules`."""

    def __init__(
        self,
        session: Session | None = None,
        *,
        seed: int = 1,
        read_only: bool = False,
        rules: Ruleset | None = None,
    ) -> None:
        if session is None:
            table = example()
            table.spec, table.name = rules or table.spec, "Duel at dawn"
            session = Session(table, rng=Random(seed), read_only=BUSY if read_only else "")
        super().__init__(session, Path("duel.toml"))
        self.read_only = read_only
        self.saves = 0
        self.at_border = ""

    def border(self, count: int) -> str:
        return self.at_border

    def save(self) -> None:
        self.saves += 1


def typed(at: Any, lines: Iterable[str]) -> str:
    """What plain play says at this opened session when these lines are typed."""
    out = io.StringIO()
    plain.play(at, iter([line + "\n" for line in lines]), out)  # type: ignore[arg-type]
    return out.getvalue()
