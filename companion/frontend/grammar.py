"""How players type what a unit or a record holds, in lines, forms and adjustments: by what its fields declare.

A part is a value by its label (`move 5`), a word that a value may be (`hero`), or an entry of a list (`Cleave`,
`Armor 2`, `Cleave ×4`, `axe +2: Reach; strength 2`): a name, its number, and of a record parts of its own.
"""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Iterable, Sequence
from typing import Any, Final

from companion.engine.errors import InvalidInput
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.joining import record_values
from companion.engine.state.table import Model, Unit
from companion.frontend.answers import yes_no
from companion.frontend.entry_texts import NOTHING, Explained, base_name
from companion.frontend.form import EMPTY
from companion.frontend.items import Member, first_number, items_of, member_of, members, new_record, with_items
from companion.frontend.typed import is_whole, whole

_NUMBERED: Final = re.compile(r"(.*\S)(?:\s+[x×]?\s*\(?|\()([+−-]?\d+)\)?\+?")
"""`Cleave 4`, `Cleave ×4`, `axe +2`, `Armour (1)`: a name and its number."""
_JSON: Final = re.compile(r"(\w+)=(.*)")
_MOST_NAMES: Final = 8
_MOST_MEANT: Final = 3


def _of_unit(kind: type) -> list[Member]:
    shown = (spec for spec in specs(kind).values() if spec.place != "internal" and spec.name not in ("name", "side"))
    return [member_of(spec) for spec in shown if not _holds_models(spec)]


def _holds_models(spec: FieldSpec) -> bool:
    return any(isinstance(of, type) and issubclass(of, Model) for of in typing.get_args(spec.type))


class Grammar:
    """What typed words mean. A bare one knows no entry of any list."""

    def __init__(self, known: Explained = NOTHING) -> None:
        self.known = known
        self._of: dict[str, dict[str, tuple[str, Any]]] = {}
        for of, listed in known.names.items():
            for name in listed:
                self._learn(of, base_name(name.removesuffix(" X")), None)

    def _learn(self, of: str, name: str, item: Any) -> None:
        self._of.setdefault(of, {}).setdefault(name.casefold(), (name, item))

    def learn_from(self, member: Member, value: Any) -> None:
        """The entries of a list that a unit of the game has are known, and what stands in them."""
        if member.kind == "record":
            return
        for one in items_of(value):
            self._learn(member.name, base_name(member.name_of(one)), one)
            for inner in members(type(one)) if dataclasses.is_dataclass(one) else ():
                if inner.kind:
                    self.learn_from(inner, getattr(one, inner.name))

    def entry(self, of: str, name: str) -> tuple[str, Any] | None:
        """The entry of this list that is called so, with what the game's own units have of it."""
        return self._of.get(of, {}).get(name.casefold())

    def is_closed(self, of: str) -> bool:
        """Whether the game's tables say which entries this list has."""
        return of in self.known.names

    def named(self, members: Sequence[Member], text: str) -> Member | None:
        """The list that has an entry of this name."""
        return next((one for one in members if one.kind and self.entry(one.name, text) is not None), None)

    def meant_as(self, members: Sequence[Member], text: str) -> tuple[Member, int] | None:
        """The number that an entry of a table is so much more of, if it is that: a Shield is 4 more armour."""
        found = by_label(members, self.known.written.get(text.casefold(), ""))
        return (found[0], whole(found[1])) if found is not None and found[0].hint is int else None

    def own(self, members: Sequence[Member]) -> Member | None:
        """The list for an entry that no table has: one that the tables do not list, else the first."""
        lists = [one for one in members if one.kind in ("records", "words", "entries")]
        lists.sort(key=lambda one: (self.is_closed(one.name), one.kind != "records"))
        return next((one for one in lists if one.name != "gear"), None)

    # -- while it is typed ----------------------------------------------------------------------------------------

    def begun(self, typed: str, lists: Iterable[str]) -> list[str]:
        """The names in these lists that begin as is typed."""
        start = typed.strip().casefold()
        names = dict.fromkeys(name for of in lists for name, _ in self._of.get(of, {}).values())
        return [name for name in names if name.casefold().startswith(start)]

    def like(self, typed: str, lists: Iterable[str]) -> str:
        """`known: Sharp, Slow`, the names that begin so; of many the first and how many more; empty if none does."""
        names = self.begun(base_name(typed.strip()), lists)
        shown, more = names[:_MOST_NAMES], len(names) - _MOST_NAMES
        return f"known: {', '.join(shown)}{f' and {more} more' if more > 0 else ''}" if shown else ""

    def whole(self, typed: str, lists: Iterable[str]) -> str:
        """The one name that begins as is typed; else what is typed."""
        begun = self.begun(typed, lists) if typed.strip() else []
        return begun[0] if len(begun) == 1 else typed

    def doubt(self, name: str, of: str, lists: Iterable[str], unlike: str) -> str:
        """What is said of a name for the list `of` that no table has: `no table has Cl; Cleave?`, or that it is
        `unlike` all there are."""
        if not name or self.entry(of, name) is not None:
            return ""
        begun = self.begun(name, lists)
        return f"no table has {name}; {' or '.join(begun[:_MOST_MEANT])}?" if begun else unlike

    # -- reading --------------------------------------------------------------------------------------------------

    def read(self, member: Member, text: str) -> Any:
        """The typed value of a field; of a list all its items, with commas between them. Raises InvalidInput."""
        if member.optional and text.casefold() in EMPTY:
            return None
        if member.hint is int:
            return whole(text.removesuffix("+"))
        if member.hint is bool:
            return yes_no(text or "yes")
        if member.kind == "record":
            numbers = text.split("/")
            if len(numbers) > 1 and all(map(is_whole, numbers)):
                # As cards print it: `3/1`.
                own = (one.name for one in members(member.of) if one.hint is int)
                return new_record(member.of, **dict(zip(own, map(whole, numbers), strict=False)))
            return self._record(member, {}, text.removeprefix(":").split(";"))
        if member.kind:
            items = [self.item(member, part) for part in text.split(",") if part.strip()]
            return dict(items) if member.kind == "entries" else tuple(items)
        if member.words and text.casefold() not in member.words:
            raise InvalidInput(f"{text!r} is not offered here", hint=f"one of: {', '.join(member.words)}")
        return member.words.get(text.casefold(), text)

    def split(self, members: Sequence[Member], text: str) -> tuple[str, str, list[str]]:
        """`axe +2: Reach; Slow 1` as its name, its number and its details; a known name may have a colon in it."""
        name, number = _numbered(text)
        head, colon, details = text.partition(":")
        if not colon or self.named(members, name) is not None:
            return name, number, []
        return (*_numbered(head), details.split(";"))

    def item(self, member: Member, text: str) -> Any:
        """One typed item of a list. Raises InvalidInput with what is wrong with it."""
        if not text.strip():
            raise InvalidInput("something must be typed")
        if member.kind == "entries":
            return self._pair(member, text.strip())
        if member.kind == "words":
            return self._word(member, text.strip())
        if all(one.name != "name" for one in members(member.of)):
            raise InvalidInput(f"{member.labels[0]} have no names", hint="they are changed in the file")
        name, number, details = self.split([member], text)
        known = self.entry(member.name, name)
        name = known[0] if known is not None else name
        if known is not None and known[1] is not None and not number and not details:
            return known[1]
        values: dict[str, Any] = {"name": name}
        if number and not (first := first_number(member.of)):
            raise InvalidInput(f"{name} takes no number")
        if number:
            values[first] = whole(number)
        return self._record(member, values, details)

    def _record(self, member: Member, values: dict[str, Any], details: Iterable[str]) -> Any:
        parts = Parts(self, values, members(member.of))
        for detail in details:
            parts.put(detail.strip())
        return new_record(member.of, **parts.values)

    def _pair(self, member: Member, text: str) -> tuple[str, Any]:
        """A name with its number, which may stand first: `Armor 2`, `4 red`."""
        number, _, name = text.partition(" ")
        if not (is_whole(number) and name):
            name, number = _numbered(text)
        known = self.entry(member.name, name)
        if not number and member.only_numbers:
            raise InvalidInput("each with its number: black 2, white 1")
        return known[0] if known is not None else name.strip(), whole(number) if number else True

    def _word(self, member: Member, text: str) -> Any:
        if member.of is int:
            return whole(text)
        name, number = _numbered(text)
        known = self.entry(member.name, name)
        name = known[0] if known is not None else name
        written = self.known.written.get(name.casefold(), name)
        if not number:
            return written
        if written.endswith(":X"):
            return f"{written.removesuffix('X')}{whole(number)}"
        if self.is_closed(member.name) and known is not None:
            raise InvalidInput(f"{name} takes no number")
        return f"{name} {whole(number)}"


def _numbered(text: str) -> tuple[str, str]:
    found = _NUMBERED.fullmatch(text.strip())
    return (found[1], found[2]) if found else (text.strip(), "")


class LineGrammar(Grammar):
    """What the parts of a line may mean in one game: its fields, the entries of its tables and of its own units."""

    def __init__(self, kind: type[Unit], templates: Iterable[Unit], known: Explained) -> None:
        super().__init__(known)
        self.kind = kind
        self.members = _of_unit(kind)
        self.lists = [member.name for member in self.members]
        for member in self.members:
            for unit in templates if member.kind else ():
                self.learn_from(member, getattr(unit, member.name))

    def doubt_of(self, part: str) -> str:
        """What is said at once of a part that no table has: `no table has Cl; Cleave?`."""
        member, name = self._of_part(part)
        if member is None:
            return ""
        unlike = f"nothing here is called {name}: a {member.what} that you apply yourselves"
        if member.kind == "records" and not self.is_closed(member.name):
            # Weapons of one's own are what lines are for; one that is called like a value may be meant for it.
            near = [one.labels[0] for one in self.members if not one.kind and _share_a_word(name, one.labels[0])]
            unlike = f"{name}: a {member.what} of your own; or {' or '.join(near[:_MOST_MEANT])}?" if near else ""
        return self.doubt(name, member.name, self.lists, unlike)

    def told(self, part: str) -> str:
        """What a part means, or the names that go on as it does."""
        if (more := self.meant_as(self.members, part)) is not None:
            return f"{part}: {more[1]} more {more[0].what}"
        member, name = self._of_part(part)
        if member is None or not name:
            return ""
        if self.entry(member.name, name) is not None:
            text = self.known.texts.get(name.casefold(), "")
            return f"{name}: {text}" if text else f"{name}, a {member.what} of this game"
        return self.like(name, self.lists) or f"{name}: a {member.what} of your own"

    def _of_part(self, part: str) -> tuple[Member | None, str]:
        """The list that a part adds to, and the name of its entry; none if it is a value, or takes one off."""
        value = by_label(self.members, part) or by_word(self.members, part) or no_list(self.members, part)
        if value or part.startswith("-") or _JSON.fullmatch(part):
            return None, ""
        name, _, _ = self.split(self.members, part)
        return self.named(self.members, name) or self.own(self.members), name


def by_label(members: Sequence[Member], text: str) -> tuple[Member, str] | None:
    """The field whose label a part begins with, and what is behind it; the longest label wins.

    A number may stand first: `3 wounds`.
    """
    number, _, name = text.partition(" ")
    if is_whole(number) and name:
        text = f"{name.strip()} {number}"
    wanted, found = text.casefold(), None
    longest = 0
    for member in members:
        for label in (*member.labels, member.what) if member.kind else member.labels:
            rest = text[len(label) :].strip()
            if len(label) <= longest or not (wanted == label or wanted.startswith(f"{label} ")):
                continue
            if _reads(member, rest):
                longest, found = len(label), (member, rest)
    return found


def _reads(member: Member, rest: str) -> bool:
    if member.hint is int:
        return is_whole(rest.removesuffix("+")) or rest == "-"
    if member.hint is bool:
        return rest.casefold() in ("", "yes", "no")
    if member.words:
        return rest.casefold() in member.words
    return bool(rest)


def by_word(members: Sequence[Member], text: str) -> Member | None:
    """The one field that may be this word."""
    found = [member for member in members if text.casefold() in member.words]
    return found[0] if len(found) == 1 else None


def no_list(members: Sequence[Member], text: str) -> Member | None:
    """The list of which there is to be nothing: `no weapons`."""
    return next(
        (one for one in members if one.kind and text.casefold() in (f"no {label}" for label in one.labels)), None
    )


def _share_a_word(one: str, other: str) -> bool:
    return not {*one.casefold().split()}.isdisjoint(other.casefold().split())


class Parts:
    """The values of a unit or of a record, into which parts are put."""

    def __init__(self, grammar: Grammar, values: dict[str, Any], members: Sequence[Member]) -> None:
        self.grammar = grammar
        self.values = values
        self.members = members

    def put(self, part: str) -> None:
        """Puts one part. Raises InvalidInput with what is wrong with it."""
        if not part:
            return
        if (more := self.grammar.meant_as(self.members, part)) is not None:
            member, number = more
            self.values[member.name] = (self.values.get(member.name) or 0) + number
        elif part.startswith("-") and not is_whole(part):
            self._off(part[1:].strip())
        elif (none := no_list(self.members, part)) is not None:
            self.values[none.name] = none.empty
        elif (found := by_label(self.members, part)) is not None and self._named(part) is None:
            self._value(*found)
        elif (word := by_word(self.members, part)) is not None:
            self.values[word.name] = word.words[part.casefold()]
        else:
            self._item(part)

    def _named(self, part: str) -> Member | None:
        """The list that has an entry of the name that a part begins with."""
        name, _, _ = self.grammar.split(self.members, part)
        return self.grammar.named(self.members, name)

    def _value(self, member: Member, rest: str) -> None:
        if member.kind in ("words", "entries", "records"):
            self._add(member, rest)
        else:
            self.values[member.name] = self.grammar.read(member, rest.strip('"'))

    def _item(self, part: str) -> None:
        member = self._named(part) or self._counted(part) or self.grammar.own(self.members)
        if member is None:
            known = dict.fromkeys(one.labels[0] for one in self.members if one.name not in ("notes", "mark"))
            raise InvalidInput(f"what is {part!r}?", hint=", ".join(known))
        self._add(member, part)

    def _counted(self, part: str) -> Member | None:
        """The table of numbers that a part such as `4 red` is for."""
        maps = (one for one in self.members if one.kind == "entries" and one.only_numbers)
        return next(maps, None) if is_whole(part.partition(" ")[0]) else None

    def _add(self, member: Member, text: str) -> None:
        held = self.values.get(member.name, member.empty)
        made = self.grammar.item(member, text)
        if member.kind == "entries":
            self.values[member.name] = {**held, made[0]: made[1]}
        else:
            self.values[member.name] = with_items(held, [*items_of(held), made])

    def _off(self, name: str) -> None:
        for member in self.members if name else ():
            items = items_of(self.values.get(member.name)) if member.kind in ("entries", "words", "records") else []
            kept = [one for one in items if self._called(member, one).casefold() != name.casefold()]
            if len(kept) < len(items):
                self.values[member.name] = with_items(member.empty, kept)
                return
        raise InvalidInput(f"there is no {name!r} to take off")

    def _called(self, member: Member, item: Any) -> str:
        name = member.name_of(item)
        known = isinstance(item, str) and self.grammar.known.written.get(name.casefold()) is not None
        return base_name(name) if known else item if isinstance(item, str) else name


class UnitParts(Parts):
    """Those of a unit: a part may also be a field in JSON, `weapons=[]`."""

    grammar: LineGrammar

    def __init__(self, grammar: LineGrammar, values: dict[str, Any], of: str) -> None:
        super().__init__(grammar, values, grammar.members)
        self.of = of

    def put(self, part: str) -> None:
        exact = _JSON.fullmatch(part)
        if exact is None:
            super().put(part)
            return
        name, kind = exact[1], self.grammar.kind
        if name not in specs(kind):
            raise InvalidInput(f"there is no field {name!r}", hint=", ".join(one.name for one in self.members))
        try:
            raw = json.loads(exact[2])
        except ValueError:
            raise InvalidInput(f"{name}= is followed by JSON, not {exact[2]!r}") from None
        self.values |= record_values(kind, "a unit", self.of, {name: raw})
