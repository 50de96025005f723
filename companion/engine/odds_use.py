"""Whether the table looks at odds: an option of every game, and a look that the log tells."""

from __future__ import annotations

from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.state.spec import RuleOption
from companion.engine.state.table import AnyTable

SHOWN: Final = "shown"
ASKED: Final = "asked"
OFF: Final = "off"

ODDS_OPTIONS: Final = (
    RuleOption(
        "odds",
        "Odds of a decision",
        SHOWN,
        (SHOWN, ASKED, OFF),
        "shown: beside every choice; asked: only when somebody asks, and the log says so; off: never",
    ),
)
"""Among the options of every game that knows odds."""

LOOKS: Final = "odds_looks"
"""The field of a table that counts the looks at odds which the log tells."""


def odds_use(table: AnyTable) -> str:
    """`shown`, `asked` or `off`; shown if the game leaves no choice."""
    return str(table.options.get("odds", SHOWN))


def check_allowed(table: AnyTable) -> None:
    """Raises InvalidInput if the players have agreed on a game without odds."""
    if odds_use(table) == OFF:
        raise InvalidInput("odds are off at this table", hint="the option `odds` says so; players change it together")
