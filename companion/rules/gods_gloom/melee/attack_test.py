"""MEL.30: the Attack Test (ATC). Both sides roll at the same time; there is no attack order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.dice import D6, Dice
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Tally
from companion.engine.wording import count, listed
from companion.rules.gods_gloom.melee import results, score
from companion.rules.gods_gloom.melee.assists import Assists
from companion.rules.gods_gloom.melee.pools import Setting, pool_lines
from companion.rules.gods_gloom.melee.rerolls import rerolls
from companion.rules.gods_gloom.melee.results import Rolled
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other
from companion.rules.gods_gloom.tokens import lose_morale, suffer_together
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

ATC = (
    Step("ATC.10", "Roll"),
    Step("ATC.20", "Reroll"),
    Step("ATC.30", "Criticals"),
    Step("ATC.40", "Automatic successes"),
    Step("ATC.50", "Cancel"),
    Step("ATC.60", "Inflict"),
)

NO_DICE: Rolled = {"red": (), "blue": ()}


@dataclass(frozen=True, slots=True)
class Exchange:
    """What an Attack Test came to, by role. `killed`: the roles that its hits destroyed."""

    assists: Mapping[Role, tuple[str, ...]]
    pools: Mapping[Role, Mapping[str, int]]
    results: Mapping[Role, Mapping[str, int]]
    inflicted: Mapping[Role, int]
    killed: tuple[Role, ...]


@procedure("Attack test", ATC)
async def attack_test(game: Game, attacker: GloomUnit, defender: GloomUnit, setting: Setting) -> Exchange:
    """Pools, dice, rerolls, criticals, and the wounds of both at the same moment."""
    units: Fighters = {"attacker": attacker, "defender": defender}
    game.at("ATC.10")
    score.declare_fight(game, units, setting)
    helpers = _assists(game, units, setting)
    boosted = {role: await _spends_boost(game, unit) for role, unit in units.items()}
    pools = _pools(game, units, setting, helpers, boosted)
    for unit in units.values():
        game.remove_condition(unit, "weak", "used up in an Attack Test")
    rolled: dict[Role, Rolled] = {}
    for role, unit in units.items():
        rolled[role] = await _roll(game, role, unit, pools[role], setting)
        score.show_score(game, units, rolled, setting)
    game.at("ATC.20")
    for role in ROLES:
        rolled[role] = await rerolls(game, role, units, rolled, setting)
    await _criticals(game, units, rolled, setting)
    game.at("ATC.40")
    scores = _scores(game, units, rolled, setting)
    game.at("ATC.50")
    dealt = _cancel(game, units, scores)
    game.at("ATC.60")
    suffer_together(
        game,
        [
            (attacker, dealt["defender"], f"struck by {defender.name}"),
            (defender, dealt["attacker"], f"struck by {attacker.name}"),
        ],
    )
    killed = tuple(role for role in ROLES if units[role].destroyed)
    score.tell_test(game, units, rolled, scores, dealt, killed)
    for role, unit in units.items():
        foe, tokens = units[other(role)], traits_of(unit).demoralizing[role]
        if tokens and dealt[role] and foe.alive:
            lose_morale(game, foe, tokens, f"Demoralizing: {unit.name}")
    return Exchange(
        assists={role: tuple(u.id for u in helpers[role].granted) for role in ROLES},
        pools={role: {c: int(pools[role][c]) for c in COLOURS} for role in ROLES},
        results={role: {"hits": hits, "blocks": blocks} for role, (hits, blocks) in scores.items()},
        inflicted=dealt,
        killed=killed,
    )


def _assists(game: Game, units: Fighters, setting: Setting) -> Mapping[Role, Assists]:
    if setting.no_assists:
        game.note("Nobody assists: the fight was forced by a Challenge")
    found = score.helpers_of(game, units, setting)
    for role, assists in found.items():
        word = "offensive" if role == "attacker" else "defensive"
        for friend in assists.granted:
            game.note(
                f"{friend.does('assists', 'assist')} {units[role].name}: {word}",
                assist=word,
                unit=friend.id,
                granted=True,
            )
        for refusal in assists.refused:
            game.note(
                f"{refusal.unit.name} cannot assist {units[role].name}: "
                f"Engaged with {listed(b.name for b in refusal.blockers)}",
                assist=word,
                unit=refusal.unit.id,
                granted=False,
                blockers=[b.id for b in refusal.blockers],
            )
    return found


async def _spends_boost(game: Game, unit: GloomUnit) -> bool:
    if not unit.boost:
        return False
    answer = await game.choose(
        "ATC.10.boost",
        by=unit.side,
        title=f"{unit.name}: spend Boost?",
        options=[
            Option("keep", "Keep it"),
            Option("spend", "Spend it: more dice in this test", cost=(game.cost(unit, "boost", 1),)),
        ],
    )
    if answer == "spend":
        game.remove_condition(unit, "boost", "spent in an Attack Test")
    return bool(answer == "spend")


def _pools(
    game: Game,
    units: Fighters,
    setting: Setting,
    helpers: Mapping[Role, Assists],
    boosted: Mapping[Role, bool],
) -> dict[Role, dict[str, Tally]]:
    pools: dict[Role, dict[str, Tally]] = {}
    for role, unit in units.items():
        lines = pool_lines(
            game.options,
            role,
            unit,
            units[other(role)],
            setting,
            boosted=boosted[role],
            assists=helpers[role].granted,
        )
        pools[role] = {
            colour: game.tally(
                f"pool.{role}.{colour}",
                reasons,
                name=f"{unit.whose} {colour} dice",
                lo=0,
                unit="dice",
                of=unit,
                row=f"{colour} dice",
            )
            for colour, reasons in zip(COLOURS, lines, strict=True)
        }
        red, blue = pools[role]["red"], pools[role]["blue"]
        game.note(f"{red.sentence()}; {blue.sentence()}", unit=unit.id, red=int(red), blue=int(blue))
        score.show_dice(game, unit, role, pools[role])
    return pools


async def _roll(game: Game, role: Role, unit: GloomUnit, pool: Mapping[str, Tally], setting: Setting) -> Rolled:
    dice = [Dice(c, D6, int(pool[c])) for c in COLOURS if pool[c] > 0]
    if not dice:
        game.note(f"{unit.does('has', 'have')} no dice to roll", unit=unit.id)
        return NO_DICE
    words = listed(f"{d.count} {d.name}" for d in dice)
    faces = await game.roll("ATC.10", by=unit.side, title=f"{unit.name}: roll {words}", dice=dice)
    rolled = {**NO_DICE, **{d.name: f for d, f in zip(dice, faces, strict=True)}}
    score.tell_roll(game, role, unit, rolled, setting)
    return rolled


async def _criticals(game: Game, units: Fighters, rolled: dict[Role, Rolled], setting: Setting) -> None:
    """ATC.30: one extra die a colour, on the dice as they now lie; it neither rerolls nor chains.

    The extra dice are added to `rolled`.
    """
    earned = {role: results.criticals(dice) if game.options["criticals"] else () for role, dice in rolled.items()}
    if not any(earned.values()):
        game.skip("ATC.30", "no " + ", no ".join(f"{results.critical_words(c)} on {c}" for c in COLOURS))
        return
    game.at("ATC.30")
    for role, colours in earned.items():
        if not colours:
            continue
        unit = units[role]
        why = listed(f"{results.critical_words(c)} on {c}" for c in colours)
        extra = await game.roll(
            "ATC.30",
            by=unit.side,
            title=f"{unit.name}: {why}! Roll {listed(f'1 {c}' for c in colours)} more",
            dice=[Dice(c, D6, 1) for c in colours],
        )
        more = dict(zip(colours, extra, strict=True))
        rolled[role] = {c: (*faces, *more.get(c, ())) for c, faces in rolled[role].items()}
        score.tell_roll(game, role, unit, rolled[role], setting, after=f" with {count(len(colours), 'extra die')}")
        score.show_score(game, units, rolled, setting)


def _scores(
    game: Game, units: Fighters, rolled: Mapping[Role, Rolled], setting: Setting
) -> dict[Role, tuple[int, int]]:
    """ATC.40: hits and blocks of both, with the automatic ones."""
    scores: dict[Role, tuple[int, int]] = {}
    for role, unit in units.items():
        hits, blocks = score.score_lines(game, role, unit, rolled[role], setting)
        scores[role] = (
            int(game.tally(f"hits.{role}", hits, name=f"{unit.whose} hits", lo=0, unit="hits", of=unit, row="hits")),
            int(
                game.tally(
                    f"blocks.{role}", blocks, name=f"{unit.whose} blocks", lo=0, unit="blocks", of=unit, row="blocks"
                )
            ),
        )
        score.show_counts(game, unit, role, *scores[role])
    return scores


def _cancel(game: Game, units: Fighters, scores: Mapping[Role, tuple[int, int]]) -> dict[Role, int]:
    """ATC.50: wounds inflicted by each; not capped by the health that is left."""
    dealt: dict[Role, int] = {}
    for role, unit in units.items():
        lines = score.inflicted_lines(role, unit, scores[role][0], scores[other(role)][1])
        name = f"wounds inflicted by {unit.name}"
        wounds = game.tally(f"inflicted.{role}", lines, name=name, lo=0, unit="wounds", of=unit, row="inflicts")
        dealt[role] = int(wounds)
        score.show_inflicted(game, unit, role, dealt[role])
    return dealt
