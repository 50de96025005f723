"""Dice as players type or tap them: the number to reach in large letters, the dice as they lie, the faces in a row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content

from companion.engine.dice import Face, Faces, read_faces
from companion.engine.requests import Roll
from companion.engine.state.table import AnyTable
from companion.frontend.pixels import ROWS
from companion.frontend.typed_answers import named_groups, typed_again
from companion.tui.commands import LEAVE, QUIT, key_name
from companion.tui.host import Host
from companion.tui.look.rows import BLANK, wrapped
from companion.tui.sizes import CARDS_FROM, ROOMY, by_touch, from_afar, has_cards
from companion.tui.text import plain, side_sign
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.chances import beside_words
from companion.tui.widgets.dice_entry import DiceEntry
from companion.tui.widgets.dice_hint import DiceHint
from companion.tui.widgets.entry import LEAVING, EntryInput
from companion.tui.widgets.face_keys import TAKE_BACK, faces_to_tap, tool_keys
from companion.tui.widgets.guide_band import band_words
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.reach import Reach
from companion.tui.widgets.submit_button import Ready

TYPED_ALREADY: Final = "dice are typed already — clear the field to let the app roll them all"
_LEAVING_WORDS = {QUIT: ("quit", "quits"), LEAVE: ("break off", "breaks off")}
"""What keys that leave do, where nothing is typed."""
_SAID_CELLS = 28
"""Cells of what is said of dice on a low screen."""
_TALL_FACES = 28
"""Rows of a screen that is read from afar, from which on the faces to tap are three rows high."""
_BESIDE_TOUCHED = 14
"""Rows that a screen which is touched has at least beside the dice and what is asked: fighters, what answers, the
thumb's row."""
_REST, _BELOW_LARGE = 9, 3
"""Rows of a body at most beside those of faces and chances; and below large dice for what the odds assume, which the
panel adds."""


class DiceBody(Body[Roll]):
    """The number to reach, the dice as they are typed, and the faces to tap; from afar it stands above them already.

    Dice that were rolled here before an undo are offered again: all of them in the field, to enter or to correct;
    some of them as kept, so that only the missing ones are typed.
    """

    typed = True
    entry: DiceEntry

    DEFAULT_CSS = """
    DiceBody .reach { height: auto; padding: 0 0 0 2; }
    DiceBody .stage { padding: 0 0 0 2; }
    DiceBody .faces { margin: 1 0 0 0; }
    DiceBody .chances { height: auto; padding: 0 0 0 2; }
    """

    def __init__(self, request: Roll, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        sticky = request.sticky or _fitting(request, earlier)
        full = all(len(had) == g.count for had, g in zip(sticky, request.dice, strict=True))
        self.again = any(sticky)
        self.begun = typed_again(sticky) if full and self.again else ""
        self.groups = named_groups(request.dice, table)
        self.reach = PlainStatic("", classes="reach")
        kept = tuple(() for _ in sticky) if full else sticky
        self.entry = DiceEntry(self.begun, self.groups, kept, _marks(request, table))
        self.stage = Stage(self.entry)
        self.chances = PlainStatic("", classes="chances")
        self.faces = PlainStatic(classes="faces")
        self.head = Reach(self, self.entry)
        self.hint = DiceHint(self, self.entry, again=self.again)

    def parts(self) -> ComposeResult:
        yield self.reach
        yield self.stage
        yield self.faces
        yield self.chances

    def on_mount(self) -> None:
        """Says how to type, and what was rolled here before; dice are large at once where they will be."""
        self.entry.is_large = self.entry.may_be_large
        self.draw_odds()
        self.hint.say(self._width())

    def on_resize(self) -> None:
        super().on_resize()
        self.draw_odds()

    def fit(self) -> None:
        """Dice are three rows high where the rest of the panel leaves the rows."""
        rows = len(self.entry.large(self._width())) if self.entry.may_be_large else 0
        large = 0 < rows <= self.room()
        if large is not self.entry.is_large:
            self.entry.is_large = large
            self.hint.say(self._width())
        self.entry.is_folded = not large and self.entry.most_rows(self._width()) > max(3, self.room())
        self.entry.refresh(layout=True)
        super().fit()

    def wanted(self) -> int:
        """The number to reach, the dice, the faces and the note; by touch all of it, as large as it may be."""
        touched, width, large = by_touch(self.app.size), self._width(), self.entry.may_be_large
        if from_afar(self):
            below = self._below_large() if self.app.size.height >= ROOMY else 1
            # A thumb needs the dice of one group at a time: the band and the chances keep their rows.
            dice = self.entry.open_alone(width) if touched else self.entry.large(width)
            return len(dice) + 1 + len(self.face_rows(width)) + below
        reach, faces = self.head, len(self.face_rows(width)) if self.groups else int(not touched)
        head = ROWS + 1 if reach.is_large else len(reach.rows(width))
        if touched:
            rest = head + faces + reach.rows_below(width) + 1
            dice = self.entry.large(width)
            words, *_ = band_words(self.table, self.request, secret=False, ruling=False)
            asked = len(wrapped(plain(words), self.app.size.width - 4))
            fits = large and len(dice) <= self.app.size.height - _BESIDE_TOUCHED - asked - rest
            return rest + len(dice if fits else self.entry.open_alone(width))
        chances = 0 if reach.has_chances(width) or not self.request.has_odds else reach.rows_below(width)
        dice_rows = len(self.entry.large(width)) if large else self.entry.most_rows(width)
        # All of a table is seen: each row says what is to be reached there, and how many are in.
        most = dice_rows if self.entry.as_table else _REST + dice_rows * large
        return min(most + faces + chances, head + chances + dice_rows + faces + 2) + self._below_large() * large

    def _below_large(self) -> int:
        """Rows below large dice: for what the chances assume, if they do, or may once they are known."""
        assumes = self.request.has_odds if self.odds is None else bool(beside_words(self.odds))
        return _BELOW_LARGE if assumes else 1

    def progress(self, room: int) -> str:
        return "" if self.secret else self.entry.typed.progress(room)

    def dying(self) -> Mapping[str, int]:
        taken: dict[str, set[int]] = {}
        for group, models in zip(self.request.dice, self.entry.typed.failing(), strict=True):
            if models and not self.secret:
                taken.setdefault(group.pair[0], set()).update(models)
        return {unit: len(models) for unit, models in taken.items()}

    def untouched(self) -> bool:
        return self.entry.value.strip() in ("", self.begun)

    def draft(self) -> str:
        """The dice that are typed, without those that were offered; of a secret, nothing."""
        return "" if self.secret or self.untouched() else self.entry.value.strip()

    def take_draft(self, typed: str) -> None:
        self.entry.resume(f"{typed} " if typed else self.begun)

    def decides(self) -> bool:
        """Dice fell at the table."""
        return False

    def answer(self) -> tuple[tuple[Face, ...], ...]:
        return read_faces(self.entry.whole(), self.groups)

    # -- typing and tapping ---------------------------------------------------------------------------------------

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self.entry.refresh(layout=True)
        self.draw_odds()
        self.hint.say(self._width())
        self.call_after_refresh(self._follow)

    @on(DiceEntry.Stayed)
    def _stayed(self, message: DiceEntry.Stayed) -> None:
        message.stop()
        command = LEAVING[message.key]
        leave, leaves = _LEAVING_WORDS[command]
        sure = key_name(cast(Host, self.app).keys_of(command)[-1])
        self.complain(f"dice are typed: {message.key} does not {leave}; Enter takes them, {sure} {leaves}")

    def _follow(self) -> None:
        """Scrolls to the group that the next die belongs to, if not all have room."""
        below = self.entry.open_row(self.entry.size.width) + 2
        self.stage.scroll_to(y=max(0, below - self.stage.size.height), animate=False)

    def on_click(self, event: events.Click) -> None:
        """A face that is tapped is typed; its sign `less` takes one that shows it away, `TAKE_BACK` the last one."""
        face, value = event.style.meta.get("face"), self.entry.value
        if face == TAKE_BACK:
            self.entry.take_back()
        elif event.style.meta.get("less"):
            left = self.entry.typed.without(str(face))
            self.entry.fill(value if left is None else left)
        elif face is not None:
            self.entry.fill(f"{value.rstrip()} {face} ".lstrip())

    # -- drawing --------------------------------------------------------------------------------------------------

    def draw_odds(self) -> None:
        width = (self.size.width or self.app.size.width - 4) - 2
        reach, afar = self.head, from_afar(self)
        above, below = reach.rows(width), [] if reach.has_chances(width) else reach.below(width)
        for part, rows in ((self.reach, above), (self.chances, below)):
            part.show(rows)
            part.display = any(rows) and not afar
        self.faces.show(self.face_rows(width) if self.groups else [])

    def face_rows(self, width: int) -> list[Content]:
        """The faces of the next die, to tap; on a screen that is touched with what else a thumb may do."""
        begun = bool(self.entry.value.strip())
        rows = faces_to_tap(self.entry.typed, width, self.app, large=self.large_faces(), begun=begun)
        if not by_touch(self.app.size):
            return rows
        free = self.untouched() and not self.secret
        return [*rows, BLANK, *tool_keys(self.request.act, width + 2, begun=begun, free=free)]

    def ready(self) -> Ready:
        typed = self.entry.typed
        if any(self.entry.kept) or typed.wrong or typed.given == typed.wanted:
            return super().ready()
        return Ready(f"Take it: {typed.missing}", can=False)

    def large_faces(self) -> bool:
        """Whether they are three rows high: beside a keyboard where there is much room, from afar if rows are left."""
        return self.app.size.height >= _TALL_FACES if from_afar(self) else has_cards(self.app.size)

    def _width(self) -> int:
        """Cells of a row; while the screen changes its size, as wide as it will be."""
        whole = self.app.size.width
        return (self.size.width if self.size.width and whole >= CARDS_FROM else whole - 2) - 2

    def tells_odds(self) -> bool:
        return True

    def takes_beside(self, words: Content) -> bool:
        """Behind what is said of the dice, on a screen too low to say much of them."""
        fits = words.cell_length + _SAID_CELLS <= self._width() and self.app.size.height < ROOMY
        before, self.hint.assumed = self.hint.assumed, words if fits and not by_touch(self.app.size) else BLANK
        if before or self.hint.assumed:
            self.hint.say(self._width())
        return bool(self.hint.assumed)


def _marks(request: Roll, table: AnyTable) -> list[Content]:
    """The marks of the sides that throw each group, where several groups are thrown."""
    asked = request.by if isinstance(request.by, str) else ""
    return [side_sign(table, group.by or asked) for group in request.dice]


def _fitting(request: Roll, earlier: Any) -> tuple[Faces, ...]:
    """The faces of an earlier answer that is asked for again, by group as far as they fit."""
    had = earlier if isinstance(earlier, (list, tuple)) else ()
    groups = [*had, *[()] * len(request.dice)]
    pairs = zip(request.dice, (faces if isinstance(faces, (list, tuple)) else () for faces in groups), strict=False)
    return tuple(tuple(face for face in faces if face in group.die.legal)[: group.count] for group, faces in pairs)
