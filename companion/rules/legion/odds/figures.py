"""An attack as it may go on from any step, from dice to wounds on both sides (attack steps 4a to 9): what dice show, of
which only as much is kept as the steps after it read, and its figures on a copy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import Face
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances, one_die, summed
from companion.odds.remembered import remembered
from companion.rules.legion.dice import ATTACK, DEFENCE, Rolled, cancel_blocks, convert_attack, convert_defence
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.melee.pool import Pool
from companion.rules.legion.melee.steps import (
    armour,
    defence_lines,
    dice_lines,
    dodge_matters,
    dodges,
    impact,
    pierce_lines,
)
from companion.rules.legion.units import LegionTable, LegionUnit

ByColour = tuple[tuple[str, int], ...]
"""Dice by colour: pairs of colour and number."""

ShownFaces = tuple[int, int, int]
"""Hits, crits and surges of attack dice as they lie; what is none of these is blank."""


@lru_cache(maxsize=4096)
def attack_roll(pool: ByColour, most: int, spare: str) -> Chances[ShownFaces]:
    """What a pool shows. Of surges at most so many are told apart; every further one counts as `spare`, what the surge
    chart makes of it: `hit`, `crit` or `blank`."""
    if not pool:
        return Chances.certain((0, 0, 0))
    *others, (colour, count) = pool
    fewer = (*others, (colour, count - 1)) if count > 1 else tuple(others)

    def shown(had: ShownFaces, face: str) -> ShownFaces:
        hits, crits, surges = had
        shows = spare if face == "surge" and surges == most else face
        return hits + (shows == "hit"), crits + (shows == "crit"), surges + (shows == "surge")

    return attack_roll(fewer, most, spare).with_(one_die(ATTACK[colour], str), shown)


class Wounds(NamedTuple):
    """The wounds that the attacker deals, and those that come back at it. Not capped by what is left to lose."""

    dealt: int = 0
    taken: int = 0


def attack_of(table: LegionTable, attacker: LegionUnit, pool: Pool) -> Attack:
    """An attack with this pool, nothing rolled yet."""
    return Attack(table, attacker, pool.defender, pool, pool.effects(attacker), pool.defender.effects)


def fork(attack: Attack) -> Attack:
    """The attack as it stands, to be played on; the one that is played stays as it is."""
    made = copy(attack)
    made.hit_lines, made.crit_lines = [], []
    made.pierce_for_aim = list(attack.pierce_for_aim)
    return made


def pool_of(attack: Attack) -> ByColour:
    """The attack dice that will be rolled."""
    counts = {colour: max(0, added_up(lines)) for colour, lines in dice_lines(attack).items()}
    return tuple(sorted((colour, count) for colour, count in counts.items() if count))


def dice_in(pool: ByColour) -> int:
    """How many dice a pool has."""
    return sum(count for _, count in pool)


class Figures(NamedTuple):
    """What defence dice answer: hits and crits together, whether a blank lies, and whether a dodge was spent."""

    found: int
    blank: bool
    dodged: bool

    @classmethod
    def of(cls, attack: Attack) -> Figures:
        """Those of an attack as it stands when defence dice are counted."""
        return cls(attack.hits + attack.crits, attack.blanks > 0, attack.dodge_spent > 0)


class Onward:
    """An attack from its dice to wounds, by what the players are taken to do. What has been worked out is remembered.

    The attacker spends `tokens` surge tokens, or all that help; the defender all dodges and surge tokens that help.
    Nobody rerolls, and no other token is spent.
    """

    def __init__(self, attack: Attack, tokens: int | None = None) -> None:
        self.attack = attack
        self._then = fork(attack)
        self.tokens = attack.attacker.surge if tokens is None else tokens
        self.critical = total(attack.attack("surges_to_crits"))
        self.chart = attack.chart
        self.spare: Face = self.chart or "blank"
        """What a surge counts as that neither Critical nor a token makes anything of."""
        self.told = self.critical + self.tokens > 0
        """Whether surges are told apart, for a number of them is worth more than the others."""

    def rolled(self, pool: ByColour, lying: Sequence[Face] = ()) -> Chances[Wounds]:
        """From a roll of these dice, beside those that lie."""
        most, number = self.critical + self.tokens, len(lying) + dice_in(pool)
        # Hits and crits stay what they are: only the surges have to be converted, once for their number.
        converted = [self._score([*lying, *["surge"] * surges]) for surges in range(most + 1)]

        def figures(shown: ShownFaces) -> Figures:
            made = converted[shown[2]]
            hits, crits = shown[0] + made.hits, shown[1] + made.crits
            return self._figures(Rolled(hits, crits, number - hits - crits))

        return attack_roll(pool, most, self.spare).map(figures).then(self.met)

    def lain(self, faces: Sequence[Face]) -> Chances[Wounds]:
        """From attack dice that lie for good."""
        return self.met(self._figures(self._score(faces)))

    def _score(self, faces: Sequence[Face]) -> Rolled:
        """Step 4c."""
        return convert_attack(faces, self.critical, self.chart, self.tokens)

    @remembered
    def _figures(self, score: Rolled) -> Figures:
        """Steps 5 and 6."""
        then = self._at(score)
        dodge_all(then)
        modify(then)
        return Figures.of(then)

    @remembered
    def met(self, figures: Figures) -> Chances[Wounds]:
        """Steps 7a to 9: the defence roll against these figures."""
        then = self._at(Rolled(figures.found, 0, int(figures.blank)))
        then.dodge_spent = int(figures.dodged)
        then.pierce = max(0, added_up(pierce_lines(then)))
        return defended(then, max(0, added_up(defence_lines(then))) if figures.found else 0)

    def _at(self, score: Rolled) -> Attack:
        then = self._then
        then.hits, then.crits, then.blanks = score
        then.dodge_spent = 0
        then.hit_lines.clear()
        then.crit_lines.clear()
        return then


def dodge_all(attack: Attack) -> None:
    """Step 5: all dodges that help, on crits first where they may be, since armour stops none."""
    spent = attack.defender.dodge if dodge_matters(attack) else 0
    on_crits = min(spent, attack.crits) if attack.defence("dodge_crits") else 0
    dodges(attack, spent - on_crits, on_crits)


def modify(attack: Attack) -> None:
    """Step 6, if no move was at full speed and no aim becomes Pierce."""
    impact(attack)
    armour(attack)


def after(attack: Attack, *steps: Callable[[Attack], None]) -> Chances[Wounds]:
    """The wounds once these steps were made, which are all that was left of steps 4c to 6."""
    then = fork(attack)
    for step in steps:
        step(then)
    return Onward(then).met(Figures.of(then))


def defended(attack: Attack, number: int, lying: Sequence[Face] = (), tokens: int | None = None) -> Chances[Wounds]:
    """Steps 7a to 9, Pierce being known: the defender rolls so many dice beside those that lie, and spends `tokens`
    surge tokens, or all that help."""
    unit, found = attack.defender, attack.hits + attack.crits
    spent = unit.surge if tokens is None else tokens
    ignored = bool(attack.immunity("all", "melee"))
    # What comes back asks whether any are dealt, not how many.
    back = _back(attack, 0), _back(attack, 1)
    # Blocks and surges of a roll are two digits of one number; a surge that always is a block is read as one.
    worth = {"block": 1, "surge": 1 if attack.surge_blocks else number + 1 if spent else 0, "blank": 0}

    def read(shown: int) -> Wounds:
        surges, plain = divmod(shown, number + 1)
        blocks = convert_defence([*lying, *["block"] * plain, *["surge"] * surges], attack.surge_blocks, spent)
        dealt = max(0, found - blocks + cancel_blocks(blocks, attack.pierce, ignored))
        return Wounds(dealt, back[dealt > 0])

    return summed(number, one_die(DEFENCE[unit.defence_die], lambda face: worth[str(face)])).map(read)


def _back(attack: Attack, dealt: int) -> int:
    """Wounds that come back at the attacker."""
    if "wound_attacker" not in attack.defending:
        return 0
    then = fork(attack)
    then.wounds = dealt
    return total(then.defence("wound_attacker"))
