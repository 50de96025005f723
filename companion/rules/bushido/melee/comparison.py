"""Results, the comparison, and the two passes (steps 8 to 13)."""

from __future__ import annotations

from companion.engine.state.changes import Line
from companion.engine.state.contacts import in_contact
from companion.rules.bushido.ki.windows import still_touching, window
from companion.rules.bushido.melee.damage import damage_rolls
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Pass
from companion.rules.bushido.melee.results import base_result, scoring, verdict
from companion.rules.bushido.melee.specials import trigger
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS


def flat_of(mine: Fighter, enemy: Fighter, kind: str) -> list[Line]:
    """Brutal, Parry and Vengeance as reasons; an enemy's Chain Weapon lowers Parry, not below 0."""
    found: dict[str, int] = {}
    for power in mine.powers.all("result"):
        if power.what == kind and not (power.against and not enemy.model.is_a(power.of)):
            found[power.source] = found.get(power.source, 0) + power.x
    for power in enemy.powers.all("lowers_enemy"):
        if power.what in found:
            found[power.what] = min(found[power.what], max(0, found[power.what] - power.x))
    return [Line(source, value, "trait") for source, value in found.items()]


def supports_of(mine: Fighter, kind: str) -> int:
    """How many supporting dice count: two, and more for the Adept."""
    return 2 + sum(p.x for p in mine.powers.all("supports") if p.hits(kind))


def work_out(game: Game, ex: Exchange) -> None:
    """Step 8: attack and defence results of both, and their scoring dice."""
    game.at("8")
    needed = game.options["flat_mods_need_scoring_die"]
    discarded = game.options["tie_counts_discarded"]
    for mine in ex.both:
        for power in ex.other(mine).powers.all("removes_enemy"):
            if any(t.name == power.what for t in (*mine.model.traits, *mine.weapon.traits)):
                game.note(f"{power.source}: {mine.name}'s {power.what} does not count", model=mine.id)
        kata = mine.powers.has("ones_count")
        mine.scoring = 0
        for kind in KINDS:
            dice = mine.dice[kind]
            kept = scoring(dice, kata)
            supports = supports_of(mine, kind)
            lines = []
            if kept:
                lines = [Line("highest die", max(kept), "step 8")]
                if len(kept) > 1:
                    lines.append(Line("supporting dice", base_result(kept, supports, True) - max(kept), "step 8"))
            else:
                lines = [Line("no scoring die" if dice else "no dice", 0, "step 8")]
            if kept or (dice and not needed):
                lines += flat_of(mine, ex.other(mine), kind)
            mine.results[kind] = game.tally(f"{kind}[{mine.id}]", lines, name=f"{mine.name}'s {kind}")
            mine.scoring += len(kept) + (len(scoring(mine.gone[kind], kata)) if discarded else 0)
    ex.report["results"] = {f.id: {k: int(v) for k, v in f.results.items()} for f in ex.both}
    ex.report["tie_dice"] = {f.id: f.scoring for f in ex.both}
    ex.report["dice"] = {f.id: {k: list(v) for k, v in f.dice.items()} for f in ex.both}


def gate(game: Game, ex: Exchange) -> None:
    """Step 9: a special without dice of its kind cannot trigger."""
    game.at("9")
    for mine in ex.both:
        for kind in KINDS:
            entry = mine.uses(kind)
            if entry is not None and mine.allotted(kind) == 0:
                game.note(
                    f"{mine.name}'s {entry.name} cannot trigger: no {kind} dice", model=mine.id, special=entry.name
                )


async def compare(game: Game, ex: Exchange, attacker: Fighter, defender: Fighter) -> str:
    """One pass of steps 10 to 12. Returns why the exchange ends, or nothing where it goes on."""
    game.at("10")
    it = decide(game, ex, attacker, defender)
    ex.comparisons.append(it.record)
    kind = "attack" if it.attacker_wins else "defence"
    entry = it.winner.uses(kind) if it.winner.allotted(kind) else None
    if entry is not None and it.winner.powers.has("no_specials"):
        game.note(f"{it.winner.name} is Prone or Immobilised by now: no {entry.name}", model=it.winner.id)
    elif entry is not None:
        it.special, it.record["special"] = entry, entry.name
        await trigger(game, ex, it, entry)
    if it.attacker_wins:
        await wound(game, ex, it)
    else:
        for step in ("11", "12"):
            game.skip(step, f"{defender.name} won as the Defender")
    return ended(game, attacker, defender, it)


def decide(game: Game, ex: Exchange, attacker: Fighter, defender: Fighter) -> Pass:
    """Compares an attack with a defence: who wins, by what, and the Success Level."""
    won = verdict(
        attacker.results["attack"],
        defender.results["defence"],
        attacker.scoring,
        defender.scoring,
        attacker.side == ex.active,
    )
    success = game.tally(f"SL[{attacker.id}]", [Line("difference", won.success, "step 10")], name="Success Level", lo=0)
    it = Pass(attacker, defender, won.attacker_wins, success)
    how = {"result": f"SL {success}", "dice": "a tie: more scoring dice", "active": "a tie: the active player"}[won.by]
    facts = {
        "attacker": attacker.id,
        "defender": defender.id,
        "winner": it.winner.id,
        "by": won.by,
        "sl": int(success),
        "attack": int(attacker.results["attack"]),
        "defence": int(defender.results["defence"]),
    }
    it.record = {**facts, "special": "", "damage": []}
    game.note(
        f"{attacker.name} attacks {facts['attack']} against {facts['defence']}: {it.winner.name} wins, {how}", **facts
    )
    return it


async def wound(game: Game, ex: Exchange, it: Pass) -> None:
    """Steps 11 and 12 for an Attacker that won."""
    game.at("11")
    for mine in (ex.late, ex.lead):
        await window(game, ex, mine.side, "11", "11")
    await still_touching(game, ex)
    if it.attacker.attack == 0:
        game.skip("12", f"{it.attacker.name} rolled no attack dice")
    elif it.special is not None and it.special.damage == "none":
        game.skip("12", f"{it.special.name} has no damage roll")
    elif it.defender.model.alive:
        game.at("12")
        await damage_rolls(game, ex, it)


def ended(game: Game, attacker: Fighter, defender: Fighter, it: Pass | None = None) -> str:
    """Why the exchange ends now, as the outcome names it; empty where it goes on. `it`: the pass just fought."""
    if not defender.model.alive:
        return "defender_removed"
    if not attacker.model.alive:
        return "attacker_removed"
    if it is not None:
        if defender.id in it.prone:
            return "defender_prone"
        if attacker.id in it.prone and game.options["sweep_defence_ends_exchange"]:
            return "attacker_prone"
        if it.grappled:
            return "grappled"
    if not in_contact(game.table, attacker.id, defender.id):
        return "not_in_btb"
    return ""


async def strike(game: Game, ex: Exchange) -> str:
    """Steps 10 to 13: the first comparison, and the second with the roles exchanged."""
    reason = ended(game, ex.lead, ex.late) or await compare(game, ex, ex.lead, ex.late)
    if reason:
        game.skip("13", reason.replace("_", " "))
        return reason
    game.at("13")
    return await compare(game, ex, ex.late, ex.lead) or "both_attacked"
