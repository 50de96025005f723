"""A page whose numbers are counted up and down with the signs and the arrows."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType

from companion.tui.commands import LESS, MORE, handles
from companion.tui.screens.page import Page
from companion.tui.widgets.form_list import FormList


class CountingPage(Page[None]):
    """A subclass counts what is marked (`count_by`) and says where there is a number (`is_enabled`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "command('more')", show=False),
        Binding("left", "command('less')", show=False),
    ]

    def count_by(self, by: int) -> None:
        """Changes the marked number by so much."""
        raise NotImplementedError

    @on(FormList.Counted)
    def _sign_tapped(self, message: FormList.Counted) -> None:
        message.stop()
        if self.is_enabled(MORE if message.by > 0 else LESS):
            self.count_by(message.by)
            self.show_keys()

    @handles(LESS)
    def less(self) -> None:
        """One less."""
        self.count_by(-1)

    @handles(MORE)
    def more(self) -> None:
        """One more."""
        self.count_by(1)
