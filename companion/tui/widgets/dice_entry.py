"""The field for dice: what is typed shown as the dice lie, group by group, with what is still missing."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.visual import Visual

from companion.engine.dice import Dice, Face, Faces, typed_words
from companion.frontend.dice import read_words, with_kept
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET
from companion.tui.look.faces import Face as Die
from companion.tui.look.faces import faces
from companion.tui.look.rows import halves, wrapped
from companion.tui.text import clean, plain
from companion.tui.widgets.entry import Entry


class DiceEntry(Entry):
    """A field that shows what is typed as dice, a row a group; the cursor is always behind the last one."""

    DEFAULT_CSS = """
    DiceEntry { height: auto; }
    """

    def __init__(self, value: str, groups: Sequence[Dice], chars: set[str], example: str) -> None:
        super().__init__(value, takes=lambda c: c in chars, placeholder=example, id="entry")
        self.groups = groups
        self.kept: Sequence[Faces] = tuple(() for _ in groups)
        self.good: Sequence[frozenset[Face]] = tuple(frozenset() for _ in groups)

    def whole(self) -> str:
        """What is typed together with the dice that are kept."""
        return with_kept(self.value, self.groups, self.kept)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the dice take."""
        return max(1, len(self.rows(width)))

    def rows(self, width: int) -> list[Content]:
        """The dice, group by group; what is missing stands behind them."""
        if not self.value and not any(self.kept) and sum(bool(g.count) for g in self.groups) == 1:
            return [self._with_cursor(Content("")) if self.has_focus else Content(self.placeholder)]
        return draw(self.whole(), self.groups, self.good, width, cursor=self.has_focus)

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

    def action_cursor_left(self, select: bool = False) -> None:
        """Dice are taken away from the end."""

    def action_home(self, select: bool = False) -> None:
        """Dice are taken away from the end."""


def draw(
    text: str, groups: Sequence[Dice], good: Sequence[frozenset[Face]], width: int, *, cursor: bool = True
) -> list[Content]:
    """The typed dice as they lie: those that do it filled, what is still missing, a cursor in the open group.

    A row a group; of many groups two stand side by side where they fit (`in_pairs`).
    """
    typed = typed_words(text, groups)
    wanted = [(g, words, ok) for g, words, ok in zip(groups, typed, good, strict=True) if g.count]
    pairs = in_pairs(groups, width)
    labels = _labels([g for g, _, _ in wanted])
    room = _label_room(labels, width)
    at = next((n for n, (g, words, _) in enumerate(wanted) if len(words) < g.count), len(wanted) - 1)
    drawn: list[list[Content]] = []
    for place, (label, (group, words, ok)) in enumerate(zip(labels, wanted, strict=True)):
        shown = [_lying(word, fits, ok) for word, fits in read_words(group, words)]
        block = _block(shown, max(4, width - room - 22))
        left = missing(len(words), group.count)
        here = ("▌", MIND) if cursor and place == at else (" ", MIND)
        tail = Content.assemble(here, plain(f"  {left.split(' di')[0]}" if pairs else f"   {left}", QUIET))
        block[-1] = Content.assemble(block[-1], " ", tail).rstrip()
        names = wrapped(label, max(1, room)) if label else [Content("")]
        inset = room + 1 if room else 0
        first = Content.assemble(names[0].extend_right(max(0, inset - names[0].cell_length)), block[0])
        drawn.append([first, *(Content.assemble(" " * inset, row) for row in block[1:])])
    if pairs:
        drawn = [halves(drawn[n], drawn[n + 1] if n + 1 < len(drawn) else [], width) for n in range(0, len(drawn), 2)]
    rows: list[Content] = []
    for place, block in enumerate(drawn):
        # Filled cells of two rows would grow together.
        rows += [Content("")] if place and (pairs or wanted[place][1]) else []
        rows += block
    return rows or [Content("")]


def in_pairs(groups: Sequence[Dice], width: int) -> bool:
    """Whether two groups stand side by side: where there are three or more, and each fits half the width."""
    wanted = [group for group in groups if group.count]
    room = _label_room(_labels(wanted), width) + 1
    longest = (max(len(str(face)) for face in group.die.legal) + 2 for group in wanted)
    widths = [room + size * group.count + 9 for group, size in zip(wanted, longest, strict=True)]
    return len(wanted) > 2 and max(widths) <= width // 2


def _labels(groups: Sequence[Dice]) -> list[Content]:
    kinds = len({group.die.name for group in groups})
    return [_label(group, kinds) if len(groups) > 1 else Content("") for group in groups]


def _label_room(labels: Sequence[Content], width: int) -> int:
    return min(max((label.cell_length for label in labels), default=0), max(8, width // 3))


def _lying(word: str, fits: bool, good: frozenset[Face]) -> Content:
    if not fits:
        return plain(f" {word} ", MIND_STRONG)
    counted = not good or any(str(face) == word for face in good)
    return faces([Die(clean(word), counted)], 10_000)[0]


def _block(shown: Sequence[Content], width: int) -> list[Content]:
    rows: list[Content] = [Content("")]
    for die in shown:
        if rows[-1].cell_length and rows[-1].cell_length + die.cell_length > width:
            rows += [Content(""), Content("")]
        rows[-1] = Content.assemble(rows[-1], die)
    return rows


def _label(group: Dice, kinds: int) -> Content:
    return Content.assemble(plain(group.name, QUIET), plain(f" {group.die.name}" if kinds > 1 else "", QUIET))


def missing(given: int, wanted: int) -> str:
    """`2 of 5 dice in`, `1 too many`; empty where they are as many as wanted."""
    if given > wanted:
        return f"{given - wanted} too many"
    return "" if given == wanted else f"{given} of {wanted} {'die' if wanted == 1 else 'dice'} in"
