"""What was, as typed words: the table at a line of the log, and play taken back to one."""

from __future__ import annotations

from typing import Final

from companion.engine.errors import InvalidInput
from companion.engine.past import Past, Stop
from companion.engine.state.changes import Event
from companion.engine.waiting_points import rest_at
from companion.engine.wording import count
from companion.frontend.numbers import is_whole
from companion.frontend.opened import OpenSession
from companion.frontend.past_view import place_meant
from companion.frontend.undo import undo

ANYWAY: Final = "anyway"

_STOPS: Final[dict[str, Stop]] = {"melee": "melee", "loss": "loss", "fall": "loss"}


def go(past: Past, typed: str, at: int | None) -> int:
    """Goes to the line that is meant, from the line that was looked at last (`at`), else from now; returns it.

    `before` and `next` are one line on; `loss`, `melee` and `next loss` the next of them. Raises InvalidInput.
    """
    past.go(past.now if at is None else at)
    words = typed.casefold().split()
    way = 1 if words[:1] == ["next"] else -1
    rest = words[1:] if words[:1] in (["next"], ["before"]) else words
    if not rest and words:
        past.go(past.place + way)
    elif len(rest) == 1 and rest[0] in _STOPS:
        place = past.stop(_STOPS[rest[0]], way)
        if place is None:
            raise InvalidInput(f"there is no {rest[0]} {'after' if way > 0 else 'before'} line {past.place}")
        past.go(place)
    else:
        past.go(place_meant(past, typed))
    return past.place


def back_to(opened: OpenSession, typed: str) -> tuple[int, list[Event]]:
    """Takes play back to a line, `12`, or to the beginning of a round, `round 2`; how many inputs that undid.

    `anyway` behind it crosses a border of the campaign. Raises InvalidInput.
    """
    words = typed.split()
    across = words[-1:] == [ANYWAY]
    meant = " ".join(words[:-1] if across else words)
    past = Past(opened.session)
    if not is_whole(meant) and meant.partition(" ")[0].casefold() not in ("round", "r", past.table.spec.round_word):
        # The name of a unit would lead to the first line about it, and that far nobody means.
        raise InvalidInput("back to which line or round?", hint="undo to 12, undo to round 2")
    back = rest_at(opened.session, past.lines, place_meant(past, meant)).undo
    if not back:
        raise InvalidInput("play stands there now")
    return back, undo(opened, back, across=across, hint=f"undo to {meant} {ANYWAY}")


def undone_words(inputs: int) -> str:
    """What is said of an undo of several inputs."""
    return f"Undone: {count(inputs, 'input')}."
