"""The table as text: round and turn, each side's units, who fights whom and how it stands, and a unit's whole card."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from typing import Final

from companion.engine import log
from companion.engine.change_words import flag_words
from companion.engine.standing import Standing, conditions_of
from companion.engine.state.contacts import units_touching
from companion.engine.state.declarations import StandingRow
from companion.engine.state.entity import Entity
from companion.engine.state.phrases import spans_of
from companion.engine.state.table import AnyTable, Model, Side, Unit
from companion.engine.wording import does, value_words
from companion.frontend.entry_texts import entries, texts_by_name
from companion.frontend.hooks import Hooks
from companion.frontend.items import items_of, kind_of_list, words_of_item
from companion.frontend.opened import OpenSession
from companion.frontend.saying.sentences import sentence, titled
from companion.frontend.typed import told_apart

CONDITIONS = "conditions"
"""The row that lists conditions: its words stand for themselves."""

ROLE = " role"
"""Under this key stands the role that was printed of a fighter."""

MOST_TOLD = 40
"""A higher upper bound is a mere safeguard of the game's data, and tells players nothing."""


Said = tuple[str, str, object]
"""A fighter, the key of one of its rows, and its value."""


class StandingText:
    """What was printed of each fighter, so that nothing is printed twice."""

    def __init__(self) -> None:
        self._printed: dict[str, dict[str, str]] = {}
        self._told = set[Said]()
        self._result = set[Said]()
        """What the last result said."""

    def forget(self) -> None:
        """Everything is printed the next time."""
        self._printed.clear()
        self._result.clear()

    def was_told(self, text: str) -> None:
        """A sentence that tells what the row of a fighter says: the row is printed no more."""
        self._told |= _said_in(text)

    def result_was_told(self, text: str) -> None:
        """The same of the last result: until the next one."""
        self._result = _said_in(text)

    def lines(
        self,
        standings: Sequence[Standing],
        elsewhere: Collection[tuple[str, str]] = (),
        gone: Collection[str] = (),
    ) -> Iterator[str]:
        """A line a fighter of whom something is new. `elsewhere` are (fighter, row key) that are printed beside it.

        Those that are `gone`, out of action, stand there only where nothing was printed of them: else that was told.
        """
        for standing in standings:
            if standing.of in gone:
                if standing.of not in self._printed:
                    yield f"  {standing.name}: out of action."
                self._printed.setdefault(standing.of, {})
                continue
            before = self._printed.setdefault(standing.of, {})
            rows = {row.key: row_text(row, zero=row.key in before) for row in standing.rows}
            ended = CONDITIONS in before and CONDITIONS not in rows
            if ended:
                rows[CONDITIONS] = "no conditions"
            new = {key: text for key, text in rows.items() if text and before.get(key) != text}
            said = self._told | self._result
            # A bound beside the number is said by the row alone.
            in_words = {
                row.key
                for row in standing.rows
                if row.max is row.breaks_at is None and (standing.of, row.key, row.value) in said
            }
            shown = [text for key, text in new.items() if (standing.of, key) not in elsewhere and key not in in_words]
            before.update(new)
            if ended:
                del before[CONDITIONS]
            if shown:
                role = f" ({standing.role})" if standing.role and before.get(ROLE) != standing.role else ""
                before[ROLE] = standing.role
                yield f"  {standing.name}{role}: " + ", ".join(shown) + "."
        self._told.clear()


def _said_in(text: str) -> set[Said]:
    return {(span.of, span.field, span.value) for span in spans_of(text) if isinstance(span.value, Hashable)}


def row_text(row: StandingRow, *, zero: bool = True) -> str:
    """`Health 2 of 5 (breaks at 2)`, with the words of the game for what becomes of it there.

    Without `zero` empty for a number that is 0 and has no limit.
    """
    if row.key == CONDITIONS:
        return str(row.value)
    limited = row.max is not None and row.max <= MOST_TOLD
    # Nobody needs to hear that all is over with nothing left.
    breaks = row.breaks_at is not None and not (limited and row.breaks_at in (0, row.max))
    if not zero and not row.value and not limited and row.breaks_at is None:
        return ""
    if row.value == "yes":
        return row.label
    most = f" of {row.max}" if limited else ""
    return f"{row.label} {row.value}{most}" + (f" ({row.bound} {row.breaks_at})" if breaks else "")


NOTHING: Final = "none"
"""How games word a value that stands for nothing."""


def where(table: AnyTable) -> str:
    """`Round 2, Action phase, Rhea acts.`"""
    phase = table.spec.phase(table.phase).title
    turn = f", {does(table.title(table.active), 'acts')}" if table.active and table.over is None else ""
    return f"{titled(table.spec.round_named(table.round))}, {phase}{turn}."


def table_lines(hooks: Hooks) -> Iterator[str]:
    """The whole table, a line a unit. Ids only where two things share a name."""
    table = hooks.session.table
    yield where(table)
    facts = ", ".join(_facts(table))
    if facts:
        yield f"On the table: {facts}."
    said: dict[str, str] = {}
    for side in table.sides.values():
        units = [u for u in table.units.values() if u.side == side.id]
        left = f"{sum(u.alive for u in units)} of {len(units)} left"
        yield f"{told_apart(table, side.id)}: {', '.join([left, *_facts(side)])}."
        for unit in units:
            said[unit.id] = unit_line(hooks, unit)
            yield "  " + said[unit.id]
            yield from ("    " + line for line in model_lines(table, unit))
    for place, melee in enumerate(hooks.melees(), 1):
        yield f"Melee {place}: " + ", ".join(table.title(of) for of in melee) + "."
    for (a, b), flags in table.contacts.items():
        if table.title(b) in said.get(a, "") and table.title(a) in said.get(b, ""):
            continue
        words = ", ".join(flag_words(table, (a, b), flags))
        yield f"{table.title(a)} and {table.title(b)} touch" + (f" ({words})" if words else "") + "."


def unit_line(hooks: Hooks, unit: Unit) -> str:
    """`Ann: Health 3 of 3, Shaken`, with its mark beside its name; of a unit that is out of action nothing else."""
    name = told_apart(hooks.session.table, unit.id) + (f" ({unit.mark})" if unit.mark else "")
    if not unit.alive:
        return f"{name}, out of action"
    facts = [*_facts(unit), *hooks.badges(unit)]
    return name + (": " + ", ".join(facts) if facts else "")


def model_lines(table: AnyTable, unit: Unit) -> Iterator[str]:
    """`Ann 2, out of action`, with what it has left: a line each for those of several of whom there is something to
    tell, while the unit stands.
    """
    if not unit.alive or len(unit.miniatures) < 2:
        return
    for model in unit.miniatures:
        facts = "" if not model.alive else ", ".join(_facts(model))
        if facts or not model.alive:
            yield table.title(model.id) + ("" if model.alive else ", out of action") + (f": {facts}" if facts else "")


def _facts(entity: Entity) -> Iterator[str]:
    """What counts in a fight, the other trackers, then the conditions that hold. A 0 of no account is left out.

    The highest value stands with a number only where another field says it: a bound in figures is a mere safeguard.
    """
    standing = {row.key: row for row in entity.standing_rows()} if isinstance(entity, Unit) else {}
    yield from filter(None, (row_text(row, zero=False) for row in standing.values()))
    listed = {condition.field for condition in entity.conditions}
    for spec in entity.specs().values():
        value = getattr(entity, spec.name)
        if spec.place == "trackers" and spec.kind == "int" and value is not None:
            # Nobody scored yet, and most games never do: then nothing is said of it.
            quiet = not isinstance(entity, Side) or spec.name == "score"
            if spec.name not in standing and (value or not quiet):
                most = spec.bounds(entity)[1] if isinstance(spec.hi, str) else None
                yield row_text(spec.row(entity, most))
        elif spec.place == "trackers" and spec.kind != "map" and value and spec.name not in listed:
            words = value_words(spec.worded(value) if isinstance(value, str) else value)
            if words != NOTHING:
                yield f"{spec.label} {words}"
        elif spec.place == "conditions" and spec.kind in ("bool", "text") and spec.name not in listed and value:
            words = "" if value is True else spec.worded(value)
            if words != NOTHING:
                yield f"{spec.label} {words}".rstrip()
    yield from conditions_of(entity)


HISTORY = 30
"""How many of the last lines about the unit are printed."""


def unit_lines(hooks: Hooks, unit: Unit) -> Iterator[str]:
    """The card from what counts in a fight down to the history, the newest line of it last."""
    table = hooks.session.table
    yield unit_line(hooks, unit) + "."
    yield from ("  " + line for line in model_lines(table, unit))
    touched = [told_apart(table, other.id) for other in units_touching(table, unit)]
    yield f"  Side: {table.title(unit.side)}." + (f" In contact with {', '.join(touched)}." if touched else "")
    yield from _lists(unit)
    explained = list(entries(unit, texts_by_name(hooks.sheets())))
    yield from (f"  {label}: {sentence(text)}" for label, text in explained)
    stats = [
        (spec, value)
        for spec in unit.specs().values()
        if spec.place == "stats"
        and spec.name not in ("name", "side")
        and (value := getattr(unit, spec.name)) not in (None, "", (), {})
    ]
    told = ", ".join(
        f"{spec.label} {spec.worded(value) if spec.is_word(value) else value_words(value, table.title)}"
        for spec, value in stats
    )
    if told:
        yield f"  Stats: {told}."
    happened = [line for line in log.lines(hooks.session) if unit.id in line.of][-HISTORY:]
    if happened:
        yield "  In this game:"
        yield from (f"    Round {line.round}: {sentence(line.text)}" for line in happened)


def _lists(entity: Entity) -> Iterator[str]:
    """Weapons, traits and what else is printed on it, and what players wrote on it, a line a list."""
    for spec in entity.specs().values():
        value = getattr(entity, spec.name)
        if spec.place != "lists" or not value or (isinstance(value, tuple) and isinstance(value[0], Model)):
            continue
        kind, _ = kind_of_list(spec.type)
        items = items_of(value) if kind in ("words", "entries", "records") else ()
        shown = ", ".join(words_of_item(spec.called(item)) for item in items)
        yield f"  {titled(spec.label)}: {shown or value_words(value)}."


def life_lines(opened: OpenSession, unit: Unit) -> Iterator[str]:
    """What it went through in its campaign, totals first; nothing outside a campaign."""
    if not opened.file.with_name("campaign.toml").is_file():
        return
    from companion.frontend.campaigns import life_beside
    from companion.frontend.saying.rosters import change_words, chapter_line, together, totals_line
    from companion.store.diagnostics import CannotOpen

    try:
        found = life_beside(opened.file, unit.side, unit.id)
    except CannotOpen:
        return
    if found is not None:
        yield f"  In the campaign: {sentence(totals_line(found))}"
        for chapter in found.chapters:
            yield f"    {sentence(chapter_line(chapter))}"
            yield from (f"      {sentence(change_words(entry, found.ruleset))}" for entry in together(chapter.changes))
