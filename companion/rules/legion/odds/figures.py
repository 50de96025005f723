"""An attack as it may go on from any step, from dice to wounds on both sides (attack steps 4a to 9): what dice show, of
which only as much is kept as the steps after it read, and its figures on a copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from functools import cache, lru_cache
from math import prod
from typing import NamedTuple

from companion.engine.dice import Face
from companion.engine.odds import TooLarge
from companion.odds.chances import Chances, one_die, summed
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

MOST_DICE = 36
"""A pool of more dice is not worked out: it would keep the players waiting."""


class ShownFaces(NamedTuple):
    """Faces of attack dice as they lie; what is none of these is blank."""

    hits: int = 0
    crits: int = 0
    surges: int = 0


@lru_cache(maxsize=1024)
def attack_roll(pool: ByColour, surges: int, spare: str) -> Chances[ShownFaces]:
    """What a pool shows. Of surges at most so many are told apart; every further one counts as `spare`.

    `spare` is what the surge chart makes of it: `hit`, `crit` or `blank`.
    """

    number = sum(count for _, count in pool)
    total = prod(len(ATTACK[colour].faces) ** count for colour, count in pool)
    # The ways to so many hits and crits are digits of one number, which a die more adds to itself, moved by its face.
    size = total.bit_length() // 8 + 1
    moved = {"hit": 8 * size, "crit": 8 * size * (number + 1), "blank": 0}
    found = [1, *[0] * surges]
    for colour, count in pool:
        die = one_die(ATTACK[colour], str).weights
        for _ in range(count):
            following = [sum([die.get(face, 0) * ways << by for face, by in moved.items()]) for ways in found]
            for had, ways in enumerate(found):
                more = die.get("surge", 0) * ways
                following[min(had + 1, surges)] += more << moved[spare] if had == surges else more
            found = following
    return Chances(
        {shown: ways for had, packed in enumerate(found) for shown, ways in _digits(packed, had, number, size)}, total
    )


def _digits(packed: int, surges: int, number: int, size: int) -> Iterator[tuple[ShownFaces, int]]:
    """What so many dice show beside these surges, with the ways to it."""
    data = packed.to_bytes(size * (number + 1) ** 2, "little")
    for crits in range(number + 1):
        for hits in range(number + 1 - crits):
            at = size * (crits * (number + 1) + hits)
            ways = int.from_bytes(data[at : at + size], "little")
            if ways:
                yield ShownFaces(hits, crits, surges), ways


class Defence(NamedTuple):
    """How blocks are counted: the die, whether surges are blocks, surge tokens, Pierce and whether it is ignored."""

    die: str
    surge_blocks: bool
    tokens: int
    pierce: int
    ignored: bool


@lru_cache(maxsize=2048)
def blocks(defence: Defence, number: int, lying: tuple[str, ...] = ()) -> Chances[int]:
    """The blocks that count of so many defence dice to roll, beside those that lie."""
    # Blocks and surges of a roll are two digits of one number; a surge that always is a block is read as one.
    worth = {"block": 1, "surge": 1 if defence.surge_blocks else number + 1 if defence.tokens else 0, "blank": 0}
    shown = summed(number, one_die(DEFENCE[defence.die], lambda face: worth[str(face)]))

    def read(found: int) -> int:
        surges, plain = divmod(found, number + 1)
        faces = [*lying, *["block"] * plain, *["surge"] * surges]
        made = convert_defence(faces, defence.surge_blocks, defence.tokens)
        return made - cancel_blocks(made, defence.pierce, defence.ignored)

    return shown.map(read)


class Wounds(NamedTuple):
    """The wounds that the attacker deals, and those that come back at it. Not capped by what is left to lose."""

    dealt: int = 0
    taken: int = 0


def attack_of(table: LegionTable, attacker: LegionUnit, pool: Pool, piercer: str = "") -> Attack:
    """An attack with this pool, nothing rolled yet."""
    return Attack(table, attacker, pool.defender, pool, pool.effects(attacker), pool.defender.effects, piercer)


def fork(attack: Attack) -> Attack:
    """The attack as it stands, to be played on; the one that is played stays as it is."""
    made = copy(attack)
    made.hit_lines, made.crit_lines = [], []
    made.pierce_for_aim = list(attack.pierce_for_aim)
    return made


def pool_of(attack: Attack) -> ByColour:
    """The attack dice that will be rolled."""
    counts = {colour: max(0, sum(line.value for line in lines)) for colour, lines in dice_lines(attack).items()}
    return tuple(sorted((colour, count) for colour, count in counts.items() if count))


class Figures(NamedTuple):
    """What defence dice answer: hits and crits together, whether a blank lies, and whether a dodge was spent."""

    found: int
    blank: bool
    dodged: bool


class Onward:
    """An attack from its dice to wounds, by what the players are taken to do. What has been worked out is kept.

    The attacker spends `tokens` surge tokens, or all that help; the defender all dodges and surge tokens that help.
    Nobody rerolls, and no other token is spent.
    """

    def __init__(self, attack: Attack, tokens: int | None = None) -> None:
        self.attack = fork(attack)
        self.tokens = attack.attacker.surge if tokens is None else tokens
        self.critical = total(attack.attack("surges_to_crits"))
        self.chart = attack.chart
        self.spare: Face = self.chart or "blank"
        """What a surge counts as that neither Critical nor a token makes anything of."""
        self.told = self.critical + self.tokens > 0
        """Whether surges are told apart, for a number of them is worth more than the others."""
        self.figures = cache(self._figures)
        self.wounds = cache(self._wounds)

    def rolled(self, pool: ByColour, lying: Sequence[Face] = ()) -> Chances[Wounds]:
        """From a roll of these dice, beside those that lie."""
        most, number = self.critical + self.tokens, len(lying) + sum(count for _, count in pool)
        # Hits and crits stay what they are: only the surges have to be converted, once for their number.
        converted = [self.score([*lying, *["surge"] * surges]) for surges in range(most + 1)]

        def score(shown: ShownFaces) -> Rolled:
            made = converted[shown.surges]
            hits, crits = shown.hits + made.hits, shown.crits + made.crits
            return Rolled(hits, crits, number - hits - crits)

        return self.scored(attack_roll(pool, most, self.spare).map(score))

    def score(self, faces: Sequence[Face]) -> Rolled:
        """Attack dice that lie for good (step 4c)."""
        return convert_attack(faces, self.critical, self.chart, self.tokens)

    def scored(self, scores: Chances[Rolled]) -> Chances[Wounds]:
        """From scores, before the dodges."""
        return scores.map(self.figures).then(self.wounds)

    def _figures(self, score: Rolled) -> Figures:
        """Steps 5 and 6, with all dodges that help: on crits first where they may be, since armour stops none."""
        then = self._at(score)
        spent = then.defender.dodge if dodge_matters(then) else 0
        on_crits = min(spent, then.crits) if then.defence("dodge_crits") else 0
        return _modified(then, spent - on_crits, on_crits)

    def dodged(self, on_hits: int, on_crits: int) -> Chances[Wounds]:
        """From the score that stands, with so many dodges on hits and on crits."""
        return self.wounds(_modified(self.attack, on_hits, on_crits))

    def _at(self, score: Rolled) -> Attack:
        then = self.attack
        then.hits, then.crits, then.blanks = score
        then.dodge_spent = 0
        then.hit_lines.clear()
        then.crit_lines.clear()
        return then

    def _wounds(self, figures: Figures) -> Chances[Wounds]:
        """Steps 7a to 9: the defence roll against these figures."""
        then = self._at(Rolled(figures.found, 0, int(figures.blank)))
        then.dodge_spent = int(figures.dodged)
        then.pierce = max(0, sum(line.value for line in pierce_lines(then)))
        number = max(0, sum(line.value for line in defence_lines(then))) if figures.found else 0
        return wounds(then, blocks(defence_of(then), number))


def _modified(attack: Attack, on_hits: int, on_crits: int) -> Figures:
    """The figures after so many dodges."""
    dodges(attack, on_hits, on_crits)
    impact(attack)
    armour(attack)
    return standing(attack)


def unrolled(attack: Attack, pool: ByColour | None = None) -> Chances[Wounds]:
    """The wounds of an attack whose dice are still to be rolled. Raises TooLarge for more than are worked out."""
    dice = pool_of(attack) if pool is None else pool
    if sum(count for _, count in dice) > MOST_DICE:
        raise TooLarge
    return Onward(attack).rolled(dice)


def standing(attack: Attack) -> Figures:
    """The figures of an attack as it stands when defence dice are counted."""
    return Figures(attack.hits + attack.crits, attack.blanks > 0, attack.dodge_spent > 0)


def defence_of(attack: Attack, tokens: int | None = None) -> Defence:
    """How the defender's blocks are counted, Pierce being known; it spends all surge tokens that help by default."""
    unit = attack.defender
    spent = unit.surge if tokens is None else tokens
    ignored = bool(attack.immunity("all", "melee"))
    return Defence(unit.defence_die, attack.surge_blocks, spent, attack.pierce, ignored)


def wounds(attack: Attack, blocked: Chances[int]) -> Chances[Wounds]:
    """Step 9: hits and crits against blocks."""
    found = attack.hits + attack.crits
    dealt = blocked.map(lambda count: max(0, found - count))
    # What comes back asks whether any are dealt, not how many.
    none, some = _back(attack, 0), _back(attack, 1)
    return dealt.map(lambda count: Wounds(count, some if count else none))


def _back(attack: Attack, dealt: int) -> int:
    """Wounds that come back at the attacker."""
    if "wound_attacker" not in attack.defending:
        return 0
    then = fork(attack)
    then.wounds = dealt
    return total(then.defence("wound_attacker"))
