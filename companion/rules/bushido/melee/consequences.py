"""What comes of a comparison for whoever wins it (steps 10 to 13): play does it, and its odds count it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from companion.engine.wording import does
from companion.rules.bushido.catalog import special_entry
from companion.rules.bushido.engagement import can_be_moved
from companion.rules.bushido.ki.feats import given
from companion.rules.bushido.melee.damage_numbers import Roll
from companion.rules.bushido.melee.fighters import Fighter
from companion.rules.bushido.vocabulary import SpecialEffect, SpecialEntry


class Consequences(NamedTuple):
    """What the winner of a comparison does, of fighters as they stand now.

    `hurts` are the wounds that feats deal with its special, `movers` who moves by that, in turn; `touching`: whether
    the two still touch then, unless the players say otherwise. `ignored` is why the loser leaves its effects without
    effect, empty if it does not; `effects` are those that count, `after` those that follow its damage rolls. `roll` is
    what it strikes with, at how many Success Levels less in `lower`; None without a damage roll. `grapples`: the
    Defender does not strike back.
    """

    hurts: tuple[int, ...] = ()
    movers: tuple[Fighter, ...] = ()
    touching: bool = True
    ignored: str = ""
    effects: tuple[SpecialEffect, ...] = ()
    after: tuple[SpecialEffect, ...] = ()
    roll: Roll | None = None
    lower: int = 0
    grapples: bool = False


def consequences(
    attacker: Fighter, defender: Fighter, attack: int, attacks: bool, entry: SpecialEntry | None, success: int = 0
) -> Consequences:
    """What the winner does at this Success Level, the Attacker if it `attacks`, of so many dice in `attack`; `entry` is
    the special that triggers."""
    mine, enemy = (attacker, defender) if attacks else (defender, attacker)
    if entry is None:
        return Consequences(roll=Roll(mine, enemy, success) if attacks and attack else None)
    movers = _movers(entry, attacker, defender)
    ignored = _ignored(entry, enemy)
    found = Consequences(
        hurts=tuple(effect.x or 1 for effect in given(mine.model, "wound_with") if special_entry(effect.name) == entry),
        movers=movers,
        touching=not movers or (entry.contact and len(movers) == len(entry.moves)),
        ignored=ignored,
        effects=() if ignored else entry.effects,
        after=entry.after,
        grapples=entry.blocks_reply,
    )
    if attacks:
        struck = attack and entry.damage != "none"
        return found._replace(roll=Roll(mine, enemy, success, entry.damage, entry) if struck else None)
    lower = next((what.value for what in found.effects if what.op == "counterstrike"), None)
    if lower is None or not attack:
        return found
    return found._replace(roll=Roll(mine, enemy, success + lower, "counterstrike", name="10"), lower=lower)


def _ignored(entry: SpecialEntry, loser: Fighter) -> str:
    """Why the loser leaves the effects of a special without effect; empty if it does not."""
    if entry.cancelled_by_same and any(special_entry(s.name) == entry for s in loser.weapon.specials):
        return f"{does(loser.name, 'knows')} {entry.name} too: nothing happens"
    if loser.powers.has("ignores_special", entry.name):
        return f"{entry.name} does nothing to {loser.name}"
    return ""


def _movers(entry: SpecialEntry, attacker: Fighter, defender: Fighter) -> tuple[Fighter, ...]:
    """Who moves by a special, in turn: nobody if the first cannot be moved."""
    movers = [attacker if word == "attacker" else defender for word in entry.moves]
    able = [mover for mover in movers if can_be_moved(mover.model, mover.weapon)]
    return tuple(able) if able and able[0] is movers[0] else ()


def why_over(options: Mapping[str, Any], fallen: Collection[str], *, grappled: bool, touching: bool) -> str:
    """Why an exchange of two that are in play ends after a comparison, as the outcome names it; empty where it goes on.

    `fallen` are the roles of those that went Prone in it: an Attacker ends it only where the players say so.
    """
    if "defender" in fallen:
        return "defender_prone"
    if "attacker" in fallen and options["sweep_defence_ends_exchange"]:
        return "attacker_prone"
    if grappled:
        return "grappled"
    return "" if touching else "not_in_btb"
