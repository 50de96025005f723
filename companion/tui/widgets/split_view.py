"""A split as it is drawn: what it costs to choose each plan, the ways to fill it with their chances, what is typed; by
touch as fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.style import Style

from companion.engine.requests import Allotment, Plan, Split
from companion.engine.state.table import AnyTable
from companion.frontend.request_words import SplitAsk
from companion.frontend.saying.limits import because, bounds_words, cost_words
from companion.frontend.saying.odds import Beside
from companion.tui.commands import ACCEPT
from companion.tui.look.colours import CURSOR, MIND, QUIET, STRONG, TAPPED, TEXT
from companion.tui.look.fills import GAP, ROWS, WIDE, Fill, fill_grid, fill_row, in_a_row
from companion.tui.look.grid import Ways, ways_blocks, ways_list
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import BLANK, columns, flow, wrapped
from companion.tui.sizes import NARROW, ROOMY, TALL, by_touch
from companion.tui.text import plain
from companion.tui.widgets.chances import choice_title, figure_parts, way_title

_MOST_WAYS: Final = 9
"""With more ways than this the numbers are counted one by one."""


def plan_name(plans: Sequence[Plan], plan: Plan, chosen: bool) -> Content:
    """`✓ 2 Sweep  −1 die`: a plan before its ways, with what it costs."""
    first, costs = plans[0].total, [cost_words(plan.cost)]
    if first is not None and plan.total is not None and plan.total < first:
        costs.insert(0, f"−{first - plan.total} {'die' if first - plan.total == 1 else 'dice'}")
    said = ", ".join(filter(None, costs))
    return Content.assemble(
        ("✓ " if chosen else "  ", MIND),
        (f"{plans.index(plan) + 1} ", STRONG),
        plain(plan.label, STRONG),
        (f"  {said}" if said else "", MIND),
    )


def reason_rows(table: AnyTable, plan: Plan, width: int) -> list[Content]:
    """The bounds of a plan that have a reason: `defence 0 to 1 (Aggressive)`."""
    by_reason: dict[str, list[str]] = {}
    for name, (lo, hi) in plan.allotments.items():
        reasons = dict.fromkeys(why for why in (plan.why_lo.get(name), plan.why_hi.get(name)) if why)
        if reasons:
            by_reason.setdefault("; ".join(reasons), []).append(f"{table.title(name)} {lo} to {hi}")
    text = ", ".join(f"{', '.join(spans)}{because(why)}" for why, spans in by_reason.items())
    return [Content.assemble("  ", row) for row in wrapped(plain(text, MIND), width - 2)] if text else []


def span_words(plan: Plan, name: str) -> str:
    """What an allotment may get and why: `0 to 1 (Aggressive)`."""
    lo, hi = plan.allotments[name]
    return bounds_words(lo, plan.why_lo.get(name, ""), hi, plan.why_hi.get(name, ""))


def choices_of(plan: Plan) -> list[tuple[int, ...]]:
    """Every way to fill the plan, most in the first part first; empty if there are too many to choose from."""
    if plan.total is None or len(plan.allotments) > 3:
        return []
    spans = [range(hi, lo - 1, -1) for lo, hi in plan.allotments.values()]
    size = 1
    for span in spans:
        size *= len(span)
    if size > 500:
        return []
    ways = [way for way in product(*spans) if sum(way) == plan.total]
    return ways if len(ways) <= _MOST_WAYS else []


def part_rows(table: AnyTable, plan: Plan, parts: Mapping[str, int], width: int, *, masked: bool) -> list[Content]:
    """`attack  ‹ 2 ›  0 to 3`, one row per part; the signs count it up and down."""
    rows = []
    for name in plan.allotments:
        value = "•" if masked else str(parts[name]) if name in parts else "–"
        down, up = Style.from_meta({"part": name, "by": -1}), Style.from_meta({"part": name, "by": 1})
        number = Content.assemble(
            Content.styled(" ‹ ", STRONG).stylize(down),
            plain(f"{value:^4}", STRONG),
            Content.styled(" › ", STRONG).stylize(up),
        )
        title = Content.assemble("  ", plain(table.title(name), TEXT))
        rows.append([title, number, plain(span_words(plan, name), QUIET)])
    return columns(rows, width)


_BESIDE_FROM: Final = 4
"""Ways from which on two stand beside each other."""
_NAME_ROWS: Final = 2
"""Rows that a plan may take in a part of a row."""
_FIGURE, _CLOSE_FIGURE = 11, 6
"""Cells of a figure below its title, and without one."""


def split_fills(ways: Ways, parts: str, width: int, half: str = "") -> list[Content]:
    """A fill a way of `parts`, the one that is marked in accent; their figures below titles, or behind the way where
    two share a row or a title is too long to stand above them. With `half` rows none is blank between fills."""
    across = 2 if half or len(ways.choices) >= _BESIDE_FROM or width >= WIDE else 1
    # As many in a row as have room there, all rows alike; a few stand below one another unless one row has them all.
    longest = max(map(len, ways.choices), default=0) + _CLOSE_FIGURE * len(ways.rows) + 6
    most = max(across, (width + GAP) // (longest + GAP))
    if across > 1 or len(ways.choices) <= most:
        across = -(-len(ways.choices) // max(1, -(-len(ways.choices) // most)))
    each, titles = (width + GAP) // across - GAP, [title for title, _ in ways.rows]
    head = _way(f"  {parts}", titles, width, _FIGURE)
    close = across > 1 or head.cell_length > width or any(cell_len(title) >= _FIGURE for title in titles)
    fills = []
    for at, way in enumerate(ways.choices):
        marked = at == ways.marked
        figures = [cells[at] for _, cells in ways.rows]
        row = _way(("✓ " if marked else "  ") + way, figures, each, _CLOSE_FIGURE if close else _FIGURE)
        fills.append(Fill([row.without_spans if marked else row], ways.meta[at], look=CURSOR if marked else TAPPED))
    said = flow([plain(parts), plain(" / ".join(titles))], width - 3, 3) if close else [head.without_spans]
    heads = [Content.assemble("   " if close else "", row).stylize(QUIET) for row in said]
    return [*heads, *fill_grid(fills, across, width, half)]


def plan_fills(plans: Sequence[Plan], chosen: Plan | None, width: int, half: str = "") -> list[Content]:
    """A fill a plan, with what it costs; nothing where there is one. With `half` rows none is blank between them."""
    if len(plans) < 2:
        return []
    across = min(len(plans), in_a_row(2, width))
    room = (width + GAP) // across - GAP - 2
    rows: list[list[Fill]] = []
    full = True
    for plan in plans:
        mine = plan is chosen
        name = plan_name(plans, plan, mine)
        name = name.without_spans if mine else name
        # One too long for its part of a row has a row of its own.
        own = len(wrapped(name, room)) > _NAME_ROWS
        words = wrapped(name, width - 2 if own else room)[: _NAME_ROWS if half else ROWS]
        if full or own:
            rows.append([])
        rows[-1].append(Fill(words, {"plan": plans.index(plan) + 1}, look=CURSOR if mine else TAPPED))
        full = own or len(rows[-1]) == across
    return [line for row in rows for line in (*([] if half else [BLANK]), *fill_row(row, width, half))]


def _way(word: str, figures: Sequence[str], width: int, cells: int) -> Content:
    right = "".join(figure.rjust(cells) for figure in figures) + "  "
    room = max(1, width - 1 - len(word) - len(right))
    return Content.assemble(" ", (word, STRONG), " " * room, (right, STRONG))


def part_fills(
    names: Mapping[str, str], parts: Mapping[str, int], width: int, half: str = "", *, masked: bool
) -> list[Content]:
    """A row a part: its name, and its number between the fills that count it."""
    rows: list[Content] = []
    room = 4 * (width - 3 * GAP) // 9
    for part, name in names.items():
        value = "•" if masked else str(parts[part]) if part in parts else "–"
        fills = [
            Fill(wrapped(plain(name), room)[:ROWS], {}, 4),
            Fill([plain("−", STRONG)], {"part": part, "by": -1}, 2),
            Fill([plain(value, STRONG)], {}, 1),
            Fill([plain("+", STRONG)], {"part": part, "by": 1}, 2),
        ]
        rows += [*([BLANK] if rows and not half else []), *fill_row(fills, width, half)]
    return rows


_BESIDE: Final = 9
"""Cells at the right of the ways, for the field."""
_MOST_BLOCKS, _MOST_BLOCKS_LOW = 14, 10
"""Rows that the ways of all plans may take from the stage, and on a low screen."""
_MOST_LISTED, _MOST = 15, 12
"""Rows that a split with its ways below one another may take from the stage, and that any other may."""
_MOST_PARTS: Final = 5
"""Parts that have rows of their own by touch."""
_IN_A_ROW: Final = 6
"""Ways of a plan that stand in one row; of more there are two rows, and in a narrow one half as many have room."""
_LOOSE_TO_CLOSE: Final = (
    *(("", 1, False), ("", 0, False), (" / ", 0, False)),
    *(("", 1, True), ("", 0, True), (" / ", 0, True), ("/", 0, True)),
)
"""How the ways of several plans stand, the loosest first: what joins figures, blank rows between, titles above."""
Read = tuple[Plan, Mapping[str, int]]
"""The plan and the parts that are typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitView:
    """`plan` is that whose ways are shown, `read` what is typed, if it may be shown; `begun`: anything is."""

    request: Split
    table: AnyTable
    figures: Beside
    size: Size
    wide: int
    """Cells of the body; `width` for the ways and the field."""
    width: int
    plan: Plan
    read: Read | None = None
    begun: bool = False
    masked: bool = False

    @property
    def parts(self) -> Mapping[str, int]:
        """The parts that are typed."""
        return self.read[1] if self.read is not None else {}

    def fills(self, half: str = "") -> list[Content]:
        """By touch the ways of the plan that is chosen, then the plans; of many ways the parts, as far as they fit.

        Where rows are short, with `half` ones instead of blank ones.
        """
        if not by_touch(self.size):
            return []
        plan, width = self.plan, self.wide
        if choices_of(plan):
            rows = split_fills(self._columns(plan), choice_title(self.table, plan), width, half)
        elif len(plan.allotments) <= _MOST_PARTS:
            names = {name: self.table.title(name) for name in plan.allotments}
            usual = {} if self.begun or self.masked else self.request.default or {}
            rows = part_fills(names, self.parts or usual, width, half, masked=self.masked)
        else:
            return []
        chosen = None if self.masked else plan
        return [*self.reasons(width), *rows, *plan_fills(self.request.plans, chosen, width, half)]

    @property
    def most_blocks(self) -> int:
        """Rows that the ways of all plans may take before it is known how many there are."""
        return _MOST_BLOCKS if self.size.height >= ROOMY else _MOST_BLOCKS_LOW

    def blocks(self, room: int) -> list[Content] | None:
        """The ways of all plans with their figures, as loose as fits in so many rows; None if they do not fit."""
        blocks = [self._columns(plan) for plan in self.request.plans]
        if self.size.width < NARROW or not all(block.choices for block in blocks):
            return None
        for most in (_IN_A_ROW, _IN_A_ROW // 2):
            parted = [part for block in blocks for part in block.parted(most)]
            for joined, gap, above in _LOOSE_TO_CLOSE:
                drawn = ways_blocks(parted, self.width, joined=joined, above=above) or []
                rows = [row for block in drawn for row in (*block, *[BLANK] * gap)]
                rows = rows[: len(rows) - gap]
                if rows and len(rows) <= room:
                    return rows
            rows = self._close(parted)
            if rows and len(rows) <= room:
                return rows
        return None

    def _close(self, blocks: Sequence[Ways]) -> list[Content]:
        """The ways of all plans where rows are too short for what the figures are: the first name has it behind it."""
        figures = [["/".join(cells) for cells in zip(*(cells for _, cells in one.rows), strict=True)] for one in blocks]
        if len(blocks) < 2 or not all(figures):
            return []
        untitled = [replace(block, rows=[("", told)]) for block, told in zip(blocks, figures, strict=True)]
        drawn = ways_blocks(untitled, self.width, above=True) or []
        if not drawn:
            return []
        name, *rows = [row for block in drawn for row in block]
        title = " / ".join(title for title, _ in blocks[0].rows)
        gap = self.width - name.cell_length - len(title) - 1
        return [Content.assemble(name, " " * gap, (title, QUIET)), *rows] if gap > 1 else []

    def rows_wanted(self, *, known: bool) -> int:
        """Rows of plans, ways and note; once chances are `known`, ways below one another are in sight, if all fit."""
        size, plans = self.size, self.request.plans
        reasons = len(self.reasons(max(20, size.width - 6)))
        blocks = self.blocks(self.most_blocks - reasons)
        if blocks is not None:
            # From here on what the chances assume has a row of its own.
            return len(blocks) + reasons + 3 + int(TALL <= size.height < ROOMY)
        shown = 5 if self.request.has_odds else 3
        ways = shown if choices_of(plans[0]) else len(plans[0].allotments)
        many = len(choices_of(self.plan)) if known else 0
        drawn = len(self.ways()[0]) if many else 0
        # With their chances below one another, where they have no room side by side.
        listed = drawn if drawn > many else 0
        heads = len(plans) + 1 if len(plans) > 1 else 0
        return min(_MOST_LISTED if listed else _MOST, heads + reasons + max(ways, listed) + 3)

    def plans(self) -> list[Content]:
        """A row a plan, the one that is typed marked; nothing if there is just one. A tap chooses a plan."""
        plans, chosen = self.request.plans, self.read[0] if self.read is not None and self.begun else None
        named = enumerate((wrapped(plan_name(plans, plan, plan is chosen), self.width, 4) for plan in plans), 1)
        taps = [row.stylize(Style.from_meta({"plan": place})) for place, rows in named for row in rows]
        return taps if len(plans) > 1 else []

    def reasons(self, width: int) -> list[Content]:
        """Why the parts are bounded, above the ways to split; a part with a row of its own says so there."""
        return reason_rows(self.table, self.plan, width) if choices_of(self.plan) else []

    def ways(self) -> tuple[list[Content], bool]:
        """The ways to split, and whether the field is below them: if they need all the width."""
        narrow = self.size.width < NARROW
        if not choices_of(self.plan):
            room = self.width if narrow else self.width - _BESIDE
            return part_rows(self.table, self.plan, self.parts, room, masked=self.masked), narrow
        listed = ways_list(self._columns(self.plan), self.width)
        # The titles above the ways are not to be tapped.
        return [*listed.titles, *listed.choices], True

    def _columns(self, plan: Plan) -> Ways:
        """The ways to fill a plan with their figures; the one typed is marked."""
        plans, ways = self.request.plans, choices_of(plan)
        mine = self.read is not None and self.read[0] is plan
        now = tuple(self.parts.values()) if mine else ()
        cells = [self.figures.of(Allotment(plan.plan, dict(zip(plan.allotments, way, strict=True)))) for way in ways]
        place = plans.index(plan) + 1
        title = plain(f"  {choice_title(self.table, plan)}", QUIET)
        return Ways(
            plan_name(plans, plan, mine and self.begun) if len(plans) > 1 else title,
            [way_title(way) for way in ways],
            [(title, [figures[at] for figures in cells]) for at, title in enumerate(self.figures.titles)],
            ways.index(now) if now in ways else None,
            [{"plan": place, "way": way} for way in ways],
            {"plan": place} if len(plans) > 1 else None,
        )

    def label(self) -> str:
        """What is typed into a field below the ways: all parts but the last."""
        *typed, last = map(self.table.title, self.plan.allotments)
        return ", ".join([*(["special"] if len(self.request.plans) > 1 else []), *(typed or [last])])

    def rest(self) -> Content:
        """`2 defence`: the last part, which nobody types."""
        if not self.begun or not self.parts or len(self.parts) != len(self.plan.allotments):
            return BLANK
        *_, last = self.parts
        return plain(f"{self.parts[last]} {self.table.title(last)}", QUIET)

    def placed(self, *, below: bool) -> Content:
        """Of parts in rows of their own how many are placed; once all are, their chances."""
        if self.read is None or self.plan.total is None or not self.parts or choices_of(self.plan):
            return BLANK
        number = sum(self.parts.values())
        if number == self.plan.total and len(self.parts) == len(self.plan.allotments):
            return Content("\n").join(flow(figure_parts(self.figures, Allotment(self.plan.plan, self.parts)), 24))
        # Beside the last row of the chances.
        return Content.assemble("" if below else "\n", (f"{number} of {self.plan.total} placed", QUIET))


def how_to_type(request: Split, table: AnyTable) -> str:
    """What is typed into the field of a split, and what Enter alone is."""
    plans, usual = request.plans, SplitAsk(request, table).usual()
    *names, last = map(table.title, plans[0].allotments)
    if usual and len(plans) == 1 and names:
        typed = f". Else type {', '.join(names)}" if len(names) > 1 else ""
        return f"Enter alone is {usual}{typed}; the rest is {last}."
    row = ["a row's number"] if len(plans) > 1 else []
    if plans[0].total is None:
        return f"Type {', '.join([*row, *names, last])}; one that is left out is its highest."
    rest = f"; the rest is {last}." if names else "."
    return f"Type {', then '.join([*row, ', '.join(names or [last])])}{rest}"


def sealed_words(request: Split, table: AnyTable, typed: int) -> Content:
    """What so many dots in the field stand for, and what Enter does: `special •, attack •; the rest is defence`."""
    plan = request.plans[0]
    if any(list(other.allotments) != list(plan.allotments) for other in request.plans):
        return plain(how_to_type(request, table), QUIET)
    names = [*(["special"] if len(request.plans) > 1 else []), *map(table.title, plan.allotments)]
    said, left = ", ".join(f"{name} •" for name in names[:typed]), names[typed:]
    if typed > len(names):
        return plain(f"{typed} numbers are typed: one each for {', '.join(names)}.", QUIET)
    rest = f"; the rest is {names[-1]}." if left else "."
    if plan.total is None:
        rest = f"; {', '.join(left)} at its highest." if left else "."
    elif len(left) > 1:
        return plain(f"{said}. Then {', '.join(left[:-1])}{rest}", QUIET)
    return tapped(plain(f"Enter seals {said}{rest}", QUIET), ACCEPT.id)
