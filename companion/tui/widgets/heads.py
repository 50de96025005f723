"""The row at the top of the guide."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from companion.engine.log import argument_words
from companion.engine.run import Run
from companion.engine.standing import Standing
from companion.engine.wording import does, listed
from companion.tui.controller import SessionController
from companion.tui.look.colours import MIND_STRONG, QUIET, STRONG
from companion.tui.look.rows import fitting
from companion.tui.text import clean, plain
from companion.tui.widgets.fight import fighters

_VERBS = {"attacker": "attacks", "shooter": "shoots at", "engager": "engages"}
"""What a fighter of this role does to those it meets."""
_FEW = 2
"""Names of one side in the head."""


def guide_head(controller: SessionController, width: int, place: str = "") -> Content:
    """The procedure and who meets whom; at the right the place in its steps, the game, the round, what is on the disk.

    What does not fit is left out: the name of the game first, then the round; what is not saved stays.
    """
    session = controller.session
    state = controller.save_state()
    saved = plain(state.short, MIND_STRONG if state.wrong else QUIET)
    at = session.ruleset.round_named(session.table.round)
    extras = [plain(text, QUIET) for text in (place, at, session.table.name) if text]
    room = max(1, width - 2)
    title = [plain(_title(controller), STRONG), plain(_who(controller), QUIET)]
    whole = sum(part.cell_length for part in title)
    if whole + 2 + saved.cell_length + 2 > room:
        # Who meets whom stands in the stage as well.
        title, whole = title[:1], title[0].cell_length
    right, left = saved, title[0]
    for kept in range(len(extras), -1, -1):
        right = Content("  ").join([*reversed(extras[1:kept]), *extras[:1][: min(1, kept)], saved])
        left = fitting([part for part in title if part], max(1, room - right.cell_length - 2), 2)
        if kept == 0 or (left.plain and left.cell_length >= whole):
            break
    gap = max(1, room - left.cell_length - right.cell_length)
    return Content.assemble(" ", left or title[0].truncate(max(1, room - right.cell_length - 1)), " " * gap, right)


def _title(controller: SessionController) -> str:
    run = controller.session.run
    if run is None:
        return clean(controller.ended.title) if controller.ended is not None else ""
    return clean(inner_title(run))


def inner_title(run: Run) -> str:
    """The title of the innermost procedure that has steps."""
    return next((frame.title for frame in reversed(run.context.frames) if frame.steps), run.procedure.title)


def _who(controller: SessionController) -> str:
    """`Hiro attacks Oda`, `Brigitta against Fang`; before anybody meets, what the procedure is about."""
    session = controller.session
    met = met_words(fighters(session.standings))
    if met or session.run is None:
        return met
    names = [argument_words(session.table, value) for value in session.run.about()]
    return clean(", ".join(names))


def met_words(standings: list[Standing]) -> str:
    """Who meets whom, by their roles; empty if only one side is there."""
    roles: dict[str, list[Standing]] = {}
    for one in standings:
        roles.setdefault(one.role, []).append(one)
    if len(roles) == 2:
        (first, doers), (_, others) = roles.items()
        if first in _VERBS and len(doers) == 1:
            return clean(f"{does(doers[0].name, _VERBS[first])} {listed(one.name for one in others)}")
    sides: dict[str, list[str]] = {}
    for one in standings:
        sides.setdefault(one.side, []).append(one.name)
    if len(sides) < 2:
        return ""
    return clean(" against ".join(_named(names) for names in sides.values()))


def _named(names: Sequence[str]) -> str:
    """Up to two of one side by name; of more the first, and how many."""
    return ", ".join(names) if len(names) <= _FEW else f"{names[0]} and {len(names) - 1} more"
