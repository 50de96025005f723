"""How strong each side was through the battle: a row of blocks a side, and where the marked line is in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual import events
from textual.content import Content
from textual.message import Message

from companion.engine.past import Past, strengths
from companion.engine.state.health import measure
from companion.tui.text import clean, plain, side_mark, side_style
from companion.tui.widgets.plain import DrawnRows

_BLOCKS = "▁▂▃▄▅▆▇█"


_NAME = 14
"""Cells for the mark and the name of a side at least; longer names have what they need, up to half of the width."""


_FIGURE = 12
"""Cells for what is left at the marked line, at the right."""


class StrengthChart(DrawnRows):
    """The strength of each side over the lines of a past, from the beginning at the left to now at the right.

    Read without colour: one row per side with its name, the height of a block is how much is left, a dot is nothing,
    and the figures at the right are those of the place under the arrow. A click leads to a place.
    """

    DEFAULT_CSS = """
    StrengthChart { margin: 0 0 1 0; padding: 0 1; }
    .-low StrengthChart { display: none; }
    """

    class Clicked(Message):
        """A place of the past was clicked."""

        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    def __init__(self, past: Past) -> None:
        super().__init__(id="strength")
        self.past = past
        self._known: tuple[int, Mapping[str, Sequence[int]]] = (0, {})

    def _name_cells(self, width: int) -> int:
        table = self.past.table
        longest = max((plain(table.title(side)).cell_length for side in table.sides), default=0)
        return max(_NAME, min(len("◆ ") + longest + 1, width // 2))

    def drawn(self, width: int) -> list[Content]:
        """A row a side, and the place where the past is."""
        past, cells = self.past, self._name_cells(width)
        steps = max(2, width - cells - _FIGURE)
        if self._known[0] != steps:
            self._known = (steps, strengths(past, steps))
        found = self._known[1]
        at = round(past.place * (steps - 1) / max(1, past.now))
        what = clean(measure(past.table).left)[: cells - 1]
        rows = [self._row(side, values, at, cells) for side, values in found.items()]
        return [*rows, plain(f"{what:<{cells + at}}▲", "$quiet")]

    def _row(self, side: str, values: Sequence[int], at: int, cells: int) -> Content:
        table = self.past.table
        most = max(1, *values)
        bars = "".join(_block(value / most) for value in values)
        name = plain(f"{side_mark(table, side)} {table.title(side)}", f"bold {side_style(table, side)}")
        figure = f"{values[at]} of {most}"
        return Content.assemble(
            name.truncate(cells - 1, pad=True),
            " ",
            (bars[:at], side_style(table, side)),
            (bars[at], f"bold {side_style(table, side)}"),
            (bars[at + 1 :], "$quiet"),
            clean(f"  {figure}"),
        )

    def on_click(self, event: events.Click) -> None:
        event.stop()
        last = self._known[0] - 1
        step = max(0, min(last, event.x - 1 - self._name_cells(self.content_size.width)))
        self.post_message(self.Clicked(round(step * self.past.now / last)))


def _block(share: float) -> str:
    return "·" if share <= 0 else _BLOCKS[min(len(_BLOCKS) - 1, int(share * len(_BLOCKS) - 1e-9))]
