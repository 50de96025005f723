"""What a damage roll does: the chances of so many wounds at a Success Level (step 12)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from companion.engine.dice import D6
from companion.odds.chances import Chances
from companion.rules.bushido.melee.damage_numbers import Roll, total_lines, wound_lines
from companion.rules.bushido.melee.fighters import Exchange, Fighter
from companion.rules.bushido.melee.results import combo_levels
from companion.rules.bushido.units import Game
from companion.rules.bushido.vocabulary import SpecialEntry

LOWEST, HIGHEST = 2, 12
"""The rows of the wound table: a damage total is never below or above."""


@lru_cache(maxsize=8)
def kept_dice(keep: int) -> Chances[tuple[int, bool]]:
    """The sum of the two dice that count, and whether they are a double: two dice (0), or of three the highest (1) or
    the lowest (-1) two."""
    found: dict[tuple[int, bool], int] = {}
    for faces in product(range(1, len(D6.faces) + 1), repeat=3 if keep else 2):
        one, two = sorted(faces, reverse=keep > 0)[:2]
        found[one + two, one == two] = found.get((one + two, one == two), 0) + 1
    return Chances(found)


def left_of(target: Fighter) -> int:
    """How many wounds put it out of play: boxes left on its track, or the Ki of a Kami."""
    if target.powers.has("loses_ki"):
        return max(1, target.model.ki_tokens)
    return max(1, target.model.wounds_max - target.model.wounds_marked)


def keeps(striker: Fighter, target: Fighter, ex: Exchange) -> int:
    """Which of three damage dice count; 0 where two are rolled. An Assassin that may keep any two keeps the highest."""
    own = striker.powers
    if own.has("keeps_any") and (target.model.surprised or (striker is ex.first and ex.unseen)):
        return 1
    return int(own.has("keeps_high")) - int(own.has("keeps_low"))


def no_damage(striker: Fighter, special: SpecialEntry | None) -> bool:
    """Whether it rolls no damage dice at all: the weapon's card says what happens, or the special has no damage."""
    own = striker.powers
    return striker.weapon.strength is None or own.has("entangles") or (special is not None and special.damage == "none")


def one_roll(game: Game, ex: Exchange, roll: Roll, fresh: bool) -> Chances[int]:
    """Wounds of one damage roll, at most as many as the target has left. `fresh`: its first-damage bonus is unspent."""
    striker, target = roll.striker, roll.target
    left = left_of(target)
    plus = sum(line.value for line in total_lines(ex, roll))
    if striker is ex.first and not fresh:
        plus -= ex.first_damage
    table = {
        total: max(0, min(left, sum(line.value for line in wound_lines(game, roll, total))))
        for total in range(LOWEST, HIGHEST + 1)
    }
    return kept_dice(keeps(striker, target, ex)).map(
        lambda rolled: (
            left if roll.mode == "critical" and rolled[1] else table[max(LOWEST, min(HIGHEST, rolled[0] + plus))]
        )
    )


def attack_wounds(
    game: Game, ex: Exchange, striker: Fighter, target: Fighter, success: int, special: SpecialEntry | None, fresh: bool
) -> Chances[int]:
    """Wounds of a won attack, every damage roll of a Combo Attack included."""
    if no_damage(striker, special):
        return Chances.certain(0)
    mode = special.damage if special is not None else "full"
    levels = combo_levels(success) if mode == "combo" else [success]
    left = left_of(target)
    found: Chances[int] = Chances.certain(0)
    for place, level in enumerate(levels):
        more = one_roll(game, ex, Roll(striker, target, level, mode, special), fresh and place == 0)
        found = found.with_(more, lambda had, new: min(left, had + new))
    return found


def counter_wounds(
    game: Game, ex: Exchange, striker: Fighter, target: Fighter, success: int, lower: int, fresh: bool
) -> Chances[int]:
    """Wounds of a Counterstrike at its Success Level plus `lower`; none below 0."""
    if success + lower < 0 or no_damage(striker, None):
        return Chances.certain(0)
    return one_roll(game, ex, Roll(striker, target, success + lower, "counterstrike", name="10"), fresh)
