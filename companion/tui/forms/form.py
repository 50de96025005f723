"""What a form is: the rows of its fields, what its band says, and the commands that it carries out beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic, TypeVar

from textual.content import Content
from textual.style import Style

from companion.frontend.form import Act, Field, Number
from companion.frontend.saying.sentences import titled
from companion.tui.commands import ACCEPT, BACK, Command
from companion.tui.look.rows import wrapped
from companion.tui.screens.list_panel import ListPanel
from companion.tui.sizes import NORMAL, ROOMY
from companion.tui.text import clean, plain
from companion.tui.widgets.form_list import FormList
from companion.tui.widgets.lines import Row, gap, heading

R = TypeVar("R")
PAGE_LABELS, SHEET_LABELS, ENTITY_LABELS = (17, 10), (22, 22), (26, 16)
"""Cells for the labels of a page, a sheet, and of what units declare; and in a narrow terminal."""
_SIGNS = (("− ", -1), (" +", 1))


class Form(Generic[R]):
    """What one form asks; a `FormScreen` shows it, and closes with an R.

    The value of a row is its field, or cells whose keys are fields. On a `page` a band is below the rows, and head and
    hint are above them; on a sheet the last row does what the form is for. `screen` and `lines` are there once it is
    shown.
    """

    heading: ClassVar[str] = ""
    page: ClassVar[bool] = False
    labels: ClassVar[tuple[int, int]] = SHEET_LABELS
    nothing: ClassVar[str] = ""
    """What is in the place of rows where there are none."""
    words: ClassVar[Mapping[Command, str]] = MappingProxyType({})
    """What commands are called here, if it is not what they are called elsewhere."""
    fresh: object = None
    """What was chosen before players chose anything."""
    screen: ListPanel[R]
    lines: FormList

    def __init__(self, title: str = "") -> None:
        self.title = title
        self.hint = ""
        self.count = ""
        """How much is filled in."""

    def lines_for(self, width: int) -> Iterable[Row]:
        """The rows for `width` cells."""
        raise NotImplementedError

    def label_cells(self) -> int:
        """Cells for the labels in a terminal of this size."""
        return self.labels[0 if self.screen.size.width >= NORMAL else 1]

    def label(self, text: str) -> Content:
        """A label in its column."""
        return plain(text, "$quiet").extend_right(max(0, self.label_cells() - len(text)))

    def content(self, field: Field, shown: Content) -> Content:
        """What a field shows, or what is being typed there."""
        edit = self.lines.typing.edit
        return edit.content() if edit is not None and edit.field == field else shown

    def row(self, field: Field) -> Row:
        """Label and value in one row; several lines of value are below their label."""
        label = plain(titled(clean(field.label if field.head is None else field.head)), "$quiet")
        value = self.content(field, _value_of(field))
        if "\n" in value.plain:
            return Row(field, Content.assemble(label, "\n", value))
        wide = self.label_cells()
        first, *more = wrapped(label, wide)
        head = Content.assemble(first.extend_right(max(0, wide - first.cell_length)), " ")
        start, *rest = wrapped(value, max(16, self.screen.size.width - wide - 8))
        below = (Content(" " * (wide + 1)) + line for line in rest)
        return Row(field, Content("\n").join([Content.assemble(head, start), *below, *more]))

    def shown(self) -> None:
        """The form is on the screen."""

    def marked(self) -> Field | None:
        """The field under the mark."""
        value = self.lines.value
        return value if isinstance(value, Field) else None

    def type(self, field: Field, text: str) -> None:
        """Lets another value of this field be typed where it stands."""
        self.lines.typing.begin(field, text, lambda typed: self.set(field, field.read(typed)))

    def set(self, field: Field, value: Any) -> None:
        """Sets a field and draws the form; what is wrong is in view."""
        fault = field.put(value)
        self.done(fault)
        if field.then is not None and not fault:
            self.lines.mark(field.then)
        self.was_set(field, value)

    def done(self, fault: str | None) -> None:
        """Draws the form; what was wrong with what was done is in view."""
        self.screen.redraw()
        self.screen.complain(fault or "")

    def drawn_anew(self) -> None:
        """The rows are drawn again: counts and faults may be others."""

    def band_words(self) -> tuple[str, str]:
        """What the band says, left and right."""
        return "", ""

    def leaving_words(self) -> str:
        """What Enter or Esc does now in a form whose changes count at once."""
        return "Enter sets it" if self.lines.typing.edit is not None else "Esc when it is right"

    async def leave_or_set(self) -> None:
        """Does what those words say."""
        await self.screen.action_command((ACCEPT if self.lines.typing.edit is not None else BACK).id)

    async def band_tapped(self) -> None:
        """A tap on the band."""

    def moved(self) -> bool:
        """The mark is on another row. Whether that is all that there is to say of it."""
        return False

    def was_set(self, field: Field, value: Any) -> None:
        """A field was set to this value, or was to be."""

    def pip_tapped(self, value: Any, by: int) -> None:
        """A pip was tapped in a row above the fields that has this value."""

    def is_enabled(self, command: Command) -> bool:
        """Whether a command does something now, while nothing is typed."""
        return True

    def short(self, command: Command) -> str | None:
        """What the footer calls a command here; None: as everywhere."""
        return "close, asks" if command is BACK and self.is_dirty() else self.words.get(command)

    def _chosen(self) -> object:
        """Whatever leaving would throw away."""
        return None

    def is_dirty(self) -> bool:
        """Whether anything was chosen that leaving would throw away; players are asked first."""
        return self.fresh != self._chosen()

    def do_back(self) -> None:
        """Closes the form with nothing."""
        self.sure(self.is_dirty(), lambda: self.screen.close_with(None))

    def sure(
        self, dirty: bool, act: Callable[[], object], back: Callable[[], object] | None = None, what: str = "set up"
    ) -> None:
        """Asks before what was chosen is thrown away; if it is not, `back` is called."""
        if not dirty:
            act()
            return
        choices = [(None, "No, go on with it"), (act, "Yes, throw it away")]
        self.screen.ask(f"Throw away what you have {what}?", choices, lambda act: act(), after=back)


class EntityForm(Form[None]):
    """A form of what units declare: fields under headings."""

    labels = ENTITY_LABELS

    def section(self, title: Content) -> Iterator[Row]:
        """A heading, with a blank row before it if there is room."""
        if self.screen.size.height >= ROOMY:
            yield gap()
        yield heading(title)

    def under(self, title: Content, fields: Iterable[Field]) -> Iterator[Row]:
        """Fields under a heading, a list with a row an item; nothing where there are none."""
        rows = [self.row(one) for field in fields for one in field.rows()]
        if rows:
            yield from self.section(title)
            yield from rows


def _value_of(field: Field) -> Content:
    """The value as it stands, with the signs that change a number: a tap on one counts, as `count` in its meta says."""
    if field.faint:
        return plain(field.words(), "$quiet")
    shown = plain(field.words(), "bold")
    if isinstance(field, Number):
        signs = (Content.styled(sign, "bold").stylize(Style.from_meta({"count": by})) for sign, by in _SIGNS)
        shown = shown.join(signs)
    return Content.assemble(shown, plain(f"  {field.gauge}")) if field.gauge else shown


def go(text: str, do: Callable[[], object]) -> Row:
    """The row that does what a form is for."""
    return Row(Act(key="go", do=do), Content.styled(text, "bold $accent"))
