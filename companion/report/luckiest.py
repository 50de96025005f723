"""The luckiest roll of a battle: dice whose number, as the game reads it, was the least likely to be so high."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from companion.engine.session import Session
from companion.engine.story import pair_of
from companion.frontend.saying.luck import known_dice, likely, thrown_in
from companion.report.battle import LuckyRoll
from companion.report.playback import entries_of, is_aftermath

LUCKY: Final = Fraction(1, 2)
"""As likely dice as this are no luck."""


def luckiest(session: Session, rounds: Sequence[int]) -> LuckyRoll | None:
    """The first of those that were least likely; None if nothing was rare. `rounds` has that of every entry."""
    known = known_dice(session)
    best: LuckyRoll | None = None
    for entry, round_ in zip(entries_of(session), rounds, strict=True):
        if is_aftermath(session, entry):
            continue
        for thrown in thrown_in(entry.events, entry.answers):
            group, made = thrown.group, thrown.result
            p = likely(group, known) if group.reads is not None else None
            if p is not None and p < (best.p if best is not None else LUCKY):
                pair = pair_of(made.facts)
                title = session.table.worded(group.name, group.die)
                best = LuckyRoll(round_, group.by, _turned(session, pair, group.by), title, group.die, group.faces, p)
    return best


def _turned(session: Session, pair: tuple[str, str] | None, by: str) -> tuple[str, str] | None:
    """The pair with the one first whose side threw; None if the record names nobody who is still known."""
    if pair is None or any(session.table.known(of) is None for of in pair):
        return None
    sides = [getattr(session.table.known(of), "side", "") for of in pair]
    return (pair[1], pair[0]) if by and sides[0] != by and sides[1] == by else pair
