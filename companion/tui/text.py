"""Text for the screen. Whatever players typed is made plain here and is never read as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from companion.frontend.clean import clean_cells as clean
from companion.frontend.palette import MARKS, side_colour, side_mark, side_place
from companion.frontend.saying.sentences import titled

if TYPE_CHECKING:
    from companion.engine.state.changes import Tally
    from companion.engine.state.table import AnyTable

_HOLLOW = {"♥": "♡", "●": "○", "◆": "◇", "★": "☆", "▲": "△", "■": "□"}
LIFE = "♥"
"""A life that is left, in every game."""
TOKEN = "▮"
"""A token that lies beside a unit or a side, by the glyph of its field: morale, a seal, a counter."""

LONGEST_BAR = 8
"""More glyphs than this are written as a number."""


def plain(text: str, style: str = "") -> Content:
    """Text as content in one style; brackets in it stand for themselves."""
    return Content.styled(clean(text), style)


def tick(on: bool) -> str:
    """`✓` for what is chosen in a list of several, `·` for what is not."""
    return "✓" if on else "·"


def card_of_table(table: AnyTable) -> str:
    """What the card of the table is called in a list."""
    return f"{titled(table.spec.round_word)}, phase, whose turn, options"


def side_style(table: AnyTable, side: str) -> str:
    """The style of a side's marks and pips."""
    return f"$side-{side_colour(table, side)}"


def name_style(table: AnyTable, side: str) -> str:
    """The style of a side's name and of those of its units: as its marks, if the terminal has colours to spare."""
    return f"bold $name-{side_colour(table, side)}"


def side_sign(table: AnyTable, side: str) -> Content:
    """The sign of a side, with a blank behind it; nothing of what is no side."""
    return Content.styled(f"{side_mark(table, side)} ", side_style(table, side)) if side in table.sides else Content("")


def side_label(table: AnyTable, side: str, name: str = "") -> Content:
    """Sign and player's name, or another, in the colour of the side."""
    mark = Content.styled(side_mark(table, side), f"bold {side_style(table, side)}")
    return Content.assemble(mark, " ", plain(name or table.title(side), name_style(table, side)))


def who_label(table: AnyTable, by: str | tuple[str, ...] | list[str]) -> Content:
    """Who must answer: one side, several, or anyone at the table."""
    sides = [by] if isinstance(by, str) else list(by)
    if sides == ["table"]:
        return Content.styled("BOTH PLAYERS", "bold")
    return Content("  ").join(side_label(table, s) for s in sides)


def bar(glyph: str, value: int, most: int | None) -> str:
    """`♥♥♡` if the glyphs fit, else `♥ 12/15`."""
    top = max(value, most or 0)
    if not glyph or value < 0 or top > LONGEST_BAR:
        return f"{glyph} {value}".strip() + (f"/{most}" if most is not None else "")
    return glyph * value + _HOLLOW.get(glyph, "·") * max(0, (most or 0) - value) or f"{glyph} 0"


def tally_content(tally: Tally) -> Content:
    """A number with its reasons in one line: `pool 4  base 4, exhausted −1`."""
    head, reasons = plain(f"{tally.name} {int(tally)}", "bold"), plain(reasons_words(tally), "$quiet")
    return Content.assemble(head, "  ", reasons) if reasons else head


def reasons_words(tally: Tally) -> str:
    """`base 4, exhausted −1`."""
    # Here and not above: Home is painted before the engine is imported.
    from companion.engine.wording import minus, signed

    values = (signed(line.value) if place else minus(line.value) for place, line in enumerate(tally.lines))
    return ", ".join(f"{line.label} {value}" for line, value in zip(tally.lines, values, strict=True))


def ranked_rows(order: Tally, most: int) -> list[Content]:
    """An order as a list with a row for each place; of a longer one the first places and how many are left."""
    shown = order.lines if len(order.lines) <= most else order.lines[: most - 1]
    rows = [plain(f"{order.name} {int(order)}", "bold"), *(plain(f"  {line.label}") for line in shown)]
    left = len(order.lines) - len(shown)
    return [*rows, plain(f"  +{left} more under why", "$quiet")] if left else rows


__all__ = ["MARKS", "clean", "side_colour", "side_mark", "side_place", "titled"]
"""What is imported from here with it."""
