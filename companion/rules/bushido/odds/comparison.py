"""One comparison (steps 10 to 12): who wins it by how much, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.odds.chances import Chances
from companion.rules.bushido.contact import can_be_moved
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.odds.damage import attack_wounds, counter_wounds, left_of
from companion.rules.bushido.odds.dice import Block
from companion.rules.bushido.powers import immune
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry


def levels(attack: Block, defence: Block) -> dict[int, int]:
    """Ways by Success Level of two blocks met; below 0 the Defender wins, 0 is a tie."""
    found: dict[int, int] = {}
    for result, ways in attack.results.items():
        for against, more in defence.results.items():
            level = result - against
            found[level] = found.get(level, 0) + ways * more
    return found


class Blow(NamedTuple):
    """What a comparison leaves: wounds of its Attacker and Defender, whether the exchange goes on, and whether the
    first-damage bonus of the activating model is spent."""

    attacker: int
    defender: int
    goes_on: bool
    spent: bool


class Side(NamedTuple):
    """One fighter in a comparison: with which special of its split, and with how many dice of each kind."""

    fighter: Fighter
    special: SpecialEntry | None
    attack: int
    defence: int

    def uses(self, kind: str) -> SpecialEntry | None:
        """Its special where it is of this kind and has dice to trigger with (step 9)."""
        entry = self.special
        dice = self.attack if kind == "attack" else self.defence
        return entry if entry is not None and entry.kind == kind and dice else None


def ignored(entry: SpecialEntry, winner: Fighter, loser: Fighter) -> bool:
    """Whether the loser leaves the effects of a special without effect."""
    same = entry.cancelled_by_same and any(s.name == entry.name for s in loser.weapon.specials)
    return same or loser.powers.has("ignores_special", entry.name)


Blows = Callable[[int, bool], Chances[Blow]]
"""The chances of what comes of a Success Level, 0 or more: won by the Attacker (True) or by the Defender."""


Known = dict[tuple[object, ...], Chances[int]]
"""Wounds of damage rolls in one exchange, by all that they hang on: of a special, they are the same against each."""


def blows(game: Game, ex: Exchange, attacker: Side, defender: Side, fresh: bool, known: Known) -> Blows:
    """What comes of each way in which the comparison can end. Damage rolls are kept in `known`, and looked up there."""

    def attacker_won(level: int) -> Chances[Blow]:
        entry = attacker.uses("attack")
        void = entry is None or ignored(entry, attacker.fighter, defender.fighter)
        removes = [] if entry is None or void else [what.on for what in entry.effects if what.op == "remove"]
        if removes:
            mine = left_of(attacker.fighter) if "attacker" in removes else 0
            theirs = left_of(defender.fighter) if "defender" in removes else 0
            return Chances.certain(Blow(mine, theirs, False, False))
        stops = entry is not None and (
            entry.blocks_reply
            or _parts(entry, attacker, defender)
            or (not void and _throws_down(entry, "defender", defender))
        )
        rolls = attacker.attack > 0 and not (entry is not None and entry.damage == "none")
        if not rolls:
            return Chances.certain(Blow(0, 0, not stops, False))
        key = attacker.fighter.id, level, entry, fresh
        if key not in known:
            known[key] = attack_wounds(game, ex, attacker.fighter, defender.fighter, level, entry, fresh)
        wounds = known[key]
        left, spends = left_of(defender.fighter), attacker.fighter is ex.first
        return wounds.map(lambda w: Blow(0, w, not stops and w < left, spends))

    def defender_won(level: int) -> Chances[Blow]:
        entry = defender.uses("defence")
        if entry is None:
            return Chances.certain(Blow(0, 0, True, False))
        void = ignored(entry, defender.fighter, attacker.fighter)
        prone_ends = game.options["sweep_defence_ends_exchange"]
        stops = _parts(entry, attacker, defender) or (
            not void and prone_ends and _throws_down(entry, "attacker", attacker)
        )
        counter = [what.value for what in entry.effects if what.op == "counterstrike"] if not void else []
        if not counter or attacker.attack == 0 or level + counter[0] < 0:
            return Chances.certain(Blow(0, 0, not stops, False))
        wounds = counter_wounds(game, ex, defender.fighter, attacker.fighter, level, counter[0], fresh)
        left, spends = left_of(attacker.fighter), defender.fighter is ex.first
        return wounds.map(lambda w: Blow(w, 0, not stops and w < left, spends))

    return lambda level, won: attacker_won(level) if won else defender_won(level)


def _parts(entry: SpecialEntry, attacker: Side, defender: Side) -> bool:
    """Whether the two no longer touch after its move, unless the players say otherwise."""
    if not entry.moves or entry.contact:
        return False
    first = (attacker if entry.moves[0] == "attacker" else defender).fighter
    return can_be_moved(first.model, first.weapon)


def _throws_down(entry: SpecialEntry, role: str, on: Side) -> bool:
    """Whether the fighter of this role is Prone after it."""
    prone = any(what.op == "state" and what.what == "prone" and what.on == role for what in entry.effects)
    return prone and not immune(on.fighter.model, "prone")
