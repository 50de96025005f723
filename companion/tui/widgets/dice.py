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
from companion.tui.widgets.body import Body
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.plain import PlainStatic

_TALL_LINES = 9
"""Dice are drawn tall while they take no more lines than this; many dice are drawn small."""


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


def _box(shown: Sequence[tuple[str, bool]], missing: int, width: int) -> list[Content]:
    """Dice in a row of boxes, as many rows as it takes."""
    wide = max([1, *(len(text) for text, _ in shown)]) + 2
    each = max(1, width // (wide + 3))
    faces = [(text, "bold $success" if good else "bold $error") for text, good in shown] + [("", "$text-muted")] * missing
    rows = []
    for start in range(0, len(faces), each):
        part = faces[start : start + each]
        tops = [(f"┌{'─' * wide}┐ ", style) for _, style in part]
        mids = [(f"│{text.center(wide)}│ ", style) for text, style in part]
        lows = [(f"└{'─' * wide}┘ ", style) for _, style in part]
        rows.append(Content("\n").join([Content.assemble(*tops), Content.assemble(*mids), Content.assemble(*lows)]))
    return rows


def _small(shown: Sequence[tuple[str, bool]], missing: int) -> Content:
    parts = [plain(f"[{text}]", "bold $success" if good else "bold $error") for text, good in shown]
    return Content(" ").join([*parts, *[plain("[ ]", "$text-muted")] * missing])


def draw(text: str, groups: Sequence[Dice], width: int, lines: int = _TALL_LINES) -> Content:
    """The typed dice, group by group, with an empty box for each that is missing."""
    wanted = [(g, read_words(g, words)) for g, words in zip(groups, typed_words(text, groups), strict=True) if g.count]
    tall = []
    for group, shown in wanted:
        tall.append(_label(group, len(shown)))
        tall.extend(_box(shown, group.count - len(shown), width))
    drawn = Content("\n").join(tall)
    if drawn.plain.count("\n") < lines:
        return drawn
    small = []
    for group, shown in wanted:
        small.append(Content.assemble(_label(group, len(shown)), "  ", _small(shown, group.count - len(shown))))
    return Content("\n").join(small)


def _label(group: Dice, given: int) -> Content:
    count = f"{group.count} {group.die.name}" + ("" if given == group.count else f"  ({_missing(given, group.count)})")
    return Content.assemble(plain(group.name, "bold"), f"  {count}")


def _missing(given: int, wanted: int) -> str:
    if given > wanted:
        return f"{given - wanted} too many"
    return f"{wanted - given} more of {wanted} dice"


def typed_again(rolled: Sequence[Faces]) -> str:
    """Faces as they could be typed."""
    return " / ".join(" ".join(str(face) for face in faces) for faces in rolled if faces)


class DiceBody(Body[Roll]):
    """A field for faces; the dice appear above it as they are typed."""

    DEFAULT_CSS = """
    DiceBody .picture { height: auto; }
    """

    def parts(self) -> ComposeResult:
        """The picture, the field."""
        self.start = typed_again(self.request.sticky) if self.request.sticky else ""
        chars = alphabet(self.request.dice)
        self.picture = PlainStatic("", classes="picture")
        self.entry = Entry(self.start, takes=lambda c: c in chars, placeholder=self._example(), id="entry")
        yield self.picture
        yield self.entry

    def on_mount(self) -> None:
        """Says how to type, and what was rolled here before."""
        self._hint()

    def on_resize(self) -> None:
        """More or fewer dice fit a row."""
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
        lines = 4 if self.app.size.height < 30 else 10
        self.picture.show(draw(self.entry.value, self.request.dice, width, lines))

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
        return clean(" / ".join(" ".join([str(g.die.legal[-1])] * min(g.count, 5)) for g in self.request.dice if g.count))
