"""The units of a campaign in words: values of their fields, careers, changes of rosters, and the story of one unit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.engine.aftermath import title_of
from companion.engine.campaign import GONE, RULED, SCARS
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.declarations import FieldSpec, specs
from companion.engine.state.health import harm_words
from companion.engine.state.joining import unit_of_record
from companion.engine.state.table import Unit
from companion.engine.wording import count, listed, listed_difference, value_words
from companion.store.careers import MARKS, Chapter, Fate, Life, joined_as
from companion.store.format.campaign import Campaign, CareerRow, EntryRow, Says


def field_value(ruleset: str, of: str, field: str, value: object) -> str:
    """A value of this unit or side as the game of this id says it: `special forces`, `3 of 6 wounds`.

    Of a game that is not here it is as the roster has it.
    """
    spec = _spec(ruleset, field)
    if spec is not None and spec.choices and isinstance(value, str):
        return spec.worded(value)
    listed = spec is not None and value and isinstance(value, (list, tuple))
    unit = _unit(ruleset, of, {field: value}) if listed else None
    if unit is None or not unit.miniatures or getattr(unit, field) is not unit.miniatures:
        return value_words(value)
    many = len(unit.miniatures)
    return ", ".join(harm_words(unit)) or ("unhurt" if many == 1 else count(many, "mini"))


def field_words(ruleset: str, of: str, fields: Mapping[str, Any]) -> Iterator[str]:
    """Each field with its value, what is so by its name alone: `courage 3`, `force icon`, `2 of 4 minis left`.

    What a side owns is called as on its card: it stands beside the standings.
    """
    for name, value in fields.items():
        said, plain = field_value(ruleset, of, name, value), value_words(value)
        spec = _spec(ruleset, name, of_units=False)
        label = name.replace("_", " ") if spec is None else spec.label
        models = isinstance(value, (list, tuple)) and said != plain
        yield said if models else label if value is True else f"{label} {said}"


def mark_words(marks: int) -> str:
    """`5 marks (tried)`: with the title that they give."""
    title = title_of(marks)
    return count(marks, "mark") + (f" ({title})" if title else "")


def harm_of(campaign: Campaign, roster: str, of: str) -> list[str]:
    """What a unit still has of its wounds and losses; nothing of one that is gone."""
    fields = campaign.rosters[roster].units.get(of, {})
    unit = _unit(campaign.header.ruleset, of, fields) if not fields.get(GONE) else None
    if unit is None:
        return []
    return harm_words(unit, _unit(campaign.header.ruleset, of, joined_as(campaign, roster, of)))


def kept_words(campaign: Campaign, roster: str, of: str) -> list[str]:
    """What battles left a unit with: wounds, minis lost, scars, marks with their title."""
    fields = campaign.rosters[roster].units.get(of, {})
    words = harm_of(campaign, roster, of)
    if scars := fields.get(SCARS):
        words.append(value_words(scars))
    marks = fields.get(MARKS)
    if isinstance(marks, int) and marks:
        words.append(mark_words(marks))
    return words


def _spec(ruleset: str, field: str, *, of_units: bool = True) -> FieldSpec | None:
    """The declaration of a field of units or of sides in this game, or of sides alone; None where it is not known."""
    try:
        game = find(ruleset)
    except InvalidInput:
        return None
    unit, side = specs(game.unit_type).get(field), specs(game.side_type).get(field)
    return unit or side if of_units else side if unit is None else None


def unit_of(ruleset: str, of: str, fields: Mapping[str, Any]) -> Unit:
    """The unit that these fields make; what its game does not know is left out. Raises InvalidInput."""
    kind = find(ruleset).unit_type
    known = specs(kind)
    return unit_of_record(kind, of, {n: v for n, v in fields.items() if n in known and v is not None})


def _unit(ruleset: str, of: str, fields: Mapping[str, Any]) -> Unit | None:
    """The same; None if its game is not here or cannot have it so."""
    with suppress(InvalidInput):
        return unit_of(ruleset, of, fields)
    return None


FATES: Final[dict[Fate, str]] = {"won": "won", "drawn": "drawn", "lost": "lost", "": "result not recorded"}


def career_words(career: CareerRow) -> str:
    """`2 battles, 3 wounds dealt, 1 taken, 2 felled, fell once`; what is 0 is left out."""
    return ", ".join([count(career.battles, "battle"), *_feats(career)])


def _feats(career: CareerRow) -> Iterator[str]:
    """What it did and suffered, without its battles."""
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
        said = entry.why if entry.says == "value" else f"{value_words(entry.after)}, {entry.why}"
        return f"gone: {said}{dice}{manual}"
    field, word = entry.field.replace("_", " "), partial(field_value, ruleset, entry.of, entry.field)
    if word(entry.before) == word(entry.after):
        # Taken on and lost again in one aftermath: the reasons tell both.
        head = "" if isinstance(entry.after, (list, tuple)) else f"{field}: "
        return f"{head}{entry.why}{dice}{manual}"
    if entry.says == "field":
        return f"{entry.why} {word(entry.before)} → {word(entry.after)}{dice}{manual}"
    before = () if entry.before is None and isinstance(entry.after, (list, tuple)) else entry.before
    more = listed_difference(before, entry.after)
    if more and more[0] == "added" and entry.says == "value":
        # `scar: madness` says what is new.
        return f"{entry.why}{dice}{manual}"
    changed = f"{value_words(more[1])} {more[0]}" if more else f"{word(entry.before)} → {word(entry.after)}"
    return f"{field}: {changed}, {entry.why}{dice}{manual}"


def cause(entry: EntryRow) -> str:
    """Why somebody is gone, without how: `of its scars`, where it died of its scars. What says how begins with it."""
    return entry.why[len(value_words(entry.after)) :].strip() if entry.says == "value" else entry.why


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
    says: Says = "value" if all(entry.says == "value" for entry in run) else ""
    return replace(first, after=last.after, why=why, dice=(), says=says)


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
    feats = ", ".join(_feats(chapter.career))
    return ", ".join(parts) + (f": {feats}" if feats else "")


def life_lines(life: Life) -> Iterator[str]:
    """The name, the totals, then chapter by chapter what it went through; changes are indented below their chapter."""
    yield f"{life.name}: {totals_line(life)}"
    for chapter in life.chapters:
        yield f"    {chapter_line(chapter)}"
        for entry in together(chapter.changes):
            yield f"        {change_words(entry, life.ruleset)}"
