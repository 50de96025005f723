"""What players do by hand, as typed words: adjustments, lists of a unit, reinforcements, notes, points, rulings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.engine.state.changes import Change, Event, Note, Tally, net
from companion.engine.state.entity import Entity
from companion.engine.state.table import DICE_WORD, AnyTable, Unit
from companion.engine.wording import count, does, signed
from companion.frontend.answers import yes_no
from companion.frontend.by_hand import mini_joins, mini_leaves, points_typed, scored
from companion.frontend.ended_numbers import EndedNumbers
from companion.frontend.entity_form import EntityFields, typed_value
from companion.frontend.form import Choice
from companion.frontend.grammar import Grammar
from companion.frontend.items import Member, items_of, member_of, members, with_items, words_of_item
from companion.frontend.opened import OpenSession
from companion.frontend.request_words import ask_of
from companion.frontend.rulings import RulingBook
from companion.frontend.saying.sentences import commitment_words, spaced
from companion.frontend.setup import Setup, check_joining, newcomer
from companion.frontend.typed import (
    entity_named,
    entity_names,
    field_named,
    is_whole,
    item_at,
    line_words,
    longest_name,
    meant,
    whole,
)
from companion.play.past_words import ANYWAY

LISTS = "+NAME adds or changes one, -NAME takes one off; a weapon's fields as strength=2; quotes hold words together"


def listed(entity: Entity, path: str) -> Member | None:
    """The list in this field, to be changed one by one; None if it holds none."""
    spec = entity.specs().get(path)
    member = member_of(spec) if spec is not None else None
    return member if member is not None and member.kind in ("words", "entries", "records") else None


def with_item(member: Member, value: Any, typed: Sequence[str]) -> tuple[Any, str]:
    """The list with what `+NAME` or `-NAME` adds, changes or takes off, and the reason behind it.

    Raises InvalidInput where nothing is named so, and for a field that a record has not.
    """
    items, grammar = items_of(value), Grammar()
    sign, name, rest = typed[0][:1], typed[0][1:].strip(), list(typed[1:])
    if not name:
        raise InvalidInput("what is added or taken off?", hint=LISTS)
    if sign != "+":
        del items[_place(member, items, name)]
        return with_items(value, items), " ".join(rest)
    if rest and is_whole(rest[0]):
        # No reason begins with a number: it is that of the keyword.
        if member.kind == "records":
            raise InvalidInput(f"which number of {name} is {rest[0]}?", hint=LISTS)
        name = f"{name} {rest.pop(0)}"
    if member.kind == "entries":
        return {**value, **dict([grammar.item(member, name)])}, " ".join(rest)
    old = [at for at, item in enumerate(items) if member.name_of(item).casefold() == name.casefold()]
    made = items[old[0]] if old and member.kind == "records" else grammar.item(member, name)
    while member.kind == "records" and rest and "=" in rest[0]:
        field, _, text = rest.pop(0).partition("=")
        known = {label: one for one in members(member.of) for label in (*one.labels, one.name)}
        if field.casefold() not in known:
            raise InvalidInput(f"{name} has no {field!r}", hint=", ".join(one.name for one in members(member.of)))
        made = replace(made, **{known[field.casefold()].name: grammar.read(known[field.casefold()], text)})
    at = old[0] if old and member.kind == "records" else len(items)
    items[at : at + 1] = [made]
    return with_items(value, items), " ".join(rest)


def _place(member: Member, items: Sequence[Any], name: str) -> int:
    found = meant({at: (member.name_of(item), words_of_item(item)) for at, item in enumerate(items)}, name)
    if len(found) == 1:
        return found[0]
    there = ", ".join(map(words_of_item, items)) or "nothing"
    raise InvalidInput(f"{name!r} may mean several" if found else f"there is no {name!r}", hint=f"there is: {there}")


DICE = "dice SIDE WORD"
SCORE = "score SIDE 2 the bridge, or score SIDE -1 and why"
_WORDS = "UNIT and the words; none empties it"
NOTE = f"note {_WORDS}"
_WRITTEN = {"notes": (NOTE, "unit"), "mark": (f"mark {_WORDS}", "unit"), DICE_WORD: (DICE, "side")}
"""Fields of texts: how each is typed, and whose it is."""


def score_lines(session: Session) -> Iterator[str]:
    """The victory points of every side with their history."""
    table = session.table
    for side in table.sides.values():
        yield f"{table.title(side.id)}: {count(side.score, 'victory point')}."
        yield from (f"  Round {one.round}: {signed(one.points)}, {one.why}." for one in scored(session, side.id))


def score(session: Session, text: str) -> list[Event]:
    """`SIDE POINTS why…` Raises InvalidInput where no side or no number is named."""
    of, rest = _named(session, text, SCORE, "side")
    points, why = points_typed(rest)
    return session.adjust(of, "score", change=points, why=why)


def write(session: Session, text: str, field: str) -> list[Event]:
    """A name and words: the notes or the mark of a unit, or the word of a side that the app's dice follow from too.

    `none` empties it.
    """
    of, rest = _named(session, text, *_WRITTEN[field])
    return session.adjust(of, field, "" if rest.casefold() == "none" else rest, why="by hand")


def written_lines(session: Session) -> Iterator[str]:
    """The notes and marks of all units."""
    for unit in session.table.units.values():
        words = [*([f"marked {unit.mark}"] if unit.mark else []), *([unit.notes] if unit.notes else [])]
        if words:
            yield f"{session.table.title(unit.id)}: {', '.join(words)}."


def unit_named(session: Session, typed: str) -> Unit:
    """The unit that a typed name means; a mini means its unit. Raises InvalidInput where it is none."""
    if not typed.strip():
        raise InvalidInput("which unit?", hint="unit and its name")
    table = session.table
    of = entity_named(table, typed.strip())
    owner = table.owner_of(of)
    if owner is None and of not in table.units:
        raise InvalidInput(f"{does(table.title(of), 'is')} no unit")
    unit: Unit = owner if owner is not None else table.unit(of)
    return unit


def dice_word_lines(session: Session) -> Iterator[str]:
    """What the app's dice follow from: the whole hash of the seed, and what the players have added."""
    if session.commitment:
        yield commitment_words(session.commitment)
    for side in session.table.sides.values():
        yield f"{session.table.title(side.id)}: {side.dice_word or 'no word yet'}."


def _first_named(table: AnyTable, words: list[str], keep: int) -> tuple[str, list[str]]:
    """The id of whom the first words name, and the words behind it, `keep` at least; empty where nothing is typed."""
    name, rest = longest_name(words, entity_names(table).values(), keep)
    return entity_named(table, name) if name else "", rest


def _named(session: Session, text: str, hint: str, what: str) -> tuple[str, str]:
    """The side or unit, as is wanted, that the first words name, and the words behind it."""
    table = session.table
    words = text.split()
    if len(words) < 2:
        raise InvalidInput("a name and something behind it are wanted", hint=hint)
    of, rest = _first_named(table, words, keep=1)
    if of not in (table.sides if what == "side" else table.units):
        raise InvalidInput(f"{does(table.title(of), 'is')} no {what}", hint=hint)
    return of, " ".join(rest)


JOIN = "join SIDE and a unit of the list, join SIDE blank, or join SIDE Grim, axe +2"
BLANK = "blank"
MINI = "mini UNIT joins why, or mini UNIT 3 leaves why"
_IN, _OUT = "joins", "leaves"


def template_lines(session: Session) -> Iterator[str]:
    """The units that may join, a line each."""
    yield "Units that may join; each is a copy with its own name:"
    yield from (f"  {unit.name}." for unit in Setup(session.ruleset).templates)
    yield f"  {BLANK}: a unit without weapons and traits, to adjust."


def roster_lines(session: Session) -> Iterator[str]:
    """The units of every side as lines of text, as a roster or a form takes them."""
    lines = Setup(session.ruleset).lines()
    for side in session.table.sides.values():
        yield f"# {side.name}"
        yield from (lines.line(unit) for unit in session.table.units.values() if unit.side == side.id)


def join(session: Session, text: str) -> list[Event]:
    """`SIDE UNIT`, or `SIDE` and a line of a unit as `roster_lines` reads it.

    Raises InvalidInput where either is unknown, or while a procedure is open.
    """
    check_joining(session)
    table = session.table
    sides = {of: names for of, names in entity_names(table).items() if of in table.sides}
    name, rest = longest_name(text.split(), list(sides.values()), keep=1)
    found = meant(sides, name)
    if len(found) != 1 or not rest:
        raise InvalidInput("a side and a unit are wanted", hint=JOIN)
    wanted = " ".join(rest)
    setup = Setup(session.ruleset)
    if "," in wanted or "=" in wanted:
        return session.join(newcomer(table, setup.lines().read(wanted), found[0]), "reinforcements")
    templates = {unit.id: unit for unit in setup.templates}
    units = meant({of: (of, unit.name) for of, unit in templates.items()}, wanted)
    if len(units) != 1 and wanted.casefold() != BLANK:
        may = " or ".join(templates[of].name for of in units)
        raise InvalidInput(f"{wanted!r} may mean {may}" if may else f"no unit is called {wanted!r}", hint=JOIN)
    template = None if wanted.casefold() == BLANK else templates[units[0]]
    return session.join(newcomer(table, template, found[0]), "reinforcements")


def remove(session: Session, text: str) -> list[Event]:
    """`UNIT why…`"""
    of, rest = _first_named(session.table, text.split(), keep=0)
    unit = unit_named(session, of)
    return session.remove(unit.id, " ".join(rest) or "by hand")


def mini(session: Session, text: str) -> list[Event]:
    """`UNIT joins why…`, `UNIT leaves why…`, `UNIT 3 leaves why…`: one mini more or less, and no casualty."""
    table = session.table
    name, rest = longest_name(text.split(), list(entity_names(table).values()), keep=1)
    way = rest[0].casefold() if rest else ""
    if way not in (_IN, _OUT):
        raise InvalidInput("a unit or mini, and joins or leaves, are wanted", hint=MINI)
    of = entity_named(table, name)
    unit = unit_named(session, of)
    why = " ".join(rest[1:])
    if way == _OUT:
        return mini_leaves(session, unit, "" if of == unit.id else of, why)
    if of != unit.id:
        raise InvalidInput(f"{does(table.title(of), 'is')} on the table already", hint=MINI)
    return mini_joins(session, unit, why)


ADJUST = "adjust UNIT FIELD VALUE, why: a number with + or - adds to it, =-1 sets it, yes, no and none are known"


def adjust(session: Session, text: str) -> list[Event]:
    """`UNIT FIELD VALUE why…`"""
    typed = line_words(text)
    if len(typed) < 3:
        raise InvalidInput("an adjustment names a unit, a field and a value", hint=ADJUST)
    table = session.table
    id_, typed = _first_named(table, typed, keep=2)
    entity = table.find(id_)
    labels = [*([spec.label] for spec in entity.specs().values()), *([one.label] for one in entity.conditions)]
    named, typed = longest_name(typed, labels, keep=1)
    field = field_named(entity, named)
    member = listed(entity, field)
    if member is not None and typed[0][:1] in ("+", "-", "−"):
        items, why = with_item(member, entity.get(field), typed)
        return session.adjust(id_, field, items, why=why)
    if (
        member is not None
        and member.kind == "records"
        and typed[0].casefold() != "none"
        and not (isinstance(entity, Unit) and entity.miniatures and entity.get(field) is entity.miniatures)
    ):
        raise InvalidInput(f"{entity.specs()[field].label} are changed one at a time", hint=LISTS)
    known = _names_of_values(table, entity, field)
    value, typed = longest_name(typed, known.values(), keep=0)
    why = " ".join(typed)
    found = meant(known, value)
    if len(found) == 1:
        return session.adjust(id_, field, found[0], why=why)
    if value[:1] in ("+", "-", "−") and isinstance(entity.get(field) or 0, int):
        return session.adjust(id_, field, change=whole(value, ADJUST), why=why)
    return session.adjust(id_, field, typed_value(entity, field, value.removeprefix("=")), why=why)


def _names_of_values(table: AnyTable, entity: Entity, path: str) -> dict[Any, tuple[str, ...]]:
    """What a field may hold where it is one of several in a form, each value with its names."""
    form = EntityFields()
    fields = [*form.belonging(table, entity), *(form.game(table) if entity is table else ())]
    found = next((field for field in fields if field.key.path == path), None) or form.at(entity, path)
    options = found.options if isinstance(found, Choice) else ()
    return {value: (str(value), label) for value, label in options if value is not None}


def touch(session: Session, text: str, *, ends: bool = False) -> list[Event]:
    """`UNIT UNIT [FLAG=VALUE…] why…`: two units touch from now on, or no longer. A flag is that of the first unit."""
    typed = line_words(text)
    if len(typed) < 2:
        raise InvalidInput("two units are wanted", hint="touch UNIT UNIT, part UNIT UNIT")
    table = session.table
    a, typed = _first_named(table, typed, keep=1)
    b, typed = _first_named(table, typed, keep=0)
    if ends:
        return session.disconnect(a, b, " ".join(typed))
    flags: dict[str, bool | int | str] = {}
    while typed and "=" in typed[0]:
        name, _, value = typed.pop(0).partition("=")
        flags[_flag(table.spec.contact_flags, name)] = _flag_value(value)
    return session.connect(a, b, flags, " ".join(typed))


def _flag(known: Sequence[str], typed: str) -> str:
    """The flag of the first unit that a word names: `engaged` is `a_engaged`."""
    wanted = typed.casefold().replace(" ", "_")
    for name in known:
        if wanted in (name, name.removeprefix("a_")):
            return name
    own = ", ".join(f"{spaced(name.removeprefix('a_'))}=no" for name in known if not name.startswith("b_"))
    raise InvalidInput(f"a contact has no {typed!r}", hint=own or "contacts of this game have nothing to set")


def _flag_value(typed: str) -> bool | str:
    try:
        return yes_no(typed)
    except InvalidInput:
        return typed


def rulings(opened: OpenSession) -> Iterator[str]:
    """What may be overruled now, numbered: every number of the open procedure, and the answer to the open prompt.

    At rest the numbers of what ended last.
    """
    ended = EndedNumbers(opened)
    if ended.title:
        yield f"{ended.title} has ended; to overrule a number of it leads back into it."
    yield from (f"{place}. {tally.sentence()}" for place, tally in enumerate(_numbers(opened), 1))
    if opened.session.run is not None:
        yield "answer. An answer to this prompt that the rules do not allow"


def _numbers(opened: OpenSession) -> list[Tally]:
    run = opened.session.run
    return list(run.context.tallies.values()) if run is not None else EndedNumbers(opened).tallies()


def overrule(book: RulingBook, opened: OpenSession, text: str) -> list[Event]:
    """`NUMBER VALUE why…` for a computed number, `answer "VALUE" why…` for the open prompt.

    At rest what then stands otherwise; `anyway` before it crosses a border of the campaign.
    """
    session, typed = opened.session, line_words(text)
    across = [word.casefold() for word in typed[:1]] == [ANYWAY]
    typed = typed[1:] if across else typed
    numbers = _numbers(opened)
    if len(typed) < 2 or not (numbers or session.request is not None):
        raise InvalidInput(
            "a ruling names a line of the list and the value that counts",
            hint="overrule 1 5 why, or overrule answer 'the answer' why",
        )
    why = " ".join(typed[2:])
    if typed[0].casefold() == "answer" and session.request is not None:
        return book.overrule(session.request.key, ask_of(session.request, session.table).answer(typed[1]), why)
    tally = item_at(numbers, typed[0])
    if tally is None:
        raise InvalidInput(f"there is no line {typed[0]}", hint="overrule alone lists them")
    value, ended = whole(typed[1], "overrule 1 5 why"), session.run is None
    events = book.overrule(tally.key, value, why, across=across, hint=f"overrule anyway {text}")
    if not ended:
        return events
    ruled = [event for event in events if isinstance(event, Note) and "ruling" in event.facts]
    return [*ruled, *net(event for event in events if isinstance(event, Change))]
