"""Health and models in one language: `●` has, `·` lost before, `×` lost in the last result; then the number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content
from textual.style import Style

from companion.tui.look.colours import MIND_STRONG, QUIET, STRONG, TAPPED

HAS: Final = "●"
LOST: Final = "·"
JUST_LOST: Final = "×"
UP, FLIPPED = "▀", "▄"
"""The activation marker of a unit: it has yet to act, it has acted."""
_LESS, _MORE = Style.from_meta({"count": -1}), Style.from_meta({"count": 1})
_BLOCK, _LEAST_BLOCK, _BLOCK_ROWS = 5, 3, 3
MOST: Final = 10
"""Above this there are no pips, only the number."""


def pips(now: int, most: int, style: str, lost: int = 0) -> Content:
    """`●●●×··`; empty above ten. `style` is that of what is left, `lost` how many went in the last result.

    A tap on the last that is left counts one off, as `count` in its meta says; on one that is lost one on.
    """
    most = max(most, now)
    if now < 0 or not 0 < most <= MOST:
        return Content("")
    lost = max(0, min(lost, most - now))
    has = Content.assemble((HAS * max(0, now - 1), style), Content.styled(HAS * min(1, now), style).stylize(_LESS))
    gone = Content.assemble((JUST_LOST * lost, STRONG), (LOST * (most - now - lost), QUIET))
    return Content.assemble(has, gone.stylize(_MORE))


def groups(models: Sequence[int], each: int, style: str) -> Content:
    """Several wounds a model: `●●● ●·· ···`, one group a model with what each has left; empty above ten in all."""
    if not models or each < 1 or each * len(models) > MOST:
        return Content("")
    return Content(" ").join(pips(left, each, style) for left in models)


def blocks(now: int, most: int, ink: str, room: int) -> list[Content]:
    """Three rows of fills, one each health: what is left in `ink`, what is lost in quiet.

    They have 5 cells, fewer where `room` is short; none above ten, or if they would have less than 3.

    A tap on one sets the health to it, and one on the last that is left takes that: `count` in its meta is the change.
    """
    most = max(most, now)
    each = min(_BLOCK, room // max(1, most) - 1)
    if now < 0 or not 0 < most <= MOST or each < _LEAST_BLOCK:
        return []
    rows = []
    for at in range(_BLOCK_ROWS):
        parts = []
        for place in range(1, most + 1):
            sign = (HAS if place <= now else LOST) if at == _BLOCK_ROWS // 2 else " "
            drawn = Content.styled(f"{sign:^{each}}", ink if place <= now else TAPPED)
            parts.append(drawn.stylize(Style.from_meta({"count": -1 if place == now else place - now})))
        rows.append(Content(" ").join(parts))
    return rows


def amount(now: int, most: int | None) -> Content:
    """`5 of 8`, the number bold."""
    return Content.assemble((str(now), STRONG), (f" of {most}" if most is not None else "", QUIET))


def bound(now: int, most: int | None, at: int | None) -> Content:
    """`below half at 3` quiet, `below half` in accent once it is so; `breaks at` if the bound is another.

    Empty if there is no bound above nothing.
    """
    if not at or (most is not None and at >= most):
        return Content("")
    half = most is not None and at == (most + 1) // 2 - 1
    if now <= at:
        return Content.styled("below half" if half else f"broken at {at}", MIND_STRONG)
    return Content.styled(f"below half at {at}" if half else f"breaks at {at}", QUIET)


def health(now: int, most: int | None, style: str, *, lost: int = 0, room: int = 200, dying: int = 0) -> Content:
    """`●●●●●×··  5 of 8`; the pips are left out if they do not fit in `room` cells. A single one may be alone.

    Those who are `dying` still count: `●●●●×  5 of 5`.
    """
    number = amount(now, most)
    drawn = pips(max(0, now - dying), most, style, lost + dying) if most is not None else Content("")
    if drawn and most == 1 == room:
        return drawn
    if not drawn or drawn.cell_length + 2 + number.cell_length > room:
        return number
    return Content.assemble(drawn, "  ", number)
