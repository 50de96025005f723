"""What a person typed, as the answer to a request. The rules then check it; here it only takes shape."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from companion.engine.dice import read_faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Do, Number, Option, Pick, Plan, Request, Roll, Split, YesNo

YES = ("y", "yes", "true")
NO = ("n", "no", "false")


def numbers_of(options: Sequence[Option]) -> list[str]:
    """What to type for each option: its place, or its value where the values are whole numbers themselves."""
    if all(isinstance(o.value, int) and not isinstance(o.value, bool) for o in options):
        return [str(int(o.value)) for o in options]
    return [str(place) for place in range(1, len(options) + 1)]


def exact_option(options: Sequence[Option], word: str) -> Option | None:
    """The option that this word is the number, the value or the label of."""
    wanted = word.strip().casefold()
    for number, option in zip(numbers_of(options), options, strict=True):
        if wanted == number:
            return option
    for option in options:
        if wanted in (str(option.value).casefold(), option.label.casefold()):
            return option
    return None


def option_of(options: Sequence[Option], word: str) -> Option:
    """The option that this word means: as exact_option, or the beginning of just one value or label.

    Raises InvalidInput where none or several fit.
    """
    found = exact_option(options, word)
    if found is not None:
        return found
    wanted = word.strip().casefold()
    near = [
        o
        for o in options
        if wanted and (str(o.value).casefold().startswith(wanted) or o.label.casefold().startswith(wanted))
    ]
    if len(near) == 1:
        return near[0]
    if near:
        raise InvalidInput(f"{word!r} may mean " + " or ".join(o.label for o in near), hint="type its number")
    raise InvalidInput(f"{word!r} is not on the list", hint="type the number of a line, or its words")


def answer_of(request: Request[Any], line: str) -> Any:
    """The answer that a typed line gives to this request. Raises InvalidInput with what would be right."""
    text = line.strip()
    if isinstance(request, Choose):
        return option_of(request.options, text).value
    if isinstance(request, Pick):
        return _picked(request, text)
    if isinstance(request, Number):
        return whole(text, f"a number from {request.lo} to {request.hi}")
    if isinstance(request, YesNo):
        return request.default if not text else yes_no(text)
    if isinstance(request, Do):
        if text.casefold() not in ("", "ok", "done", *YES):
            raise InvalidInput(f"{text!r} is no answer to this", hint="enter or y when it is done")
        return True
    if isinstance(request, Roll):
        return "roll" if text.casefold() == "roll" else read_faces(text, request.dice)
    if isinstance(request, Split):
        return _split(request, text)
    raise InvalidInput(f"a {request.kind} cannot be answered here")


def reads_as_faces(request: Roll, line: str) -> bool:
    """Whether the line is a whole roll as it stands, though its first letter may also be a word."""
    try:
        read_faces(line, request.dice)
    except InvalidInput:
        return False
    return True


def yes_no(text: str) -> bool:
    """Yes or no as typed."""
    word = text.strip().casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise InvalidInput(f"{text!r} is neither yes nor no", hint="y or n")


def whole(text: str, hint: str) -> int:
    """A whole number as typed."""
    if not re.fullmatch(r"[+-]?[0-9]{1,15}", text):
        raise InvalidInput(f"{text!r} is no whole number", hint=hint)
    return int(text)


def _picked(request: Pick, text: str) -> list[Any]:
    if text.casefold() in ("none", "-"):
        return []
    if text.casefold() == "all":
        return [o.value for o in request.options if o.why_not is None]
    words = [w for w in (text.split(",") if "," in text else text.split()) if w.strip()]
    if not words:
        raise InvalidInput("nothing is picked", hint="numbers with spaces between them, or none")
    if "," not in text and exact_option(request.options, text) is not None:
        words = [text]
    return [option_of(request.options, word).value for word in words]


def _split(request: Split, text: str) -> dict[str, Any]:
    words = _words(text)
    plan = _plan(request, words)
    parts = list(plan.allotments)
    if words and all(re.fullmatch(r"[0-9]{1,9}", word) for word in words):
        if len(words) != len(parts):
            raise InvalidInput(f"{len(words)} numbers typed, {len(parts)} wanted", hint=split_hint(plan))
        return {"plan": plan.plan, "parts": {part: int(word) for part, word in zip(parts, words, strict=True)}}
    if not words or len(words) % 2:
        raise InvalidInput("a split is a number for each part", hint=split_hint(plan))
    said: dict[str, int] = {}
    for one, two in zip(words[::2], words[1::2], strict=True):
        name, number = (two, one) if one.isdigit() else (one, two)
        fits = [p for p in parts if p.casefold() == name.casefold()] or [
            p for p in parts if p.casefold().startswith(name.casefold())
        ]
        if len(fits) != 1:
            raise InvalidInput(f"there is no part {name!r}", hint=split_hint(plan))
        said[fits[0]] = whole(number, split_hint(plan))
    return {"plan": plan.plan, "parts": said}


def _words(text: str) -> list[str]:
    return text.replace("=", " ").replace(":", " ").replace(",", " ").split()


def _plan(request: Split, words: list[str]) -> Plan:
    """The plan named by the first words, which are taken off; without a name the first plan.

    A name may have several words; its beginning is enough where it fits one plan alone and begins no part.
    """
    said = [word.casefold() for word in words]
    names = {plan.plan: [word.casefold() for word in _words(plan.plan)] for plan in request.plans}
    for plan in sorted(request.plans, key=lambda p: -len(names[p.plan])):
        name = names[plan.plan]
        if name and said[: len(name)] == name and len(request.plans) > 1:
            del words[: len(name)]
            return plan
    first = next((n for n, word in enumerate(said) if word.isdigit()), 0)
    begun = [p for p in request.plans if first and " ".join(names[p.plan]).startswith(" ".join(said[:first]))]
    if len(begun) == 1 and not any(part.casefold().startswith(said[0]) for part in begun[0].allotments):
        del words[:first]
        return begun[0]
    return request.plans[0]


def split_hint(plan: Plan) -> str:
    """`attack 2 guard 1`, an example that fills this plan."""
    room = plan.total - sum(lo for lo, _ in plan.allotments.values())
    filled = []
    for part, (lo, hi) in plan.allotments.items():
        more = min(room, hi - lo)
        room -= more
        filled.append(f"{part} {lo + more}")
    return "such as " + " ".join(filled)
