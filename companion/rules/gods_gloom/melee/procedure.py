"""The Melee Attack Action Procedure (MEL): one Standard Action against one adjacent enemy, and its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.state.phrases import phrase
from companion.engine.wording import count, does
from companion.rules.gods_gloom.effects import Moment, effects
from companion.rules.gods_gloom.engagement import rows
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.attack_test import Exchange, attack_test
from companion.rules.gods_gloom.melee.ending import end_of_melee
from companion.rules.gods_gloom.melee.formations import formations
from companion.rules.gods_gloom.melee.push import consolidate, follow_words, push
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.melee.start import NOTHING_KNOWN, Known, start
from companion.rules.gods_gloom.records import ROLES, Role, other
from companion.rules.gods_gloom.tokens import is_destroyed, lose_morale
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomUnit

MEL = (
    Step("MEL.10", "Start of action"),
    Step("MEL.20", "Tactical formations"),
    Step("MEL.30", "Attack Test"),
    Step("MEL.40", "Resolve attack"),
    Step("MEL.50", "Winner"),
    Step("MEL.60", "Push and follow up"),
    Step("MEL.70", "Consolidation"),
    Step("MEL.80", "End"),
)

AFTER_FORMATIONS = Moment("MEL.20.effects", "after the formations")
NOBODY_TO_PUSH = "nobody is left to push"
NOBODY_WINS = "Both are destroyed: nobody wins"
NOTHING_TO_CONSOLIDATE = "only for a winner whose enemy is destroyed"
OF_THE_ATTACK = Moment("MEL.40.effects", "of the attack")


@procedure("Melee attack", MEL)
async def melee_attack(
    game: Game, attacker: GloomUnit, defender: GloomUnit, known: Known = NOTHING_KNOWN
) -> dict[str, Any]:
    """One melee from MEL.10 to MEL.80, legal as the caller has checked. Returns its record."""
    game.at("MEL.10")
    game.change(attacker, "standard_action_used", True, "its Standard Action: a melee attack")
    units: Fighters = {"attacker": attacker, "defender": defender}
    score = Score(game, units)
    score.declare()
    called = await start(game, score, known)
    exchange: Exchange | None = None
    inflicted: Mapping[Role, int] = dict.fromkeys(ROLES, 0)
    if _both_stand(units):
        game.at("MEL.20")
        score.setting.formations = await formations(game, attacker, defender, score)
        await effects(game, AFTER_FORMATIONS, called=called)
    if _both_stand(units):
        game.at("MEL.30")
        score.declare()
        exchange = await attack_test(game, attacker, defender, score)
        game.at("MEL.40")
        more = await effects(game, OF_THE_ATTACK, called=called, fight=units)
        inflicted = {role: exchange.inflicted[role] + more[role] for role in ROLES}
        game.at("MEL.50")
    else:
        for step in ("MEL.20", "MEL.30", "MEL.40", "MEL.50"):
            if step not in game.entered:
                game.skip(step, "a fighter was destroyed before the test")
    won, how = _winner(game, units, inflicted)
    pushed = consolidation = None
    if won is not None:
        pushed, consolidation = await _aftermath(game, units, won, how)
    else:
        game.skip("MEL.60", NOBODY_TO_PUSH)
        game.skip("MEL.70", NOTHING_TO_CONSOLIDATE)
    game.at("MEL.80")
    await end_of_melee(game, score, exchange, called=called)
    for text in _conclusion(units, won, how, pushed, consolidation):
        game.conclude(text)
    return _record(game, score, exchange, inflicted, won, pushed, consolidation)


async def _aftermath(game: Game, units: Fighters, won: Role, how: str) -> tuple[str | None, str | None]:
    """The loser's morale loss, then MEL.60 if it lives and MEL.70 if it is destroyed. `how` it was won, in words.

    Returns what came of the push and of the consolidation, None for a step that is not reached.
    """
    winner, loser = units[won], units[other(won)]
    pushed = consolidation = None
    if loser.alive:
        more = traits_of(loser).morale_loss[other(won)]
        lose_morale(game, loser, 1 + more, "lost the melee" + (", brittle" if more else ""))
    if game.enters("MEL.60", loser.alive, NOBODY_TO_PUSH):
        pushed = await push(game, winner, loser, how)
    if game.enters("MEL.70", loser.destroyed and winner.alive, NOTHING_TO_CONSOLIDATE):
        consolidation = await consolidate(game, winner, loser)
    return pushed, consolidation


def _winner(game: Game, units: Fighters, inflicted: Mapping[Role, int]) -> tuple[Role | None, str]:
    """The role that won, or None if both are destroyed, and how, in words.

    MEL.50; after MEL.10 and MEL.20 the same checks.
    """
    alive = [role for role, unit in units.items() if unit.alive]
    if not alive:
        game.note(NOBODY_WINS, winner=None, reason="destroyed")
        return None, ""
    if len(alive) == 1:
        won, reason = alive[0], "destroyed"
        how: str = is_destroyed(units[other(won)])
    else:
        won = results.winner(inflicted["attacker"], inflicted["defender"])
        mine, theirs = inflicted[won], inflicted[other(won)]
        reason = "tie" if mine == theirs else "more wounds"
        how = f"{count(mine, 'wound')} to {theirs}" + (", a tie is the Defender's" if mine == theirs else "")
    unit = units[won]
    game.note(_won(unit, how), winner=unit.id, reason=reason)
    return won, how


def _won(winner: GloomUnit, how: str) -> str:
    """`Ogre wins the melee: 3 wounds to 1`"""
    return phrase(does(winner.name, "wins"), " the melee: ", how)


def _conclusion(
    units: Fighters, won: Role | None, how: str, pushed: str | None, consolidation: str | None
) -> Iterator[str]:
    """`Ogre wins the melee: 3 wounds to 1`, as it was noted, and `Ogre pushes Shieldband back`."""
    if won is None:
        yield NOBODY_WINS
        return
    winner, loser = units[won], units[other(won)]
    yield _won(winner, how)
    if pushed == "pushed":
        yield f"{does(winner.name, 'pushes')} {loser.name} back"
    elif pushed == "stood":
        yield f"{does(loser.name, 'stands its')} ground"
    elif consolidation == "follow_up":
        yield follow_words(winner, loser)


def _both_stand(units: Fighters) -> bool:
    return units["attacker"].alive and units["defender"].alive


UNIT_KEYS = ("health", "wounds", "morale", "destroyed", "boost", "weak", "standard_action_used")


def _record(
    game: Game,
    score: Score,
    exchange: Exchange | None,
    inflicted: Mapping[Role, int],
    won: Role | None,
    pushed: str | None,
    consolidation: str | None,
) -> dict[str, Any]:
    """All its keys; `pools` and `results` are absent if no test took place."""
    table, setting = game.table, score.setting
    helpers = exchange.assists if exchange is not None else dict.fromkeys(ROLES, ())
    made: dict[str, Any] = {
        "path": game.entered,
        "winner": score.units[won].id if won else None,
        "winner_role": won,
        "flanking": setting.flanking,
        "assists": {"offensive": sorted(helpers["attacker"]), "defensive": sorted(helpers["defender"])},
        "formations_applied": [{"who": role, "formation": formation} for role, formation in setting.formations],
    }
    if exchange is not None:
        made |= {"pools": exchange.pools, "results": exchange.results}
    return made | {
        "inflicted": inflicted,
        "push": pushed,
        "consolidation": consolidation,
        "units": {u.id: {key: getattr(u, key) for key in UNIT_KEYS} for u in table.units.values()},
        "players": {s.id: {"command_seals": s.command_seals} for s in table.sides.values()},
        "contacts": rows(table),
    }
