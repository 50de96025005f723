"""Results, the comparison, and the two passes (steps 8 to 13)."""

from __future__ import annotations

from typing import Any

from companion.engine.state.changes import Line
from companion.engine.state.contacts import in_contact
from companion.rules.bushido.allocate import bars_specials
from companion.rules.bushido.catalog import SpecialEntry
from companion.rules.bushido.context import Exchange, Fighter, Play
from companion.rules.bushido.damage import damage_rolls
from companion.rules.bushido.feats import still_touching, window
from companion.rules.bushido.landing import Landed
from companion.rules.bushido.results import base_result, scoring, verdict
from companion.rules.bushido.rolling import KINDS
from companion.rules.bushido.triggers import trigger


def flat_of(mine: Fighter, enemy: Fighter, kind: str) -> list[Line]:
    """Brutal, Parry and Vengeance as reasons; an enemy's Chain Weapon lowers Parry, not below 0."""
    found: dict[str, int] = {}
    for power in mine.powers.all("result"):
        if power.what == kind and not (power.against and not enemy.model.is_a(power.of)):
            found[power.trait] = found.get(power.trait, 0) + power.x
    for power in enemy.powers.all("lowers_enemy"):
        if power.what in found:
            found[power.what] = min(found[power.what], max(0, found[power.what] - power.x))
    return [Line(trait, value, "11.4") for trait, value in found.items()]


def supports_of(mine: Fighter, kind: str) -> int:
    """How many supporting dice count: two, and more for the Adept."""
    return 2 + sum(p.x for p in mine.powers.all("supports") if p.hits(kind))


def work_out(game: Play, ex: Exchange) -> None:
    """Step 8: attack and defence results of both, and their scoring dice."""
    game.at("8")
    needed = game.options["flat_mods_need_scoring_die"]
    discarded = game.options["tie_counts_discarded"]
    for mine in ex.both:
        for power in ex.other(mine).powers.all("removes_enemy"):
            if any(t.name == power.what for t in (*mine.model.traits, *mine.weapon.traits)):
                game.note(f"{power.trait}: {mine.name}'s {power.what} does not count", model=mine.id)
        kata = mine.powers.has("ones_count")
        mine.scoring = 0
        for kind in KINDS:
            dice = mine.dice[kind]
            kept = scoring(dice, kata)
            supports = supports_of(mine, kind)
            lines = []
            if kept:
                lines = [Line("highest die", max(kept), "8")]
                if len(kept) > 1:
                    lines.append(Line("supporting dice", base_result(kept, supports, True) - max(kept), "8"))
            else:
                lines = [Line("no scoring die" if dice else "no dice", 0, "8")]
            if kept or (dice and not needed):
                lines += flat_of(mine, ex.other(mine), kind)
            mine.results[kind] = game.tally(f"{kind}[{mine.id}]", lines, name=f"{mine.name}'s {kind}")
            mine.scoring += len(kept) + (len(scoring(mine.gone[kind], kata)) if discarded else 0)
    ex.report["results"] = {f.id: {k: int(v) for k, v in f.results.items()} for f in ex.both}
    ex.report["tie_dice"] = {f.id: f.scoring for f in ex.both}
    ex.report["dice"] = {f.id: {k: list(v) for k, v in f.dice.items()} for f in ex.both}


def gate(game: Play, ex: Exchange) -> None:
    """Step 9: a special without dice of its kind cannot trigger."""
    game.at("9")
    for mine in ex.both:
        for kind in KINDS:
            entry = mine.uses(kind)
            if entry is not None and mine.allotted(kind) == 0:
                game.note(
                    f"{mine.name}'s {entry.name} cannot trigger: no {kind} dice", model=mine.id, special=entry.name
                )


async def compare(game: Play, ex: Exchange, attacker: Fighter, defender: Fighter) -> str:
    """One pass of steps 10 to 12. Returns why the exchange ends, or nothing where it goes on."""
    game.at("10")
    won = verdict(
        attacker.results["attack"],
        defender.results["defence"],
        attacker.scoring,
        defender.scoring,
        attacker.side == ex.active,
    )
    success = game.tally(f"SL[{attacker.id}]", [Line("difference", won.success, "8")], name="Success Level", lo=0)
    winner = attacker if won.attacker_wins else defender
    how = {"result": f"SL {success}", "dice": "a tie: more scoring dice", "active": "a tie: the active player"}[won.by]
    record: dict[str, Any] = {
        "attacker": attacker.id,
        "defender": defender.id,
        "winner": winner.id,
        "by": won.by,
        "sl": int(success),
        "attack": int(attacker.results["attack"]),
        "defence": int(defender.results["defence"]),
        "special": "",
        "damage": [],
    }
    ex.comparisons.append(record)
    game.note(
        f"{attacker.name} attacks {record['attack']} against {record['defence']}: {winner.name} wins, {how}",
        **{k: v for k, v in record.items() if k not in ("special", "damage")},
    )
    kind = "attack" if won.attacker_wins else "defence"
    entry = winner.uses(kind) if winner.allotted(kind) else None
    if entry is not None and bars_specials(winner.model):
        game.note(f"{winner.name} is Prone or Immobilised by now: no {entry.name}", model=winner.id)
        entry = None
    landed = Landed()
    if entry is not None:
        record["special"] = entry.name
        landed = await trigger(game, ex, entry, winner, attacker, defender, success, record)
    if won.attacker_wins:
        await wound(game, ex, attacker, defender, success, entry, record, landed)
    else:
        for step in ("11", "12"):
            game.skip(step, f"{defender.name} won as the Defender")
    return ended(game, ex, attacker, defender, landed)


async def wound(
    game: Play,
    ex: Exchange,
    attacker: Fighter,
    defender: Fighter,
    success: int,
    entry: SpecialEntry | None,
    record: dict[str, Any],
    landed: Landed,
) -> None:
    """Steps 11 and 12 for an Attacker that won."""
    game.at("11")
    for mine in (ex.late, ex.lead):
        await window(game, ex, mine.side, "11", "11")
    await still_touching(game, ex)
    if attacker.attack == 0:
        game.skip("12", f"{attacker.name} rolled no attack dice")
        return
    if entry is not None and entry.damage == "none":
        game.skip("12", f"{entry.name} has no damage roll")
    elif defender.model.alive:
        game.at("12")
        await damage_rolls(game, ex, attacker, defender, success, entry, record, landed)


def ended(game: Play, ex: Exchange, attacker: Fighter, defender: Fighter, landed: Landed) -> str:
    """Why the exchange ends after this pass, as the outcome names it (§6, steps 10-13 in code form)."""
    if not defender.model.alive:
        return "defender_removed"
    if not attacker.model.alive:
        return "attacker_removed"
    if defender.id in landed.prone:
        return "defender_prone"
    if attacker.id in landed.prone and game.options["sweep_defence_ends_exchange"]:
        return "attacker_prone"
    if landed.grappled:
        return "grappled"
    if not in_contact(game.table, attacker.id, defender.id):
        return "not_in_btb"
    return ""


async def strike(game: Play, ex: Exchange) -> str:
    """Steps 10 to 13: the first comparison, and the second with the roles exchanged."""
    reason = ended(game, ex, ex.lead, ex.late, Landed()) or await compare(game, ex, ex.lead, ex.late)
    if reason:
        game.skip("13", reason.replace("_", " "))
        return reason
    game.at("13")
    return await compare(game, ex, ex.late, ex.lead) or "both_attacked"
