"""How much a unit can still take, by the trackers that its game declares vital."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from companion.engine.frozen import frozen
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Entity
from companion.engine.state.paths import mini_number
from companion.engine.state.table import AnyTable, Unit


@frozen
class Life:
    """What is left of a unit: `now` of `most`; it breaks at `breaks_at` or below. `models`: it counts minis."""

    now: int
    most: int | None
    breaks_at: int | None = None
    models: bool = False
    fields: tuple[str, ...] = ()
    """The fields that it is read from: they are not shown again."""
    each: tuple[int, ...] = ()
    """What each mini has left, where one takes several wounds; `stands`: the most that one takes."""
    stands: int = 1


def left(unit: Unit) -> int:
    """What is in the vital trackers of a unit, or of its living models if the game tells them apart.

    A tracker that counts wounds up gives those that are still missing to its limit. A unit that declares nothing
    vital counts 1 while it stands.
    """
    if of_models(unit):
        return sum(_left(model, spec) for model in unit.miniatures if model.alive for spec in vital(model))
    found = [_left(unit, spec) for spec in vital(unit)]
    return sum(found) if found else int(unit.alive)


def left_in_play(unit: Unit) -> int:
    """What a unit adds to the strength of its side: what it can still take, 0 once it is out of action."""
    return left(unit) if unit.alive else 0


def life(unit: Unit) -> Life | None:
    """The health of a unit: its minis if there are several, else its vital tracker; None if it has none."""
    models = unit.miniatures
    if len(models) > 1:
        own = [own_life(model) for model in models]
        stands = max((one.most or 1 for one in own if one is not None), default=1)
        has = [one.now if one is not None and model.alive else 0 for model, one in zip(models, own, strict=True)]
        each = tuple(has) if stands > 1 else ()
        return Life(sum(model.alive for model in models), len(models), models=True, each=each, stands=stands)
    return own_life(models[0] if models else unit)


def own_life(holder: Entity) -> Life | None:
    """The health of a unit or mini by its own vital tracker; None if it has none."""
    spec = next(iter(vital(holder)), None)
    if spec is None or not isinstance(getattr(holder, spec.name), int):
        return None
    row = next((row for row in holder.standing_rows() if row.key == spec.name), None)
    # A bound in figures is a mere safeguard, and says nothing of how much it came with.
    most = row.max if row is not None else spec.bounds(holder)[1] if isinstance(spec.hi, str) else None
    if spec.counts_losses:
        most = spec.threshold(holder) or most
        return Life(max(0, _left(holder, spec)), most, fields=(spec.name,)) if most is not None else None
    models = isinstance(holder, Unit) and spec.name in holder.counts_models
    return Life(getattr(holder, spec.name), most, spec.threshold(holder), models, (spec.name,))


def standing_of(unit: Unit) -> tuple[int, int]:
    """What a unit has of what it can have: minis where the game tells several apart, else its vital tracker."""
    has = life(unit)
    now, most = (has.now, has.most or 1) if has is not None else (1, 1)
    return (now if unit.alive else 0), max(now, most)


def vital(entity: Entity) -> list[FieldSpec]:
    return [spec for spec in entity.specs().values() if spec.vital]


def harm_words(unit: Unit, whole: Unit | None = None) -> list[str]:
    """What a unit has lost: `3 of 6 wounds`, `2 of 4 minis left`, `mini 3: 1 of 2 wounds`; nothing if it is whole.

    `whole` is the unit as it once was, for a number of models that a loss takes down for good.
    """
    minis = unit.miniatures
    if not of_models(unit):
        return list(_harm(unit, whole or unit))
    if len(minis) == 1:
        return list(_harm(minis[0], minis[0]))
    left = sum(mini.alive for mini in minis)
    words = [f"{left} of {len(minis)} minis left"] if left < len(minis) else []
    for mini in minis:
        hurt = ", ".join(_harm(mini, mini)) if mini.alive else ""
        words += [f"mini {mini_number(unit.id, mini.id)}: {hurt}"] if hurt else []
    return words


def fresh(holder: Entity, spec: FieldSpec) -> int:
    """What is in a vital tracker while nothing has happened to its holder."""
    counted = holder.counts_models if isinstance(holder, Unit) else ()
    if spec.name in counted:
        models: int = max(getattr(holder, name) for name in counted)
        return models
    found: int = spec.derive(holder) if spec.derive is not None else spec.default
    return found


def _harm(holder: Entity, whole: Entity) -> Iterator[str]:
    """Each vital tracker that is not fresh: the losses that it counts, or what is left."""
    for spec in vital(holder):
        value, label = getattr(holder, spec.name), spec.label.lower()
        if spec.counts_losses:
            most = spec.bounds(holder)[1]
            if value:
                yield f"{value} of {most} {label}" if most is not None else f"{value} {label}"
        elif value < (most := fresh(whole, spec)):
            yield f"{value} of {most} {label} left"


class Measure(NamedTuple):
    """What strength counts in a game: `health` and `health left`. `models` is set where it counts those of units."""

    noun: str
    left: str
    models: bool = False


def measure(table: AnyTable) -> Measure:
    """Health or models; of games that count wounds up wounds. Games that declare nothing vital count units."""
    for unit in table.units.values():
        for holder in (*unit.miniatures, unit):
            for spec in vital(holder):
                noun = "wounds" if spec.counts_losses else spec.label.lower()
                return Measure(noun, f"{noun} left", holder is unit and spec.name in unit.counts_models)
    return Measure("units", "units standing")


def of_models(unit: Unit) -> bool:
    return any(vital(model) for model in unit.miniatures)


def _left(holder: Entity, spec: FieldSpec) -> int:
    value = getattr(holder, spec.name)
    if not isinstance(value, int):
        return 0
    if not spec.counts_losses:
        return max(0, value)
    limit = spec.threshold(holder)
    return max(0, (spec.bounds(holder)[1] if limit is None else limit) or 0) - value
