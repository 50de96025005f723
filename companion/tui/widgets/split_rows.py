"""The rows of a split: its plans with their costs, the bounds that have a reason, the ways to fill a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from textual.content import Content
from textual.style import Style

from companion.engine.requests import Plan
from companion.engine.state.table import AnyTable
from companion.frontend.saying.limits import because, bounds_words, cost_words
from companion.tui.look.colours import MIND, QUIET, STRONG, TEXT
from companion.tui.look.rows import columns, wrapped
from companion.tui.text import plain

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


def plan_rows(plans: Sequence[Plan], chosen: Plan | None, unit: str, width: int) -> list[Content]:
    """`✓ 1  no special   4 dice   2 of 3 ki`, one row per plan; nothing if there is just one. A tap chooses a plan."""
    if len(plans) < 2:
        return []
    rows: list[list[Content]] = []
    for place, plan in enumerate(plans, 1):
        mine = plan is chosen
        look = STRONG if mine else TEXT
        mark = Content.styled("✓" if mine else " ", MIND)
        what = "die" if (plan.total, unit) == (1, "dice") else unit
        total = plain(f"{plan.total} {what}" if plan.total is not None else "", look)
        head = Content.assemble(mark, " ", (str(place), STRONG), "  ", plain(plan.label, look))
        rows.append([head, total, plain(cost_words(plan.cost), MIND)])
    drawn = columns([row if row[2] else row[:2] for row in rows], width, gap=3, indent=5)
    if len(drawn) == len(plans):
        drawn = [row.stylize(Style.from_meta({"plan": place})) for place, row in enumerate(drawn, 1)]
    return drawn


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
