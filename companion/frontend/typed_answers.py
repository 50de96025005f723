"""Dice, splits and grids as players type them: by faces, by names, by numbers, or in the order of rows and columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from companion.engine.dice import BLANK, Dice, Faces, face_words, short_word, told_by_success, typed_words
from companion.engine.errors import InvalidInput
from companion.engine.requests import Cell, Column, Grid, GridRow, Plan
from companion.engine.state.table import AnyTable
from companion.engine.wording import count
from companion.frontend.answers import NO, YES
from companion.frontend.form import Choice, Field, Flag, Number, Text
from companion.frontend.saying.limits import bounds_words
from companion.frontend.typed import is_whole, item_at, line_words, meant, the_only, whole


def named_groups(dice: Sequence[Dice], table: AnyTable) -> list[Dice]:
    """The groups of a roll with the names that players know instead of the ids in theirs."""
    return [
        replace(group, name=table.worded(group.name, group.die.name), pair=tuple(map(table.worded, group.pair)))
        for group in dice
    ]


def alphabet(groups: Sequence[Dice]) -> set[str]:
    """The characters that can be in a field for these dice; of a symbol only those that are enough to type it."""
    chars = set("0123456789 ,;/×*")
    for group in groups:
        if any(isinstance(face, int) for face in group.die.legal):
            chars |= set("xX")
        if told_by_success(group):
            chars.add("+")
        for face in group.die.legal:
            if isinstance(face, str):
                short = short_word(face, group.die)
                chars |= set(short.lower()) | set(short.upper()) | ({"-"} if face == BLANK else set())
    return chars


def by_count(group: Dice) -> str:
    """How dice are typed by count, with an example: `3x5: three fives`, `3h: 3 hits`, `9+: 9 that do it`."""
    die = group.die
    if told_by_success(group):
        return "3x5: three fives; 9+: nine do it, all others not"
    face = die.legal[0]
    return "3x5: three fives" if 5 in die.legal else f"3{short_word(str(face), die)}: {count(3, face_words(face))}"


def read_words(group: Dice, words: Sequence[str]) -> list[tuple[str, bool]]:
    """Each typed die as its face, and whether the die has such a face and is among those asked for."""
    shown: list[tuple[str, bool]] = []
    for place, word in enumerate(words):
        try:
            shown.append((face_words(group.die.read(word)), place < group.count))
        except InvalidInput:
            shown.append((word, False))
    return shown


def typed_again(rolled: Sequence[Faces]) -> str:
    """Faces as they could be typed: `4 5 / 1 6`."""
    return " / ".join(" ".join(str(face) for face in faces) for faces in rolled if faces)


def with_kept(text: str, groups: Sequence[Dice], kept: Sequence[Faces]) -> str:
    """What is typed together with the dice that are kept from before: only the missing ones need typing.

    If more is typed than is missing, all dice are meant to be typed again.
    """
    if not any(kept):
        return text
    missing = [replace(g, count=g.count - len(k)) for g, k in zip(groups, kept, strict=True)]
    if "/" in text or sum(len(w) for w in typed_words(text, missing)) > sum(g.count for g in missing):
        return text
    words = [[*(str(face) for face in k), *w] for k, w in zip(kept, typed_words(text, missing), strict=True)]
    return " / ".join(" ".join(w) for w, g in zip(words, groups, strict=True) if g.count)


def numbers(text: str, plans: Sequence[Plan]) -> list[int]:
    """The numbers typed, 0 or more each; `21` is 2 and 1 if no part can reach ten.

    Raises InvalidInput for a word that is no such number.
    """
    small = all(hi < 10 for plan in plans for _, hi in plan.allotments.values())
    found: list[int] = []
    for word in re.split(r"[\s,;]+", text.strip()):
        if word and not re.fullmatch("[0-9]{1,15}", word):
            raise InvalidInput(f"{word!r} is no number of 0 or more", hint="numbers with spaces between them")
        found += [int(piece) for piece in (word if small else [word] if word else [])]
    return found


def read_split(text: str, plans: Sequence[Plan]) -> tuple[Plan, dict[str, int]]:
    """What is typed so far as numbers alone: the plan and the parts given.

    Of several plans the first number is the row of one, as in every list; the parts follow it. If all parts but the
    last are given, the last gets what is left, and once all of the total is placed the rest get 0; of numbers without
    a total those that are left out are their highest. Raises InvalidInput for a plan that does not exist and for more
    numbers than parts.
    """
    given = numbers(text, plans)
    plan = plans[0]
    if len(plans) > 1 and given:
        if not 1 <= given[0] <= len(plans):
            raise InvalidInput(f"there is no plan {given[0]}", hint=f"1 to {len(plans)}")
        plan, given = plans[given[0] - 1], given[1:]
    names = list(plan.allotments)
    if len(given) > len(names):
        raise InvalidInput(f"{len(given)} numbers typed", hint="one each: " + ", ".join(names))
    parts = dict(zip(names, given, strict=False))
    if plan.total is None:
        parts = {name: parts.get(name, hi) for name, (_, hi) in plan.allotments.items()} if given else {}
    elif given and len(given) == len(names) - 1 and sum(given) <= plan.total:
        parts[names[-1]] = plan.total - sum(given)
    elif given and sum(given) == plan.total:
        # All of it is placed: there is nothing left for the others.
        parts |= dict.fromkeys(names[len(given) :], 0)
    return plan, parts


def split_of(text: str, plans: Sequence[Plan], titles: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A whole split as typed, in the form that a Split request takes: `{plan, parts}`.

    The first words may name the plan, or be its label; without them it is the first. Parts go by their ids or by their
    `titles`, a clear beginning is enough. Raises InvalidInput if a part is missing or unknown.
    """
    words = _words(text)
    plan = _named_plan(plans, words)
    if words and all(is_whole(word) for word in words):
        return _by_number(" ".join(words), plans, plan, titles)
    names = {
        part: [_words(part.casefold()), _words((titles or {}).get(part, part).casefold())] for part in plan.allotments
    }
    parts: dict[str, int] = {}
    while words:
        number = words.pop(0) if is_whole(words[0]) else ""
        part = _take_part(names, words, split_hint(plan, titles))
        if not number and not words:
            raise InvalidInput("a split is a number for each part", hint=split_hint(plan, titles))
        parts[part] = whole(number or words.pop(0), split_hint(plan, titles))
    if not parts:
        raise InvalidInput("a split is a number for each part", hint=split_hint(plan, titles))
    return {"plan": plan.plan, "parts": parts}


def _by_number(text: str, plans: Sequence[Plan], named: Plan, titles: Mapping[str, str] | None) -> dict[str, Any]:
    # Where no numbers stand before the plans, the first of them needs none.
    numbered = named is plans[0] and len(numbers(text, plans)) > len(named.allotments)
    plan, parts = read_split(text, plans if numbered else [named])
    missing = len(plan.allotments) - len(parts)
    if missing:
        typed = "1 number" if len(parts) == 1 else f"{len(parts)} numbers"
        raise InvalidInput(f"{typed} typed, {len(plan.allotments)} wanted", hint=split_hint(plan, titles))
    return {"plan": plan.plan, "parts": parts}


def _take_part(names: Mapping[str, Sequence[Sequence[str]]], words: list[str], hint: str) -> str:
    """The part that the first words name, which are taken off: its whole name, or a clear beginning of one word."""
    typed = [word.casefold() for word in words]
    whole_names = [(len(name), part) for part, known in names.items() for name in known if typed[: len(name)] == name]
    if whole_names:
        length, part = max(whole_names)
        del words[:length]
        return part
    begun = [part for part, known in names.items() if typed and any(" ".join(n).startswith(typed[0]) for n in known)]
    if len(begun) != 1:
        raise InvalidInput(f"there is no part {words[0] if words else ''!r}", hint=hint)
    del words[0]
    return begun[0]


def split_hint(plan: Plan, titles: Mapping[str, str] | None = None) -> str:
    """`such as attack 2 guard 1`, an example that fills this plan."""
    names = titles or {}
    return "such as " + " ".join(
        f"{names.get(part, part)} {number}"
        for place, (part, number) in enumerate(filled(plan).items())
        if plan.total is not None or place == 0
    )


def filled(plan: Plan) -> dict[str, int]:
    """Some legal parts of a plan: each its lowest, then what is left from the first on."""
    parts = {name: lo for name, (lo, _) in plan.allotments.items()}
    left = plan.total - sum(parts.values()) if plan.total is not None else 0
    for name, (lo, hi) in plan.allotments.items():
        more = min(left, hi - lo)
        parts[name] += more
        left -= more
    return parts


def _words(text: str) -> list[str]:
    return text.replace("=", " ").replace(":", " ").replace(",", " ").split()


def _first_words(plan: Plan) -> set[str]:
    return {word for part in plan.allotments for word in _words(part.casefold())[:1]}


def _named_plan(plans: Sequence[Plan], words: list[str]) -> Plan:
    """The plan named by the first words, which are taken off; without a name the first plan.

    A name may have several words; its beginning is enough if it fits one plan alone and begins no part.
    """
    typed = [word.casefold() for word in words]
    names = [(_words(name.casefold()), plan) for plan in plans for name in (plan.plan, plan.label)]
    for name, plan in sorted(names, key=lambda one: -len(one[0])):
        if name and typed[: len(name)] == name and (len(plans) > 1 or name[0] not in _first_words(plan)):
            del words[: len(name)]
            return plan
    first = next((n for n, word in enumerate(typed) if is_whole(word)), 0)
    said = " ".join(typed[:first])
    begun = list({plan.plan: plan for name, plan in names if said and " ".join(name).startswith(said)}.values())
    if len(begun) == 1 and not any(part.casefold().startswith(typed[0]) for part in begun[0].allotments):
        del words[:first]
        return begun[0]
    return plans[0]


UNCHANGED: Final = "-"
"""Typed in place of a value: this cell stays as it is."""
TICK: Final = "x"
"""Typed in a cell that is yes or no: yes."""
EMPTY: Final = "none"
"""Typed as a text: the cell is empty from now on."""


def grid_of(text: str, request: Grid) -> dict[str, dict[str, dict[str, Cell]]]:
    """What is typed for a whole grid, in the form that a Grid takes: `{"rows": {ROW: {COLUMN: value}}}`.

    Rows are separated by `;` and begin with their number or name; then columns with their values, or values alone in
    the order of the columns, `-` for one that stays. Raises InvalidInput saying what would be accepted.
    """
    rows: dict[str, dict[str, Cell]] = {}
    for part in _parts(text):
        words = line_words(part)
        if words:
            row, rest = _row(request, words)
            rows.setdefault(row.row, {}).update(_cells(request, row, rest))
    return {"rows": rows}


def read_cell(column: Column, text: str, where: str = "") -> Cell:
    """One typed value of a column, read as a form does. Raises InvalidInput; bounds are not looked at."""
    common: dict[str, Any] = {"key": column.name, "label": column.label}
    field: Field = Text(reads=lambda typed: "" if typed.casefold() == EMPTY else typed, **common)
    if column.kind == "number":
        field = Number(lo=column.lo, hi=column.hi, **common)
    elif column.kind == "yes_no":
        field = Flag(**common)
    elif column.kind == "choose":
        field = Choice(options=column.choices, **common)
    try:
        ticked = column.kind == "yes_no" and text.strip().casefold() == TICK
        value: Cell = ticked or field.read(text)
    except InvalidInput as fault:
        raise InvalidInput(f"{where}{fault.message}", hint=fault.hint) from fault
    return value


def row_words(request: Grid, row: GridRow) -> str:
    """What is in a row, as a list: `kills 2, treasure 0`."""
    return ", ".join(f"{column.label} {column.words(row.values.get(column.name))}" for column in request.columns)


def span_words(column: Column, bounds: tuple[int, int] | None = None) -> str:
    """What may be typed in a column: `0 to 3 (three attacks)`, `y or n`."""
    if column.kind == "yes_no":
        return "y or n"
    if column.kind == "text":
        return "a few words"
    if column.kind == "choose":
        return ", ".join(f"{place} {label}" for place, (_, label) in enumerate(column.choices, 1))
    lo, hi = bounds or (column.lo, column.hi)
    in_all = f", {column.total} in all rows together" if column.total is not None else ""
    return bounds_words(lo, column.why_lo, hi, column.why_hi) + in_all


def _parts(text: str) -> list[str]:
    """The text at its semicolons; one in quotes is part of what is quoted."""
    parts, quoted = [""], ""
    for char in text:
        if char in "\"'" and (not quoted or char == quoted) and (quoted or parts[-1][-1:] in ("", " ")):
            quoted = "" if quoted else char
        if char == ";" and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return parts


def _row(request: Grid, words: Sequence[str]) -> tuple[GridRow, list[str]]:
    """The row that the first words name, and the words behind it: by whole name, number or clear beginning."""
    for row in sorted(request.rows, key=lambda row: -len(row.label.split())):
        name = line_words(row.label)
        for known in (name, [row.row]):
            if [word.casefold() for word in words[: len(known)]] == [word.casefold() for word in known]:
                return row, list(words[len(known) :])
    numbered = item_at(request.rows, words[0])
    if numbered is not None:
        return numbered, list(words[1:])
    found = meant({row.row: (row.label, row.row) for row in request.rows}, words[0])
    hint = "a number or a name: " + ", ".join(f"{place} {row.label}" for place, row in enumerate(request.rows, 1))
    nothing = f"there is no row {words[0]!r}"
    of = the_only(found, words[0], lambda one: request.row(one).label, nothing, hint)
    return request.row(of), list(words[1:])


def _cells(request: Grid, row: GridRow, words: Sequence[str]) -> dict[str, Cell]:
    spread = [part for word in words for part in _spread(request, word)]
    if not spread:
        raise InvalidInput(f"{row.label}: what is different?", hint=row_words(request, row))
    cells: dict[str, Cell] = {}
    if _column(request, spread[0]) is None:
        if len(spread) > len(request.columns):
            raise InvalidInput(
                f"{row.label}: {len(spread)} values for {len(request.columns)} columns",
                hint=", ".join(c.label for c in request.columns),
            )
        pairs = list(zip(request.columns, ([word] for word in spread), strict=False))
    else:
        pairs = _named(request, spread)
    for column, values in pairs:
        text = " ".join(values)
        if not values:
            raise InvalidInput(f"{row.label}, {column.label}: no value is given", hint=span_words(column))
        if text != UNCHANGED:
            cells[column.name] = read_cell(column, text, f"{row.label}, {column.label}: ")
    return cells


def _named(request: Grid, words: Sequence[str]) -> list[tuple[Column, list[str]]]:
    """Each column that is named, with the words behind its name."""
    pairs: list[tuple[Column, list[str]]] = []
    at = 0
    while at < len(words):
        found = _column(request, words[at], words[at + 1 :])
        # A word behind the name of a column is its value, whatever else it may mean.
        if found is not None and (not pairs or pairs[-1][1]):
            column, many = found
            pairs.append((column, []))
            at += many
        else:
            pairs[-1][1].append(words[at])
            at += 1
    return pairs


def _column(request: Grid, word: str, behind: Sequence[str] = ()) -> tuple[Column, int] | None:
    """The column that a word names, alone or with the words behind it, and how many words that takes."""
    typed = [word.casefold(), *(other.casefold() for other in behind)]
    for column in request.columns:
        for known in (column.label.casefold().split(), [column.name.casefold()]):
            if typed[: len(known)] == known:
                return column, len(known)
    if not word[:1].isalpha() or word.casefold() in (*YES, *NO, TICK, EMPTY):
        return None
    begun = [c for c in request.columns if c.label.casefold().startswith(typed[0])]
    return (begun[0], 1) if len(begun) == 1 and len(typed[0]) > 1 else None


def _spread(request: Grid, word: str) -> list[str]:
    """`kills=2` as two words, if that is a column."""
    name, sign, value = word.partition("=")
    return [name, value] if sign and value and _column(request, name) is not None else [word]
