"""What a battle leaves to a roster where the game has no campaign rules of its own: the plain carry-over.

What players changed in a profile stays changed, who fought is counted, and the options decide about wounds, losses,
models and marks. The table itself stays as the battle left it: what carries over is worked out from the session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.campaign import GONE, Batch, Career, Entry
from companion.engine.careers import Fought, Loss, careers_of, struck
from companion.engine.frozen import frozen
from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Change
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.table import Model, Table, Unit, plain_null

PROCEDURE: Final = "aftermath"
WON: Final = "won the battle"
"""The reason of a mark for winning: what a corrected result takes back or adds."""
MOST_KILL_MARKS: Final = 2


_NOT_CARRIED = ("id", "side")

Returning = Callable[[Unit, Mapping[str, Any]], Mapping[str, Any]]
"""The fields of a unit that do not start afresh in its next battle, by the options in force.

The value of a field that holds models is a mapping: what is kept of each model, by its id and field.
"""


def unhurt(unit: Unit, options: Mapping[str, Any]) -> Mapping[str, Any]:
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
    """How many of its wounds one that comes back still has: at most `worst`, where that is known."""
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
        played = [entry for entry in session.entries if entry.procedure != PROCEDURE]
        changes = [change for entry in played for change in entry.changes()]
        done = aftermath_of(session, side)
        units = [unit for unit in session.table.units.values() if unit.side == side]
        lost = _lost(session, units, done)
        entries = [entry for unit in units for entry in _profile_changes(unit, changes)]
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

    def _kept(self, table: Table[Any, Any], unit: Unit, changes: Sequence[Change]) -> Iterator[Entry]:
        """Where the values it comes back with are not those it came with."""
        for name, value in self.returning(unit, table.options).items():
            made = [change for change in changes if change.of == unit.id and change.field == name]
            before, after = made[0].before if made else getattr(unit, name), value
            if isinstance(value, Mapping):
                before = [_before(model, changes) for model in getattr(unit, name)]
                after = [_with(record, model, value) for record, model in zip(before, getattr(unit, name), strict=True)]
            if before != after:
                yield Entry(unit.id, name, before, after, "wounds and losses")

    def _typed(self, session: Fought, side: str, units: Sequence[Unit], done: JournalEntry) -> Iterator[Entry]:
        """What the players recorded: fields of units, and what is added to the totals of the side."""
        for unit in units:
            typed = done.outcome.get("units", {}).get(unit.id, {})
            for name in self.recorded:
                if name in typed and typed[name] != getattr(unit, name):
                    yield Entry(unit.id, name, getattr(unit, name), typed[name], "recorded in the aftermath")
        for name in self.totals:
            before, more = getattr(session.table.side(side), name), done.outcome.get(name, 0)
            if more:
                yield Entry(side, name, before, before + more, "this battle")


def aftermath_of(session: Fought, side: str) -> JournalEntry | None:
    """The aftermath that this side has played to its end; None where there is none."""
    for entry in reversed(session.entries):
        if entry.procedure == PROCEDURE and entry.args.get("side") == side and not entry.outcome.get("left"):
            return entry
    return None


def carry_over(session: Fought, side: str) -> Batch:
    """The batch of a side in a game that has no aftermath to play."""
    return CarryOver().batch(session, side)


def recorded_winners(session: Fought) -> tuple[str, ...] | None:
    """The sides that won by what the table says: nobody in a draw; None where no result is recorded."""
    table = session.table
    if table.over is None or any(
        entry.procedure == PROCEDURE and entry.outcome.get("result") == "unrecorded" for entry in session.entries
    ):
        return None
    winner = table.over.winner
    if winner is None:
        return ()
    return tuple(of for of in table.sides if table.alliance(of) == table.alliance(winner)) or (winner,)


def _lost(session: Fought, units: Sequence[Unit], done: JournalEntry | None) -> dict[str, Entry]:
    """The units that leave their roster for good, with the dice that decided it."""
    if done is None:
        gone = session.table.options.get("aftermath_losses") == "gone"
        return {
            unit.id: Entry(unit.id, GONE, None, "out of action", "lost in battle")
            for unit in units
            if gone and not unit.alive
        }
    lost, dice = done.outcome.get("lost", {}), done.outcome.get("dice", {})
    return {
        unit.id: Entry(unit.id, GONE, None, lost[unit.id], "lost in battle", tuple(dice.get(unit.id, ())))
        for unit in units
        if unit.id in lost
    }


def _marks(session: Fought, side: str, careers: Sequence[Career]) -> Iterator[Entry]:
    """One mark for taking part, one for winning, one a kill up to two."""
    won = side in (recorded_winners(session) or ())
    for career in careers:
        marks: int = getattr(session.table.unit(career.of), "marks", 0)
        reasons = ["took part", *([WON] if won else []), *["a kill"] * min(career.felled, MOST_KILL_MARKS)]
        for why in reasons:
            yield Entry(career.of, "marks", marks, marks + 1, why)
            marks += 1


def _profile_changes(unit: Unit, changes: Sequence[Change]) -> Iterator[Entry]:
    specs: Mapping[str, FieldSpec] = unit.specs()
    for name, spec in specs.items():
        made = [change for change in changes if change.of == unit.id and change.field == name]
        if not made or name in _NOT_CARRIED or spec.adjust or spec.place == "internal":
            continue
        before, after = made[0].before, getattr(unit, name)
        if before != after and not _holds_models(after):
            yield Entry(unit.id, name, before, after, made[-1].why)


def _holds_models(value: Any) -> bool:
    return isinstance(value, tuple) and any(isinstance(item, Model) for item in value)


def _before(model: Model, changes: Sequence[Change]) -> dict[str, Any]:
    """A model as it was when the battle began, as a record."""
    return _record(model, {change.field: change.before for change in reversed(changes) if change.of == model.id})


def _with(record: Mapping[str, Any], model: Model, kept: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """The record of a model with what it keeps."""
    names = {name: record[name] for name in record if name in model.specs()}
    return _record(model, {**{n: s.default for n, s in model.specs().items()}, **names, **kept.get(model.id, {})})


def _record(model: Model, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Its fields with these values, those at their default left out."""
    specs = model.specs()
    values = {name: fields.get(name, getattr(model, name)) for name in specs}
    return {name: plain_null(value) for name, value in values.items() if value != specs[name].default}
