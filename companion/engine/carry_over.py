"""What a battle adds to the lives of its units and leaves to a roster, if the game has no campaign rules of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from companion.engine.campaign import GONE, Batch, Career, LedgerEntry
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import plain_null
from companion.engine.state.health import vital
from companion.engine.state.joining import held_in, mini_of_record
from companion.engine.state.paths import HEADCOUNT, joins, mini_of, split_path, unit_of
from companion.engine.state.table import AnyTable, Model, Unit


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
        if unit is None or spec is None or not spec.vital or not _numbers(change):
            continue
        start = first.setdefault((change.of, change.field), change.before)
        wounds = abs(change.after - start) - abs(change.before - start)
        if wounds > 0:
            yield Loss(unit.id, change.by, wounds)


def changes_of(session: Fought) -> Iterator[Change]:
    """Every change of a session, in order."""
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


def _numbers(change: Change) -> bool:
    return isinstance(change.before, int) and isinstance(change.after, int)


PROCEDURE: Final = "aftermath"
WON: Final = "won the battle"
"""The reason of a mark for winning: what a corrected result takes back or adds."""
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
    for name, spec in unit.specs().items():
        if not spec.vital:
            continue
        fresh = spec.derive(unit) if spec.derive is not None else spec.default
        limit = spec.threshold(unit)
        worst = abs(limit - fresh) - 1 if limit is not None else None
        wounds = wounds_kept(abs(getattr(unit, name) - fresh), worst, options)
        kept[name] = fresh - wounds if limit is not None and limit < fresh else fresh + wounds
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
        changes = [*changes_of(session)]
        done = aftermath_of(session, side)
        units = [unit for unit in session.table.units.values() if unit.side == side]
        lost = _lost(session, units, done)
        entries = [*joined_entries(session, side)]
        entries += [entry for unit in units for entry in _profile_changes(unit, changes)]
        entries += [entry for unit in units for entry in _minis_changes(unit, changes)]
        entries += lost.values()
        if done is not None:
            staying = [unit for unit in units if unit.id not in lost]
            entries += [entry for unit in staying for entry in self._kept(session.table, unit, changes)]
            entries += self._typed(session, side, units, done)
        recorded: Mapping[str, Any] = done.outcome.get("units", {}) if done is not None else {}
        kills = {of: typed.get("kills", 0) for of, typed in recorded.items()}
        careers = careers_of(session.table, units, self.losses(session), kills)
        if done is not None and session.table.options.get("aftermath_marks") == "on":
            staying_careers = [career for career in careers if career.of not in lost]
            entries += _marks(session, side, staying_careers)
        return Batch(side, tuple(entries), tuple(careers))

    def _kept(self, table: AnyTable, unit: Unit, changes: Sequence[Change]) -> Iterator[LedgerEntry]:
        """Where the values it comes back with are not those it came with."""
        for name, value in self.returning(unit, table.options).items():
            before, after = _with_joined(unit, name, changes), value
            if isinstance(value, Mapping):
                before = [_printed(model, changes) for model in getattr(unit, name)]
                after = [_with(record, model, value) for record, model in zip(before, getattr(unit, name), strict=True)]
            if before != after:
                yield LedgerEntry(unit.id, name, before, after, "wounds and losses")

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


def aftermath_of(session: Fought, side: str) -> JournalEntry | None:
    """The aftermath that this side has played to its end; None if there is none."""
    for entry in reversed(session.entries):
        if entry.procedure == PROCEDURE and entry.args.get("side") == side and not entry.outcome.get("left"):
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
        reasons = ["took part", *([WON] if won else []), *["a kill"] * min(career.felled, MOST_KILL_MARKS)]
        for why in reasons:
            yield LedgerEntry(career.of, "marks", marks, marks + 1, why)
            marks += 1


def _profile_changes(unit: Unit, changes: Sequence[Change]) -> Iterator[LedgerEntry]:
    """What players changed in its profile. What a rule did to it ends with the battle."""
    specs: Mapping[str, FieldSpec] = unit.specs()
    for name, spec in specs.items():
        made = [change for change in changes if change.of == unit.id and split_path(change.field)[0] == name]
        by_hand = [change for change in made if change.by_hand]
        if not by_hand or name in _NOT_CARRIED or spec.adjust or spec.place == "internal":
            continue
        before = after = getattr(unit, name)
        if _holds_models(after):
            continue
        for change in reversed(made):
            before = _set(before, change.field, change.before)
        after = before
        for change in by_hand:
            after = _set(after, change.field, change.after)
        if before != after:
            yield LedgerEntry(unit.id, name, before, after, by_hand[-1].why)


def _set(value: Any, path: str, to: Any) -> Any:
    """The value of a field after a change of it, or of what it holds by name."""
    inside = split_path(path)[1]
    if not inside:
        return to
    left = {name: held for name, held in value.items() if name != inside}
    return left if to is None else left | {inside: to}


def _minis_changes(unit: Unit, changes: Sequence[Change]) -> Iterator[LedgerEntry]:
    """The minis that joined or left the unit between procedures, late ones and mistakes, and so for good.

    And what players changed in the profile of one.
    """
    ids = {model.id for model in unit.miniatures}
    moves = [change for change in changes if change.of == unit.id and joins(unit.id, change.field)]
    if unit.miniatures:
        before, after = _minis_before(unit, changes), [_printed(model, changes) for model in unit.miniatures]
        if before != after:
            made = moves or [change for change in changes if change.of in ids and change.by_hand]
            yield LedgerEntry(unit.id, held_in(unit), before, after, made[-1].why)
    for name in unit.counts_models:
        came, more = _came_with(unit, name, changes), _joined(moves)
        if more:
            yield LedgerEntry(unit.id, name, came, came + more, moves[-1].why)


def _joined(changes: Iterable[Change]) -> int:
    """How many models joined, less those that left."""
    return sum(change.after - change.before for change in changes if change.field == HEADCOUNT)


def _came_with(unit: Unit, name: str, changes: Sequence[Change]) -> Any:
    """The value of a field when the battle began."""
    value = getattr(unit, name)
    for change in reversed(changes):
        if change.of == unit.id and change.field == name:
            value = change.before
        elif change.of == unit.id and name in unit.counts_models:
            value -= _joined((change,))
    return value


def _with_joined(unit: Unit, name: str, changes: Sequence[Change]) -> object:
    """The value of a field when the battle began, with the models that joined since."""
    value = _came_with(unit, name, changes)
    return value + _joined(c for c in changes if c.of == unit.id) if name in unit.counts_models else value


def _minis_before(unit: Unit, changes: Sequence[Change]) -> list[dict[str, object]]:
    """The minis that the unit had when the battle began, as records."""
    minis = list(unit.miniatures)
    for change in reversed(changes):
        place = mini_of(change.field) if change.of == unit.id else None
        if place is not None and change.after is not None:
            minis = [mini for mini in minis if mini.id != place.of]
        elif place is not None:
            minis.insert(place.at, mini_of_record(type(unit), place.of, change.before))
    return [_before(mini, changes) for mini in minis]


def _holds_models(value: object) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Model) for item in value)


def _before(model: Model, changes: Sequence[Change]) -> dict[str, object]:
    """A model as it was when the battle began, as a record."""
    return _record(model, _began(model, changes))


def _began(model: Model, changes: Sequence[Change]) -> dict[str, object]:
    """What has changed of a model, with its values when the battle began."""
    return {change.field: change.before for change in reversed(changes) if change.of == model.id}


def _printed(model: Model, changes: Sequence[Change]) -> dict[str, object]:
    """The same, with what players changed in its profile since."""
    specs = model.specs()
    by_hand = {c.field: c.after for c in changes if c.of == model.id and c.by_hand and not specs[c.field].adjust}
    return _record(model, {**_began(model, changes), **by_hand})


def _with(record: Mapping[str, object], model: Model, kept: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """The record of a model with what it keeps."""
    names = {name: record[name] for name in record if name in model.specs()}
    return _record(model, {**{n: s.default for n, s in model.specs().items()}, **names, **kept.get(model.id, {})})


def _record(model: Model, fields: Mapping[str, object]) -> dict[str, object]:
    """Its fields with these values, those at their default left out."""
    specs = model.specs()
    values = {name: fields.get(name, getattr(model, name)) for name in specs}
    return {name: plain_null(value) for name, value in values.items() if value != specs[name].default}
