"""The plain forms of Textual's widgets: text handed to them is text, never markup."""

from __future__ import annotations

from typing import cast

from textual.content import Content
from textual.css.styles import RulesMap
from textual.widgets import Static


class PlainStatic(Static):
    """Text that stands for itself."""

    def __init__(self, content: Content | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        self.shown = _content(content)
        super().__init__(self.shown, id=id, classes=classes, markup=False)

    def show(self, content: Content | str) -> None:
        """Other text; nothing is drawn where it is the same, and nothing else moves where it needs as much room."""
        wanted = _content(content)
        if not wanted.is_same(self.shown):
            self.shown = wanted
            self.update(wanted, layout=not self._fits(wanted))

    def _fits(self, wanted: Content) -> bool:
        """Whether this widget has just the rows that the text needs: laying out a whole screen costs milliseconds."""
        width, height = self.content_size
        if width <= 0 or self.styles.is_auto_width:
            return False
        return wanted.get_height(cast(RulesMap, self.styles), width) == height


def _content(content: Content | str) -> Content:
    return content if isinstance(content, Content) else Content(content)
