"""The keys that do something now: the key bold, its word quiet, as many as fit whole, help always last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import QUIET, STRONG

_GAP = 3
HELP = "help"
"""The command that stands last and is never left out."""


class Key(NamedTuple):
    """One command as the row shows it."""

    command: str
    key: str
    short: str


def key_chip(key: Key) -> Content:
    """`Enter seal`; a click on it carries the id of the command as `command` in its meta."""
    chip = Content.assemble((key.key, STRONG), " ", (key.short, QUIET))
    return chip.stylize(Style.from_meta({"command": key.command}))


def key_rows(keys: Sequence[Key], width: int, rows: int = 1) -> list[Content]:
    """At most so many rows; what does not fit is left out from the end, help is kept."""
    chips = [key_chip(key) for key in keys if key.command != HELP]
    last = [key_chip(key) for key in keys if key.command == HELP]
    while chips and len(_rows([*chips, *last], width)) > rows:
        chips.pop()
    return _rows([*chips, *last], width)[:rows]


def _rows(chips: Sequence[Content], width: int) -> list[Content]:
    rows: list[Content] = []
    for chip in chips:
        if rows and rows[-1].cell_length + _GAP + chip.cell_length <= width:
            rows[-1] = Content.assemble(rows[-1], " " * _GAP, chip)
        else:
            rows.append(chip)
    return rows or [Content("")]
