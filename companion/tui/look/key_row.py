"""The keys that do something now: the key bold, its word quiet, as many as fit whole, help always last."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.fills import ROWS, Fill, fill_row
from companion.tui.look.rows import BLANK, wrapped

_GAP = 3
_THUMBS = 4
"""Keys that a thumb has at the bottom of a screen that is touched; all others are behind the last of them."""
HELP, BACK = "help", "back"
"""Commands that are never left out: the last one, under which all others are tapped, and the way out of a panel."""


class Key(NamedTuple):
    """One command as the row shows it; one that is not `live` does nothing now, and keeps its place."""

    command: str
    key: str
    short: str
    live: bool = True


@lru_cache(maxsize=256)
def key_chip(key: Key) -> Content:
    """`Enter seal`; a tap on it is the command."""
    chip = Content.assemble((key.key, STRONG), " " if key.short else "", (key.short, QUIET))
    return tapped(chip, key.command)


def tap_of(command: str) -> dict[str, Any]:
    """The meta of what is tapped for the command with this id, where it does something."""
    return {"@click": f"screen.tapped('{command}')"}


def tapped(words: Content, command: str) -> Content:
    """Words that name a key, or what it shows: a tap on them is the command with this id."""
    return words.stylize(Style.from_meta(tap_of(command)))


def thumb_rows(keys: Sequence[Key], width: int, high: int = ROWS) -> list[Content]:
    """The first of the keys as fills, help last, of three rows between two blank ones, or of two: they never move."""
    shown = [key for key in keys if key.command and key.short and key.command != HELP][: _THUMBS - 1]
    shown += [key._replace(short="more") for key in keys if key.command == HELP]
    each = width // max(1, len(shown)) - 1
    fills = [
        Fill(
            wrapped(Content.styled(key.short[:1].upper() + key.short[1:], STRONG if key.live else QUIET), each)[:high],
            tap_of(key.command) if key.live else {},
        )
        for key in shown
    ]
    around = [BLANK] if high == ROWS else []
    return [*around, *fill_row(fills, width, high=high), *around] if fills else [BLANK]


def key_rows(keys: Sequence[Key], width: int, rows: int = 1) -> list[Content]:
    """At most `rows` rows; what does not fit is left out from the end, help and the way out of a panel are kept."""
    shown = _sharing([key for key in keys if key.command != HELP])
    last = [(key,) for key in keys if key.command == HELP]
    while shown and len(_places([*shown, *last], width)) > rows:
        others = [at for at, group in enumerate(shown) if all(key.command != BACK for key in group)]
        del shown[others[-1] if others else -1]
    gap = Content(" " * _GAP)
    close = Content(" ")
    placed = _places([*shown, *last], width)[:rows]
    return [gap.join([close.join(map(key_chip, keys)) for keys in row]) for row in placed] or [Content("")]


def _sharing(keys: Sequence[Key]) -> list[tuple[Key, ...]]:
    """A key without a word of its own is before the next one, and shares its word: `− + wounds`."""
    groups: list[tuple[Key, ...]] = []
    for key in keys:
        if groups and not groups[-1][-1].short:
            groups[-1] = (*groups[-1], key)
        else:
            groups.append((key,))
    return groups


def _places(groups: Sequence[tuple[Key, ...]], width: int) -> list[list[tuple[Key, ...]]]:
    """Which keys are in which row."""
    rows: list[list[tuple[Key, ...]]] = []
    room = 0
    for keys in groups:
        words = sum(cell_len(key.key) + cell_len(key.short) + bool(key.short) for key in keys)
        needed = _GAP + words + len(keys) - 1
        if rows and needed <= room:
            rows[-1].append(keys)
            room -= needed
        else:
            rows.append([keys])
            room = width - needed + _GAP
    return rows
