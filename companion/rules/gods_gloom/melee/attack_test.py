"""MEL.30: the Attack Test (ATC). Both sides roll at the same time; there is no attack order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from companion.engine.frozen import frozen
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.phrases import joined, phrase, step_said, tells
from companion.engine.wording import count, does, listed
from companion.rules.gods_gloom.engagement import Assists
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.rerolls import rerolls
from companion.rules.gods_gloom.melee.results import NO_DICE
from companion.rules.gods_gloom.melee.score import Lines, Score, Scores, total
from companion.rules.gods_gloom.odds.choices import boost_odds, critical_odds, roll_odds
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, dice_words, other
from companion.rules.gods_gloom.tokens import lose_morale, suffer_together
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Game, GloomUnit

ATC = (
    Step("ATC.10", "Roll"),
    Step("ATC.20", "Reroll"),
    Step("ATC.30", "Criticals"),
    Step("ATC.40", "Automatic successes"),
    Step("ATC.50", "Cancel"),
    Step("ATC.60", "Inflict"),
)

NO_CRITICALS = "no " + ", no ".join(f"{results.critical_words(c)} on {c}" for c in COLOURS)


@frozen
class Exchange:
    """What an Attack Test came to, by role. `killed`: the roles that its hits destroyed."""

    assists: Mapping[Role, tuple[str, ...]]
    pools: Mapping[Role, Mapping[str, int]]
    results: Mapping[Role, Mapping[str, int]]
    inflicted: Mapping[Role, int]
    killed: tuple[Role, ...]


@procedure("Attack test", ATC)
async def attack_test(game: Game, attacker: GloomUnit, defender: GloomUnit, score: Score) -> Exchange:
    """Pools, dice, rerolls, criticals, and the wounds of both at the same moment."""
    units = score.units
    game.at("ATC.10")
    helpers = _assists(game, score)
    boosted: dict[Role, bool] = {}
    lines = {role: await _lines(game, role, score, helpers[role], boosted) for role in ROLES}
    pools = {role: _pool(game, role, score, lines[role]) for role in ROLES}
    score.pooled = True
    for unit in units.values():
        game.remove_condition(unit, "weak", "used up in an Attack Test")
    for role in ROLES:
        await _roll(game, role, pools, score)
    game.at("ATC.20")
    for role in ROLES:
        await rerolls(game, role, score)
    await _criticals(game, score)
    game.at("ATC.40")
    scores = {role: _hits_and_blocks(game, role, score) for role in ROLES}
    game.at("ATC.50")
    dealt = {role: _inflicted(game, role, score, scores) for role in ROLES}
    score.counted = True
    game.at("ATC.60")
    suffer_together(
        game,
        [
            (attacker, dealt["defender"], f"struck by {defender.name}", defender),
            (defender, dealt["attacker"], f"struck by {attacker.name}", attacker),
        ],
    )
    killed = tuple(role for role in ROLES if units[role].destroyed)
    score.tell_test(dealt, scores, killed)
    for role, unit in units.items():
        foe, tokens = units[other(role)], traits_of(unit).demoralizing[role]
        if tokens and dealt[role] and foe.alive:
            lose_morale(game, foe, tokens, f"Demoralizing: {unit.name}", unit)
    return Exchange(
        assists={role: tuple(u.id for u in helpers[role].granted) for role in ROLES},
        pools=pools,
        results={role: {"hits": hits, "blocks": blocks} for role, (hits, blocks) in scores.items()},
        inflicted=dealt,
        killed=killed,
    )


def _assists(game: Game, score: Score) -> Mapping[Role, Assists]:
    if score.setting.no_assists:
        game.note("Nobody assists: the fight was forced by a Challenge", passing=True)
    found = score.helpers()
    for role, assists in found.items():
        word, fighter = "offensive" if role == "attacker" else "defensive", score.units[role]
        for friend in assists.granted:
            text = f"{does(friend.name, 'assists')} {fighter.name}: {word}"
            game.note(text, assist=word, unit=friend.id, granted=True)
        for friend, blockers in assists.refused:
            text = f"{friend.name} cannot assist {fighter.name}: Engaged with {listed(b.name for b in blockers)}"
            game.note(text, assist=word, unit=friend.id, granted=False, blockers=[b.id for b in blockers])
    return found


async def _lines(game: Game, role: Role, score: Score, assists: Assists, boosted: dict[Role, bool]) -> Lines:
    """The lines of a fighter's pool. `boosted` are those who have been asked for Boost, and whether they spent it."""
    unit = score.units[role]
    kept = score.pool(role, assists, boosted=False)
    if not unit.boost:
        return kept
    spent = score.pool(role, assists, boosted=True)
    gain = [total(after) - total(before) for before, after in zip(kept, spent, strict=True)]
    answer = await game.choose(
        "ATC.10.boost",
        by=unit.side,
        title=f"{unit.name}: spend Boost?",
        options=[
            Option("keep", "Keep it"),
            Option(
                "spend",
                "Spend it",
                cost=(game.cost(unit, "boost", 1),),
                does=f"{dice_words(*gain) or 'no dice'} in this test",
            ),
        ],
    ).with_odds(partial(boost_odds, score, role, dict(boosted)))
    boosted[role] = answer == "spend"
    if not boosted[role]:
        return kept
    game.remove_condition(unit, "boost", "spent in an Attack Test")
    return spent


def _pool(game: Game, role: Role, score: Score, lines: Lines) -> dict[str, int]:
    """How many dice of each colour a fighter rolls."""
    unit = score.units[role]
    tallies: list[Tally] = []
    for colour, reasons in zip(COLOURS, lines, strict=True):
        row = f"{colour} dice"
        name = f"{unit.whose} {row}"
        key = f"pool.{role}.{colour}"
        tallies.append(game.tally(key, reasons, name=name, lo=0, low_rule="ATC.10", unit="dice", of=unit, row=row))
    dice = {colour: int(tally) for colour, tally in zip(COLOURS, tallies, strict=True)}
    told = joined("; ", (tells(tally.sentence(), tally) for tally in tallies))
    game.note(told, beside="standing", unit=unit.id, **dice)
    return dice


async def _roll(game: Game, role: Role, pools: Mapping[Role, Mapping[str, int]], score: Score) -> None:
    unit, pool = score.units[role], pools[role]
    least = game.options["success_on"]
    dice = [results.dice_of(colour, pool[colour], least) for colour in COLOURS if pool[colour]]
    if not dice:
        game.note(f"{does(unit.name, 'has')} no dice to roll", unit=unit.id)
        score.rolled[role] = NO_DICE
        return
    title = phrase(f"{unit.name}: ", step_said("roll"), f" {listed(f'{d.count} {d.name}' for d in dice)}")
    chances = partial(roll_odds, score, role, pools)
    faces = await game.roll("ATC.10", by=unit.side, title=title, dice=dice).with_odds(chances)
    score.rolled[role] = {**NO_DICE, **{d.name: f for d, f in zip(dice, faces, strict=True)}}
    score.tell_roll(role)


async def _criticals(game: Game, score: Score) -> None:
    """ATC.30: one extra die a colour, on the dice as they now lie; it neither rerolls nor chains."""
    earned = {
        role: [colour for colour in COLOURS if results.is_critical(colour, dice[colour])]
        for role, dice in score.rolled.items()
        if game.options["criticals"]
    }
    if not game.enters("ATC.30", any(earned.values()), NO_CRITICALS):
        return
    for role, colours in earned.items():
        if not colours:
            continue
        unit = score.units[role]
        why = listed(f"{results.critical_words(c)} on {c}" for c in colours)
        extra = await game.roll(
            "ATC.30",
            by=unit.side,
            title=f"{unit.name}: {why}! Roll {listed(f'1 more {c} die' for c in colours)}",
            dice=[results.dice_of(c, 1, game.options["success_on"]) for c in colours],
        ).with_odds(partial(critical_odds, score, role))
        more = dict(zip(colours, extra, strict=True))
        score.rolled[role] = {c: (*faces, *more.get(c, ())) for c, faces in score.rolled[role].items()}
        score.tell_roll(role, f" with {count(len(colours), 'extra die', 'extra dice')}")


def _hits_and_blocks(game: Game, role: Role, score: Score) -> tuple[int, int]:
    """ATC.40: with the automatic ones."""
    unit = score.units[role]

    def counted(what: str, lines: list[Line]) -> int:
        name = f"{unit.whose} {what}"
        made = game.tally(f"{what}.{role}", lines, name=name, lo=0, low_rule="ATC.40", unit=what, of=unit, row=what)
        return int(made)

    hits, blocks = score.hits_and_blocks(role)
    return counted("hits", hits), counted("blocks", blocks)


def _inflicted(game: Game, role: Role, score: Score, scores: Scores) -> int:
    """ATC.50: not capped by the health that is left."""
    unit, hits, blocks = score.units[role], scores[role][0], scores[other(role)][1]
    lines = [Line("hits", hits, "ATC.50")]
    if hits and blocks:
        lines.append(Line("blocked", results.inflicted(hits, blocks) - hits, "ATC.50"))
    direct = score.direct_wounds(role)
    if direct:
        lines.append(Line("Direct Wounds", direct, "trait"))
    name = f"wounds inflicted by {unit.name}"
    key, word = f"inflicted.{role}", "wounds"
    return int(game.tally(key, lines, name=name, lo=0, low_rule="ATC.50", unit=word, of=unit, row="inflicts"))
