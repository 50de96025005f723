"""How a melee ends, by the dice of its Attack Test (ATC.10 to MEL.80): health left of both, and who wins.

Red dice make hits and blue dice blocks, so what one fighter inflicts depends on its red and the other's blue dice
alone. All that follows, morale that is not there, Berserk, a Death Curse, needs no die and no decision. A push is not
counted: whether it is made, and whether there is room, is found out on the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from companion.engine.dice import D6, Faces
from companion.odds.chances import Chances, one_die, thrown
from companion.rules.gods_gloom.catalog import DICE
from companion.rules.gods_gloom.melee.results import NO_DICE, Rolled, successes, winner
from companion.rules.gods_gloom.melee.score import Score, total
from companion.rules.gods_gloom.records import COLOURS, ROLES, Role, other
from companion.rules.gods_gloom.tokens import can_pay_morale
from companion.rules.gods_gloom.traits import traits_of


class Both(NamedTuple):
    """A number of each fighter: the wounds it inflicts, not capped by the health of the other, or what it has left."""

    attacker: int
    defender: int

    def of(self, role: Role) -> int:
        """That of one of the two."""
        return self.attacker if role == "attacker" else self.defender


class Ending(NamedTuple):
    """The health that both have left at the end, and who won; None: both fell."""

    left: Both
    won: Role | None


class Dice(NamedTuple):
    """The dice of one fighter: those that lie, and how many of a colour are still to be rolled.

    `closed`: its criticals have been rolled already.
    """

    lying: Rolled = NO_DICE
    again: Mapping[str, int] = dict.fromkeys(COLOURS, 0)
    closed: bool = False

    def successes(self, colour: str, options: Mapping[str, Any]) -> Chances[int]:
        """How many dice of a colour succeed, the extra die of a critical included."""
        extra = bool(options["criticals"]) and not self.closed
        lying = tuple(sorted(map(int, self.lying[colour])))
        return _successes(colour, lying, self.again[colour], options["success_on"], extra)


@lru_cache(maxsize=2048)
def _successes(colour: str, lying: Faces, again: int, success_on: int, extra: bool) -> Chances[int]:
    dice = DICE[colour]
    had = successes(lying, success_on)
    shown = lying.count(dice.critical_face)
    more = one_die(D6, lambda face: successes((face,), success_on))

    def read(rolled: tuple[tuple[tuple[int, bool], int], ...]) -> Chances[int]:
        found = had + sum(success * n for (success, _), n in rolled)
        critical = shown + sum(n for (_, is_critical), n in rolled if is_critical)
        if extra and critical >= dice.critical_count:
            return more.map(lambda success: found + success)
        return Chances.certain(found)

    kinds = one_die(D6, lambda face: (successes((face,), success_on), face == dice.critical_face))
    return thrown(again, kinds).then(read)


def ends(score: Score, dice: Mapping[Role, Dice]) -> Chances[Ending]:
    """How the melee ends for these dice of its test, automatic successes and traits included."""

    def wounds(role: Role) -> Chances[int]:
        options, foe = score.game.options, other(role)
        red, blue = dice[role].successes("red", options), dice[foe].successes("blue", options)
        hits, blocks = total(score.automatic(role)[0]), total(score.automatic(foe)[1])
        return red.with_(blue, lambda r, b: total(score.inflicted(role, max(0, r + hits), max(0, b + blocks))))

    one, two = map(wounds, ROLES)
    return one.with_(two, Both).map(lambda inflicted: ending(score, inflicted))


def ending(score: Score, inflicted: Both | None) -> Ending:
    """The end of a melee whose Attack Test inflicted these wounds; None: one fell before it, and no dice are rolled."""
    units, traits = score.units, {role: traits_of(unit) for role, unit in score.units.items()}
    at_zero = score.game.options["morale_loss_at_zero"] == "wound"
    health = {role: units[role].health for role in ROLES}
    morale = {role: units[role].morale for role in ROLES}

    def suffers(role: Role, wounds: int) -> None:
        health[role] = max(0, health[role] - wounds)

    def loses_morale(role: Role, tokens: int) -> None:
        if health[role] and can_pay_morale(units[role]):
            suffers(role, max(0, tokens - morale[role]) if at_zero else 0)
            morale[role] = max(0, morale[role] - tokens)

    dealt = inflicted or Both(0, 0)
    for role in ROLES:
        suffers(other(role), dealt.of(role))
    killed = [role for role in ROLES if inflicted is not None and not health[role]]
    for role in ROLES:
        if dealt.of(role) and traits[role].demoralizing[role]:
            loses_morale(other(role), traits[role].demoralizing[role])
    standing = [role for role in ROLES if health[role]]
    won = winner(*dealt) if len(standing) == len(ROLES) else standing[0] if standing else None
    if won is not None:
        loser = other(won)
        loses_morale(loser, 1 + traits[loser].morale_loss[loser])
    for role in score.setting.frenzied:
        frenzy = traits[role].frenzy
        suffers(role, frenzy.wounds if frenzy is not None else 0)
    for role in killed:
        curse = traits[role].curse
        suffers(other(role), curse.wounds if curse is not None else 0)
    return Ending(Both(health["attacker"], health["defender"]), won)
