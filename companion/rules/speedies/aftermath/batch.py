"""What a battle and its aftermath leave to the roster of a warband: a pure function of the session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.campaign import GONE, Batch, Career, LedgerEntry
from companion.engine.carry_over import Fought, aftermath_of, joined_entries
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.setup import free_id, id_of
from companion.engine.state.changes import Change, Note
from companion.engine.state.entity import Entity
from companion.engine.state.paths import split_path
from companion.engine.state.results import Result
from companion.rules.speedies.aftermath.gear import hired
from companion.rules.speedies.aftermath.warband import MISSED
from companion.rules.speedies.conditions import OUT
from companion.rules.speedies.units import Recruit, SpeediesTable

INCOME = "income"
FIRST_ROLLS = (INCOME, "scar", "blight", "improvement")
"""Names of the rolls that begin a story; those of `LATER_ROLLS` may go on with it."""
PART_OF = {"A4a": "A4", "A4b": "A4"}
"""Steps that belong to another one."""
LATER_ROLLS = ("major_wound", "improvement_check")


def batch(session: Fought, side: str) -> Batch:
    """Every change of what a roster keeps, in the order played, with its reason and dice; then the recruits.

    Wounds, statuses and Treasure end with the battle. Manual adjustments of what is printed carry over too.
    """
    table = session.table
    assert isinstance(table, SpeediesTable)
    own = {side, *(unit.id for unit in table.units.values() if unit.side == side)}
    entries = [*joined_entries(session, side)]
    entries += [entry for played in session.entries for entry in _entries(table, played, own, side)]
    if aftermath_of(session, side) is None:
        # Players may close a battle without its aftermath; who missed it has missed it all the same.
        entries += [
            LedgerEntry(unit.id, "misses", unit.misses, unit.misses - 1, MISSED)
            for unit in table.units.values()
            if unit.side == side and unit.misses
        ]
    taken = {*table.sides, *table.units}
    for recruit in table.sides[side].recruits:
        of = free_id(id_of(recruit.name), taken)
        taken.add(of)
        entries.append(LedgerEntry(of, "", None, _fields(of, recruit), f"hired for {recruit.gold} gold"))
    return Batch(side, tuple(entries), tuple(_careers(session, table, side)))


@frozen
class _Rolled:
    """Dice that decide what becomes of a unit or warband in a step, and in those that belong to it (A4, A4a).

    `about` is its id; empty in records of earlier versions, which do not say which unit it is.
    """

    about: str = ""
    step: str = ""
    dice: tuple[int, ...] = ()

    def _holds(self, step: str) -> bool:
        return bool(self.dice) and self.step in (step, PART_OF.get(step))

    def goes_on(self, about: str, step: str) -> bool:
        """Whether a later roll is the next one of the same story."""
        return self.about == about and self._holds(step)

    def decided(self, change: Change, side: str) -> bool:
        """Whether they led to this change: not what players paid, chose or wrote by themselves since."""
        about = change.of == self.about if self.about else change.of != side
        return about and self._holds(change.step) and not change.by_hand


def _entries(table: SpeediesTable, played: JournalEntry, own: set[str], side: str) -> Iterator[LedgerEntry]:
    rolled = _Rolled()
    for event in played.events:
        if isinstance(event, Result):
            rolled = _with(rolled, event)
        elif isinstance(event, Change) and event.of in own and _is_kept(table.find(event.of), event.field):
            dice = rolled.dice if rolled.decided(event, side) else ()
            won = event.field == "wins" and not event.by_hand
            yield LedgerEntry(event.of, event.field, event.before, event.after, event.why, dice, won)


def _with(before: _Rolled, result: Result) -> _Rolled:
    """What decides after this roll: it alone, or with the one that it goes on with; none where it tells no story."""
    name = result.roll
    if name not in (*FIRST_ROLLS, *LATER_ROLLS):
        return _Rolled()
    faces = tuple(int(face) for group in result.groups for face in group.faces)
    about = str(result.facts.get("unit", result.groups[0].by if name == INCOME else ""))
    if name in LATER_ROLLS and before.goes_on(about, result.step):
        return _Rolled(about, before.step, (*before.dice, *faces))
    return _Rolled(about, result.step, faces)


def _is_kept(entity: Entity, field: str) -> bool:
    """Whether the roster keeps this field: what is printed, and that a unit is gone."""
    spec = entity.specs().get(split_path(field)[0])
    return spec is not None and (field == GONE or (not spec.adjust and field not in ("id", "side")))


def _fields(of: str, recruit: Recruit) -> dict[str, object]:
    """A recruit as the roster has it."""
    return {name: value for name, value in hired(recruit, of, "").dump().items() if name not in ("id", "side")}


def _careers(session: Fought, table: SpeediesTable, side: str) -> Iterator[Career]:
    """What the battle adds to the totals of each unit that fought in it."""
    done = aftermath_of(session, side)
    kills = done.outcome.get("kills", {}) if done is not None else {}
    changes = done.changes() if done is not None else ()
    stayed_home = {
        change.of
        for change in changes
        if change.field == "misses" and change.after < change.before and not change.by_hand
    }
    losses = list(_losses(session.entries))
    killers = {of: by for of, by, _, fell in losses if fell}
    for unit in table.units.values():
        if unit.side != side or unit.id in stayed_home or (done is None and unit.misses):
            continue
        felled = sum(by == unit.id and table.units[of].status == OUT for of, by in killers.items())
        yield Career(
            unit.id,
            dealt=sum(wounds for of, by, wounds, _ in losses if by == unit.id != of),
            taken=sum(wounds for of, _, wounds, _ in losses if of == unit.id),
            felled=felled + int(kills.get(unit.id, 0)),
            fell=int(unit.status == OUT),
        )


def _losses(entries: Sequence[JournalEntry]) -> Iterator[tuple[str, str, int, bool]]:
    """Who lost how many Wounds to whom, and whether it was taken out: (unit, by, wounds, fell), as it was played.

    Volleys and shots end with a note that says who struck whom; a fall or an adjustment has none.
    """
    for played in entries:
        wounds: dict[str, int] = {}
        fell: set[str] = set()
        for event in played.events:
            # A Wound more by an improvement heals none that was taken.
            if isinstance(event, Change) and event.field == "wounds" and (event.by_hand or event.after < event.before):
                wounds[event.of] = wounds.get(event.of, 0) + int(event.before) - int(event.after)
            elif isinstance(event, Change) and event.field == "status" and event.after == OUT:
                fell.add(event.of)
            elif isinstance(event, Note) and "volley" in event.facts:
                target, attacker = str(event.facts["volley"]["target"]), str(event.facts["volley"]["attacker"])
                yield target, attacker, max(0, wounds.pop(target, 0)), target in fell
                fell.discard(target)
        yield from ((of, "", max(0, lost), of in fell) for of, lost in wounds.items())
