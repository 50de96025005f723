"""The field for dice: what is typed shown as the dice lie, group by group, with what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

from textual import events, on
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual

from companion.engine.dice import D6, Dice, Faces, face_words, is_begun, short_word, typed_words
from companion.engine.dice import Die as Kind
from companion.engine.errors import InvalidInput
from companion.frontend.typed_answers import alphabet, with_kept
from companion.tui.look.colours import MIND, QUIET
from companion.tui.look.faces import LargeDie, LargeGroup, large_cells, large_rows
from companion.tui.look.measured import Measured
from companion.tui.look.rows import BLANK, flow
from companion.tui.sizes import by_touch, from_afar, has_cards, most_large
from companion.tui.text import clean, plain
from companion.tui.widgets.dice_rows import Laid, Thrown, counts, laid, rows_of, tabled, thrown
from companion.tui.widgets.entry import LEAVING, EntryInput
from companion.tui.widgets.typed_dice import TypedDice


class DiceEntry(EntryInput, Measured):
    """A field that shows what is typed as dice, one row per group; the cursor is always behind the last one."""

    DEFAULT_CSS = """
    DiceEntry { height: auto; }
    """

    @dataclass
    class Stayed(Message):
        """A key that leaves was pressed while dice are typed: it takes no die, and replaces none."""

        key: str

    def __init__(self, value: str, groups: Sequence[Dice], kept: Sequence[Faces], marks: Sequence[Content]) -> None:
        super().__init__(value, takes=self._takes, placeholder=TypedDice("", groups).missing, id="entry")
        self.chars = alphabet(groups)
        self.groups = groups
        self.kept = kept
        self.marks = marks
        """The mark of the side that throws each group."""
        self.refused = ""
        """What was typed last and cannot be a face of these dice, in words: it was taken out again."""
        self._just_refused = False
        self._length = len(value)
        self._parted = ""
        """What was typed with the space that was put behind it."""
        self.is_large = False
        """Whether there is room for dice of three rows."""
        self.is_folded = False
        """Whether rows are so few that groups whose dice are in stand in one row."""
        self._typed = (value, TypedDice(with_kept(value, groups, kept), groups))
        self._drawn: tuple[object, list[Content]] = (None, [])

    def _takes(self, char: str) -> bool:
        """Whether it belongs to dice; one that leaves does so behind a number of them, as in `3x5`, or in `3x5 x1`."""
        if char not in LEAVING:
            return char in self.chars
        if char not in self.chars or not self.value.strip() or not self.selection.is_empty:
            return False
        typed = [words for words in typed_words(self.value + char, self.groups) if words]
        return any(is_begun(typed[-1][-1], group.die, group.count) for group in self.groups)

    @property
    def by_touch(self) -> bool:
        """Whether rows are few: large dice stand right below their names, and of small ones one group at a time."""
        return by_touch(self.app.size)

    @property
    def as_table(self) -> bool:
        """Whether the groups stand as a table: each says what it needs, and there is room."""
        return sum(bool(one.count and one.needs) for one in self.groups) > 1 and has_cards(self.app.size)

    @property
    def may_be_large(self) -> bool:
        """Whether so many dice may be three rows high on this screen; read from afar, as many as have room."""
        return from_afar(self) or (not self.as_table and 0 < self.typed.wanted <= most_large(self.app.size))

    @property
    def typed(self) -> TypedDice:
        """What is typed together with the dice that are kept."""
        if self._typed[0] != self.value:
            self._typed = (self.value, TypedDice(self.whole(), self.groups))
        return self._typed[1]

    def whole(self) -> str:
        """The same as text."""
        return with_kept(self.value, self.groups, self.kept)

    @on(EntryInput.Changed)
    def _mended(self, message: EntryInput.Changed) -> None:
        """What cannot be meant is put right as it is typed; then nobody else is told of it."""
        value = self.value
        grown, one, self._length = len(value) > self._length, len(value) == self._length + 1, len(value)
        typed = self.typed
        if one and value[-1:].strip() and (wrong := typed.wrong):
            # It takes no place of a die, and what is typed next counts.
            message.stop()
            self.refused, self._just_refused = wrong, True
            self.fill(value[:-1])
        elif one and value[-1] in "xX" and self._parted == value[:-1]:
            # What was a face is a number of them.
            message.stop()
            self.fill(value[:-2] + "x")
        elif grown and value[-1:].isdigit() and typed.ends(value.replace(",", " ").split()[-1]):
            # A face of two digits needs no space behind it.
            message.stop()
            self._parted = value + " "
            self.fill(self._parted)
        else:
            if typed.given >= typed.wanted and not self._just_refused:
                # Until all dice are in, what was left out stays said: the next key comes soon.
                self.refused = ""
            self._just_refused = False

    def resume(self, text: str) -> None:
        """Puts in the field what stood there before."""
        self._length = len(text)
        self.fill(text)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return max(1, len(self.rows(width)))

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Has the screen laid out only if the dice take more rows, or fewer: Textual asks for it at every key."""
        width, height = self.size
        fits = width > 0 and self.get_content_height(self.size, self.size, width) == height
        return super().refresh(*regions, repaint=repaint, layout=layout and not fits, recompose=recompose)

    def rows(self, width: int) -> list[Content]:
        """The dice, group by group; what is missing is behind them."""
        stands = (self.is_large, self.is_folded, self.by_touch, self.as_table, self.app.current_theme.ansi)
        drawn_for = (width, self.value, self.has_focus, stands)
        if self._drawn[0] != drawn_for:
            self._drawn = (drawn_for, self.made(width))
        return self._drawn[1]

    def made(self, width: int) -> list[Content]:
        """The rows redrawn."""
        if self.is_large:
            return self.large(width)
        if self.by_touch or from_afar(self):
            return self.open_alone(width)
        if self.as_table:
            return [*tabled(self._thrown(), width).rows]
        if not self.value and not any(self.kept) and sum(bool(g.count) for g in self.groups) == 1:
            waits = Content.assemble(" ", ("▌", MIND), (f"   {self.placeholder}", QUIET))
            return [waits if self.has_focus else Content(self.placeholder)]
        return [*self._laid(width).rows]

    def _laid(self, width: int) -> Laid:
        return laid(self._thrown(cursor=self.has_focus or self.is_folded), width, folds=self.is_folded)

    def _thrown(self, *, cursor: bool | None = None) -> list[Thrown]:
        return thrown(self.typed, self.marks, cursor=self.has_focus if cursor is None else cursor)

    def most_rows(self, width: int) -> int:
        """The rows that the dice take once all are in, where they are one row high."""
        made = self._thrown()
        return len(tabled(made, width).rows) if self.as_table else rows_of(made, width)

    def open_row(self, width: int) -> int:
        """The row that the next die is typed in."""
        made = self._thrown(cursor=True)
        return (tabled(made, width) if self.as_table else laid(made, width, folds=self.is_folded)).open

    def large(self, width: int) -> list[Content]:
        """The dice three rows high, those that are still to be thrown too."""
        return self._large([one for one in self._thrown() if one.group.count], width)

    def _large(self, thrown: Sequence[Thrown], width: int) -> list[Content]:
        shown = []
        for one in thrown:
            group = one.group
            pips = set(group.die.legal) <= set(D6.legal)
            letters = from_afar(self) and not pips and not self.by_touch
            # A symbol is as large as a die by its letter: the face to tap says what it means.
            called = partial(short_word, die=group.die) if letters else str
            cells = large_cells([called(face_words(face)) for face in group.die.legal], pips=pips, letters=letters)
            dice = [
                LargeDie(clean(called(word)), counts(word, group.doing), pips, cells, wrong=not fits, letters=letters)
                for word, fits in one.read
            ]
            missing_ = max(0, group.count - len(dice))
            few = self.app.current_theme.ansi
            dice += [LargeDie("", True, pips, cells, one.open and n == 0, edged=few) for n in range(missing_)]
            label = Content.assemble(one.mark, plain(group.name, QUIET), "  " if group.needs else "", group.needs)
            shown.append(LargeGroup(label if len(thrown) > 1 else BLANK, dice))
        return large_rows(shown, width, dense=self.by_touch)

    def open_alone(self, width: int) -> list[Content]:
        """The dice of the group that the next one belongs to, below its name; read from afar, they are large."""
        wanted = [one for one in self._thrown(cursor=True) if one.group.count]
        one = next((one for one in wanted if one.open), None)
        if one is None:
            return [BLANK]
        of = f"{wanted.index(one) + 1}/{len(wanted)}"
        name = Content.assemble(one.mark, plain(one.group.name, QUIET))
        # `1 of 7` would count dice.
        beside = f"group {of}" if name.cell_length + 8 + len(of) <= width else of
        head = flow([name, plain(beside, QUIET)], width) if len(wanted) > 1 else []
        one = one._replace(mark=BLANK, open=self.has_focus)
        return [*head, *(self._large([one], width) if from_afar(self) else laid([one], width).rows)]

    def render_line(self, y: int) -> Strip:
        rows = self.rows(self.size.width)
        width = self.size.width
        if y >= len(rows) or width <= 0:
            return Strip.blank(width, self.rich_style)
        strips = Visual.to_strips(self, rows[y], width, 1, self.visual_style, apply_selection=False)
        return strips[0].extend_cell_length(width, self.rich_style).crop(0, width)

    def on_key(self, event: events.Key) -> None:
        """A key that leaves stays out of the field, also where what stands in it is marked to be replaced."""
        if event.character in LEAVING and self.value and not self.takes(event.character):
            event.prevent_default()
            event.stop()
            self.post_message(self.Stayed(event.character))

    def action_delete_left(self) -> None:
        """The last die whole if a blank ended it, which nobody sees, or dice are offered again; else a figure."""
        if self.selection.is_empty and not self.value.endswith(" "):
            super().action_delete_left()
            return
        self.take_back()

    def take_back(self) -> None:
        """Takes the last die away."""
        self.fill(taken_back(self.value, [group.die for group in self.groups]))

    def action_cursor_left(self, select: bool = False) -> None:
        """Dice are taken away from the end."""

    def action_home(self, select: bool = False) -> None:
        """Dice are taken away from the end."""


def taken_back(typed: str, dice: Iterable[Kind]) -> str:
    """What is typed without its last die: a word that one of these dice shows, else the last figure of several."""
    typed = typed.rstrip()
    before, _, last = typed.rpartition(" ")
    head = (before if any(_reads(die, last) for die in dice) else typed[:-1]).rstrip("/ ")
    return f"{head} " if head else ""


def _reads(die: Kind, word: str) -> bool:
    try:
        die.read(word)
    except InvalidInput:
        return False
    return True
