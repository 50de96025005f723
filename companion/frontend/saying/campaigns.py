"""Campaigns as lines of text: lists, standings, rosters, battles, and what taking one back would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.engine.campaign import GONE, RULED
from companion.engine.registry import find
from companion.engine.state.phrases import joined
from companion.engine.wording import count, listed
from companion.frontend.saying.rosters import (
    career_words,
    change_words,
    field_value,
    field_words,
    kept_words,
    together,
)
from companion.frontend.saying.sentences import titled
from companion.store.battles import battle_beside
from companion.store.campaign_link import CampaignLink
from companion.store.campaigns import changes_outside
from companion.store.careers import is_ruled, roster_after, unit_name
from companion.store.closing import Effect
from companion.store.fielding import Unfit
from companion.store.format.campaign import BatchRow, Battle, Campaign, EntryRow, RulingRow
from companion.store.ledger import (
    OPEN,
    PlayerStanding,
    careers,
    closing,
    dependents,
    owed,
    standings,
    state_of,
    voided_words,
)
from companion.store.listing import CampaignSummary
from companion.store.rulings import answer_text, changed_options, ruling_text


def summary_lines(made: CampaignSummary) -> Iterator[str]:
    """Two lines a campaign: what it is and how it stands; its folder."""
    if made.fault:
        yield f"{made.name}: cannot be read: {made.fault}"
    else:
        parts = [made.name, made.title or made.ruleset, count(made.battles, "battle")]
        parts += [f"{name} {won} won" for name, won, _ in made.standings]
        parts += [f"open: {title}" for title in made.open]
        parts += [f"played {made.played}"] if made.played else []
        yield ", ".join(parts)
    yield f"    {made.path}"


def campaign_lines(campaign: Campaign) -> Iterator[str]:
    """Standings, then each roster with its units, then the battles."""
    yield f"{campaign.name}, {campaign.game}"
    for line in standings(campaign):
        yield f"    {line.name}: {line.won} won, {line.drawn} drawn, {line.lost} lost of {line.played}"
    for of, roster in campaign.rosters.items():
        player = campaign.players[roster.player]
        owned = field_words(campaign.header.ruleset, of, roster.fields)
        names = [f"{roster.name} ({of})", *([player.name] if player.name != roster.name else [])]
        yield ", ".join([*names, *owned, *(["left"] if player.left else [])])
        totals = careers(campaign, of)
        for unit, fields in roster.units.items():
            kept = ", ".join(filter(None, (str(fields.get(GONE) or ""), *kept_words(campaign, of, unit))))
            career = career_words(totals[unit]) if unit in totals else "has not fought"
            yield f"    {fields.get('name', unit)} ({unit}){f': {kept}' if kept else ''}, {career}"
    for of, battle in campaign.battles.items():
        yield battle_line(campaign, of, battle)
    yield from changes_outside(campaign)


def roster_lines_after(campaign: Campaign, battle: str) -> Iterator[str]:
    """The rosters as they were after a battle: what each owned, and every unit with its fields."""
    fought = campaign.battles[battle]
    yield f"{campaign.name}, after {fought.title}, {fought.day}"
    for of in fought.base:
        roster = roster_after(campaign, of, battle)
        game = campaign.header.ruleset
        yield ", ".join([f"{roster.name} ({of})", *field_words(game, of, roster.fields)])
        for unit, fields in roster.units.items():
            gone = f": {fields[GONE]}" if fields.get(GONE) else ""
            shown = {name: value for name, value in fields.items() if name not in ("name", GONE)}
            words = [f"{fields.get('name', unit)} ({unit}){gone}", *field_words(game, unit, shown)]
            yield f"    {', '.join(words)}"


def battle_line(campaign: Campaign, of: str, battle: Battle) -> str:
    """`b1 First blood, 2026-11-14, Rhea against Boris: Rhea won; closed`"""
    sides = " against ".join(campaign.rosters[one].name for one in battle.base)
    state = state_of(campaign, of)
    waiting = [campaign.rosters[one].name for one in owed(campaign, of)]
    if battle.voided:
        state = voided_words(battle)
    elif waiting and len(waiting) < len(battle.base):
        state = "open for " + ", ".join(waiting)
    kind = ", practice" if battle.practice else ""
    return f"{of} {battle.title}, {battle.day}, {sides}{kind}: {result_words(campaign, of)}; {state}"


def result_words(campaign: Campaign, of: str) -> str:
    """Who won a battle, in words, and whether it is the players who say so and not the rules."""
    battle = campaign.battles[of]
    result = battle.result
    if result is None:
        return "no result yet" if owed(campaign, of) else "no result recorded"
    won = "a draw" if result.drawn else ", ".join(campaign.rosters[one].name for one in result.won) + " won"
    return f"{won}, {RULED}" if is_ruled(battle) else won


def entry_line(campaign: Campaign, roster: str, entry: EntryRow) -> str:
    """`Ann, melee: 14 → 13, major wound (dice 9, 3)`"""
    name = unit_name(campaign, roster, entry.of)
    return f"{name}{', ' if entry.field else ': '}{change_words(entry, campaign.header.ruleset)}"


def aftermath_parts(campaign: Campaign, battle: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What a battle left to each roster that has closed its aftermath, in the order of the battle: its name, lines."""
    parts = []
    for of in campaign.battles[battle].base:
        row = closing(campaign, battle, of)
        if row is not None:
            game = campaign.header.ruleset
            # What the roster itself gained stands below its name.
            lines = tuple(
                titled(change_words(entry, game)) if entry.of == of else entry_line(campaign, of, entry)
                for entry in together(row.entries)
            )
            parts.append((campaign.rosters[of].name, lines))
    return tuple(parts)


def where_lines(campaign: Campaign, of: str, closed: Sequence[str]) -> Iterator[str]:
    """Where a battle is after it was closed for these rosters, and what that changed."""
    yield battle_line(campaign, of, campaign.battles[of])
    for row in campaign.ledger:
        if row.battle == of and row.roster in closed and row.kind == "battle":
            for entry in row.entries:
                yield "    " + entry_line(campaign, row.roster, entry)
    if not closed:
        yield "    it was closed already; nothing has changed"


def effect_lines(campaign: Campaign, of: str, effect: Effect, action: str) -> Iterator[str]:
    """What taking a battle back or another result of it does; with an action of the command line, would do."""
    if effect.dependents:
        stay = ", and left as they are" if effect.before else ""
        yield f"built on it{stay}: " + ", ".join(campaign.battles[one].title for one in effect.dependents)
    was = {line.name: line for line in effect.before}
    for line in effect.after:
        if was[line.name] != line:
            yield f"{line.name}: {_standing(was[line.name])} → {_standing(line)}"
    for roster, entry in effect.entries:
        yield entry_line(campaign, roster, entry)
    for roster, entry, current in effect.clashes:
        said = field_value(campaign.header.ruleset, entry.of, entry.field, current)
        yield f"stays as it is: {entry_line(campaign, roster, entry)}, but now {said}"
    yield from (f"no battle can begin with this: {one}" for one in effect.unfit)
    words = mending_words(effect.unfit)
    if words and action:
        yield f"companion campaign {action} … --mend sets {words}"
    if action == "reopen" and effect.dependents:
        yield "it cannot be reopened; mend the rosters (companion campaign edit), or void it"
    elif action:
        result = " …" if effect.before else ""
        yield f"nothing is changed yet; companion campaign {action} … {of}{result} --yes does it"


def mending_words(values: Sequence[Unfit]) -> str:
    """`gold to 0`: what mending these values sets."""
    set_to = (f"{one.field.replace('_', ' ')} to {one.nearest}" for one in values if one.nearest is not None)
    return listed(dict.fromkeys(set_to))


def closing_words(campaign: Campaign, row: BatchRow, most: int | None = None) -> str:
    """What a battle left to a roster, in one sentence: `Boris's house: Btwo, skill: 4 → 3, a scar (dice 1); …`

    `most` is how many parts it may have.
    """
    words = [
        change_words(entry, campaign.header.ruleset)
        if entry.of == row.roster
        else entry_line(campaign, row.roster, entry)
        for entry in row.entries
    ]
    if most is not None and len(words) > most:
        words = [*words[: most - 1], f"and {len(words) - most + 1} changes more"]
    first, *rest = words or ["nothing changes"]
    return joined("; ", [f"{campaign.rosters[row.roster].name}: {first}", *rest])


def went_to_rosters(link: CampaignLink, most: int | None = None) -> str:
    """What the aftermath that was closed last left to its roster, in a sentence; whole, or of so many parts."""
    campaign, row = link.closed[-1]
    return joined(". ", (closing_words(campaign, row, most), f"It stands in {campaign.name}"))


def _standing(line: PlayerStanding) -> str:
    return f"{line.won} won, {line.drawn} drawn, {line.lost} lost of {line.played}"


def made_in(campaign: Campaign, ruling: RulingRow) -> str:
    """Where and when a ruling was made: `First blood, 2026-11-14, Rhea`."""
    battle = campaign.battles.get(ruling.battle)
    return ", ".join(part for part in (battle.title if battle else "", ruling.day, ruling.who) if part)


def ruling_lines(campaign: Campaign) -> list[str]:
    """The rulings book: every ruling and note with its reason, where it was made, and whether it holds."""
    lines = []
    for row in campaign.rulings:
        where = made_in(campaign, row)
        state = f"; dropped: {row.dropped}" if row.dropped else "" if row.accepted else "; not accepted yet"
        only = "; in that battle alone" if row.scope == "battle" else ""
        why = "" if row.kind == "note" else f", {row.words}"
        lines.append(f"{row.n}. {ruling_text(row)}{why}" + (f" ({where})" if where else "") + only + state)
    ruleset = find(campaign.header.ruleset)
    for name, value in changed_options(ruleset, campaign.options).items():
        lines.append(f"option {ruleset.option(name).label}: {answer_text(value)}")
    return lines


def without_session(file: Path) -> list[str]:
    """What it means for its campaign that the session in this file goes to the bin. Raises CannotOpen, OSError.

    Empty if it is no battle of the campaign beside it.
    """
    found = battle_beside(file)
    if found is None:
        return []
    campaign, of = found
    battle = campaign.battles[of]
    lines = [f"This is {battle.title}, a battle of {campaign.name}."]
    if battle.voided:
        return [*lines, "It is voided: nothing depends on it."]
    if state_of(campaign, of) == OPEN and not battle.practice:
        names = listed([campaign.rosters[one].name for one in owed(campaign, of)])
        lines.append(f"It is not closed for {names}: void it in the campaign, or they can enter no other battle.")
    built = dependents(campaign, of)
    if built:
        lines.append("Built on it: " + ", ".join(campaign.battles[one].title for one in built) + ".")
    return [*lines, "What it left to the rosters stays; its record, its report and the way back into it are gone."]
