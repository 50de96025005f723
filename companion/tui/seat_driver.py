"""The app's side of a seat in a browser: Textual's driver for the web, which ends with the server it draws for."""

from __future__ import annotations

import contextlib
from typing import Any

from textual import messages
from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.widget import Widget

from companion.tui.widgets.entry import EntryInput, Words
from companion.tui.widgets.form_list import FormList


class SeatDriver(WebDriver):
    """Draws for a browser through the process that serves it."""

    def __init__(self, app: App[Any], **more: Any) -> None:
        super().__init__(app, **more)
        self.shows = app
        self._into: object = None
        """What the page types into, as it was told last."""
        vars(app)["tell_page"] = self.focused

    def run_input_thread(self) -> None:
        """Reads what the browser says. Nothing follows the end of it: then the app ends too, with all that it holds."""
        super().run_input_thread()
        with contextlib.suppress(RuntimeError):
            self.send_message(messages.ExitApp())

    def write(self, data: str) -> None:
        with contextlib.suppress(OSError):
            super().write(data)

    def write_meta(self, data: dict[str, object]) -> None:
        with contextlib.suppress(OSError):
            super().write_meta(data)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """Also `repaint`, for a browser that comes back, and `field`, what was typed into the page's own."""
        if packet_type == "repaint":
            _ = self.shows.call_later(self._all_again)
        elif packet_type == "field":
            _ = self.shows.call_later(self._typed, str(payload.get("text", "")))
        else:
            super().on_meta(packet_type, payload)

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing outside the table is opened."""

    def _all_again(self) -> None:
        self.shows.refresh(layout=True)
        # The page that came back was told nothing yet.
        self._into = self
        self.focused(self.shows.focused)

    def focused(self, widget: Widget | None) -> None:
        """The page shows a field of its own where words are typed, and nowhere else."""
        words = _words(widget)
        into = words.into if words is not None else None
        if into is self._into:
            return
        self._into = into
        field: dict[str, object] = {"type": "field"}
        if words is not None:
            field |= {"label": "Type", "value": words.text, "of": id(into), "most": words.most}
        self.write_meta(field)

    def _typed(self, text: str) -> None:
        words = _words(self.shows.focused)
        if words is not None:
            words.fill(text)


def _words(widget: Widget | None) -> Words | None:
    """What is typed into this widget in words."""
    return widget.words() if isinstance(widget, (EntryInput, FormList)) else None
