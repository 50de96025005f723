"""The melee attack (section 6): defender, pools, and each pool from its roll to closing up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line
from companion.engine.state.table import Pair
from companion.rules.legion.attack_dice import convert, modify, reroll_attack, roll_attack
from companion.rules.legion.blow import Blow, total
from companion.rules.legion.closing import close_up
from companion.rules.legion.defence import count_hits, defend, dodge
from companion.rules.legion.ending import check_over
from companion.rules.legion.keywords import unknown
from companion.rules.legion.melee import engaged_with, pairs, picture, scope
from companion.rules.legion.morale import suppress
from companion.rules.legion.pool import Arms, Pool, choose_weapons, usable
from companion.rules.legion.refusals import Refusal, offer
from companion.rules.legion.tidying import tidy
from companion.rules.legion.units import LegionTable, LegionUnit
from companion.rules.legion.wording import counted
from companion.rules.legion.wounds import assign_wounds

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
    """Why a unit cannot make a melee attack now, or None where it can."""
    if not unit.alive:
        return Refusal("mini_defeated", "is defeated")
    if not any(unit.id in pair for pair in fights):
        return Refusal("not_in_melee", "is in no melee")
    armed = [m for m in unit.living if unit.mini_armed(m)]
    if not armed:
        return Refusal("no_melee_weapon", "has no melee weapon")
    if not any(w.melee and any(w.dice.values()) and any(usable(w, m.id) for m in armed) for w in unit.weapons):
        return Refusal("empty_pool", "its melee weapons have no dice")
    return None


def defender_options(table: LegionTable, unit: LegionUnit, taken: Sequence[Pool]) -> list[Option]:
    """Every living enemy as a choice of `choose_defender`, those out of this melee closed."""
    reach = scope(table, unit, pairs(table))
    had = [p.defender.id for p in taken]
    options = []
    for foe in table.units.values():
        if foe.alive and table.enemies(unit, foe) and foe.id not in had:
            refusal = None if foe.id in reach else Refusal("not_in_melee", "is not in a melee with it")
            options.append(offer(foe.id, foe.name, refusal))
    return options


@procedure("Melee attack", ATTACK_STEPS)
async def melee_attack(game: Context[LegionTable], unit: str, against: str = "") -> dict[str, Any]:
    """A unit attacks enemies it is in a melee with. `against`: the one enemy that a free attack is bound to."""
    table = game.table
    attacker = table.unit(unit)
    await tidy(game)
    pools = await _form_pools(game, attacker, against)
    if not pools:
        game.note(f"{attacker.name} has nobody to attack any more")
        return {"attacker": attacker.id, **picture(table)}
    done = []
    for count in range(len(pools)):
        pool = pools.pop(await _next_pool(game, attacker, pools))
        if not attacker.alive or pool.defender.id not in scope(table, attacker, pairs(table)):
            game.note(f"The pool of {attacker.name} against {pool.defender.name} is lost", lost_pool=pool.defender.id)
            continue
        result = await pool_attack(game, attacker, pool.defender, pool)
        done.append(result)
        if count or pools:
            game.at("13")
    game.skip("13", "no pool is left")
    if attacker.id == table.acting:
        game.change(table, "attack_action_used", True, "attacked")
    if attacker.standby:
        game.change(attacker, "standby", 0, "attacked")
    check_over(game)
    last = done[-1] if done else {}
    several = {"pools": done} if len(done) > 1 else {}
    return {"attacker": attacker.id, **last, **several, **picture(table)}


async def _form_pools(game: Context[LegionTable], attacker: LegionUnit, against: str) -> list[Pool]:
    """Steps 1 to 3. All pools are formed before any is rolled."""
    table = game.table
    arms = Arms(attacker)
    pools: list[Pool] = []
    for _ in range(len(table.units)):
        game.at("1")
        options = defender_options(table, attacker, pools)
        reach = [o.value for o in options if o.why_not is None and against in ("", o.value)]
        if not reach:
            break
        defender = table.unit(
            against
            or await game.choose(
                "choose_defender",
                by=attacker.side,
                title=f"Whom does {attacker.name} attack?",
                options=options,
                code="not_in_melee",
            )
        )
        game.at("2")
        more = [of for of in reach if of != defender.id]
        pools.append(await choose_weapons(game, arms, defender, bool(more)))
        _remind(game, attacker, defender)
        if not more or not arms.left():
            game.skip("3", "no other defender or no weapon is left")
            break
        game.at("3")
        if not await game.yes_no(
            "more_defenders",
            by=attacker.side,
            title=f"Does {attacker.name} attack another enemy with its other weapons?",
        ):
            break
    return pools


def _remind(game: Context[LegionTable], attacker: LegionUnit, defender: LegionUnit) -> None:
    strange = [
        *unknown(attacker.keywords),
        *(n for w in attacker.weapons for n in unknown(w.keywords)),
        *unknown(defender.keywords),
    ]
    if strange:
        game.note("Remember what the app does not know: " + ", ".join(dict.fromkeys(strange)), reminders=strange)


async def _next_pool(game: Context[LegionTable], attacker: LegionUnit, pools: list[Pool]) -> int:
    chosen = await game.choose(
        "pool_order",
        by=attacker.side,
        title=f"{attacker.name}: which pool is rolled now?",
        options=[Option(p.defender.id, f"against {p.defender.name}") for p in pools],
    )
    return next(n for n, p in enumerate(pools) if p.defender.id == chosen)


@procedure("Attack pool")
async def pool_attack(
    game: Context[LegionTable], attacker: LegionUnit, defender: LegionUnit, pool: Pool
) -> dict[str, Any]:
    """Steps 4 to 12 for one pool; returns its figures under the digest's result keys."""
    blow = await prepare(game, attacker, pool)
    await roll_attack(game, blow)
    await reroll_attack(game, blow)
    await convert(game, blow)
    await dodge(game, blow)
    await modify(game, blow)
    count_hits(game, blow)
    await defend(game, blow)
    game.at("9")
    blocks = blow.result["blocks"]
    blow.wounds = int(
        game.tally(
            "wounds",
            [Line("hits", blow.hits), Line("crits", blow.crits), Line("blocks", -blocks)],
            lo=0,
            unit="wounds",
            name=f"wounds to {defender.name}",
        )
    )
    await suffer_blow(game, blow)
    return blow.result


async def prepare(game: Context[LegionTable], attacker: LegionUnit, pool: Pool) -> Blow:
    """What is known before dice fall; Makashi Mastery is asked for where the pool has Pierce."""
    fights = pairs(game.table)
    defender = pool.defender
    blow = Blow(
        attacker,
        defender,
        pool,
        pool.effects(attacker),
        defender.effects,
        bool(engaged_with(game.table, attacker, fights)),
        bool(engaged_with(game.table, defender, fights)),
    )
    if blow.attack("lift_immunity") and total(blow.attack("pierce")):
        blow.makashi = await game.yes_no(
            "makashi", by=attacker.side, title=f"{attacker.name}: lower Pierce by 1 to strike through immunity?"
        )
    return blow


async def suffer_blow(game: Context[LegionTable], blow: Blow) -> None:
    """Steps 10 to 12: wounds on both sides, after effects, and one common closing up."""
    attacker, defender = blow.attacker, blow.defender
    before = pairs(game.table)
    back = total(blow.defence("wound_attacker"))
    game.at("10")
    lost = await assign_wounds(game, defender, blow.wounds, attacker)
    attacker_lost = await assign_wounds(game, attacker, back, defender) if back else []
    after_effects(game, blow)
    game.at("12")
    closed = await close_up(game, before)
    blow.result.update(
        defender=defender.id,
        wounds=blow.wounds,
        lost=lost,
        attacker_wounds=back,
        attacker_lost=attacker_lost,
        gained=blow.gained,
        **closed,
    )
    game.note(f"{attacker.name} deals {counted(blow.wounds, 'wound')} to {defender.name}", **blow.result)


def after_effects(game: Context[LegionTable], blow: Blow) -> None:
    """Step 11, while the defender lives. A melee attack gives no suppression, except by a Suppressive weapon."""
    unit = blow.defender
    if not unit.alive:
        game.skip("11", "the defender is gone")
        return
    game.at("11")
    for held in blow.attack("suppress"):
        blow.gain(unit, "suppression", suppress(game, unit, held.name))
    for held in blow.attack("give"):
        token = held.effect.word
        if takes(unit, token):
            blow.gain(unit, token, game.shift(unit, token, held.x or 1, held.name))
    for held in blow.defence("regain_dodge"):
        blow.gain(unit, "dodge", game.shift(unit, "dodge", held.x or 1, held.name))


def takes(unit: LegionUnit, token: str) -> bool:
    """Whether a kind of harmful token works on this unit: poison on the living, ion on machines."""
    if token == "poison":
        return unit.trooper and not unit.droid
    return token != "ion" or not unit.trooper or unit.droid
