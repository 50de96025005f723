"""A list that is a form: rows may have several cells side by side, and a value is typed where it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.message import Message
from textual.strip import Strip

from companion.frontend.form import Field
from companion.frontend.saying.sentences import sentence
from companion.tui.look.colours import CURSOR, MIND, MIND_STRONG, STRONG
from companion.tui.text import clean, plain
from companion.tui.widgets.entry import Words
from companion.tui.widgets.line_view import LinePaint
from companion.tui.widgets.lines import GUTTER, Cell, LineList, Row

_MARK, _BLANK = Content.styled("▸ ", MIND_STRONG), Content("  ")
LONGEST = 200
"""Characters that can be typed into one field."""


def cell_row(label: Content, *cells: Cell) -> Row:
    """A row of a label and cells, each drawn where it begins; the two cells before it are for the cursor."""
    drawn = label
    for cell in cells:
        drawn = Content.assemble(drawn, " " * max(0, cell.at - drawn.cell_length), cell.content)
    return Row(None, drawn, cells=cells)


@dataclass(slots=True)
class Edit:
    """What is being typed into a field. `fresh`: the first character takes the place of everything that is there.

    `cut`: more was typed than there is room for, which is said.

    What the field has a doubt about is taken when Enter is pressed again.
    """

    field: Field
    text: str
    done: Callable[[str], None]
    fresh: bool = True
    cut: bool = False
    doubted: str | None = None

    def doubtful(self) -> bool:
        """Whether there is a doubt about what is typed, and nobody was told of it yet: it is told from now on."""
        text = self.text.strip()
        told, self.doubted = self.doubted == text, text
        return not told and bool(self.field.doubt(text))

    def put(self, text: str) -> None:
        """Puts text behind what was typed."""
        whole = ("" if self.fresh else self.text) + clean(text)
        self.text, self.fresh, self.cut = whole[:LONGEST], False, len(whole) > LONGEST

    def takes(self, key: str) -> bool:
        """Takes back, or completes, what was typed; whether that is what this key does here."""
        changed = {"backspace": self.text[:-1], "ctrl+u": "", "right": self.field.whole(self.text)}
        if key not in changed or (key == "right" and changed[key] == self.text):
            return False
        self.text, self.fresh, self.cut = changed[key], False, False
        return True

    def content(self) -> Content:
        """The text with its cursor, and behind it in accent what is wrong with it."""
        fault = self.field.fault(self.text)
        if not fault and self.doubted == self.text.strip() and (doubt := self.field.doubt(self.doubted)):
            fault = f"{sentence(doubt)} Enter again takes it"
        if not fault and self.cut:
            fault = f"cut off here: {LONGEST} characters at most"
        shown = plain(self.text, f"{STRONG} underline" if self.fresh else STRONG)
        return Content.assemble(shown, ("▌", MIND), plain(f"  {fault}" if fault else "", MIND_STRONG))


class Typing:
    """What is being typed into a field of this list, and what keys and pasted text do to it.

    `starts` is asked whether a character, or text that is pasted, begins to be typed into the marked cell; it calls
    `begin` then. `pastes` gets lines that are pasted, and says whether it took them.
    """

    def __init__(self, lines: FormList) -> None:
        self.lines = lines
        self.edit: Edit | None = None
        self.starts: Callable[[str], bool] | None = None
        self.pastes: Callable[[str], bool] | None = None

    def begin(self, field: Field, text: str, done: Callable[[str], None]) -> None:
        """Lets players type into the cell of a field; `done` gets the text once nothing is wrong with it."""
        self.lines.mark(field)
        self.edit = Edit(field, clean(text), done, bool(text))
        self._changed()

    def finish(self) -> bool:
        """Takes what was typed, if nothing is wrong with it. Whether nothing is being typed any more."""
        edit = self.edit
        if edit is None:
            return True
        if edit.field.fault(edit.text.strip()):
            return False
        if edit.doubtful():
            self._changed()
            return False
        self.edit = None
        edit.done(edit.text.strip())
        self._changed()
        return True

    def cancel(self) -> None:
        """Leaves the value as it was."""
        self.edit = None
        self._changed()

    def put(self, text: str) -> None:
        """Puts text behind what was typed."""
        if self.edit is not None:
            self.edit.put(text)
            self._changed()

    def _changed(self) -> None:
        self.lines.post_message(FormList.Edited())

    def fill(self, text: str) -> None:
        """Puts this in the place of what was typed."""
        if self.edit is not None:
            self.edit.text, self.edit.fresh = "", False
            self.put(text)

    def takes(self, event: events.Key) -> bool:
        """Characters, backspace, enter and escape belong to what is being typed, and what leads away takes it first."""
        edit, printable = self.edit, event.is_printable and event.character is not None
        if edit is None:
            if not (printable and self.starts is not None and self.starts(str(event.character))):
                return False
            self.put(str(event.character))
        elif printable:
            self.put(str(event.character))
        elif edit.takes(event.key):
            self._changed()
        elif event.key == "enter":
            self.finish()
        elif event.key == "escape":
            self.cancel()
        elif event.key not in ("left", "right") or self.lines.beside() > 1:
            # What is wrong stays in view, unless it is empty.
            if not edit.text:
                self.cancel()
            return not self.finish()
        return True

    def paste(self, event: events.Paste) -> None:
        """Pasted text is typed text, its lines one behind the other; several are for `pastes`, if it takes them.

        So is one line, where nothing can be typed, or where it is longer than what can be.
        """
        lines = [line for line in event.text.splitlines() if line.strip()]
        if not lines:
            return
        event.stop()
        several = len(lines) > 1 or len(lines[0]) > LONGEST
        if several and self.pastes is not None and self.pastes("\n".join(lines)):
            return
        text = " ".join(lines)
        if self.edit is not None or (self.starts is not None and self.starts(text)):
            self.put(text)
        elif len(lines) == 1 and self.pastes is not None:
            self.pastes(text)


class FormList(LineList):
    """Arrows go between cells; a value is typed where it stands.

    The cursor is its mark, and fills the cell that it is on; in a row without cells the values keep their colours.
    """

    DEFAULT_CSS = """
    FormList { width: 100%; }
    FormList:focus > .lines--cursor { color: $foreground; background: transparent; text-style: none; }
    """

    class Edited(Message):
        """Something was typed, or typing has ended: the row is redrawn."""

    def __init__(self) -> None:
        self.typing = Typing(self)
        super().__init__(id="form", one_click=True)
        self.paint = FormPaint(self)

    def words(self) -> Words | None:
        """What is being typed, unless it is a number."""
        edit = self.typing.edit
        if edit is None or not edit.field.in_words:
            return None
        return Words(edit, edit.text, LONGEST, self.typing.fill)

    def on_click(self, event: events.Click) -> None:
        """What was being typed is taken before the row under a tap is chosen."""
        if not self.typing.finish():
            event.stop()
            event.prevent_default()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Every character is text while something is typed."""
        return self.typing.edit is not None and character is not None and character.isprintable()

    def on_key(self, event: events.Key) -> None:
        if self.typing.takes(event):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        self.typing.paste(event)


class FormPaint(LinePaint):
    """Paints the rows of a form: the cell that is marked is filled, and the values of other rows keep their colours."""

    view: FormList

    def cursor_state(self) -> object:
        return self.view.column, self.view.typing.edit is None

    def painted(self, row: Row, width: int, *, here: bool) -> list[Strip]:
        view, room, at = self.view, max(1, width - GUTTER), 0
        content = row.laid(room)
        look = "lines--heading" if row.heading else "lines--closed" if row.closed else ""
        style = view.get_visual_style(look) if look else view.visual_style
        here = here and view.has_focus
        if here and row.cells:
            cell = row.cells[min(view.column, len(row.cells) - 1)]
            at = _character(content, cell.at) if cell.beside or cell is not row.cells[0] else 0
            content = _filled(content, cell) if view.typing.edit is None else content
        if at:
            content = Content.assemble(content[: at - GUTTER], _MARK, content[at:])
        made = self.strips(content, room, style)
        (mark,) = self.strips(_MARK if here and not at else _BLANK, GUTTER, style)
        marks = [mark, *[Strip.blank(GUTTER, style.rich_style)] * len(made)]
        rows = (Strip.join(pair) for pair in zip(marks, made or [Strip.blank(room)], strict=False))
        return [strip.extend_cell_length(width, style.rich_style).crop(0, width) for strip in rows]


def _filled(content: Content, cell: Cell) -> Content:
    """The content of a row with the marked cell in the colour of the cursor; what is typed and the rest keep theirs."""
    first = cell.content.split("\n")[0].rstrip()
    at = _character(content, cell.at)
    end = at + len(first.plain)
    if content.plain[at:end] != first.plain:
        return content
    return Content.assemble(content[:at], Content.styled(first.plain, CURSOR), content[end:])


def _character(content: Content, cell: int) -> int:
    """The place of the character that is in a cell of the first row: a wide one takes two cells."""
    text = content.plain
    return next((at for at in range(len(text) + 1) if cell_len(text[:at]) >= cell), len(text))
