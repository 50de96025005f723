"""The parts of a quick line of a unit (`roster_lines`): which field of a unit or of its records a word means."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from companion.engine.errors import InvalidInput
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.table import Model, Unit
from companion.engine.wording import singular
from companion.frontend.answers import yes_no
from companion.frontend.entry_texts import Explained, base_name, doubt_words, known_words
from companion.frontend.items import ItemKind, items_of, kind_of_list, members, without_none
from companion.frontend.saying.sentences import spaced
from companion.frontend.typed import is_whole, whole

_NUMBERED: Final = re.compile(r"(.*\S)(?:\s+[x×]?\s*\(?|\()([+−-]?\d+)\)?\+?")
"""`Cleave 4`, `Cleave ×4`, `axe +2`, `Armour (1)`: a name and its number."""
_JSON: Final = re.compile(r"(\w+)=(.*)")


class LineField(NamedTuple):
    """One field of a unit or of a record: its type without None, how it is called, and the words it may be."""

    name: str
    labels: tuple[str, ...]
    hint: Any
    words: Mapping[str, str]
    spec: FieldSpec | None = None

    @property
    def list(self) -> tuple[ItemKind, type]:
        """What it holds, if it is a list or a record."""
        return kind_of_list(self.hint)

    @property
    def what(self) -> str:
        """What one of its items is called."""
        return singular(self.labels[0])


def member_of(spec: FieldSpec) -> LineField:
    """A declared field."""
    labels = (spec.label.casefold(), spaced(spec.name))
    return LineField(
        spec.name, labels, without_none(spec.type), {spec.worded(one).casefold(): one for one in spec.choices}, spec
    )


def _of_unit(kind: type) -> list[LineField]:
    shown = (spec for spec in specs(kind).values() if spec.place != "internal" and spec.name not in ("name", "side"))
    return [member_of(spec) for spec in shown if not _holds_models(spec)]


def _holds_models(spec: FieldSpec) -> bool:
    return any(isinstance(of, type) and issubclass(of, Model) for of in typing.get_args(spec.type))


def _of_record(kind: type) -> list[LineField]:
    found = []
    for one in members(kind):
        words = typing.get_args(one.hint) if typing.get_origin(one.hint) is Literal else ()
        found.append(LineField(one.name, (spaced(one.name),), one.hint, {str(word).casefold(): word for word in words}))
    return found


class Names:
    """What words of a line may mean in one game: its fields, and the entries of its tables and its own units."""

    def __init__(self, kind: type[Unit], templates: Iterable[Unit], known: Explained) -> None:
        self.members = _of_unit(kind)
        self.known = known
        self.kind = kind
        self._of: dict[str, dict[str, Any]] = {}
        for of, listed in known.names.items():
            for name in listed:
                self._learn(of, base_name(name.removesuffix(" X")), None)
        for member in self.members:
            if member.list[0]:
                for unit in templates:
                    self._learn_from(member, getattr(unit, member.name), unit.dump().get(member.name))

    def _learn(self, of: str, name: str, item: Any) -> None:
        held = self._of.setdefault(of, {})
        if held.get(name.casefold()) is None:
            held[name.casefold()] = (name, item)

    def _learn_from(self, member: LineField, value: Any, plain: Any) -> None:
        if member.list[0] == "record":
            return
        called = member.spec.called if member.spec is not None else (lambda one: one)
        for one, raw in zip(items_of(value), items_of(plain), strict=False):
            name = one[0] if isinstance(one, tuple) else called(one) if isinstance(one, str) else one.name
            self._learn(member.name, base_name(str(name)), raw)
            if dataclasses.is_dataclass(one) and isinstance(raw, Mapping):
                for inner in _of_record(type(one)):
                    held = getattr(one, inner.name)
                    if inner.list[0]:
                        self._learn_from(inner, held, raw.get(inner.name))

    def entry(self, of: str, name: str) -> tuple[str, Any] | None:
        """The entry of this list that is called so, with what the game's own units have of it."""
        found: tuple[str, Any] | None = self._of.get(of, {}).get(name.casefold())
        return found

    def is_closed(self, of: str) -> bool:
        """Whether the game's tables say which entries this list has."""
        return of in self.known.names

    def named(self, members: Sequence[LineField], text: str) -> LineField | None:
        """The list that has an entry of this name."""
        return next((one for one in members if one.list[0] and self.entry(one.name, text) is not None), None)

    def own(self, members: Sequence[LineField]) -> LineField | None:
        """The list for an entry that no table has: one that the tables do not list, else the first."""
        lists = [one for one in members if one.list[0] in ("records", "words", "entries")]
        lists.sort(key=lambda one: (self.is_closed(one.name), one.list[0] != "records"))
        return next((one for one in lists if one.name != "gear"), None)

    def doubt(self, part: str) -> str:
        """What is said at once of a part that no table has: `no table has Cl; Cleave?`."""
        member, name = self._of_part(part)
        if member is None or not name or self.entry(member.name, name) is not None:
            return ""
        begun = self._begun(name)
        if begun:
            return doubt_words(name, begun)
        if member.list[0] == "records" and not self.is_closed(member.name):
            # Weapons of one's own are what lines are for.
            return ""
        return f"nothing here is called {name}: a {member.what} that you apply yourselves"

    def told(self, part: str) -> str:
        """What a part means, or the names that go on as it does."""
        member, name = self._of_part(part)
        if member is None or not name:
            return ""
        if self.entry(member.name, name) is not None:
            text = self.known.texts.get(name.casefold(), "")
            return f"{name}: {text}" if text else f"{name}, a {member.what} of this game"
        begun = self._begun(name)
        return known_words(begun) or f"{name}: a {member.what} of your own"

    def whole(self, part: str) -> str:
        """The one name that goes on as this part does; else the part."""
        begun = self._begun(part) if part else []
        return begun[0] if len(begun) == 1 else part

    def _begun(self, typed: str) -> list[str]:
        lists = (self._of.get(member.name, {}) for member in self.members)
        names = dict.fromkeys(name for held in lists for name, _ in held.values())
        return [name for name in names if name.casefold().startswith(typed.casefold())]

    def _of_part(self, part: str) -> tuple[LineField | None, str]:
        """The list that a part adds to, and the name of its entry; none if it is a value, or takes one off."""
        if part.startswith("-") or _JSON.fullmatch(part) or by_label(self.members, part) or by_word(self.members, part):
            return None, ""
        name, _, _ = self.split(self.members, part)
        return self.named(self.members, name) or self.own(self.members), name

    def split(self, members: Sequence[LineField], text: str) -> tuple[str, str, list[str]]:
        """`axe +2: Reach; Slow 1` as its name, its number and its details; a known name may have a colon in it."""
        head, number, _ = split_item(text.replace(":", "\ue000"))
        name = head.replace("\ue000", ":")
        return (name, number, []) if self.named(members, name) is not None else split_item(text)


def split_item(text: str) -> tuple[str, str, list[str]]:
    """`axe +2: Reach; Slow 1` as its name, its number and its details."""
    head, _, details = text.partition(":")
    found = _NUMBERED.fullmatch(head.strip())
    name, number = (found[1], found[2]) if found else (head.strip(), "")
    return name, number, [one.strip() for one in details.split(";") if one.strip()]


def by_label(members: Sequence[LineField], text: str) -> tuple[LineField, str] | None:
    """The field whose label a part begins with, and what is behind it; the longest label wins."""
    wanted, found = text.casefold(), None
    longest = 0
    for member in members:
        for label in (*member.labels, member.what) if member.list[0] else member.labels:
            rest = text[len(label) :].strip()
            if len(label) <= longest or not (wanted == label or wanted.startswith(f"{label} ")):
                continue
            if _reads(member, rest):
                longest, found = len(label), (member, rest)
    return found


def _reads(member: LineField, rest: str) -> bool:
    if member.hint is int:
        return is_whole(rest.removesuffix("+")) or rest == "-"
    if member.hint is bool:
        return rest.casefold() in ("", "yes", "no")
    if member.words:
        return rest.casefold() in member.words
    return bool(rest)


def by_word(members: Sequence[LineField], text: str) -> LineField | None:
    """The one field that may be this word."""
    found = [member for member in members if text.casefold() in member.words]
    return found[0] if len(found) == 1 else None


class Parts:
    """A record, as plain data, that parts of a line are put into. `fresh`: what it has by default is not its own."""

    def __init__(self, names: Names, record: dict[str, Any], *, fresh: bool = True, members: Any = None) -> None:
        self.names = names
        self.record = record
        self.fresh = fresh
        self.members: list[LineField] = names.members if members is None else members

    def put(self, part: str) -> None:
        """Puts one part. Raises InvalidInput with what is wrong with it."""
        if not part:
            return
        exact = _JSON.fullmatch(part)
        if exact:
            self._exactly(exact[1], exact[2])
        elif part.startswith("-") and not is_whole(part):
            self._off(part[1:].strip())
        elif (none := self._none(part)) is not None:
            self.record[none.name] = {} if none.list[0] == "entries" else []
        elif (found := by_label(self.members, part)) is not None and not self._is_entry(part):
            self._value(*found)
        elif (word := by_word(self.members, part)) is not None:
            self.record[word.name] = word.words[part.casefold()]
        else:
            self._item(part)

    def _none(self, part: str) -> LineField | None:
        """The list of which there is to be nothing: `no weapons`."""
        return next(
            (one for one in self.members if one.list[0] and part.casefold() in (f"no {label}" for label in one.labels)),
            None,
        )

    def _is_entry(self, part: str) -> bool:
        name, _, _ = self.names.split(self.members, part)
        return self.names.named(self.members, name) is not None

    def _exactly(self, name: str, text: str) -> None:
        if all(member.name != name for member in self.members) and name not in specs(self.names.kind):
            raise InvalidInput(f"there is no field {name!r}", hint=", ".join(one.name for one in self.members))
        try:
            self.record[name] = json.loads(text)
        except ValueError:
            raise InvalidInput(f"{name}= is followed by JSON, not {text!r}") from None

    def _value(self, member: LineField, rest: str) -> None:
        kind = member.list[0]
        if kind == "record":
            inner = Parts(self.names, {}, members=_of_record(member.list[1]))
            for detail in rest.removeprefix(":").split(";"):
                inner.put(detail.strip())
            self.record[member.name] = inner.record
        elif kind:
            self._add(member, rest)
        elif member.hint is int:
            self.record[member.name] = "-" if rest == "-" else whole(rest.removesuffix("+"))
        elif member.hint is bool:
            self.record[member.name] = yes_no(rest or "yes")
        else:
            self.record[member.name] = member.words.get(rest.casefold(), rest.strip('"'))

    def _item(self, part: str) -> None:
        name, _, _ = self.names.split(self.members, part)
        member = self.names.named(self.members, name) or self._counted(part) or self.names.own(self.members)
        if member is None:
            known = dict.fromkeys(one.labels[0] for one in self.members if one.name not in ("notes", "mark"))
            raise InvalidInput(f"what is {part!r}?", hint=", ".join(known))
        self._add(member, part)

    def _counted(self, part: str) -> LineField | None:
        """The table of numbers that a part such as `4 red` is for."""
        before, _, _ = part.partition(" ")
        maps = (one for one in self.members if one.list[0] == "entries" and typing.get_args(one.hint)[-1:] == (int,))
        return next(maps, None) if is_whole(before) else None

    def _add(self, member: LineField, text: str) -> None:
        kind, of = member.list
        name, number, details = self.names.split([member], text)
        known = self.names.entry(member.name, name)
        name = known[0] if known is not None else name
        if kind == "entries":
            first, _, rest = text.partition(" ")
            if is_whole(first) and rest:
                name, number = rest.strip(), first
            self.record[member.name] = {**(self.record.get(member.name) or {}), name: whole(number) if number else True}
            return
        if kind == "words":
            item: Any = self._word(member, name, number, of)
        else:
            item = self._made(of, name, number, details, known[1] if known is not None else None)
        held_ = list(self.record.get(member.name, () if self.fresh else _default(self.names.kind, member.name)) or ())
        self.record[member.name] = [*held_, item]

    def _word(self, member: LineField, name: str, number: str, of: type) -> Any:
        if of is int:
            return whole(name)
        written = self.names.known.written.get(name.casefold(), name)
        if not number:
            return written
        if written.endswith(":X"):
            return f"{written.removesuffix('X')}{whole(number)}"
        if self.names.is_closed(member.name) and self.names.entry(member.name, name) is not None:
            raise InvalidInput(f"{name} takes no number")
        return f"{name} {whole(number)}"

    def _made(self, of: type, name: str, number: str, details: Sequence[str], known: Any) -> dict[str, Any]:
        members = _of_record(of)
        if known is not None and not number and not details:
            return dict(known)
        made = Parts(self.names, {"name": name}, members=members)
        if number:
            first = next((one.name for one in members if one.hint is int), "")
            if not first:
                raise InvalidInput(f"{name} takes no number")
            made.record[first] = whole(number)
        for detail in details:
            made.put(detail)
        return made.record

    def _off(self, name: str) -> None:
        for member in self.members:
            held = self.record.get(member.name)
            if isinstance(held, Mapping) and member.list[0] == "entries":
                kept: Any = {key: value for key, value in held.items() if key.casefold() != name.casefold()}
            elif isinstance(held, (list, tuple)):
                kept = [item for item in held if self._called(member, item).casefold() != name.casefold()]
            else:
                continue
            if len(kept) < len(held):
                self.record[member.name] = kept
                return
        raise InvalidInput(f"there is no {name!r} to take off")

    def _called(self, member: LineField, item: Any) -> str:
        if isinstance(item, Mapping):
            return str(item.get("name", ""))
        called = member.spec.called(item) if member.spec is not None else item
        return str(item) if self.names.known.written.get(str(called).casefold()) is None else base_name(str(called))


def _default(kind: type, name: str) -> Iterator[Any]:
    spec = specs(kind).get(name)
    for item in items_of(spec.default) if spec is not None else ():
        yield item.as_record() if hasattr(item, "as_record") else item
