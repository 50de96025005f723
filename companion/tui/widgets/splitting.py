"""A total divided into parts: typed as numbers, moved with the arrows, or chosen by a tap on a column of odds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from companion.engine.errors import InvalidInput
from companion.engine.odds import Odds
from companion.engine.requests import Plan, Split
from companion.engine.state.table import AnyTable
from companion.frontend.typed import is_number_char
from companion.frontend.typed_answers import filled, numbers, read_split
from companion.tui.look.colours import QUIET
from companion.tui.look.fills import half_row
from companion.tui.look.key_row import Key
from companion.tui.look.rows import BLANK, cut_words, wrapped
from companion.tui.sizes import TALL, by_touch, low
from companion.tui.text import plain
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.chances import beside_words
from companion.tui.widgets.entry import ArrowEntry, EntryInput
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.split_view import SplitView, choices_of, how_to_type, sealed_words
from companion.tui.widgets.submit_button import Ready

_TYPED = 8
"""Cells of the field if something is behind it."""
_FEW_PLANS = 4
"""With more plans than this their rows scroll if the room is short."""
_AROUND_FILLS = 19
"""Rows of a screen that is touched which loose fills leave to what stands around them."""
_SECRET_BY_TOUCH = "Only dots show what you tap."


class SplitEntry(ArrowEntry):
    """The field of a split: the row of a plan where there are several, then the parts. In secret a dot a number."""

    def __init__(self, value: str, plans: Sequence[Plan], masked: bool) -> None:
        super().__init__(value, takes=is_number_char, masked=masked, id="entry")
        self.plans = plans

    def put(self, plan: Plan, parts: Mapping[str, int]) -> None:
        """Puts a split in the field."""
        self.fill(split_text(self.plans, plan, parts))

    def read(self) -> tuple[Plan, dict[str, int]] | None:
        """Plan and parts as far as they are typed; None of what is no split."""
        try:
            return read_split(self.value, self.plans)
        except InvalidInput:
            return None

    def whole(self, usual: Mapping[str, int] | None, title: Callable[[str], str]) -> tuple[Plan, dict[str, int]]:
        """Plan and parts as they are typed: the `usual` parts where nothing is, and all of each where there is no
        total. Raises InvalidInput in words, with the `title` of each part that is missing, if they do not add up."""
        plan, typed = read_split(self.value, self.plans)
        parts = typed if self.value.strip() or usual is None else dict(usual)
        if plan.total is None and not parts:
            parts = {name: hi for name, (_, hi) in plan.allotments.items()}
        over = sum(parts.values()) - plan.total if plan.total is not None else 0
        if over > 0:
            raise InvalidInput(f"{over + (plan.total or 0)} of {plan.total} placed", hint=f"{over} too many")
        if missing := [title(name) for name in plan.allotments if name not in parts]:
            raise InvalidInput("not all parts are given", hint="missing: " + ", ".join(missing))
        return plan, parts

    def step(self, plan: Plan, by: int) -> None:
        """Puts the way to fill this plan that is `by` beside the one typed; the first, where none is."""
        if ways := choices_of(plan):
            read = self.read()
            now = tuple(read[1].values()) if read is not None else ()
            way = ways[(ways.index(now) + by if now in ways else 0) % len(ways)]
            self.put(plan, dict(zip(plan.allotments, way, strict=True)))

    def count(self, part: str, by: int, usual: Mapping[str, int] | None) -> None:
        """Counts one part of the plan that is typed, or of the `usual` parts, within its bounds.

        What is left of the total is the last part's, then those before it. In secret, where nobody sees that, nothing
        is counted but this.
        """
        plan, typed = self.read() or (self.plans[0], {})
        known = typed or usual or {}
        parts = {name: known.get(name, lo) for name, (lo, _) in plan.allotments.items()}
        lo, hi = plan.allotments[part]
        parts[part] = min(hi, max(lo, parts[part] + by))
        for name, (lo, hi) in reversed([*plan.allotments.items()]):
            if name != part and plan.total is not None and not self.password:
                parts[name] = min(hi, max(lo, parts[name] + plan.total - sum(parts.values())))
        self.put(plan, parts)

    def typed(self) -> int:
        """How many numbers are typed."""
        try:
            return len(numbers(self.value, self.plans))
        except InvalidInput:
            return 0

    def row(self, plan: Plan) -> int:
        """The row of the way to fill this plan that is typed, or of the part that is typed next; in secret the first
        way."""
        ways, read = choices_of(plan), None if self.password else self.read()
        if not ways:
            return self.typed()
        typed = tuple(read[1].values()) if read is not None else ()
        return ways.index(typed) if typed in ways else 0

    def shown(self) -> str:
        return " ".join("•" * self.typed()) if self.password else self.value


def split_text(plans: Sequence[Plan], plan: Plan, parts: Mapping[str, int]) -> str:
    """A split as it is typed: the row of its plan where there are several, then its parts."""
    head = [plans.index(plan) + 1] if len(plans) > 1 else []
    return " ".join(map(str, [*head, *parts.values()]))


class SplitTyping(Horizontal):
    """The field of a split with the parts beside it, or the ways above it, that are listed below one another."""

    DEFAULT_CSS = """
    SplitTyping { height: auto; padding: 0 0 0 2; }
    SplitTyping > PlainStatic { width: auto; }
    SplitTyping.narrow { layout: vertical; }
    SplitTyping.narrow .beside { padding: 0; }
    SplitTyping .beside { width: 1fr; height: auto; padding: 0 0 0 2; }
    SplitTyping .field { height: auto; }
    SplitTyping .field > PlainStatic { width: auto; }
    """

    def __init__(self, entry: SplitEntry) -> None:
        super().__init__()
        self.entry = entry
        self.picture = PlainStatic("", classes="picture")
        self.label, self.assumed = PlainStatic(""), PlainStatic("")
        """Before the field below the ways what is typed, and behind it what the chances assume."""
        self.beside = Vertical(classes="beside")
        self.hint = PlainStatic("")

    def compose(self) -> ComposeResult:
        yield self.picture
        with self.beside:
            with Horizontal(classes="field"):
                yield self.label
                yield self.entry
                yield self.assumed
            yield self.hint

    def show_field(self, view: SplitView, odds: Odds | None, *, below: bool) -> None:
        """The field, and what is in its row where it stands below the ways: what is typed, and what is the rest."""
        self.set_class(below, "narrow")
        named = below and choices_of(view.plan) and not (by_touch(view.size) and not view.masked)
        label = view.label() if named else ""
        self.label.show_if_any(plain(f"{label}  " if label else "", QUIET))
        words = view.rest() if named else BLANK
        if below and odds is not None and view.size.height < TALL:
            words = beside_words(odds, max(1, view.size.width - 4 - len(label) - 2 - _TYPED))
        self.assumed.show_if_any(words)
        self.entry.styles.width = _TYPED if words else "1fr"

    def show_rows(self, plan: Plan, rows: list[Content], room: int, placed: Content) -> None:
        """As many rows of ways or parts as have `room`; the hint says what is `placed`, and how many are cut off."""
        drawn, cut = self._in_view(plan, rows, room)
        self.picture.show_if_any(drawn)
        self.hint.show_if_any(Content("   " if cut else "").join([part for part in (placed, cut) if part]))

    def _in_view(self, plan: Plan, rows: list[Content], room: int) -> tuple[list[Content], Content]:
        """The rows that have room, the one typed next among them, and how many are not in view."""
        if not self.outer_size.height:
            return rows, BLANK
        ways = bool(choices_of(plan))
        below = self.beside.outer_size.height if self.has_class("narrow") else 0
        if ways:
            # Below ways the hint only says how many are not in view.
            below -= self.hint.outer_size.height * self.hint.display
        most = max(3, room + self.outer_size.height - below)
        most -= int(ways and len(rows) > most)
        first = max(0, min(self.entry.row(plan) - most // 2, len(rows) - most))
        return rows[first : first + most], cut_words([(first, max(0, len(rows) - first - most))])


class SplitBody(Body[Split]):
    """Plans with what they cost, the ways to split with their odds, and a field.

    In secret nothing shows what is typed, which plan, and where the cursor is, until it is looked at; the odds of all
    ways are there all the time.
    """

    typed = True
    entry: SplitEntry

    def __init__(self, request: Split, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, masked)
        self.plans = PlainStatic("", classes="picture")
        plan = next((one for one in request.plans if earlier is not None and one.plan == earlier.plan), None)
        shown = "" if plan is None or masked else split_text(request.plans, plan, earlier.allotments)
        self.entry = SplitEntry(shown, request.plans, masked)
        self.typing = SplitTyping(self.entry)

    def parts(self) -> ComposeResult:
        few = len(self.request.plans) <= _FEW_PLANS and not by_touch(self.app.size)
        yield self.plans if few else Stage(self.plans)
        yield self.typing

    def on_mount(self) -> None:
        self._typed()

    def on_resize(self) -> None:
        super().on_resize()
        self._draw()

    def fit(self) -> None:
        """Of parts in rows of their own as many are drawn as leave the note in view."""
        super().fit()
        self.call_after_refresh(self._draw)

    def wanted(self) -> int:
        """Plans, ways and the note; ways that stand below one another are in sight, all of them if they can be."""
        view = self._view(None)
        if fills := self._fills(view, self.app.size.height - _AROUND_FILLS):
            return len(fills) + (4 if self.masked else 1)
        # Parts have the field beside them, ways above it: there a long note has no row to spare.
        how = len(wrapped(Content(self._how()), self.app.size.width - 4)) if choices_of(view.plan) else 1
        return view.rows_wanted(known=self.odds is not None) + how - 1

    def _fills(self, view: SplitView, room: int) -> list[Content]:
        """By touch what is tapped: where it needs more rows than there are, half rows in place of blank ones."""
        loose = view.fills()
        return loose if len(loose) <= room else view.fills(half_row(self.app))

    def _view(self, read: tuple[Plan, dict[str, int]] | None) -> SplitView:
        return SplitView(
            request=self.request,
            table=self.table,
            figures=self.figures,
            size=self.app.size,
            # A body that is not laid out yet will have nearly the whole terminal.
            wide=self.size.width or self.app.size.width - 2,
            width=(self.size.width or self.app.size.width - 4) - 2,
            plan=self._plan(),
            read=read,
            begun=bool(self.entry.value),
            masked=self.masked,
        )

    def draw_odds(self) -> None:
        """The chances are under the ways to split; once all rows are shared anew, as loose as they then fit."""
        self._draw()
        self.call_after_refresh(self._draw)

    def hints(self) -> list[Key]:
        keys = [] if self.masked or not choices_of(self._plan()) else [Key("", "← →", self.request.noun or "ways")]
        return [*keys, Key("", f"1–{len(self.request.plans)}", "special")] if len(self.request.plans) > 1 else keys

    def answer(self) -> dict[str, Any]:
        """Plan and parts; raises InvalidInput in words if the numbers do not add up."""
        plan, parts = self.entry.whole(self.request.default, self.table.title)
        value = {"plan": plan.plan, "parts": parts}
        self.request.check(value)
        return value

    def ready(self) -> Ready:
        if not (self.masked or self.entry.value or self.request.default) and choices_of(self._plan()):
            return Ready("Choose one", can=False)
        return super().ready()

    def in_words(self, answer: Any) -> str:
        plan = next(one for one in self.request.plans if one.plan == answer["plan"])
        parts = " / ".join(map(str, answer["parts"].values())) if len(plan.allotments) < 4 else ""
        return ", ".join([parts, *([plan.label] if len(self.request.plans) > 1 else [])])

    def complain(self, fault: str) -> None:
        if not self.entry.value.strip():
            fault = "nothing is typed yet. " + self._how()
        elif self.masked:
            fault = "that split is not allowed, or not whole: v shows what you typed"
        super().complain(fault)

    def _how(self) -> str:
        if by_touch(self.app.size):
            return _SECRET_BY_TOUCH if self.masked and not low(self.app.size) else ""
        return how_to_type(self.request, self.table)

    # -- what is typed --------------------------------------------------------------------------------------------

    def _plan(self) -> Plan:
        """The plan whose ways are shown: the one typed, in secret always the first."""
        read = None if self.masked else self.entry.read()
        return read[0] if read is not None else self.request.plans[0]

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self._draw()
        if self.masked and self.entry.typed() and not by_touch(self.app.size):
            self.show_note(sealed_words(self.request, self.table, self.entry.typed()))
        else:
            self.say(self._how())

    @on(ArrowEntry.Moved)
    def _moved(self, message: ArrowEntry.Moved) -> None:
        message.stop()
        self.entry.step(self._plan(), message.by)

    def on_click(self, event: events.Click) -> None:
        """A column is chosen by a tap, a plan too; the signs beside a number count it."""
        meta = event.style.meta
        read = self.entry.read()
        if "way" in meta:
            plan = self.request.plans[meta["plan"] - 1]
            self.entry.put(plan, dict(zip(plan.allotments, meta["way"], strict=True)))
        elif "plan" in meta:
            plan = self.request.plans[meta["plan"] - 1]
            # Shown, the plan begins with a split of its own. In secret nothing is split that nobody has seen.
            self.entry.put(plan, filled(plan) if not self.masked else read[1] if read else {})
        elif "part" in meta:
            self.entry.count(meta["part"], meta["by"], None if self.masked else self.request.default)

    # -- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        read = None if self.masked else self.entry.read()
        view = self._view(read)
        reasons = view.reasons(view.width)
        # What is left beside the note and the row of the field, whatever is drawn of plans and ways at the moment.
        own = [part for part in (self.plans, self.typing) if part.display and part.parent is self]
        room = self.room() + sum(part.outer_size.height for part in own) - len(reasons) - 2
        fills = self._fills(view, self.room() - 1)
        # What is typed in secret shows as dots; else the fills say it, and the field only takes the keys.
        self.entry.styles.height = 0 if fills and not self.masked else 1
        laid = bool(self.typing.outer_size.height)
        blocks = None if fills else view.blocks(room if laid else view.most_blocks)
        below, ways = True, list[Content]()
        if fills:
            rows = fills
        elif blocks is not None:
            rows = [*reasons, *blocks]
        else:
            rows = [*view.plans(), *reasons]
            ways, below = view.ways()
        self.plans.show_if_any([*rows, BLANK] if rows else [])
        self.typing.show_field(view, self.odds, below=below)
        placed = BLANK if self.secret else view.placed(below=below)
        self.typing.show_rows(view.plan, ways, self.room(), placed)

    def takes_beside(self, words: Content) -> bool:
        """On the smallest screens behind the field, as much of them as fits; by touch before a fill is out of view."""
        if by_touch(self.app.size):
            loose = self._view(None).fills()
            return len(loose) > self.app.size.height - _AROUND_FILLS
        return self.app.size.height < TALL and bool(self.typing.assumed.shown.plain)
