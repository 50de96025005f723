"""A total divided into parts: typed as numbers, or counted up and down by mouse."""

from __future__ import annotations

from typing import Any

from textual import events, on
from textual.app import ComposeResult
from textual.content import Content
from textual.style import Style
from textual.widget import Widget

from companion.engine.errors import InvalidInput
from companion.engine.requests import Plan, Split
from companion.engine.state.table import Table
from companion.frontend.limits import because, cost_words
from companion.frontend.numbers import is_number_char
from companion.frontend.splits import filled, read_split
from companion.tui.text import plain
from companion.tui.widgets.body import Body, Stage
from companion.tui.widgets.entry import Entry
from companion.tui.widgets.plain import PlainStatic


class SplitBody(Body[Split]):
    """Parts with their numbers, and a field for them. In secret nothing shows what is typed until it is peeked at."""

    def __init__(self, request: Split, table: Table[Any, Any], earlier: Any = None, masked: bool = False) -> None:
        super().__init__(request, table, earlier, masked)
        self.picture = PlainStatic("", classes="picture")
        self.entry = Entry(self._earlier_text(), takes=is_number_char, masked=masked, id="entry")

    def parts(self) -> ComposeResult:
        """The parts, the field."""
        yield Stage(self.picture)
        yield self.entry

    def on_mount(self) -> None:
        """Shows the parts, empty."""
        self._draw()
        self.say(self._how())

    def target(self) -> Widget:
        """The field."""
        return self.entry

    def answer(self) -> dict[str, Any]:
        """Plan and parts; raises InvalidInput in words where the numbers do not add up."""
        plan, parts = read_split(self.entry.value, self.request.plans)
        if plan.total is None and not parts:
            parts = {name: hi for name, (_, hi) in plan.allotments.items()}
        missing = [self.table.title(name) for name in plan.allotments if name not in parts]
        if missing:
            raise InvalidInput("not all parts are given", hint="missing: " + ", ".join(missing))
        value = {"plan": plan.plan, "parts": parts}
        self.request.check(value)
        return value

    def peek(self) -> None:
        """Shows or hides what is typed."""
        self.masked = not self.masked
        self.entry.password = self.masked
        self._draw()

    def _earlier_text(self) -> str:
        if self.earlier is None or self.masked:
            return ""
        place = next((str(i) for i, p in enumerate(self.request.plans, 1) if p.plan == self.earlier.plan), "")
        head = [place] if len(self.request.plans) > 1 else []
        return " ".join([*head, *(str(n) for n in self.earlier.allotments.values())])

    def _how(self) -> str:
        plans = self.request.plans
        names = ", ".join(map(self.table.title, plans[0].allotments))
        other = f" For plan 2 type 2 first: 2 {' '.join('1' for _ in plans[1].allotments)}." if len(plans) > 1 else ""
        rest = "the last gets what is left" if plans[0].total is not None else "one that is left out is its highest"
        return f"Type the numbers for {names}; {rest}.{other}"

    @on(Entry.Changed)
    def _typed(self) -> None:
        self._draw()
        self.say(self._how())

    @on(Entry.Submitted)
    def _entered(self) -> None:
        self.submit()

    def _draw(self) -> None:
        try:
            chosen, parts = read_split(self.entry.value, self.request.plans)
        except InvalidInput:
            chosen, parts = self.request.plans[0], {}
            known = False
        else:
            known = True
        lines = []
        several = len(self.request.plans) > 1
        for number, plan in enumerate(self.request.plans, 1):
            mine = plan is chosen and not self.masked and known
            if several:
                mark = "▸" if mine else " "
                total = f" — {plan.total} to split" if plan.total is not None else ""
                cost = f", costs {cost_words(plan.cost)}" if plan.cost else ""
                label = plain(f"{mark} {number}  {plan.label}{total}{cost}", "bold" if mine else "")
                limits = plain("" if mine else _limits(self.table, plan), "$quiet")
                lines.append(Content.assemble(label, limits).stylize(Style.from_meta({"plan": number})))
            if mine or (self.masked and number == 1) or not several:
                lines.extend(self._part(plan, name, parts) for name in plan.allotments)
        if not self.masked and known and chosen.total is not None:
            lines.append(plain(f"{sum(parts.values())} of {chosen.total} placed", "$quiet"))
        self.picture.show(Content("\n").join(lines))

    def _part(self, plan: Plan, name: str, parts: dict[str, int]) -> Content:
        value = "•" if self.masked else str(parts[name]) if name in parts else "–"
        down, up = Style.from_meta({"part": name, "by": -1}), Style.from_meta({"part": name, "by": 1})
        return Content.assemble(
            plain(f"  {self.table.title(name):<12} ", "bold"),
            Content.styled(" ‹ ", "bold").stylize(down),
            plain(f"{value:^4}", "bold reverse"),
            Content.styled(" › ", "bold").stylize(up),
            plain(f"  {_span(plan, name)}" if not self.masked or len(self.request.plans) == 1 else "", "$quiet"),
        )

    def on_click(self, event: events.Click) -> None:
        """The signs beside a number count it up and down; a plan is chosen by a click on it."""
        meta = event.style.meta
        plans = self.request.plans
        if "plan" in meta:
            plan = plans[meta["plan"] - 1]
            self.entry.value = " ".join([str(meta["plan"]), *(str(n) for n in filled(plan).values())])
        elif "part" in meta:
            try:
                plan, parts = read_split(self.entry.value, plans)
            except InvalidInput:
                plan, parts = plans[0], {}
            parts = {name: parts.get(name, lo) for name, (lo, _) in plan.allotments.items()}
            lo, hi = plan.allotments[meta["part"]]
            parts[meta["part"]] = min(hi, max(lo, parts[meta["part"]] + meta["by"]))
            head = [str(plans.index(plan) + 1)] if len(plans) > 1 else []
            self.entry.value = " ".join([*head, *(str(n) for n in parts.values())])


def _span(plan: Plan, name: str) -> str:
    """What an allotment may get and why: `0 to 1 (Aggressive)`."""
    lo, hi = plan.allotments[name]
    return f"{lo}{because(plan.why_lo.get(name, ''))} to {hi}{because(plan.why_hi.get(name, ''))}"


def _limits(table: Table[Any, Any], plan: Plan) -> str:
    """The bounds of a plan that have a reason: `; defence 0 to 1 (Aggressive)`."""
    bounded = [name for name in plan.allotments if plan.why_lo.get(name) or plan.why_hi.get(name)]
    return "".join(f"; {table.title(name)} {_span(plan, name)}" for name in bounded)
