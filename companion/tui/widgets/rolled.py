"""The last result: each fighter's dice, which of them counted, and what follows in words; a fall loudest of all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import Enum
from itertools import product
from typing import Final

from textual.content import Content

from companion.engine.dice import face_words
from companion.engine.state.changes import Tally
from companion.engine.state.health import life
from companion.engine.state.phrases import OUT, parts_of, spans_of, unstopped
from companion.engine.state.results import FaceGroup, Result
from companion.engine.state.table import AnyTable, Unit
from companion.engine.wording import verb
from companion.frontend.pixels import ROWS
from companion.frontend.saying.sentences import sentence, spaced, titled
from companion.tui.look.colours import QUIET, STRONG, TEXT, fill
from companion.tui.look.faces import Face, face
from companion.tui.look.key_row import tapped
from companion.tui.look.pips import health
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, beside, flow, halves, wrapped
from companion.tui.text import clean, plain, side_colour, side_mark, side_place, side_sign

WITHOUT_EFFECT: Final = ("", "cancelled", "discarded", "ignored", "rerolled", "spare")
"""Marks of faces that do not count: they stand bare."""

_NOTABLE: Final = {"critical": "crits", "cancelled": "", "ignored": ""}
"""Marks that are named beside the numbers too, each with the number that would count the same dice."""

_SUMS: Final = ("result", "total")
"""Numbers that all the dice of a group come to."""

LABEL: Final = "last  "


class Sums(Enum):
    """How much is said of what a number is the sum of."""

    REASONED = "6 + 1 +1 Brutal = 8"
    BARE = "6 + 1 + 1 = 8"
    SHORT = "=8"


FALL_ROWS: Final = ROWS + 3
"""Rows of a fall: letters, who lost it, and a blank one above and below."""
FALL_ROWS_AT_LEAST: Final = 2
"""Rows of a fall without large letters, if its names fit."""

_APART: Final = 3
"""Cells at least between the name of who falls and its health."""


def last_rows(
    table: AnyTable,
    result: Result | None,
    happened: Sequence[str],
    width: int,
    most: int,
    label: str = LABEL,
    *,
    shown: Sequence[Content] = (),
    now: Sequence[Content] = (),
    staged: bool = True,
) -> list[Content]:
    """What came of the last roll and what happened since, at most `most` rows; the words before the dice.

    `shown` was revealed since the roll, `now` is what to do at this moment: both are there however short the room.
    `staged`: the fighters are above, so that their dice need no names.
    """
    room = width - len(label)
    told, after = flow(shown, room, gap=3), flow(now, room, gap=1)
    most = max(1 if result is not None or not (told or after) else 0, most - len(told) - len(after))
    style = QUIET if result is not None else TEXT
    if result is None:
        return labelled([*told, *newest(happened, room, most, style), *after], label)
    text = plain(titled(result.text), STRONG)
    groups = [group for group in result.groups if group.faces]
    dice = _drawn(table, groups, room)
    short = _dice_and_words(dice, [text], room)
    sides = {group.by for group in groups if group.by in table.sides}
    if len(sides) == 2 and len(short) > 2:
        beside = _side_by_side(table, groups, width, alone=staged)
        words = wrapped(text, width - 2)
        if beside and len(beside) + 1 + len(words) <= most:
            words += newest(happened, width - 2, min(2, most - len(beside) - 1 - len(words)), style)
            return [*beside, Content(""), *(Content.assemble("  ", row) for row in (*words, *told, *after))]
    rows = short if len(short) <= most else whole_parts(titled(result.text), room, most)
    return labelled([*rows, *told, *newest(happened, room, min(2, most - len(rows)), style), *after], label)


def whole_parts(text: str, width: int, most: int) -> list[Content]:
    """The text in at most `most` rows: if it is longer, its first parts that fit whole, those with a fall first.

    If none fits, the fall alone; else as much as there is room for, and a sign that it goes on.
    """
    rows = wrapped(plain(text, STRONG), width)
    if len(rows) <= most:
        return rows
    # Of those that tell a fall the shortest says it alone.
    falls = {part for part in parts_of(text) if any(span.field == OUT for span in spans_of(part))}
    parts = sorted(parts_of(text), key=lambda part: (0, len(part)) if part in falls else (1, 0))
    told_by = ((parts, ". "), (parts_of(parts[0]), ", "))
    fewer = [(every[:many], by) for every, by in told_by for many in range(len(every) - 1, 0, -1)]
    signs = (tapped(Content.styled("l tells the rest", QUIET), "log"), plain("…", QUIET))
    for rest, (some, between) in product(signs, fewer):
        bare = [unstopped(part) for part in some]
        told = sentence(between.join(map(titled, bare) if between == ". " else bare))
        shown = flow([plain(told, STRONG), rest], width)
        if len(shown) <= most:
            return shown
    for span in spans_of(text):
        alone = wrapped(plain(sentence(titled(text[span.start : span.end])), STRONG), width)
        if span.field == OUT and len(alone) <= most:
            return alone
    # A row that simply ended would tell another number than the text: `are defeated: 4`.
    *whole, cut = wrapped(plain(text, STRONG), width - 2)[: max(1, most)]
    return [*whole, Content.assemble(cut, plain(" …", QUIET))][: max(0, most)]


def _dice_and_words(dice: Sequence[Content], words: Sequence[Content], width: int) -> list[Content]:
    """The dice with the words behind them; a blank row between rows of dice, whose cells would grow together."""
    rows = flow(dice, width, gap=3)
    if len(rows) < 2:
        return flow([*rows, *words], width, gap=3)
    return [*_apart(rows), *flow(words, width, gap=3)]


def _apart(rows: Sequence[Content]) -> list[Content]:
    return [row for at, row in enumerate(rows) for row in ([BLANK, row] if at else [row])]


def newest(happened: Sequence[str], width: int, most: int, style: str = QUIET) -> list[Content]:
    """The newest of what happened, as many sentences as fit whole in `most` rows, oldest first."""
    kept: list[Content] = []
    for text in (plain(sentence(titled(one)), style) for one in reversed(happened)):
        if len(flow([text, *kept], width, gap=1)) > most:
            break
        kept.insert(0, text)
    return flow(kept, width, gap=1)


def labelled(rows: Sequence[Content], label: str) -> list[Content]:
    """The rows behind a label, which stands before the first."""
    return [Content.assemble((label if place == 0 else " " * len(label), QUIET), row) for place, row in enumerate(rows)]


def _side_by_side(table: AnyTable, shown: Sequence[FaceGroup], width: int, *, alone: bool) -> list[Content]:
    """The dice of each side under its fighter; a blank row between rows of dice, whose cells would grow together."""
    order = sorted({group.by for group in shown}, key=lambda side: side_place(table, side))
    half = width // 2 - 3
    blocks = [_drawn(table, [group for group in shown if group.by == side], half, alone=alone) for side in order]
    if any(drawn.cell_length > half for block in blocks for drawn in block):
        return []
    left, right = (_apart(flow(block, half)) for block in blocks)
    return [Content.assemble("  ", row) for row in halves(left, right, width)]


def _drawn(table: AnyTable, groups: Sequence[FaceGroup], width: int, *, alone: bool = False) -> list[Content]:
    """The dice of groups, with as much of what they add up to as costs no row: with its reasons, without, the sum."""
    *better, short = ([_group(table, group, width, sums, alone=alone) for group in groups] for sums in Sums)
    rows = len(flow(short, width, gap=3))
    fitting = (way for way in better if all(one.cell_length <= width for one in way))
    return next((way for way in fitting if len(flow(way, width, gap=3)) <= rows), short)


def dice_of(group: FaceGroup) -> list[Face]:
    """The dice of a group as they lie, those that count and what they were before a re-roll."""
    return [
        Face(clean(face_words(face)), word not in WITHOUT_EFFECT, "" if was is None else clean(face_words(was)))
        for face, word, was in group.lying
    ]


def _group(table: AnyTable, group: FaceGroup, width: int, sums: Sums, *, alone: bool) -> Content:
    """`◆ attack ▐5▌ 2→▐3▌ 2  hits 2`, faces that count filled, and what was read from them.

    `alone`: it is under its fighter, and needs neither the sign of its side nor the fighter's name.
    """
    mark = Content("") if alone else side_sign(table, group.by)
    dice = dice_of(group)
    words = effects(group, sums)
    read = plain(words, TEXT)
    name = plain(group.role if alone and group.role else table.worded(group.name, group.die), QUIET)
    whole = Content.assemble(mark, name, " ", *map(face, dice), read)
    if whole.cell_length <= width or len(dice) < 6:
        return whole
    # So many dice are told by how many of each face there are.
    few = [_several(die, number) for die, number in Counter(dice).items()]
    return Content.assemble(mark, name, " ", *map(face, few), read)


def _several(die: Face, number: int) -> Face:
    """`number` dice that lie alike: `3×5`, `3×2→5`."""
    if number == 1:
        return die
    if die.before:
        return die._replace(before=f"{number}×{die.before}")
    return die._replace(text=f"{number}×{die.text}")


def effects(group: FaceGroup, sums: Sums) -> str:
    """What was read from the faces, behind them: ` 6 + 1 = 7`, `=8`, ` hits 2`; and what is out of the common.

    That dice were rolled again is with their faces, and that they are to be in the words of the result.
    """
    words = Counter(word for word in group.marks if word not in ("", "rerolled"))
    counts = {name: value for name, value in group.counts.items() if value}
    said = [
        _summed(value, group, sums) if name in _SUMS else f" {spaced(name)} {value}" for name, value in counts.items()
    ]
    # `crits 1, 1 critical` would count the same die twice.
    named = [word for word in words if not counts or (word in _NOTABLE and _NOTABLE[word] not in counts)]
    # One die alone is not counted: `check ▐12▌ passed`.
    said += [f" {words[word]} {word}" if len(group.marks) > 1 else f" {word}" for word in named]
    return ",".join(said)


def _summed(value: int, group: FaceGroup, sums: Sums) -> str:
    """` 6 + 1 = 7`, ` +1 Strength = 6` behind dice that are added up; `=4` where nothing is added to one die."""
    lines = [line for line in value.lines if line.value] if isinstance(value, Tally) else []
    added = [face for face, word, _ in group.lying if word not in WITHOUT_EFFECT and isinstance(face, int)]
    # What lies there is not said again.
    lying = bool(lines) and lines[0].value == sum(added)
    lines = lines[1:] if lying else lines
    if not lines or sums is Sums.SHORT:
        return f"={int(value)}"
    parts = []
    for place, line in enumerate(lines):
        sign = "−" if line.value < 0 else "+" if place or lying else ""
        named = "" if sums is Sums.BARE or line.dice else clean(line.label)
        number = str(abs(line.value))
        parts += [f"{sign}{number}", named] if named else [part for part in (sign, number) if part]
    return f" {' '.join(parts)} = {int(value)}"


def fall_rows(
    table: AnyTable,
    fallen: Sequence[Unit],
    width: int,
    *,
    word: str = "falls",
    losses: Mapping[str, int] | None = None,
    most: int = FALL_ROWS,
) -> list[Content]:
    """A filled block in the colour of the side that lost: who falls in letters three rows high, what is left of it.

    `word` is the verb: falls, breaks, panics, is suppressed; `losses` are what units lost in the last result, by id.
    In fewer than `FALL_ROWS` rows at the `most` there are no blank ones, and below four no letters of three rows.
    Nothing if nobody did.
    """
    if not fallen:
        return []
    unit = fallen[0]
    style = fill(side_colour(table, unit.side))
    names = clean(unit.name) if len(fallen) == 1 else f"{len(fallen)} units"
    says = f"{names} {verb([one.name for one in fallen], word)}"
    own = [one.alive for one in table.units.values() if one.side == unit.side]
    owner = clean(table.title(unit.side))
    does = "" if unit.alive else " loses"
    who = Content(f"{side_mark(table, unit.side)} {owner}{does} {', '.join(clean(one.name) for one in fallen)}")
    rest = Content(f"{sum(own)} of {len(own)} units left")
    drawn = large(says, "", width - 4) if most > ROWS else [Content(says.upper())]
    kept = _health_left(unit, (losses or {}).get(unit.id, 0)) if len(fallen) == 1 else BLANK
    if kept and drawn[0].cell_length + _APART + kept.cell_length <= width - 4:
        drawn = [*beside(drawn[0], kept, width - 4), *drawn[1:]]
    elif kept:
        rest = Content.assemble(kept, " " * _APART, rest)
    inner = [*drawn, *beside(who, rest, width - 4)]
    rows = [Content.assemble("   ", row) for row in inner]
    if most >= FALL_ROWS:
        rows = [Content(""), *rows, Content("")]
    return [row.extend_right(max(0, width - row.cell_length)).stylize(style) for row in rows]


def _health_left(unit: Unit, lost: int) -> Content:
    """`●××·  1 of 4`; empty if nothing is lost, and of a unit that has but one to lose."""
    left = life(unit)
    if left is None or left.most is None or left.most == 1 or left.now >= left.most:
        return BLANK
    return Content(health(left.now, left.most, "", lost=lost).plain)
