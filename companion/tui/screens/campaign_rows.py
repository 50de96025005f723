"""The rows of the Campaign screen: what to play next, the battles, the standings, and the warbands with their units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from textual.content import Content

from companion.engine.campaign import GONE, RULED
from companion.engine.errors import InvalidInput
from companion.engine.registry import find
from companion.engine.state.table import COLOURS
from companion.engine.wording import count, listed, value_words
from companion.frontend.pixels import ROWS, pixels
from companion.frontend.saying.campaigns import result_words
from companion.frontend.saying.days import day_words
from companion.frontend.saying.rosters import career_words, field_words, kept_words
from companion.frontend.saying.sentences import titled
from companion.store.battles import session_of
from companion.store.campaigns import active, busy
from companion.store.careers import is_ruled
from companion.store.format.campaign import Battle, Campaign
from companion.store.ledger import OPEN, careers, owed, standings, state_of, voided_words
from companion.store.listing import Summary, summary_of
from companion.store.pairing import suggested
from companion.tui.look.colours import MIND
from companion.tui.look.rows import in_columns
from companion.tui.text import MARKS, plain
from companion.tui.widgets.lines import Row, below_gap, gap, heading

_LEAST_BARS, _WIDE_BARS, _MOST_BARS = 44, 5, 10
"""Cells of a list in which careers are bars; wounds up to which one is two cells wide, and up to which one is drawn."""

Act = Literal["next", "practice", "record", "rulings", "join", "leave", "export"]
ACTS: Final[Mapping[str, str]] = {
    "next": "Another battle",
    "practice": "A practice battle, which counts for nothing",
    "record": "Record a battle that was fought without the app",
    "join": "One more player joins",
    "leave": "A player leaves",
    "export": "Export the whole campaign as one zip",
}


class Item(NamedTuple):
    """What a row stands for: a battle, a unit of a roster, a pair of rosters that could fight next, or something to do.

    `of` is an id: of the battle, the roster, the first of the pair; `other` the unit, or the second of the pair.
    """

    kind: Literal["battle", "roster", "unit", "pair", "act"]
    of: str
    other: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A campaign as it was read, the heads of the sessions of its open battles, and the `labels` of its options."""

    campaign: Campaign
    sessions: Mapping[str, Summary]
    labels: Mapping[str, str]

    @classmethod
    def of(cls, file: Path, campaign: Campaign) -> Seen:
        """Reads the heads of the sessions whose battles are open."""
        found = {}
        for of, battle in campaign.battles.items():
            session = session_of(file, battle) if state_of(campaign, of) == OPEN else None
            head = summary_of(session, file.parent) if session is not None else None
            if head is not None:
                found[of] = head
        with suppress(InvalidInput):
            return cls(campaign, found, {one.name: one.label for one in find(campaign.header.ruleset).options})
        # Of a game that is not here the names have to do.
        return cls(campaign, found, {})


def _under_one_another(table: Sequence[Sequence[Content]], width: int) -> list[Content]:
    """Rows of cells in columns, each row as one content."""
    return [Content("\n").join(lines) for lines in in_columns(table, width, gap=3, indent=4)]


def play_rows(seen: Seen, width: int) -> Iterator[Row]:
    """What to play next, and the battles, newest first, in columns where this many cells are enough."""
    campaign = seen.campaign
    yield heading("NEXT BATTLE")
    for of, head in seen.sessions.items():
        yield Row(
            Item("battle", of), Content.assemble(_bold(campaign.battles[of].title), "   ", _waiting(seen, of, head))
        )
    pairings = suggested(campaign)
    for one, other in pairings.pairs:
        if not busy(campaign, one) and not busy(campaign, other):
            words = _bold(f"{_name(campaign, one)} against {_name(campaign, other)}")
            why = "   suggested: they met least" if len(active(campaign)) > 2 else ""
            yield Row(Item("pair", one, other), words.append(plain(why, "$quiet")))
    if pairings.rests and pairings.pairs:
        yield heading(f"{_name(campaign, pairings.rests)} rests")
    if len(active(campaign)) > 1:
        yield from (_act(act) for act in ("next", "practice", "record"))
    yield from below_gap("BATTLES" if campaign.battles else "BATTLES   none yet")
    battles = list(reversed(campaign.battles.items()))
    for (of, _), content in zip(
        battles, _under_one_another([_battle(seen, *one) for one in battles], width), strict=True
    ):
        yield Row(Item("battle", of), content)


def _waiting(seen: Seen, of: str, head: Summary) -> Content:
    if head.fault:
        return plain(f"✗ {head.fault}", "$error")
    if head.waits_at:
        return plain(f"waits at {head.waits_at}", "$accent")
    if head.over:
        names = listed([_name(seen.campaign, one) for one in owed(seen.campaign, of)])
        return plain(f"over: {head.ended}. Aftermath of {names}", "$accent")
    return plain(f"{head.round_word} {head.round}, {head.phase}" if head.played else "not begun", "$accent")


def _battle(seen: Seen, of: str, battle: Battle) -> list[Content]:
    """`2  Late at the mill`, `Rhea against Boris`, `Rhea won`, `14 Nov`, and what is unusual about it."""
    campaign = seen.campaign
    sides = " against ".join(_name(campaign, one) for one in battle.base)
    number = plain(f"{of.removeprefix('b'):>2}  ", "$quiet")
    cells = [Content.assemble(number, _bold(battle.title)), plain(sides), _result(campaign, of)]
    cells.append(plain(day_words(battle.day, date.today()), "$quiet"))
    unusual = []
    waiting = owed(campaign, of)
    if battle.voided:
        unusual.append(plain(voided_words(battle), "$accent"))
    elif battle.practice:
        unusual.append(plain("practice", "$quiet"))
    elif waiting and len(waiting) < len(battle.base):
        unusual.append(plain(f"open for {listed([_name(campaign, one) for one in waiting])}", "$accent"))
    elif waiting and battle.result is not None:
        unusual.append(plain("open", "$accent"))
    if not battle.session:
        unusual.append(plain("without a session: what the warbands own stays as it was", "$quiet"))
    return [*cells, Content("   ").join(unusual)] if unusual else cells


def people_rows(seen: Seen, width: int) -> Iterator[Row]:
    """The standings, the warbands with their units in columns, and what concerns the whole campaign."""
    campaign = seen.campaign
    yield heading("STANDINGS")
    lines = standings(campaign)
    wide = max((len(line.name) for line in lines), default=0)
    for line in lines:
        words = f"won {line.won}   drawn {line.drawn}   lost {line.lost}" if line.played else "has not fought"
        yield Row(None, Content.assemble("  ", _bold(line.name.ljust(wide)), plain(f"   {words}")))
    for of in campaign.rosters:
        yield gap()
        yield from _warband(campaign, of, width)
    yield from below_gap("THIS CAMPAIGN")
    if campaign.rulings:
        waiting = sum(not ruling.accepted and not ruling.dropped for ruling in campaign.rulings)
        open_ = plain(f"   {waiting} to be accepted" if waiting else "", "$accent")
        yield Row(Item("act", "rulings"), Content.assemble(f"  {count(len(campaign.rulings), 'ruling')}", open_))
    yield from (_act(act) for act in ("join", "leave", "export") if act != "leave" or active(campaign))
    if campaign.options:
        yield from below_gap("HOUSE RULES   in every battle")
        names = [titled(seen.labels.get(name, name.replace("_", " "))) for name in campaign.options]
        table = [
            [plain(f"  {name}", "$quiet"), plain(value_words(value))]
            for name, value in zip(names, campaign.options.values(), strict=True)
        ]
        yield from (heading(content) for content in _under_one_another(table, width))


def _warband(campaign: Campaign, of: str, width: int) -> Iterator[Row]:
    roster = campaign.rosters[of]
    player = campaign.players[roster.player]
    words = [player.name] if player.name != roster.name else []
    words += field_words(campaign.header.ruleset, of, roster.fields)
    words += ["has left"] if player.left else []
    place = list(campaign.rosters).index(of)
    colour = COLOURS[place % len(COLOURS)]
    mark = (f"{MARKS[place % len(MARKS)]} ", f"$side-{colour}")
    name = plain(roster.name, f"bold $name-{colour}")
    yield Row(Item("roster", of), Content.assemble(mark, name, plain("   " + "   ".join(words), "$quiet")))
    totals = careers(campaign, of)
    units = sorted(roster.units.items(), key=lambda unit: bool(unit[1].get(GONE)))
    if width >= _LEAST_BARS:
        yield from _career_rows(campaign, of, units, width)
        return
    table = []
    for unit, fields in units:
        gone = str(fields.get(GONE) or "")
        name = plain(str(fields.get("name", unit)), "$quiet" if gone else "bold")
        career = career_words(totals[unit]) if unit in totals else ""
        said = plain("; ".join(word for word in (gone, career) if word), "$quiet")
        if kept := kept_words(campaign, of, unit):
            said = Content.assemble(plain(", ".join(kept), MIND), "; " if said else "", said)
        table.append([Content.assemble("  ", name), said])
    for (unit, _), content in zip(units, _under_one_another(table, width), strict=True):
        yield Row(Item("unit", of, unit), content)


def score(campaign: Campaign, width: int) -> list[Content]:
    """`ROLAND 0 : 2 KATRIN` in pixel letters and side colours; nothing if it does not fit, or is no duel."""
    won = {line.name: line.won for line in standings(campaign)}
    players = [player.name for player in campaign.players.values()]
    if len(players) != 2 or set(players) != set(won):
        return []
    one, other = players
    drawn = [pixels(text) for text in (f"{one} {won[one]}", ":", f"{won[other]} {other}")]
    styles = ("$side-red", "", "$side-blue")
    rows = [
        Content("  ").join(Content.styled(part[row], style) for part, style in zip(drawn, styles, strict=True) if part)
        for row in range(ROWS)
    ]
    return rows if all(drawn) and rows[0].cell_length <= width else []


def _bar(number: int, most: int, style: str) -> Content:
    """`████ 2`: two cells a wound, one where somebody has more than five, above ten the number alone."""
    if not number:
        return Content("")
    each = 2 if most <= _WIDE_BARS else 1 if most <= _MOST_BARS else 0
    bar = "█" * (each * number)
    return Content.assemble((bar, style), " " if bar else "", (str(number), style if not bar else "bold"))


def _career_rows(
    campaign: Campaign, of: str, units: Sequence[tuple[str, Mapping[str, Any]]], width: int
) -> Iterator[Row]:
    """A unit a row: what it dealt and took as bars on one scale for all, whom it felled; its scars or its end below."""
    every = [row for roster in campaign.rosters for row in careers(campaign, roster).values()]
    most = max((number for row in every for number in (row.dealt, row.taken)), default=0)
    totals = careers(campaign, of)
    table = [[plain(word, "$quiet") for word in ("", "dealt", "taken", "felled")]]
    for unit, fields in units:
        gone, career = fields.get(GONE), totals.get(unit)
        name = Content.assemble("  ", plain(str(fields.get("name", unit)), "$quiet" if gone else "bold"))
        dealt, taken, felled = (career.dealt, career.taken, career.felled) if career is not None else (0, 0, 0)
        style = "$quiet" if gone else "$foreground"
        crosses = "×" * felled if felled <= _MOST_BARS else f"{felled}"
        rest = career_words(replace(career, dealt=0, taken=0, felled=0)) if career is not None else ""
        bars = [_bar(dealt, most, style), _bar(taken, most, "$quiet")]
        table.append([name, *bars, plain(crosses), plain(rest, "$quiet")])
    head, *rows = _under_one_another(table, width)
    if any(row.dealt or row.taken or row.felled for row in totals.values()):
        yield heading(Content.assemble("  ", head))
    for (unit, fields), content in zip(units, rows, strict=True):
        gone, kept = str(fields.get(GONE) or ""), ", ".join(kept_words(campaign, of, unit))
        below = [plain(kept, MIND)] if kept else []
        below += [plain(gone, "$quiet")] if gone else []
        yield Row(Item("unit", of, unit), Content("\n    ").join([content.rstrip(), *below]))


def _result(campaign: Campaign, of: str) -> Content:
    battle = campaign.battles[of]
    if battle.result is None:
        return plain(result_words(campaign, of), "$quiet")
    won = listed([_name(campaign, one) for one in battle.result.won])
    ended = plain("a draw" if battle.result.drawn else f"{won} won", "bold")
    return ended + plain(f", {RULED}", "$quiet") if is_ruled(battle) else ended


def _name(campaign: Campaign, roster: str) -> str:
    """The player, by whom people at the table know a roster."""
    return campaign.players[campaign.rosters[roster].player].name


def _act(act: Act) -> Row:
    return Row(Item("act", act), Content.assemble(plain("+ ", "$quiet"), ACTS[act]))


def _bold(text: str) -> Content:
    return plain(text, "bold")
