"""What a game does where its rulebook is silent or can be read in two ways: its `data/rulings.toml` as a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.engine.data import read_data, record
from companion.engine.frozen import frozen
from companion.engine.ruleset import Sheet
from companion.engine.wording import value_words

FILE = "data/rulings.toml"


@frozen
class TableRuling:
    """One question and what the app does; why, and the option that changes it, where there are any."""

    question: str
    ruling: str
    why: str = ""
    option: str = ""


def rulings_sheet(package: str, options: Mapping[str, Any]) -> Sheet:
    """The rulings of the game in `package`; a column that no ruling fills is left out.

    Read when somebody looks: nothing else needs them. Raises ValueError that names file and place of what is wrong.
    """
    rulings = [
        record(f"{package}/{FILE}: ruling {place}", entry, TableRuling)
        for place, entry in enumerate(read_data(package, FILE)["ruling"], 1)
    ]
    columns = (
        ("Question", [r.question for r in rulings]),
        ("Ruling", [r.ruling for r in rulings]),
        ("Why", [r.why for r in rulings]),
        ("Option in force", [f"{r.option}: {value_words(options[r.option])}" if r.option else "" for r in rulings]),
    )
    filled = [(title, cells) for title, cells in columns if any(cells)]
    rows = tuple(zip(*(cells for _, cells in filled), strict=True))
    text = "Where the rulebook is silent or can be read in two ways. Options are tables of their own."
    return Sheet("rulings", "Rulings", tuple(title for title, _ in filled), rows, text)
