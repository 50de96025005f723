"""What an aim token is worth before the attack roll: blanks are rolled again (attack steps 4a and 4b)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.odds.chances import Chances, one_die, thrown
from companion.rules.legion.dice import ATTACK, REROLLS
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.odds.dice import Pool
from companion.rules.legion.odds.figures import Onward, Wounds, fork


class Lying(NamedTuple):
    """A roll as it lies: the blanks of each colour, in the order of the pool, and all other faces."""

    blanks: tuple[int, ...]
    faces: tuple[str, ...]


def aimed(attack: Attack, dice: Pool) -> Chances[Wounds]:
    """The wounds of an attack with these dice, of which one aim rerolls blanks: as many as it may, best dice first."""
    then = fork(attack)
    then.aim_spent += 1
    onward = Onward(then)
    most = REROLLS + total(attack.attack("rerolls"))

    def again(lying: Lying) -> Chances[Wounds]:
        left = dict(zip((colour for colour, _ in dice), lying.blanks, strict=True))
        chosen = _best(left, most)
        stay = sum(left.values()) - sum(chosen.values())
        pool = tuple((colour, number) for colour, number in chosen.items() if number)
        return onward.rolled(pool, [*lying.faces, *["blank"] * stay])

    return _rolled(dice).then(again)


def _best(blanks: Mapping[str, int], most: int) -> dict[str, int]:
    """Which of the blanks are rerolled: those of the dice with the fewest blank faces."""
    chosen = dict.fromkeys(blanks, 0)
    for colour in sorted(blanks, key=lambda of: ATTACK[of].faces.count("blank")):
        chosen[colour] = min(blanks[colour], most - sum(chosen.values()))
    return chosen


def _rolled(dice: Pool) -> Chances[Lying]:
    """All that a pool can show."""
    found: Chances[Lying] = Chances.certain(Lying((), ()))
    for colour, count in dice:
        shown = thrown(count, one_die(ATTACK[colour], str))
        found = found.with_(shown, _with)
    return found


def _with(lying: Lying, kinds: tuple[tuple[str, int], ...]) -> Lying:
    faces = [face for face, number in kinds for _ in range(number) if face != "blank"]
    return Lying((*lying.blanks, dict(kinds).get("blank", 0)), tuple(sorted((*lying.faces, *faces))))
