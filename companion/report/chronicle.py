"""A campaign as its ledger and the records of its battles have it: what a chronicle tells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from companion.engine.campaign import GONE, RULED
from companion.engine.wording import count, does, listed
from companion.frontend.saying.campaigns import aftermath_parts, result_words
from companion.frontend.saying.rosters import cause
from companion.frontend.saying.sentences import titled
from companion.report.battle import Battle
from companion.report.reading import Part, battle_of
from companion.store.battles import session_of
from companion.store.campaigns import read_campaign
from companion.store.careers import Life, is_ruled, life, unit_name
from companion.store.diagnostics import CannotOpen
from companion.store.format.campaign import Campaign
from companion.store.ledger import closing
from companion.store.restore import restore

MISSING, UNREADABLE, UNRECORDED, NOT_BEGUN = (
    "Record missing: this is from the ledger alone.",
    "Its record cannot be read: this is from the ledger alone.",
    "Fought without a record.",
    "Not begun.",
)


@dataclass(frozen=True, slots=True)
class BattleStory:
    """One battle of a campaign in short. `counts` is False for practice and for battles that were voided.

    `over`: its record goes to the end of it.

    `harm` has, for who hurt whom, the wounds and how often that put the other out of action; where the game
    `counts_models`, those killed instead of wounds.
    """

    of: str
    story: tuple[str, ...]
    rulings: tuple[str, ...]
    aftermath: tuple[Part, ...]
    counts: bool
    harm: Mapping[tuple[str, str], tuple[int, int]]
    counts_models: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class Rivals:
    """Two enemies who hurt each other or one the other: in how many battles, and wounds and kills either way."""

    one: str
    other: str
    battles: int
    dealt: tuple[int, int]
    taken: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Chronicle:
    """Everything that a chronicle says, besides what the campaign itself has. `lives` are those of every unit."""

    campaign: Campaign
    battles: tuple[BattleStory, ...]
    lives: tuple[Life, ...]
    rivals: tuple[Rivals, ...]

    def name(self, of: str) -> str:
        """The name of a unit as it is now, or was when players struck it off."""
        names = (unit_name(self.campaign, roster, of) for roster in self.campaign.rosters)
        return next((name for name in names if name != of), of)


def chronicle(file: Path) -> Chronicle:
    """Reads a campaign and the sessions of its battles. Raises CannotOpen if the campaign cannot be read."""
    campaign = read_campaign(file)
    battles = tuple(_story(file, campaign, of) for of in campaign.battles)
    lives = tuple(life(campaign, of, unit) for of, roster in campaign.rosters.items() for unit in roster.units)
    return Chronicle(campaign, battles, lives, tuple(_rivals(battles)))


def _story(file: Path, campaign: Campaign, of: str) -> BattleStory:
    fought = campaign.battles[of]
    counts = not fought.practice and not fought.voided
    aftermath = aftermath_parts(campaign, of)
    session = session_of(file, fought)
    told: Battle | None = None
    begun = False
    missing = MISSING if fought.session else UNRECORDED
    if session is not None:
        try:
            held = restore(session).session
            told = as_ruled(battle_of(held, fought.title), campaign, of)
            begun = bool(held.entries) or held.run is not None
        except CannotOpen:
            missing = UNREADABLE
    if told is not None and (told.over or any(record.scenes for record in told.rounds)):
        short = tuple(in_short(told))
        return BattleStory(of, short, told.rulings, aftermath, counts, told.harm(), told.measure.models, told.over)
    if told is not None and fought.result is None and not aftermath:
        return BattleStory(of, (told.result if begun else NOT_BEGUN,), told.rulings, aftermath, counts, {})
    story = () if told is not None else (missing,)
    return BattleStory(of, (*story, *_from_ledger(campaign, of)), (), aftermath, counts, {})


def as_ruled(told: Battle, campaign: Campaign, of: str) -> Battle:
    """The battle with the end that players gave it, if they decided it and not its session."""
    fought = campaign.battles[of]
    if fought.result is None or not is_ruled(fought):
        return told
    words = f"{titled(result_words(campaign, of))}."
    return replace(told, result=words, winner=next(iter(fought.result.won), ""), why=RULED)


def in_short(battle: Battle) -> Iterator[str]:
    """A battle in a few sentences: how long, who put whom out of action and when, what it cost, how it ended."""
    yield f"{count(len(battle.rounds), battle.round_word)}."
    for record in battle.rounds:
        felled = [blow for blow in battle.blows if blow.round == record.number and blow.felled]
        if felled:
            deeds = _felled(battle, [(blow.by, blow.of) for blow in felled])
            yield f"{titled(battle.round_word)} {record.number}: {deeds}."
    losses = [(side.name, sum(1 for unit in side.units if unit.fall), len(side.units)) for side in battle.sides]
    if any(lost for _, lost, _ in losses):
        words = (f"{does(name, 'loses')} {f'{lost} of {many}' if lost else 'nobody'}" for name, lost, many in losses)
        yield f"{listed(words)}."
    else:
        yield "Nobody goes out of action."
    yield battle.result


def _felled(battle: Battle, pairs: list[tuple[str, str]]) -> str:
    """`Chiyo puts Aya out of action, Ghoul goes out of action`"""
    by: dict[str, list[str]] = {}
    for one, other in pairs:
        by.setdefault(one, []).append(battle.unit(other).name)
    deeds = [
        f"{does(battle.unit(one).name, 'puts')} {listed(names)} out of action"
        if one
        else f"{does(names, 'goes')} out of action"
        for one, names in by.items()
    ]
    return ", ".join(deeds)


def _from_ledger(campaign: Campaign, of: str) -> Iterator[str]:
    """What the batches of a battle say of it: who took part, who fell, who hurt others most."""
    for roster in campaign.battles[of].base:
        row = closing(campaign, of, roster)
        if row is None:
            continue
        fell = [unit_name(campaign, roster, one.of) for one in row.careers if one.fell]
        fought = sum(1 for one in row.careers if one.battles)
        fallen = f", {listed(fell)} out of action" if fell else ""
        yield f"{campaign.rosters[roster].name}: {count(fought, 'unit')} took part{fallen}."


def _rivals(battles: tuple[BattleStory, ...]) -> Iterator[Rivals]:
    """Who hurt whom across battles, the most battles and wounds first."""
    pairs: dict[tuple[str, str], None] = {}
    for battle in battles:
        for one, other in battle.harm if battle.counts else ():
            if one and (other, one) not in pairs:
                pairs[one, other] = None
    found = []
    for one, other in pairs:
        met = [b for b in battles if b.counts and ((one, other) in b.harm or (other, one) in b.harm)]
        found.append(Rivals(one, other, len(met), _sum(met, one, other), _sum(met, other, one)))
    yield from sorted(found, key=lambda rivals: (-rivals.battles, -(rivals.dealt[0] + rivals.taken[0])))


def _sum(battles: list[BattleStory], one: str, other: str) -> tuple[int, int]:
    harms = [battle.harm.get((one, other), (0, 0)) for battle in battles]
    return sum(wounds for wounds, _ in harms), sum(kills for _, kills in harms)


def fallen(lives: tuple[Life, ...]) -> Iterator[tuple[Life, str]]:
    """Everybody who is gone, with the battle, the reason and the dice of that."""
    for one in lives:
        if one.gone:
            how = [(chapter, entry) for chapter in one.chapters for entry in chapter.changes if entry.field == GONE]
            if how:
                chapter, entry = how[-1]
                dice = f", dice {', '.join(map(str, entry.dice))}" if entry.dice else ""
                where = chapter.title or "by hand"
                yield one, f"{one.gone}, {where}, {chapter.day}: {cause(entry)}{dice}"
            else:
                yield one, one.gone
