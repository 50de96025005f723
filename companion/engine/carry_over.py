"""What a battle adds to the lives of its units and leaves to a roster, if the game has no campaign rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from companion.engine.campaign import GONE, Batch, Career, LedgerEntry
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.state.adjustments import apply, revert
from companion.engine.state.changes import Change
from companion.engine.state.health import fresh, vital
from companion.engine.state.joining import held_in
from companion.engine.state.paths import joins, split_path, unit_of
from companion.engine.state.table import AnyTable, Model, Unit, table_copy


class Loss(NamedTuple):
    """Wounds that a unit took and models that it lost at one time. `by` is the unit that inflicted them, or empty.

    In a game that counts models instead of wounds both are the models.
    """

    of: str
    by: str
    wounds: int = 0
    models: int = 0


class Fought(Protocol):
    """A session, as far as careers and batches are made of it."""

    @property
    def table(self) -> AnyTable:
        """The table as it stands."""

    @property
    def entries(self) -> Sequence[JournalEntry]:
        """What was played on it."""


def struck(session: Fought) -> Iterator[Loss]:
    """Every time a vital tracker of a unit, or of one of its models, went further from where it stood at first."""
    first: dict[tuple[str, str], int] = {}
    for change in changes_of(session):
        unit = session.table.owner_of(change.of)
        spec = session.table.find(change.of).specs().get(change.field) if unit is not None else None
        if (
            unit is None
            or spec is None
            or not spec.vital
            or not isinstance(change.before, int)
            or not isinstance(change.after, int)
        ):
            continue
        start = first.setdefault((change.of, change.field), change.before)
        wounds = abs(change.after - start) - abs(change.before - start)
        if wounds > 0:
            yield Loss(unit.id, change.by, wounds)


def changes_of(session: Fought) -> Iterator[Change]:
    for entry in session.entries:
        yield from entry.changes()


def careers_of(
    table: AnyTable, units: Sequence[Unit], losses: Iterable[Loss], kills: Mapping[str, int]
) -> list[Career]:
    """The careers of these units. A kill counts once, for the unit that last hurt one that is out of action now.

    `kills` are further ones that the players recorded.
    """
    listed = [_worded(table, loss) for loss in losses]
    last = {loss.of: loss.by for loss in listed if loss.by and loss.by != loss.of}
    made = []
    for unit in units:
        dealt = [loss for loss in listed if loss.by == unit.id != loss.of]
        taken = [loss for loss in listed if loss.of == unit.id]
        felled = sum(1 for of, by in last.items() if by == unit.id and of in table.units and not table.units[of].alive)
        made.append(
            Career(
                unit.id,
                dealt=sum(loss.wounds for loss in dealt),
                taken=sum(loss.wounds for loss in taken),
                felled=felled + kills.get(unit.id, 0),
                fell=int(not unit.alive),
                models=sum(loss.models for loss in dealt),
                lost=sum(loss.models for loss in taken),
            )
        )
    return made


def _worded(table: AnyTable, loss: Loss) -> Loss:
    """The loss as careers have it: models that are gone are no wounds, whatever their game counts."""
    unit = table.known(loss.of)
    counts = isinstance(unit, Unit) and any(spec.name in unit.counts_models for spec in vital(unit))
    return loss._replace(wounds=0) if counts else loss


PROCEDURE: Final = "aftermath"
WON: Final = "won the battle"
"""The reason of a mark for winning."""
MOST_KILL_MARKS: Final = 2


_NOT_CARRIED = ("id", "side")

Returning = Callable[[Unit, Mapping[str, Any]], Mapping[str, Any]]
"""The fields of a unit that do not start afresh in its next battle, by the options in force.

The value of a field that holds models is a mapping: what is kept of each model, by its id and field.
"""


def unhurt(unit: Unit, options: Mapping[str, object]) -> Mapping[str, Any]:
    """Everybody comes back as the roster has them."""
    return {}


def healed(unit: Unit, options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The wounds that a unit keeps in its vital trackers, by the option `aftermath_heal`.

    `half` heals half of them, rounded up. Whoever was out of action keeps one less than puts it out.
    """
    kept = {}
    for spec in vital(unit):
        whole, limit = fresh(unit, spec), spec.threshold(unit)
        worst = abs(limit - whole) - 1 if limit is not None else None
        wounds = wounds_kept(abs(getattr(unit, spec.name) - whole), worst, options)
        kept[spec.name] = whole - wounds if limit is not None and limit < whole else whole + wounds
    return kept


def wounds_kept(wounds: int, worst: int | None, options: Mapping[str, Any]) -> int:
    """How many of its wounds one that comes back still has: at most `worst`, if that is known."""
    heal = options.get("aftermath_heal", "full")
    kept = {"full": 0, "half": wounds // 2, "keep": wounds}[heal]
    return kept if worst is None else min(kept, max(0, worst))


@frozen
class CarryOver:
    """How the plain carry-over reads one game.

    `returning` gives what a unit keeps of its wounds and losses; `losses` who cost whom what, in the order played;
    `recorded` are the fields that the aftermath sets for a unit, `totals` those that it adds to for a side.
    """

    returning: Returning = unhurt
    losses: Callable[[Fought], Iterable[Loss]] = struck
    recorded: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()

    def batch(self, session: Fought, side: str) -> Batch:
        """The batch of a side: a pure function of the session.

        Closed without an aftermath, everybody comes back unhurt, unless the option `aftermath_losses` says `gone`.
        """
        printed, done = _Printed(session), aftermath_of(session, side)
        units = [unit for unit in session.table.units.values() if unit.side == side]
        lost = _lost(session, units, done)
        entries = [*joined_entries(session, side)]
        entries += [entry for unit in units for entry in printed.profile_changes(unit)]
        entries += [entry for unit in units for entry in printed.minis_changes(unit)]
        entries += lost.values()
        if done is not None:
            for unit in units:
                if unit.id not in lost:
                    entries += printed.kept(unit, self.returning(unit, session.table.options))
            entries += self._typed(session, side, units, done)
        recorded: Mapping[str, Any] = done.outcome.get("units", {}) if done is not None else {}
        kills = {of: typed.get("kills", 0) for of, typed in recorded.items()}
        careers = careers_of(session.table, units, self.losses(session), kills)
        if done is not None and session.table.options.get("aftermath_marks") == "on":
            staying_careers = [career for career in careers if career.of not in lost]
            entries += _marks(session, side, staying_careers)
        return Batch(side, tuple(entries), tuple(careers))

    def _typed(self, session: Fought, side: str, units: Sequence[Unit], done: JournalEntry) -> Iterator[LedgerEntry]:
        """What the players recorded: fields of units, and what is added to the totals of the side."""
        for unit in units:
            typed = done.outcome.get("units", {}).get(unit.id, {})
            for name in self.recorded:
                if name in typed and typed[name] != getattr(unit, name):
                    yield LedgerEntry(unit.id, name, getattr(unit, name), typed[name], "recorded in the aftermath")
        for name in self.totals:
            before, more = getattr(session.table.side(side), name), done.outcome.get(name, 0)
            if more:
                yield LedgerEntry(side, name, before, before + more, "this battle")


def aftermath_of(session: Fought, side: str, name: str = PROCEDURE) -> JournalEntry | None:
    """The aftermath, the procedure `name`, that this side has played to its end; None if there is none."""
    for entry in reversed(session.entries):
        if entry.procedure == name and entry.args.get("side") == side and not entry.outcome.get("left"):
            return entry
    return None


def carry_over(session: Fought, side: str) -> Batch:
    """The batch of a side in a game that has no aftermath to play."""
    return CarryOver().batch(session, side)


def recorded_winners(session: Fought) -> tuple[str, ...] | None:
    """The sides that won by what the table says: nobody in a draw; None if no result is recorded."""
    table = session.table
    if table.over is None or any(
        entry.procedure == PROCEDURE and entry.outcome.get("result") == "unrecorded" for entry in session.entries
    ):
        return None
    winner = table.over.winner
    if winner is None:
        return ()
    return tuple(of for of in table.sides if table.alliance(of) == table.alliance(winner)) or (winner,)


def joined_entries(session: Fought, side: str) -> Iterator[LedgerEntry]:
    """The units that joined this side in the battle, and so its roster: as they were when they joined."""
    moves: dict[str, list[Change]] = {}
    for change in changes_of(session):
        place = unit_of(change.field) if change.of == "table" else None
        if place is not None:
            moves.setdefault(place.of, []).append(change)
    for of, made in moves.items():
        # One that left and came back was of the roster before.
        came = made[0].before is None and of in session.table.units and session.table.unit(of).side == side
        if came:
            fields = {name: value for name, value in made[-1].after.items() if name not in _NOT_CARRIED}
            yield LedgerEntry(of, "", None, fields, made[-1].why or "joined in the battle")


def _lost(session: Fought, units: Sequence[Unit], done: JournalEntry | None) -> dict[str, LedgerEntry]:
    """The units that leave their roster for good, with the dice that decided it."""
    if done is None:
        gone = session.table.options.get("aftermath_losses") == "gone"
        return {
            unit.id: LedgerEntry(unit.id, GONE, None, "out of action", "lost in battle")
            for unit in units
            if gone and not unit.alive
        }
    lost, dice = done.outcome.get("lost", {}), done.outcome.get("dice", {})
    return {
        unit.id: LedgerEntry(unit.id, GONE, None, lost[unit.id], "lost in battle", tuple(dice.get(unit.id, ())))
        for unit in units
        if unit.id in lost
    }


def _marks(session: Fought, side: str, careers: Sequence[Career]) -> Iterator[LedgerEntry]:
    """One mark for taking part, one for winning, one a kill up to two."""
    won = side in (recorded_winners(session) or ())
    for career in careers:
        marks: int = getattr(session.table.unit(career.of), "marks", 0)
        given = [("took part", False), (WON, True), *[("a kill", False)] * min(career.felled, MOST_KILL_MARKS)]
        for why, for_winning in given:
            if won or not for_winning:
                yield LedgerEntry(career.of, "marks", marks, marks + 1, why, won=for_winning)
                marks += 1


class _Printed:
    """Two copies of a table on which this was played: its units as they came to it, and as they are printed now.

    What players changed in a profile is printed, and who joined or left between procedures, late ones and mistakes.
    What a rule did ends with the battle.
    """

    def __init__(self, session: Fought) -> None:
        self.changes = [*changes_of(session)]
        self.came = table_copy(session.table)
        for change in reversed(self.changes):
            if self._is_of_a_unit(self.came, change):
                revert(self.came, change)
        self.now = table_copy(self.came)
        for change in self.changes:
            if self._is_of_a_unit(self.now, change) and self._is_printed(change):
                apply(self.now, change)

    def _is_of_a_unit(self, table: AnyTable, change: Change) -> bool:
        owner = table.owner_of(change.of)
        if owner is None:
            return False
        return joins(owner.id, change.field) or split_path(change.field)[0] in table.find(change.of).specs()

    def _is_printed(self, change: Change) -> bool:
        if joins(change.of, change.field):
            return True
        name = split_path(change.field)[0]
        spec = self.now.find(change.of).specs()[name]
        return change.by_hand and not spec.adjust and spec.place != "internal" and name not in _NOT_CARRIED

    def profile_changes(self, unit: Unit) -> Iterator[LedgerEntry]:
        """Where the profile of a unit is another now."""
        came, now = self.came.unit(unit.id), self.now.unit(unit.id)
        for name in unit.specs():
            by_hand = [c for c in self.changes if c.of == unit.id and split_path(c.field)[0] == name and c.by_hand]
            before, after = getattr(came, name), getattr(now, name)
            if by_hand and before != after and not _holds_models(after):
                yield LedgerEntry(unit.id, name, before, after, by_hand[-1].why)

    def minis_changes(self, unit: Unit) -> Iterator[LedgerEntry]:
        """Where a unit has other minis now, or more or fewer."""
        came, now = self.came.unit(unit.id), self.now.unit(unit.id)
        moves = [change for change in self.changes if change.of == unit.id and joins(unit.id, change.field)]
        if unit.miniatures:
            before, after = [model.dump() for model in came.miniatures], [model.dump() for model in now.miniatures]
            if before != after:
                ids = {model.id for model in unit.miniatures}
                made = moves or [change for change in self.changes if change.of in ids and change.by_hand]
                yield LedgerEntry(unit.id, held_in(unit), before, after, made[-1].why)
        for name in unit.counts_models:
            if getattr(came, name) != getattr(now, name) and moves:
                yield LedgerEntry(unit.id, name, getattr(came, name), getattr(now, name), moves[-1].why)

    def kept(self, unit: Unit, returning: Mapping[str, Any]) -> Iterator[LedgerEntry]:
        """Where the values that a unit comes back with are not those that it came with."""
        came, now = self.came.unit(unit.id), self.now.unit(unit.id)
        for name, value in returning.items():
            before, after = getattr(now if name in unit.counts_models else came, name), value
            if isinstance(value, Mapping):
                models: Sequence[Model] = getattr(now, name)
                before = [model.dump() for model in models]
                after = [replace(model, **value.get(model.id, {})).dump() for model in models]
            if before != after:
                yield LedgerEntry(unit.id, name, before, after, "wounds and losses")


def _holds_models(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Model) for item in value)
