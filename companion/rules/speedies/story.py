"""Tells what happened in a recorded procedure: the combats of a phase one by one, shots, spells, climbs and routs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Note
from companion.engine.state.phrases import stopped
from companion.engine.state.results import Result, with_rerolls
from companion.engine.state.table import AnyTable
from companion.engine.story import Scene, begun_with, names, pair_of, parties
from companion.engine.wording import does, verb

_NOTES = ("engager", "winner", "gained")
"""Facts of the notes that are told as they are."""
_UNTOLD = ("groups_of", "drawn")
"""Facts of results that only lead to something else: who acts first, which card is drawn."""


def story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """One scene a combat; elsewhere one a procedure.

    What names no pair, as an improvement, belongs to the combat that was fought just before.
    """
    combats = [tuple(group) for note in _notes(entry) for group in note.facts.get("combats", ())]
    alone = begun_with(table, entry)
    told = _by_combat(table, entry, combats, alone)
    if not told and entry.procedure == "engage":
        told[alone] = []
    for group, sentences in told.items():
        lead = _lead(table, group) if group in combats else _deed(table, entry)
        whole = (*lead, *sentences)
        if whole:
            yield Scene(group, whole)


def _by_combat(
    table: AnyTable, entry: JournalEntry, combats: Sequence[tuple[str, ...]], alone: tuple[str, ...]
) -> dict[tuple[str, ...], list[str]]:
    """What results and notes say, by the combat that they belong to; `alone` where there is none."""
    told: dict[tuple[str, ...], list[str]] = {}
    current = combats[0] if combats else alone
    for event in entry.events:
        if isinstance(event, Result) and not any(key in event.facts for key in _UNTOLD):
            pair = pair_of(event.facts)
            current = next((group for group in combats if pair and pair[0] in group), current)
            told.setdefault(current, []).append(stopped(with_rerolls(event, table.worded)))
        elif isinstance(event, Note) and "shielded" in event.facts:
            current = next((group for group in combats if event.facts["unit"] in group), current)
            told.setdefault(current, []).append(stopped(event.text))
        elif isinstance(event, Note) and any(key in event.facts for key in _NOTES) and event.beside != "result":
            told.setdefault(current, []).append(stopped(event.text))
    return told


def _notes(entry: JournalEntry) -> Iterator[Note]:
    return (event for event in entry.events if isinstance(event, Note))


def _lead(table: AnyTable, group: Sequence[str]) -> Iterator[str]:
    friends, foes = parties(table, group)
    if len(group) > 2 and foes:
        yield f"{names(table, friends)} against {names(table, foes)}:"


def _deed(table: AnyTable, entry: JournalEntry) -> Iterator[str]:
    """What the unit tried, if the results alone do not say it."""
    unit, target = entry.args.get("unit"), entry.outcome.get("target")
    if entry.procedure == "cast" and isinstance(unit, str):
        yield f"{does(table.title(unit), 'casts')} {entry.outcome.get('spell') or 'a spell'}."
    elif entry.procedure == "engage" and isinstance(unit, str) and isinstance(target, str):
        short = "" if entry.outcome.get("reached") else f", and {verb(table.title(unit), 'does')} not get there"
        yield f"{does(table.title(unit), 'goes')} for {table.title(target)}{short}."
