"""Odds of single tests: a challenge test with its boosts, and Rise."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from companion.engine.dice import D6
from companion.engine.odds import Given, Odds
from companion.engine.wording import possessive, verb
from companion.odds.chances import one_die
from companion.odds.side_by_side import Cell, side_by_side, yes
from companion.rules.bushido.melee.track import rises_with
from companion.rules.bushido.odds.dice import Dice, scored
from companion.rules.bushido.units import BushidoUnit


def challenge_chance(dice: int, target: int, flat: int = 0) -> Fraction:
    """The chance that a challenge test with so many dice reaches its target; `flat` counts with a scoring die."""
    return scored(dice, Dice(2, False, flat, False)).where(lambda read: read[0] >= target)


def challenge_odds(model: BushidoUnit, test: str, dice: int, target: int, flat: int) -> Odds:
    """The chance to pass one challenge test; `test` is its name, as `Fear test`."""
    return _passes(model, test, {None: challenge_chance(dice, target, flat)})


def boost_odds(model: BushidoUnit, dice: int, most: int, target: int) -> Odds:
    """The chance to pass a Fear test with so many Ki boosts, before Courage and Leadership."""
    chances = {boosts: challenge_chance(max(1, dice + boosts), target) for boosts in range(most + 1)}
    return _passes(model, "Fear test", chances, "without Courage, Leadership and repeats")


def rise_odds(model: BushidoUnit, needed: int) -> Odds:
    """The chance to rise: a 1 never does."""
    chance = one_die(D6, int).where(lambda face: rises_with(face, needed))
    return yes(f"{possessive(model.name)} Rise", "to rise", model.id, ("rises", "rises"), {None: chance})


def _passes(model: BushidoUnit, test: str, chances: Mapping[Given, Fraction], *assumes: str) -> Odds:
    title, told = f"{possessive(model.name)} {test}", ("passes", f"passes a {test}")
    return yes(title, "to pass", model.id, told, chances, assumes)


def opposed_odds(dice: Mapping[str, int], title: Callable[[str], str]) -> Odds:
    """The tactical test of two sides with so many dice: the higher result wins, then more scoring dice."""
    one, two = dice
    plain = Dice(2, False, 0, False)
    best = scored(dice[one], plain).with_(scored(dice[two], plain), lambda a, b: (a > b) - (a < b))
    cells = [
        Cell("wins", side, f"{{}} {verb(title(side), 'wins')}", best.p(won), title(side))
        for side, won in ((one, 1), (two, -1))
    ]
    cells.append(Cell("draws", "", "tied, roll again", best.p(0)))
    return side_by_side("Tactical test", "to win this roll", {None: cells})


def length_odds(target: int) -> Odds:
    """A scenario's length roll: whether the game ends."""
    chance = one_die(D6, int).where(lambda face: face >= target)
    return yes("Game length", "to end the game", "", ("ends", "the game ends"), {None: chance})
