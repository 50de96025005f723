"""The plain forms of Textual's widgets: text handed to them is text, never markup."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Static


class PlainStatic(Static):
    """Text that stands for itself."""

    def __init__(self, content: Content | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        self.shown = _content(content)
        super().__init__(self.shown, id=id, classes=classes, markup=False)

    def show(self, content: Content | str) -> None:
        """Other text; nothing is drawn where it is the same."""
        wanted = _content(content)
        if not wanted.is_same(self.shown):
            self.shown = wanted
            self.update(wanted)


def _content(content: Content | str) -> Content:
    return content if isinstance(content, Content) else Content(content)
