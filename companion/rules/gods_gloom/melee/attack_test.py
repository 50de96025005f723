"""MEL.30: the Attack Test (ATC). Both sides roll at the same time; there is no attack order."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.engine.dice import D6, Dice
from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.assists import Assists, assists_of
from companion.rules.gods_gloom.melee.pools import Setting, pool_lines, profile
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
    helpers = _assists(game, units, setting)
    boosted = {role: await _spends_boost(game, unit) for role, unit in units.items()}
    pools = _pools(game, units, setting, helpers, boosted)
    for unit in units.values():
        game.remove_condition(unit, "weak", "used up in an Attack Test")
    rolled = {role: await _roll(game, unit, pools[role]) for role, unit in units.items()}
    game.at("ATC.20")
    rolled = {role: await rerolls(game, unit, rolled[role]) for role, unit in units.items()}
    rolled = await _criticals(game, units, rolled)
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
    for role, unit in units.items():
        foe, tokens = units[other(role)], traits_of(unit).demoralizing[role]
        if tokens and dealt[role] and foe.alive:
            lose_morale(game, foe, tokens, f"Demoralizing: {unit.name}")
    return Exchange(
        assists={role: tuple(u.id for u in helpers[role].granted) for role in ROLES},
        pools={role: {c: int(pools[role][c]) for c in COLOURS} for role in ROLES},
        results={role: {"hits": int(s[0]), "blocks": int(s[1])} for role, s in scores.items()},
        inflicted={role: int(n) for role, n in dealt.items()},
        killed=killed,
    )


def _assists(game: Game, units: Fighters, setting: Setting) -> dict[Role, Assists]:
    attacker, defender = units["attacker"], units["defender"]
    if setting.no_assists:
        game.note("Nobody assists: the fight was forced by a Challenge")
        return {role: Assists() for role in ROLES}
    found: dict[Role, Assists] = {
        "attacker": assists_of(game.table, attacker, defender),
        "defender": assists_of(game.table, defender, attacker),
    }
    for role, assists in found.items():
        word = "offensive" if role == "attacker" else "defensive"
        for friend in assists.granted:
            game.note(f"{friend.name} assists {units[role].name}: {word}", assist=word, unit=friend.id, granted=True)
        for refusal in assists.refused:
            blockers = ", ".join(b.name for b in refusal.blockers)
            game.note(
                f"{refusal.unit.name} cannot assist {units[role].name}: Engaged with {blockers}",
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
        options=[Option("keep", "Keep it"), Option("spend", "Spend it: more dice in this test")],
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
        foe = units[other(role)]
        lines = pool_lines(game.options, role, unit, foe, setting, boosted=boosted[role], assists=helpers[role].granted)
        pools[role] = {
            colour: game.tally(f"pool.{role}.{colour}", reasons, name=f"{unit.whose} {colour} dice", lo=0, unit="dice")
            for colour, reasons in zip(COLOURS, lines, strict=True)
        }
        red, blue = pools[role]["red"], pools[role]["blue"]
        game.note(f"{red.sentence()}; {blue.sentence()}", unit=unit.id, red=int(red), blue=int(blue))
    return pools


async def _roll(game: Game, unit: GloomUnit, pool: Mapping[str, Tally]) -> Rolled:
    dice = [Dice(c, D6, int(pool[c])) for c in COLOURS if pool[c] > 0]
    if not dice:
        game.note(f"{unit.name} has no dice to roll", unit=unit.id)
        return dict.fromkeys(COLOURS, ())
    words = " and ".join(f"{d.count} {d.name}" for d in dice)
    faces = await game.roll("ATC.10", by=unit.side, title=f"{unit.name}: roll {words}", dice=dice)
    rolled = {**dict.fromkeys(COLOURS, ()), **{d.name: f for d, f in zip(dice, faces, strict=True)}}
    game.note(f"{unit.name} rolls {results.in_words(rolled)}", unit=unit.id, dice={c: list(rolled[c]) for c in rolled})
    return rolled


async def _criticals(game: Game, units: Fighters, rolled: Mapping[Role, Rolled]) -> dict[Role, Rolled]:
    """ATC.30: one extra die a colour, on the dice as they now lie; it neither rerolls nor chains."""
    earned = {role: results.criticals(dice) if game.options["criticals"] else () for role, dice in rolled.items()}
    if not any(earned.values()):
        game.skip("ATC.30", "no " + ", no ".join(f"{results.critical_words(c)} on {c}" for c in COLOURS))
        return dict(rolled)
    game.at("ATC.30")
    after = dict(rolled)
    for role, colours in earned.items():
        if not colours:
            continue
        unit = units[role]
        words = " and ".join(f"1 {c}" for c in colours)
        extra = await game.roll(
            "ATC.30",
            by=unit.side,
            title=f"{unit.name}: a critical! Roll {words} more",
            dice=[Dice(c, D6, 1) for c in colours],
        )
        more = dict(zip(colours, extra, strict=True))
        after[role] = {c: (*faces, *more.get(c, ())) for c, faces in rolled[role].items()}
        words = results.in_words({**dict.fromkeys(COLOURS, ()), **more})
        game.note(f"{unit.name} has a critical: {words} more", unit=unit.id, colours=list(colours))
    return after


def _scores(
    game: Game, units: Fighters, rolled: Mapping[Role, Rolled], setting: Setting
) -> dict[Role, tuple[Tally, Tally]]:
    """ATC.40: hits and blocks of both, with the automatic ones."""
    scores: dict[Role, tuple[Tally, Tally]] = {}
    least = game.options["success_on"]
    for role, unit in units.items():
        printed, frenzy = profile(unit, role), traits_of(unit).frenzy
        hits = [Line("red dice", results.successes(rolled[role]["red"], least))]
        blocks = [Line("blue dice", results.successes(rolled[role]["blue"], least))]
        if printed.auto_hits:
            hits.append(Line("automatic", printed.auto_hits, "ATC.40"))
        if printed.auto_blocks:
            blocks.append(Line("automatic", printed.auto_blocks, "ATC.40"))
        if frenzy is not None and role in setting.frenzied:
            hits.append(Line(frenzy.trait, frenzy.hits, "trait"))
        scores[role] = (
            game.tally(f"hits.{role}", hits, name=f"{unit.whose} hits", lo=0, unit="hits"),
            game.tally(f"blocks.{role}", blocks, name=f"{unit.whose} blocks", lo=0, unit="blocks"),
        )
    return scores


def _cancel(game: Game, units: Fighters, scores: Mapping[Role, tuple[Tally, Tally]]) -> dict[Role, Tally]:
    """ATC.50: wounds inflicted by each; not capped by the health that is left."""
    dealt: dict[Role, Tally] = {}
    for role, unit in units.items():
        foe = other(role)
        hits, blocks = int(scores[role][0]), int(scores[foe][1])
        lines = [Line("hits", hits)]
        if hits and blocks:
            lines.append(Line("blocked", results.inflicted(hits, blocks) - hits, "ATC.50"))
        direct = traits_of(unit).direct_wounds[role]
        if direct:
            lines.append(Line("Direct Wounds", direct, "trait"))
        dealt[role] = game.tally(
            f"inflicted.{role}", lines, name=f"wounds inflicted by {unit.name}", lo=0, unit="wounds"
        )
    game.note(
        f"{units['attacker'].name} inflicts {int(dealt['attacker'])}, "
        f"{units['defender'].name} inflicts {int(dealt['defender'])}",
        inflicted={role: int(n) for role, n in dealt.items()},
    )
    return dealt
