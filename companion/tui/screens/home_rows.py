"""The rows of Home: campaigns with their last sessions, single games, and the ready ones in groups."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from textual.content import Content
from textual.geometry import Size

from companion.frontend.palette import SIDES
from companion.frontend.saying.days import when_words
from companion.tui.look.pips import pips
from companion.tui.look.pixels import large
from companion.tui.look.rows import BLANK, flow, wrapped
from companion.tui.sizes import ROOMY
from companion.tui.text import MARKS, clean, plain
from companion.tui.widgets.lines import TENTH, Row, gap, heading

if TYPE_CHECKING:
    from companion.store.listing import CampaignSummary, Overview, SideLeft, Summary, Won

_INSET, _DIGIT = 2, 3
FIRST: Final = "speedies-rats-in-the-cellar.toml"
"""The ready game that takes least time: one melee from its first die to its end."""
_LONG_TITLE = 16
"""Cells of a title from which a shorter one is looked for."""
MOST_PIPS: Final = 40
"""Above so many pips a side has its number alone."""
LEAST_NAME: Final = 16
"""Cells for the name of a session in its column."""
_GAMES: Final = len("2 games")

SECOND_SCREEN = "Open it in another terminal too: a second screen that follows, read-only."
SECOND_SCREEN_SHORT = "Opened twice, it is followed on a second screen."
FIRST_TIME = "First time here? Choose a ready game with ↑ ↓ and press Enter."


class Place(NamedTuple):
    """What a row of Home stands for: a session by its file, or a campaign by its file. `ready` ones are copied."""

    file: Path
    kind: Literal["session", "campaign"] = "session"
    ready: bool = False


class ReadyGames(NamedTuple):
    """A row for the ready games of one ruleset: its title, and each of them with its name."""

    title: str
    games: tuple[tuple[Place, str], ...]


class _Line(NamedTuple):
    """The parts of one session: its name, what it belongs to, where it stopped, who has what left, and when.

    `short_kind` and `short_where` say the same in fewer words.
    """

    place: Place
    name: str
    kind: str
    where: str
    sides: Sequence[SideLeft]
    when: str
    short_kind: str
    short_where: str
    fault: str = ""


def home_rows(found: Overview, width: int, now: datetime, wanted: str = "") -> list[Row]:
    """All rows for this width, or those whose names have this text in them."""
    campaigns = [
        line
        for line in found.campaigns
        if any(_fits(name, wanted) for name in (line.campaign.name, *(made.name for made in line.sessions)))
    ]
    single = [_session(made, made.title, now, short_title(made)) for made in found.single if _fits(made.name, wanted)]
    shown = {
        line.campaign.path: [
            _session(made, _number(made), now)
            for made in line.sessions
            if _fits(line.campaign.name, wanted) or _fits(made.name, wanted)
        ]
        for line in campaigns
    }
    battles = [one for lines in shown.values() for one in lines]
    # Both in the same columns if all names fit, else each in its own.
    alone, fits = _fitted([*single, *battles], width - _INSET)
    within = alone
    if not fits:
        (alone, _), (within, _) = _fitted(single, width), _fitted(battles, width - _INSET)
    rows: list[Row] = []
    if campaigns:
        rows.append(heading("CAMPAIGNS"))
    for line in campaigns:
        rows.append(_campaign(line.campaign, width, now))
        rows += [_inset(_row(one, within, width - _INSET)) for one in shown[line.campaign.path]]
        if line.more:
            rows.append(heading(f"    and {line.more} more"))
    if single:
        rows += [gap(), heading("GAMES")] if rows else [heading("GAMES")]
    rows += [_row(one, alone, width) for one in single]
    ready = list(_ready(found, wanted, width))
    if ready:
        rows += [gap()] if rows else []
        rows.append(heading("READY TO PLAY   Enter starts a copy; the original stays"))
    return [*rows, *ready] or [
        heading(f"Nothing has “{clean(wanted)}” in its name" if wanted else "No games here yet: n sets one up")
    ]


def invited(found: Overview, width: int, now: datetime, wanted: str = "") -> list[Row]:
    """All of Home: the game to go on with, and the rest with the digits that open them."""
    found, room = replace(found, single=_told_apart(found.single)), width - _DIGIT
    going = None if wanted else _unfinished(found)
    if going is None:
        return _numbered(home_rows(found, room, now, wanted))
    single = [made for made in found.single if made.file != going.file]
    campaigns = [
        replace(line, sessions=[made for made in line.sessions if made.file != going.file]) for line in found.campaigns
    ]
    rest = home_rows(replace(found, single=single, campaigns=campaigns), room, now)
    return [*_going_on(going, width, now), gap(), *_numbered(rest)]


def _told_apart(single: Sequence[Summary]) -> list[Summary]:
    """The same games; of those called alike, as copies of a ready one are, all but the oldest have a number."""
    called: dict[str, list[Path]] = {}
    for made in sorted(single, key=lambda made: (len(made.file.stem), made.file.stem)):
        called.setdefault(made.name, []).append(made.file)
    places = [called[made.name].index(made.file) for made in single]
    return [
        replace(made, name=f"{made.name} ({place + 1})") if place and made.name else made
        for made, place in zip(single, places, strict=True)
    ]


def _unfinished(found: Overview) -> Summary | None:
    """The game or battle that was played last and is not over; a battle that players closed early is."""
    played = [*found.single, *(made for line in found.campaigns for made in line.sessions if line.goes_on(made))]
    going = [made for made in played if made.played and not made.over and not made.fault]
    return max(going, key=lambda made: made.played, default=None)


def _going_on(made: Summary, width: int, now: datetime) -> Iterator[Row]:
    """`CONTINUE   Bridge at Kagu`, what it is and when; where it stands; below it the sides in their colours."""
    name = Content.assemble(("CONTINUE   ", "bold"), plain(made.name or made.file.stem, "bold"))
    when = plain(f"{short_title(made)}   {when_words(made.played, now)}")
    where = f"{made.round_word} {made.round}, {made.waits_at or made.phase}"
    gap = width - name.cell_length - when.cell_length
    rows = [Content.assemble(name, " " * gap, when)] if gap > 1 else [*wrapped(name, width), *wrapped(when, width)]
    yield Row(Place(made.file), Content("\n").join([*rows, *wrapped(plain(where, "bold"), width)]))
    sides = [_standing(side, place) for place, side in enumerate(made.sides)]
    if sides:
        yield heading(Content("\n").join(Content.assemble("  ", row) for row in flow(sides, width - 2, 8)))


def _standing(side: SideLeft, place: int) -> Content:
    """`◆ Ito   ●●●●● ●●●●·· ····   2 of 3`; without pips of large units, and `◆ Ito 2` of older files."""
    if not side.health:
        return _side(side, place)
    mark, name = _styles(side, place)
    units = [pips(now, most, mark) for now, most in side.health]
    parts = [Content.assemble((f"{MARKS[place % len(MARKS)]} ", mark), plain(clean(side.name), name))]
    if all(units) and sum(most for _, most in side.health) <= MOST_PIPS:
        parts.append(Content(" ").join(units))
    return Content("   ").join([*parts, plain(f"{side.left} of {len(side.health)}")])


def _numbered(rows: Sequence[Row]) -> list[Row]:
    """The rows with the digits that choose the first ten."""
    found, number = [], 0
    for row in rows:
        number += row.value is not None
        chosen = row.value is not None and number <= TENTH
        blank, *more = [" " * _DIGIT] * (row.content.plain.count("\n") + 1)
        head = Content.styled(f"{number % TENTH}  ", "bold") if chosen else Content("" if row.heading else blank)
        first, *lines = row.content.split("\n")
        content = [Content.assemble(head, first), *(Content.assemble(blank, line) for line in lines[: len(more)])]
        found.append(replace(row, content=Content("\n").join(content), number=number if chosen else 0))
    return found


def _fits(name: str, wanted: str) -> bool:
    return wanted.casefold() in name.casefold()


def _inset(row: Row) -> Row:
    lines = [Content.assemble(" " * _INSET, line) for line in row.content.split("\n")]
    return Row(row.value, Content("\n").join(lines))


def _campaign(made: CampaignSummary, width: int, now: datetime) -> Row:
    place = Place(made.file, "campaign")
    name = plain(made.name, "bold")
    if made.fault:
        return Row(place, Content.assemble(name, "\n", plain(f"✗ {made.fault}", "$error")))
    where = plain(f"{len(made.open)} open", "$accent") if made.open else plain(f"battle {made.battles + 1} next")
    parts = [name, plain(made.title, "$quiet"), where, _score(sorted(made.standings, key=lambda one: one.place))]
    when = plain(when_words(made.played, now), "$quiet")
    head = Content("   ").join(parts)
    gap = width - head.cell_length - when.cell_length
    if gap > 1:
        return Row(place, Content.assemble(head, " " * gap, when))
    return Row(place, Content("\n").join(flow([*parts, when], width, 3, 2)))


def _score(standings: Sequence[Won]) -> Content:
    """`◆ Ito 2 : 1 Sora ■` in the colours of the players, or with three and more `◆ Ito 2   ■ Sora 1   ▲ Ken 0`.

    Without marks and colours where the file does not say whose is which.
    """
    styles = [f"$name-{SIDES[(one.place - 1) % len(SIDES)]}" if one.place else "" for one in standings]
    marks = [MARKS[(one.place - 1) % len(MARKS)] if one.place else "" for one in standings]
    if len(standings) == 2:
        one, other = standings
        left = plain(f"{marks[0]} {one.name} {one.won}".strip(), styles[0])
        return Content.assemble(left, " : ", plain(f"{other.won} {other.name} {marks[1]}".strip(), styles[1]))
    rows = zip(marks, standings, styles, strict=True)
    return Content("   ").join(plain(f"{mark} {one.name} {one.won}".strip(), style) for mark, one, style in rows)


def _session(made: Summary, kind: str, now: datetime, short: str = "") -> _Line:
    name = made.name or made.file.stem
    over, played = made.ended, f"{made.round_word} {made.round}"
    # In the middle of a procedure its title says more than the phase.
    stopped = made.waits_in or made.phase
    when = when_words(made.played, now)
    place = Place(made.file)
    return _Line(
        place, name, kind, over or f"{played}, {stopped}", made.sides, when, short or kind, over or played, made.fault
    )


def short_title(made: Summary) -> str:
    """The title of its game; a long one as the game is called on the command line: `Better Wargame`."""
    return made.title if len(made.title) <= _LONG_TITLE else made.ruleset.replace("-", " ").title() or made.title


def _number(made: Summary) -> str:
    """`battle 2` of a file whose name begins with its number in the campaign, unless the battle is called that."""
    found = re.match(r"(\d+)-", made.file.name)
    number = f"battle {int(found[1])}" if found else ""
    return "" if number == made.name.casefold() else number


class _Columns(NamedTuple):
    """The cells of the columns, `name` 0 if not all fits in one line, and whether titles and phases are short."""

    short_kind: bool
    short_where: bool
    name: int
    kind: int
    where: int
    sides: tuple[int, ...]
    when: int

    def words(self, line: _Line) -> tuple[str, str]:
        """What a line belongs to, and where it stopped."""
        kind = line.short_kind if self.short_kind else line.kind
        return kind, line.short_where if self.short_where else line.where


def _fitted(lines: Sequence[_Line], width: int) -> tuple[_Columns, bool]:
    """Columns in which every name fits, with the words as long as that allows; else names wrap in theirs.

    And whether every name does fit.
    """
    good = [line for line in lines if not line.fault]
    longest = max((len(clean(line.name)) for line in good), default=0)
    found = _Columns(False, False, 0, 0, 0, (), 0)
    for short_kind, short_where, shown in _SHORTER:
        most = max((len(line.sides) for line in good), default=0) if shown else 0
        every = [[len(_left(line.sides[at])) + 2 for line in good if len(line.sides) > at] for at in range(most)]
        found = _Columns(short_kind, short_where, 0, 0, 0, tuple(map(max, every)), 0)
        kind, where = (max((len(found.words(line)[at]) for line in good), default=0) for at in range(2))
        when = max((len(line.when) for line in good), default=0)
        name = width - kind - where - sum(found.sides) - 2 * most - when - 6
        found = found._replace(name=name if name >= LEAST_NAME else 0, kind=kind, where=where, when=when)
        if found.name >= longest:
            return found, True
    return found, False


_SHORTER: Final = (
    *((False, False, True), (True, False, True), (False, True, True), (True, True, True)),
    *((True, False, False), (True, True, False)),
)
"""What gives way first if the names have no room: the titles of games, the phases, both, then who has what left."""


def _left(side: SideLeft) -> str:
    return f"{clean(side.name)} {side.left}"


def _side(side: SideLeft, place: int) -> Content:
    """`◆ Ito 3` in the colour of the side; in none where the file does not say which it is."""
    mark, name = _styles(side, place)
    return Content.assemble((f"{MARKS[place % len(MARKS)]} ", mark), plain(_left(side), name))


def _styles(side: SideLeft, place: int) -> tuple[str, str]:
    colour = side.colour if side.colour in (*SIDES, None) else ""
    colour = SIDES[place % len(SIDES)] if colour == "" else colour
    return ("", "") if colour is None else (f"$side-{colour}", f"$name-{colour}")


def _row(line: _Line, columns: _Columns, width: int) -> Row:
    kind, where = columns.words(line)
    name = plain(line.name, "bold")
    if line.fault:
        return Row(line.place, Content.assemble(name, "\n", plain(f"✗ {line.fault}", "$error")))
    sides = [_side(side, place) for place, side in enumerate(line.sides)]
    if columns.name:
        sides = sides[: len(columns.sides)]
        padded = [side.pad_right(columns.sides[place] - side.cell_length) for place, side in enumerate(sides)]
        padded += [Content(" " * wide) for wide in columns.sides[len(sides) :]]
        beginning, *rest = wrapped(name, columns.name)
        parts = [
            beginning.pad_right(columns.name - beginning.cell_length),
            plain(kind.ljust(columns.kind), "$quiet"),
            plain(where.ljust(columns.where)),
            *padded,
            plain(line.when.rjust(columns.when), "$quiet"),
        ]
        return Row(line.place, Content("\n").join([Content("  ").join(parts), *rest]))
    head = Content.assemble(name, "  ", plain(line.kind, "$quiet"))
    room = width - head.cell_length - len(line.when)
    if room > 1:
        first = [Content.assemble(head, " " * room, plain(line.when, "$quiet"))]
    else:
        first = flow([name, plain(line.kind, "$quiet"), plain(line.when, "$quiet")], width, 2, 2)
    below = [Content.assemble("  ", row) for row in flow([plain(line.where), *sides], width - 2, 3)]
    return Row(line.place, Content("\n").join([*first, *below]))


def _ready(found: Overview, wanted: str, width: int) -> Iterator[Row]:
    """The quickest game for whoever is new; then a row a ruleset, with the names of its games where there is room."""
    # Here and not above: Home is painted before the engine is imported.
    from companion.engine.wording import count

    named = [(made.title, Place(made.file, ready=True), made.name, made.fault) for made in found.ready]
    for made in found.ready_campaigns:
        place = Place(made.file, "campaign", True)
        fought = count(made.battles, "battle") if made.battles else "no battle yet"
        named.append((made.title, place, f"{made.name}, a campaign after {fought}", made.fault))
    own = found.single or found.campaigns or wanted
    quick = None if own else next((made for made in found.ready if made.file.name == FIRST), None)
    if quick is not None:
        invitation = plain(f"Try this first: a melee of {quick.title} in two minutes", "bold $accent")
        yield Row(Place(quick.file, ready=True), Content("\n").join(wrapped(invitation, width)))
    groups: dict[str, list[tuple[Place, str]]] = {}
    for title, place, name, fault in sorted(named, key=lambda one: one[0]):
        if _fits(name, wanted) or _fits(title, wanted):
            groups.setdefault(title, []).append((place, f"{name}  ✗ {fault}" if fault else name))
    wide = max(map(len, groups), default=0)
    for title, games in groups.items():
        value = games[0][0] if len(games) == 1 else ReadyGames(title, tuple(games))
        names = plain(", ".join(name for _, name in games), "" if len(games) == 1 else "$quiet")
        head = plain(title.ljust(wide), "bold")
        if len(games) > 1:
            head = Content.assemble(head, "   ", plain(count(len(games), "game").ljust(_GAMES), "$quiet"))
        # A lone game has its name in any case; of several the number says enough where there is little room.
        if head.cell_length + 3 + names.cell_length <= width:
            yield Row(value, Content.assemble(head, "   ", names))
        elif len(games) > 1:
            yield Row(value, head)
        else:
            below = (Content.assemble("  ", row) for row in wrapped(names, width - 2))
            yield Row(value, Content("\n").join([plain(title, "bold"), *below]))


def head_rows(found: Overview, size: Size) -> list[Content]:
    """The name of the app, in letters where there is much room; else with the number of sessions at the right."""
    # Here and not above: Home is painted before the engine is imported.
    from companion.engine.wording import count

    face = large("Companion", "bold", size.width - 3)
    if size.height >= ROOMY and len(face) > 1:
        return [BLANK, *(Content.assemble("   ", row) for row in face)]
    sessions = len(found.single) + sum(len(line.sessions) + line.more for line in found.campaigns)
    right = f"{count(sessions, 'session')}  saves on this machine" if sessions else ""
    gap = max(2, size.width - 12 - len(right))
    return [Content.assemble((" Companion", "bold"), " " * gap, plain(right, "$quiet"))]


def state_words(found: Overview, marked: object, wanted: str, width: int) -> Content:
    """What the marked game waits for; else what is in the bin, or what to press the first time."""
    sessions = [*found.single, *(made for line in found.campaigns for made in line.sessions), *found.ready]
    waits = next((s.waits_at for s in sessions if isinstance(marked, Place) and s.file == marked.file), "")
    if not found.single and not found.campaigns and not found.binned:
        return plain(FIRST_TIME, "$quiet")
    if wanted:
        return plain(f"Only what has “{wanted}” in its name; / finds something else", "$quiet")
    if waits:
        return Content.assemble(("waits at ", "$quiet"), plain(waits, "bold"))
    if found.binned:
        return Content.assemble(("bin ", "$quiet"), f"{found.binned}", ("   B opens it", "$quiet"))
    hint = SECOND_SCREEN if len(SECOND_SCREEN) < width else SECOND_SCREEN_SHORT
    own = isinstance(marked, Place) and marked.kind == "session" and not marked.ready
    return plain(hint if own else "", "$quiet")
