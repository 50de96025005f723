"""Tells what happened in a recorded procedure: attacks with their dice, minis that fell, units that broke off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Note
from companion.engine.state.results import Result
from companion.engine.state.table import Table
from companion.engine.story import Scene, fight_words

_NOTES = ("defeated", "ended", "left", "winner", "refused")
"""Facts of the notes that are told as they are."""
_UNTOLD = ("rank", "blocks")
"""Facts of results that only lead to another: which token is drawn, blocks before all of them are rolled."""
_ATTACK = "4a"
"""The step in which the attack dice are rolled."""


def story(table: Table[Any, Any], entry: JournalEntry) -> Iterator[Scene]:
    """One scene a procedure: who attacked whom with which dice, and what else its units went through."""
    attacks = _attacks(table, entry)
    units = attacks[0] if attacks else tuple(str(of) for of in entry.args.values() if str(of) in table.units)
    fallen = any(isinstance(event, Note) and "defeated" in event.facts for event in entry.events)
    told: list[str] = []
    for event in entry.events:
        if isinstance(event, Result) and not any(key in event.facts for key in _UNTOLD):
            told.append(_result(table, event, attacks))
        elif isinstance(event, Note) and _worth_telling(event, fallen) and not _said(event.text, told):
            # Outside attacks the fallen are noted before the wounds that felled them.
            told.insert(0 if "wounds" in event.facts else len(told), f"{event.text}.")
    if told:
        yield Scene(units, tuple(told))


def _worth_telling(note: Note, fallen: bool) -> bool:
    """Whether a note is told as it is. That a melee is over goes without saying where somebody has fallen."""
    if "defender" in note.facts or ("ended" in note.facts and fallen):
        return False
    fell = note.step == "10" and not note.facts
    return fell or "wounds" in note.facts or any(key in note.facts for key in _NOTES)


def _said(text: str, told: Sequence[str]) -> bool:
    """Whether the last sentence has said it already, with its numbers behind."""
    return bool(told) and told[-1].startswith(f"{text}:")


def _attacks(table: Table[Any, Any], entry: JournalEntry) -> list[tuple[str, str]]:
    """Who attacked whom: the attacker is whose activation or attack it is, the other stands with what came of it."""
    attacker = str(entry.outcome.get("attacker") or entry.outcome.get("unit") or entry.args.get("unit") or "")
    notes = (event for event in entry.events if isinstance(event, Note))
    return [
        (attacker, note.facts["defender"]) for note in notes if "defender" in note.facts and attacker in table.units
    ]


def _result(table: Table[Any, Any], result: Result, attacks: Sequence[tuple[str, str]]) -> str:
    text = result.text.rstrip(".")
    if result.step == _ATTACK and attacks:
        attacker, defender = attacks[0]
        lead = fight_words(table, [attacker], [defender], "attack").rstrip(".")
        return f"{lead}: {text.removeprefix(f'{table.title(attacker)}: ')}."
    return f"{text}."
