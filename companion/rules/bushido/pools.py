"""How many dice each model fights with (step 4, §7)."""

from __future__ import annotations

from companion.engine.state.changes import Line
from companion.engine.state.contacts import touching
from companion.rules.bushido.context import Exchange, Fighter, Play, assisting, blocker_of, enemies_touched
from companion.rules.bushido.feats import given, may_spend, window
from companion.rules.bushido.results import cap_of, minimum
from companion.rules.bushido.states import LABELS, POOL_STATES


def find_assists(game: Play, ex: Exchange, mine: Fighter) -> None:
    """Notes who assists against a fighter, and who is kept from it by whom."""
    table, model, enemy = game.table, mine.model, ex.other(mine).model
    helpers = assisting(table, model, enemy)
    mine.assists = tuple(h.id for h in helpers)
    for near in enemies_touched(table, model):
        if near is enemy:
            continue
        if near in helpers:
            game.note(f"{near.name} assists against {model.name}", assists=near.id, against=model.id)
        else:
            blocker = blocker_of(table, model, near)
            why = f"{blocker.name} touches it too" if blocker is not None else "it is Insignificant"
            game.note(
                f"{near.name} does not assist against {model.name}: {why}",
                refused=near.id,
                against=model.id,
                by=blocker.id if blocker is not None else "",
            )


def base_of(mine: Fighter) -> int:
    """The printed pool; a dash counts as 0."""
    return mine.model.melee_pool or 0


def pool_lines(game: Play, ex: Exchange, mine: Fighter, ignored: int) -> list[Line]:
    """The pool's reasons before boosts, cap and minimum. `ignored`: assisting enemies that do not count."""
    model, enemy, own = mine.model, ex.other(mine).model, mine.powers
    lines = [Line("Melee Pool", base_of(mine), "7")]
    if model.melee_pool is None:
        return lines
    if model.exhausted and not own.has("ignores_exhausted"):
        lines.append(Line("Exhausted", -1, "7"))
    for place, helper in enumerate(mine.assists):
        if place >= len(mine.assists) - ignored:
            lines.append(Line(f"{game.table.unit(helper).name} assists, ignored", 0, "Indomitable"))
        else:
            lines.append(Line(f"{game.table.unit(helper).name} assists", -1, "5"))
    if model.states:
        lines += [Line(LABELS[s], -1, "4") for s in POOL_STATES if model.has(s)]
    if model.ran_this_turn:
        lines.append(Line("ran this turn", -1, "7"))
    if model.surprised:
        lines.append(Line("Surprised", -1, "7"))
    if ex.action == "stand_up" and mine is ex.first:
        lines.append(Line("standing up", -1, "R16"))
    if ex.extra and mine is ex.first:
        lines.append(Line("Split Attack", -ex.extra, "7"))
    for power in own.all("pool_with_friend"):
        friends = [game.table.unit(f) for f in touching(game.table, enemy.id)]
        if any(f is not model and f.alive and not game.table.enemies(f, model) and f.is_a(power.of) for f in friends):
            lines.append(Line(power.trait, power.x, "11.4"))
    if enemy.has("death_sentence"):
        lines.append(Line("enemy's Death Sentence", 1, "4"))
    for effect in given(model, "pool"):
        lines.append(Line("Ki feat", effect.x or 0, "3.5"))
    for effect in given(model, "pool_per_assist"):
        lines.append(Line("Ki feat, for each assisting enemy", (effect.x or 0) * len(mine.assists), "3.5"))
    if given(model, "double_pool"):
        lines.append(Line("Ki feat: doubled", sum(line.value for line in lines), "3.5"))
    return lines


async def ignored_assists(game: Play, mine: Fighter) -> int:
    """How many assisting enemies Indomitable lets it ignore; Bear Stands Alone asks whether a friend is near."""
    ignored = mine.powers.total("ignores_assists")
    alone = mine.powers.all("ignores_assists_alone")
    if (
        alone
        and mine.assists
        and await game.yes_no("4.alone", by=mine.side, title=f"Is no friend within 3″ of {mine.name}?")
    ):
        ignored += sum(p.x for p in alone)
    return min(ignored, len(mine.assists))


def most_boosts(mine: Fighter, net: int) -> int:
    """How many boosts it can pay for and may still make below twice its base (R9)."""
    model = mine.model
    if model.melee_boost_cost is None or model.melee_pool is None or not may_spend(model):
        return 0
    return min(model.ki_tokens // model.melee_boost_cost, max(0, cap_of(model.melee_pool) - net))


async def declare(game: Play, ex: Exchange, mine: Fighter) -> int:
    """One player's part of step 4: feats, then boosts. Returns how many assisting enemies it ignores."""
    if mine.model.ki_tokens or any(u.ki_feats for u in game.table.units.values()):
        await window(game, ex, mine.side, "4", "4.feat")
    ignored = await ignored_assists(game, mine)
    mine.lines = pool_lines(game, ex, mine, ignored)
    most = most_boosts(mine, mine.net)
    if most:
        cost = mine.model.melee_boost_cost or 0
        title = f"How many Melee boosts for {mine.name}? Pool {mine.net}, {cost} Ki each"
        mine.boosts = await game.number("4", by=mine.side, lo=0, hi=most, title=title)
        game.shift(mine.model, "ki_tokens", -cost * mine.boosts, f"{mine.boosts} Melee boosts")
    return ignored


def with_boosts(mine: Fighter, lines: list[Line]) -> list[Line]:
    """The lines with its boosts, and with what is trimmed above twice its base (§7.1)."""
    if mine.boosts:
        lines.append(Line("Ki Boost", mine.boosts, "3.5"))
    over = sum(line.value for line in lines) - cap_of(base_of(mine))
    if over > 0:
        lines.append(Line("never above twice the printed pool", -over, "7.1"))
    return lines


async def fix_pools(game: Play, ex: Exchange) -> None:
    """Step 4: both pools, the non-active player first (R2), then the minimum of one die."""
    game.at("4")
    for mine in ex.both:
        find_assists(game, ex, mine)
    early, late = (ex.second, ex.first) if ex.first.side == ex.active else (ex.first, ex.second)
    if game.options["step4_first"] == "without_initiative":
        early, late = ex.late, ex.lead
    ignored = await declare(game, ex, early)
    had = early.model.granted
    await declare(game, ex, late)
    if early.model.granted is not had:
        # A feat that the other declared on it counts too.
        early.lines = pool_lines(game, ex, early, ignored)
    for mine in ex.both:
        mine.lines = with_boosts(mine, mine.lines)
    more = minimum(ex.first.net, ex.second.net)
    report = {}
    for mine in ex.both:
        lines = [*mine.lines, Line("no pool below one die, so both gain", more, "7.2")] if more else mine.lines
        mine.pool = game.tally(f"pool[{mine.id}]", lines, name=f"{mine.name}'s melee pool", lo=1, unit="dice")
        report[mine.id] = {"net": mine.net, "pool": int(mine.pool), "lines": [[n.label, n.value] for n in mine.lines]}
    ex.report["pools"] = report
    ex.report["assists"] = {f.id: list(f.assists) for f in ex.both}
