"""Odds in columns that compare the options: whatever the unit is called that a column tells of in each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.odds import Heading, Odds

_HURT = "dealt"
"""The measure of wounds on somebody else."""


def comparable(odds: Odds) -> Odds:
    """The same chances in columns that compare the options.

    What is told of another unit in each option stands in one column: `wounds on Aya` and `wounds on Hiro`, where each
    of them is the target of one option, become `wounds on the target`. What happens in no option has none, if others
    are left.
    """
    if len(odds.options()) < 2:
        return odds
    groups: list[list[Heading]] = []
    known = {_key(heading): _options(odds, heading) for heading in odds.headings}
    roles = {heading.of: _role(odds, heading.of) for heading in odds.headings}
    for heading in odds.headings:
        group = next((group for group in groups if _joins(group, heading, known, roles)), None)
        if group is None:
            groups.append([heading])
        else:
            group.append(heading)
    first = {_key(heading): group[0].of for group in groups for heading in group}
    headings = tuple(group[0] if len(group) == 1 else _shared(group, roles[group[0].of]) for group in groups)
    rows = tuple(
        row if (of := first.get((row.measure, row.of), row.of)) == row.of else replace(row, of=of) for row in odds.rows
    )
    told = tuple(heading for heading in headings if _happens(replace(odds, rows=rows), heading))
    return replace(odds, rows=rows, headings=told or headings)


def _key(heading: Heading) -> tuple[str, str]:
    return heading.measure, heading.of


def _options(odds: Odds, heading: Heading) -> frozenset[str]:
    """The options in which something is known of it."""
    return frozenset(row.option for row in odds.rows if (row.measure, row.of) == _key(heading))


def _role(odds: Odds, of: str) -> str:
    """Whether wounds on this unit are dealt or taken; empty where neither is told."""
    return next((row.measure for row in odds.rows if row.of == of and row.measure in (_HURT, "taken")), "")


def _joins(
    group: Sequence[Heading],
    heading: Heading,
    known: dict[tuple[str, str], frozenset[str]],
    roles: dict[str, str],
) -> bool:
    """Whether a heading tells the same as these, of another unit in other options."""
    alike = heading.measure == group[0].measure and roles[heading.of] == roles[group[0].of]
    apart = all(not known[_key(heading)] & known[_key(other)] for other in group)
    return alike and apart and bool(heading.of) and _frame([*group, heading]) is not None


def _frame(headings: Sequence[Heading]) -> tuple[list[str], str, list[str]] | None:
    """The words that all have before and after the name of a unit, and what the names end with; None where there are
    no such words."""
    texts = [heading.text.split() for heading in headings]
    most = min(map(len, texts)) - 1
    before = next((n for n in range(most) if len({text[n] for text in texts}) > 1), most)
    after = next((n for n in range(most - before) if len({text[-1 - n] for text in texts}) > 1), most - before)
    if not before + after:
        return None
    colon = ":" if all(text[len(text) - after - 1].endswith(":") for text in texts) else ""
    return texts[0][:before], colon, texts[0][len(texts[0]) - after :]


def _shared(group: Sequence[Heading], role: str) -> Heading:
    frame = _frame(group)
    assert frame is not None
    before, colon, after = frame
    name = ("the target" if role == _HURT else "it") + colon
    return Heading(group[0].measure, group[0].of, " ".join((*before, name, *after)))


def _happens(odds: Odds, heading: Heading) -> bool:
    """Whether it is a number, or a chance above 0 in some option."""
    return any(row.value is not None or row.p for row in odds.rows if (row.measure, row.of) == _key(heading))
