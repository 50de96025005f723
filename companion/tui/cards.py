"""What there is to say of a unit on the table, made from the declarations of its fields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from companion.engine.frozen import frozen
from companion.engine.standing import conditions_of
from companion.engine.state.contacts import units_touching
from companion.engine.state.declarations import FieldSpec
from companion.engine.state.entity import Entity, Record
from companion.engine.state.health import life, own_life
from companion.engine.state.phrases import spans_of
from companion.engine.state.table import AnyTable, Unit
from companion.frontend.entry_texts import entries_of
from companion.tui.text import LIFE, LONGEST_BAR, TOKEN, bar, clean

_BESIDE_THE_NAME = ("notes", "mark")
"""What players write on a unit has places of its own."""


@frozen
class Tokens:
    """What a unit has lying beside it: `now` of `most`, if there is a most; `label` is the word for it."""

    label: str
    field: str
    now: int
    most: int | None


def tokens(unit: Entity) -> Tokens | None:
    """The tracker that is drawn as tokens, `▮▮·`: the first that its game declares so."""
    for spec in unit.specs().values():
        if spec.glyph == TOKEN and isinstance(now := getattr(unit, spec.name), int):
            most = own_most(unit, spec)
            begins = spec.default if spec.derive is None and isinstance(spec.default, int) else None
            return Tokens(spec.label.lower(), spec.name, now, most if most is not None else begins or None)
    return None


def token_text(now: int, most: int | None) -> str:
    """`▮▮·`, spent ones as dots; a number where they are too many to count at a glance."""
    return bar(TOKEN, now, most) if 0 < max(now, most or 0) <= LONGEST_BAR else str(now)


def tracker_text(entity: Entity, spec: FieldSpec) -> str:
    """`♥♥♡`, or the label and the number."""
    value = getattr(entity, spec.name)
    if spec.kind != "int":
        return clean(f"{spec.label} {value}") if value not in (None, "", (), {}) else ""
    most = own_most(entity, spec)
    if value is None:
        return ""
    glyph = spec.glyph
    if glyph == LIFE and spec.counts_losses and most is not None:
        # A heart is a life: if the field counts what was lost, the hearts still show what is left.
        return bar(glyph, most - value, most)
    if glyph and (most or value) <= LONGEST_BAR:
        return bar(glyph, value, most)
    return clean(f"{spec.label} {value}") + (f"/{most}" if most is not None else "")


def own_most(entity: Entity, spec: FieldSpec) -> int | None:
    """The highest value that means something to players: one that the unit has of its own, not a mere safeguard."""
    most = spec.bounds(entity)[1]
    return most if isinstance(spec.hi, str) or (most is not None and most <= LONGEST_BAR) else None


def condition_words(entity: Entity) -> list[str]:
    """The conditions that hold now and the flags that are set, by their labels."""
    return [*declared_words(entity), *flag_words(entity)]


def declared_words(entity: Entity) -> list[str]:
    """The conditions that hold now, by their labels."""
    return [*map(clean, conditions_of(entity))]


def flag_words(entity: Entity) -> list[str]:
    """The flags that are set and are no conditions: they are to be known, not minded."""
    found: list[str] = []
    listed = {condition.field for condition in entity.conditions}
    for spec in entity.specs().values():
        if spec.place != "conditions" or spec.name in listed:
            continue
        value = getattr(entity, spec.name)
        if value == spec.default or isinstance(value, (Mapping, tuple)):
            continue
        worded = spec.worded(value) if isinstance(value, str) else value
        found.append(spec.label if value is True else worded if isinstance(worded, str) else f"{spec.label} {value}")
    return [clean(w) for w in found]


def tracker_words(entity: Entity, skip: tuple[str, ...] = ()) -> list[str]:
    """The trackers as players say them: `ki 3`, `morale 2 of 3`, `4 in contact`; nothing for a 0 and for a full one."""
    shown = (spec for spec in entity.specs().values() if spec.place == "trackers" and spec.name not in skip)
    return [text for spec in shown if (text := _said(entity, spec))]


def spent_words(entity: Entity) -> list[str]:
    """The trackers that begin full and are used up, as `morale 0 of 2`: what stops a unit from acting."""
    found = (spec for spec in entity.specs().values() if spec.place == "trackers" and spec.kind == "int")
    spent = (spec for spec in found if spec.derive is not None and getattr(entity, spec.name) == 0)
    return [text for spec in spent if own_most(entity, spec) and (text := _said(entity, spec))]


def _said(entity: Entity, spec: FieldSpec) -> str:
    value = getattr(entity, spec.name)
    if not isinstance(value, int):
        return ""
    if isinstance(spec.says, Mapping):
        return clean(spec.says.get(value, ""))
    starts_full = spec.derive is not None and own_most(entity, spec) is not None
    if (value == own_most(entity, spec)) if starts_full else not value:
        return ""
    if spec.says is not None:
        return clean(spec.says.format(token_text(value, None) if spec.glyph == TOKEN else value))
    label = spec.label if any(char.isupper() for char in spec.label[1:]) else spec.label.lower()
    if spec.glyph == TOKEN and value:
        return clean(f"{label} {token_text(value, own_most(entity, spec))}")
    return clean(f"{label} {value}") + (f" of {own_most(entity, spec)}" if starts_full else "")


def gauge(unit: Unit) -> str:
    """What is left of a unit in words: `3 of 5`, `2 of 4 minis`; empty if it has no health."""
    left = life(unit)
    if left is None:
        return ""
    most = f" of {left.most}" if left.most is not None else ""
    return f"{left.now}{most}" + (" minis" if left.models and unit.miniatures else "")


def model_words(unit: Unit) -> list[str]:
    """What the minis of a unit have lost, summed up if there are several: `wounds 2`."""
    models = unit.miniatures
    if len(models) < 2:
        return tracker_words(models[0], life_fields(models[0])) if models else []
    spec = next((s for s in models[0].specs().values() if s.vital), None)
    if spec is None or not spec.counts_losses:
        return []
    lost = sum(getattr(model, spec.name) for model in models if model.alive)
    return [clean(f"{spec.label.lower()} {lost}")] if lost else []


def life_fields(entity: Entity) -> tuple[str, ...]:
    """The fields that the health of a unit or mini is read from."""
    left = own_life(entity)
    return left.fields if left is not None else ()


def near(table: AnyTable, unit: Unit, badges: Iterable[str] = ()) -> list[str]:
    """The names of the living units in contact with this one or with one of its minis, of which no badge tells."""
    told = {of for badge in badges for of in units_in(badge)}
    return [other.name for other in units_touching(table, unit) if other.id not in told]


def units_in(badge: str) -> set[str]:
    """Whom a badge tells of, by their ids."""
    return {span.of for span in spans_of(badge) if not span.field}


def fields_in(badge: str) -> set[str]:
    """The fields of its unit that a badge says the value of."""
    return {span.field for span in spans_of(badge) if span.field}


def list_words(unit: Unit) -> Iterator[str]:
    """Weapons, each by itself, then traits and whatever else a unit has a list of, one text a list."""
    rest: list[str] = []
    for spec in unit.specs().values():
        if spec.place != "lists" or spec.name in _BESIDE_THE_NAME:
            continue
        value = getattr(unit, spec.name)
        if not value or value == spec.default:
            continue
        if isinstance(value, str):
            rest.append(clean(value))
            continue
        items = value if isinstance(value, tuple) else ()
        printed = Counter(clean(one.printed) for one in items if isinstance(one, Record) and one.printed)
        yield from (text if many == 1 else f"{many} × {text}" for text, many in printed.items())
        if not printed and (found := [clean(one.label) for one in entries_of(value, {}, spec.called)]):
            rest.append(", ".join(found))
    yield from rest
