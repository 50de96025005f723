"""The past of a session: its table at any line of the log, its strength, and where play can be taken back to."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, count
from typing import Literal

from companion.engine import log
from companion.engine.amending import inputs_since
from companion.engine.answers import AnswerRecord
from companion.engine.frozen import frozen
from companion.engine.keys import melee_of, secret_of
from companion.engine.log import LogLine
from companion.engine.requests import Request
from companion.engine.session import Session
from companion.engine.state.adjustments import apply, revert
from companion.engine.state.changes import Change, Note, Recorded
from companion.engine.state.entity import Entity
from companion.engine.state.health import left_in_play
from companion.engine.state.paths import joins
from companion.engine.state.table import AnyTable, Model, Unit, table_copy

Stop = Literal["melee", "round", "loss"]


class Past:
    """What was played, line by line. At `place` so many lines have happened: 0 is the beginning, the last one is now.

    `table` is the table as it was there; read it, never change it. `lines` are those of the log without the remarks on
    what was undone: nothing that was undone is part of the past.
    """

    def __init__(self, session: Session) -> None:
        self.table: AnyTable = table_copy(session.table)
        self.lines: Sequence[LogLine] = [line for line in log.lines(session) if line.kind != "undone"]
        played = _played(session)
        self._changes = [event for events, _ in played for event in events if isinstance(event, Change)]
        self._applied = len(self._changes)
        self._ends = list(_ends(self.lines, [events for events, _ in played], self._applied))
        self._stops: dict[Stop, list[int]] = {
            "melee": sorted(
                set(self._melees({one.name for one in session.ruleset.melees}, [answers for _, answers in played]))
            ),
        }
        self._reveals = _reveals(self.lines)
        self.place = len(self.lines)
        self._rounds: list[tuple[int, int]] = []
        self._walk()

    # -- going about ----------------------------------------------------------------------------------------------

    @property
    def now(self) -> int:
        """The last place: the table as it stood when this past was made."""
        return len(self.lines)

    def go(self, place: int) -> None:
        """Goes to a place; one that is out of bounds means the nearest."""
        self.place = max(0, min(place, self.now))
        self._seek(self._ends[self.place])

    def stop(self, kind: Stop, way: int) -> int | None:
        """The place of the next (`way` 1) or previous (-1) melee, round or loss; None if there is no other."""
        stops = self._stops[kind]
        at = bisect_right(stops, self.place) if way > 0 else bisect_left(stops, self.place) - 1
        return stops[at] if 0 <= at < len(stops) else None

    def round_at(self, place: int) -> int:
        return self._rounds[bisect_right(self._rounds, place, key=lambda pair: pair[0]) - 1][1]

    def rounds(self) -> list[tuple[int, int]]:
        """The place at which each round begins, and its number. One without a line of its own begins with the next."""
        return list(self._rounds)

    def place_of(self, line: LogLine) -> int:
        """The place at which a line of the log has happened."""
        wanted = (line.entry, line.at)
        place = bisect_right(self.lines, wanted, key=lambda own: (own.entry, own.at))
        same = (n for n in range(place, 0, -1) if self.lines[n - 1] == line)
        return next(same, place)

    # -- what is seen ---------------------------------------------------------------------------------------------

    @property
    def line(self) -> LogLine | None:
        """The line that has just happened; None at the beginning."""
        return self.shown(self.place) if self.place else None

    def shown(self, place: int) -> LogLine:
        """The line that leads to a place, as it is known here: a sealed answer shows from its reveal on alone.

        `place` counts from 1.
        """
        line = self.lines[place - 1]
        if self.place < self._reveals.get(place, 0):
            return replace(line, text=log.sealed_words(self.table, line.side))
        return line

    # -- inside ---------------------------------------------------------------------------------------------------

    def _seek(self, applied: int) -> None:
        """Goes back or forth until `applied` changes are written."""
        table, changes = self.table, self._changes
        for change in changes[self._applied : applied]:
            apply(table, change)
        for change in reversed(changes[applied : self._applied]):
            revert(table, change)
        self._applied = applied

    def _walk(self) -> None:
        """Goes through everything once, and notes where rounds begin and who is hurt or falls."""
        self._seek(0)
        rounds = [(0, self.table.round)]
        losses = set()
        for number, change in enumerate(self._changes):
            entity = self.table.find(change.of) if change.of != "table" else self.table
            stood = _stands(entity)
            self._seek(number + 1)
            place = bisect_right(self._ends, number)
            if entity is self.table and change.field == "round":
                rounds.append((place, self.table.round))
            elif joins(change.of, change.field):
                continue
            elif _hurts(entity, change) or (stood and not _stands(entity)):
                losses.add(place)
        # Of rounds that begin with the same line the last is played there.
        self._rounds = rounds
        self._stops["round"] = sorted({place for place, _ in rounds})
        self._stops["loss"] = sorted(losses)

    def _melees(self, names: Container[str], played: Sequence[Sequence[AnswerRecord]]) -> Iterator[int]:
        """The places at which a melee begins: with its first answer, or the first line after that."""
        for entry, answers in enumerate(played):
            firsts: dict[str, AnswerRecord] = {}
            for answer in answers:
                firsts.setdefault(melee_of(answer.key, names), answer)
            for path, first in firsts.items():
                if "/" in path:
                    yield self._first_line(entry, first.at_event, first.key)
                elif path:
                    # A procedure that is a melee from its start: with the line that says so.
                    yield self._first_line(entry, 0)

    def _first_line(self, entry: int, at: int, key: str = "") -> int:
        """The place of the line of this key in a procedure, else of the first one there after so many events."""
        start = bisect_left(self.lines, (entry, at), key=lambda own: (own.entry, own.at))
        own = (n for n in range(start, self.now) if key and self.lines[n].key == key)
        return min(next(own, start) + 1, self.now)


def _ends(lines: Sequence[LogLine], played: Sequence[Sequence[Recorded]], whole: int) -> Iterator[int]:
    """How many changes are at each place. What has no line of its own belongs to the line before it."""
    first = 0
    befores = []
    for events in played:
        counts = list(accumulate((isinstance(event, Change) for event in events), initial=first))
        befores.append(counts)
        first = counts[-1]
    for line in lines:
        counts = befores[line.entry]
        yield counts[min(line.at, len(counts) - 1)]
    yield whole


def _reveals(lines: Sequence[LogLine]) -> dict[int, int]:
    """For each answer to a slot of a secret its place, and that of the last answer to the same secret."""
    secrets: dict[tuple[int, str], list[int]] = {}
    for place, line in enumerate(lines, 1):
        secret = secret_of(line.key) if line.key else ""
        if secret:
            secrets.setdefault((line.entry, secret), []).append(place)
    return {place: places[-1] for places in secrets.values() for place in places}


def _stands(entity: Entity) -> bool:
    return isinstance(entity, (Unit, Model)) and entity.alive


def _hurts(entity: Entity, change: Change) -> bool:
    """Whether a change is for the worse in what a unit or model can take."""
    spec = entity.specs().get(change.field)
    before, after = change.before, change.after
    if spec is None or not spec.vital or not isinstance(before, int) or not isinstance(after, int):
        return False
    return after > before if spec.counts_losses else after < before


def strengths(past: Past, steps: int) -> Mapping[str, list[int]]:
    """The strength of each side at `steps` places (two at least), spread evenly from the beginning to now.

    The past is at the same place afterwards.
    """
    here = past.place
    found: dict[str, list[int]] = {side: [] for side in past.table.sides}
    for step in range(steps):
        past.go(round(past.now * step / (steps - 1)))
        for side, left in strength(past.table).items():
            found[side].append(left)
    past.go(here)
    return found


def strength(table: AnyTable) -> dict[str, int]:
    """The strength of each side now: what the units that stand can still take (`health.measure` says of what)."""
    found = dict.fromkeys(table.sides, 0)
    for unit in table.units.values():
        found[unit.side] += left_in_play(unit)
    return found


@frozen
class WaitingPoint:
    """A moment at which play waited for players.

    `undo` is how many inputs are between it and now; `lines` how many lines of the log had happened then. `asked` is
    what was asked, None if the table was at rest or nothing was asked.
    """

    undo: int
    lines: int
    asked: Request[object] | None = None


def rest_at(session: Session, lines: Sequence[LogLine], place: int) -> WaitingPoint:
    """The last moment of rest at which no more than `place` of these lines had happened.

    `lines` are those of a `Past` of this session as it stands. If just `place` lines had happened, the table was as the
    past shows it; else the answer that led to the line was still to be given.
    """
    if place >= len(lines):
        return WaitingPoint(0, len(lines))
    # What begins at the place or behind it is undone whole.
    part = lines[place].entry
    first = bisect_left(lines, part, key=lambda line: line.entry)
    undo = inputs_since(session, part) - 1 if part < len(session.entries) else 0
    if first < place:
        for rest in _rests_inside(session, part, undo, first):
            if rest.lines <= place:
                return rest
    run = session.run
    weight = session.entries[part].weight if part < len(session.entries) else 1 + len(run.inputs if run else ())
    return WaitingPoint(undo + weight, first)


def _rests_inside(session: Session, part: int, undo: int, first: int) -> Iterator[WaitingPoint]:
    """The moments inside a procedure before which `first` lines had happened, the last first; `undo` leads to its end.

    Where fewer inputs lead to another course than the log has, as before an answer was amended, there is none.
    """
    played = _played(session)[part]
    twin = session.twin()
    if undo:
        twin.undo(undo)
    for back in count(undo + 1):
        twin.undo()
        if twin.run is None:
            return
        then = _played(twin)[part]
        if all(_course(one) == _course(other)[: len(one)] for one, other in zip(then, played, strict=True)):
            told = sum(line.kind != "undone" for line in log.open_lines(twin))
            yield WaitingPoint(back, first + told, twin.request)


def table_at_start(session: Session) -> AnyTable:
    """A copy of the table as it was before everything that is recorded."""
    table = table_copy(session.table)
    for change in reversed([event for events, _ in _played(session) for event in events if isinstance(event, Change)]):
        revert(table, change)
    return table


def _played(session: Session) -> list[tuple[Sequence[Recorded], Sequence[AnswerRecord]]]:
    run = session.run
    open_ = [(run.context.events, run.answers)] if run is not None else []
    return [*((entry.events, entry.answers) for entry in session.entries), *open_]


def _course(made: Sequence[Recorded | AnswerRecord]) -> list[object]:
    """What tells one course of a procedure from another, whatever words it is told in."""
    return [_told_apart(one) for one in made]


def _told_apart(one: Recorded | AnswerRecord) -> object:
    if isinstance(one, AnswerRecord):
        return one.key, one.value
    if isinstance(one, Change):
        return one
    return type(one), isinstance(one, Note) and "ruling" in one.facts
