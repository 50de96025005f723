"""The field for dice: what is typed shown as the dice lie, group by group, with what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, NamedTuple, Self

from textual import events
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.visual import Visual

from companion.engine.dice import D6, Dice, Face, Faces, face_words, is_begun, typed_words
from companion.engine.dice import Die as Kind
from companion.engine.errors import InvalidInput
from companion.engine.wording import count
from companion.frontend.dice import read_words, with_kept
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG, TEXT
from companion.tui.look.faces import Face as Die
from companion.tui.look.faces import LargeDie, LargeGroup, faces, large_cells, large_rows
from companion.tui.look.measured import Measured
from companion.tui.look.rows import BLANK, flow, halves, wrapped
from companion.tui.text import clean, plain
from companion.tui.widgets.entry import LEAVING, EntryInput

_CURSOR = 3
"""Cells between a name and its dice, and for the cursor behind them."""

_COUNTED = 10
"""Cells for the cursor, how many dice of a group are in, in few words, and a blank behind them."""

_IN_WORDS = 22
"""Cells for how many dice of a group are in, in whole words."""

_INSET = 2
"""Cells before dice that are below their name."""

_MANY = 14
"""More dice than these are told by how many of a group are in, where it does not matter which is which."""

_COUNT_CELLS = 24
"""Cells for how many dice of a group are in, and how many of them do it."""

_SLOT = "  ·"
"""A die that is still missing, if there is no room for words."""


class DiceEntry(EntryInput, Measured):
    """A field that shows what is typed as dice, one row per group; the cursor is always behind the last one."""

    DEFAULT_CSS = """
    DiceEntry { height: auto; }
    """

    @dataclass
    class Stayed(Message):
        """A key that leaves was pressed while dice are typed: it takes no die, and replaces none."""

        key: str

    def __init__(self, value: str, groups: Sequence[Dice], chars: set[str], example: str) -> None:
        super().__init__(value, takes=self._takes, placeholder=example, id="entry")
        self.chars = chars
        self.groups = groups
        self.kept: Sequence[Faces] = tuple(() for _ in groups)
        self.good: Sequence[frozenset[Face]] = tuple(frozenset() for _ in groups)
        self.marks: Sequence[Content] = tuple(BLANK for _ in groups)
        """The mark of the side that throws each group."""
        self.is_large = False
        """Whether there is room for dice of three rows."""
        self.by_touch = False
        """Whether rows are few: large dice stand right below their names, and of small ones one group at a time."""
        self._drawn: tuple[object, list[Content]] = (None, [])

    def _takes(self, char: str) -> bool:
        """Whether it belongs to dice; one that leaves does so behind a number of them, as in `3x5`, or in `3x5 x1`."""
        if char not in LEAVING:
            return char in self.chars
        if char not in self.chars or not self.value.strip() or not self.selection.is_empty:
            return False
        typed = [words for words in typed_words(self.value + char, self.groups) if words]
        return any(is_begun(typed[-1][-1], group.die, group.count) for group in self.groups)

    def whole(self) -> str:
        """What is typed together with the dice that are kept."""
        return with_kept(self.value, self.groups, self.kept)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the dice take."""
        return max(1, len(self.rows(width)))

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Has the screen laid out only if the dice take more rows, or fewer: Textual asks for it at every key."""
        width, height = self.size
        fits = width > 0 and self.get_content_height(self.size, self.size, width) == height
        return super().refresh(*regions, repaint=repaint, layout=layout and not fits, recompose=recompose)

    def rows(self, width: int) -> list[Content]:
        """The dice, group by group; what is missing is behind them."""
        kept = (tuple(self.kept), tuple(self.good))
        drawn_for = (width, self.value, self.has_focus, kept, self.is_large, self.by_touch)
        if self._drawn[0] != drawn_for:
            self._drawn = (drawn_for, self.made(width))
        return self._drawn[1]

    def made(self, width: int) -> list[Content]:
        """The rows redrawn."""
        if self.is_large:
            return self.large(width)
        if self.by_touch:
            return self._open_alone(width)
        if not self.value and not any(self.kept) and sum(bool(g.count) for g in self.groups) == 1:
            return [self._with_cursor(Content("")) if self.has_focus else Content(self.placeholder)]
        return draw(self.whole(), self.groups, self.good, width, self.marks, cursor=self.has_focus)

    def large(self, width: int) -> list[Content]:
        """The dice three rows high, those that are still to be thrown too."""
        typed = typed_words(self.whole(), self.groups)
        open_ = _open_group(typed, self.groups)
        wanted = [at for at, group in enumerate(self.groups) if group.count]
        shown = []
        for place, at in enumerate(wanted):
            group, words, good = self.groups[at], typed[at], self.good[at]
            pips = set(group.die.legal) <= set(D6.legal)
            cells = large_cells([face_words(face) for face in group.die.legal], pips=pips)
            dice = [
                LargeDie(clean(word), _counts(word, good), pips, cells, wrong=not fits)
                for word, fits in read_words(group, words)
            ]
            missing_ = max(0, group.count - len(dice))
            here = self.has_focus and place == open_
            dice += [LargeDie("", True, pips, cells, here and n == 0) for n in range(missing_)]
            label = Content.assemble(self.marks[at], plain(group.name, QUIET), "  " if group.needs else "", group.needs)
            shown.append(LargeGroup(label if len(wanted) > 1 else BLANK, dice))
        return large_rows(shown, width, dense=self.by_touch)

    def _open_alone(self, width: int) -> list[Content]:
        """The dice of the group that the next one belongs to, below its name."""
        typed = typed_words(self.whole(), self.groups)
        wanted = [at for at, group in enumerate(self.groups) if group.count]
        if not wanted:
            return [BLANK]
        at = wanted[_open_group(typed, self.groups)]
        group, good, text = self.groups[at], self.good[at], " ".join(typed[at])
        of = f"{wanted.index(at) + 1} of {len(wanted)}" if len(wanted) > 1 else ""
        name = Content.assemble(self.marks[at], plain(group.name, QUIET))
        head = flow([name, plain(of, QUIET)], width) if len(wanted) > 1 else []
        return [*head, *draw(text, [group], [good], width, cursor=self.has_focus)]

    def _with_cursor(self, row: Content) -> Content:
        return Content.assemble(" ", row, ("▌", MIND), (f"   {self.placeholder}", QUIET))

    def render_line(self, y: int) -> Strip:
        """One of the rows."""
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


class Arrangement(NamedTuple):
    """How the groups of a roll stand: each with its name, what it needs, and the cells before its dice."""

    names: Sequence[Content]
    needs: Sequence[Content]
    rooms: Sequence[int]
    form: Literal["rows", "pairs", "slots", "below"]
    """`pairs`: two groups side by side; `slots`: missing dice are dots, and no row is left empty; `below`: the dice
    are below their name, where both have no room in a row, and what they need is behind it."""


def arranged(groups: Sequence[Dice], width: int, marks: Sequence[Content] = ()) -> Arrangement:
    """How these groups stand: each in a row if its name, what it needs and its dice fit, else with the dice below."""
    kinds = len({group.die.name for group in groups})
    marked = zip(marks or [BLANK] * len(groups), groups, strict=True)
    names = [Content.assemble(mark, _label(group, kinds)) if len(groups) > 1 else BLANK for mark, group in marked]
    needs = [plain(group.needs, TEXT) for group in groups]
    longest = max((name.cell_length for name in names), default=0)
    room = min(longest, max(8, width * 2 // 5))
    dice = [_COUNT_CELLS if is_counted(group, groups) else _cells(group) * group.count for group in groups]
    if any(needs):
        padded = [name.extend_right(longest - name.cell_length + 2) for name in names]
        beside = [Content.assemble(name, need) for name, need in zip(padded, needs, strict=True)]
        own = [one.cell_length for one in beside]
        # Dice begin in one column if there is room for it, else each group's right behind what it needs.
        for rooms in ([max(own)] * len(groups), own):
            if max(map(sum, zip(rooms, dice, strict=True))) + _CURSOR <= width:
                return Arrangement(beside, [BLANK] * len(groups), rooms, "slots")
    if any(needs) or longest > room or (longest and room + 1 + max(dice) + _IN_WORDS > width):
        return Arrangement(names, needs, [_INSET] * len(groups), "below")
    # The last die of a group takes the room of the words for how many are in.
    most = max(cells + max(_CURSOR, _COUNTED - _cells(group)) for cells, group in zip(dice, groups, strict=True))
    by_two = len(groups) > 2 and room + 1 + most <= width // 2
    return Arrangement(names, needs, [room] * len(groups), "pairs" if by_two else "rows")


def draw(
    text: str,
    groups: Sequence[Dice],
    good: Sequence[frozenset[Face]],
    width: int,
    marks: Sequence[Content] = (),
    *,
    cursor: bool = True,
) -> list[Content]:
    """The typed dice as they lie: those that do it filled, what is still missing, a cursor in the open group.

    `marks` are those of the sides that throw each group.
    """
    rows = [row for block in _blocks(text, groups, good, width, marks, cursor) for row in block]
    return rows or [BLANK]


def open_row(text: str, groups: Sequence[Dice], width: int, marks: Sequence[Content] = ()) -> int:
    """The row that the next die is typed in."""
    stands = _stands(groups, width, marks)
    at = _open_group(typed_words(text, groups), groups)
    blocks = _blocks(text, groups, [frozenset()] * len(groups), width, marks, cursor=True)
    place = at // 2 if stands.form == "pairs" else at
    return sum(map(len, blocks[: place + 1])) - 1


def _stands(groups: Sequence[Dice], width: int, marks: Sequence[Content]) -> Arrangement:
    """How the groups with dice stand."""
    wanted = [at for at, group in enumerate(groups) if group.count]
    return arranged([groups[at] for at in wanted], width, [marks[at] for at in wanted] if marks else ())


def _open_group(typed: Sequence[Sequence[str]], groups: Sequence[Dice]) -> int:
    """The place of the group that the next die belongs to, among those with dice."""
    wanted = [(g, words) for g, words in zip(groups, typed, strict=True) if g.count]
    return next((n for n, (g, words) in enumerate(wanted) if len(words) < g.count), max(0, len(wanted) - 1))


def _blocks(
    text: str,
    groups: Sequence[Dice],
    good: Sequence[frozenset[Face]],
    width: int,
    marks: Sequence[Content],
    cursor: bool,
) -> list[list[Content]]:
    """The rows group by group; of pairs two groups in one."""
    typed = typed_words(text, groups)
    wanted = [(g, words, ok) for g, words, ok in zip(groups, typed, good, strict=True) if g.count]
    stands = _stands(groups, width, marks)
    at = _open_group(typed, groups)
    drawn: list[list[Content]] = []
    for place, (group, words, ok) in enumerate(wanted):
        if is_counted(group, groups):
            drawn.append(_named(stands, place, [_count_row(group, words, ok, cursor=cursor and place == at)], width))
            continue
        shown = [_lying(word, fits, ok) for word, fits in read_words(group, words)]
        block = _block(shown, max(4, width - stands.rooms[place] - (_CURSOR if stands.form == "slots" else _IN_WORDS)))
        mark = Content.assemble(("▌", MIND) if cursor and place == at else (" ", MIND))
        block[-1] = Content.assemble(block[-1], " ", mark, _rest(len(words), group, stands.form)).rstrip()
        drawn.append(_named(stands, place, block, width))
    if stands.form == "pairs":
        drawn = [halves(drawn[n], drawn[n + 1] if n + 1 < len(drawn) else [], width) for n in range(0, len(drawn), 2)]
    if stands.form in ("rows", "pairs"):
        # Filled cells of two rows would grow together.
        for place, block in enumerate(drawn[1:], 1):
            if stands.form == "pairs" or wanted[place][1]:
                block.insert(0, BLANK)
    return drawn


def is_counted(group: Dice, groups: Sequence[Dice]) -> bool:
    """Whether dice of this group are told by their number: many are thrown, and none of them is a model's own."""
    return sum(one.count for one in groups) > _MANY and not group.apart


def _count_row(group: Dice, words: Sequence[str], good: frozenset[Face], *, cursor: bool) -> Content:
    """`5 of 14   3 hits`: how many are in, and how many of them do it."""
    read = read_words(group, words)
    wrong = [plain(f" {clean(word)}", MIND_STRONG) for word, fits in read if not fits]
    does = sum(fits and _counts(word, good) for word, fits in read) if good else 0
    noun = group.reading.noun if group.reading is not None and group.reading.is_count else ""
    said = Content.assemble((f"   {does} ", STRONG), (noun or "of these do it", QUIET)) if does else BLANK
    mark = Content.styled("▌" if cursor else " ", MIND)
    return Content.assemble(
        " ", mark, (f"{len(words) - len(wrong):>3}", STRONG), (f" of {group.count}", QUIET), *wrong, said
    ).rstrip()


def _rest(given: int, group: Dice, form: str) -> Content:
    """What is still missing, in as many words as there is room for."""
    wanted = group.count
    if form == "slots":
        return plain(_SLOT * (wanted - given), QUIET)
    if form == "pairs" and given < wanted:
        return plain(f" {given} of {wanted}", QUIET)
    return plain(f"   {missing(given, wanted, group.die.noun)}", QUIET)


def _named(stands: Arrangement, place: int, block: Sequence[Content], width: int) -> list[Content]:
    """The rows of a group with its name at the left; or with its name and what it needs above it."""
    name, room = stands.names[place], stands.rooms[place]
    if stands.form == "below":
        head = flow([name, stands.needs[place]], width, indent=room)
        return [*head, *(Content.assemble(" " * room, row) for row in block)]
    names = wrapped(name, max(1, room)) if name else [BLANK]
    inset = room + 1 if room else 0
    pairs = zip_longest(names, block, fillvalue=BLANK)
    return [Content.assemble(one.extend_right(max(0, inset - one.cell_length)), row).rstrip() for one, row in pairs]


def _cells(group: Dice) -> int:
    """How wide a die of the group lies."""
    return max(len(face_words(face)) for face in group.die.legal) + 2


def _lying(word: str, fits: bool, good: frozenset[Face]) -> Content:
    if not fits:
        return plain(f" {word} ", MIND_STRONG)
    return faces([Die(clean(word), _counts(word, good))], 10_000)[0]


def _counts(word: str, good: frozenset[Face]) -> bool:
    """Whether a die with this face does it, where it is known which do."""
    return not good or any(face_words(face) == word for face in good)


def _block(shown: Sequence[Content], width: int) -> list[Content]:
    rows: list[Content] = [Content("")]
    for die in shown:
        if rows[-1].cell_length and rows[-1].cell_length + die.cell_length > width:
            rows += [Content(""), Content("")]
        rows[-1] = Content.assemble(rows[-1], die)
    return rows


def _label(group: Dice, kinds: int) -> Content:
    return Content.assemble(plain(group.name, QUIET), plain(f" {group.die.name}" if kinds > 1 else "", QUIET))


def missing(given: int, wanted: int, noun: str = "die") -> str:
    """`2 of 5 dice in`, `1 too many`; empty if they are as many as wanted. `noun` is one of them."""
    if given > wanted:
        return f"{given - wanted} too many"
    return "" if given == wanted else f"{given} of {count(wanted, noun)} in"
