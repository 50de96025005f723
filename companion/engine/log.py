"""The game as sentences: what was asked and answered, what changed and why, what was ruled and what was undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal

from companion.engine.answers import AnswerRecord, answer_words, words_of
from companion.engine.bookkeeping import counted, covers, declined, of_the_end, of_the_fallen, passing
from companion.engine.campaign import GONE
from companion.engine.change_words import field_difference, sentence
from companion.engine.errors import RULES_FAIL
from companion.engine.frozen import frozen
from companion.engine.history import run_entry
from companion.engine.inputs import Answer
from companion.engine.journal import JournalEntry
from companion.engine.odds import LOOKS
from companion.engine.session import Session
from companion.engine.state.changes import Beside, Change, Note, Recorded, net
from companion.engine.state.entity import Entity
from companion.engine.state.paths import (
    ROUND,
    contact_of,
    joins,
    option_of,
    split_path,
    unit_of,
)
from companion.engine.state.results import Result, with_rerolls
from companion.engine.state.table import DICE_WORD, AnyTable
from companion.engine.story import begun_with
from companion.engine.wording import does

_PHASE = ("table", "phase")


@frozen
class LogLine:
    """One sentence. `entry` is the place of its procedure in the session (the open one is the last).

    `at` is how many events of its procedure came before it; `key` that of the request, if it tells an answer.
    """

    entry: int
    kind: str
    step: str
    text: str
    of: tuple[str, ...]
    side: str
    round: int
    at: int = 0
    key: str = ""
    beside: Beside | Literal["life"] = ""
    """Where players see the same while it is new; `life`: it is what a unit has left of its health."""
    small: bool = False
    """Whether it is only kept count of, or told by the result before it: no part of the story."""


def lines(session: Session) -> list[LogLine]:
    """The whole game, oldest first. A sealed answer is never shown, only that it is sealed."""
    found: list[LogLine] = []
    undone = undone_rolls(session)
    for place in range(len(session.entries)):
        found += _with_undone(entry_lines(session, place), undone.pop(place, ()))
    found += _with_undone(open_lines(session), undone.pop(len(session.entries), ()))
    return [*found, *(line for rolls in undone.values() for _, line in rolls)]


def _with_undone(told: list[LogLine], undone: Sequence[tuple[str, LogLine]]) -> list[LogLine]:
    """The lines of a procedure, each undone roll before what took its place; behind them where nothing did."""
    for key, line in undone:
        at = next((at for at, one in enumerate(told) if one.key == key), len(told))
        round_ = told[min(at, len(told) - 1)].round if told else line.round
        told.insert(at, replace(line, round=round_))
    return told


def undone_rolls(session: Session) -> dict[int, list[tuple[str, LogLine]]]:
    """What the app rolled and players took back, by the place of the procedure that it was rolled in; each with the
    key of its request.
    """
    found: dict[int, list[tuple[str, LogLine]]] = {}
    for roll in session.taken_back:
        text = f"undone: {roll.title} — {words_of(roll.value)} (rolled by the app)"
        line = LogLine(roll.number, "undone", "", text, (), "", session.table.round)
        found.setdefault(roll.number, []).append((roll.key, line))
    return found


def entry_lines(session: Session, place: int) -> list[LogLine]:
    """What one closed procedure or adjustment has to say."""
    entry = session.entries[place]
    found = list(_entry(session.table, place, entry, ()))
    if entry.procedure:
        words = "broken off" if entry.outcome.get("left") else "; ".join(entry.conclusion)
        text = f"{entry.title}: {words or 'ended'}"
        found.append(LogLine(place, "end", "", text, (), "", entry.round, len(entry.events), small=not words))
    return found


def open_lines(session: Session) -> list[LogLine]:
    """What the open procedure has to say so far; nothing at rest."""
    run = session.run
    if run is None:
        return []
    hidden = run.sealed_keys() if run.driver.request is not None and run.driver.request.slots else []
    open_ = run_entry(session.table, run, {})
    return list(_entry(session.table, len(session.entries), open_, hidden))


def told(lines: Sequence[LogLine]) -> Iterator[int]:
    """The places of the lines that tell the story; the others are bookkeeping, or say an answer again.

    A procedure of which nothing would be told but that it was, is told whole.
    """
    begin = 0
    for end in range(1, len(lines) + 1):
        if end == len(lines) or lines[end].entry != lines[begin].entry:
            yield from _told(lines, range(begin, end))
            begin = end


def _told(lines: Sequence[LogLine], places: Sequence[int]) -> Iterable[int]:
    kept = []
    last = max((place for place in places if lines[place].kind == "answer"), default=None)
    if not any(lines[place].kind == "end" and lines[place].small for place in places):
        last = None
    for place in places:
        line = lines[place]
        # Where nothing is said at the end, the last answer says why.
        if not line.small or place == last:
            kept.append(place)
    return places if all(lines[place].kind == "start" for place in kept) else kept


def summary(session: Session, entry: JournalEntry, told: Sequence[object] = ()) -> list[str]:
    """The end of a procedure in a few sentences: what it came to, what is different by unit, and who touches whom.

    What `told`, events of this procedure that players know of, says by itself is left out.
    """
    by_thing: dict[str, list[tuple[str, str]]] = {}
    table_changes: list[str] = []
    known = {id(event) for event in told} | of_the_end(session.table, entry.changes())
    new = {(change.of, change.field) for change in entry.changes() if id(change) not in known}
    for change in net(entry.changes()):
        of, field, before = change.of, change.field, change.before
        if (of, field) not in new or covers(session.table, entry.conclusion, change):
            continue
        if of == "table":
            if contact_of(field) is not None or shown(session.table, field):
                table_changes.append(sentence(session.table, Change(of, field, before, change.after, "", "")))
        elif shown(session.table.known(of), field):
            difference = field_difference(session.table, of, field, before, change.after)
            by_thing.setdefault(of, []).append((difference, _causes(session.table, entry, of, field)))
    units = [f"{session.table.title(of)}: {_with_causes(parts)}" for of, parts in by_thing.items()]
    if not (units or table_changes or entry.conclusion):
        # Nothing else is different: then it is news how far the game is.
        borders = [one for one in net(entry.changes()) if (one.of, one.field) in new & {ROUND, _PHASE}]
        table_changes = [sentence(session.table, one) for one in borders]
    said = {event.text for event in told if isinstance(event, (Note, Result))}
    return [*(text for text in entry.conclusion if text not in said), *units, *table_changes]


def _causes(table: AnyTable, entry: JournalEntry, of: str, field: str) -> str:
    """Why a unit has another health, morale or condition at the end of a procedure; empty for any other field."""
    entity = table.known(of)
    spec = entity.specs().get(split_path(field)[0]) if entity is not None and entity.id in table.units else None
    condition = entity is not None and any(one.field == field for one in entity.conditions)
    if not condition and (spec is None or not spec.in_fight):
        return ""
    whys = dict.fromkeys(one.why for one in entry.changes() if (one.of, one.field) == (of, field) and one.why)
    return "; ".join(whys)


def _with_causes(parts: Sequence[tuple[str, str]]) -> str:
    """Differences with their causes behind them; what one cause did stands together."""
    causes = dict.fromkeys(why for _, why in parts)
    groups = [(", ".join(text for text, of in parts if of == why), why) for why in causes]
    return ", ".join(text + (f" ({why})" if why else "") for text, why in groups)


def shown(entity: Entity | None, field: str) -> bool:
    """Whether players care to read of a change of this field: book-keeping they do not, but every condition.

    That a unit has left its roster for good is none, in any game.
    """
    if entity is None:
        return False
    if joins(entity.id, field) or field == GONE:
        return True
    if any(condition.field == field for condition in entity.conditions):
        return True
    spec = entity.specs().get(split_path(field)[0])
    return spec is not None and spec.place != "internal"


def _entry(table: AnyTable, place: int, entry: JournalEntry, hidden: Iterable[str]) -> Iterator[LogLine]:
    at = 0
    now = entry.began_in

    def line(kind: str, step: str, text: str, of: tuple[str, ...] = (), side: str = "", **more: Any) -> LogLine:
        return LogLine(place, kind, step, text, of, side, now, at, **more)

    sealed = tuple(hidden)
    fell: set[str] = set()
    ended = of_the_end(table, entry.changes())
    result, notes = "", _notes_behind(entry.events)
    if entry.procedure:
        who = [argument_words(table, str(v)) for v in entry.args.values()]
        of = begun_with(table, entry)
        yield line("start", "", entry.title + (": " + ", ".join(who) if who else ""), of)
    given = list(entry.answers)
    ruled = {
        one.input.key: table.title(one.input.seat)
        for one in entry.inputs
        if isinstance(one.input, Answer) and one.input.seat in table.sides
    }
    remarks = sorted(entry.remarks, key=lambda remark: remark[0])
    for at, event in enumerate([*entry.events, None]):
        # What was undone stands before what was done instead.
        while remarks and remarks[0][0] <= at:
            yield line("undone", "", remarks.pop(0)[1])
        while given and given[0].at_event <= at:
            rolled = given[0].kind == "roll" and _result_follows(entry.events, at)
            yield from _answer(table, line, given.pop(0), sealed, ruled, told=rolled)
        if isinstance(event, Change) and (event.of, event.field) == ROUND:
            now = event.after
        if isinstance(event, Change) and worth_a_line(table, event):
            side = table.units[event.of].side if event.of in table.units else ""
            life: Literal["", "life"] = "life" if _of_life(table, event) else ""
            # An adjustment is what players did themselves.
            told = event.of != "table" and _tells(table, (result, notes[at]), event)
            small = bool(entry.procedure) and (
                of_the_fallen(table, event, fell) or told or id(event) in ended or counted(table, event)
            )
            of = _units(table, event)
            yield line("change", event.step, sentence(table, event), of, side, beside=life, small=small)
        elif isinstance(event, Result):
            result = event.text
            yield line("result", event.step, with_rerolls(event, table.worded), _named(table, event.facts))
        elif isinstance(event, Note) and event.beside != "result":
            kind = "ruling" if "ruling" in event.facts else "note"
            of, small = _named(table, event.facts), passing(event.facts) or event.beside == "answer"
            yield line(kind, event.step, event.text, of, beside=event.beside, small=small)


def _notes_behind(events: Sequence[Recorded]) -> list[str]:
    """The sentence that stands right behind the changes that an event is among; empty where there is none."""
    found = [""] * (len(events) + 1)
    for at in range(len(events) - 1, -1, -1):
        event, behind = events[at], found[at + 1]
        found[at] = behind if isinstance(event, Change) else event.text if isinstance(event, Note) else ""
    return found


def _tells(table: AnyTable, said: Sequence[str], change: Change) -> bool:
    """Whether sentences say this; where rules fail to say how a unit stands, they do not, and the log is read."""
    try:
        return covers(table, said, change)
    except RULES_FAIL:
        return False


def _result_follows(events: Sequence[object], at: int) -> bool:
    """Whether a result is next, but for sentences that it says too."""
    rest = (event for event in islice(events, at, None) if not (isinstance(event, Note) and event.beside == "result"))
    return isinstance(next(rest, None), Result)


def _of_life(table: AnyTable, change: Change) -> bool:
    found = table.known(change.of) if table.owner_of(change.of) is not None else None
    spec = found.specs().get(change.field) if found is not None else None
    return spec is not None and spec.vital


def argument_words(table: AnyTable, value: str) -> str:
    """What a procedure is about, by its name: `hiro+oda` are two units, `hiro: Parry` is something of one."""
    of, colon, rest = value.partition(": ")
    if colon and of in table.units:
        return f"{table.title(of)}: {rest}"
    ids = value.split("+")
    return " and ".join(map(table.title, ids)) if all(of in table.units for of in ids) else table.title(value)


def worth_a_line(table: AnyTable, change: Change) -> bool:
    """Whether a change has a line in the log.

    Book-keeping has none; if the game stands, who touches whom, and options have. So has an end that players set:
    rules say themselves how a game ends.
    """
    own = change.of not in table.units and (
        change.field in ("round", "phase", "active", LOOKS, DICE_WORD)
        or (change.by_hand and change.field in ("over_why", "over_winner"))
        or (contact_of(change.field) or option_of(change.field)) is not None
    )
    return own or shown(table.known(change.of), change.field)


def _answer(
    table: AnyTable, line: Any, given: AnswerRecord, sealed: tuple[str, ...], ruled: Mapping[str, str], *, told: bool
) -> Iterator[LogLine]:
    """The answer in words; `told` is what a result says, `ruled` who at a shared table decided so, by the key."""
    side = given.by if given.by in table.sides else ""
    who = table.title(given.by) if side else " and ".join(table.title(s) for s in given.by.split("+"))
    if given.key in sealed and given.how != "auto":
        yield line("answer", given.step, sealed_words(table, given.by), (), side, key=given.key)
    elif given.kind != "do" and given.how != "auto":
        words = answer_words(table, given)
        how = {
            "rolled": " (by the app)",
            "drawn": " (picked by the app)",
            "ruled": f" (a ruling{f' by {ruled[given.key]}' if given.key in ruled else ''})",
        }.get(given.how, "")
        kind = "ruling" if given.how == "ruled" else "answer"
        small = kind == "answer" and (told or declined(given))
        yield line(kind, given.step, f"{given.title} — {who}: {words}{how}", (), side, key=given.key, small=small)


def sealed_words(table: AnyTable, side: str) -> str:
    """What is told of an answer that is not revealed yet."""
    return f"{does(table.title(side), 'has')} sealed an answer"


def _units(table: AnyTable, change: Change) -> tuple[str, ...]:
    unit = unit_of(change.field)
    touched = contact_of(change.field) or (unit.of if unit is not None else change.of,)
    return tuple(dict.fromkeys(owner.id for owner in map(table.owner_of, touched) if owner is not None))


def _named(table: AnyTable, facts: Mapping[str, object]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(v for v in facts.values() if isinstance(v, str) and v in table.units))
