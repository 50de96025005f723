"""How many dice each model fights with (step 4)."""

from __future__ import annotations

from functools import partial

from companion.engine.state.changes import Line, added_up
from companion.engine.state.contacts import enemies_touching, touching
from companion.engine.wording import count, does, possessive
from companion.rules.bushido.catalog import ACTIONS
from companion.rules.bushido.engagement import assisting, blocker_of
from companion.rules.bushido.ki.feats import asked_boosts, given, limits, may_spend
from companion.rules.bushido.ki.windows import has_feat_for, window
from companion.rules.bushido.melee.display import present
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import cap_of, minimum
from companion.rules.bushido.odds.prospects import boost_odds
from companion.rules.bushido.units import Game

STEP = "step 4"
DURING = {"stand_up": "standing up"}


def find_assists(game: Game, ex: Exchange, mine: Fighter) -> None:
    """Notes who assists against a fighter, and who is kept from it by whom."""
    table, model, enemy = game.table, mine.model, ex.other(mine).model
    helpers = assisting(table, model, enemy)
    mine.assists = tuple(h.id for h in helpers)
    for near in enemies_touching(table, model):
        if near is enemy:
            continue
        if near in helpers:
            text = f"{does(near.name, 'assists')} against {model.name}"
            game.note(text, beside="standing", assists=near.id, against=model.id)
        else:
            blocker = blocker_of(table, model, near)
            why = f"{does(blocker.name, 'touches')} it too" if blocker is not None else "it is Insignificant"
            game.note(
                f"{does(near.name, 'does')} not assist against {model.name}: {why}",
                refused=near.id,
                against=model.id,
                by=blocker.id if blocker is not None else "",
            )


def pool_lines(game: Game, ex: Exchange, mine: Fighter, ignored: int) -> list[Line]:
    """The pool's reasons before boosts, cap and minimum. `ignored`: assisting enemies that do not count."""
    model, enemy, own = mine.model, ex.other(mine), mine.powers
    lines = [Line("Melee Pool", model.melee_pool or 0, "profile")]
    if model.melee_pool is None:
        return lines
    lines += [Line(power.source, power.x, STEP) for power in own.all("pool")]
    for place, helper in enumerate(mine.assists):
        if place >= len(mine.assists) - ignored:
            lines.append(Line(f"{does(game.table.unit(helper).name, 'assists')}, ignored", 0, "Indomitable"))
        else:
            lines.append(Line(f"{does(game.table.unit(helper).name, 'assists')}", -1, "Melee Assist"))
    if mine is ex.first:
        lines += action_lines(ex)
    for power in own.all("pool_with_friend"):
        friends = [game.table.unit(f) for f in touching(game.table, enemy.id)]
        if any(f is not model and f.alive and not game.table.enemies(f, model) and f.is_a(power.of) for f in friends):
            lines.append(Line(power.source, power.x, STEP))
    lines += [Line(f"enemy's {power.source}", power.x, STEP) for power in enemy.powers.all("enemy_pool")]
    for effect in given(model, "pool"):
        lines.append(Line("Ki feat", effect.x or 0, STEP))
    for effect in given(model, "pool_per_assist"):
        lines.append(Line("Ki feat, for each assisting enemy", (effect.x or 0) * len(mine.assists), STEP))
    if given(model, "double_pool"):
        lines.append(Line("Ki feat: doubled", added_up(lines), STEP))
    return lines


def action_lines(ex: Exchange) -> list[Line]:
    """What the activating model's action does to its pool."""
    lines = []
    action = ACTIONS.get(ex.action)
    if action is not None and action.pool:
        lines.append(Line(DURING.get(action.id, action.title), action.pool, "table ruling"))
    if ex.extra:
        lines.append(Line("Split Attack", -ex.extra, STEP))
    return lines


async def ignored_assists(game: Game, mine: Fighter) -> int:
    """How many assisting enemies Indomitable lets it ignore; Bear Stands Alone asks whether a friend is near."""
    own = mine.powers
    ignored, alone = own.total("ignores_assists"), own.all("ignores_assists_alone")
    if (
        alone
        and mine.assists
        and await game.yes_no("4.alone", by=mine.side, title=f"is no friend within 3″ of {mine.name}?")
    ):
        ignored += sum(p.x for p in alone)
    return min(ignored, len(mine.assists))


async def declare(game: Game, ex: Exchange, mine: Fighter) -> int:
    """One player's part of step 4: feats, then boosts. Returns how many assisting enemies it ignores."""
    if has_feat_for(game, mine.side, "4"):
        spared = mine.powers.total("ignores_assists")
        ex.pools_shown = True
        # Counted whenever somebody looks: a feat of either player may change it.
        game.show(
            mine.model,
            "before_boosts",
            "Pool before boosts",
            lambda: added_up(pool_lines(game, ex, mine, spared)),
        )
        await window(game, ex, mine.side, "4", "4.feat")
    ignored = await ignored_assists(game, mine)
    mine.lines = pool_lines(game, ex, mine, ignored)
    model, price = mine.model, mine.model.melee_boost_cost
    if model.melee_pool is None or price is None or model.ki_tokens < price or not may_spend(model):
        return ignored
    ex.pools_shown = True
    before = game.tally(
        f"before_boosts[{mine.id}]",
        mine.lines,
        name=f"{possessive(mine.name)} pool before boosts",
        of=model,
        row="Pool before boosts",
        unit="dice",
    )
    mine.lines = list(before.lines)
    most, why = limits(model, price, cap_of(model.melee_pool) - before)

    def net(of: Fighter) -> int:
        lines = of.lines or pool_lines(game, ex, of, of.powers.total("ignores_assists"))
        return added_up(lines)

    if most > 0:
        mine.boosts = await asked_boosts(
            game, model, "4", "Melee", price, (most, why), f"Its pool is {mine.net}"
        ).with_odds_by_goal(
            partial(boost_odds, game, ex, mine, most, net),
            partial(boost_odds, game, ex, mine, most, net, played=True),
        )
        game.shift(model, "ki_tokens", -price * mine.boosts, count(mine.boosts, "Melee boost"))
    return ignored


def with_boosts(mine: Fighter, lines: list[Line]) -> list[Line]:
    """The lines with its boosts, and with what is trimmed above twice its base."""
    if mine.boosts:
        lines.append(Line("Ki Boost", mine.boosts, STEP))
    over = added_up(lines) - cap_of(mine.model.melee_pool or 0)
    if over > 0:
        lines.append(Line("never above twice the printed pool", -over, STEP))
    return lines


async def fix_pools(game: Game, ex: Exchange) -> None:
    """Step 4: both pools, the non-active player first by default, then the minimum of one die."""
    game.at("4")
    for mine in ex.both:
        find_assists(game, ex, mine)
    if ex.helpers != [helper for mine in ex.both for helper in mine.assists]:
        present(game, ex)
    early, late = (ex.second, ex.first) if ex.first.side == ex.active else (ex.first, ex.second)
    if game.options["step4_first"] == "without_initiative":
        early, late = ex.late, ex.lead
    ignored = await declare(game, ex, early)
    had = early.model.granted
    await declare(game, ex, late)
    if early.model.granted is not had:
        # A feat that the other declared on it counts too.
        ruled = [line for line in early.lines if line.is_ruling]
        early.lines = [*pool_lines(game, ex, early, ignored), *ruled]
    for mine in ex.both:
        mine.lines = with_boosts(mine, mine.lines)
    more = minimum(ex.first.net, ex.second.net)
    if ex.pools_shown:
        # What stood as the pool before boosts and feats is over.
        present(game, ex)
    report = {}
    for mine in ex.both:
        lines = [*mine.lines, Line("no pool below one die, so both gain", more, STEP)] if more else mine.lines
        mine.pool = game.tally(
            f"pool[{mine.id}]",
            lines,
            name=f"{possessive(mine.name)} melee pool",
            lo=1,
            low_rule=STEP,
            unit="dice",
            of=mine.model,
            row="Melee Pool",
        )
        report[mine.id] = {"net": mine.net, "pool": int(mine.pool), "lines": [[n.label, n.value] for n in mine.lines]}
    ex.report["pools"] = report
    ex.report["assists"] = {f.id: list(f.assists) for f in ex.both}
