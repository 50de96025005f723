"""Dice as players type or tap them: shown as they lie, the faces in a row, and the number to reach in large letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.visual import Visual
from textual.widget import Widget

from companion.engine.dice import Dice, Face, Faces, faces_in_words, read_faces, typed_words
from companion.engine.requests import Roll
from companion.engine.state.table import Table
from companion.frontend.dice import alphabet, good_faces, number_to_reach, read_words, typed_again, with_kept
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG
from companion.tui.look.faces import Face as Die
from companion.tui.look.faces import faces
from companion.tui.look.pixels import ROWS, large
from companion.tui.look.rows import columns, wrapped
from companion.tui.sizes import ROOMY, TALL
from companion.tui.text import clean, plain, tally_content
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.face_row import NARROW, TAKE_BACK, FaceRow
from companion.tui.widgets.plain import PlainStatic

_TALL_FACES = 40
"""Rows of a terminal from which faces are three rows high on a narrow screen."""


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
    """The typed dice as they lie: those that do it filled, what is still missing, a cursor in the open group."""
    typed = typed_words(text, groups)
    wanted = [(g, words, ok) for g, words, ok in zip(groups, typed, good, strict=True) if g.count]
    kinds = len({g.die.name for g, _, _ in wanted})
    labels = [_label(g, kinds) if len(wanted) > 1 else Content("") for g, _, _ in wanted]
    room = min(max((label.cell_length for label in labels), default=0), max(8, width // 3))
    at = next((n for n, (g, words, _) in enumerate(wanted) if len(words) < g.count), len(wanted) - 1)
    rows: list[Content] = []
    for place, (label, (group, words, ok)) in enumerate(zip(labels, wanted, strict=True)):
        shown = [_lying(word, fits, ok) for word, fits in read_words(group, words)]
        block = _block(shown, max(4, width - room - 22))
        here = cursor and place == at
        tail = Content.assemble(
            *([("▌", MIND)] if here else []), plain(f"   {_missing(len(words), group.count)}", QUIET)
        )
        block[-1] = Content.assemble(block[-1], " ", tail).rstrip()
        names = wrapped(label, max(1, room)) if label else [Content("")]
        inset = room + 1 if room else 0
        first = Content.assemble(names[0].extend_right(max(0, inset - names[0].cell_length)), block[0])
        rows += [Content("")] if rows and any(die for die in shown) else []
        rows += [first, *(Content.assemble(" " * inset, row) for row in block[1:])]
    return rows or [Content("")]


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


def _missing(given: int, wanted: int) -> str:
    if given > wanted:
        return f"{given - wanted} too many"
    return "" if given == wanted else f"{given} of {wanted} {'die' if wanted == 1 else 'dice'} in"


class DiceBody(Body[Roll]):
    """The number to reach, the dice as they are typed, and the faces to tap.

    Dice that were rolled here before an undo are offered again: all of them in the field, to enter or to correct;
    some of them as kept, so that only the missing ones are typed.
    """

    typed = True

    DEFAULT_CSS = """
    DiceBody .reach { height: auto; padding: 0 0 0 2; }
    DiceBody .stage { padding: 0 0 0 2; }
    DiceBody .faces { margin: 1 0 0 0; }
    """

    def __init__(self, request: Roll, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        sticky = request.sticky or tuple(() for _ in request.dice)
        full = all(len(had) == g.count for had, g in zip(sticky, request.dice, strict=True))
        self.again = any(sticky)
        self.begun = typed_again(sticky) if full and self.again else ""
        self.groups = [replace(g, name=table.worded(g.name, g.die.name)) for g in request.dice]
        self.reach = PlainStatic("", classes="reach")
        self.entry = DiceEntry(self.begun, self.groups, alphabet(request.dice), self._example())
        self.entry.kept = tuple(() for _ in sticky) if full else sticky
        self.entry.good = [good_faces(request, group) for group in request.dice]
        self.faces = FaceRow(classes="faces")
        self._length = len(self.begun)

    def parts(self) -> ComposeResult:
        """The number to reach, the dice, the faces."""
        yield self.reach
        yield Stage(self.entry)
        yield self.faces

    def on_mount(self) -> None:
        """Says how to type, and what was rolled here before."""
        self._draw()
        self._hint()

    def on_resize(self) -> None:
        """More or fewer dice fit a row."""
        super().on_resize()
        self._draw()

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def wanted(self) -> int:
        """The number to reach, a row a group, the faces and the note."""
        groups = sum(bool(group.count) for group in self.groups)
        head = ROWS + 1 if number_to_reach(self.request) is not None else min(3, 1 + len(self.request.tally))
        return min(10, head + 2 * groups - 1 + 3)

    def untouched(self) -> bool:
        """Whether nothing was typed yet."""
        return self.entry.value.strip() in ("", self.begun)

    def answer(self) -> tuple[tuple[Face, ...], ...]:
        """The faces; raises InvalidInput with what is missing or wrong."""
        return read_faces(self.entry.whole(), self.groups)

    # -- typing and tapping ---------------------------------------------------------------------------------------

    @on(Entry.Changed)
    def _typed(self) -> None:
        value = self.entry.value
        grown, self._length = len(value) > self._length, len(value)
        if grown and value[-1:].isdigit() and self._ended(value):
            # A face of two digits needs no space behind it.
            self.entry.value = value + " "
            self.entry.cursor_position = len(self.entry.value)
            return
        self.entry.refresh(layout=True)
        self._draw()
        self._hint()

    def _ended(self, value: str) -> bool:
        """Whether the number typed last is a face, and no longer face begins with it; only of dice with such faces."""
        group = self._open_group()
        texts = [str(face) for face in group.die.legal if isinstance(face, int)]
        word = value.replace(",", " ").split()[-1]
        return max(map(len, texts), default=0) > 1 and word in texts and sum(t.startswith(word) for t in texts) == 1

    @on(FaceRow.Tapped)
    def _tapped(self, message: FaceRow.Tapped) -> None:
        message.stop()
        value = self.entry.value.rstrip()
        if message.face == TAKE_BACK:
            head, _, _ = value.rpartition(" ")
            value = head.rstrip("/ ") if " " in value else value[:-1]
        else:
            value = f"{value} {message.face}".lstrip()
        self.entry.value = f"{value} " if value else ""
        self.entry.cursor_position = len(self.entry.value)

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()

    def _open_group(self) -> Dice:
        """The group that the next die belongs to."""
        words = typed_words(self.entry.whole(), self.groups)
        wanted = [(g, w) for g, w in zip(self.groups, words, strict=True) if g.count]
        return next((g for g, w in wanted if len(w) < g.count), (wanted or [(self.groups[-1], [])])[-1][0])

    # -- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        size = self.app.size
        width = (self.size.width or size.width - 4) - 2
        self.reach.show(Content("\n").join(self._reach_rows(width, size.height)))
        self.reach.display = bool(self.reach.shown.plain)
        if self.groups:
            group = self._open_group()
            good = self.entry.good[self.groups.index(group)]
            tall = size.width < NARROW and size.height >= _TALL_FACES
            self.faces.show_die(group.die, good, width, begun=bool(self.entry.value.strip()), tall=tall)

    def _reach_rows(self, width: int, height: int) -> list[Content]:
        """The number to reach in large letters, its reasons at the right; the reasons alone where none is known."""
        number = number_to_reach(self.request)
        tallies = [tally for tally in self.request.tally if not tally.ranked and (int(tally) or tally.unit)]
        if number is None or height < TALL:
            rows = [row for tally in tallies[:2] for row in wrapped(tally_content(tally), width, indent=2)]
            return [*rows, Content("")] if rows and height >= TALL else rows
        drawn = large(f"{number}+", STRONG, width)
        room = max(row.cell_length for row in drawn) + 4
        table = [
            [plain(tally.name, STRONG), plain(", ".join(_lines(tally)) or str(int(tally)), QUIET)] for tally in tallies
        ]
        beside = columns(table, max(12, width - room), gap=3)[:ROWS]
        beside += [Content("")] * (ROWS - len(beside))
        pairs = zip(drawn, beside, strict=False)
        return [Content.assemble(one.extend_right(room - one.cell_length), other) for one, other in pairs] + [
            Content("")
        ]

    def _hint(self) -> None:
        words = typed_words(self.entry.whole(), self.groups)
        for group, typed in zip(self.groups, words, strict=True):
            for text, good in read_words(group, typed[: group.count]):
                if not good and not _begins(text, group):
                    self.complain(f"a {group.die.name} has no face {text!r} — {faces_in_words(group.die)}")
                    return
        kinds = list(dict.fromkeys(g.die for g in self.groups if g.count))
        before = "Rolled here before; undo is no re-roll. " if self.again and self.untouched() else ""
        given, wanted = sum(len(w) for w in words), sum(g.count for g in self.groups)
        uneven = next(
            (
                f"{g.name}: {_missing(len(w), g.count)}"
                for g, w in zip(self.groups, words, strict=True)
                if len(w) != g.count
            ),
            "",
        )
        if not kinds:
            self.say("No dice: Enter goes on.")
        elif given > wanted:
            self.complain(f"{given - wanted} too many")
        elif given == wanted and uneven:
            self.say(f"The dice are right in number; part the groups with / — {uneven}")
        elif given == wanted:
            self.say(before + "Enter takes these dice.")
        else:
            self.say(before + ("Tap a face or type it." if self.app.size.height >= ROOMY else ""))

    def _example(self) -> str:
        wanted = sum(g.count for g in self.request.dice)
        return _missing(0, wanted)


def _lines(tally: Any) -> list[str]:
    return [
        f"{line.label} {line.value:+d}".replace("-", "−") if place else f"{line.label} {line.value}"
        for place, line in enumerate(tally.lines)
    ]


def _begins(text: str, group: Dice) -> bool:
    """Whether a face begins with what is typed so far."""
    return any(str(face).startswith(text) for face in group.die.legal)
