"""A unit's whole card as text: what it has left, its weapons and traits with what they do, its stats, its history."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine import log
from companion.engine.state.entity import Entity
from companion.engine.state.table import Model, Unit
from companion.frontend.entry_texts import entries, texts_by_name
from companion.frontend.hooks import Hooks
from companion.frontend.items import items_of, kind_of_list, words_of_item
from companion.frontend.naming import told_apart
from companion.frontend.opened import OpenSession
from companion.frontend.wording import sentence, titled, value_words
from companion.play.table_text import model_lines, unit_line

HISTORY = 30
"""How many of the last lines about the unit are printed."""


def unit_lines(hooks: Hooks, unit: Unit) -> Iterator[str]:
    """The card from what counts in a fight down to the history, the newest line of it last."""
    table = hooks.session.table
    yield unit_line(hooks, unit) + "."
    yield from ("  " + line for line in model_lines(table, unit))
    touched = [told_apart(table, b if a == unit.id else a) for a, b in table.contacts if unit.id in (a, b)]
    yield f"  Side: {table.title(unit.side)}." + (f" In contact with {', '.join(touched)}." if touched else "")
    yield from _lists(unit)
    explained = list(entries(unit, texts_by_name(hooks.sheets())))
    yield from (f"  {label}: {sentence(text)}" for label, text in explained)
    stats = [
        (spec.label, spec.worded(value) if isinstance(value := getattr(unit, spec.name), str) else value)
        for spec in unit.specs().values()
        if spec.place == "stats" and spec.name not in ("name", "side")
    ]
    told = ", ".join(
        f"{label} {value_words(table, value)}" for label, value in stats if value not in (None, "", (), {})
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
        yield f"  {titled(spec.label)}: {shown or value_words(None, value)}."


def life_lines(opened: OpenSession, unit: Unit) -> Iterator[str]:
    """What it went through in its campaign, totals first; nothing outside a campaign."""
    if not opened.file.with_name("campaign.toml").is_file():
        return
    from companion.frontend.campaigns import life_beside
    from companion.frontend.careers import change_words, chapter_line, together, totals_line
    from companion.store import CannotOpen

    try:
        found = life_beside(opened.file, unit.side, unit.id)
    except CannotOpen:
        return
    if found is not None:
        yield f"  In the campaign: {sentence(totals_line(found))}"
        for chapter in found.chapters:
            yield f"    {sentence(chapter_line(chapter))}"
            yield from (f"      {sentence(change_words(entry, found.ruleset))}" for entry in together(chapter.changes))
