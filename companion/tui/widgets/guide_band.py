"""The words above the request of the guide: in its band who decides, what, and how; in its head who meets whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from textual.content import Content

from companion.engine.log import argument_words
from companion.engine.requests import Request
from companion.engine.run import Run
from companion.engine.standing import Standing
from companion.engine.state.table import AnyTable
from companion.engine.wording import count, does, listed
from companion.frontend.saying.limits import cost_words, dice_words, shared_costs, spends_words
from companion.tui.controller import SessionController
from companion.tui.look.colours import MIND_STRONG, QUIET, STRONG, fill
from companion.tui.look.rows import fitting
from companion.tui.text import clean, plain, side_colour, side_mark
from companion.tui.widgets.fight import fighters

SECRET: Final = "in secret"
ONLY_YOU: Final = "only you see this"
"""The same on a screen of one's own."""
_WORD: Final = re.compile(r"\w+")


def band_words(table: AnyTable, request: Request[object], *, secret: bool, ruling: bool) -> tuple[str, str, str]:
    """Who and what, how, and the fill of the band, for a request."""
    side, who = who_of(table, request)
    title = clean(request.title)
    left = f"{who}: {small(table, title)}"
    how = clean(_how(table, request, side, secret, ruling))
    return left, "" if _says(title, how) else how, fill(side_colour(table, side) if side else "text")


def who_of(table: AnyTable, request: Request[object]) -> tuple[str, str]:
    """The side that decides, empty if both or the table do, and its mark and name in capitals."""
    if isinstance(request.by, str) and request.by in table.sides:
        return request.by, f"{side_mark(table, request.by)} {clean(table.title(request.by)).upper()}"
    return "", "BOTH" if len(table.sides) == 2 else "ALL"


def small(table: AnyTable, title: str) -> str:
    """A title within a sentence: it begins small, unless a name is first."""
    first, _, rest = title.partition(" ")
    names = {word for unit in table.units.values() for word in clean(unit.name).split()}
    names |= {word for side in table.sides for word in clean(table.title(side)).split()}
    bare = _bare(first)
    if bare == "A":
        return title[:1].lower() + title[1:]
    if bare in names or not bare[1:].islower() or first.endswith(":"):
        return title
    second = _bare(rest.partition(" ")[0])
    # Two capitals in a row are a name of the rulebook's, unless the second is that of a unit.
    return title if second[:1].isupper() and second not in names else title[:1].lower() + title[1:]


def _says(title: str, how: str) -> bool:
    """Whether the title has the same words, in whatever order: `roll all dice` says `Roll`."""
    return set(_WORD.findall(how.casefold())) <= set(_WORD.findall(title.casefold()))


def _bare(word: str) -> str:
    return word.rstrip(":,.?!").removesuffix("'s").removesuffix("’s").removesuffix("'")


def _how(table: AnyTable, request: Request[object], side: str, secret: bool, ruling: bool) -> str:
    if ruling:
        return "a ruling"
    if secret:
        away = [table.title(other) for other in table.sides if other != side]
        return f"{SECRET}, {listed(away)} {'looks' if len(away) == 1 else 'look'} away"
    if request.cost:
        return f"costs {spends_words(request)}"
    if shared := shared_costs(request.options):
        return f"each costs {cost_words(shared)}"
    if request.dice and request.act not in request.title.casefold():
        counts: dict[str, int] = {}
        for group in request.dice:
            counts[group.die.name] = counts.get(group.die.name, 0) + group.count
        first = [next(g for g in request.dice if g.die.name == name) for name in counts]
        words = [dice_words(type(g)(g.name, g.die, counts[g.die.name])) for g in first if counts[g.die.name]]
        if not words or _says(request.title, " ".join(words).removeprefix("1 ")):
            # How many of which die is said already.
            return ""
        return f"{request.act} {listed(words)}"
    if (total := sum(group.count for group in request.dice)) > 1:
        return count(total, request.dice[0].die.noun)
    return request.step_title


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
