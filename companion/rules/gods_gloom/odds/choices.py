"""Odds at the requests of an Attack Test: Boost, the rolls, rerolls, criticals (ATC); and how its melee ends by dice
(ATC.10 to MEL.80): health left of both, and who wins.

Red dice make hits and blue dice blocks, so what one fighter inflicts depends on its red and the other's blue dice
alone. All that follows, morale that is not there, Berserk, a Death Curse, needs no die and no decision. A push is not
counted: whether it is made, and whether there is room, is found out on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import D6, Faces
from companion.engine.goals import WOUNDS, pay_off
from companion.engine.odds import Given, Odds
from companion.engine.wording import does, verb
from companion.odds.chances import Chances, one_die, thrown
from companion.odds.side_by_side import Best, Cell, best_of, side_by_side
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
def _successes(colour: str, lying: Faces, again: int, least: int, extra: bool) -> Chances[int]:
    """How many dice of a colour succeed, the extra die of a critical included."""
    rule = DICE[colour]
    more = one_die(D6, lambda face: successes((face,), least))
    die = one_die(D6, lambda face: (successes((face,), least), face == rule.critical_face))
    start = successes(lying, least), lying.count(rule.critical_face)
    found = thrown(again, die).map(
        lambda shown: tuple([had + sum(one[at] * n for one, n in shown) for at, had in enumerate(start)])
    )
    return found.then(
        lambda had: more.map(had[0].__add__) if extra and had[1] >= rule.critical_count else Chances.certain(had[0])
    )


def ends(score: Score, dice: Mapping[Role, Dice]) -> Chances[Ending]:
    """How the melee ends for these dice of its test, automatic successes and traits included."""
    options = score.game.options

    def counted(role: Role, colour: str) -> Chances[int]:
        own = dice[role]
        sure = total(score.automatic(role)[COLOURS.index(colour)])
        extra = options["criticals"] and not own.closed
        faces = tuple(sorted(map(int, own.lying[colour])))
        return _successes(colour, faces, own.again[colour], options["success_on"], extra).map(sure.__add__)

    def wounds(role: Role) -> Chances[int]:
        red, blue = counted(role, "red"), counted(other(role), "blue")
        return red.with_(blue, lambda hits, blocks: total(score.inflicted(role, hits, blocks)))

    one, two = map(wounds, ROLES)
    return one.with_(two, lambda *dealt: ending(score, dealt))


def ending(score: Score, dealt: tuple[int, int] | None) -> Ending:
    """The end of a melee whose Attack Test inflicted these wounds, those of the Attacker first.

    None: one fell before it, and no dice are rolled.
    """
    units, traits = score.units, {role: traits_of(unit) for role, unit in score.units.items()}
    health, morale = ({role: getattr(unit, of) for role, unit in units.items()} for of in ("health", "morale"))
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
        if inflicted[role]:
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


GOAL = "wounds inflicted less wounds suffered"

Boosted = Mapping[Role, bool]
NO_BOOST: Boosted = dict.fromkeys(ROLES, False)

ONCE = "nobody rerolls afterwards"
PLAIN = ("no other effects are used", ONCE)
TO_THE_END = "counted to the end of the melee, but for what a push costs"


def worth(score: Score, found: Chances[Ending], role: Role, goal: str = WOUNDS) -> Fraction:
    """What these ends of a melee are worth to a fighter by its goal, on average, as both stand in `score`."""
    foe = other(role)
    own, theirs = score.units[role].health, score.units[foe].health
    return found.mean(lambda end: pay_off(goal, theirs - end.left(foe), own - end.left(role), theirs, own))


def shown(
    score: Score,
    role: Role,
    what: str,
    goal: str,
    found: Mapping[Given, Chances[Ending]],
    assumes: Iterable[str],
    best: Best,
    beside: Iterable[str] = (),
) -> Odds:
    """Options side by side as the fighter of this role sees them: what both lose from how they stand in `score`.
    `beside` is what of the assumptions has to be in view."""
    mine = score.units[role]

    def cells(made: Chances[Ending]) -> list[Cell]:
        found = []
        for measure, of in (("dealt", other(role)), ("taken", role)):
            unit, left = score.units[of], made.map(lambda end, of=of: end.left(of))  # type: ignore[misc]
            found.append(Cell(measure, unit.id, "wounds on {}", left.map(unit.health.__sub__), unit.name))
            found.append(Cell("falls", unit.id, "{} destroyed", left.p(0), unit.name))
        wins = made.where(lambda end: end.won == role)
        return [*found, Cell("wins", mine.id, f"{{}} {verb(mine.name, 'wins')}", wins, mine.name)]

    title = f"{mine.whose[:1].upper()}{mine.whose[1:]} {what}"
    each = {option: cells(made) for option, made in found.items()}
    return side_by_side(title, goal, each, (*assumes, TO_THE_END), best, beside=beside)


def compared(
    score: Score, role: Role, found: Mapping[Given, Chances[Ending]], *assumes: str, beside: Iterable[str] = ()
) -> Odds:
    """Options side by side, with the best by the goal."""
    best = best_of({option: worth(score, made, role) for option, made in found.items()}, alone=True)
    return shown(score, role, "Attack Test", GOAL, found, assumes, best, beside)


def whole_test(score: Score, boosted: Boosted = NO_BOOST) -> Chances[Ending]:
    """The end of a melee in which nothing is rolled yet; no dice at all if one has fallen already."""
    if not all(unit.alive for unit in score.units.values()):
        return Chances.certain(ending(score, None))
    helpers = score.helpers()
    pools = {role: map(total, score.pool(role, helpers[role], boosted=boosted[role])) for role in ROLES}
    return ends(score, {role: Dice(again=dict(zip(COLOURS, dice, strict=True))) for role, dice in pools.items()})


def boost_odds(score: Score, role: Role, already: Boosted) -> Odds:
    """Whether to spend Boost. `already` are those who have."""
    found = {
        option: whole_test(score, {**NO_BOOST, **already, role: spent})
        for option, spent in (("keep", False), ("spend", True))
    }
    left = [score.units[of] for of in ROLES if of != role and of not in already and score.units[of].boost]
    return compared(score, role, found, *(f"{does(unit.name, 'keeps its')} Boost" for unit in left), *PLAIN)


def roll_odds(score: Score, role: Role, pools: Mapping[Role, Mapping[str, int]]) -> Odds:
    """The roll of one fighter: the other's dice lie, or are still to be rolled."""
    dice = {of: Dice(score.rolled[of]) if of in score.rolled else Dice(again=pools[of]) for of in ROLES}
    return compared(score, role, {None: ends(score, dice)}, *PLAIN)


def _rerolled(score: Score, role: Role, kept: Rolled) -> Chances[Ending]:
    """The end of the melee if a fighter rolls all its dice again but these, as those of the other lie."""
    again = {colour: len(dice) - len(kept[colour]) for colour, dice in score.rolled[role].items()}
    return ends(score, {**{of: Dice(score.rolled[of]) for of in ROLES}, role: Dice(kept, again)})


def again_odds(score: Score, role: Role, stay: Mapping[Given, Rolled], *assumes: str) -> Odds:
    """Rerolls of one fighter: by option the dice that stay as they lie, all its others are rolled again."""
    found = {option: _rerolled(score, role, kept) for option, kept in stay.items()}
    return compared(score, role, found, *assumes, ONCE)


def may_change(score: Score, role: Role) -> bool:
    """Whether rerolls of this fighter, be it of all its dice, may lead to another end, as the dice of the other lie."""
    after = _rerolled(score, role, NO_DICE)
    return len(after) > 1 or after != _rerolled(score, role, score.rolled[role])


def critical_odds(score: Score, role: Role) -> Odds:
    """The extra dice of a critical; the Attacker's are rolled before the Defender's."""
    done = ROLES[: ROLES.index(role)]
    return compared(score, role, {None: ends(score, {of: Dice(score.rolled[of], closed=of in done) for of in ROLES})})
