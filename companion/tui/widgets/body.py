"""The part of the request panel in which the answer is made; one kind of body for each kind of request."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.odds import Odds
from companion.engine.requests import Request
from companion.engine.state.changes import Tally
from companion.engine.state.table import AnyTable
from companion.frontend.saying.odds import NOTHING, beside
from companion.tui.look.colours import MIND_STRONG, QUIET
from companion.tui.look.key_row import Key
from companion.tui.sizes import ROOMY
from companion.tui.text import plain
from companion.tui.widgets.entry import EntryInput
from companion.tui.widgets.laid_rows import Row
from companion.tui.widgets.line_view import LineView
from companion.tui.widgets.lines import LineList
from companion.tui.widgets.note import Note
from companion.tui.widgets.submit_button import Ready

R = TypeVar("R", bound=Request[object])


class Body(Vertical, Generic[R]):
    """Where an answer is typed or chosen; each kind is made with the `earlier` one, given before an undo, or None."""

    DEFAULT_CSS = """
    Body { height: auto; }
    Body .stage { height: auto; scrollbar-size: 0 0; }
    Body .picture { height: auto; }
    Body .grid-head { height: 1; }
    Body LineList { height: auto; }
    """

    typed: ClassVar[bool] = False
    """Whether the answer is typed or put together, so that something must say that it is whole."""
    accepts: ClassVar[str] = "take"
    """What Enter does."""
    entry: EntryInput | None = None
    """The field, if the answer is typed into one; it shows dots in secret."""

    @dataclass
    class Answered(Message):
        """An answer was given; whether it may stand is not yet known."""

        value: Any
        body: Body[Any]

    class Stands(Message):
        """The answer as it stands may be another."""

    class ClosedWanted(Message):
        """The row of the closed options was chosen."""

    def __init__(self, request: R, table: AnyTable, masked: bool = False) -> None:
        super().__init__()
        self.request = request
        self.table = table
        self.masked = masked
        self.odds: Odds | None = None
        """The chances of each answer, if the game knows them."""
        self.figures = NOTHING
        """Those of them that stand beside the answers."""
        self.letters: Mapping[str, str] = {}
        """The letters of units on the table."""
        self.shown_elsewhere: Sequence[Tally] = ()
        """Numbers of the request that are on the screen already."""
        self.note = Note()
        self.folds = False
        """Whether many closed options stand in one row."""
        self.secret = masked
        self.asked_twice = False
        """Whether Enter was pressed already on a secret answer with nothing typed."""

    def room(self) -> int:
        """Lines that are left for what is drawn or listed when the rest of the panel is shown whole."""
        panel = self.parent
        if not isinstance(panel, Widget):
            return 0
        beside = [w for w in panel.children if w is not self and w.display]
        fixed = [w for w in self.children if w.display and w is not self.note and not w.has_class("stage")]
        used = sum(w.outer_size.height + w.styles.margin.height for w in [*beside, *fixed])
        return panel.content_size.height - used - self.note.rows_said()

    def wanted(self) -> int:
        """Rows that this body needs to be of use, with the note below it; a list may scroll from there on."""
        return 6

    def whole(self) -> int:
        """Rows that it needs to be shown whole."""
        return self.wanted()

    def fit(self) -> None:
        """What is drawn or listed takes no more than the room that is left: field and note are always in sight."""
        for stage in self.query(".stage"):
            room, whole = self.room(), stage.virtual_size.height
            stage.styles.max_height = max(3, room if whole <= room else room - self.note.rows_more())
        self.call_after_refresh(self.draw_note)

    def on_mount(self) -> None:
        for stage in self.query(".stage"):
            self.watch(stage, "scroll_y", self.draw_note, init=False)

    @on(LineView.Resized)
    def draw_note(self) -> None:
        """The note, behind what is out of view."""
        hidden = [stage.hidden() for stage in self.query(".stage") if isinstance(stage, (Stage, LineView))]
        self.note.draw(hidden, of_list=bool(self.query(LineView)))

    def show_note(self, text: Content | Sequence[Content]) -> None:
        """Says something below the choices."""
        self.note.said = [text] if isinstance(text, Content) else list(text) or [Content("")]
        self.draw_note()
        self.post_message(self.Stands())

    @property
    def closed_away(self) -> Sequence[tuple[str, str]]:
        """The options that stand in one row, and why each is closed."""
        options = self.request.options if self.folds else ()
        return [(option.label, option.why_not) for option in options if option.why_not is not None]

    def on_resize(self) -> None:
        self.fit()

    def compose(self) -> ComposeResult:
        yield from self.parts()
        yield self.note

    def parts(self) -> ComposeResult:
        """The widgets of this kind of body."""
        yield from ()

    def target(self) -> Widget | None:
        """What has the focus while this is asked; None if the screen's own keys are enough."""
        return self.entry

    def decides(self) -> bool:
        """Whether the answer spends or decides something, and is not what players did or saw at the table."""
        return True

    def answer(self) -> Any:
        """The answer as it stands now. Raises InvalidInput if it is not whole."""
        raise NotImplementedError

    def take_odds(self, odds: Odds | None) -> None:
        """The chances of the answers, and which of them stand beside each."""
        self.odds, self.figures = odds, beside(odds, self.request, self.table)

    def tells_odds(self) -> bool:
        """Whether some of the chances stand on the screen: without them nobody asks what they assume."""
        return bool(self.figures.titles)

    def show_odds(self, odds: Odds | None) -> None:
        """The chances of the answers are known now, or no longer."""
        self.take_odds(odds)
        self.draw_odds()
        self.fit()

    def draw_odds(self) -> None:
        """Draws the choices, with their chances where this kind of body has some."""

    def submit(self) -> None:
        """Gives the answer, or says beside it what is missing."""
        try:
            value = self.answer()
        except InvalidInput as fault:
            self.complain(fault.message + (f" — {fault.hint}" if fault.hint else ""))
            return
        blank = self.entry is not None and not self.entry.value.strip()
        if self.secret and blank and not self.asked_twice:
            # The Enter that sealed the answer before this one may have come twice.
            self.asked_twice = True
            self.complain("nothing is typed: Enter again seals it so")
            return
        self.post_message(self.Answered(value, self))

    def ready(self) -> Ready:
        """What gives the answer as it stands; in secret never what it is."""
        if self.masked:
            return Ready("Seal it")
        does = "Seal it" if self.secret else "Take it" if self.accepts == "take" else self.accepts.capitalize()
        try:
            answer = self.answer()
        except InvalidInput as fault:
            return Ready(f"{does}: {fault.message}", can=False)
        return Ready(does, self.in_words(answer))

    def in_words(self, answer: Any) -> str:
        """An answer in few words, for what gives it; empty where it stands beside it."""
        return ""

    def progress(self, room: int) -> str:
        """How far the answer is, in so many cells of the band; empty where it says nothing of that."""
        return ""

    def dying(self) -> Mapping[str, int]:
        """How many models of which unit are lost by what is answered so far, by its id."""
        return {}

    def hints(self) -> list[Key]:
        """Keys of this body for the row of keys; without a command, they are no buttons."""
        return []

    def untouched(self) -> bool:
        """Whether nothing was typed yet."""
        return True

    def draft(self) -> str:
        """What is typed and not given yet, as it may be kept beside the game; empty where nothing is."""
        return ""

    def take_draft(self, typed: str) -> None:
        """Goes on with what was typed here before another screen was looked at."""

    def peek(self) -> None:
        """Shows or hides what is typed in secret."""
        if self.entry is not None:
            self.masked = not self.masked
            self.entry.password = self.masked
            self.draw_odds()

    @on(EntryInput.Submitted)
    def _entered(self) -> None:
        # Of a handler that is marked so, Textual calls that of this class, whatever is below it.
        self.entered()

    def entered(self) -> None:
        """Enter in the field."""
        self.submit()

    def complain(self, fault: str) -> None:
        """Says what is wrong, beside what was typed; nothing typed is lost."""
        self.show_note(Content.assemble(("✗ ", MIND_STRONG), plain(fault[:1].upper() + fault[1:], MIND_STRONG)))

    def on_click(self, event: events.Click) -> None:
        """A tap on what is out of view turns the page."""
        if event.style.meta.get("more"):
            event.stop()
            for stage in self.query(".stage"):
                here = stage.scroll_offset.y
                stage.scroll_to(y=0 if here >= stage.max_scroll_y else here + stage.size.height, animate=False)

    def say(self, text: str) -> None:
        """Says something in quiet."""
        self.show_note(plain(text, QUIET))

    def takes_beside(self, words: Content) -> bool:
        """Whether these words of what the odds assume stand in the row of the note: one less for what is chosen."""
        return False


class ListBody(Body[R]):
    """A body whose answer is chosen from `lines`, which stand as `rows_for` a width."""

    lines: LineList

    def parts(self) -> ComposeResult:
        yield self.lines

    def rows_for(self, width: int) -> Sequence[Row]:
        """The rows in so many cells, with the chances of each as far as they are known."""
        raise NotImplementedError

    def draw_odds(self) -> None:
        self.lines.built_by(self.rows_for)

    @on(LineList.Chosen)
    def _row_chosen(self, message: LineList.Chosen) -> None:
        message.stop()
        self.take(message.value)

    def take(self, value: Any) -> None:
        """A row was chosen: its value is the answer."""
        self.post_message(self.Answered(value, self))

    def fit(self) -> None:
        """On a high screen with room to spare blank rows stand between the choices."""
        super().fit()
        self.lines.space_out(self.room() if self.app.size.height >= ROOMY else 0)

    def target(self) -> Widget | None:
        return self.lines


class Stage(VerticalScroll, can_focus=False):
    """The part of a body that scrolls if the room is short."""

    def __init__(self, *inside: Widget) -> None:
        super().__init__(*inside, classes="stage")

    def hidden(self) -> tuple[int, int]:
        """How many lines are above what is in view, and how many below it."""
        top, height = int(self.scroll_offset.y), self.size.height
        return (top, max(0, self.virtual_size.height - top - height)) if height else (0, 0)
