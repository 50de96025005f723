"""What is said below the dice: how to enter them, what is missing or wrong, or that Enter takes them."""

from __future__ import annotations

from typing import Final

from companion.engine.requests import Roll
from companion.frontend.typed_answers import by_count
from companion.tui.commands import ACCEPT
from companion.tui.look.colours import QUIET
from companion.tui.look.key_row import tapped
from companion.tui.look.rows import BLANK, flow
from companion.tui.sizes import ROOMY, by_touch
from companion.tui.text import plain
from companion.tui.widgets.body import Body
from companion.tui.widgets.dice_entry import DiceEntry

_WORDS: Final = {
    "roll": (
        "Enter takes these dice",
        "Rolled here before; undo is no re-roll. ",
        "Tap a face or type it{by_count}.",
    ),
    "draw": ("Enter takes this token", "Drawn here before; undo draws no other. ", "Tap a token or type it."),
}
"""By what is done: of dice that are whole (a tap on it takes them), of those from before an undo, and how to enter."""
_WORTH_COUNTING: Final = 4
"""Dice from which it is said that equal faces may be typed by count."""
_PARTS: Final = 3
"""Cells between two things that are said."""


class DiceHint:
    """Says it in the note of this body. `again`: dice that were rolled here before an undo are offered."""

    def __init__(self, body: Body[Roll], entry: DiceEntry, *, again: bool) -> None:
        self.body, self.entry, self.again = body, entry, again
        self.assumed = BLANK
        """What the odds assume, where it stands in the row of the note."""

    def say(self, width: int) -> None:
        """Says it in so many cells."""
        body, request, typed, size = self.body, self.body.request, self.entry.typed, self.body.app.size
        # Who mistyped mends it; what the app rolled stays rolled.
        thrown = self.again and body.untouched() and request.sticky is not None and not request.typed
        takes, before, tap = _WORDS[request.act]
        before = before if thrown else ""
        given, wanted = typed.given, typed.wanted
        if wrong := typed.wrong or self.entry.refused:
            body.complain(wrong)
        elif not any(group.count for group in self.entry.groups):
            body.say("No dice: Enter goes on.")
        elif given > wanted:
            body.complain(f"{given - wanted} too many")
        elif given == wanted and typed.uneven:
            body.say(f"The dice are right in number; part the groups with / — {typed.uneven}")
        elif given == wanted:
            mends = ", Backspace mends them" if self.again and body.untouched() and not thrown else ""
            # By touch what takes them and what takes one back stand below.
            enters = plain(before.rstrip() if by_touch(size) else f"{before}{takes}{mends}.", QUIET)
            body.show_note(flow([tapped(enters, ACCEPT.id), self.assumed], width, _PARTS))
        else:
            many = wanted >= _WORTH_COUNTING and not any(group.apart for group in self.entry.groups)
            said = tap.format(by_count=f"; {by_count(next(g for g in self.entry.groups if g.count))}" if many else "")
            # Large dice leave no room behind them for how many are wanted; how many are in stands on the band.
            number = f"{typed.missing}. " if self.entry.is_large and not given else ""
            # What a thumb does is seen, and what is missing stands where the answer is given.
            tells = before if by_touch(size) else before + number + (said if size.height >= ROOMY else "")
            body.show_note(flow([plain(tells.rstrip(), QUIET), self.assumed], width, _PARTS))
