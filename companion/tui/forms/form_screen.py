"""The panel that shows a form: its fields are ticked, counted, turned over, chosen from a list, typed where they stand.

A field that is a record, such as a weapon, has such a form of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partialmethod
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widget import Widget

from companion.frontend.entity_form import RecordField
from companion.frontend.form import Act, Choice, Field, Fixed, Flag, Number, Text
from companion.frontend.saying.sentences import titled
from companion.tui.commands import (
    ACCEPT,
    BACK,
    COPY_LINES,
    DELETE,
    DUPLICATE,
    LESS,
    MORE,
    NEW,
    REDO,
    SAVE_ROSTER,
    TICK,
    TOUCH,
    UNDO,
    UNITS,
    Command,
)
from companion.tui.forms.form import Form, R
from companion.tui.forms.record_form import RecordForm
from companion.tui.look.colours import fill
from companion.tui.look.rows import at_most, beside
from companion.tui.screens.list_panel import ListPanel
from companion.tui.text import plain
from companion.tui.widgets.band import Band
from companion.tui.widgets.form_list import FormList
from companion.tui.widgets.lines import GUTTER, Row

_OF_FORMS = (BACK, UNDO, REDO, NEW, UNITS, TICK, SAVE_ROSTER, COPY_LINES, TOUCH)
"""The commands that forms carry out; but for the way out, only some have them."""
_TOLD_ROWS = 3
"""Rows that may say what a marked field does."""


class FormScreen(ListPanel[R]):
    """The kind of the marked field says what keys and taps do with it; the form says everything else."""

    lines: FormList
    parts: ClassVar = {"form": _OF_FORMS}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "command('more')", show=False),
        Binding("left", "command('less')", show=False),
    ]

    def __init__(self, form: Form[R]) -> None:
        lines = FormList()
        super().__init__("" if form.page else form.title, lines=lines)
        lines.typing.starts = self._starts
        self.form = form
        self.heading, self.nothing = form.heading, form.nothing
        self.size_classes = "page" if form.page else "sheet"
        self.band = Band()
        form.screen, form.lines = self, lines

    def inside(self) -> Iterable[Widget]:
        yield self.lines
        if self.form.page:
            yield self.band

    def on_mount(self) -> None:
        super().on_mount()
        self.form.shown()

    # -- drawing --------------------------------------------------------------------------------------------------

    def rows(self) -> Sequence[Row]:
        return list(self.form.lines_for(max(20, self.size.width - 3 - GUTTER)))

    def redraw(self, keep: object = None) -> None:
        form = self.form
        form.drawn_anew()
        super().redraw(keep)
        if not form.page:
            return
        width = max(1, self.size.width - 2)
        title, count = plain(form.title, "bold"), plain(form.count, "$quiet")
        hinted = Content.assemble(title, plain(f"  {form.hint}" if form.hint else "", "$quiet"))
        # How much is filled in changes, the hint does not.
        fits = not count or hinted.cell_length + 2 + count.cell_length <= width
        head = beside(hinted if fits else title, count, width)
        self.title_line.say(head[0] if self.size.height < 20 else Content("\n").join(head), colour="")
        self.band.say(*form.band_words(), fill("text"))

    def moved(self) -> None:
        """Below the rows: what the marked field does, or the names that go on as is typed."""
        if self.form.moved():
            return
        field, edit = self.form.marked(), self.lines.typing.edit
        if field is None:
            self.remark("")
            return
        like = field.like(edit.text) if edit is not None else ""
        told = field.told() if edit is None else ()
        lines = [Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet")) for label, text in told]
        words = Content("\n").join(at_most(lines, max(20, self.size.width - 4), _TOLD_ROWS)) if lines else None
        self.note.show(words or plain(like or field.about(), "$quiet"))

    @on(FormList.Edited)
    def _typed(self) -> None:
        self.redraw()
        self.moved()
        self.host.tell_page(self.focused)

    # -- commands -------------------------------------------------------------------------------------------------

    def is_enabled(self, command: Command) -> bool:
        """While something is typed, enter takes it and escape leaves it. Else signs need something that counts."""
        if self.lines.typing.edit is not None:
            return command in (ACCEPT, BACK)
        field = self.form.marked()
        if command in (MORE, LESS):
            means = isinstance(field, (Number, Flag))
        elif command in (DELETE, DUPLICATE):
            means = field is not None and (field.drop if command is DELETE else field.again) is not None
        else:
            means = super().is_enabled(command) and (command not in _OF_FORMS or hasattr(self.form, command.method))
        return means and self.form.is_enabled(command)

    async def action_command(self, command: str) -> None:
        """While something is typed, the key at the foot that is tapped does what it does when it is pressed."""
        if self.lines.typing.edit is None:
            await super().action_command(command)
        elif command == ACCEPT.id:
            self.lines.typing.finish()
        elif command == BACK.id:
            self.lines.typing.cancel()

    @on(Band.Pressed)
    async def _band_tapped(self) -> None:
        await self.form.band_tapped()

    def short(self, command: Command) -> str:
        """Enter sets; a sign that answers says what."""
        typing = self.lines.typing.edit is not None
        own = None if typing else self.form.short(command)
        if own is not None:
            return own
        words = {ACCEPT: "set", DELETE: "take off", DUPLICATE: "another one"}
        words |= {BACK: "as it was"} if typing else {}
        words |= {MORE: "yes", LESS: "no"} if isinstance(self.form.marked(), Flag) else {}
        return words.get(command) or super().short(command)

    def do_accept(self) -> None:
        """Ticks, turns one of two over, asks for one of several, lets a value be typed where it stands, or acts."""
        match self.form.marked():
            case Act() as field:
                field.do()
            case Flag() as field:
                self.form.set(field, field.no if field.value else True)
            case Choice(options=options) as field:
                self.form.set(field, field.other()) if len(options) == 2 else self._choose(field)
            case Text() | Number() as field:
                self.form.type(field, field.typed())
            case RecordField() as field:
                self._open(field)
            case Fixed() as field:
                self.remark(field.reason)

    def _open(self, field: RecordField) -> None:
        # Back on the row that adds another, if something may have been added; else on the row that was opened.
        then = field.key if field.then is None else field.then
        self.open_over(FormScreen(RecordForm(field)), after=lambda: self.redraw(then))

    def _starts(self, text: str) -> bool:
        """A digit begins a number. Where words are wanted a key is a command, and only what is pasted begins them."""
        field = self.form.marked()
        begins = text.isdigit() if isinstance(field, Number) else isinstance(field, Text) and len(text) > 1
        if field is None or not begins or not self.is_enabled(ACCEPT):
            return False
        self.form.type(field, "")
        return True

    def _choose(self, field: Choice) -> None:
        # None is no answer, so each choice goes by its place.
        values = [value for value, _ in field.options]
        places = [(place, label) for place, (_, label) in enumerate(field.options)]
        at = values.index(field.value) if field.value in values else 0
        why = plain(field.why, "$quiet") if field.why else None
        self.ask(titled(field.label), places, lambda place: self.form.set(field, values[place]), at, text=why)

    @on(FormList.Counted)
    def _sign_tapped(self, message: FormList.Counted) -> None:
        message.stop()
        if not isinstance(message.value, Field):
            self.form.pip_tapped(message.value, message.by)
        elif self.is_enabled(MORE if message.by > 0 else LESS):
            self._count(message.by)
            self.show_keys()

    def _count(self, by: int) -> None:
        field = self.form.marked()
        if isinstance(field, (Number, Flag)):
            self.form.set(field, field.counted(by))

    do_less = partialmethod(_count, -1)
    do_more = partialmethod(_count, 1)

    def do_delete(self) -> None:
        """Takes the marked row off."""
        if (field := self.form.marked()) and field.drop:
            self.form.done(field.drop())

    def do_duplicate(self) -> None:
        """Makes another one of the marked row."""
        if (field := self.form.marked()) and field.again:
            self.form.done(field.again())
