"""Dice as players type them: drawn as faces, with what is still missing."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget

from companion.engine.dice import Dice, Face, Faces, faces_in_words, read_faces, typed_words
from companion.engine.errors import Refused
from companion.engine.requests import Roll
from companion.tui.text import clean, plain
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.plain import PlainStatic


def alphabet(groups: Sequence[Dice]) -> set[str]:
    """The characters that can stand in a field for these dice."""
    chars = set("0123456789 ,;/")
    for group in groups:
        for face in group.die.legal:
            if isinstance(face, str):
                chars |= set(face.lower()) | set(face.upper())
    return chars


def read_words(group: Dice, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Each typed die as its face, and whether the die has such a face."""
    shown: list[tuple[str, bool]] = []
    for place, word in enumerate(words):
        try:
            shown.append((str(group.die.read(word)), place < group.count))
        except Refused:
            shown.append((word, False))
    return shown


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


def _tall(group: Dice, shown: Sequence[tuple[str, bool]], label_width: int, width: int) -> list[Content]:
    """A group drawn tall: its label at the left of its dice, what is missing at their right or below."""
    wide = max([1, *(len(text) for text, _ in shown)]) + 4
    each = max(1, (width - label_width) // wide)
    drawn = _boxes(shown, group.count - len(shown), each)
    label = _label(group)
    lines = []
    for place, line in enumerate(drawn):
        head = label.truncate(label_width, ellipsis=True, pad=True) if place == 1 else Content(" " * label_width)
        lines.append(Content.assemble(head, line))
    told = plain(_missing(len(shown), group.count), "$warning")
    if told:
        if lines[1].cell_length + 1 + told.cell_length <= width:
            lines[1] = Content.assemble(lines[1], " ", told)
        else:
            lines.append(Content.assemble(" " * label_width, told))
    return lines


def _small(group: Dice, shown: Sequence[tuple[str, bool]], label_width: int) -> Content:
    parts = [plain(f"[{text}]", "bold $success" if good else "bold $error") for text, good in shown]
    parts += [plain("[ ]", "$quiet")] * (group.count - len(shown))
    return Content.assemble(_label(group).truncate(label_width, ellipsis=True, pad=True), Content("").join(parts),
                            plain("  " + _missing(len(shown), group.count), "$warning"))


def draw(text: str, groups: Sequence[Dice], width: int, room: int) -> Content:
    """The typed dice, group by group, with an empty box for each that is missing; small where `room` lines are few."""
    wanted = [(g, read_words(g, words)) for g, words in zip(groups, typed_words(text, groups), strict=True) if g.count]
    label_width = min(max((_label(g).cell_length for g, _ in wanted), default=0) + 1, max(8, width // 2))
    tall = [line for group, shown in wanted for line in _tall(group, shown, label_width, width)]
    if len(tall) <= room:
        return Content("\n").join(tall)
    return Content("\n").join([_small(group, shown, label_width) for group, shown in wanted])


def _label(group: Dice) -> Content:
    return Content.assemble(plain(group.name, "bold"), f"  {group.count} {group.die.name}")


def _missing(given: int, wanted: int) -> str:
    if given == wanted:
        return ""
    if given > wanted:
        return f"{given - wanted} too many"
    return f"{wanted - given} more of {wanted} dice"


def typed_again(rolled: Sequence[Faces]) -> str:
    """Faces as they could be typed."""
    return " / ".join(" ".join(str(face) for face in faces) for faces in rolled if faces)


class DiceBody(Body[Roll]):
    """A field for faces; the dice appear above it as they are typed."""

    def parts(self) -> ComposeResult:
        """The picture, the field."""
        self.start = typed_again(self.request.sticky) if self.request.sticky else ""
        chars = alphabet(self.request.dice)
        self.picture = PlainStatic("", classes="picture")
        self.entry = Entry(self.start, takes=lambda c: c in chars, placeholder=self._example(), id="entry")
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
        """Whether nothing was typed by hand yet."""
        return self.entry.value.strip() in ("", self.start)

    def answer(self) -> tuple[tuple[Face, ...], ...]:
        """The faces; raises Refused with what is missing or wrong."""
        return read_faces(self.entry.value, self.request.dice)

    @on(Entry.Changed)
    def _typed(self) -> None:
        self._draw()
        self._hint()

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()

    def _draw(self) -> None:
        width = self.picture.size.width or self.app.size.width - 6
        self.picture.show(draw(self.entry.value, self.request.dice, width, self.room()))

    def _hint(self) -> None:
        words = typed_words(self.entry.value, self.request.dice)
        for group, typed in zip(self.request.dice, words, strict=True):
            for text, good in read_words(group, typed[: group.count]):
                if not good:
                    self.complain(f"a {group.die.name} has no face {text!r} — {faces_in_words(group.die)}")
                    return
        if self.start and self.untouched():
            self.say("Rolled here before: undo is no re-roll. Enter keeps them.")
        elif all(len(w) == g.count for g, w in zip(self.request.dice, words, strict=True)):
            self.say("Enter takes these dice.")
        else:
            die = next((g.die for g in self.request.dice if g.count), None)
            self.say(f"Type the faces: {faces_in_words(die)}" if die is not None else "No dice: enter goes on.")

    def _example(self) -> str:
        some = [" ".join([str(g.die.legal[-1])] * min(g.count, 5)) for g in self.request.dice if g.count]
        return clean(" / ".join(some))
