"""What the guide shows around the request: head, steps, odds and what happened last."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.log import LogLine
from companion.engine.odds import Odds
from companion.engine.steps import StepView
from companion.frontend.odds import odds_lines
from companion.tui.text import clean, plain

_STEP = {"done": ("✓", "$quiet"), "now": ("▶", "bold $accent"), "todo": (" ", ""), "skipped": ("–", "$quiet")}
_BLOCKS = " ▏▎▍▌▋▊▉█"


def steps_line(steps: Sequence[StepView], width: int) -> Content:
    """`✓ Pools   SPLIT IN SECRET   Reveal`: up to two steps that are done, the present one, those to come that fit."""
    here = next((i for i, step in enumerate(steps) if step.state == "now"), None)
    place = place_of(steps)
    room = width - len(place) - 2
    if here is None or room < 1:
        return Content("")
    done = [step for step in steps[:here] if step.state == "done"][-2:]
    now = Content.assemble(("▶ ", "bold $accent"), plain(_named(steps[here]).upper(), "bold"))
    parts = [now, *(plain(_named(step), "$quiet") for step in steps[here + 1 :] if step.state == "todo")]
    for step in reversed(done):
        parts.insert(0, Content.assemble(("✓ ", "$quiet"), plain(_named(step), "$quiet")))
        if sum(part.cell_length + 3 for part in parts[: len(done) + 1]) > room:
            del parts[0]
            break
    shown = parts[0]
    for part in parts[1:]:
        if shown.cell_length + 3 + part.cell_length > room:
            break
        shown = Content.assemble(shown, "   ", part)
    return Content.assemble(shown.truncate(room, ellipsis=True, pad=True), "  ", (place, "$quiet"))


def step_content(step: StepView) -> Content:
    """A step of the whole list: done, now, to come, or skipped and why."""
    mark, style = _STEP.get(step.state, (" ", ""))
    why = f" — {step.why}" if step.state == "skipped" and step.why else ""
    return Content.styled(clean(f"{mark} {_named(step)}{why}"), style)


def _named(step: StepView) -> str:
    return f"{step.id} {step.title}" if step.id else step.title


def place_of(steps: Sequence[StepView]) -> str:
    """`step 5 of 15`."""
    here = next((i for i, s in enumerate(steps, 1) if s.state == "now"), 0)
    return f"step {here} of {len(steps)}" if here else ""


def happened_content(lines: Sequence[LogLine], height: int, width: int) -> Content:
    """The last things that happened, newest last; results stand elsewhere, changes stand out."""
    styles = {"change": "bold", "ruling": "bold $warning", "answer": "$quiet"}
    shown = [line for line in lines if line.kind not in ("start", "undone", "result")][-height:]
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
    rows = odds_lines(odds)
    label_width = min(max((len(f"{o} {v}".strip()) for o, v, _ in rows), default=0), max(8, width - 14))
    bar_width = max(4, width - label_width - 7)
    for option, value, chance in rows:
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
