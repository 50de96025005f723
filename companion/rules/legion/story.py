"""Tells what happened in a recorded procedure: attacks with their dice, minis that fell, units that broke off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from companion.engine.journal import JournalEntry
from companion.engine.state.changes import Note
from companion.engine.state.phrases import OUT, about, parts_of, phrase, spans_of, stopped, unstopped
from companion.engine.state.results import Result, rerolls, with_rerolls
from companion.engine.state.table import AnyTable
from companion.engine.story import Scene, begun_with, fight_words
from companion.engine.wording import count, does

_NOTES = ("defeated", "ended", "left", "winner", "refused", "met")
"""Facts of the notes that are told as they are."""
_UNTOLD = ("rank", "blocks")
"""Facts of results that only lead to another: which token is drawn, blocks before all of them are rolled."""
_ATTACK = "4a"
"""The step in which the attack dice are rolled."""


def story(table: AnyTable, entry: JournalEntry) -> Iterator[Scene]:
    """One scene a procedure: who attacked whom with which dice, and what else its units went through."""
    attacks = _attacks(table, entry)
    units = attacks[0] if attacks else begun_with(table, entry)
    told = _sentences(table, entry, attacks)
    if not any(isinstance(event, Result) and event.step == _ATTACK for event in entry.events):
        told = [*_shots(table, entry), *told]
    if told:
        yield Scene(units, tuple(told))


def _sentences(table: AnyTable, entry: JournalEntry, attacks: Sequence[tuple[str, str]]) -> list[str]:
    """What its results and notes say; the attacks are told as who attacks whom."""
    fallen = any(isinstance(event, Note) and "defeated" in event.facts for event in entry.events)
    told: list[str] = []
    ahead = list(attacks)
    last: Result | None = None
    shown = [e for e in entry.events if isinstance(e, Result) and not any(key in e.facts for key in _UNTOLD)]
    answered = [after.step != _ATTACK for one, after in pairwise(shown) if one.step == _ATTACK]
    for event in entry.events:
        if isinstance(event, Result) and not any(key in event.facts for key in _UNTOLD):
            last = event
            if event.step == _ATTACK and ahead:
                # What counts of the dice is told with what comes of them, if anything does.
                told.append(_attack(table, event, *ahead.pop(0), bare=bool(answered) and answered.pop(0)))
            else:
                told.append(stopped(with_rerolls(event, table.worded)))
        elif isinstance(event, Result) and (again := rerolls(event, table.worded)):
            told.append(f"Rolled again: {again}.")
        elif isinstance(event, Note) and _worth_telling(event, fallen) and not _said(event, last):
            # Outside attacks the fallen are noted before the wounds that felled them.
            told.insert(0 if "wounds" in event.facts else len(told), stopped(event.text))
    return told


def _shots(table: AnyTable, entry: JournalEntry) -> Iterator[str]:
    """Shots that the players resolved themselves: the app knows who hurt whom, and how much."""
    hurt: dict[tuple[str, str], int] = {}
    for change in entry.changes():
        owner = table.owner_of(change.of)
        if owner is not None and change.field == "wounds" and change.by and change.after > change.before:
            pair = change.by, owner.id
            hurt[pair] = hurt.get(pair, 0) + change.after - change.before
    for (shooter, target), wounds in hurt.items():
        yield about(
            f"{does(table.title(shooter), 'shoots')} at {table.title(target)}: {count(wounds, 'wound')}.",
            shooter,
            target,
        )


def _worth_telling(note: Note, fallen: bool) -> bool:
    """Whether a note is told as it is. That a melee is over goes without saying where somebody has fallen."""
    if "defender" in note.facts or ("ended" in note.facts and fallen):
        return False
    fell = note.step == "10" and not note.facts
    if note.facts.get("met") == "clear":
        return False
    return fell or "wounds" in note.facts or any(key in note.facts for key in _NOTES)


def _said(note: Note, result: Result | None) -> bool:
    """Whether the last result has said who is out of play, with its numbers behind."""
    fallen = [(span.of, span.field) for span in spans_of(note.text) if span.field == OUT]
    told = [(span.of, span.field) for span in spans_of(result.text)] if result is not None else []
    return bool(fallen) and all(one in told for one in fallen)


def _attacks(table: AnyTable, entry: JournalEntry) -> list[tuple[str, str]]:
    """Who attacked whom, in order: the attack dice name the one, what came of them the other."""
    usual = str(entry.args.get("unit", ""))
    attackers = [
        str(event.facts.get("attacker", usual))
        for event in entry.events
        if isinstance(event, Result) and event.step == _ATTACK
    ]
    notes = (event for event in entry.events if isinstance(event, Note))
    defenders = [note.facts["defender"] for note in notes if "defender" in note.facts]
    return list(zip(attackers, defenders, strict=False))


def _attack(table: AnyTable, result: Result, attacker: str, defender: str, *, bare: bool) -> str:
    """`Luke attacks Stormtroopers: 3 blanks.`; `bare`: without the dice."""
    lead = fight_words(table, [attacker], [defender], "attacks")
    again = rerolls(result, table.worded)
    dice = lead if bare else phrase(unstopped(lead), ": ", stopped(parts_of(result.text)[-1]))
    return phrase(dice, f" Rolled again: {again}.") if again else dice
