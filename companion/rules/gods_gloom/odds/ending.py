"""How a melee ends, by the dice of its Attack Test (ATC.10 to MEL.80): health left of both, and who wins.

Red dice make hits and blue dice blocks, so what one fighter inflicts depends on its red and the other's blue dice
alone. All that follows, morale that is not there, Berserk, a Death Curse, needs no die and no decision. A push is not
counted: whether it is made, and whether there is room, is found out on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import NamedTuple

from companion.engine.dice import D6
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.gods_gloom.catalog import DICE
from companion.rules.gods_gloom.melee.results import NO_DICE, Rolled, successes, winner
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other
from companion.rules.gods_gloom.tokens import can_pay_morale, price_in_morale
from companion.rules.gods_gloom.traits import traits_of


class Ending(NamedTuple):
    """The health that both have left at the end, and who won; None: both fell."""

    attacker: int
    defender: int
    won: Role | None

    def left(self, role: Role) -> int:
        """The health of one of the two."""
        return self.attacker if role == "attacker" else self.defender


class Dice(NamedTuple):
    """The dice of one fighter: those that lie, and how many of a colour are still to be rolled.

    `closed`: its criticals have been rolled already.
    """

    lying: Rolled = NO_DICE
    again: Mapping[str, int] = dict.fromkeys(COLOURS, 0)
    closed: bool = False


@lru_cache(maxsize=2048)
def _successes(colour: str, start: tuple[int, int], again: int, least: int, extra: bool) -> Chances[int]:
    """How many dice of a colour succeed, the extra die of a critical included. `start` are how many of those that lie
    succeed, and how many show the critical face."""
    rule = DICE[colour]
    more = one_die(D6, lambda face: successes((face,), least))
    die = one_die(D6, lambda face: (successes((face,), least), face == rule.critical_face))
    found = thrown(again, die).map(
        lambda shown: tuple([had + sum(one[at] * n for one, n in shown) for at, had in enumerate(start)])
    )
    return found.then(
        lambda had: more.map(had[0].__add__) if extra and had[1] >= rule.critical_count else Chances.certain(had[0])
    )


def counted(score: Score, role: Role, own: Dice) -> list[Chances[int]]:
    """The hits and the blocks of one fighter by these dice, automatic ones included."""
    least, extra = score.game.options["success_on"], score.game.options["criticals"] and not own.closed
    found = []
    for colour, sure in zip(COLOURS, map(total, score.automatic(role)), strict=True):
        lying = own.lying[colour]
        start = successes(lying, least), lying.count(DICE[colour].critical_face)
        rolled = _successes(colour, start, own.again[colour], least, extra)
        found.append(rolled.map(sure.__add__) if sure else rolled)
    return found


def ends(score: Score, dice: Mapping[Role, Dice]) -> Chances[Ending]:
    """How the melee ends for these dice of its test."""
    made = {role: counted(score, role, dice[role]) for role in ROLES}

    def inflicted(role: Role) -> Chances[int]:
        red, blue = made[role][0], made[other(role)][1]
        return red.with_(blue, partial(score.inflicted, role))

    one, two = map(inflicted, ROLES)
    return one.with_(two, lambda *dealt: ending(score, dealt))


def ending(score: Score, dealt: tuple[int, int] | None) -> Ending:
    """The end of a melee whose Attack Test inflicted these wounds, those of the Attacker first.

    None: one fell before it, and no dice are rolled.
    """
    units, traits = score.units, {role: traits_of(unit) for role, unit in score.units.items()}
    health = {role: unit.health for role, unit in units.items()}
    morale = {role: unit.morale for role, unit in units.items()}
    inflicted = dict(zip(ROLES, dealt or (0, 0), strict=True))

    def suffers(role: Role, wounds: int) -> None:
        health[role] = max(0, health[role] - wounds)

    def loses_morale(role: Role, tokens: int) -> None:
        if health[role] and can_pay_morale(units[role]):
            held, wounds = price_in_morale(morale[role], tokens, score.game.options)
            morale[role] -= held
            suffers(role, wounds)

    for role in ROLES:
        suffers(other(role), inflicted[role])
    killed = [role for role in ROLES if dealt is not None and not health[role]]
    for role in ROLES:
        if inflicted[role] and traits[role].demoralizing[role]:
            loses_morale(other(role), traits[role].demoralizing[role])
    standing = [role for role in ROLES if health[role]]
    won = winner(*inflicted.values()) if len(standing) == len(ROLES) else next(iter(standing), None)
    if won is not None:
        loses_morale(other(won), 1 + traits[other(won)].morale_loss[other(won)])
    for role in score.setting.frenzied:
        frenzy = traits[role].frenzy
        suffers(role, frenzy.wounds if frenzy is not None else 0)
    for role in killed:
        curse = traits[role].curse
        suffers(other(role), curse.wounds if curse is not None else 0)
    return Ending(health["attacker"], health["defender"], won)
