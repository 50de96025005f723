"""The comparison and the two passes (steps 9 to 13)."""

from __future__ import annotations

from companion.engine.state.changes import Line
from companion.engine.state.contacts import in_contact
from companion.engine.wording import does, possessive
from companion.rules.bushido.ki.windows import still_touching, window
from companion.rules.bushido.melee.consequences import consequences, why_over
from companion.rules.bushido.melee.damage import damage_rolls
from companion.rules.bushido.melee.display import present, verdict_of
from companion.rules.bushido.melee.fighters import Exchange, Fighter, Pass
from companion.rules.bushido.melee.specials import trigger
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import KINDS, ROLES


def gate(game: Game, ex: Exchange) -> None:
    """Step 9: a special without dice of its kind cannot trigger."""
    game.at("9")
    for mine in ex.both:
        for kind in KINDS:
            entry = mine.uses(kind)
            if entry is not None and mine.allotted(kind) == 0:
                game.note(
                    f"{possessive(mine.name)} {entry.name} cannot trigger: no {kind} dice",
                    model=mine.id,
                    special=entry.name,
                    dice=0,
                )


async def compare(game: Game, ex: Exchange, attacker: Fighter, defender: Fighter) -> str:
    """One pass of steps 10 to 12. Returns why the exchange ends, or nothing where it goes on."""
    game.at("10")
    it = decide(game, ex, attacker, defender)
    ex.comparisons.append(it.record)
    kind = "attack" if it.attacker_wins else "defence"
    entry = it.winner.uses(kind) if it.winner.allotted(kind) else None
    if entry is not None and it.winner.powers.has("no_specials"):
        game.note(f"{does(it.winner.name, 'is')} Prone or Immobilised by now: no {entry.name}", model=it.winner.id)
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
    won = verdict_of(ex, attacker, defender)
    winner = attacker if won.attacker_wins else defender
    success = game.tally(
        f"SL[{attacker.id}]",
        [Line("difference", won.success, "step 10")],
        name=f"{possessive(winner.name)} Success Level in {'attack' if won.attacker_wins else 'defence'}",
        lo=0,
        low_rule="step 10",
        of=winner.model if won.attacker_wins else None,
        row="Success Level",
    )
    if not won.attacker_wins:
        # Only a Counterstrike looks at it, and that says its own: the next damage roll has another.
        game.told([success])
    it = Pass(attacker, defender, won.attacker_wins, success)
    ties = {"dice": "a tie: more scoring dice", "active": "a tie: the active player"}
    how = ties.get(won.by, f"Success Level {success}")
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
    attack = (
        f"{possessive(attacker.name)} attack {facts['attack']}"
        if attacker.attack
        else f"{does(attacker.name, 'has')} no attack dice"
    )
    defence = f"{possessive(defender.name)} defence {facts['defence']}"
    game.note(f"{attack} against {defence}: {does(it.winner.name, 'wins')}, {how}", beside="result", **facts)
    return it


async def wound(game: Game, ex: Exchange, it: Pass) -> None:
    """Steps 11 and 12 for an Attacker that won."""
    game.at("11")
    if it.defender.model.alive:
        for mine in (ex.late, ex.lead):
            await window(game, ex, mine.side, "11", "11")
        await still_touching(game, ex)
    does = consequences(it.attacker, it.defender, it.attacker.attack, True, it.special, it.success)
    if it.attacker.attack == 0:
        game.skip("12", f"{it.attacker.name} rolled no attack dice")
    elif does.roll is None and it.special is not None:
        game.skip("12", f"{it.special.name} has no damage roll")
    elif does.roll is not None and it.defender.model.alive:
        game.at("12")
        await damage_rolls(game, ex, it, does.roll)


def ended(game: Game, attacker: Fighter, defender: Fighter, it: Pass | None = None) -> str:
    """Why the exchange ends now, as the outcome names it; empty where it goes on. `it`: the pass just fought."""
    if not defender.model.alive:
        return "defender_removed"
    if not attacker.model.alive:
        return "attacker_removed"
    touching = in_contact(game.table, attacker.id, defender.id)
    fallen = [role for role in ROLES if it is not None and it.role(role).id in it.prone]
    return why_over(game.options, fallen, grappled=it is not None and it.grappled, touching=touching)


async def strike(game: Game, ex: Exchange) -> str:
    """Steps 10 to 13: the first comparison, and the second with the roles exchanged."""
    reason = ended(game, ex.lead, ex.late) or await compare(game, ex, ex.lead, ex.late)
    if not game.enters("13", not reason, reason.replace("_", " ")):
        return reason
    if ex.comparisons[-1]["damage"]:
        present(game, ex)
    return await compare(game, ex, ex.late, ex.lead) or "both_attacked"
