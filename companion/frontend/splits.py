"""A total divided into parts, as players type it: `2 1`, `21`, with the row of a plan first, `attack 2 guard 1`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypedDict

from companion.engine.errors import InvalidInput
from companion.engine.requests import Plan
from companion.frontend.numbers import is_whole, whole


class SplitAnswer(TypedDict):
    """The answer to a split, in the form that its request takes."""

    plan: str
    parts: dict[str, int]


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


def split_of(text: str, plans: Sequence[Plan], titles: Mapping[str, str] | None = None) -> SplitAnswer:
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


def _by_number(text: str, plans: Sequence[Plan], named: Plan, titles: Mapping[str, str] | None) -> SplitAnswer:
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
