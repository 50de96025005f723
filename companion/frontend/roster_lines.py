"""A unit as one line of text: `Grim, axe +2, Cleave`, `Chewie = Wookiee Warriors 3x2, Armor 2`.

A line begins with a name. It is that of a unit of the game's own, then the line means a copy of that; or
`NAME = UNIT`, a copy under a name of its own, of nothing if no unit is named. `3x2` are 3 models of 2 wounds each.
Then come parts between commas: an entry of a list (`Cleave`, `Armor 2`, `axe +2: Reach; Sweep Attack`), a value by its
label (`move 5`), a word that a value may be (`hero`), `-NAME` for an entry that is taken off. What goes no other way is
`field=value` in JSON. Everything follows from what the game declares of its units.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.ruleset import Ruleset
from companion.engine.setup import copied, id_of
from companion.engine.state.declarations import specs
from companion.engine.state.entity import Record
from companion.engine.state.joining import fresh_mini, held_in, next_mini_id
from companion.engine.state.table import Unit
from companion.engine.wording import singular
from companion.frontend.entry_texts import Explained
from companion.frontend.grammar import LineGrammar, UnitParts
from companion.frontend.items import items_of, words_of_item
from companion.frontend.typed import meant, the_only

SHAPE: Final = re.compile(r"(\d{1,2})\s*[x×]\s*(\d{0,2})")
MOST_MODELS: Final = 50
_HINT: Final = "like Grim, axe +2 or Chewie = Wookiees 3x2"


class RosterLines:
    """Reads and writes the lines of one game: `templates` are its units, `known` what its tables say."""

    def __init__(self, ruleset: Ruleset, templates: Sequence[Unit], known: Explained) -> None:
        self.ruleset = ruleset
        self.templates = list(templates)
        self.grammar = LineGrammar(ruleset.unit_type, templates, known)

    # -- reading --------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Unit:
        """The unit that a line means, with an id after its name. Raises InvalidInput with what is wrong."""
        head, *parts = split_line(text)
        name, base, shape = self._head(head)
        of, side = id_of(name), base.side if base is not None else ""
        made = UnitParts(self.grammar, _own_values(copied(base, of, name, side)) if base is not None else {}, of)
        for part in parts:
            found = SHAPE.fullmatch(part)
            if found:
                shape = found
            else:
                made.put(part)
        unit: Unit = self.ruleset.unit_type(**made.values | {"id": of, "name": name, "side": side})
        if shape is not None:
            _reshape(unit, shape)
        for one in (unit, *unit.miniatures):
            for _, why in one.faults():
                raise InvalidInput(why)
        return copied(unit, of, name, side)

    def units(self, text: str) -> list[Unit]:
        """The units of several lines; empty ones and those that begin with # are passed over.

        Raises InvalidInput with the number of the line that is wrong.
        """
        found = []
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip() and not line.lstrip().startswith("#"):
                try:
                    found.append(self.read(line))
                except InvalidInput as fault:
                    raise InvalidInput(f"line {number}: {fault}", hint=fault.hint) from fault
        if not found:
            raise InvalidInput("no unit is in these lines", hint=_HINT)
        return found

    def _head(self, head: str) -> tuple[str, Unit | None, re.Match[str] | None]:
        """The name, the unit that is copied, and the shape behind it."""
        name, equals, base = (part.strip() for part in head.partition("="))
        rest, shape = _with_shape(base if equals else name)
        if not (name if equals else rest):
            raise InvalidInput("a unit begins with its name", hint=_HINT)
        if not equals:
            found = self._begun(rest)
            return (found[0].name, found[0], shape) if len(found) == 1 else (rest, None, shape)
        if not rest:
            return name, None, shape
        listed = ", ".join(unit.name for unit in self.templates)
        nothing = f"no unit of this game is called {rest!r}"
        return name, the_only(self._meant(rest), rest, lambda unit: unit.name, nothing, f"units: {listed}"), shape

    def _begun(self, typed: str) -> list[Unit]:
        """The units of this name; else those with a word in it that begins so."""
        wanted = typed.casefold()
        whole = [unit for unit in self.templates if unit.name.casefold() == wanted]
        return whole or [unit for unit in self.templates if f" {wanted}" in f" {unit.name.casefold()}"]

    def _meant(self, typed: str) -> list[Unit]:
        names = {place: (unit.name,) for place, unit in enumerate(self.templates)}
        found = meant(names, typed) or meant(names, typed.removesuffix("s"))
        exact = [at for at in found if names[at][0].casefold() == typed.casefold()]
        return [self.templates[at] for at in (exact or found)]

    # -- while a line is typed ------------------------------------------------------------------------------------

    def doubt(self, text: str) -> str:
        """What to say at once of a word that no table has, or of a name that may mean several units; or nothing."""
        head, *parts = split_line(text)
        if parts:
            said = (self.grammar.doubt_of(part) for part in parts if part and not SHAPE.fullmatch(part))
            return next(filter(None, said), "")
        found = [] if "=" in head or not head else self._begun(_with_shape(head)[0])
        return f"a unit of its own; or {' or '.join(unit.name for unit in found[:3])}?" if len(found) > 1 else ""

    def told(self, text: str) -> str:
        """What the part that is typed last means, or the names that go on as it does; empty if there are none."""
        head, *parts = split_line(text)
        if parts:
            return self.grammar.told(parts[-1])
        name, equals, base = head.partition("=")
        typed = _with_shape(base if equals else name)[0].strip()
        found = self._begun(typed) if head.strip() else self.templates
        if found:
            return "known: " + ", ".join(unit.name for unit in found)
        return "" if equals else f"{typed}: a blank unit, whose numbers and weapons follow behind commas"

    def whole(self, text: str) -> str:
        """The line with its last word as the one name that goes on so; else as it is typed."""
        head, *parts = split_line(text)
        last = parts[-1] if parts else head.rpartition("=")[2].strip()
        if parts:
            found = self.grammar.whole(last, self.grammar.lists)
        else:
            begun = self._begun(last) if last else []
            found = begun[0].name if len(begun) == 1 else last
        return text if found == last else text[: len(text.rstrip()) - len(last)] + found

    # -- writing --------------------------------------------------------------------------------------------------

    def line(self, unit: Unit) -> str:
        """The line that means this unit: read again it gives the same, but for its id and its side."""
        bases = [base for base in self.templates if base.name == unit.name] or self._alike(unit)
        head = unit.name if bases and bases[0].name == unit.name else f"{unit.name} = {bases[0].name if bases else ''}"
        if not bases and not self._begun(unit.name):
            head = unit.name
        base = bases[0] if bases else self.ruleset.unit_type(id="", name="", side="")
        own, record = _record_of(copied(base, unit.id, unit.name, unit.side)), _record_of(unit)
        line = f'"{head.rstrip()}"' if "," in head else head.rstrip()
        for name in specs(type(unit)):
            if own.get(name) != record.get(name):
                line = ", ".join([line, *self._written(line, unit, name, own.get(name), record.get(name))])
        return line

    def _alike(self, unit: Unit) -> list[Unit]:
        """The unit of the game that has the most of what this one has; none if they have little in common."""
        record = _record_of(unit)

        def others(base: Unit) -> int:
            own = _record_of(base)
            return sum(own.get(name) != record.get(name) for name in {*own, *record})

        bases = sorted(self.templates, key=others)
        return bases[:1] if bases and others(bases[0]) * 2 < len(record) else []

    def _written(self, line: str, unit: Unit, name: str, before: Any, after: Any) -> list[str]:
        """The parts that give this field its value, in the first of the ways that is read as it is meant."""
        spec = specs(type(unit))[name]
        fallback = [f"{name}={json.dumps('-' if after is None else after, ensure_ascii=False)}"]
        for parts in (*_ways(unit, name, before, after), fallback):
            try:
                made = self.read(", ".join([line, *parts]))
            except InvalidInput:
                continue
            if _same(getattr(made, name), getattr(copied(unit, made.id, unit.name, made.side), name)):
                return parts
        raise InvalidInput(f"{spec.label} of {unit.name} cannot be written in a line")


def split_line(text: str) -> list[str]:
    """The parts of a line between commas; quotes and brackets hold theirs together."""
    parts, depth, quoted, last = [""], 0, False, ""
    for char in text:
        if char == '"' and last != "\\":
            quoted = not quoted
        depth += 0 if quoted else (char in "[{(") - (char in "]})")
        if char == "," and not quoted and depth <= 0:
            parts.append("")
        else:
            parts[-1] += char
        last = char
    return [part.strip() for part in parts]


def roster_text(lines: RosterLines, units: Iterable[Unit]) -> str:
    """These units, a line each."""
    return "\n".join(lines.line(unit) for unit in units)


def _with_shape(text: str) -> tuple[str, re.Match[str] | None]:
    """`Wookiees 3x2` as the name and the shape behind it."""
    before, _, last = text.strip().rpartition(" ")
    found = SHAPE.fullmatch(last) if before else None
    return (before.strip(), found) if found else (text.strip().strip('"'), None)


def _reshape(unit: Unit, shape: re.Match[str]) -> None:
    """So many models, of so many wounds each. Raises InvalidInput where the game has none to count."""
    many, each = int(shape[1]), int(shape[2]) if shape[2] else 0
    if not 1 <= many <= MOST_MODELS:
        raise InvalidInput(f"{shape[0]}: 1 to {MOST_MODELS} models")
    if unit.miniatures:
        name = held_in(unit)
        unit.put(name, unit.miniatures[:many])
        while len(unit.miniatures) < many:
            unit.put(name, (*unit.miniatures, fresh_mini(unit, next_mini_id(unit))))
        stat = next((spec.name for spec in unit.miniatures[0].specs().values() if spec.kind == "int"), "")
        for mini in unit.miniatures if each and stat else ():
            mini.put(stat, mini.checked(stat, each))
    elif unit.counts_models and not each:
        for name in unit.counts_models:
            unit.put(name, many)
    else:
        only = f"like {many}x" if unit.counts_models else "a unit here is one model"
        raise InvalidInput(f"{shape[0]}: models are not counted so in this game", hint=only)


def _own_values(unit: Unit) -> dict[str, Any]:
    """What a unit is given: the values of its fields, without those that follow from others."""
    known = unit.specs()
    values = {name: getattr(unit, name) for name in known if name not in ("id", "name", "side")}
    derived = {name: derive(unit) for name, spec in known.items() if (derive := spec.derive) is not None}
    return {name: value for name, value in values.items() if name not in derived or value != derived[name]}


def _record_of(unit: Unit) -> dict[str, Any]:
    """The same as plain data, without what is as usual."""
    own, record = _own_values(unit), unit.dump()
    return {name: record[name] for name in own if name in record}


def _ways(unit: Unit, name: str, before: Any, after: Any) -> Iterator[list[str]]:
    """How a value may be written, the shortest first."""
    spec, value = specs(type(unit))[name], getattr(unit, name)
    if unit.miniatures and value is unit.miniatures:
        stat = next((one.name for one in value[0].specs().values() if one.kind == "int"), "")
        yield [f"{len(value)}x{getattr(value[0], stat) if stat else ''}"]
    elif isinstance(value, (tuple, Mapping)):
        if not value:
            yield [f"no {spec.label}"]
            return
        old = items_of(before)
        off = [f"-{_name_of(item)}" for item in old if item not in items_of(after)]
        new = [item for item, raw in zip(items_of(value), items_of(after), strict=True) if raw not in old]
        printed = [words_of_item(spec.called(item)).replace(", ", "; ") for item in new]
        yield [*off, *printed]
        yield [*off, *(f"{singular(spec.label)} {text}" for text in printed)]
        yield [*off, *(f"{singular(spec.label)} {_by_fields(item)}" for item in new)]
    elif isinstance(value, Record):
        yield [f"{spec.label} {_details(value)}"]
    elif isinstance(value, bool):
        yield [spec.label] if value else [f"{spec.label} no"]
        yield [f"{spec.label} yes"]
    else:
        text = "-" if value is None else spec.worded(value) if isinstance(value, str) else value
        if spec.choices:
            yield [f"{text}"]
        yield [f"{spec.label} {text}"]
        yield [f"{spec.name.replace('_', ' ')} {text}"]


def _by_fields(item: Any) -> str:
    """A record with its fields by their names: `Great Sword: melee 5; injury 3`."""
    if not isinstance(item, Record):
        return words_of_item(item)
    details = _details(item)
    return f"{getattr(item, 'name', '')}{': ' if details else ''}{details}"


def _details(record: Record) -> str:
    said = []
    for name, raw in record.as_record().items():
        value, label = getattr(record, name), name.replace("_", " ")
        if isinstance(value, (tuple, Mapping)):
            said += [_name_of(one) if isinstance(one, str) else words_of_item(one) for one in items_of(value)]
        elif name != "name":
            said.append(label if value is True else f"{label} {raw}")
    return "; ".join(said)


def _name_of(item: Any) -> str:
    return str(item.get("name", "")) if isinstance(item, Mapping) else str(item[0] if isinstance(item, tuple) else item)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple) and one and hasattr(one[0], "dump"):
        return [mini.dump() for mini in one] == [mini.dump() for mini in other]
    return bool(one == other and type(one) is type(other))
