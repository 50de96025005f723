"""Careers in words: totals of units, changes of rosters with their reasons and dice, and the story of one unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from companion.engine.campaign import GONE, RULED
from companion.engine.wording import count, listed, listed_difference
from companion.frontend.roster_words import field_value, mark_words, plain_word
from companion.store.careers import Chapter, Fate, Life
from companion.store.format.campaign import CareerRow, EntryRow

FATES: Final[dict[Fate, str]] = {"won": "won", "drawn": "drawn", "lost": "lost", "": "result not recorded"}


def career_words(career: CareerRow) -> str:
    """`2 battles, 3 wounds dealt, 1 taken, 2 felled, fell once`; what is 0 is left out."""
    return ", ".join([count(career.battles, "battle"), *_feats(career)])


def feat_words(career: CareerRow) -> str:
    """What it did and suffered, without its battles; empty if that is nothing."""
    return ", ".join(_feats(career))


def _feats(career: CareerRow) -> Iterator[str]:
    if career.dealt:
        yield f"{count(career.dealt, 'wound')} dealt"
    if career.taken:
        yield f"{career.taken if career.dealt else count(career.taken, 'wound')} taken"
    if career.felled:
        yield f"{career.felled} felled"
    if career.models:
        yield f"{count(career.models, 'enemy model')} felled"
    if career.lost:
        yield f"{count(career.lost, 'model')} lost"
    if career.fell:
        yield "fell once" if career.fell == 1 else f"fell {count(career.fell, 'time')}"


def change_words(entry: EntryRow, ruleset: str = "") -> str:
    """`gold: 14 → 13, a fine (dice 9, 3)`, `major wound: Melee 12 → 14`; a manual change says so.

    With the id of the game values are as it says them: `minis: 4 minis → 2 of 4 minis left`.
    """
    dice = _dice_words(entry)
    manual = ", by hand" if entry.by else ""
    if not entry.field:
        return f"{'joins' if entry.after is not None else 'is struck off'}{manual}, {entry.why}{dice}"
    if entry.field == GONE and not entry.before and entry.after:
        said = entry.why if cause(entry) != entry.why else f"{plain_word(entry.after)}, {entry.why}"
        return f"gone: {said}{dice}{manual}"
    field, word = entry.field.replace("_", " "), partial(field_value, ruleset, entry.of, entry.field)
    if word(entry.before) == word(entry.after):
        # Taken on and lost again in one aftermath: the reasons tell both.
        head = "" if isinstance(entry.after, (list, tuple)) else f"{field}: "
        return f"{head}{entry.why}{dice}{manual}"
    if entry.why.casefold().endswith(f": {field}".casefold()):
        return f"{entry.why} {word(entry.before)} → {word(entry.after)}{dice}{manual}"
    before = () if entry.before is None and isinstance(entry.after, (list, tuple)) else entry.before
    more = listed_difference(before, entry.after)
    if more and more[0] == "added" and all(plain_word(one).casefold() in entry.why.casefold() for one in more[1]):
        # `scar: madness` says what is new.
        return f"{entry.why}{dice}{manual}"
    changed = f"{plain_word(more[1])} {more[0]}" if more else f"{word(entry.before)} → {word(entry.after)}"
    return f"{field}: {changed}, {entry.why}{dice}{manual}"


def cause(entry: EntryRow) -> str:
    """Why somebody is gone, without how: `of its scars`, where it died of its scars."""
    return entry.why.removeprefix(plain_word(entry.after)).strip()


def together(entries: Iterable[EntryRow]) -> Iterator[EntryRow]:
    """Changes of one value that follow one another as one change, with all their reasons, each with its own dice."""
    run: list[EntryRow] = []
    for entry in entries:
        if run and (not entry.field or _value_of(run[-1]) != _value_of(entry)):
            yield _as_one(run)
            run = []
        run.append(entry)
    if run:
        yield _as_one(run)


def _value_of(entry: EntryRow) -> tuple[str, str, str]:
    return entry.of, entry.field, entry.by


def _as_one(run: Sequence[EntryRow]) -> EntryRow:
    first, last = run[0], run[-1]
    if all(entry.why == first.why for entry in run):
        return replace(first, after=last.after, dice=tuple(face for entry in run for face in entry.dice))
    why = ", ".join(entry.why + _dice_words(entry) for entry in run)
    return replace(first, after=last.after, why=why, dice=())


def _dice_words(entry: EntryRow) -> str:
    return f" (dice {', '.join(map(str, entry.dice))})" if entry.dice else ""


def totals_line(life: Life) -> str:
    """The totals of a unit, its marks, and whether it is still with its roster."""
    parts = [career_words(life.totals) if life.totals.battles else "has not fought"]
    if life.marks:
        parts.append(mark_words(life.marks))
    parts += [f"gone: {life.gone}"] if life.gone else []
    return ", ".join(parts)


def chapter_line(chapter: Chapter) -> str:
    """`First blood, 2026-11-14, against The Ghouls, won: 3 wounds dealt, 1 felled`"""
    if chapter.kind == "joined":
        return f"joined, {chapter.day}"
    if chapter.kind == "manual":
        return f"changed by hand, {chapter.day}"
    parts = [chapter.title, chapter.day, f"against {listed(chapter.against)}", FATES[chapter.fate]]
    if chapter.ruled:
        parts[-1] += f" ({RULED})"
    if chapter.career is None or not chapter.career.battles:
        return ", ".join([*parts, "did not take part"])
    feats = feat_words(chapter.career)
    return ", ".join(parts) + (f": {feats}" if feats else "")


def life_lines(life: Life) -> Iterator[str]:
    """The name, the totals, then chapter by chapter what it went through; changes are indented below their chapter."""
    yield f"{life.name}: {totals_line(life)}"
    for chapter in life.chapters:
        yield f"    {chapter_line(chapter)}"
        for entry in together(chapter.changes):
            yield f"        {change_words(entry, life.ruleset)}"
