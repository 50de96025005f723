"""A form in one list: enter sets the marked line; the last line does what the form is for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

from textual.content import Content

from companion.frontend.wording import titled
from companion.tui.commands import ACCEPT, Command, handles
from companion.tui.screens.asking import TextPrompt
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.lines import LineList, Row

R = TypeVar("R")
LABEL: Final = 22
"""Cells of a label, unless one of its group is longer."""


class Line(NamedTuple):
    """One line of a form: what it says, and what enter does with it. Without an `edit` it is a heading.

    What does not fit a row goes on `indent` cells in.
    """

    key: str
    content: Content
    edit: Callable[[], None] | None = None
    indent: int = 2


class FormPanel(ListPanel[R], Generic[R]):
    """A subclass gives the lines; each is known by its key, so that the mark stays where it is."""

    nothing = ""

    def __init__(self, title: str) -> None:
        super().__init__(title, lines=LineList(id="form"))
        self._edits: dict[str, Callable[[], None]] = {}

    def form(self) -> Iterator[Line]:
        """The lines as they are now."""
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        """A row a line."""
        lines = list(self.form())
        self._edits = {line.key: line.edit for line in lines if line.edit is not None}
        return [Row(line.key, line.content, heading=line.edit is None, indent=line.indent) for line in lines]

    def short(self, command: Command) -> str:
        """Enter sets."""
        return "set" if command is ACCEPT else super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Sets the marked line."""
        edit = self._edits.get(self.lines.value)
        if edit is not None:
            edit()

    def ask_text(self, question: str, now: str, put: Callable[[str], None], *, empty: bool = False) -> None:
        """Asks for a text, keeps it and draws the form again."""

        def typed(text: str | None) -> None:
            if text is not None:
                put(text)
                self.redraw()

        self.open_over(TextPrompt(question, now, check=(lambda _: "") if empty else None), typed)


def labelled(
    key: str, label: str, value: str, edit: Callable[[], None], *, style: str = "bold", wide: int = LABEL
) -> Line:
    """A label of at least so many cells, and the value that stands now."""
    head = plain(f"{titled(label):<{wide}} ", "$quiet")
    return Line(key, Content.assemble(head, plain(value, style)), edit, head.cell_length)


def gap(key: str = "") -> Line:
    """An empty line."""
    return Line(f"gap {key}", Content(""))


def heading(text: str) -> Line:
    """A line of words above others; the cursor passes over it."""
    return Line(f"heading {text}", plain(text))


def go(text: str, edit: Callable[[], None]) -> Line:
    """The line that does what the form is for."""
    return Line("go", Content.styled(text, "bold $accent"), edit)
