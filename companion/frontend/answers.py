"""What a person typed, as the answer to a request. The rules then check it; here it only takes shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.engine.dice import read_faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Do, Number, Option, Pick, Request, Roll, Split, YesNo
from companion.frontend.dice import with_kept
from companion.frontend.numbers import whole
from companion.frontend.splits import split_of

YES: Final = ("y", "yes", "true")
NO: Final = ("n", "no", "false")


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


def answer_of(request: Request[Any], line: str, titles: Mapping[str, str] | None = None) -> Any:
    """The answer that a typed line gives to this request. `titles` are the names of a split's parts by their ids.

    Raises InvalidInput with what would be right.
    """
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
        return "roll" if text.casefold() == "roll" else read_faces(_with_kept(request, text), request.dice)
    if isinstance(request, Split):
        return split_of(text, request.plans, titles)
    raise InvalidInput(f"a {request.kind} cannot be answered here")


def reads_as_faces(request: Roll, line: str) -> bool:
    """Whether the line is a whole roll as it stands, though its first letter may also be a word."""
    try:
        read_faces(_with_kept(request, line), request.dice)
    except InvalidInput:
        return False
    return True


def _with_kept(request: Roll, text: str) -> str:
    """The line together with the dice kept from before an undo, where only some of them were rolled."""
    kept = request.sticky or ()
    some = any(len(faces) != group.count for faces, group in zip(kept, request.dice, strict=False))
    return with_kept(text, request.dice, kept) if some else text


def yes_no(text: str) -> bool:
    """Yes or no as typed."""
    word = text.strip().casefold()
    if word in YES:
        return True
    if word in NO:
        return False
    raise InvalidInput(f"{text!r} is neither yes nor no", hint="y or n")


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
