"""A session from its start to its end by the changes of its journal: who was hurt when, by whom, and what is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.engine.frozen import frozen
from companion.engine.history import run_entry
from companion.engine.journal import JournalEntry
from companion.engine.past import strength, table_at_start
from companion.engine.session import Session
from companion.engine.state.adjustments import apply
from companion.engine.state.changes import Change
from companion.engine.state.health import left, vital
from companion.engine.state.paths import ROUND, joins, unit_of
from companion.engine.state.phrases import phrase, unstopped
from companion.engine.state.table import AnyTable, Unit
from companion.engine.story import Scene, begun_with, plain_story
from companion.frontend.saying.sentences import standing_alone
from companion.report.battle import Blow, RoundRecord


class Playback:
    """What a session shows when it is gone through once, in order, on a table of its own.

    `rounds` leaves out the aftermath, and a last round in which nothing was played yet; `began_in` has the round in
    which each entry began, `came` what each unit came with.
    """

    def __init__(self, session: Session) -> None:
        self.rounds: list[RoundRecord] = []
        self.start = RoundRecord(0)
        self.began_in: list[int] = []
        self.came: dict[str, int] = {}
        self.blows: list[Blow] = []
        self._session = session
        self._table: AnyTable = table_at_start(session)
        self._left: dict[str, int] = {}
        self._alive: dict[str, bool] = {}
        self._before: dict[str, Blow] = {}
        """The falls that are no part of this record."""
        entries = entries_of(session)
        self._begin()
        for entry in entries:
            self._play(entry)
        self._end_round()
        if len(self.rounds) > 1 and self._only_begun():
            # There is nothing to tell of it.
            self.rounds.pop()

    def fall(self, of: str) -> Blow | None:
        """What put a unit out of action last; None if it stands."""
        felled = (blow for blow in reversed(self.blows) if blow.of == of and blow.felled)
        return None if self._alive[of] else next(felled, self._before.get(of))

    def _only_begun(self) -> bool:
        """Whether nothing was played in the last round yet, but perhaps the beginning of what is open."""
        last = self.rounds[-1]
        closed = self.began_in if self._session.run is None else self.began_in[:-1]
        hurt = any(blow.round == last.number for blow in self.blows)
        return last.number not in closed and not last.scenes and not hurt

    def _begin(self) -> None:
        self._see_newcomers()
        self._count(self.start)
        for unit in self._table.units.values():
            if not unit.alive:
                before = Blow(self._table.round, "", unit.id, 0, True, "before this record begins")
                self._before[unit.id] = before
        self.rounds.append(RoundRecord(self._table.round))

    def _see_newcomers(self) -> None:
        """Units that are on the table for the first time."""
        for of, unit in self._table.units.items():
            if of not in self.came:
                self.came[of] = self._left[of] = left(unit)
                self._alive[of] = unit.alive

    def _recount(self, unit: Unit) -> None:
        """Minis joined it or left it, and nobody was hurt."""
        now = left(unit)
        self.came[unit.id] += now - self._left[unit.id]
        self._left[unit.id], self._alive[unit.id] = now, unit.alive

    def _play(self, entry: JournalEntry) -> None:
        here = self.rounds[-1]
        self.began_in.append(here.number)
        battle = not is_aftermath(self._session, entry)
        first = len(self.blows)
        phase = self._table.spec.phase(self._table.phase)
        turn_of = "" if phase.both or not self._table.active else _goes_with(self._table, entry) or self._table.active
        for change in entry.changes():
            if battle and (change.of, change.field) == ROUND:
                self._end_round()
                apply(self._table, change)
                self.rounds.append(RoundRecord(self._table.round))
                continue
            apply(self._table, change)
            place = unit_of(change.field) if change.of == "table" else None
            if place is not None:
                if change.after is not None:
                    # It may come back, and is another then.
                    _ = self.came.pop(place.of, None), self._before.pop(place.of, None)
                self._see_newcomers()
            unit = self._table.owner_of(change.of)
            if unit is not None and joins(change.of, change.field):
                self._recount(unit)
            elif battle and unit is not None:
                self._note(here.number, unit, change)
        if battle:
            self._share(entry, first)
            here.tell(phase.title, turn_of, scenes_of(self._session, self._table, entry))

    def _note(self, round_: int, unit: Unit, change: Change) -> None:
        """Keeps what a change did to the strength or the life of a unit."""
        before, was = self._left[unit.id], self._alive[unit.id]
        now, alive = left(unit), unit.alive
        if (before, was) == (now, alive):
            return
        self._left[unit.id], self._alive[unit.id] = now, alive
        by, felled = change.by, was and not alive
        if felled:
            by = by or (self._last_by(round_, unit.id) if now == before else "")
        if now < before or felled:
            # What falls without a wound, as a unit that flees, takes along what was left of it.
            trackers = {spec.name for spec in vital(self._table.find(change.of))}
            whole = felled and bool(trackers) and change.field not in trackers
            wounds = 0 if whole else max(0, before - now)
            self.blows.append(Blow(round_, by, unit.id, wounds, felled, change.why if felled else ""))

    def _share(self, entry: JournalEntry, first: int) -> None:
        """Gives harm whose change names nobody to those who did it, as far as the game knows them from its record."""
        if all(blow.by for blow in self.blows[first:]):
            return
        named = [(blow.by, blow.of, blow.wounds) for blow in self.blows[first:] if blow.by]
        for loss in self._session.ruleset.losses(_Alone(self._table, (entry,))):
            if (loss.by, loss.of, loss.wounds) in named:
                # A change named it already.
                named.remove((loss.by, loss.of, loss.wounds))
                continue
            for place, blow in enumerate(self.blows[first:], first):
                if loss.by and blow.of == loss.of and not blow.by and 0 < loss.wounds <= blow.wounds:
                    rest = replace(blow, wounds=blow.wounds - loss.wounds)
                    done = replace(blow, by=loss.by, wounds=loss.wounds, felled=blow.felled and not rest.wounds)
                    self.blows[place : place + 1] = [done, rest] if rest.wounds else [done]
                    break
        for place, blow in enumerate(self.blows[first:], first):
            if blow.felled:
                self.blows[place] = replace(
                    blow, by=blow.by or ("" if blow.wounds else self._last_by(blow.round, blow.of))
                )

    def _last_by(self, round_: int, of: str) -> str:
        """Who hurt it last in this round; empty if the last blow has no name."""
        blow = next((blow for blow in reversed(self.blows) if blow.of == of and blow.wounds), None)
        return blow.by if blow is not None and blow.round == round_ else ""

    def _end_round(self) -> None:
        self.rounds[-1].leave_out_quiet()
        self._count(self.rounds[-1])

    def _count(self, record: RoundRecord) -> None:
        record.strength = strength(self._table)
        record.left = {
            side: sum(unit.alive for unit in self._table.units.values() if unit.side == side)
            for side in self._table.sides
        }


@frozen
class _Alone:
    """One procedure as if nothing else had been played."""

    table: AnyTable
    entries: Sequence[JournalEntry]


def _goes_with(table: AnyTable, entry: JournalEntry) -> str:
    """The side of the unit that a procedure began with: who passed the turn on by a charge still fights it."""
    began = (table.units.get(str(value)) for value in entry.args.values())
    return next((unit.side for unit in began if unit is not None), "")


def entries_of(session: Session) -> list[JournalEntry]:
    """What was played on a session, the open procedure last."""
    run = session.run
    if run is None:
        return [*session.entries]
    # What it came to is not known yet.
    return [*session.entries, replace(run_entry(session.table, run, {}), conclusion=())]


def is_aftermath(session: Session, entry: JournalEntry) -> bool:
    """Whether a procedure belongs to the campaign and not to the battle."""
    aftermath = session.ruleset.aftermath
    return aftermath is not None and entry.procedure == aftermath.name


def scenes_of(session: Session, table: AnyTable, entry: JournalEntry) -> Sequence[Scene]:
    """What is told of a procedure. A record that the game's own teller cannot read is told the plain way.

    If there is nothing to tell of dice and blows it is told by what it came to.
    """
    try:
        found = list(session.ruleset.story(table, entry))
    except (LookupError, TypeError, ValueError, AttributeError):
        found = list(plain_story(table, entry))
    if not found and entry.conclusion:
        units = begun_with(table, entry)
        return [Scene(units, tuple(standing_alone(table, one) for one in entry.conclusion), quiet=True)]
    # A teller that yields a scene without a word says that there is nothing to tell.
    return [scene for scene in found if scene.sentences]


def told_once(sentences: Sequence[str]) -> list[str]:
    """The sentences; of one that is the last again only how often."""
    found: list[tuple[str, int]] = []
    for sentence in sentences:
        last, times = found[-1] if found else ("", 0)
        if sentence == last:
            found[-1] = last, times + 1
        else:
            found.append((sentence, 1))
    return [phrase(unstopped(text), f" ({times} times).") if times > 1 else text for text, times in found]
