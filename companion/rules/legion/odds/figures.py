"""An attack as it may go on from any step, from dice to wounds on both sides (attack steps 4a to 9): what dice show, of
which only as much is kept as the steps after it read; its figures on a copy; rows and columns that front ends show, and
what is assumed of what follows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from companion.engine.dice import Face
from companion.engine.odds import Given, Odds
from companion.engine.wording import does, possessive
from companion.odds.chances import Chances, one_die, summed
from companion.odds.remembered import remembered
from companion.odds.side_by_side import UNNAMED, Cell, best_of, side_by_side
from companion.rules.legion.dice import ATTACK, DEFENCE, Rolled, cancel_blocks, convert_attack, convert_defence
from companion.rules.legion.melee.figures import Attack, Pool, total
from companion.rules.legion.melee.steps import (
    armour,
    defence_lines,
    dice_lines,
    dodge_matters,
    dodges,
    impact,
    pierce_lines,
)
from companion.rules.legion.melee.wounds import foreseen
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
    counts = {colour: max(0, sum(line.value for line in lines)) for colour, lines in dice_lines(attack).items()}
    return tuple(sorted((colour, count) for colour, count in counts.items() if count))


class Figures(NamedTuple):
    """What defence dice answer: hits and crits together, whether a blank lies, and whether a dodge was spent."""

    found: int
    blank: bool
    dodged: bool


class Onward:
    """An attack from its dice to wounds, by what the players are taken to do. What has been worked out is remembered.

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

    def rolled(self, pool: ByColour, lying: Sequence[Face] = ()) -> Chances[Wounds]:
        """From a roll of these dice, beside those that lie."""
        most, number = self.critical + self.tokens, len(lying) + sum(count for _, count in pool)
        # Hits and crits stay what they are: only the surges have to be converted, once for their number.
        converted = [self.score([*lying, *["surge"] * surges]) for surges in range(most + 1)]

        def score(shown: ShownFaces) -> Rolled:
            made = converted[shown[2]]
            hits, crits = shown[0] + made.hits, shown[1] + made.crits
            return Rolled(hits, crits, number - hits - crits)

        return self.scored(attack_roll(pool, most, self.spare).map(score))

    def score(self, faces: Sequence[Face]) -> Rolled:
        """Attack dice that lie for good (step 4c)."""
        return convert_attack(faces, self.critical, self.chart, self.tokens)

    def scored(self, scores: Chances[Rolled]) -> Chances[Wounds]:
        """From scores, before the dodges."""
        return scores.map(self.figures).then(self.wounds)

    @remembered
    def figures(self, score: Rolled) -> Figures:
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

    @remembered
    def wounds(self, figures: Figures) -> Chances[Wounds]:
        """Steps 7a to 9: the defence roll against these figures."""
        then = self._at(Rolled(figures.found, 0, int(figures.blank)))
        then.dodge_spent = int(figures.dodged)
        then.pierce = max(0, sum(line.value for line in pierce_lines(then)))
        number = max(0, sum(line.value for line in defence_lines(then))) if figures.found else 0
        return defended(then, number)


def _modified(attack: Attack, on_hits: int, on_crits: int) -> Figures:
    """The figures after so many dodges."""
    dodges(attack, on_hits, on_crits)
    impact(attack)
    armour(attack)
    return standing(attack)


def standing(attack: Attack) -> Figures:
    """The figures of an attack as it stands when defence dice are counted."""
    return Figures(attack.hits + attack.crits, attack.blanks > 0, attack.dodge_spent > 0)


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


GOAL = "wounds dealt less wounds suffered"

Prospect = tuple[Attack, Chances[Wounds]]
"""An attack, and what it comes to."""


def health(unit: LegionUnit) -> int:
    """The wounds that a unit can still take."""
    return sum(mini.threshold - mini.wounds for mini in unit.living)


def worth(attack: Attack, found: Chances[Wounds]) -> Fraction:
    """Wounds that the attacker deals less those it suffers, each at most what is left, on average."""
    own, theirs = health(attack.attacker), health(attack.defender)
    return found.mean(lambda wounds: min(wounds.dealt, theirs) - min(wounds.taken, own))


def cells_of(attack: Attack, found: Chances[Wounds], *, own_too: bool) -> list[Cell]:
    """What is shown of an attack; `own_too`: what comes back at the attacker as well."""
    unit, attacker = attack.defender, attack.attacker
    left, own = health(unit), health(attacker)
    dealt = found.map(lambda wounds: min(wounds.dealt, left))
    minis = dealt.map(lambda count: foreseen(unit, count)[0]) if len(unit.living) > 1 else None
    back = own_too and "wound_attacker" in attack.defending
    taken = found.map(lambda wounds: min(wounds.taken, own))
    return [
        Cell("dealt", unit.id, "wounds", dealt, unit.name),
        Cell("minis", unit.id, "minis lost", minis, unit.name),
        Cell("falls", unit.id, "defeated", dealt.p(left), unit.name),
        Cell("taken", attacker.id, "wounds", taken if back else None, attacker.name),
        Cell("falls", attacker.id, "defeated", taken.p(own) if back else None, attacker.name),
    ]


def assumptions(attack: Attack, *later: str) -> tuple[str, ...]:
    """What is taken to follow, as far as it can. `later` are words for what may still be spent: `aims`, `dodges`,
    `surges` of the attacker, `blocks` by the defender's surges, `luck`, `ram`."""
    unit, own = attack.defender, attack.attacker
    mine, their = attack.attack, attack.defence
    possible = {
        "aims": (own.aim, f"{does(own.name, 'rerolls')} nothing afterwards"),
        "better": (
            any(own.get(keyword.effect.word) for keyword in mine("improve_with"))
            or (own.aim and mine("pierce_for_aim")),
            f"{does(own.name, 'spends')} no tokens by keywords",
        ),
        "surges": (own.surge and attack.chart is None, f"{does(own.name, 'spends')} all surge tokens that help"),
        "dodges": (unit.dodge, f"{does(unit.name, 'spends')} all dodges that help"),
        "ram": (bool(mine("results_to_crits")), f"{own.name} did not move at full speed"),
        "luck": (bool(their("defence_rerolls")), f"{does(unit.name, 'rerolls')} nothing"),
        "blocks": (
            unit.surge and unit.defence_surge is None,
            f"{does(unit.name, 'spends')} all surge tokens that help",
        ),
    }
    return tuple(dict.fromkeys(text for word, (holds, text) in possible.items() if holds and word in later))


ATTACKING = ("aims", "better", "surges", "dodges", "ram", "luck", "blocks")
"""What may follow an attack roll."""

AIMED = tuple(word for word in ATTACKING if word != "aims")
"""What may follow an attack roll whose aims are counted."""

DODGING = ("ram", "luck", "blocks")
"""What may follow the dodges."""


def compared(
    attack: Attack,
    of: LegionUnit,
    found: Mapping[Given, Chances[Wounds]],
    *assumes: str,
    best: bool = True,
    shown: int | None = None,
) -> Odds:
    """Options of one attack side by side as the unit `of` sees them, with the best for it. `shown`: no more rows than
    of so many."""
    of_all = {option: [(attack, wounds)] for option, wounds in found.items()}
    title = f"{possessive(attack.attacker.name)} attack on {attack.defender.name}"
    return attacks_compared(title, of, of_all, *assumes, best=best, shown=shown)


def attacks_compared(
    title: str,
    of: LegionUnit,
    found: Mapping[Given, Sequence[Prospect]],
    *assumes: str,
    best: bool = True,
    shown: int | None = None,
) -> Odds:
    """The same of options that are an attack or several each, all of one unit. Of several what comes back at it is
    not shown: they do not wound it together."""
    several = any(len(prospects) > 1 for prospects in found.values())
    first = next(attack for prospects in found.values() for attack, _ in prospects)
    mine = of is first.attacker
    worths = {option: sum((worth(*each) for each in prospects), Fraction(0)) for option, prospects in found.items()}
    if not mine:
        worths = {option: -each for option, each in worths.items()}
    listed = list(found)
    if shown is not None and len(listed) > shown:
        listed = listed[:1] + sorted(listed[1:], key=worths.__getitem__, reverse=True)[: shown - 1]
        assumes = (*assumes, f"the best {shown} of {len(found)} choices are listed")
    cells = {option: [c for each in found[option] for c in cells_of(*each, own_too=not several)] for option in listed}
    goal = GOAL if mine or "wound_attacker" in first.defending else "to suffer no wounds"
    return side_by_side(title, goal, cells, assumes, best_of(worths) if best else UNNAMED)
