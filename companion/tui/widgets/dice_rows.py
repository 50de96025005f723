"""Groups of dice as rows to compare: an attack with the defence against it, or a table of who throws how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from textual.content import Content

from companion.engine.dice import Dice, Face, face_words
from companion.frontend.typed_answers import read_words
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG, TAPPED
from companion.tui.look.faces import Face as Die
from companion.tui.look.faces import face
from companion.tui.look.fills import HALF
from companion.tui.look.pips import JUST_LOST
from companion.tui.look.rows import BLANK, columns, halves
from companion.tui.text import clean, plain

_FEW: Final = 6
"""Dice of a group that lie in a row of the table; more are told by what they come to."""


_MANY: Final = 14
"""More dice than these are told by how many of a group are in, where it does not matter which is which."""


_PAIR: Final = ("who rolls", "against")
_SAVED: Final = ("who saves", "from")
"""The heads of the two units of each group, and of those that lose what a die does not save."""


class Laid(NamedTuple):
    """Rows of dice, and which of them the next die belongs to."""

    rows: Sequence[Content]
    open: int


class Thrown(NamedTuple):
    """A group with what is typed of it, and the mark of its side; `open`: the next is its."""

    group: Dice
    words: Sequence[str]
    mark: Content = BLANK
    open: bool = False

    @property
    def read(self) -> list[tuple[str, bool]]:
        """Each of its dice as its face, and whether it fits there."""
        return read_words(self.group, self.words)

    @property
    def drawn(self) -> list[Content]:
        """Its dice as they lie; one that does not fit is wrong."""
        good = self.group.doing
        return [
            face(Die(clean(word), counts(word, good))) if fits else plain(f" {word} ", MIND_STRONG)
            for word, fits in self.read
        ]

    @property
    def lying(self) -> list[Content]:
        """The same, those that are missing as quiet squares, the cursor in the first of them."""
        drawn = self.drawn
        for place in range(len(drawn), self.group.count):
            inside = ("▌", f"{MIND} {TAPPED}") if self.open and place == len(self.words) else (" ", TAPPED)
            drawn.append(Content.assemble(("▐", HALF), inside, ("▌", HALF)))
        return drawn

    @property
    def does(self) -> int:
        """How many of them do it."""
        return sum(fits and counts(word, self.group.doing) for word, fits in self.read)

    @property
    def result(self) -> list[Content]:
        """`7`, `6 + 1`: what they come to once all are in, and of which dice; nothing before."""
        reading, read = self.group.reading, self.read
        if reading is None or len(read) != self.group.count or not all(fits for _, fits in read):
            return []
        faces = [self.group.die.read(word) for word in self.words]
        total, best = reading.of(faces), max(map(reading.value, faces), default=0)
        return [plain(str(total), STRONG), *([plain(f"{best} + {total - best}", QUIET)] if reading.supports else [])]


def counts(word: str, good: frozenset[Face]) -> bool:
    """Whether a die with this face does it, where it is known which do."""
    return not good or any(face_words(face) == word for face in good)


def compared(groups: Sequence[Thrown], width: int) -> Laid | None:
    """A row an attack, at its right the defence of the other side against it, where two roll both.

    None where dice are no such pairs, or have no room beside one another.
    """
    roles, sides = (dict.fromkeys(each) for each in zip(*((t.group.role, t.group.by) for t in groups), strict=True))
    if len(groups) != 4 or not len(roles) == len(sides) == 2:
        return None
    of = {(one.group.role, one.group.by): one for one in groups}
    first, second = roles
    pairs = [(of[first, one], of[second, other]) for one, other in zip(sides, reversed(sides), strict=True)]
    pairs = [pair for pair in pairs if any(one.group.count for one in pair)]
    names = max(len(one.group.whose) for one in groups)
    half = width // 2
    drawn = [[_cell(one, names, half - 2) for one in pair] for pair in pairs]
    if any(cell.cell_length > half for row in drawn for cell in row):
        return None
    heads = [[plain(f"  {word}", QUIET)] for word in (first, f"{second} against it")]
    rows = halves(heads[0], heads[1], width)
    at = 0
    for pair, (left, right) in zip(pairs, drawn, strict=True):
        rows += [BLANK, *halves([left], [right], width)]
        at = len(rows) - 1 if any(one.open for one in pair) else at
    return Laid(rows, at)


def _cell(one: Thrown, names: int, width: int) -> Content:
    name = Content.assemble(one.mark, plain(one.group.whose.ljust(names), STRONG), "  ")
    if not one.group.count:
        return Content.assemble(name, plain("no dice: 0", QUIET))
    row = Content.assemble(name, Content(" ").join(one.lying))
    for part in one.result:
        row = Content.assemble(row, "  ", part) if row.cell_length + 2 + part.cell_length <= width else row
    return row


def tabled(groups: Sequence[Thrown], width: int) -> Laid:
    """A row a group: who throws at whom, what is to be reached, how many are in, and what they do or lose.

    The open one lies on a quiet fill; what it needs stands below the table. A blank row parts the sides.
    """
    thrown = [one for one in groups if one.group.count]
    pairs = all(len(one.group.pair) == len(_PAIR) for one in thrown)
    reaches = any(one.group.reach is not None for one in thrown)
    who = _SAVED if all(one.group.failed for one in thrown) else _PAIR
    heads = [*(who if pairs else ("",)), *(["on"] if reaches else []), "dice in"]
    table = [[plain(f"  {head}" if place == 0 else head, QUIET) for place, head in enumerate(heads)]]
    table[0].append(plain(next((one.group.failed for one in thrown if one.group.failed), ""), QUIET))
    for one in thrown:
        names = one.group.pair if pairs else (one.group.name,)
        named = [Content.assemble(one.mark, plain(names[0], STRONG)), *(plain(name) for name in names[1:])]
        on = [plain(f"{one.group.reach}+" if one.group.reach is not None else "", STRONG)] if reaches else []
        in_ = Content.assemble((str(len(one.words)), STRONG), (f" of {one.group.count}", QUIET))
        table.append([*named, *on, in_, _does(one)])
    right = range(len(heads) - 1 - int(reaches), len(heads))
    rows = columns(table, width, gap=4, right=right)
    if len(rows) != len(table):
        # No room for the dice: they are told by number alone.
        rows = columns([row[:-1] for row in table], width, gap=3, right=right)
    made, at = [rows[0]], 0
    for place, (one, row) in enumerate(zip(thrown, rows[1:], strict=True)):
        if not place or thrown[place - 1].group.by != one.group.by:
            made.append(BLANK)
        at = len(made) if one.open else at
        made.append(row.extend_right(max(0, width - row.cell_length)).stylize_before(TAPPED) if one.open else row)
    open_ = next((one for one in thrown if one.open), thrown[-1])
    return Laid([*made, BLANK, _needs(open_)], at)


def _needs(one: Thrown) -> Content:
    return Content.assemble(one.mark, plain(one.group.name, STRONG), "  ", plain(one.group.needs, QUIET))


def _does(one: Thrown) -> Content:
    """The dice as they lie, or how many of many do it; of those that lose models each that does, once all are in."""
    group, read = one.group, one.read
    if not read and group.again:
        return plain(", ".join(f"{face} again" for face in sorted(map(str, group.again))), QUIET)
    if group.failed and not one.open and len(read) == group.count:
        lost = sum(fits and not counts(word, group.saving) for word, fits in read)
        return plain(JUST_LOST * lost, STRONG) if lost else plain("none", QUIET)
    if group.apart or group.count <= _FEW:
        return Content(" ").join(one.drawn)
    noun = group.reading.noun if group.reading is not None and group.reading.is_count else ""
    return plain(f"{one.does} {noun or 'of these do it'}" if one.does else "", QUIET)


def is_counted(group: Dice, groups: Sequence[Dice]) -> bool:
    """Whether dice of this group are told by their number: many are thrown, and none of them is a model's own."""
    return sum(one.count for one in groups) > _MANY and not group.apart
