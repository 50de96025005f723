"""What a battle leaves to its rosters: one batch of the ledger each, which can be taken back; and changes by hand.

A batch is a pure function of its session. So a crash between the two files loses nothing: it is closed again.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from companion.engine.campaign import Batch, LedgerEntry
from companion.engine.carry_over import WON, aftermath_of, recorded_winners
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.ruleset import Ruleset
from companion.engine.session import Session
from companion.engine.setup import free_id
from companion.engine.state.changes import plain
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.phrases import spans_of
from companion.engine.values import is_whole
from companion.store.battles import check_winners
from companion.store.campaigns import MANUAL, OWES, Transaction
from companion.store.careers import MARKS
from companion.store.fielding import Unfit, whole
from companion.store.format.campaign import (
    BatchRow,
    Campaign,
    CampaignRoster,
    CareerRow,
    EntryRow,
    Outcome,
    Says,
    read_in_words,
)
from companion.store.format.toml import NULL
from companion.store.ledger import (
    PlayerStanding,
    batches_of,
    closing,
    dependents,
    fold,
    has_place,
    names_of,
    put,
    taken_ids,
    value_at,
    voided_words,
)

_LATER = ("models", "lost")
"""Fields that careers have had since a later version: if they are 0, a batch is named as it was before."""

ByHand = tuple[str, str, Any]
"""A unit or roster, one of its fields, and the value that players gave it; None takes it away."""


@dataclass(slots=True)
class Effect:
    """What taking batches back, or another result of a battle, does or would do.

    `entries` are the changes by roster, `clashes` values that stay because something later changed them, with what
    stands there. `dependents` are battles that were built on it, `unfit` values that are left with which no battle can
    begin; `before` and `after` the standings, of another result alone.
    """

    entries: list[tuple[str, EntryRow]] = field(default_factory=list)
    clashes: list[tuple[str, EntryRow, Any]] = field(default_factory=list)
    dependents: list[str] = field(default_factory=list)
    unfit: list[Unfit] = field(default_factory=list)
    before: list[PlayerStanding] = field(default_factory=list)
    after: list[PlayerStanding] = field(default_factory=list)


def result_of(session: Session) -> Outcome | None:
    """How the battle ended by its session; None while it goes on, or if the players recorded no result.

    Everybody of the winner's alliance has won.
    """
    won, over = recorded_winners(session), session.table.over
    if won is None or over is None:
        return None
    return Outcome(won, drawn=not won, why=over.why)


def close(
    made: Transaction, battle: str, session: Session, rosters: Sequence[str] = (), result: Outcome | None = None
) -> list[str]:
    """Closes a battle for these rosters, or for all that have not closed it; returns those that were closed now.

    What was closed before and is still so counts as closed. Raises InvalidInput if the battle goes on, if its
    aftermath is owed, if another battle was built on what the session no longer says, or if another result is given
    to one that is closed.
    """
    campaign = made.campaign
    fought = campaign.battles[battle]
    if fought.voided:
        raise InvalidInput(f"{fought.title} is {voided_words(fought)}")
    check_winners(campaign, battle, result)
    if session.run is not None:
        raise InvalidInput(f"{session.run.procedure.title} is still open in {fought.title}", hint="play it to its end")
    typed = fought.result if fought.result is not None and fought.result.by_hand else None
    ended = result or typed or result_of(session)
    if ended is None and session.table.over is None and (ended := fought.result) is None:
        raise InvalidInput(f"{fought.title} is not over", hint="play it to its end, or say how it ended")
    # Nobody plays an aftermath of practice, or of a battle that the players ended before the rules did.
    asked = not fought.practice and session.table.over is not None
    missing = [of for of in rosters or fought.base if asked and _owes(session, of) and not aftermath_done(session, of)]
    closed = [of for of in rosters or fought.base if of not in missing and _close_one(made, battle, of, session)]
    if missing and (rosters or not closed):
        names = ", ".join(session.table.title(of) for of in missing)
        raise InvalidInput(f"the aftermath of {names} is not done", hint=f"it is played in {fought.title}")
    was = fought.result
    if result is not None and not closed and (was is None or (result.won, result.drawn) != (was.won, was.drawn)):
        raise InvalidInput(f"{fought.title} is closed already", hint="another result of it is a correction")
    campaign.battles[battle] = replace(fought, result=ended)
    # The last to close may say otherwise than those who closed before.
    count_wins(made, battle)
    return closed


def aftermath_done(session: Session, side: str) -> bool:
    """Whether this side has played its aftermath to the end, or has none to play."""
    aftermath = session.ruleset.aftermath
    return aftermath is None or aftermath_of(session, side, aftermath.name) is not None


def _owes(session: Session, side: str) -> bool:
    """Whether there is an aftermath to play. A side may say so itself; in battles of older versions it does not."""
    known = session.table.sides.get(side)
    return known is None or OWES not in known.specs() or bool(known.get(OWES))


def source_of(campaign: Campaign, battle: str, batch: Batch) -> str:
    """What names a batch: its session, and a checksum of all that it says.

    What was `won` is no part of it: batches of earlier versions did not say so, and are named as before.
    """
    careers = [{k: v for k, v in asdict(one).items() if v or k not in _LATER} for one in batch.careers]
    entries = [{k: v for k, v in asdict(one).items() if k != "won"} for one in batch.entries]
    text = repr(plain(entries + careers))
    return f"{campaign.battles[battle].session_id}/{zlib.crc32(text.encode()):08x}"


def _close_one(made: Transaction, battle: str, of: str, session: Session) -> bool:
    campaign = made.campaign
    fought = campaign.battles[battle]
    batch = Batch(of) if fought.practice else session.ruleset.batch(session, of)
    closed = closing(campaign, battle, of)
    if closed is not None:
        if is_what_is_left(campaign, closed, batch):
            return False
        check_last(campaign, battle, [of], "reopen it to see what would change")
        take_back(made, [closed], f"{fought.title} was played on")
    rows, careers = _left(campaign, battle, campaign.rosters[of], batch)
    source = source_of(campaign, battle, batch)
    made.add(of, "battle", battle=battle, source=source, entries=rows, careers=careers)
    return True


def check_last(campaign: Campaign, battle: str, rosters: Sequence[str], hint: str) -> None:
    """Raises InvalidInput if other battles were built on this one."""
    if built := dependents(campaign, battle, rosters):
        titles = ", ".join(campaign.battles[of].title for of in built)
        raise InvalidInput(f"{titles} was built on {campaign.battles[battle].title}", hint=hint)


def is_what_is_left(campaign: Campaign, row: BatchRow, batch: Batch) -> bool:
    """Whether a batch of the ledger is what its session leaves to the roster.

    Words and dice may be others: an earlier version of the rules may have told the same otherwise.
    """
    if row.source == source_of(campaign, row.battle, batch):
        return True
    rows, careers = _left(campaign, row.battle, fold(campaign, row.roster, row.n - 1), batch)
    return _values(row.entries) == _values(rows) and row.careers == careers


def _values(entries: Sequence[EntryRow]) -> list[tuple[object, ...]]:
    return [(entry.of, entry.field, plain(entry.before), plain(entry.after)) for entry in entries]


def _left(
    campaign: Campaign, battle: str, roster: CampaignRoster, batch: Batch
) -> tuple[tuple[EntryRow, ...], tuple[CareerRow, ...]]:
    """What a batch comes to on this roster, under the ids that its units have or get there."""
    own = _own_ids(campaign, battle, batch)
    entries = [replace(entry, of=own.get(entry.of, entry.of)) for entry in batch.entries]
    careers = tuple(CareerRow(**{**asdict(one), "of": own.get(one.of, one.of)}) for one in batch.careers)
    return tuple(_rows(roster, batch.side, find(campaign.header.ruleset), entries)), careers


def _own_ids(campaign: Campaign, battle: str, batch: Batch) -> dict[str, str]:
    """Other ids for units that join with this batch under one that is taken: the session sees its own units alone."""
    taken = taken_ids(campaign, (battle, batch.side))
    own = {}
    for entry in batch.entries:
        if not entry.field and entry.before is None and entry.of in taken:
            own[entry.of] = free_id(entry.of, taken)
            taken.add(own[entry.of])
    return own


def _rows(roster: CampaignRoster, of: str, ruleset: Ruleset, entries: Sequence[LedgerEntry]) -> list[EntryRow]:
    """The entries on the roster, each on what those before it leave: one field may change several times.

    Who was struck off while the battle was fought does not come back by what the battle left it with.
    """
    after, rows = copy_of(roster), []
    for entry in entries:
        if not has_place(after, of, entry.of, entry.field):
            continue
        row = _row(after, of, ruleset, entry)
        put(after, of, row.of, row.field, row.after)
        rows.append(row)
    return rows


def copy_of(roster: CampaignRoster) -> CampaignRoster:
    """A roster to try changes on."""
    return CampaignRoster(roster.player, roster.name, plain(roster.fields), plain(roster.units))


def _row(roster: CampaignRoster, of: str, ruleset: Ruleset, entry: LedgerEntry) -> EntryRow:
    """An entry on the roster as it stands: numbers go on by their difference if something changed meanwhile."""
    spec = specs(ruleset.side_type if entry.of == of else ruleset.unit_type).get(entry.field)
    before, after = _stored(spec, entry.before), _stored(spec, entry.after)
    now = _current(roster, of, entry.of, entry.field, spec)
    if now is None and spec is not None and spec.derive is not None:
        # What its profile gives a unit by itself is not written down: the battle says how much that was.
        now = before
    if now != before:
        shifted = _shifted(now, before, after)
        after = after if shifted is None else shifted
    told = [span.value for span in spans_of(entry.why) if span.field == entry.field]
    says: Says = "" if not told else "field" if told == [None] else "value"
    return EntryRow(entry.of, entry.field, now, after, entry.why, tuple(entry.dice), says=says, won=entry.won)


def _current(roster: CampaignRoster, own: str, of: str, field: str, spec: FieldSpec | None) -> Any:
    """What is in a field of a roster; if it says nothing, what the game gives a unit by itself."""
    now = value_at(roster, own, of, field)
    return _stored(spec, spec.default) if now is None and spec is not None and spec.derive is None else now


def _stored(spec: FieldSpec | None, value: Any) -> Any:
    """A value as rosters have it. A declared field that holds nothing has a dash, as on a printed card."""
    return NULL if value is None and spec is not None and spec.optional else plain(value)


def _shifted(now: Any, before: Any, after: Any) -> Any:
    """`now` with the difference between the other two; None if they are no numbers."""
    numbers = all(is_whole(value) for value in (now, before, after))
    return now + after - before if numbers else None


def take_back(made: Transaction, rows: Iterable[BatchRow], why: str) -> Effect:
    """Takes batches back, the last first, by batches that reverse them: the ledger keeps both.

    Numbers shift by the difference.
    """
    effect = Effect()
    for row in sorted(rows, key=lambda row: row.n, reverse=True):
        roster, entries = copy_of(made.campaign.rosters[row.roster]), []
        for entry in reversed(row.entries):
            current = value_at(roster, row.roster, entry.of, entry.field)
            if not has_place(roster, row.roster, entry.of, entry.field):
                effect.clashes.append((row.roster, entry, current))
                continue
            if plain(current) == plain(entry.after):
                back = entry.before
            elif (shifted := _shifted(current, entry.after, entry.before)) is not None:
                back = shifted
            else:
                effect.clashes.append((row.roster, entry, current))
                continue
            put(roster, row.roster, entry.of, entry.field, back)
            entries.append(EntryRow(entry.of, entry.field, current, back, f"taken back: {entry.why}", says=entry.says))
        made.add(row.roster, "reversal", battle=row.battle, reverses=row.n, why=why, entries=tuple(entries))
        effect.entries += [(row.roster, entry) for entry in entries]
    return effect


def edit(made: Transaction, roster: str, changes: Sequence[ByHand], why: str) -> BatchRow:
    """Changes values of a roster by hand; the ledger marks them as manual.

    Raises InvalidInput for a unit that is not there.
    """
    return made.add(roster, "manual", why=why, entries=_by_hand(made.campaign, roster, changes, why))


def count_wins(made: Transaction, battle: str, why: str = "") -> list[tuple[str, EntryRow]]:
    """Has the rosters that closed a battle count its result, as far as its aftermath has not; returns what changed.

    The winner has a win more, where the game counts them, and a mark for each unit that fought and is still there,
    where the campaign gives marks.
    """
    campaign = made.campaign
    fought, counts_wins = campaign.battles[battle], find(campaign.header.ruleset).counts_wins
    gives_marks = campaign.options.get("aftermath_marks") == "on"
    done = []
    for of in fought.base if not fought.practice else ():
        row = closing(campaign, battle, of)
        if row is None:
            continue
        there = campaign.rosters[of].present
        numbers = [(of, counts_wins)] if counts_wins else []
        numbers += [(career.of, MARKS) for career in row.careers if gives_marks and career.of in there]
        won = int(fought.result is not None and of in fought.result.won)
        entries = [_counting(campaign, battle, of, *number, won) for number in numbers]
        if changed := tuple(entry for entry in entries if entry.before != entry.after):
            made.add(of, "manual", battle=battle, why=why, entries=changed)
            done += [(of, entry) for entry in changed]
    return done


def _counting(campaign: Campaign, battle: str, roster: str, of: str, field: str, won: int) -> EntryRow:
    """What makes a number count this battle as `won` times won, after what its batches have counted already."""
    counted = sum(
        entry.after - entry.before
        for row in batches_of(campaign, battle, [roster])
        for entry in row.entries
        if entry.won and (entry.of, entry.field) == (of, field)
    )
    now = value_at(campaign.rosters[roster], roster, of, field) or 0
    by = won - counted
    return EntryRow(of, field, now, max(0, now + by), WON if by > 0 else f"not {WON}", by=MANUAL, won=True)


def record(made: Transaction, battle: str, changes: Mapping[str, Sequence[ByHand]], why: str) -> None:
    """Closes a battle that was fought without a session: every unit of its rosters took part, and this changed."""
    fought = made.campaign.battles[battle]
    for of in fought.base:
        entries = () if fought.practice else _by_hand(made.campaign, of, changes.get(of, ()), why)
        there = () if fought.practice else made.campaign.rosters[of].present
        careers = tuple(CareerRow(unit, battles=1) for unit in there)
        made.add(of, "battle", battle=battle, why=why, entries=entries, careers=careers)
    count_wins(made, battle, why)


def _check_name(campaign: Campaign, unit: tuple[str, str], name: str) -> None:
    """Raises InvalidInput if another unit of the campaign has this name."""
    for (of, other), taken in names_of(campaign).items():
        if (of, other) != unit and taken.casefold() == name.strip().casefold():
            raise InvalidInput(
                f"{campaign.rosters[of].name} has a unit called {taken} already", hint="give it another name"
            )


def _by_hand(campaign: Campaign, roster: str, changes: Sequence[ByHand], why: str) -> tuple[EntryRow, ...]:
    now, ruleset = campaign.rosters[roster], find(campaign.header.ruleset)
    entries = []
    for of, name, value in changes:
        if of != roster and of not in now.units:
            raise InvalidInput(f"there is no unit {of!r}", hint="units: " + ", ".join(now.units))
        if name == "name" and of != roster:
            _check_name(campaign, (roster, of), str(value))
        spec = specs(ruleset.side_type if of == roster else ruleset.unit_type).get(name)
        before = _current(now, roster, of, name, spec)
        if before is None and spec is not None and spec.derive is not None and of != roster:
            before = whole(ruleset, of, now.units[of]).get(name)
        entries.append(read_in_words(EntryRow(of, name, before, value, why, by=MANUAL)))
    return tuple(entries)
