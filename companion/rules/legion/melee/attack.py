"""The melee attack: defender, pools, and each pool from its roll to closing up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.paths import Pair
from companion.engine.state.phrases import phrase
from companion.engine.wording import count, does, listed
from companion.rules.legion.catalog import unknown
from companion.rules.legion.engagement import pairs, picture, scope
from companion.rules.legion.melee.attack_dice import convert, modify, reroll_attack, roll_attack
from companion.rules.legion.melee.closing_up import clean_up, close_up
from companion.rules.legion.melee.defence import count_hits, defend, dodge
from companion.rules.legion.melee.figures import TOKENS, Attack, attack_of, total
from companion.rules.legion.melee.pool import Arms, Pool
from companion.rules.legion.melee.weapons import choose_weapons
from companion.rules.legion.melee.wounds import assign_wounds, is_defeated
from companion.rules.legion.morale import suppress
from companion.rules.legion.odds.choices import defender_odds, more_odds
from companion.rules.legion.turn.ending import end_if_decided
from companion.rules.legion.units import Game, LegionTable, LegionUnit
from companion.rules.legion.words import Refusal, offer

ATTACK_STEPS = (
    Step("1", "Declare the defender"),
    Step("2", "Form the pool"),
    Step("3", "More defenders"),
    Step("4a", "Roll attack dice"),
    Step("4b", "Reroll with aims"),
    Step("4c", "Convert attack surges"),
    Step("5", "Dodge"),
    Step("6", "Modify attack dice"),
    Step("7a", "Roll defence dice"),
    Step("7b", "Reroll defence dice"),
    Step("7c", "Convert defence surges"),
    Step("8", "Pierce"),
    Step("9", "Compare"),
    Step("10", "Assign wounds"),
    Step("11", "After effects"),
    Step("12", "Close up"),
    Step("13", "Next pool"),
)


def attack_refusal(table: LegionTable, unit: LegionUnit, fights: list[Pair]) -> Refusal | None:
    """Why a unit cannot make a melee attack now, or None if it can."""
    if not unit.alive:
        return Refusal("mini_defeated", "defeated")
    if not any(unit.id in pair for pair in fights):
        return Refusal("not_in_melee", "in no melee")
    fighting = [mini.id for mini in unit.minis if mini.alive and not mini.noncombatant]
    weapons = [w for w in unit.weapons if w.melee and any(map(w.usable_by, fighting))]
    if not weapons:
        return Refusal("no_melee_weapon", "no melee weapon")
    if not any(any(weapon.dice.values()) for weapon in weapons):
        return Refusal("empty_pool", "its melee weapons add no dice")
    return None


def defender_options(
    table: LegionTable, unit: LegionUnit, taken: Sequence[Pool], reach: Sequence[str]
) -> list[Option[str]]:
    """Every living enemy as a choice of `choose_defender`, those out of `reach`, this melee, closed."""
    had = [p.defender.id for p in taken]
    options = []
    for foe in table.foes(unit):
        if foe.id not in had:
            refusal = None if foe.id in reach else Refusal("not_in_melee", "not in its melee")
            options.append(offer(foe.id, foe.name, refusal))
    return options


@procedure("Melee attack", ATTACK_STEPS)
async def melee_attack(game: Game, unit: str, against: str = "") -> dict[str, Any]:
    """A unit attacks enemies it is in a melee with. `against`: the one enemy that a free attack is bound to."""
    table = game.table
    attacker = table.unit(unit)
    await clean_up(game)
    pools = await _form_pools(game, attacker, against)
    if not pools:
        game.note(f"{attacker.name}: nobody is left to attack")
        return {"attacker": attacker.id, **picture(table)}
    done = []
    for place in range(len(pools)):
        pool = pools.pop(await _next_pool(game, attacker, pools))
        if not attacker.alive or pool.defender.id not in scope(table, attacker, pairs(table)):
            game.note(f"The pool of {attacker.name} against {pool.defender.name} is lost", lost_pool=pool.defender.id)
            continue
        result = await pool_attack(game, attacker, pool.defender, pool)
        done.append(result)
        if place or pools:
            game.at("13")
    game.skip("13", "no pool is left")
    if attacker.id == table.acting:
        game.change(table, "attack_action_used", True, "attacked")
    game.change(attacker, "standby", 0, "attacked")
    end_if_decided(game)
    last = done[-1] if done else {}
    several = {"pools": done} if len(done) > 1 else {}
    return {"attacker": attacker.id, **last, **several, **picture(table)}


async def _form_pools(game: Game, attacker: LegionUnit, against: str) -> list[Pool]:
    """Steps 1 to 3. All pools are formed before any is rolled."""
    table = game.table
    arms = Arms(attacker)
    pools: list[Pool] = []
    for _ in range(len(table.units)):
        game.at("1")
        in_reach = scope(table, attacker, pairs(table))
        reached = [table.unit(of) for of in in_reach]
        game.fight(
            {"attacker": [attacker], "in its melee": reached}, weighs=TOKENS | {"in its melee": TOKENS["defender"]}
        )
        options = defender_options(table, attacker, pools, in_reach)
        reach = [o.value for o in options if o.why_not is None and against in ("", o.value)]
        if not reach:
            break
        defender = table.unit(
            against
            or await game.choose(
                "choose_defender",
                by=attacker.side,
                title=f"{attacker.name}: attack which enemy?",
                options=options,
                code="not_in_melee",
            ).with_odds(partial(defender_odds, table, arms, reach))
        )
        game.at("2")
        more = [of for of in reach if of != defender.id]
        pools.append(await choose_weapons(game, arms, defender, bool(more)))
        _remind(game, attacker, defender)
        if not game.enters("3", more and arms.left(), "no other defender or no weapon is left"):
            break
        if not await game.yes_no(
            "more_defenders",
            by=attacker.side,
            title=f"{attacker.name}: attack another enemy with the other weapons?",
        ).with_odds(partial(more_odds, table, arms, tuple(pools), more)):
            break
    return pools


def _remind(game: Game, attacker: LegionUnit, defender: LegionUnit) -> None:
    strange = [
        *unknown(attacker.keywords),
        *(n for w in attacker.weapons for n in unknown(w.keywords)),
        *unknown(defender.keywords),
    ]
    if strange:
        game.note("Remember what the app does not know: " + ", ".join(dict.fromkeys(strange)), reminders=strange)


async def _next_pool(game: Game, attacker: LegionUnit, pools: list[Pool]) -> int:
    if len(pools) == 1:
        return 0
    chosen = await game.choose(
        "pool_order",
        by=attacker.side,
        title=f"{attacker.name}: which pool is rolled now?",
        options=[Option(p.defender.id, f"against {p.defender.name}") for p in pools],
    ).with_odds_ahead()
    return next(n for n, p in enumerate(pools) if p.defender.id == chosen)


@procedure("Attack pool")
async def pool_attack(game: Game, attacker: LegionUnit, defender: LegionUnit, pool: Pool) -> dict[str, Any]:
    """Steps 4 to 12 for one pool; returns its figures under the result keys of the page."""
    game.fight({"attacker": [attacker], "defender": [defender]}, weighs=TOKENS)
    attack = await prepare(game, attacker, pool)
    attack.show_defence(game)
    await roll_attack(game, attack)
    await reroll_attack(game, attack)
    await convert(game, attack)
    await dodge(game, attack)
    await modify(game, attack)
    count_hits(game, attack)
    await defend(game, attack)
    await suffer(game, attack)
    return attack.result


async def prepare(game: Game, attacker: LegionUnit, pool: Pool) -> Attack:
    """What is known before dice fall. A keyword that lifts immunity is asked for if it can change something."""
    attack = attack_of(game.table, attacker, pool)
    lifting = attack.attack("lift_immunity")
    pierce = total(attack.attack("pierce"))
    shields = _pierce_shields(attack)
    if lifting and pierce and shields:
        title = (
            f"{attacker.name} ({lifting[0].name}): lower Pierce from {pierce} to {pierce - 1} "
            f"to strike through {listed(shields)}?"
        )
        if await game.yes_no("makashi", by=attacker.side, title=title).with_odds_ahead():
            attack.piercer = lifting[0].name
    return attack


def _pierce_shields(attack: Attack) -> list[str]:
    """The defender's keywords that answer Pierce now, or may once it spends a dodge."""
    effects = [*attack.defence("ignore_pierce"), *attack.defence("dice_for_pierce")]
    if attack.defender.dodge:
        effects += attack.switched_on_by_dodge("ignore_pierce") + attack.switched_on_by_dodge("dice_for_pierce")
    return list(dict.fromkeys(effect.name for effect in effects))


async def suffer(game: Game, attack: Attack) -> None:
    """Steps 10 to 12: wounds on both sides, after effects, and one common closing up."""
    attacker, defender = attack.attacker, attack.defender
    before = pairs(game.table)
    back = attack.defence("wound_attacker")
    returned = total(back)
    if returned:
        names = listed(keyword.name for keyword in back)
        game.note(f"{does(attacker.name, 'suffers')} {count(returned, 'wound')}: {names}")
    game.at("10")
    lost = await assign_wounds(game, defender, attack.wounds, attacker) if attack.wounds else []
    attacker_lost = await assign_wounds(game, attacker, returned, defender) if returned else []
    after_effects(game, attack)
    game.at("12")
    closed = await close_up(game, before)
    attack.result.update(
        defender=defender.id,
        wounds=attack.wounds,
        lost=lost,
        attacker_wounds=returned,
        attacker_lost=attacker_lost,
        gained=attack.gained,
        **closed,
    )
    text = f"{does(attacker.name, 'deals')} {count(attack.wounds, 'wound')} to {defender.name}"
    game.note(text, beside="result", **attack.result)
    game.conclude(text if defender.alive else phrase(text, ", and ", is_defeated(defender)))


def after_effects(game: Game, attack: Attack) -> None:
    """Step 11, while the defender lives. A melee attack gives no suppression, except by a Suppressive weapon."""
    unit = attack.defender
    if not game.enters("11", unit.alive, "the defender is gone"):
        return
    for keyword in attack.attack("suppress"):
        attack.gain(unit, "suppression", suppress(game, unit, keyword.name))
    for keyword in attack.attack("give"):
        token = keyword.effect.word
        if not keyword.effect.on or any(kind in keyword.effect.on for kind in unit.kinds):
            attack.gain(unit, token, game.shift(unit, token, keyword.x or 1, keyword.name))
    for keyword in attack.defence("regain_dodge"):
        attack.gain(unit, "dodge", game.shift(unit, "dodge", keyword.x or 1, keyword.name))
