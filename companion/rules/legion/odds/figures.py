"""An attack as it may go on from any step, from dice to wounds on both sides (attack steps 4a to 9): what dice show, of
which only as much is kept as the steps after it read, and its figures on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from typing import NamedTuple

from companion.engine.dice import Face
from companion.engine.state.changes import added_up
from companion.odds.chances import Chances, one_die, summed
from companion.odds.remembered import remembered
from companion.rules.legion.dice import ATTACK, DEFENCE, Rolled, cancel_blocks, convert_attack, convert_defence
from companion.rules.legion.melee.figures import Attack, total
from companion.rules.legion.melee.steps import (
    armour,
    defence_lines,
    dice_lines,
    dodge_matters,
    dodges,
    impact,
    pierce_lines,
)

SHOWN: tuple[Face, ...] = ("blank", "surge", "hit", "crit")
SLOT = 64
ONE: dict[Face, int] = {face: SLOT**place for place, face in enumerate(SHOWN)}
"""What attack dice show as one number: so many of each face."""


class Wounds(NamedTuple):
    """The wounds that the attacker deals, and those that come back at it. Not capped by what is left to lose."""

    dealt: int = 0
    taken: int = 0


def fork(attack: Attack) -> Attack:
    """The attack as it stands, to be played on; the one that is played stays as it is."""
    made = copy(attack)
    made.hit_lines, made.crit_lines = [], []
    made.pierce_for_aim = list(attack.pierce_for_aim)
    return made


def pool_of(attack: Attack) -> list[str]:
    """The attack dice that will be rolled, by their colours."""
    return [colour for colour, lines in dice_lines(attack).items() for _ in range(added_up(lines))]


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

    Both spend all surge tokens that help, and the defender all dodges. Nobody rerolls, and no other token is spent.
    """

    def __init__(self, attack: Attack) -> None:
        self.attack = attack
        self._then = fork(attack)
        self.tokens = attack.attacker.surge
        self.critical = total(attack.attack("surges_to_crits"))
        self.chart = attack.chart
        self.spare: Face = self.chart or "blank"
        """What a surge counts as that neither Critical nor a token makes anything of."""
        self.told = self.critical + self.tokens
        """How many surges are told apart: so many are worth more than the others."""

    def rolled(self, pool: Iterable[str], lying: Iterable[Face] = ()) -> Chances[Wounds]:
        """From a roll of dice of these colours, beside those that lie."""
        surge, spare, most = ONE["surge"], ONE[self.spare], self.told

        def beside(had: int, more: int) -> int:
            return had + (spare if more == surge and had // surge % SLOT >= most else more)

        shown = Chances.certain(sum(ONE[face] for face in lying))
        for colour in pool:
            shown = shown.with_(one_die(ATTACK[colour], ONE.__getitem__), beside)
        return shown.map(self._read).then(self.met)

    def lain(self, shown: int) -> Chances[Wounds]:
        """From dice that lie for good and show this."""
        return self.met(self._read(shown))

    @remembered
    def _read(self, shown: int) -> Figures:
        """Steps 4c to 6."""
        faces = [face for face in SHOWN for _ in range(shown // ONE[face] % SLOT)]
        then = self._at(convert_attack(faces, self.critical, self.chart, self.tokens))
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
    then = fork(attack)
    # Blocks and surges of a roll are two digits of one number; a surge that always is a block is read as one.
    worth = {"block": 1, "surge": 1 if attack.surge_blocks else number + 1 if spent else 0, "blank": 0}

    def read(shown: int) -> Wounds:
        surges, plain = divmod(shown, number + 1)
        blocks = convert_defence([*lying, *["block"] * plain, *["surge"] * surges], attack.surge_blocks, spent)
        then.wounds = max(0, found - blocks + cancel_blocks(blocks, attack.pierce, ignored))
        return Wounds(then.wounds, total(then.defence("wound_attacker")))

    return summed(number, one_die(DEFENCE[unit.defence_die], lambda face: worth[str(face)])).map(read)
