"""Health, minis and victory points by hand: what every front end asks and does, by what fields declare."""

from __future__ import annotations

from typing import NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.history import run_entry
from companion.engine.session import Session
from companion.engine.state.changes import Event
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.health import of_models, vital
from companion.engine.state.joining import fresh_mini, heads, next_mini_id
from companion.engine.state.paths import HEADCOUNT, ROUND, mini_path
from companion.engine.state.table import Model, Unit
from companion.engine.wording import does
from companion.frontend.typed import is_whole, whole

BY_HAND = "by hand"
"""Why something changes where players say nothing."""


def health_spec(unit: Unit) -> FieldSpec | None:
    """The tracker that the life of a unit, or of its models, hangs on; None if its game declares none."""
    return next((spec for holder in (*unit.miniatures[:1], unit) for spec in vital(holder)), None)


def second_spec(unit: Unit) -> FieldSpec | None:
    """What players count most after health: morale, ki, suppression; None if its game declares none."""
    return next((spec for spec in unit.specs().values() if spec.second), None)


def count_health(session: Session, of: str, by: int) -> None:
    """One health less (-1) or more (1) of a model, or of a unit: then of the model whose turn it is.

    Who falls or rises by it is out of play or in it again. Several inputs where several fields say so.

    Raises InvalidInput if nothing is left to take or to give.
    """
    found = session.table.find(of)
    if not isinstance(found, (Unit, Model)):
        raise InvalidInput(f"{does(session.table.title(of), 'has')} no health to count")
    holder = found if isinstance(found, Model) else _loses(found) if by < 0 else _gains(found)
    spec = next(iter(vital(holder)), None)
    if spec is None:
        raise InvalidInput(
            f"{does(session.table.title(of), 'has')} no health to count", hint="its card has what it counts"
        )
    session.as_one(lambda: _count(session, holder, spec, by))


def count_second(session: Session, of: str, by: int) -> None:
    """One less (-1) or more (1) of the second tracker of a unit; of a status, the one before or after it.

    Raises InvalidInput if there is none, or if it goes no further.
    """
    unit = session.table.unit(of)
    spec = second_spec(unit)
    if spec is None:
        raise InvalidInput(f"{does(unit.name, 'has')} nothing else to count", hint="its card has what it counts")
    if not spec.choices:
        session.adjust(of, spec.name, change=by, why=BY_HAND)
        return
    place = spec.choices.index(getattr(unit, spec.name)) + by
    if not 0 <= place < len(spec.choices):
        raise InvalidInput(f"{does(unit.name, 'is')} {spec.worded(getattr(unit, spec.name))} already")
    session.adjust(of, spec.name, spec.choices[place], why=BY_HAND)


def _loses(unit: Unit) -> Unit | Model:
    return next(iter(unit.in_order_of_loss()), unit) if of_models(unit) else unit


def _gains(unit: Unit) -> Unit | Model:
    """The hurt model that stands, else the first that has fallen."""
    models = unit.miniatures if of_models(unit) else ()
    hurt = (one for one in models if one.alive and any(getattr(one, s.name) != _whole(one, s) for s in vital(one)))
    fallen = (one for one in models if not one.alive)
    return next(hurt, None) or next(fallen, None) or (models[0] if models else unit)


def _whole(holder: Unit | Model, spec: FieldSpec) -> int | None:
    return 0 if spec.counts_losses else spec.bounds(holder)[1]


def _count(session: Session, holder: Unit | Model, spec: FieldSpec, by: int) -> None:
    after = getattr(holder, spec.name) + (-by if spec.counts_losses else by)
    for bounded in holder.specs().values():
        if bounded.hi == spec.name and getattr(holder, bounded.name) > max(0, after):
            # No more models touch an enemy than there are.
            session.adjust(holder.id, bounded.name, max(0, after), why=BY_HAND)
    session.adjust(holder.id, spec.name, after, why=BY_HAND)
    if holder.falls_by is None:
        return
    field, stands, fell = holder.falls_by
    most = spec.bounds(holder)[1]
    nothing_left = after == most if spec.counts_losses else after == 0
    if by < 0 and nothing_left and holder.alive:
        session.adjust(holder.id, field, fell, why=BY_HAND)
    elif by > 0 and not holder.alive and getattr(holder, field) != stands:
        session.adjust(holder.id, field, stands, why=BY_HAND)


JOINS = "late arrival"
LEAVES = "taken off, no casualty"
"""The reasons that are in the log if players gave none."""


def has_minis(unit: Unit) -> bool:
    """Whether minis may join it and leave it: it has several, or its game counts them."""
    return bool(unit.miniatures or unit.counts_models)


def mini_joins(session: Session, unit: Unit, why: str = "") -> list[Event]:
    """One more mini, like the last one and unhurt. Raises InvalidInput if there can be none."""
    if not unit.miniatures:
        return session.adjust(unit.id, HEADCOUNT, heads(unit) + 1, why=why or JOINS)
    made = fresh_mini(unit, next_mini_id(unit, session.table))
    path = mini_path(len(unit.miniatures), made.id)
    return session.adjust(unit.id, path, made.as_record(), why=why or JOINS)


def mini_leaves(session: Session, unit: Unit, mini: str = "", why: str = "") -> list[Event]:
    """One mini less: the named one, if they have names. Nobody falls by it.

    Raises InvalidInput if it cannot leave, or if several might be meant.
    """
    minis = [one.id for one in unit.miniatures]
    if not minis:
        return session.adjust(unit.id, HEADCOUNT, heads(unit) - 1, why=why or LEAVES)
    if not mini and len(minis) > 1:
        raise InvalidInput("which of its minis?", hint=" or ".join(map(session.table.title, minis)))
    of = mini or minis[0]
    if of not in minis:
        raise InvalidInput(f"{does(unit.name, 'has')} no mini {of!r}", hint=", ".join(minis))
    return session.adjust(unit.id, mini_path(minis.index(of), of), why=why or LEAVES)


class Scored(NamedTuple):
    """One change of the victory points of a side, with the round it was made in and what for."""

    round: int
    points: int
    why: str


def scored(session: Session, side: str) -> list[Scored]:
    """The history of the victory points of a side, oldest first."""
    played = [*session.entries]
    if session.run is not None:
        played.append(run_entry(session.table, session.run, {}))
    found = []
    for entry in played:
        number = entry.began_in
        for change in entry.changes():
            if (change.of, change.field) == ROUND:
                number = change.after
            elif (change.of, change.field) == (side, "score"):
                found.append(Scored(number, change.after - change.before, change.why))
    return found


def points_typed(text: str) -> tuple[int, str]:
    """How many points, and what for: `2 the bridge`. Raises InvalidInput if no number is first."""
    number, *why = text.split(maxsplit=1) or [""]
    if not is_whole(number) or len(number) > 5:
        raise InvalidInput("a number comes first", hint="2 the bridge, or -1 and why")
    return whole(number), "".join(why).strip() or BY_HAND
