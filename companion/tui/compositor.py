"""Textual's compositor, which asks of a change for the rows it is in and no others.

Its own asks every widget between the first and the last row that changed for all its rows: with a list at the top and
the keys at the bottom, as good as a whole screen a key. Of what is asked here the same is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip


class RowCompositor(Compositor):
    """Draws the rows that changed."""

    def __init__(self) -> None:
        super().__init__()
        self._changed: Sequence[int] = ()
        """The rows of the screen that are being drawn, from the top."""

    def _render_chops(self, crop: Region, is_rendered_line: Callable[[int], bool]) -> Sequence[Mapping[int, Strip]]:
        self._changed = [y for y in crop.line_range if is_rendered_line(y)]
        return super()._render_chops(crop, is_rendered_line)

    def _get_renders(self, crop: Region | None = None) -> Iterable[tuple[Region, Region, list[Strip]]]:
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            rows = [y for y in self._changed if seen.y <= y < seen.bottom]
            if rows and seen.width:
                part = Region(seen.x, rows[0], seen.width, rows[-1] + 1 - rows[0])
                yield region, part, widget.render_lines(part.translate(-region.offset))
