"""Textual's compositor, which asks of a change for the rows it is in and no others.

Its own asks every widget between the first and the last row that changed for all its rows: with a list at the top and
the keys at the bottom, as good as a whole screen a key. It asks those below others too, of which nothing is seen. Of
what is asked here the same is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from textual._compositor import Compositor
from textual.geometry import Region
from textual.strip import Strip


class RowCompositor(Compositor):
    """Draws the rows that changed."""

    def _render_chops(self, crop: Region, is_rendered_line: Callable[[int], bool]) -> Sequence[Mapping[int, Strip]]:
        """The pieces of each row of the screen, by the column where they begin; none in rows that did not change."""
        cuts = self.cuts
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(row[:-1]) for row in cuts]
        # The columns of each changed row that nobody has drawn yet. The topmost widgets come first.
        empty = {y: set(chops[y]) for y in crop.line_range if is_rendered_line(y)}
        for widget, (region, clip) in self.visible_widgets.items():
            seen = region.intersection(clip)
            left, right = seen.column_span
            rows = [
                y
                for y, columns in empty.items()
                if seen.y <= y < seen.bottom and any(left <= x < right for x in columns)
            ]
            if not rows:
                continue
            part = Region(left, rows[0], seen.width, rows[-1] + 1 - rows[0])
            strips = widget.render_lines(part.translate(-region.offset))
            for y in rows:
                inside = [x for x in cuts[y] if left <= x <= right]
                pieces = strips[y - rows[0]].divide([x - left for x in inside[1:]])
                for x, piece in zip(inside, pieces, strict=False):
                    if x in empty[y]:
                        chops[y][x] = piece
                        empty[y].remove(x)
        return cast("Sequence[Mapping[int, Strip]]", chops)
