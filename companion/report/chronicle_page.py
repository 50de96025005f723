"""The page of a campaign: its sections in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from companion.engine.campaign import SCARS
from companion.engine.state.phrases import unstopped
from companion.engine.wording import count, value_words
from companion.frontend.palette import SIDES
from companion.frontend.saying.campaigns import result_words, ruling_lines
from companion.frontend.saying.rosters import career_words, harm_of, mark_words
from companion.report.blocks import (
    Block,
    Bullets,
    Cards,
    Grid,
    Heading,
    Paragraph,
    Picture,
    UnitCard,
    bullets,
    sections,
)
from companion.report.chronicle import BattleStory, Chronicle, fallen
from companion.report.pictures import matrix_picture
from companion.store.careers import Life
from companion.store.ledger import OPEN, standings, state_of, voided_words

_MOST_RIVALS = 20


def chronicle_page(made: Chronicle) -> Iterator[Block]:
    """Everything of a campaign, from its standings to its rulings."""
    campaign = made.campaign
    yield Heading(1, campaign.name)
    fought = sum(1 for battle in made.battles if battle.counts and campaign.battles[battle.of].result is not None)
    counts = f"{count(fought, 'battle')} {'counts' if fought == 1 else 'count'}"
    yield Paragraph(f"{campaign.game}. {count(len(campaign.players), 'player')}, {counts}.")
    lost = [f"{one.name} ({campaign.rosters[one.roster].name}): {how}" for one, how in fallen(made.lives)]
    yield from sections(
        made,
        ("Standings", _standings),
        ("Battles", lambda made: chain.from_iterable(_battle(made, battle) for battle in made.battles)),
        ("Careers", _careers),
        ("The fallen", lambda _: bullets(lost)),
        ("Rivalries", _rivalries),
        ("The rulings book", lambda made: bullets(ruling_lines(made.campaign))),
        ("Rulings and adjustments, battle by battle", _rulings),
    )


def _standings(made: Chronicle) -> Iterator[Block]:
    rows = [[s.name, str(s.won), str(s.drawn), str(s.lost), str(s.played)] for s in standings(made.campaign)]
    yield Grid(["Player", "Won", "Drawn", "Lost", "Battles"], rows, range(1, 5))


def _battle(made: Chronicle, battle: BattleStory) -> Iterator[Block]:
    campaign, fought = made.campaign, made.campaign.battles[battle.of]
    yield Heading(3, fought.title)
    against = " against ".join(campaign.rosters[of].name for of in fought.base)
    result = result_words(campaign, battle.of)
    kind = "practice, which counts for nothing; " if fought.practice else ""
    yield Paragraph(f"{fought.day}, {against}: {kind}{result}{_state(made, battle)}.")
    yield Paragraph(" ".join(battle.story))
    if fought.note:
        yield Paragraph(fought.note, "Note:")
    for name, lines in battle.aftermath:
        if lines:
            yield Paragraph("", f"{name}, aftermath:")
            yield Bullets(lines)


def _state(made: Chronicle, battle: BattleStory) -> str:
    fought = made.campaign.battles[battle.of]
    if fought.voided:
        return f"; {unstopped(voided_words(fought))}"
    fought_out = battle.counts and (fought.result is not None or battle.over)
    return "; its aftermath is open" if fought_out and state_of(made.campaign, battle.of) == OPEN else ""


def _careers(made: Chronicle) -> Iterator[Block]:
    for place, (of, roster) in enumerate(made.campaign.rosters.items()):
        lives = sorted((one for one in made.lives if one.roster == of), key=lambda one: -one.totals.battles)
        colour = SIDES[place % len(SIDES)]
        yield Heading(3, roster.name)
        if lives:
            yield Cards([UnitCard(one.name, colour, 0, 0, _career(made, one)) for one in lives])


def _career(made: Chronicle, one: Life) -> list[str]:
    """Its battles, what it did and suffered, its marks; how it left its roster, else what battles left it with."""
    scars = made.campaign.rosters[one.roster].units.get(one.of, {}).get(SCARS)
    left = [*harm_of(made.campaign, one.roster, one.of), *([value_words(scars)] if scars else [])]
    words = (career_words(one.totals), mark_words(one.marks) if one.marks else "", one.gone or ", ".join(left))
    return list(filter(None, words))


def _rivalries(made: Chronicle) -> Iterator[Block]:
    rivals = made.rivals[:_MOST_RIVALS]
    if not rivals:
        return
    both = [(pair, done) for r in rivals for pair, done in (((r.one, r.other), r.dealt), ((r.other, r.one), r.taken))]
    pairs = {pair: done for pair, done in both if any(done)}
    by, on = ({pair[at]: made.name(pair[at]) for pair in pairs} for at in (0, 1))
    harm = "models killed" if any(battle.counts_models for battle in made.battles) else "wounds"
    title = f"Who fought whom in all battles: {harm}, and a ✕ for a kill"
    yield Picture(matrix_picture(title, by, on, pairs))
    yield Grid(
        ["One", "Other", "Battles", "One hurt the other", "The other hurt the one"],
        [[made.name(r.one), made.name(r.other), str(r.battles), _harm(r.dealt), _harm(r.taken)] for r in rivals],
        (2,),
    )


def _harm(harm: tuple[int, int]) -> str:
    wounds, kills = harm
    return " ".join(word for word in (str(wounds) if wounds else "", "✕" * kills) if word) or "–"


def _rulings(made: Chronicle) -> Iterator[Block]:
    for battle in made.battles:
        if battle.rulings:
            yield Paragraph("", f"{made.campaign.battles[battle.of].title}:")
            yield Bullets(battle.rulings)
