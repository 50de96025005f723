"""How a field of a unit, side or table is declared: once, and everything else is derived from it.

A field is a dataclass field made with `profile`, `tracker`, `flag` or `internal`. From that one declaration come its
save key, its bounds, its label and place on the card, whether + and - adjust it, its line in a form and its check.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, field
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from companion.engine.errors import InvalidValue
from companion.engine.frozen import frozen
from companion.engine.state.shapes import Misfit, builder, without_none
from companion.engine.values import check_choice, check_flag, check_text, check_whole

BREAKS: Final = "breaks at"
"""What is before a threshold of which a game says nothing else."""


class StandingRow(NamedTuple):
    """`value` of at most `max`; at `breaks_at` or beyond something becomes of the unit: `bound` says what, before the
    number. `spent` if it is 0 and began with more. `weighs`: what is decided and rolled in this fight hangs on it.
    `conditions`: the value lists them, here one by one.
    """

    key: str
    label: str
    value: int | str
    max: int | None = None
    breaks_at: int | None = None
    bound: str = BREAKS
    spent: bool = False
    weighs: bool = False
    conditions: tuple[str, ...] = ()


Threshold = int | str | Callable[[Any], int | None] | None
"""A number, the name of a sibling field that holds it, a function of the entity, or none."""

Place = Literal["stats", "trackers", "conditions", "lists", "internal"]
Kind = Literal["int", "bool", "text", "map", "list", "other"]
Bound = int | str | None
"""A number, the name of a sibling field that holds the number, or none."""

_SPEC = "companion"


@frozen
class Declared:
    """What an author says of a field, beside its type."""

    label: str = ""
    lo: Bound = None
    hi: Bound = None
    place: Place = "stats"
    glyph: str = ""
    adjust: bool = False
    choices: tuple[str, ...] = ()
    help: str = ""
    derive: Callable[[Any], Any] | None = None
    vital: bool = False
    in_fight: bool = False
    second: bool = False
    breaks_at: Threshold = None
    suffix: str = ""
    words: tuple[tuple[str, str], ...] = ()
    says: str | Mapping[int, str] | None = None
    threshold_words: str = BREAKS
    calls: Callable[[str], str] | None = None


_DECLARED = [each.name for each in dataclasses.fields(Declared)]


def _declare(default: object, declared: Declared) -> object:
    metadata = {_SPEC: declared}
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def profile(
    default: object,
    label: str = "",
    *,
    lo: Bound = None,
    hi: Bound = None,
    choices: tuple[str, ...] = (),
    help: str = "",
    place: Place = "stats",
    suffix: str = "",
    calls: Callable[[str], str] | None = None,
    words: tuple[tuple[str, str], ...] = (),
) -> Any:
    """A printed value: part of the profile, changed by players only on purpose. A callable default is a factory.

    `suffix` is behind the number wherever it is shown: `+` for a number to be reached. `calls` gives the title of a
    word in a list, if what is written down is no word of the players'; `words` are those of `flag`.
    """
    return _declare(
        default, Declared(label, lo, hi, place, "", False, choices, help, suffix=suffix, words=words, calls=calls)
    )


def tracker(
    default: object,
    label: str = "",
    *,
    lo: Bound = 0,
    hi: Bound = None,
    glyph: str = "",
    help: str = "",
    place: Place = "trackers",
    derive: Callable[[Any], Any] | None = None,
    vital: bool = False,
    in_fight: bool = False,
    second: bool = False,
    breaks_at: Threshold = None,
    threshold_words: str = BREAKS,
    says: str | Mapping[int, str] | None = None,
) -> Any:
    """A bounded number that goes up and down in play; + and - adjust it.

    `derive` gives the value a new unit starts with if none is given (health = its maximum). Declare the default
    as None and the type as int then: the unit never holds None.

    Players see it in every fight of its unit if it is `vital` (how much the unit can take: first of all) or
    `in_fight`, with the value at which the unit breaks or falls if `breaks_at` says it, and before that value
    `threshold_words`: what becomes of the unit there. `second` is the one that players count most after its health: the
    table has keys for it. Just one of a unit is.

    `says` is how the table puts it, if label and number are not how players speak: a text with {} for the number,
    or the words for each number; one without words is the normal state and is not shown.
    """
    declared = Declared(
        label,
        lo,
        hi,
        place,
        glyph,
        True,
        (),
        help,
        derive,
        vital,
        in_fight or vital,
        second,
        breaks_at,
        says=says,
        threshold_words=threshold_words,
    )
    return _declare(default, declared)


def flag(
    default: Any = False,
    label: str = "",
    *,
    glyph: str = "",
    help: str = "",
    place: Place = "conditions",
    choices: tuple[str, ...] = (),
    words: tuple[tuple[str, str], ...] = (),
    second: bool = False,
) -> Any:
    """A yes/no or a named status that players see and may adjust.

    `words` are pairs of a choice and how players call it, if the choice itself is no word of theirs; `second` is that
    of `tracker`: the keys go from one choice to the next.
    """
    return _declare(default, Declared(label, None, None, place, glyph, True, choices, help, words=words, second=second))


def internal(default: object, label: str = "", *, lo: Bound = None, hi: Bound = None, help: str = "") -> Any:
    """Book-keeping that the card does not show, though the file holds it and players may adjust it."""
    return _declare(default, Declared(label, lo, hi, "internal", "", True, (), help))


WRITTEN = ("name", "notes", "mark")
"""Fields of every game with a text that players write."""


@frozen
class FieldSpec(Declared):
    """Everything that is known of one field of one type.

    `lo` and `hi` are numbers or names of sibling fields; `bounds` resolves them. `adjust` says whether + and - change
    it, `derive` gives the value a new unit starts with.
    """

    _: KW_ONLY
    name: str
    type: Any
    default: Any
    optional: bool
    kind: Kind

    def bounds(self, entity: object) -> tuple[int | None, int | None]:
        """Lowest and highest number allowed on this entity now; None if there is no bound."""
        lo, hi = self.lo, self.hi
        if isinstance(lo, str):
            lo = _bound(lo, entity)
        return lo, _bound(hi, entity) if isinstance(hi, str) else hi

    @property
    def counts_losses(self) -> bool:
        """Whether a tracker starts at nothing and fills up with what is lost."""
        return self.default == 0 and self.derive is None

    def worded(self, choice: str) -> str:
        """What players call a choice of this field: in words of its own, else as it is called, `special forces`."""
        return dict(self.words).get(choice, choice.replace("_", " ") if choice in self.choices else choice)

    def is_word(self, value: object) -> bool:
        """Whether a text is one of the words of this field or written by players: no id, whatever has it as its id."""
        written = self.name in WRITTEN or value in self.choices or value in dict(self.words)
        return isinstance(value, str) and written

    def choice(self, typed: str) -> str:
        """The choice that players call so, in whatever case; what is no choice as it was typed."""
        return next((one for one in self.choices if self.worded(one).casefold() == typed.casefold()), typed)

    def called(self, item: Any) -> Any:
        """What players call an item of this list, where it is a word; any other item as it is."""
        return self.calls(item) if self.calls is not None and isinstance(item, str) else item

    def threshold(self, entity: object) -> int | None:
        """The value at which this entity breaks or falls; None if none is declared."""
        if callable(self.breaks_at):
            return self.breaks_at(entity)
        return _bound(self.breaks_at, entity)

    def row(self, entity: object, most: int | None) -> StandingRow:
        """The number of this entity as it is in a fight."""
        value = getattr(entity, self.name)
        spent = value == 0 and self.derive is not None and bool(self.derive(entity))
        return StandingRow(self.name, self.label, value, most, self.threshold(entity), self.threshold_words, spent)

    def check(self, value: object, entity: object) -> Any:
        """The value as it may be in this field of this entity.

        Raises InvalidValue with the bounds in words if it may not.
        """
        if value is None:
            if self.optional:
                return None
            raise InvalidValue(f"{self.label} needs a value")
        if self.kind == "int":
            lo, hi = self.bounds(entity)
            check_whole(self.label, value, lo, hi)
        elif self.kind == "bool":
            check_flag(self.label, value)
        elif self.kind == "text":
            check_text(self.label, value)
            if self.choices:
                check_choice(self.label, value, self.choices)
        else:
            try:
                return builder(self.type)(value)
            except Misfit:
                raise InvalidValue(f"{self.label} {self._refused(value)} {value!r}") from None
        return value

    def _refused(self, value: object) -> str:
        if self.kind == "map":
            return "is a table of names and values, not"
        if self.kind == "list":
            return "cannot hold" if isinstance(value, (tuple, list)) else "is a list, not"
        return "cannot be"


def _bound(bound: Bound, entity: object) -> int | None:
    if isinstance(bound, str):
        value = getattr(entity, bound)
        return value if isinstance(value, int) else None
    return bound


_KINDS: Final[Mapping[object, Kind]] = {
    Literal: "text",
    int: "int",
    bool: "bool",
    str: "text",
    Mapping: "map",
    dict: "map",
    tuple: "list",
    list: "list",
}


def _kind(hint: object) -> tuple[Kind, bool]:
    hint, optional = without_none(hint)
    return _KINDS.get(typing.get_origin(hint) or hint, "other"), optional


def _hint(owner: type, item: dataclasses.Field[object]) -> object:
    """The type of one field. Only declared fields are looked at: the rest may name types known to checkers alone."""
    if not isinstance(item.type, str):
        return item.type
    home = next(c for c in owner.__mro__ if item.name in c.__dict__.get("__annotations__", {}))
    return _named(item.type, home.__module__)


@cache
def _named(text: str, module: str) -> object:
    """The type that an annotation of a module names: most fields of a unit share a few."""
    return eval(text, dict(vars(sys.modules[module])))


def _read_specs(owner: type) -> Mapping[str, FieldSpec]:
    found: dict[str, FieldSpec] = {}
    for item in dataclasses.fields(owner):
        declared: Declared | None = item.metadata.get(_SPEC)
        if declared is None:
            continue
        hint = _hint(owner, item)
        kind, optional = _kind(hint)
        words = next((h for h in (hint, *typing.get_args(hint)) if typing.get_origin(h) is Literal), None)
        choices = declared.choices
        if kind == "text" and words is not None and not choices:
            choices = typing.get_args(words)
        default = item.default
        if default is dataclasses.MISSING:
            assert item.default_factory is not dataclasses.MISSING
            default = item.default_factory()
        known = {each: getattr(declared, each) for each in _DECLARED}
        known |= {"label": declared.label or item.name.replace("_", " "), "choices": choices}
        found[item.name] = FieldSpec(**known, name=item.name, type=hint, default=default, optional=optional, kind=kind)
    return types.MappingProxyType(found)


specs: Final[Callable[[type], Mapping[str, FieldSpec]]] = cache(_read_specs)
"""The declarations of a unit, side or table type by field name, in the order written."""
