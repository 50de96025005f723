"""Dice as players type them: drawn as faces, with what is still missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from companion.engine.dice import Dice, Face, Faces, faces_in_words, read_faces, typed_words
from companion.engine.requests import Roll
from companion.engine.state.table import Table
from companion.frontend.dice import alphabet, read_words, typed_again, with_kept
from companion.tui.text import clean, plain
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.plain import PlainStatic


def _boxes(shown: Sequence[tuple[str, bool]], missing: int, each: int) -> list[Content]:
    """Dice as boxes, three lines a row of them."""
    wide = max([1, *(len(text) for text, _ in shown)]) + 2
    faces = [(text, "bold $success" if good else "bold $error") for text, good in shown]
    faces += [("", "$quiet")] * missing
    lines = []
    for start in range(0, len(faces), each):
        part = faces[start : start + each]
        lines.append(Content.assemble(*[(f"┌{'─' * wide}┐", style) for _, style in part]))
        lines.append(Content.assemble(*[(f"│{text:^{wide}}│", style) for text, style in part]))
        lines.append(Content.assemble(*[(f"└{'─' * wide}┘", style) for _, style in part]))
    return lines


def _tall(label: Content, group: Dice, shown: Sequence[tuple[str, bool]], width: int) -> list[Content]:
    """A group drawn tall: its label at the left of its dice, what is missing at their right or below."""
    label_width = label.cell_length
    wide = max([1, *(len(text) for text, _ in shown)]) + 4
    each = max(1, (width - label_width) // wide)
    drawn = _boxes(shown, group.count - len(shown), each)
    lines = []
    for place, line in enumerate(drawn):
        head = label if place == 1 else Content(" " * label_width)
        lines.append(Content.assemble(head, line))
    missing = plain(_missing(len(shown), group.count), "$warning")
    if missing:
        if lines[1].cell_length + 1 + missing.cell_length <= width:
            lines[1] = Content.assemble(lines[1], " ", missing)
        else:
            lines.append(Content.assemble(" " * label_width, missing))
    return lines


def _small(label: Content, group: Dice, shown: Sequence[tuple[str, bool]]) -> Content:
    parts = [plain(f"[{text}]", "bold $success" if good else "bold $error") for text, good in shown]
    parts += [plain("[ ]", "$quiet")] * (group.count - len(shown))
    return Content.assemble(label, Content("").join(parts), plain("  " + _missing(len(shown), group.count), "$warning"))


def draw(text: str, groups: Sequence[Dice], width: int, room: int) -> Content:
    """The typed dice, group by group, with an empty box for each that is missing; small where `room` lines are few."""
    wanted = [(g, read_words(g, words)) for g, words in zip(groups, typed_words(text, groups), strict=True) if g.count]
    kinds = len({g.die.name for g, _ in wanted})
    labels = [_label(g, kinds) for g, _ in wanted]
    label_width = min(max((label.cell_length for label in labels), default=0), max(8, width // 2))
    labels = [label.truncate(label_width, ellipsis=True, pad=True) for label in labels]
    tall = [
        line for label, (group, shown) in zip(labels, wanted, strict=True) for line in _tall(label, group, shown, width)
    ]
    if len(tall) <= room:
        return Content("\n").join(tall)
    small = [_small(label, group, shown) for label, (group, shown) in zip(labels, wanted, strict=True)]
    return Content("\n").join(small)


def _label(group: Dice, kinds: int) -> Content:
    return Content.assemble(plain(group.name, "bold"), plain(f" {group.die.name}" if kinds > 1 else ""), "  ")


def _missing(given: int, wanted: int) -> str:
    if given == wanted:
        return ""
    if given > wanted:
        return f"{given - wanted} too many"
    return f"{wanted - given} more of {wanted} {'die' if wanted == 1 else 'dice'}"


class DiceBody(Body[Roll]):
    """A field for faces; the dice appear above it as they are typed.

    Dice that were rolled here before an undo are offered again: all of them in the field, to enter or to correct;
    some of them as kept, so that only the missing ones are typed.
    """

    def __init__(self, request: Roll, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        sticky = request.sticky or tuple(() for _ in request.dice)
        full = all(len(faces) == g.count for faces, g in zip(sticky, request.dice, strict=True))
        self.again = any(sticky)
        self.begun = typed_again(sticky) if full and self.again else ""
        self.kept: Sequence[Faces] = tuple(() for _ in sticky) if full else sticky
        chars = alphabet(request.dice)
        self.picture = PlainStatic("", classes="picture")
        self.entry = Entry(self.begun, takes=lambda c: c in chars, placeholder=self._example(), id="entry")

    def parts(self) -> ComposeResult:
        """The picture, the field."""
        yield Stage(self.picture)
        yield self.entry

    def on_mount(self) -> None:
        """Says how to type, and what was rolled here before."""
        self._hint()

    def on_resize(self) -> None:
        """More or fewer dice fit a row."""
        super().on_resize()
        self._draw()

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def untouched(self) -> bool:
        """Whether nothing was typed yet."""
        return self.entry.value.strip() in ("", self.begun)

    def answer(self) -> tuple[tuple[Face, ...], ...]:
        """The faces; raises InvalidInput with what is missing or wrong."""
        return read_faces(self._text(), self._groups())

    def _groups(self) -> list[Dice]:
        """The groups by the names that players know."""
        return [replace(g, name=self.table.worded(g.name, g.die.name)) for g in self.request.dice]

    def _text(self) -> str:
        return with_kept(self.entry.value, self.request.dice, self.kept)

    @on(Entry.Changed)
    def _typed(self) -> None:
        self._draw()
        self._hint()

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()

    def _draw(self) -> None:
        width = self.picture.size.width or self.app.size.width - 6
        self.picture.show(draw(self._text(), self._groups(), width, self.room()))

    def _hint(self) -> None:
        groups = self._groups()
        words = typed_words(self._text(), groups)
        for group, typed in zip(groups, words, strict=True):
            for text, good in read_words(group, typed[: group.count]):
                if not good:
                    self.complain(f"a {group.die.name} has no face {text!r} — {faces_in_words(group.die)}")
                    return
        kinds = list(dict.fromkeys(g.die for g in groups if g.count))
        before = "Rolled here before; undo is no re-roll. " if self.again and self.untouched() else ""
        left = _missing(sum(len(w) for w in words), sum(g.count for g in groups))
        uneven = next(
            (f"{g.name}: {_missing(len(w), g.count)}" for g, w in zip(groups, words, strict=True) if len(w) != g.count),
            "",
        )
        if not kinds:
            self.say("No dice: enter goes on.")
        elif not left and uneven:
            self.say(f"The dice are right in number; part the groups with / — {uneven}")
        elif not left:
            self.say(before + "Enter takes these dice.")
        else:
            faces = "; ".join(f"{die.name} {faces_in_words(die)}" for die in kinds)
            self.say(f"{before}Type the faces: {faces} — {left}")

    def _example(self) -> str:
        some = [" ".join([str(g.die.legal[-1])] * min(g.count, 5)) for g in self.request.dice if g.count]
        return "" if any(self.kept) else clean("e.g. " + " / ".join(some))
