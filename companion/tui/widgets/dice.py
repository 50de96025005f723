"""Dice as players type or tap them: the number to reach in large letters, the dice as they lie, the faces in a row."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, Final, cast

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.style import Style

from companion.engine.dice import Dice, Face, Faces, face_words, faces_in_words, is_begun, read_faces, typed_words
from companion.engine.requests import Roll
from companion.engine.state.changes import Tally
from companion.engine.state.table import AnyTable
from companion.frontend.pixels import ROWS
from companion.frontend.typed_answers import alphabet, by_count, named_groups, read_words, typed_again
from companion.tui.commands import LEAVE, QUIT, ROLL, key_name
from companion.tui.host import Host
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.fills import Fill, fill_row, half_row
from companion.tui.look.rows import BLANK, flow
from companion.tui.sizes import CARDS_FROM, ROOMY, TALL, by_touch, has_cards, most_large
from companion.tui.text import plain, side_mark, side_style
from companion.tui.widgets.body import FieldBody, Stage
from companion.tui.widgets.chances import chance_line, side_chances
from companion.tui.widgets.dice_entry import DiceEntry, is_counted, missing, taken_back
from companion.tui.widgets.entry import LEAVING, EntryInput
from companion.tui.widgets.face_keys import count_keys, face_keys
from companion.tui.widgets.face_row import TAKE_BACK, FaceRow, counted_rows, face_rows, large_faces
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.reaching import Reach
from companion.tui.widgets.submit_button import Ready

TYPED_ALREADY: Final = "dice are typed already — clear the field to let the app roll them all"
_WORDS: Final = {
    "roll": (
        "Enter takes these dice",
        "Rolled here before; undo is no re-roll. ",
        "Tap a face or type it{by_count}.",
    ),
    "draw": ("Enter takes this token", "Drawn here before; undo draws no other. ", "Tap a token or type it."),
}
"""By what is done: of dice that are whole (a tap on it takes them), of those from before an undo, and how to enter."""
_LEAVING_WORDS = {QUIT: ("quit", "quits"), LEAVE: ("break off", "breaks off")}
"""What keys that leave do, where nothing is typed."""
_WORTH_COUNTING = 4
"""Dice from which it is said that equal faces may be typed by count."""
_PARTS, _SAID_CELLS = 3, 28
"""Cells between two things that are said, and those that are said of dice on a low screen."""
_BELOW_LARGE = 3
"""Rows for what the odds assume, which the panel adds below."""


class DiceBody(FieldBody[Roll]):
    """The number to reach, the dice as they are typed, and the faces to tap.

    Dice that were rolled here before an undo are offered again: all of them in the field, to enter or to correct;
    some of them as kept, so that only the missing ones are typed.
    """

    typed = True
    entry: DiceEntry
    entry_kind: ClassVar[type[DiceEntry]] = DiceEntry

    DEFAULT_CSS = """
    DiceBody .reach { height: auto; padding: 0 0 0 2; }
    DiceBody .stage { padding: 0 0 0 2; }
    DiceBody .faces { margin: 1 0 0 0; }
    DiceBody .chances { height: auto; padding: 0 0 0 2; }
    """

    def __init__(self, request: Roll, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        sticky = request.sticky or _fitting(request, earlier)
        full = all(len(had) == g.count for had, g in zip(sticky, request.dice, strict=True))
        self.again = any(sticky)
        self.begun = typed_again(sticky) if full and self.again else ""
        self.groups = named_groups(request.dice, table)
        self.reach = PlainStatic("", classes="reach")
        self.entry = self.entry_kind(self.begun, self.groups, alphabet(request.dice), self._example())
        self.entry.kept = tuple(() for _ in sticky) if full else sticky
        self.entry.good = [group.doing for group in request.dice]
        self.entry.marks = self._marks()
        self.stage = Stage(self.entry)
        self.chances = PlainStatic("", classes="chances")
        self.faces = FaceRow(classes="faces")
        self._length = len(self.begun)
        self._parted = ""
        """What was typed with the space that was put behind it."""
        self._just_refused = False
        self._refused = ""
        """What cannot be a face of these dice, as it is taken out again."""
        self._assumed = BLANK
        """What the odds assume, where it stands in the row of the note."""

    def parts(self) -> ComposeResult:
        """The number to reach, what the dice may bring, the dice, the faces."""
        yield self.reach
        yield self.stage
        yield self.faces
        yield self.chances

    def on_mount(self) -> None:
        """Says how to type, and what was rolled here before; dice are large at once where they will be."""
        self.entry.is_large = self._fits_large()
        self.entry.by_touch, self.entry.as_table = by_touch(self.app.size), self._is_table()
        self._draw()
        self._hint()

    def on_resize(self) -> None:
        """More or fewer dice fit a row."""
        self.entry.by_touch, self.entry.as_table = by_touch(self.app.size), self._is_table()
        super().on_resize()
        self._draw()

    def _marks(self) -> list[Content]:
        """The marks of the sides that throw each group, where several groups are thrown."""
        by = [group.by or (self.request.by if isinstance(self.request.by, str) else "") for group in self.groups]
        sides = self.table.sides
        return [
            Content.styled(f"{side_mark(self.table, side)} ", side_style(self.table, side)) if side in sides else BLANK
            for side in by
        ]

    def _fits_large(self) -> bool:
        """Whether the dice of this roll may be three rows high on this screen."""
        return not self._is_table() and 0 < sum(group.count for group in self.groups) <= most_large(self.app.size)

    def _is_table(self) -> bool:
        """Whether the groups stand as a table: each says what it needs, and there is room."""
        needy = [group for group in self.groups if group.count and group.needs]
        return len(needy) > 1 and has_cards(self.app.size)

    def fit(self) -> None:
        """Dice are three rows high where the rest of the panel leaves the rows."""
        rows = len(self.entry.large(self._width())) if self._fits_large() else 0
        large = 0 < rows <= self.room()
        if large is not self.entry.is_large:
            self.entry.is_large = large
            self._hint()
        self.entry.refresh(layout=True)
        super().fit()

    def wanted(self) -> int:
        """The number to reach, the dice, the faces and the note."""
        if by_touch(self.app.size):
            return self._wanted_by_touch()
        rest = 9
        if self._fits_large():
            large = len(self.entry.large(self._width()))
            return self._wanted(large, rest + large) + _BELOW_LARGE
        groups = self.entry.most_rows(self._width())
        # All of a table is seen: each row says what is to be reached there, and how many are in.
        return self._wanted(groups, groups if self._is_table() else rest)

    def _wanted_by_touch(self) -> int:
        """All of it: the faces are keys, and dice are as large as they may be."""
        width = self._width()
        head = self._head_rows(width)
        dice = self.entry.large(width) if self._fits_large() else self.entry.rows(width)
        keys = self.face_rows(width) if self.groups else []
        return len(head) + len(dice) + len(keys) + self._chance_rows() + 1

    def _wanted(self, groups: int, most: int) -> int:
        """Rows of the body with so many of dice; at most so many beside those of faces and chances."""
        width, reach = self._width(), self._head()
        head = ROWS + 1 if reach.is_large else len(reach.rows(width))
        beside = reach.has_chances(width)
        chances = 0 if beside or not self.request.has_odds else self._chance_rows()
        faces = len(self.face_rows(width)) if self.groups else 1
        return min(most + faces + chances, head + chances + groups + faces + 2)

    def _chances(self, width: int) -> list[Content]:
        """What the dice may bring: a row a side where the groups are a table, else one row."""
        if self._is_table() and (sides := side_chances(self.odds, self.table, width)):
            return sides
        line = chance_line(self.odds, width)
        return [line] if line else []

    def _chance_rows(self) -> int:
        """Rows of the chances, with a blank one above them if there is room: as many as may come, until they do."""
        rows = 1 if self.odds is None else len(self._chances(self._width()))
        return rows + int(rows > 0 and self.app.size.height >= TALL)

    def progress(self, room: int) -> str:
        """How many of the dice are in."""
        given, wanted = sum(map(len, self._typed_words())), sum(group.count for group in self.groups)
        ways = (missing(given, wanted, self._noun()), f"{given} of {wanted}")
        told = given not in (0, wanted) and not self.secret
        return next((words for words in ways if told and len(words) <= room), "")

    def _typed_words(self) -> list[list[str]]:
        """What is typed and kept, by group."""
        return typed_words(self.entry.whole(), self.groups)

    def untouched(self) -> bool:
        """Whether nothing was typed yet."""
        return self.entry.value.strip() in ("", self.begun)

    def draft(self) -> str:
        """The dice that are typed, without those that were offered; of a secret, nothing."""
        return "" if self.secret or self.untouched() else self.entry.value.strip()

    def take_draft(self, typed: str) -> None:
        """Puts them in the field again."""
        text = f"{typed} " if typed else self.begun
        self._length = len(text)
        self.entry.fill(text)

    def decides(self) -> bool:
        """Dice fell at the table."""
        return False

    def answer(self) -> tuple[tuple[Face, ...], ...]:
        """The faces; raises InvalidInput with what is missing or wrong."""
        return read_faces(self.entry.whole(), self.groups)

    # -- typing and tapping ---------------------------------------------------------------------------------------

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        value = self.entry.value
        grown, one, self._length = len(value) > self._length, len(value) == self._length + 1, len(value)
        if one and value[-1:].strip() and (wrong := self._wrong()):
            # It takes no place of a die, and what is typed next counts.
            self._refused, self._just_refused = wrong, True
            self.entry.fill(value[:-1])
            return
        if one and value[-1] in "xX" and self._parted == value[:-1]:
            # What was a face is a number of them.
            self.entry.fill(value[:-2] + "x")
            return
        if grown and value[-1:].isdigit() and self._ended(value):
            # A face of two digits needs no space behind it.
            self._parted = value + " "
            self.entry.fill(self._parted)
            return
        self.entry.refresh(layout=True)
        self._draw()
        self._hint()
        self.call_after_refresh(self._follow)

    @on(DiceEntry.Stayed)
    def _stayed(self, message: DiceEntry.Stayed) -> None:
        """Says what became of a key that leaves."""
        message.stop()
        command = LEAVING[message.key]
        leave, leaves = _LEAVING_WORDS[command]
        sure = key_name(cast(Host, self.app).keys_of(command)[-1])
        self.complain(f"dice are typed: {message.key} does not {leave}; Enter takes them, {sure} {leaves}")

    def _follow(self) -> None:
        """Scrolls to the group that the next die belongs to, if not all have room."""
        row = self.entry.open_row(self.entry.size.width)
        self.stage.scroll_to(y=max(0, row + 2 - self.stage.size.height), animate=False)

    def _ended(self, value: str) -> bool:
        """Whether the number typed last is a face, and no longer face begins with it; only of dice with such faces."""
        group = self._open_group()
        texts = [str(face) for face in group.die.legal if isinstance(face, int)]
        word = value.replace(",", " ").split()[-1]
        return max(map(len, texts), default=0) > 1 and word in texts and sum(t.startswith(word) for t in texts) == 1

    @on(FaceRow.Tapped)
    def _tapped(self, message: FaceRow.Tapped) -> None:
        message.stop()
        value = self.entry.value
        back = message.face == TAKE_BACK
        if message.less:
            self.entry.fill(self._without(message.face))
            return
        dice = [group.die for group in self.entry.groups]
        self.entry.fill(taken_back(value, dice) if back else f"{value.rstrip()} {message.face} ".lstrip())

    def _without(self, face: str) -> str:
        """What is typed without the last die of the open group that shows this face."""
        words = self._typed_words()
        group = self._open_group()
        own = words[self.groups.index(group)]
        meant = group.die.read(face)
        at = next((n for n in reversed(range(len(own))) if own[n] in (face, str(meant), face_words(meant))), None)
        if at is None:
            return self.entry.value
        del own[at]
        return "".join(f"{' / ' if n else ''}{' '.join(some)} " for n, some in enumerate(words) if some).lstrip()

    def _open_group(self) -> Dice:
        """The group that the next die belongs to."""
        words = self._typed_words()
        wanted = [(g, w) for g, w in zip(self.groups, words, strict=True) if g.count]
        return next((g for g, w in wanted if len(w) < g.count), (wanted or [(self.groups[-1], [])])[-1][0])

    def draw_odds(self) -> None:
        """What the roll may bring, quiet, above the dice."""
        self._draw()

    # -- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        size = self.app.size
        width = (self.size.width or size.width - 4) - 2
        reach = self._head()
        self.reach.show(self._head_rows(width))
        self.reach.display = bool(self.reach.shown.plain)
        faces = self.face_rows(width) if self.groups else []
        self.faces.show(faces)
        rows = [] if reach.has_chances(width) else self._chances(width)
        self.chances.show(rows)
        self.chances.display = bool(rows)

    def face_rows(self, width: int) -> list[Content]:
        """The faces of the next die, to tap; on a screen that is touched as keys, with what else a thumb may do."""
        group, touched = self._open_group(), by_touch(self.app.size)
        at = self.groups.index(group)
        good = self.entry.good[at]
        many = touched and sum(one.count for one in self.groups) > most_large(self.app.size) and not group.apart
        counted, begun = is_counted(group, self.groups), bool(self.entry.value.strip())
        read = read_words(group, self._typed_words()[at])
        lying = Counter(face for face in group.die.legal for word, fits in read if fits and word == face_words(face))
        if touched:
            keys = (
                count_keys(group.die, good, lying, width + 2)
                if many or counted
                else face_keys(group.die, good, width + 2, half_row(self.app))
            )
            return [*keys, BLANK, *self._tools(width + 2)]
        if self.large_faces():
            return large_faces(group.die, good, lying, width, begun=begun)
        if counted:
            return counted_rows(group.die, good, lying, width)
        return face_rows(group.die, good, width, begun=begun)

    def _tools(self, width: int) -> list[Content]:
        """What takes the last die back, and what lets the app roll all while none is typed."""
        begun = bool(self.entry.value.strip())
        back = Fill([plain("take one back", STRONG if begun else QUIET)], {"face": TAKE_BACK} if begun else {})
        free = self.untouched() and not self.secret
        rolls = Fill(
            [plain("app draws" if self.request.act == "draw" else "app rolls", STRONG if free else QUIET)],
            {"@click": f"screen.tapped('{ROLL.id}')"} if free else {},
        )
        return fill_row([back, rolls], width)

    def ready(self) -> Ready:
        """Takes the dice once all are in."""
        if any(self.entry.kept) or self._wrong():
            return super().ready()
        given = sum(map(len, self._typed_words()))
        wanted = sum(group.count for group in self.groups)
        if given >= wanted:
            return super().ready()
        return Ready(f"Take it: {missing(given, wanted, self._noun())}", can=False)

    def large_faces(self) -> bool:
        """Whether they are three rows high: beside a keyboard where there is much room."""
        return has_cards(self.app.size)

    def _head(self) -> Reach:
        """The number to reach with its reasons and what the roll may bring."""
        height = 0 if by_touch(self.app.size) else self.app.size.height
        return Reach(self.request.reach, self._numbers(), self.odds, height)

    def _head_rows(self, width: int) -> list[Content]:
        """The number to reach with its reasons; by touch in one row, the reasons are a tap away."""
        if not by_touch(self.app.size):
            return self._head().rows(width)
        of = next((tally.name for tally in self.request.tally if int(tally) == self.request.reach), "")
        return [] if self.request.reach is None else [plain(f"{self.request.reach}+  {of}", STRONG).truncate(width)]

    def _width(self) -> int:
        """Cells of a row; while the screen changes its size, as wide as it will be."""
        whole = self.app.size.width
        return (self.size.width if self.size.width and whole >= CARDS_FROM else whole - 2) - 2

    def _numbers(self) -> list[Tally]:
        """The numbers of the roll; without one to reach only those that stand nowhere else.

        None if every group says what it needs: the reasons are one key away then.
        """
        if any(group.needs for group in self.groups):
            return []
        shown = self.shown_elsewhere if self.request.reach is None else ()
        return [t for t in self.request.tally if not t.ranked and (int(t) or t.unit) and t not in shown]

    def _hint(self) -> None:
        words = self._typed_words()
        kinds = list(dict.fromkeys(g.die for g in self.groups if g.count))
        # Who mistyped mends it; what the app rolled stays rolled.
        thrown = self.again and self.untouched() and self.request.sticky is not None and not self.request.typed
        takes, before, tap = _WORDS[self.request.act]
        before = before if thrown else ""
        given, wanted = sum(len(w) for w in words), sum(g.count for g in self.groups)
        wrong = self._wrong()
        if given >= wanted and not self._just_refused:
            self._refused = ""
        self._just_refused = False
        if wrong or self._refused:
            # Of what was left out, the words stay until all dice are in: the next key comes soon.
            self.complain(wrong or self._refused)
            return
        uneven = next(
            (
                f"{g.name}: {missing(len(w), g.count, g.die.noun)}"
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
            mends = ", Backspace mends them" if self.again and self.untouched() and not thrown else ""
            enters = plain(f"{before}{takes}{mends}.", QUIET).stylize(Style.from_meta({"submit": True}))
            self.show_note(flow([enters, self._assumed], self._width(), _PARTS))
        else:
            many = wanted >= _WORTH_COUNTING and not any(group.apart for group in self.groups)
            said = tap.format(by_count=f"; {by_count(next(g for g in self.groups if g.count))}" if many else "")
            # Large dice leave no room behind them for how many are wanted; how many are in stands on the band.
            number = f"{missing(0, wanted, self._noun())}. " if self.entry.is_large and not given else ""
            # What a thumb does is seen, and what is missing stands where the answer is given.
            touched = by_touch(self.app.size)
            tells = before if touched else before + number + (said if self.app.size.height >= ROOMY else "")
            self.show_note(flow([plain(tells.rstrip(), QUIET), self._assumed], self._width(), _PARTS))

    def takes_beside(self, words: Content) -> bool:
        """Behind what is said of the dice, on a screen too low to say much of them."""
        fits = words.cell_length + _SAID_CELLS <= self._width() and self.app.size.height < ROOMY
        self._assumed = words if fits and not by_touch(self.app.size) else BLANK
        if self._assumed:
            self._hint()
        return bool(self._assumed)

    def _wrong(self) -> str:
        """What is typed that is no face and begins none, in words; empty where there is nothing."""
        words = self._typed_words()
        for group, typed in zip(self.groups, words, strict=True):
            for text, good in read_words(group, typed[: group.count]):
                if not good and not is_begun(text, group.die, group.count):
                    return f"a {group.die.name} has no face {text!r} — {faces_in_words(group.die)}"
        return ""

    def _example(self) -> str:
        return missing(0, sum(g.count for g in self.request.dice), self._noun())

    def _noun(self) -> str:
        """What one of all these is called: a token, a die."""
        nouns = {g.die.noun for g in self.request.dice if g.count}
        return nouns.pop() if len(nouns) == 1 else "die"


def _fitting(request: Roll, earlier: Any) -> tuple[Faces, ...]:
    """The faces of an earlier answer that is asked for again, by group as far as they fit."""
    had = earlier if isinstance(earlier, (list, tuple)) else ()
    groups = [*had, *[()] * len(request.dice)]
    pairs = zip(request.dice, (faces if isinstance(faces, (list, tuple)) else () for faces in groups), strict=False)
    return tuple(tuple(face for face in faces if face in group.die.legal)[: group.count] for group, faces in pairs)
