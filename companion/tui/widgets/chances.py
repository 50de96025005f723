"""Odds in words: one line at a roll, how likely the last one was, what they assume; the names of ways to split."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from companion.engine.odds import Given, Heading, Odds
from companion.engine.requests import Plan
from companion.engine.state.table import AnyTable
from companion.frontend.saying.odds import Beside, figure, is_next_to_nothing
from companion.tui.look.colours import QUIET, STRONG
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, abreast, fitting, flow
from companion.tui.text import clean, plain, side_sign

_DECIDES: Final = ("dealt", "taken", "wins", "falls", "last_stand", "breaks", "panics", "pushed")
"""What players want to know first, in this order; all other measures are steps on the way to it."""
_WOUNDS: Final = ("dealt", "taken")
_STEP: Final = "hits"


def chance_parts(odds: Odds | None, most: int | None = None) -> list[Content]:
    """The chances of a roll as parts of a row, the most deciding first; what cannot happen is left out.

    What is said of the same unit stands together: `Anselm: 25 % incapacitated,` and `20 % stunned`. `most`: so many.
    """
    if odds is None:
        return []
    groups: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for heading in deciding(odds.headings):
        number, subject = figure(odds, None, heading), clean(heading.name) if heading.apart else ""
        text = clean(heading.words if heading.apart else heading.text)
        if not is_next_to_nothing(odds, None, heading):
            groups.setdefault((subject, "" if subject else text), []).append((number, text))
    told = [(place, of, *one) for (of, _), said in groups.items() for place, one in enumerate(said)][:most]
    goes_on = [place > 0 for place, *_ in told[1:]] + [False]
    return [
        Content.assemble(
            (f"{of}: " if place == 0 and of else "", QUIET),
            (number, STRONG),
            (f" {text}{',' if more else ''}", QUIET),
        )
        for (place, of, number, text), more in zip(told, goes_on, strict=False)
    ]


def chance_line(odds: Odds | None, width: int) -> Content:
    """The chances of a roll in one row, as many as fit; all of them are on the page of odds."""
    for most in range(len(chance_parts(odds)), 0, -1):
        rows = flow(chance_parts(odds, most), width, gap=4)
        if len(rows) == 1:
            return rows[0]
    return BLANK


def chance_figures(odds: Odds | None) -> list[tuple[str, str]]:
    """What each chance or average of a roll is of, and how much; what cannot happen makes room for what can."""
    if odds is None or not odds.rows:
        return []
    of = odds.rows[0].option
    shown = [one for one in deciding(odds.headings) if not is_next_to_nothing(odds, of, one)]
    # The large letters have no signs.
    return [(clean(one.text), figure(odds, of, one, signs=False)) for one in shown]


def figure_rows(found: Sequence[tuple[str, str]], width: int) -> list[list[Content]]:
    """Figures in large letters below what they are of, the first three beside each other: rows of such rows."""
    each = max(width // 3, *(len(label) + 3 for label, _ in found[:3]))
    blocks = [[Content.styled(label, QUIET), *large(value, STRONG, each - 2)] for label, value in found]
    a_row = max(1, width // each)
    return [abreast(blocks[at : at + a_row], each) for at in range(0, len(blocks), a_row)]


def side_chances(odds: Odds | None, table: AnyTable, width: int) -> list[Content]:
    """A row a side with what its units may suffer, as much as fits: `◆ 3.0 on First Squad    2.3 on Captain Ilse`."""
    if odds is None:
        return []
    rows = []
    for side in table.sides:
        parts = [
            Content.assemble((figure(odds, None, heading), STRONG), (f" {text}", QUIET))
            for heading in deciding(odds.headings)
            if (unit := table.owner_of(heading.of)) is not None and unit.side == side
            if not is_next_to_nothing(odds, None, heading)
            for text in [f"on {clean(unit.name)}" if heading.measure in _WOUNDS else clean(heading.text)]
        ]
        rows += [side_sign(table, side) + fitting(parts, width - 2, 4)] if parts else []
    return rows


def figure_parts(figures: Beside, option: Given) -> list[Content]:
    """The figures of one answer as parts of a row: `1.2 on Oda`."""
    pairs = zip(figures.of(option), figures.titles, strict=True)
    return [Content.assemble((number, STRONG), (f" {title}", QUIET)) for number, title in pairs if number]


def deciding(headings: Sequence[Heading]) -> list[Heading]:
    """The headings in the order of what decides most: wounds, who wins, who falls or breaks, all else.

    How many dice hit is last: it is only a step on the way to what becomes of a unit.
    """
    places = {measure: place for place, measure in enumerate(_DECIDES)} | {_STEP: len(_DECIDES) + 1}
    return sorted(headings, key=lambda h: places.get(h.measure, len(_DECIDES)))


def assumed_words(odds: Odds) -> Content:
    """What the odds assume, as one quiet sentence."""
    assumes = "; ".join(map(clean, odds.assumes))
    return plain(f"Assumed: {assumes}." if assumes else "", QUIET)


def beside_words(odds: Odds, width: int = 0) -> Content:
    """The few words of what the odds assume that have to be in view with them; with a width as many as it takes."""
    for most in range(len(odds.beside), 0, -1):
        said = "; ".join(map(clean, odds.beside[:most]))
        words = plain(f"{said[0].upper()}{said[1:]}.", QUIET)
        if not width or words.cell_length <= width:
            return words
    return BLANK


def choice_title(table: AnyTable, plan: Plan) -> str:
    """`attack/defence`: what the numbers of a way to fill the plan are."""
    return "/".join(clean(table.title(name)) for name in plan.allotments)


def way_title(way: Sequence[int]) -> str:
    """`4/2`: a way to fill a plan."""
    return "/".join(map(str, way))
