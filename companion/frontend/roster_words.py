"""What the rosters of a campaign keep, in words: values of their fields, and what battles left a unit with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.campaign import GONE, SCARS
from companion.engine.wording import count
from companion.store.careers import MARKS, joined_as
from companion.store.format.campaign import Campaign

if TYPE_CHECKING:
    from companion.engine.state.declarations import FieldSpec
    from companion.engine.state.table import Unit


def plain_word(value: object) -> str:
    """A value of a roster in a word or two; a dash if there is nothing."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(plain_word, value)) or "–"
    if isinstance(value, dict):
        held = (key if inner is True else f"{key} {plain_word(inner)}" for key, inner in value.items())
        return str(value.get("name") or ", ".join(held) or "–")
    return str(value)


def field_value(ruleset: str, of: str, field: str, value: object) -> str:
    """A value of this unit or side as the game of this id says it: `special forces`, `3 of 6 wounds`.

    Of a game that is not here it is as the roster has it.
    """
    spec = _spec(ruleset, field)
    if spec is not None and spec.choices and isinstance(value, str):
        return spec.worded(value)
    listed = spec is not None and value and isinstance(value, (list, tuple))
    unit = _unit(ruleset, of, {field: value}) if listed else None
    if unit is None or not unit.miniatures or getattr(unit, field) is not unit.miniatures:
        return plain_word(value)
    from companion.engine.state.health import harm_words

    many = len(unit.miniatures)
    return ", ".join(harm_words(unit)) or ("unhurt" if many == 1 else count(many, "mini"))


def field_words(ruleset: str, of: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Each field with its value, what is so by its name alone: `courage 3`, `force icon`, `2 of 4 minis left`."""
    for name, value in fields.items():
        said, plain = field_value(ruleset, of, name, value), plain_word(value)
        label = name.replace("_", " ")
        models = isinstance(value, (list, tuple)) and said != plain
        yield said if models else label if value is True else f"{label} {said}"


def mark_words(marks: int) -> str:
    """`5 marks (tried)`: with the title that they give."""
    from companion.engine.aftermath import title_of

    title = title_of(marks)
    return count(marks, "mark") + (f" ({title})" if title else "")


def harm_of(campaign: Campaign, roster: str, of: str) -> list[str]:
    """What a unit still has of its wounds and losses; nothing of one that is gone."""
    from companion.engine.state.health import harm_words

    fields = campaign.rosters[roster].units.get(of, {})
    unit = _unit(campaign.header.ruleset, of, fields) if not fields.get(GONE) else None
    if unit is None:
        return []
    return harm_words(unit, _unit(campaign.header.ruleset, of, joined_as(campaign, roster, of)))


def kept_words(campaign: Campaign, roster: str, of: str) -> list[str]:
    """What battles left a unit with: wounds, minis lost, scars, marks with their title."""
    fields = campaign.rosters[roster].units.get(of, {})
    words = harm_of(campaign, roster, of)
    if scars := fields.get(SCARS):
        words.append(plain_word(scars))
    marks = fields.get(MARKS)
    if isinstance(marks, int) and marks:
        words.append(mark_words(marks))
    return words


def _spec(ruleset: str, field: str) -> FieldSpec | None:
    """The declaration of a field of units or of sides in this game; None where either is not known here."""
    from companion.engine.errors import InvalidInput
    from companion.engine.registry import find
    from companion.engine.state.declarations import specs

    try:
        game = find(ruleset)
    except InvalidInput:
        return None
    return specs(game.unit_type).get(field) or specs(game.side_type).get(field)


def _unit(ruleset: str, of: str, fields: Mapping[str, Any]) -> Unit | None:
    """The unit that these fields make; None if its game is not here or cannot have it so."""
    from companion.engine.errors import InvalidInput
    from companion.engine.registry import find
    from companion.engine.state.declarations import specs
    from companion.engine.state.joining import unit_of_record

    try:
        kind = find(ruleset).unit_type
        known = specs(kind)
        return unit_of_record(kind, of, {n: v for n, v in fields.items() if n in known and v is not None})
    except InvalidInput:
        return None
