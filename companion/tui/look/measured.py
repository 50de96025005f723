"""Widgets that are measured again whenever they ask for it."""

from __future__ import annotations

from typing import Self

from textual.geometry import Region
from textual.widget import Widget


class Measured(Widget):
    """A widget whose size follows what it shows.

    Textual keeps the size that it worked out until the next wish for a layout, and counts a second wish before the
    first one is done as the same. If it lays out between the two, the size is that of what was shown then, and stays.
    """

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """As Textual's; every wish for a layout counts."""
        if layout:
            # A size is kept for the styles it was worked out with: with none more, they are others all the same.
            self.styles.merge_rules({})
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)
