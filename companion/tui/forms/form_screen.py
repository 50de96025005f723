"""A panel whose rows are fields of a form: ticked, counted, turned over, chosen from a list, typed where they stand.

A field that is a record, such as a weapon, has such a form of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from companion.frontend.entity_form import RecordField
from companion.frontend.explanations import explanations
from companion.frontend.form import Act, Choice, Field, Fixed, Flag, Number, Text
from companion.frontend.items import record_fields
from companion.frontend.wording import titled
from companion.tui.commands import ACCEPT, BACK, DELETE, DUPLICATE, LESS, MORE, Command, handles
from companion.tui.look.band import Band
from companion.tui.look.colours import fill
from companion.tui.look.rows import at_most, beside, wrapped
from companion.tui.screens.asking import PickOne
from companion.tui.screens.list_panel import ListPanel
from companion.tui.sizes import NORMAL, ROOMY
from companion.tui.text import clean, plain
from companion.tui.widgets.form_list import FormList
from companion.tui.widgets.lines import GUTTER, Row

R = TypeVar("R")
TYPING, DONE = "Enter sets it", "Esc when it is right"
"""What the band says at its right while something is typed, and else."""
PAGE_LABELS, SHEET_LABELS, ENTITY_LABELS = (17, 10), (22, 22), (26, 16)
"""Cells for the labels of a page, a sheet, and of what units declare; and in a narrow terminal."""
_SIGNS = (("− ", -1), (" +", 1))
_TOLD_ROWS = 3
"""Rows that may say what a marked field does."""


class FormScreen(ListPanel[R]):
    """A form gives the rows for a width (`lines_for`) and says what the band says (`band_words`).

    The value of a row is its field, or cells whose keys are fields; its kind says what keys and taps do with it. On a
    page a band is below the rows; on a sheet the last row does what the form is for (`go`).
    """

    size_classes: ClassVar[str] = "page"
    nothing: ClassVar[str] = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "command('more')", show=False),
        Binding("left", "command('less')", show=False),
    ]

    def __init__(self, title: str = "", labels: tuple[int, int] | None = None) -> None:
        self.form = FormList(id="form", one_click=True)
        self.with_band = self.size_classes == "page"
        self.label_widths = labels or (PAGE_LABELS if self.with_band else SHEET_LABELS)
        super().__init__("" if self.with_band else title, lines=self.form)
        self.form.starts = self._starts
        self.page_title = title
        self.hint = ""
        self.count = ""
        self.band = Band()

    def inside(self) -> Iterable[Widget]:
        """The rows, and below them the band; the note is last."""
        yield self.form
        if self.with_band:
            yield self.band

    # -- rows -----------------------------------------------------------------------------------------------------

    def lines_for(self, width: int) -> Iterable[Row]:
        """The rows for `width` cells."""
        raise NotImplementedError

    def rows(self) -> Sequence[Row]:
        """The rows for the width of now."""
        return list(self.lines_for(max(20, self.size.width - 3 - GUTTER)))

    def label_cells(self) -> int:
        """Cells for the labels."""
        return self.label_widths[0 if self.size.width >= NORMAL else 1]

    def label(self, text: str) -> Content:
        """A label in its column."""
        return plain(text, "$quiet").extend_right(max(0, self.label_cells() - len(text)))

    def content(self, field: Field, shown: Content) -> Content:
        """What a field shows, or what is being typed there."""
        edit = self.form.edit
        return edit.content() if edit is not None and edit.field == field else shown

    def value_of(self, field: Field) -> Content:
        """The value as it stands, with the signs that change a number."""
        if field.faint:
            return plain(field.words(), "$quiet")
        shown = counted_content(field.words()) if isinstance(field, Number) else plain(field.words(), "bold")
        return Content.assemble(shown, plain(f"  {field.gauge}")) if field.gauge else shown

    def section(self, title: Content) -> Iterator[Row]:
        """A heading, with a blank row before it if there is room."""
        if self.size.height >= ROOMY:
            yield gap()
        yield Row(None, title, heading=True)

    def under(self, title: Content, fields: Iterable[Field]) -> Iterator[Row]:
        """Fields under a heading, a list with a row an item; nothing where there are none."""
        rows = [self.field_row(row) for field in fields for row in field.rows()]
        if rows:
            yield from self.section(title)
            yield from rows

    def go(self, text: str, do: Callable[[], object]) -> Row:
        """The row that does what the form is for."""
        return Row(Act(key="go", do=do), Content.styled(text, "bold $accent"))

    def field_row(self, field: Field) -> Row:
        """Label and value in one row; several lines of value are below their label."""
        label = plain(titled(clean(field.label if field.head is None else field.head)), "$quiet")
        value = self.content(field, self.value_of(field))
        if "\n" in value.plain:
            return Row(field, Content.assemble(label, "\n", value))
        wide = self.label_cells()
        first, *more = wrapped(label, wide)
        head = Content.assemble(first.extend_right(max(0, wide - first.cell_length)), " ")
        start, *rest = wrapped(value, max(16, self.size.width - wide - 8))
        below = (Content(" " * (wide + 1)) + line for line in rest)
        return Row(field, Content("\n").join([Content.assemble(head, start), *below, *more]))

    # -- drawing --------------------------------------------------------------------------------------------------

    def band_words(self) -> tuple[str, str]:
        """What the band says, left and right."""
        return "", ""

    def leaving_words(self) -> str:
        """What Enter or Esc does now in a form whose changes count at once."""
        return TYPING if self.form.edit is not None else DONE

    def redraw(self, keep: object = None) -> None:
        """Draws head, rows and band."""
        super().redraw(keep)
        if not self.with_band:
            return
        width = max(1, self.size.width - 2)
        title, count = plain(self.page_title, "bold"), plain(self.count, "$quiet")
        hinted = Content.assemble(title, plain(f"  {self.hint}" if self.hint else "", "$quiet"))
        # How much is filled in changes, the hint does not.
        fits = not count or hinted.cell_length + 2 + count.cell_length <= width
        head = beside(hinted if fits else title, count, width)
        self.title_line.show_plain(head[0] if self.size.height < 20 else Content("\n").join(head))
        self.band.show(*self.band_words(), fill("text"))

    def moved(self) -> None:
        """Below the rows: what the marked field does, or the names that go on as is typed."""
        field, edit = self.marked(), self.form.edit
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

    # -- commands -------------------------------------------------------------------------------------------------

    def marked(self) -> Field | None:
        """The field under the mark."""
        value = self.form.value
        return value if isinstance(value, Field) else None

    def is_enabled(self, command: Command) -> bool:
        """While something is typed, enter takes it and escape leaves it. Else signs need something that counts."""
        if self.form.edit is not None:
            return command in (ACCEPT, BACK)
        field = self.marked()
        if command in (MORE, LESS):
            return isinstance(field, (Number, Flag))
        if command in (DELETE, DUPLICATE):
            return field is not None and (field.drop if command is DELETE else field.again) is not None
        return super().is_enabled(command)

    async def action_command(self, command: str) -> None:
        """While something is typed, the key at the foot that is tapped does what it does when it is pressed."""
        if self.form.edit is None:
            await super().action_command(command)
        elif command == ACCEPT.id:
            self.form.finish()
        elif command == BACK.id:
            self.form.cancel()

    @on(Band.Pressed)
    async def _band_tapped(self) -> None:
        """A tap on the words that say what Enter or Esc does in this form does so."""
        if self.band.right in (TYPING, DONE):
            await self.action_command(ACCEPT.id if self.band.right == TYPING else BACK.id)

    def short(self, command: Command) -> str:
        """Enter sets; a sign that answers says what."""
        if command is BACK and self.form.edit is not None:
            return "as it was"
        words = {ACCEPT: "set", DELETE: "take off", DUPLICATE: "another one"}
        if isinstance(self.marked(), Flag):
            words |= {MORE: "yes", LESS: "no"}
        return words.get(command) or super().short(command)

    @handles(ACCEPT)
    def accept(self) -> None:
        """Ticks, turns one of two over, asks for one of several, lets a value be typed where it stands, or acts."""
        match self.marked():
            case Act() as field:
                field.do()
            case Flag() as field:
                self.set(field, field.no if field.value else True)
            case Choice(options=options) as field:
                self.set(field, field.other()) if len(options) == 2 else self._choose(field)
            case Text() | Number() as field:
                self.type(field, field.typed())
            case RecordField() as field:
                self._open(field)
            case Fixed() as field:
                self.remark(field.reason)

    def _open(self, field: RecordField) -> None:
        # Back on the row that adds another, if something may have been added; else on the row that was opened.
        self.open_over(RecordForm(field), lambda _: self.redraw(field.key if field.then is None else field.then))

    def type(self, field: Field, text: str) -> None:
        """Lets another value of this field be typed where it stands."""
        self.form.begin(field, text, lambda typed: self.set(field, field.read(typed)))

    def set(self, field: Field, value: Any) -> None:
        """Sets a field and draws the form; what is wrong is in view."""
        fault = field.put(value)
        self._done(fault)
        if field.then is not None and not fault:
            self.form.mark(field.then)

    def _starts(self, character: str) -> bool:
        """A digit on a number begins another number."""
        field = self.marked()
        if not isinstance(field, Number) or not character.isdigit() or not self.is_enabled(ACCEPT):
            return False
        self.type(field, "")
        return True

    def _choose(self, field: Choice) -> None:
        # None closes the panel with nothing chosen, so each choice goes by its place.
        values = [value for value, _ in field.options]
        places = [(place, label) for place, (_, label) in enumerate(field.options)]
        at = values.index(field.value) if field.value in values else 0
        why = plain(field.why, "$quiet") if field.why else None
        self.open_over(
            PickOne(titled(field.label), places, at, text=why),
            lambda place: self.set(field, values[place]) if place is not None else None,
        )

    @on(FormList.Counted)
    def _sign_tapped(self, message: FormList.Counted) -> None:
        message.stop()
        if not isinstance(message.value, Field):
            self.pip_tapped(message.value, message.by)
        elif self.is_enabled(MORE if message.by > 0 else LESS):
            self._count(message.by)
            self.show_keys()

    def pip_tapped(self, value: Any, by: int) -> None:
        """A pip was tapped in a row above the fields that has this value."""

    @handles(LESS)
    def less(self) -> None:
        """One less."""
        self._count(-1)

    @handles(MORE)
    def more(self) -> None:
        """One more."""
        self._count(1)

    def _count(self, by: int) -> None:
        field = self.marked()
        if isinstance(field, (Number, Flag)):
            self.set(field, field.counted(by))

    @handles(DELETE)
    def take_off(self) -> None:
        """Takes the marked row off."""
        field = self.marked()
        if field is not None and field.drop is not None:
            self._done(field.drop())

    @handles(DUPLICATE)
    def another(self) -> None:
        """Another one of the marked row."""
        field = self.marked()
        if field is not None and field.again is not None:
            self._done(field.again())

    def _done(self, fault: str) -> None:
        self.redraw()
        self.complain(fault)


class RecordForm(FormScreen[None]):
    """A printed record, such as a weapon, field by field; every change goes to its list at once.

    A new one begins with its first field: it is put once something is typed there. Below the fields stands what the
    game's tables say of it.
    """

    heading = "Weapon or trait"

    def __init__(self, field: RecordField) -> None:
        super().__init__(titled(field.what))
        self.hint = "every change counts at once"
        self.field = field
        self.record = field.value or field.fresh()
        self.known = field.known()

    def on_mount(self) -> None:
        """A new one is named first."""
        super().on_mount()
        if self.field.value is None:
            first = self.fields()[0]
            # Its own name is typed, whatever name one has that nobody named.
            self.type(first, "" if first.key == "name" else first.typed())

    def fields(self) -> list[Field]:
        """The fields of the record, each with the names that the tables know for it."""
        return record_fields(self.record, self._put, self.field.of, self.known)

    def _put(self, made: Any) -> str:
        fault = self.field.put(made)
        self.record = self.record if fault else made
        return fault

    def lines_for(self, width: int) -> Iterator[Row]:
        """One row per field."""
        yield from map(self.field_row, self.fields())
        for label, text in explanations(self.field.of, self.record, self.known):
            yield gap()
            line = Content.assemble(plain(label, "bold"), plain(f"  {text}", "$quiet"))
            yield from (Row(None, row, heading=True) for row in wrapped(line, width, 2))

    def band_words(self) -> tuple[str, str]:
        """What it is, and how to go on."""
        return str(getattr(self.record, "name", "")) or f"a new {self.field.what}", self.leaving_words()


def counted_content(shown: str) -> Content:
    """`− 2 of 3 +`; a tap on a sign counts, as `count` in its meta says."""
    less, more = (Content.styled(sign, "bold").stylize(Style.from_meta({"count": by})) for sign, by in _SIGNS)
    return Content.assemble(less, plain(shown, "bold"), more)


def gap() -> Row:
    """An empty row."""
    return Row(None, Content(""), heading=True)


def heading(text: str) -> Row:
    """A row of words above others; the mark passes over it."""
    return Row(None, plain(text), heading=True)
