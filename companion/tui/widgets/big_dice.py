"""Dice in big mode: what is typed in letters three rows high, and faces as large as a finger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.content import Content

from companion.engine.dice import typed_words
from companion.frontend.pixels import ROWS, pixels
from companion.frontend.typed_answers import read_words
from companion.tui.look.colours import MIND, MIND_STRONG, QUIET, STRONG
from companion.tui.text import clean, plain
from companion.tui.widgets.body import Stage
from companion.tui.widgets.dice import DiceBody
from companion.tui.widgets.dice_entry import DiceEntry
from companion.tui.widgets.typed_dice import missing

_LETTERS = 3
"""Cells between two faces."""

_TALL_FACES = 28
"""Rows of a screen from which on the faces to tap are three rows high; below, the numbers need them."""


class BigEntry(DiceEntry):
    """A field for dice whose faces are read across a table, as far as they fit; else they are as small as elsewhere."""

    def rows(self, width: int) -> list[Content]:
        """The faces group by group, with what is missing behind them."""
        drawn = list(self._large(width))
        if any(row.cell_length > width for row in drawn):
            return super().rows(width)
        return drawn

    def _large(self, width: int) -> Iterator[Content]:
        typed = typed_words(self.whole(), self.groups)
        wanted = [(group, words) for group, words in zip(self.groups, typed, strict=True) if group.count]
        at = next((n for n, (group, words) in enumerate(wanted) if len(words) < group.count), len(wanted) - 1)
        for place, (group, words) in enumerate(wanted):
            if place:
                yield Content("")
            faces = read_words(group, words)
            if len(wanted) > 1 and place != at:
                # One group at a time is large.
                shown = " ".join(clean(word) for word, _ in faces)
                left = missing(len(words), group.count, group.die.noun)
                yield Content.assemble(plain(group.name, QUIET), "  ", plain(shown, STRONG), "  ", plain(left, QUIET))
                continue
            tail = missing(len(words), group.count, group.die.noun)
            label = f"{group.name}  {tail}" if len(wanted) > 1 else tail
            yield from _faces(faces, plain(label, QUIET), cursor=self.has_focus)


def _faces(faces: Sequence[tuple[str, bool]], tail: Content, *, cursor: bool) -> list[Content]:
    rows = [Content("")] * ROWS
    for word, fits in faces:
        drawn = pixels(clean(word))
        style = STRONG if fits else MIND_STRONG
        parts = drawn if drawn is not None else ("", clean(word), "")
        size = max(map(len, parts))
        rows = [
            Content.assemble(row, (part.ljust(size), style), " " * _LETTERS)
            for row, part in zip(rows, parts, strict=True)
        ]
    if cursor:
        rows = [Content.assemble(row, ("█" if at < ROWS - 1 else "▀", MIND)) for at, row in enumerate(rows)]
    return [*rows[:1], Content.assemble(rows[1], "   ", tail), *rows[2:]]


class BigDice(DiceBody):
    """A roll answered at reading distance: the field and the faces, nothing beside them."""

    entry_kind: ClassVar[type[DiceEntry]] = BigEntry

    def parts(self) -> ComposeResult:
        """The dice, the faces."""
        yield Stage(self.entry)
        yield self.faces

    def wanted(self) -> int:
        """The field, the faces and the note."""
        width = self.app.size.width - 8
        return len(self.entry.rows(width)) + 1 + len(self.faces.shown.split("\n")) + 1

    def draw_odds(self) -> None:
        if self.groups:
            self.faces.show(self.face_rows((self.size.width or self.app.size.width - 6) - 2))

    def large_faces(self) -> bool:
        """On every screen that has the rows."""
        return self.app.size.height >= _TALL_FACES
