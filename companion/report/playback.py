"""A session from its start to its end by the changes of its journal: who was hurt when, by whom, and what is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.frozen import frozen
from companion.engine.health import left
from companion.engine.history import run_entry
from companion.engine.journal import JournalEntry
from companion.engine.session import Session
from companion.engine.state.adjustments import apply
from companion.engine.state.changes import Change
from companion.engine.state.copying import copied
from companion.engine.state.table import Table, Unit
from companion.engine.story import Scene, plain_story
from companion.engine.strength import strength
from companion.report.battle import Blow, Fall, RoundRecord


class Playback:
    """What a session shows when it is gone through once, in order, on a table of its own.

    `rounds` leaves out the aftermath; `began_in` has the round in which each entry began, `came` what each unit came
    with, `falls` the last fall of every unit that is out of action.
    """

    def __init__(self, session: Session) -> None:
        self.rounds: list[RoundRecord] = []
        self.start: dict[str, int] = {}
        self.began_in: list[int] = []
        self.came: dict[str, int] = {}
        self.blows: list[Blow] = []
        self.falls: dict[str, Fall] = {}
        self._session = session
        self._table: Table[Any, Any] = copied(session.table)
        self._left: dict[str, int] = {}
        self._alive: dict[str, bool] = {}
        entries = entries_of(session)
        for change in reversed([change for entry in entries for change in entry.changes()]):
            apply(self._table, change.inverse())
        self._begin()
        for entry in entries:
            self._play(entry)
        self._end_round()

    def _begin(self) -> None:
        units = self._table.units.values()
        self._left = {unit.id: left(unit) for unit in units}
        self._alive = {unit.id: unit.alive for unit in units}
        self.came = dict(self._left)
        self.start = strength(self._table)
        for unit in units:
            if not unit.alive:
                self.falls[unit.id] = Fall(self._table.round, "", unit.id, "before this record begins")
        self.rounds.append(RoundRecord(self._table.round))

    def _play(self, entry: JournalEntry) -> None:
        here = self.rounds[-1]
        self.began_in.append(here.number)
        battle = not is_aftermath(self._session, entry)
        by_name = {unit.name: unit.id for unit in self._table.units.values()}
        first = len(self.blows)
        for change in entry.changes():
            if battle and change.of == "table" and change.field == "round":
                self._end_round()
                apply(self._table, change)
                self.rounds.append(RoundRecord(self._table.round))
                continue
            apply(self._table, change)
            unit = self._table.owner_of(change.of)
            if battle and unit is not None:
                self._note(here.number, unit, change, by_name)
        if battle:
            self._share(entry, first)
            here.scenes += scenes_of(self._session, self._table, entry)

    def _note(self, round_: int, unit: Unit, change: Change, by_name: Mapping[str, str]) -> None:
        """Keeps what a change did to the strength or the life of a unit."""
        before, was = self._left[unit.id], self._alive[unit.id]
        now, alive = left(unit), unit.alive
        if (before, was) == (now, alive):
            return
        self._left[unit.id], self._alive[unit.id] = now, alive
        by = named_in(change.why, by_name, unit.id)
        felled = was and not alive
        if felled:
            by = by or self._last_by(round_, unit.id)
            self.falls[unit.id] = Fall(round_, by, unit.id, change.why)
        elif alive:
            self.falls.pop(unit.id, None)
        if now < before or felled:
            self.blows.append(Blow(round_, by, unit.id, max(0, before - now), felled))

    def _share(self, entry: JournalEntry, first: int) -> None:
        """Gives the harm that no reason names to those who did it, as far as the game knows them from its record."""
        if all(blow.by for blow in self.blows[first:]):
            return
        for loss in self._session.ruleset.losses(_Alone(self._table, (entry,))):
            for place, blow in enumerate(self.blows[first:], first):
                if loss.by and blow.of == loss.of and not blow.by and 0 < loss.wounds <= blow.wounds:
                    rest = replace(blow, wounds=blow.wounds - loss.wounds)
                    done = replace(blow, by=loss.by, wounds=loss.wounds, felled=blow.felled and not rest.wounds)
                    self.blows[place : place + 1] = [done, rest] if rest.wounds else [done]
                    break
        for place, blow in enumerate(self.blows[first:], first):
            if blow.felled:
                by = blow.by or self._last_by(blow.round, blow.of)
                self.blows[place] = replace(blow, by=by)
                if blow.of in self.falls:
                    self.falls[blow.of] = replace(self.falls[blow.of], by=by)

    def _last_by(self, round_: int, of: str) -> str:
        """Who hurt it last in this round; empty where the last blow has no name."""
        blow = next((blow for blow in reversed(self.blows) if blow.of == of and blow.wounds), None)
        return blow.by if blow is not None and blow.round == round_ else ""

    def _end_round(self) -> None:
        self.rounds[-1].strength = strength(self._table)
        self.rounds[-1].standing = {
            side: sum(unit.alive for unit in self._table.units.values() if unit.side == side)
            for side in self._table.sides
        }


@frozen
class _Alone:
    """One procedure as if nothing else had been played."""

    table: Table[Any, Any]
    entries: Sequence[JournalEntry]


def entries_of(session: Session) -> list[JournalEntry]:
    """What was played on a session, the open procedure last."""
    run = session.run
    return [*session.entries, *([run_entry(session.table, run, {})] if run is not None else [])]


def is_aftermath(session: Session, entry: JournalEntry) -> bool:
    """Whether a procedure belongs to the campaign and not to the battle."""
    aftermath = session.ruleset.aftermath
    return aftermath is not None and entry.procedure == aftermath.name


def scenes_of(session: Session, table: Table[Any, Any], entry: JournalEntry) -> Sequence[Scene]:
    """What is told of a procedure. A record that the game's own teller cannot read is told the plain way."""
    try:
        return list(session.ruleset.story(table, entry))
    except (LookupError, TypeError, ValueError, AttributeError):
        return list(plain_story(table, entry))


def named_in(why: str, by_name: Mapping[str, str], of: str) -> str:
    """The unit whose name ends the reason of a change (`struck by Ann`); the longest name counts, never its own."""
    found = [name for name, other in by_name.items() if name and other != of and why.endswith(f" {name}")]
    return by_name[max(found, key=len)] if found else ""
