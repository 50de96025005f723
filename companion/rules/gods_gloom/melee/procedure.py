"""The Melee Attack Action Procedure (MEL): one Standard Action against one adjacent enemy, and its record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.state.phrases import phrase
from companion.engine.wording import count, does
from companion.rules.gods_gloom.effects import Fight, Moment, effects
from companion.rules.gods_gloom.engagement import rows
from companion.rules.gods_gloom.melee import results
from companion.rules.gods_gloom.melee.attack_test import Exchange, attack_test
from companion.rules.gods_gloom.melee.ending import end_of_melee
from companion.rules.gods_gloom.melee.formations import formations
from companion.rules.gods_gloom.melee.push import consolidate, follow_words, push
from companion.rules.gods_gloom.melee.score import Score
from companion.rules.gods_gloom.melee.start import NOTHING_KNOWN, Known, start
from companion.rules.gods_gloom.records import ROLES, Applied, Role, other
from companion.rules.gods_gloom.tokens import is_destroyed, lose_morale
from companion.rules.gods_gloom.traits import traits_of
from companion.rules.gods_gloom.units import Fighters, Game, GloomTable, GloomUnit

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
    """One melee from MEL.10 to MEL.80, legal as the caller has checked. Returns the record of `outcome.py`."""
    path: list[str] = []
    _enter(game, path, "MEL.10")
    game.change(attacker, "standard_action_used", True, "its Standard Action: a melee attack")
    units: Fighters = {"attacker": attacker, "defender": defender}
    score = Score(game, units)
    score.declare()
    called = await start(game, score, known)
    exchange: Exchange | None = None
    inflicted: Mapping[Role, int] = dict.fromkeys(ROLES, 0)
    if _both_stand(units):
        _enter(game, path, "MEL.20")
        score.setting.formations = await formations(game, attacker, defender, score)
        await effects(game, AFTER_FORMATIONS, called=called)
    if _both_stand(units):
        _enter(game, path, "MEL.30")
        score.declare()
        exchange = await attack_test(game, attacker, defender, score)
        _enter(game, path, "MEL.40")
        more = await effects(game, OF_THE_ATTACK, called=called, fight=Fight(attacker, defender))
        inflicted = {role: exchange.inflicted[role] + more[role] for role in ROLES}
        _enter(game, path, "MEL.50")
    else:
        for step in ("MEL.20", "MEL.30", "MEL.40", "MEL.50"):
            if step not in path:
                game.skip(step, "a fighter was destroyed before the test")
    won, how = _winner(game, units, inflicted)
    pushed = consolidation = None
    if won is not None:
        pushed, consolidation = await _aftermath(game, path, units, won, how)
    else:
        game.skip("MEL.60", NOBODY_TO_PUSH)
        game.skip("MEL.70", NOTHING_TO_CONSOLIDATE)
    _enter(game, path, "MEL.80")
    await end_of_melee(game, score, exchange, called=called)
    for text in _conclusion(units, won, how, pushed, consolidation):
        game.conclude(text)
    return record(
        game.table,
        units=units,
        path=path,
        winner_role=won,
        flanking=score.setting.flanking,
        applied=score.setting.formations,
        exchange=exchange,
        inflicted=inflicted,
        push=pushed,
        consolidation=consolidation,
    )


async def _aftermath(
    game: Game, path: list[str], units: Fighters, won: Role, how: str
) -> tuple[str | None, str | None]:
    """The loser's morale loss, then MEL.60 if it lives and MEL.70 if it is destroyed. `how` it was won, in words.

    Returns what came of the push and of the consolidation, None for a step that is not reached.
    """
    winner, loser = units[won], units[other(won)]
    pushed = consolidation = None
    if loser.alive:
        more = traits_of(loser).morale_loss[other(won)]
        lose_morale(game, loser, 1 + more, "lost the melee" + (", brittle" if more else ""))
    if loser.alive:
        _enter(game, path, "MEL.60")
        pushed = await push(game, winner, loser, how)
    else:
        game.skip("MEL.60", NOBODY_TO_PUSH)
    if loser.destroyed and winner.alive:
        _enter(game, path, "MEL.70")
        consolidation = await consolidate(game, winner, loser)
    else:
        game.skip("MEL.70", NOTHING_TO_CONSOLIDATE)
    return pushed, consolidation


def _enter(game: Game, path: list[str], step: str) -> None:
    """Enters a step and notes it in the path of this melee."""
    path.append(step)
    game.at(step)


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


def record(
    table: GloomTable,
    *,
    units: Fighters,
    path: Sequence[str],
    winner_role: Role | None,
    flanking: bool,
    applied: Applied,
    exchange: Exchange | None,
    inflicted: Mapping[Role, int],
    push: str | None,
    consolidation: str | None,
) -> dict[str, Any]:
    """All its keys; `pools` and `results` are absent if no test took place."""
    helpers = exchange.assists if exchange is not None else dict.fromkeys(ROLES, ())
    made: dict[str, Any] = {
        "path": list(path),
        "winner": units[winner_role].id if winner_role else None,
        "winner_role": winner_role,
        "flanking": flanking,
        "assists": {"offensive": sorted(helpers["attacker"]), "defensive": sorted(helpers["defender"])},
        "formations_applied": [{"who": role, "formation": formation} for role, formation in applied],
    }
    if exchange is not None:
        made["pools"] = {role: dict(pool) for role, pool in exchange.pools.items()}
        made["results"] = {role: dict(result) for role, result in exchange.results.items()}
    return made | {
        "inflicted": dict(inflicted),
        "push": push,
        "consolidation": consolidation,
        "units": {u.id: {key: getattr(u, key) for key in UNIT_KEYS} for u in table.units.values()},
        "players": {s.id: {"command_seals": s.command_seals} for s in table.sides.values()},
        "contacts": rows(table),
    }
