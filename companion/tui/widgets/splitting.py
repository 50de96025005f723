"""A total divided into parts: typed as numbers, moved with the arrows, or chosen by a tap on a column of odds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.style import Style

from companion.engine.errors import InvalidInput
from companion.engine.requests import Allotment, Plan, Split
from companion.engine.state.table import AnyTable
from companion.frontend.request_words import SplitAsk
from companion.frontend.typed import is_number_char
from companion.frontend.typed_answers import filled, numbers, read_split
from companion.tui.look.colours import QUIET
from companion.tui.look.grid import Ways, ways_blocks, ways_list
from companion.tui.look.key_row import Key
from companion.tui.look.rows import BLANK, cut_words, flow
from companion.tui.sizes import NARROW, ROOMY, TALL, by_touch
from companion.tui.text import plain
from companion.tui.widgets.body import FieldBody, Stage
from companion.tui.widgets.chances import beside_words, choice_title, figure_parts, way_title
from companion.tui.widgets.entry import ArrowEntry, EntryInput
from companion.tui.widgets.plain import PlainStatic
from companion.tui.widgets.split_fills import part_fills, plan_fills, split_fills
from companion.tui.widgets.split_rows import choices_of, part_rows, plan_name, plan_rows, reason_rows

_TYPED = 8
"""Cells of the field if something is behind it."""
_BESIDE = 9
"""Cells at the right of the ways, for the field."""
_MOST_LISTED = 15
"""Rows that a split with its ways below one another may take from the stage."""
_MOST_BLOCKS, _MOST_BLOCKS_LOW = 14, 10
"""Rows that the ways of all plans may take from the stage, and on a low screen."""
_MOST_PARTS = 5
"""Parts that have rows of their own by touch."""
_FEW_PLANS = 4
"""With more plans than this their rows scroll if the room is short."""


class SplitEntry(ArrowEntry):
    """The field of a split: the row of a plan where there are several, then the parts. In secret a dot a number."""

    def __init__(self, value: str, plans: Sequence[Plan], masked: bool) -> None:
        super().__init__(value, takes=is_number_char, masked=masked, id="entry")
        self.plans = plans

    def typed(self) -> int:
        """How many numbers are typed."""
        try:
            return len(numbers(self.value, self.plans))
        except InvalidInput:
            return 0

    def shown(self) -> str:
        """In secret a dot a number, whatever it is."""
        return " ".join("•" * self.typed()) if self.password else self.value


class SplitBody(FieldBody[Split]):
    """Plans with what they cost, the ways to split with their odds, and a field.

    In secret nothing shows what is typed, which plan, and where the cursor is, until it is looked at; the odds of all
    ways are there all the time.
    """

    typed = True
    entry: SplitEntry

    DEFAULT_CSS = """
    SplitBody .typed { height: auto; padding: 0 0 0 2; }
    SplitBody .typed > PlainStatic { width: auto; }
    SplitBody .narrow { layout: vertical; }
    SplitBody .narrow .beside { padding: 0; }
    SplitBody .beside { width: 1fr; height: auto; padding: 0 0 0 2; }
    SplitBody .field { height: auto; }
    SplitBody .field > PlainStatic { width: auto; }
    """

    def __init__(self, request: Split, table: AnyTable, earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.plans = PlainStatic("", classes="picture")
        self.picture = PlainStatic("", classes="picture")
        self.entry = SplitEntry(self._earlier_text(), request.plans, masked)
        self.hint = PlainStatic("")
        self.label, self.assumed = PlainStatic(""), PlainStatic("")
        """Before the field below the ways what is typed, and behind it what the chances assume."""
        self.typing = Horizontal(classes="typed")
        self.beside = Vertical(classes="beside")

    def parts(self) -> ComposeResult:
        """The plans, the ways to split, the field beside them."""
        yield self.plans if len(self.request.plans) <= _FEW_PLANS else Stage(self.plans)
        with self.typing:
            yield self.picture
            with self.beside:
                with Horizontal(classes="field"):
                    yield self.label
                    yield self.entry
                    yield self.assumed
                yield self.hint

    def on_mount(self) -> None:
        """Shows the ways, none of them chosen."""
        self._draw()
        self.say(self._how())

    def on_resize(self) -> None:
        """More or less fits."""
        super().on_resize()
        self._draw()

    def fit(self) -> None:
        """Of parts in rows of their own as many are drawn as leave the note in view."""
        super().fit()
        self.call_after_refresh(self._draw)

    def _in_view(self, rows: list[Content]) -> tuple[list[Content], Content]:
        """The rows of the parts that have room, the one typed next among them, and how many are not in view."""
        if choices_of(self._plan()) or not self.typing.outer_size.height:
            return rows, BLANK
        below = self.beside.outer_size.height if self.typing.has_class("narrow") else 0
        most = max(3, self.room() + self.typing.outer_size.height - below)
        first = max(0, min(self.entry.typed() - most // 2, len(rows) - most))
        return rows[first : first + most], cut_words([(first, max(0, len(rows) - first - most))])

    def wanted(self) -> int:
        """Plans, ways and the note; ways that stand below one another are in sight, all of them if they can be."""
        size = self.app.size
        if fills := self._fills(None):
            return len(fills) + (4 if self.masked else 1)
        reasons = len(self._reasons(max(20, size.width - 6)))
        blocks = self._blocks(None, self._width(), self._most_blocks() - reasons)
        if blocks is not None:
            # From here on what the chances assume has a row of its own.
            return len(blocks) + reasons + 3 + int(TALL <= size.height < ROOMY)
        plans = len(self.request.plans) + 1 if len(self.request.plans) > 1 else 0
        shown = 5 if self.request.has_odds else 3
        ways = shown if choices_of(self.request.plans[0]) else len(self.request.plans[0].allotments)
        listed = self._listed()
        return min(_MOST_LISTED if listed else 12, plans + reasons + max(ways, listed) + 3)

    def _most_blocks(self) -> int:
        return _MOST_BLOCKS if self.app.size.height >= ROOMY else _MOST_BLOCKS_LOW

    def _listed(self) -> int:
        """Rows of the ways with their chances, if they have no room side by side; else 0."""
        ways = choices_of(self._plan())
        if self.odds is None or not ways:
            return 0
        drawn, _ = self._ways(None, self._width())
        return len(drawn) if len(drawn) > len(ways) else 0

    def _width(self) -> int:
        """Cells for the ways and the field: a body that is not laid out yet will have nearly the whole terminal."""
        return (self.size.width or self.app.size.width - 4) - 2

    def draw_odds(self) -> None:
        """The chances are under the ways to split; once all rows are shared anew, as loose as they then fit."""
        self._draw()
        self.call_after_refresh(self._draw)

    def hints(self) -> list[Key]:
        """The arrows move the choice while it is shown."""
        keys = [] if self.masked or not choices_of(self._plan()) else [Key("", "← →", "dice")]
        return [*keys, Key("", f"1–{len(self.request.plans)}", "special")] if len(self.request.plans) > 1 else keys

    def answer(self) -> dict[str, Any]:
        """Plan and parts; raises InvalidInput in words if the numbers do not add up."""
        plan, parts = read_split(self.entry.value, self.request.plans)
        if not self.entry.value.strip() and self.request.default is not None:
            parts = dict(self.request.default)
        if plan.total is None and not parts:
            parts = {name: hi for name, (_, hi) in plan.allotments.items()}
        missing = [self.table.title(name) for name in plan.allotments if name not in parts]
        over = sum(parts.values()) - plan.total if plan.total is not None else 0
        if over > 0:
            raise InvalidInput(f"{over + (plan.total or 0)} of {plan.total} placed", hint=f"{over} too many")
        if missing:
            raise InvalidInput("not all parts are given", hint="missing: " + ", ".join(missing))
        value = {"plan": plan.plan, "parts": parts}
        self.request.check(value)
        return value

    def in_words(self, answer: Any) -> str:
        """`1 / 1, no special`."""
        plan = next(one for one in self.request.plans if one.plan == answer["plan"])
        parts = " / ".join(map(str, answer["parts"].values())) if len(plan.allotments) < 4 else ""
        return ", ".join([parts, *([plan.label] if len(self.request.plans) > 1 else [])])

    def complain(self, fault: str) -> None:
        """Says what is wrong; in secret not what was typed."""
        if not self.entry.value.strip():
            fault = "nothing is typed yet. " + self._how()
        elif self.masked:
            fault = "that split is not allowed, or not whole: v shows what you typed"
        super().complain(fault)

    def peek(self) -> None:
        """Shows or hides what is typed."""
        super().peek()
        self._draw()

    def _earlier_text(self) -> str:
        if self.earlier is None or self.masked:
            return ""
        place = next((str(i) for i, p in enumerate(self.request.plans, 1) if p.plan == self.earlier.plan), "")
        head = [place] if len(self.request.plans) > 1 else []
        return " ".join([*head, *(str(n) for n in self.earlier.allotments.values())])

    def _how(self) -> str:
        if by_touch(self.app.size) and not self.masked:
            return ""
        plans, usual = self.request.plans, SplitAsk(self.request, self.table).usual()
        *names, last = map(self.table.title, plans[0].allotments)
        if usual and len(plans) == 1 and names:
            return f"Enter alone is {usual}. Else type {', '.join(names)}; the rest is {last}."
        row = ["a row's number"] if len(plans) > 1 else []
        if plans[0].total is None:
            return f"Type {', '.join([*row, *names, last])}; one that is left out is its highest."
        rest = f"; the rest is {last}." if names else "."
        return f"Type {', then '.join([*row, ', '.join(names or [last])])}{rest}"

    def _sealed(self) -> Content:
        """What the dots in the field stand for, and what Enter does: `special •, attack •; the rest is defence`."""
        plan, typed = self.request.plans[0], self.entry.typed()
        if any(list(other.allotments) != list(plan.allotments) for other in self.request.plans):
            return plain(self._how(), QUIET)
        names = [*(["special"] if len(self.request.plans) > 1 else []), *map(self.table.title, plan.allotments)]
        said, left = ", ".join(f"{name} •" for name in names[:typed]), names[typed:]
        if typed > len(names):
            return plain(f"{typed} numbers are typed: one each for {', '.join(names)}.", QUIET)
        rest = f"; the rest is {names[-1]}." if left else "."
        if plan.total is None:
            rest = f"; {', '.join(left)} at its highest." if left else "."
        elif len(left) > 1:
            return plain(f"{said}. Then {', '.join(left[:-1])}{rest}", QUIET)
        return plain(f"Enter seals {said}{rest}", QUIET).stylize(Style.from_meta({"submit": True}))

    # -- what is typed --------------------------------------------------------------------------------------------

    def _read(self) -> tuple[Plan, dict[str, int]] | None:
        try:
            return read_split(self.entry.value, self.request.plans)
        except InvalidInput:
            return None

    def _plan(self) -> Plan:
        """The plan whose ways are shown: the one typed, in secret always the first."""
        read = None if self.masked else self._read()
        return read[0] if read is not None else self.request.plans[0]

    def _type(self, plan: Plan, parts: dict[str, int]) -> None:
        head = [str(self.request.plans.index(plan) + 1)] if len(self.request.plans) > 1 else []
        self.entry.fill(" ".join([*head, *(str(n) for n in parts.values())]))

    @on(EntryInput.Changed)
    def _typed(self) -> None:
        self._draw()
        if self.masked and self.entry.typed():
            self.show_note(self._sealed())
        else:
            self.say(self._how())

    @on(ArrowEntry.Moved)
    def _moved(self, message: ArrowEntry.Moved) -> None:
        message.stop()
        plan = self._plan()
        ways = choices_of(plan)
        if not ways:
            return
        read = self._read()
        now = tuple(read[1].values()) if read is not None else ()
        place = ways.index(now) + message.by if now in ways else 0
        self._type(plan, dict(zip(plan.allotments, ways[place % len(ways)], strict=True)))

    def on_click(self, event: events.Click) -> None:
        """A column is chosen by a tap, a plan too; the signs beside a number count it."""
        meta = event.style.meta
        read = self._read()
        if "way" in meta:
            plan = self.request.plans[meta["plan"] - 1]
            self._type(plan, dict(zip(plan.allotments, meta["way"], strict=True)))
        elif "plan" in meta:
            self._plan_tapped(self.request.plans[meta["plan"] - 1])
        elif "part" in meta:
            plan, parts = read if read is not None else (self.request.plans[0], {})
            parts = {name: parts.get(name, lo) for name, (lo, _) in plan.allotments.items()}
            lo, hi = plan.allotments[meta["part"]]
            parts[meta["part"]] = min(hi, max(lo, parts[meta["part"]] + meta["by"]))
            self._type(plan, parts)

    def _plan_tapped(self, plan: Plan) -> None:
        """Shown, the plan begins with a split of its own. In secret nothing is split that nobody has seen."""
        read = self._read()
        self._type(plan, filled(plan) if not self.masked else dict(read[1]) if read is not None else {})

    # -- drawing --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        width = self._width()
        read = None if self.masked else self._read()
        chosen = read[0] if read is not None and self.entry.value else None
        reasons = self._reasons(width)
        room = self._room_of_ways() - len(reasons) - 1
        laid = bool(self.typing.outer_size.height)
        fills = self._fills(read)
        # What is typed in secret shows as dots; else the fills say it, and the field only takes the keys.
        self.entry.styles.height = 0 if fills and not self.masked else 1
        blocks = None if fills else self._blocks(read, width, room if laid else self._most_blocks())
        below, ways = True, list[Content]()
        if fills:
            rows = fills
        elif blocks is not None:
            rows = [*reasons, *blocks]
        else:
            rows = [*plan_rows(self.request.plans, chosen, self.request.noun or "to split", width), *reasons]
            ways, below = self._ways(read, width)
        self.plans.show([*rows, BLANK] if rows else [])
        self.plans.display = bool(rows)
        self.typing.set_class(below, "narrow")
        self._show_field(read, below)
        drawn, cut = self._in_view(ways)
        self.picture.show(drawn)
        self.picture.display = bool(drawn)
        self.hint.show(Content("   " if cut else "").join([part for part in (self._beside(read), cut) if part]))
        self.hint.display = bool(self.hint.shown)

    def _fills(self, read: tuple[Plan, dict[str, int]] | None) -> list[Content]:
        """By touch the ways of the plan that is chosen, then the plans; of many ways the parts, as far as they fit."""
        plan, plans = self._plan(), self.request.plans
        if not by_touch(self.app.size):
            return []
        width = self.size.width or self.app.size.width - 2
        parts = read[1] if read is not None else {}
        names = {name: self.table.title(name) for name in plan.allotments}
        if choices_of(plan):
            rows = split_fills(self._way_columns(plan, read), width)
        elif len(names) <= _MOST_PARTS:
            rows = part_fills(names, parts, width, masked=self.masked)
        else:
            return []
        return [*self._reasons(width), *rows, *plan_fills(plans, None if self.masked else plan, width)]

    def _room_of_ways(self) -> int:
        """Rows left beside the note and the row of the field, whatever is drawn of plans and ways at the moment."""
        own = [part for part in self.children if part is not self.note and not part.has_class("stage")]
        return self.room() + sum(part.outer_size.height for part in own) - 1

    def _blocks(self, read: tuple[Plan, dict[str, int]] | None, width: int, room: int) -> list[Content] | None:
        """The ways of all plans with their figures, as loose as fits in so many rows; None if they do not fit."""
        blocks = [self._way_columns(plan, read) for plan in self.request.plans]
        if self.app.size.width < NARROW or not all(block.choices for block in blocks):
            return None
        ways = (("", 1, False), ("", 0, False), (" / ", 0, False), ("", 0, True), (" / ", 0, True), ("/", 0, True))
        for joined, gap, above in ways:
            drawn = ways_blocks(blocks, width, joined=joined, above=above) or []
            rows = [row for block in drawn for row in (*block, *[BLANK] * gap)]
            rows = rows[: len(rows) - gap]
            if rows and len(rows) <= room:
                return rows
        return None

    def _way_columns(self, plan: Plan, read: tuple[Plan, dict[str, int]] | None) -> Ways:
        """The ways to fill a plan with their figures; the one typed is marked."""
        plans, ways = self.request.plans, choices_of(plan)
        mine = read is not None and read[0] is plan
        now = tuple(read[1].values()) if read is not None and mine else ()
        cells = [self.figures.of(Allotment(plan.plan, dict(zip(plan.allotments, way, strict=True)))) for way in ways]
        place = plans.index(plan)
        typed = mine and bool(self.entry.value)
        return Ways(
            plan_name(plans, plan, typed) if len(plans) > 1 else plain(f"  {choice_title(self.table, plan)}", QUIET),
            [way_title(self.table, plan, way) for way in ways],
            [(title, [figures[at] for figures in cells]) for at, title in enumerate(self.figures.titles)],
            ways.index(now) if now in ways else None,
            [{"plan": place + 1, "way": way} for way in ways],
            {"plan": place + 1} if len(plans) > 1 else None,
        )

    def takes_beside(self, words: Content) -> bool:
        """On the smallest screens behind the field, as much of them as fits."""
        return self.app.size.height < TALL and bool(self.assumed.shown.plain)

    def _show_field(self, read: tuple[Plan, dict[str, int]] | None, below: bool) -> None:
        """The field, and what is in its row where it stands below the ways: what is typed, and what is the rest."""
        plan = self._plan()
        label, rest = "", BLANK
        if below and choices_of(plan) and not (by_touch(self.app.size) and not self.masked):
            *typed, last = map(self.table.title, plan.allotments)
            label = ", ".join([*(["special"] if len(self.request.plans) > 1 else []), *(typed or [last])])
            if read is not None and self.entry.value and read[1] and len(read[1]) == len(plan.allotments):
                rest = plain(f"{[*read[1].values()][-1]} {last}", QUIET)
        self.label.show(plain(f"{label}  " if label else "", QUIET))
        self.label.display = bool(label)
        room = self.app.size.width - 4 - len(label) - 2 - _TYPED
        low = below and self.odds is not None and self.app.size.height < TALL
        words = beside_words(self.odds, max(1, room)) if low and self.odds is not None else rest
        self.assumed.show(words)
        self.assumed.display = bool(words)
        self.entry.styles.width = _TYPED if words else "1fr"

    def _reasons(self, width: int) -> list[Content]:
        """Why the parts are bounded, above the ways to split; a part with a row of its own says so there."""
        plan = self._plan()
        return reason_rows(self.table, plan, width) if choices_of(plan) else []

    def _ways(self, read: tuple[Plan, dict[str, int]] | None, width: int) -> tuple[list[Content], bool]:
        """The ways to split, and whether the field is below them: if they need all the width."""
        plan, size = self._plan(), self.app.size
        ways = choices_of(plan)
        parts = read[1] if read is not None else {}
        narrow = size.width < NARROW
        if not ways:
            room = width if narrow else width - _BESIDE
            return part_rows(self.table, plan, parts, room, masked=self.masked), narrow
        listed = ways_list(self._way_columns(plan, read), width)
        # The titles above the ways are not to be tapped.
        return [*listed.titles, *listed.choices], True

    def _beside(self, read: tuple[Plan, dict[str, int]] | None) -> Content:
        if self.secret or read is None or read[0].total is None or not read[1]:
            return Content("")
        placed = sum(read[1].values())
        if choices_of(read[0]):
            return BLANK
        if placed == read[0].total and len(read[1]) == len(read[0].allotments):
            rows = flow(figure_parts(self.figures, Allotment(read[0].plan, read[1])), 24)
            return Content("\n").join(rows)
        # Beside the last row of the chances.
        text = f"{placed} of {read[0].total} placed"
        return Content.assemble("" if self.typing.has_class("narrow") else "\n", (text, QUIET))
