"""What an attack comes to, as rows and columns that front ends show, and what is assumed of what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.odds import Given, Odds
from companion.engine.wording import does, possessive
from companion.odds.chances import Chances
from companion.odds.side_by_side import UNNAMED, Cell, best_of, side_by_side
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.wounds import foreseen
from companion.rules.legion.odds.figures import Wounds
from companion.rules.legion.units import LegionUnit

GOAL = "wounds dealt less wounds suffered"

Prospect = tuple[Attack, Chances[Wounds]]
"""An attack, and what it comes to."""


def worth(attack: Attack, found: Chances[Wounds]) -> Fraction:
    """Wounds that the attacker deals less those it suffers, each at most what is left, on average."""
    own, theirs = attack.attacker.health, attack.defender.health
    return found.mean(lambda wounds: min(wounds.dealt, theirs) - min(wounds.taken, own))


def cells_of(attack: Attack, found: Chances[Wounds], *, own_too: bool) -> list[Cell]:
    """What is shown of an attack; `own_too`: what comes back at the attacker as well."""
    unit, attacker = attack.defender, attack.attacker
    left, own = unit.health, attacker.health
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


def assumptions(attack: Attack, *later: str, aims: int = 0, of: int = 0) -> tuple[str, ...]:
    """What is taken to follow, as far as it can. `later` are words for what may still be spent: `aims`, `dodges`,
    `surges` of the attacker, `blocks` by the defender's surges, `luck`, `ram`. So many `aims` count of those left."""
    unit, own = attack.defender, attack.attacker
    mine, their = attack.attack, attack.defence
    aimed = f"an aim of {own.name} rerolls" if aims == 1 else f"{aims} aims of {own.name} reroll"
    kept = f", {of - aims} more {'are' if of - aims > 1 else 'is'} kept" if of > aims else ""
    possible = {
        "aims": (
            own.aim,
            f"{aimed} the best dice{kept}" if aims else f"{does(own.name, 'rerolls')} nothing afterwards",
        ),
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
