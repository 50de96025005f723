"""Where play can be taken back to: the moments at which it stood still, and which of them belongs to a line of the log.

Between two answers the rules go on by themselves, and nobody can stop there. So a line leads back to the last moment
that is not after it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from companion.engine.answers import AnswerRecord
from companion.engine.frozen import frozen
from companion.engine.inputs import Adjust, Amend, Answer, Connect, Input, Leave, Overrule
from companion.engine.journal import JournalEntry
from companion.engine.log import LogLine
from companion.engine.session import Session
from companion.engine.state.changes import Note


@frozen
class WaitingPoint:
    """A moment at which play waited for players.

    `undo` is how many inputs are between it and now; `lines` how many lines of the log had happened then. `asked` is
    what was answered next, None if the table was at rest or nothing was asked.
    """

    undo: int
    lines: int
    asked: AnswerRecord | None = None


def rest_at(session: Session, lines: Sequence[LogLine], place: int) -> WaitingPoint:
    """The last moment of rest at which no more than `place` of these lines had happened.

    `lines` are those of a `Past` of this session as it stands. If just `place` lines had happened, the table was as the
    past shows it; else the answer that led to the line was still to be given.
    """
    found = WaitingPoint(session.undo_count, 0)
    for rest in _rests(session, lines):
        if rest.lines <= place:
            return rest
        found = rest
    return found


def _rests(session: Session, lines: Sequence[LogLine]) -> Iterator[WaitingPoint]:
    """Every moment of rest, the latest first."""
    run = session.run
    yield WaitingPoint(0, len(lines))
    undo = 0
    parts = list(session.entries)
    if run is not None:
        # What the journal will have of it; how it ends is of no matter here.
        events, answers = run.context.events, run.answers
        parts.append(JournalEntry(run.procedure.name, "", run.args, run.inputs, events, answers, {}, 0, ""))
    upto = len(lines)
    for place in range(len(parts) - 1, -1, -1):
        entry, first = parts[place], upto
        while first and lines[first - 1].entry == place:
            first -= 1
        if entry.procedure:
            own = lines[first:upto]
            for left, lines_then, asked in _inside(entry, own):
                yield WaitingPoint(undo + len(entry.inputs) - left, first + lines_then, asked)
        undo += entry.weight
        yield WaitingPoint(undo, first)
        upto = first


def _inside(entry: JournalEntry, lines: Sequence[LogLine]) -> Iterator[tuple[int, int, AnswerRecord | None]]:
    """The moments before each answer of a procedure, the last first: how many inputs and lines there were, what came.

    An answer that was amended and a number that was overruled changed what came after them. One half of a secret may
    have been kept when the other was asked again, and an adjustment beside it counts before both. If fewer inputs
    lead to another course than the log has, the moment is left out.
    """
    answers = list(entry.answers)
    order = {answer.key: number for number, answer in enumerate(answers)}
    latest_until = list(accumulate((_number(taken.input, order) for taken in entry.inputs), max, initial=-1))
    most_answers, most_events = len(answers), len(entry.events)
    earliest = len(answers)
    for left in range(len(entry.inputs) - 1, -1, -1):
        made, placed = entry.inputs[left].input, entry.inputs[left].place
        if isinstance(made, Amend) and made.key in order:
            most_answers = min(most_answers, order[made.key])
        elif isinstance(made, (Adjust, Connect)):
            earliest = min(earliest, _number_of(placed.after, order))
        elif isinstance(made, Overrule):
            most_events = min(most_events, _ruled_at(entry, made.key))
        elif isinstance(made, Leave) and not made.keep:
            most_events = -1
        elif isinstance(made, Answer) and made.key in order:
            number, events = order[made.key], answers[order[made.key]].at_event
            if number <= min(most_answers, earliest) and events <= most_events and latest_until[left] < number:
                yield left, _happened(lines, order, events, number), answers[number]


def _number(made: Input, order: Mapping[str, int]) -> int:
    """The place of an answer among those that count; -1 for any other input."""
    return order.get(made.key, -1) if isinstance(made, Answer) else -1


def _number_of(after: str, order: Mapping[str, int]) -> int:
    """The place of the answer after which an adjustment counts, of a secret that of its last; -1 before them all."""
    if after in order:
        return order[after]
    return max((number for key, number in order.items() if after and key.startswith(f"{after}:")), default=-1)


def _happened(lines: Sequence[LogLine], order: dict[str, int], events: int, answers: int) -> int:
    """How many of the lines had happened when there were this many events and answers."""
    count = 0
    for line in lines:
        later = order[line.key] >= answers if line.key in order else line.at >= events
        if line.kind == "end" or (later and line.kind != "start"):
            break
        count += 1
    return count


def _ruled_at(entry: JournalEntry, key: str) -> int:
    """How many events came before a number was overruled."""
    for place, event in enumerate(entry.events):
        if isinstance(event, Note) and event.facts.get("ruling") == key:
            return place
    return 0
