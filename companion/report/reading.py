"""Reads a session into the records of its report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from companion.engine.carry_over import recorded_winners
from companion.engine.change_words import sentence
from companion.engine.log import shown
from companion.engine.session import Session
from companion.engine.standing import conditions_held
from companion.engine.state.changes import Change
from companion.engine.state.health import left, measure
from companion.engine.state.phrases import joined
from companion.engine.state.results import Result
from companion.engine.state.table import AnyTable, Unit
from companion.engine.story import pair_of
from companion.frontend.by_hand import scored
from companion.frontend.palette import side_colour, side_mark
from companion.frontend.saying.luck import known_dice, likely, luck_of, shown_words, thrown_in, unusual_words, who
from companion.frontend.saying.sentences import sentence as full_stop
from companion.report.battle import Battle, LuckyRoll, SideRecord, UnitRecord
from companion.report.playback import Playback, entries_of, is_aftermath
from companion.report.rulings import rulings_of

Part = tuple[str, tuple[str, ...]]
"""A heading and the lines below it."""
LUCKY: Final = Fraction(1, 2)
"""As likely dice as this are no luck."""


def battle_of(session: Session, title: str, day: str = "") -> Battle:
    """The battle that a session recorded. The session stands afterwards as it did before.

    `day` is the day on which it was played last, ISO 8601.
    """
    played = Playback(session)
    table, ruleset = session.table, session.ruleset
    sides = tuple(
        SideRecord(
            of,
            table.title(of),
            tuple(_units(table, played, of)),
            side.score,
            tuple(scored(session, of)),
            side_colour(table, of),
            side_mark(table, of),
        )
        for of, side in table.sides.items()
    )
    return Battle(
        table.name.strip() or title,
        ruleset.title,
        _result(session),
        table.over is not None,
        measure(table),
        table.spec.round_word,
        sides,
        tuple(played.rounds),
        played.start,
        tuple(played.blows),
        rulings_of(session, played.began_in),
        tuple(_aftermath(session)),
        tuple((who(session, luck), shown_words(luck), unusual_words(luck)) for luck in luck_of(session)),
        _winner(session) or "",
        table.over.why if table.over is not None else "",
        day,
        luckiest(session, played.began_in),
    )


def _units(table: AnyTable, played: Playback, side: str) -> Iterator[UnitRecord]:
    for unit in table.units.values():
        if unit.side == side:
            yield _record(table, unit, played)
    for unit in table.departed():
        if unit.side == side:
            yield _record(table, unit, played)


def _record(table: AnyTable, unit: Unit, played: Playback) -> UnitRecord:
    fall, gone = played.fall(unit.id), unit.id not in table.units
    by = unit.falls_by[0] if unit.falls_by is not None else ""
    harm = ", ".join(words.lower() for condition, words in conditions_held(unit) if condition.field == by)
    return UnitRecord(unit.id, unit.side, table.title(unit.id), played.came[unit.id], left(unit), fall, gone, harm)


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
                best = LuckyRoll(round_, group.by, _turned(session, pair, group.by), title, group.faces, p)
    return best


def _turned(session: Session, pair: tuple[str, str] | None, by: str) -> tuple[str, str] | None:
    """The pair with the one first whose side threw; None if the record names nobody who is still known."""
    if pair is None or any(session.table.known(of) is None for of in pair):
        return None
    sides = [getattr(session.table.known(of), "side", "") for of in pair]
    return (pair[1], pair[0]) if by and sides[0] != by and sides[1] == by else pair


def _winner(session: Session) -> str | None:
    """The side that won; empty for a draw, None if the battle goes on or the players recorded no result."""
    over = session.table.over
    return None if over is None or recorded_winners(session) is None else over.winner or ""


def _result(session: Session) -> str:
    """Who won and why; of a battle that goes on, where it stands, and as another part for what it waits."""
    table = session.table
    over, winner = table.over, _winner(session)
    if over is not None and winner is None:
        return "No result is recorded."
    if over is not None:
        how = f"{table.title(winner)} won" if winner else "A draw"
        return f"{how}: {over.why}."
    place = table.spec.round_named(table.round)
    if table.phase:
        place += f", {table.spec.phase(table.phase).title}"
    stands = f"Not finished: it stands in {place}"
    run = session.run
    if run is None:
        return f"{stands}."
    request = session.request
    waits = [f"waits for: {request.title}"] if request is not None else []
    if table.phase and run.procedure.title == table.spec.phase(table.phase).title:
        return full_stop(joined(", and ", [stands, *waits]))
    return full_stop(joined(". ", [stands, ", and ".join([f"{run.procedure.title} is open", *waits])]))


def _aftermath(session: Session) -> Iterator[Part]:
    """What each side's aftermath in the session rolled and changed."""
    table = session.table
    for entry in entries_of(session):
        if is_aftermath(session, entry):
            lines = []
            for event in entry.events:
                if isinstance(event, Result):
                    lines.append(event.text)
                elif isinstance(event, Change) and event.of != "table" and shown(table.known(event.of), event.field):
                    lines.append(sentence(table, event))
            yield table.title(str(entry.args.get("side", ""))), tuple(lines)
