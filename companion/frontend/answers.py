"""What a person typed, as the answer to a request. The rules then check it; here it only takes shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.engine.dice import read_faces
from companion.engine.errors import InvalidInput
from companion.engine.requests import Choose, Do, Grid, Number, Option, Pick, Request, Roll, Split, Text, YesNo
from companion.engine.state.table import AnyTable
from companion.frontend.dice import named_groups, with_kept
from companion.frontend.grids import grid_of
from companion.frontend.naming import meant
from companion.frontend.numbers import whole
from companion.frontend.splits import split_of

YES: Final = ("y", "yes", "true")
NO: Final = ("n", "no", "false")


def numbers_of(options: Sequence[Option[object]]) -> list[str]:
    """What to type for each option: its place, or its value if the values are whole numbers themselves."""
    whole_numbers = [int(o.value) for o in options if isinstance(o.value, int) and not isinstance(o.value, bool)]
    if len(whole_numbers) == len(options):
        return [str(number) for number in whole_numbers]
    return [str(place) for place in range(1, len(options) + 1)]


def exact_option(options: Sequence[Option[object]], word: str) -> Option[object] | None:
    """The option that this word is the number, the value or the label of."""
    wanted = word.strip().casefold()
    for number, option in zip(numbers_of(options), options, strict=True):
        if wanted == number:
            return option
    for option in options:
        if wanted in (str(option.value).casefold(), option.label.casefold()):
            return option
    return None


def option_of(options: Sequence[Option[object]], word: str, table: AnyTable | None = None) -> Option[object]:
    """The option that this word means: as exact_option, or a clear part of just one value or label.

    A part of a unit's name means an option that stands for this unit, and no other: a name alone buys no feat. Raises
    InvalidInput if none or several fit.
    """
    found = exact_option(options, word)
    if found is not None:
        return found
    names = {place: (str(o.value) if isinstance(o.value, str) else "", o.label) for place, o in enumerate(options)}
    fits = [options[place] for place in meant(names, word)]
    near = [option for option in fits if not _only_a_name(option, word, table)]
    if len(near) == 1:
        return near[0]
    if len(near) > 1:
        raise InvalidInput(f"{word!r} may mean " + " or ".join(o.label for o in near), hint="type its number")
    if fits:
        raise InvalidInput(f"{word!r} says who, and not what", hint="type the number of a line, or its words")
    raise InvalidInput(f"{word!r} is not on the list", hint="type the number of a line, or its words")


def _only_a_name(option: Option[object], word: str, table: AnyTable | None) -> bool:
    """Whether the word is a part of a unit's name, and the option does something with it instead of naming it."""
    if table is None or option.value in table.units or table.owner_of(str(option.value)) is not None:
        return False
    wanted = word.strip().casefold()
    own = option.label.casefold()
    names = {unit.name.casefold() for unit in table.units.values()}
    return own not in names and any(wanted in name and name in own for name in names)


def answer_of(request: Request[object], line: str, table: AnyTable | None = None) -> object:
    """The answer that a typed line gives to this request. The table gives units and parts of a split their names.

    Raises InvalidInput saying what would be accepted.
    """
    text = line.strip()
    if isinstance(request, Choose):
        return option_of(request.options, text, table).value
    if isinstance(request, Pick):
        return _picked(request, text, table)
    if isinstance(request, Number):
        if not text and request.default is not None:
            return request.default
        return whole(text, f"a number from {request.lo} to {request.hi}")
    if isinstance(request, YesNo):
        return request.default if not text else yes_no(text)
    if isinstance(request, Do):
        if text.casefold() not in ("", "ok", "done", *YES):
            raise InvalidInput(f"{text!r} is no answer to this", hint="enter or y when it is done")
        return True
    if isinstance(request, Roll):
        if text.casefold() in ("roll", request.act):
            return "roll"
        return read_faces(
            _with_kept(request, text), request.dice if table is None else named_groups(request.dice, table)
        )
    if isinstance(request, Text):
        return text
    if isinstance(request, Split):
        if not text and request.default is not None:
            return {"plan": request.plans[0].plan, "parts": dict(request.default)}
        titles = (
            {part: table.title(part) for plan in request.plans for part in plan.allotments} if table is not None else {}
        )
        return split_of(text, request.plans, titles)
    if isinstance(request, Grid):
        return grid_of(text, request)
    raise InvalidInput(f"a {request.kind} cannot be answered here")


def reads_as_faces(request: Roll, line: str) -> bool:
    """Whether the line is a whole roll as it stands, though its first letter may also be a word."""
    try:
        read_faces(_with_kept(request, line), request.dice)
    except InvalidInput:
        return False
    return True


def _with_kept(request: Roll, text: str) -> str:
    """The line together with the dice kept from before an undo, if only some of them were rolled."""
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


def _picked(request: Pick[object], text: str, table: AnyTable | None) -> list[object]:
    if not text and request.default is not None:
        return list(request.default)
    if text.casefold() in ("none", "-") or (not text and request.at_least == 0):
        return []
    if text.casefold() == "all":
        return [o.value for o in request.options if o.why_not is None]
    words = [w for w in (text.split(",") if "," in text else text.split()) if w.strip()]
    if not words:
        raise InvalidInput("nothing is picked", hint="numbers with spaces between them, or none")
    if "," not in text and exact_option(request.options, text) is not None:
        words = [text]
    return [option_of(request.options, word, table).value for word in words]
