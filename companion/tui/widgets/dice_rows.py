"""Groups of dice as rows: as they lie, an attack beside the defence against it, or a table of who throws how many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Final, Literal, NamedTuple

from textual.content import Content

from companion.engine.dice import Dice, Face, face_words
from companion.engine.wording import singular
from companion.frontend.typed_answers import read_words
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG, TAPPED, TEXT
from companion.tui.look.faces import Face as Die
from companion.tui.look.faces import face, in_rows
from companion.tui.look.fills import HALF
from companion.tui.look.pips import JUST_LOST
from companion.tui.look.rows import BLANK, columns, flow, halves, wrapped
from companion.tui.text import clean, plain
from companion.tui.widgets.typed_dice import TypedDice, missing

_CURSOR = 3
"""Cells between a name and its dice, and for the cursor behind them."""

_IN_WORDS = 22
"""Cells for how many dice of a group are in, in whole words."""

_INSET = 2
"""Cells before dice that are below their name."""

_COUNT_CELLS = 24
"""Cells for how many dice of a group are in, and how many of them do it."""

_SPLIT = Content.styled(" / ", QUIET)
"""Between groups in one row, as they are typed."""

_SLOT = "  ·"
"""A die that is still missing, if there is no room for words."""

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
    return plain(f"{one.does} {_doing(group, one.does)}" if one.does else "", QUIET)


def _doing(group: Dice, many: int) -> str:
    """What so many of these dice are: `hits`, `success` of one."""
    noun = group.reading.noun if group.reading is not None and group.reading.is_count else ""
    if many == 1:
        return singular(noun) or "of these does it"
    return noun or "of these do it"


def is_counted(group: Dice, groups: Sequence[Dice]) -> bool:
    """Whether dice of this group are told by their number: many are thrown, and none of them is a model's own."""
    return sum(one.count for one in groups) > _MANY and not group.apart


def thrown(typed: TypedDice, marks: Sequence[Content], *, cursor: bool = True) -> list[Thrown]:
    """The groups with what is typed of each; with a `cursor` in the one that the next die belongs to."""
    made = enumerate(zip(typed.groups, typed.words, marks, strict=True))
    return [Thrown(*one, cursor and at == typed.at) for at, one in made]


class Arrangement(NamedTuple):
    """How the groups of a roll stand: each with its name, what it needs, and the cells before its dice."""

    names: Sequence[Content]
    needs: Sequence[Content]
    rooms: Sequence[int]
    form: Literal["rows", "slots", "below"]
    """`slots`: missing dice are dots, and no row is left empty; `below`: the dice are below their name, where both have
    no room in a row, and what they need is behind it."""


def arranged(groups: Sequence[Thrown], width: int) -> Arrangement:
    """How these groups stand: each in a row if its name, what it needs and its dice fit, else with the dice below."""
    kinds = len({one.group.die.name for one in groups})
    of = [one.group for one in groups]
    names = [Content.assemble(one.mark, _label(one.group, kinds)) if len(groups) > 1 else BLANK for one in groups]
    needs = [plain(group.needs, TEXT) for group in of]
    longest = max((name.cell_length for name in names), default=0)
    room = min(longest, max(8, width * 2 // 5))
    dice = [_COUNT_CELLS if is_counted(group, of) else _cells(group) * group.count for group in of]
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
    return Arrangement(names, needs, [room] * len(groups), "rows")


def laid(groups: Sequence[Thrown], width: int, *, folds: bool = False) -> Laid:
    """The typed dice as they lie: those that do it filled, what is still missing, a cursor in the open group.

    Where rows are few it `folds`: groups whose dice are in are one row, and of those to come only the names stand.
    """
    if groups and not folds and (pairs := compared(groups, width)) is not None:
        return pairs
    wanted = [one for one in groups if one.group.count]
    stands = arranged(wanted, width)
    done = [one for one in wanted if folds and len(one.words) >= one.group.count and not one.open]
    rows: list[Content] = []
    if done:
        faces = _SPLIT.join(Content(" ").join(one.drawn) for one in done)
        head = Content.assemble(("✓ ", MIND), (f"{len(done)} of {len(wanted)}", STRONG), (" groups   ", QUIET), faces)
        rows.append(head.truncate(width, ellipsis=True))
    at = 0
    for place, one in enumerate(wanted):
        if one in done:
            continue
        whole = one.open or not folds
        dice = _dice_rows(one, wanted, stands, width - stands.rooms[place]) if whole else []
        counted = is_counted(one.group, [each.group for each in wanted])
        if rows and not folds and stands.form == "rows" and one.words and not counted:
            # Filled cells of two rows would grow together.
            rows.append(BLANK)
        rows += _named(stands, place, dice, width)[: None if whole else 1]
        at = len(rows) - 1 if one.open else at
    return Laid(rows or [BLANK], at)


def _dice_rows(one: Thrown, wanted: Sequence[Thrown], stands: Arrangement, width: int) -> list[Content]:
    """The dice of a group as they lie, or how many of many are in."""
    if is_counted(one.group, [each.group for each in wanted]):
        return [_count_row(one)]
    block = in_rows(one.drawn, max(4, width - (_CURSOR if stands.form == "slots" else _IN_WORDS)))
    mark = Content.styled("▌" if one.open else " ", MIND)
    block[-1] = Content.assemble(block[-1], " ", mark, _rest(len(one.words), one.group, stands.form)).rstrip()
    return block


def rows_of(groups: Sequence[Thrown], width: int) -> int:
    """The rows that these groups take once their dice are in."""
    wanted = [one for one in groups if one.group.count]
    if groups and (pairs := compared(groups, width)) is not None:
        return len(pairs.rows)
    return {"slots": len(wanted), "below": 2 * len(wanted)}.get(arranged(wanted, width).form, 2 * len(wanted) - 1)


def _count_row(one: Thrown) -> Content:
    """`5 of 14   3 hits`: how many are in, and how many of them do it."""
    group = one.group
    wrong = [plain(f" {clean(word)}", MIND_STRONG) for word, fits in one.read if not fits]
    does = one.does if group.doing else 0
    said = Content.assemble((f"   {does} ", STRONG), (_doing(group, does), QUIET)) if does else BLANK
    mark = Content.styled("▌" if one.open else " ", MIND)
    in_ = len(one.words) - len(wrong)
    return Content.assemble(" ", mark, (f"{in_:>3}", STRONG), (f" of {group.count}", QUIET), *wrong, said).rstrip()


def _rest(given: int, group: Dice, form: str) -> Content:
    """What is still missing, in as many words as there is room for."""
    if form == "slots":
        return plain(_SLOT * (group.count - given), QUIET)
    return plain(f"   {missing(given, group.count, group.die.noun)}", QUIET)


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
    return max(len(face_words(face)) for face in group.die.legal) + 2


def _label(group: Dice, kinds: int) -> Content:
    return Content.assemble(plain(group.name, QUIET), plain(f" {group.die.name}" if kinds > 1 else "", QUIET))
