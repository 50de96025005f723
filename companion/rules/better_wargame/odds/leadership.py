"""Odds of Leadership tests: to rally, not to fall back, not to break."""

from __future__ import annotations

from collections.abc import Sequence

from companion.engine.odds import Chance, Heading, Odds
from companion.rules.better_wargame.odds.dice import passes_test
from companion.rules.better_wargame.odds.figures import fails_break
from companion.rules.better_wargame.units import WargameUnit

_WORDS = {
    "rally": ("rallies", "{} rallies"),
    "suppressed_test": ("falls_back", "{} must fall back"),
    "break": ("breaks", "{} breaks"),
    "break.reroll": ("breaks", "{} breaks"),
    "command_break": ("breaks", "the command of {} breaks"),
}


def leadership_odds(name: str, units: Sequence[WargameUnit]) -> Odds:
    """The chance of what hangs on each unit's test; `name` is that of the request."""
    measure, text = _WORDS[name]
    rows = []
    for unit in units:
        passed = passes_test(unit.leadership)
        p = passed if measure == "rallies" else fails_break(unit) if name == "break" else 1 - passed
        rows.append(Chance(None, measure, p, unit.id))
    headings = tuple(Heading(measure, unit.id, text, unit.name) for unit in units)
    again = name == "break" and any(unit.break_reroll for unit in units)
    return Odds(
        "Leadership tests" if len(units) > 1 else "Leadership test",
        "each test by itself",
        tuple(rows),
        headings,
        ("failed tests are rolled again where a doctrine gives it",) if again else (),
    )
