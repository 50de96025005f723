"""The plain forms of Textual's widgets: text handed to them is text, never markup."""

from __future__ import annotations

from textual.content import Content
from textual.widgets import Button, Static

from companion.tui.text import plain


class PlainStatic(Static):
    """Text that stands for itself."""

    def __init__(self, content: Content | str = "", *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(_content(content), id=id, classes=classes, markup=False)

    def show(self, content: Content | str) -> None:
        """Other text; the layout is made anew only where the size is the text's own."""
        self.update(_content(content))


class PlainButton(Button):
    """A button whose label stands for itself."""

    def __init__(self, label: str, *, id: str | None = None, classes: str | None = None, act: str = "") -> None:
        super().__init__(plain(label), id=id, classes=classes)
        self.act = act
        self.can_focus = False


def _content(content: Content | str) -> Content:
    return content if isinstance(content, Content) else Content(content)
