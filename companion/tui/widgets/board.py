"""What the guide shows around the request: head, steps, odds and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.ruleset import Odds
from companion.engine.steps import StepView
from companion.tui.text import clean, plain

_STEP = {"done": ("✓", "$quiet"), "now": ("▶", "bold $accent"), "todo": (" ", ""), "skipped": ("–", "$quiet")}
_BLOCKS = " ▏▎▍▌▋▊▉█"


def steps_content(steps: Sequence[StepView], width: int, height: int) -> Content:
    """The step list around the present step: done, now, to come, skipped and why."""
    here = next((i for i, s in enumerate(steps) if s.state == "now"), 0)
    start = max(0, min(here - height // 2, len(steps) - height))
    wide = max((len(s.id) for s in steps), default=0)
    lines = []
    for step in steps[start : start + max(1, height)]:
        mark, style = _STEP.get(step.state, (" ", ""))
        why = f" ({step.why})" if step.state == "skipped" and step.why else ""
        line = f"{mark} {clean(step.id):>{wide}} {clean(step.title)}{why}"
        lines.append(Content.styled(line, style).truncate(width, ellipsis=True))
    return Content("\n").join(lines)


def place_of(steps: Sequence[StepView]) -> str:
    """`step 5 of 15`."""
    here = next((i for i, s in enumerate(steps, 1) if s.state == "now"), 0)
    return f"step {here} of {len(steps)}" if here else ""


def happened_content(lines: Sequence[LogLine], height: int, width: int) -> Content:
    """The last things that happened, newest last; things to look at stand out."""
    styles = {"change": "bold", "ruling": "bold $warning", "answer": "$quiet"}
    shown = [line for line in lines if line.kind not in ("start", "undone")][-height:]
    drawn = []
    for line in shown:
        step = f"{line.step}  " if line.step else ""
        drawn.append(plain(step + line.text, styles.get(line.kind, "")).truncate(width, ellipsis=True))
    return Content("\n").join(drawn)


def odds_content(odds: Odds | None, width: int) -> Content:
    """Chances as bars with their percentages."""
    if odds is None:
        return Content("")
    lines = [plain(f"{odds.of}: {odds.goal}", "bold")]
    label_width = min(max((len(f"{o} {v}".strip()) for o, v, _ in odds.rows), default=0), max(8, width - 14))
    bar_width = max(4, width - label_width - 7)
    for option, value, chance in odds.rows:
        label = plain(f"{option} {value}".strip()).truncate(label_width, ellipsis=True, pad=True)
        lines.append(Content.assemble(label, " ", (_bar(chance, bar_width), "$primary"), f" {chance:>4.0%}"))
    for assumed in odds.assumes:
        lines.append(plain(assumed, "$quiet"))
    if not odds.exact:
        lines.append(plain(f"sampled, ±{odds.error or 0:.1%}", "$quiet"))
    return Content("\n").join(lines)


def _bar(chance: float, width: int) -> str:
    eighths = round(max(0.0, min(1.0, chance)) * width * 8)
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_BLOCKS[rest] if rest else "")).ljust(width)
