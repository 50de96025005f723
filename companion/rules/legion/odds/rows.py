"""What an attack comes to, as rows and columns that front ends show, and what is assumed of what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from companion.engine.odds import Chance, Given, Odds
from companion.engine.wording import does, possessive
from companion.odds.chances import Chances
from companion.odds.side_by_side import columns, numbers
from companion.odds.side_by_side import compared as side_by_side
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.wounds import foreseen
from companion.rules.legion.odds.figures import Wounds
from companion.rules.legion.units import LegionUnit

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


def rows_of(attack: Attack, found: Chances[Wounds], option: Given = None) -> list[Chance]:
    """The rows of one option."""
    unit, attacker = attack.defender, attack.attacker
    left = health(unit)
    dealt = found.map(lambda wounds: min(wounds.dealt, left))
    rows = numbers(option, "dealt", dealt, unit.id)
    if len(unit.living) > 1:
        fallen = {count: foreseen(unit, count)[0] for count in dealt.weights}
        rows += numbers(option, "minis", dealt.map(fallen.__getitem__), unit.id)
    rows.append(Chance(option, "falls", dealt.p(left), unit.id))
    if "wound_attacker" in attack.defending:
        own = health(attacker)
        taken = found.map(lambda wounds: min(wounds.taken, own))
        rows += numbers(option, "taken", taken, attacker.id)
        rows.append(Chance(option, "falls", taken.p(own), attacker.id))
    return rows


def _texts(unit: LegionUnit) -> dict[str, str]:
    return {"dealt": "wounds", "minis": "minis lost", "taken": "wounds", "falls": "defeated"}


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
    every = [attack for prospects in found.values() for attack, _ in prospects]
    several = any(len(prospects) > 1 for prospects in found.values())
    mine = of is every[0].attacker
    worths = {option: sum((worth(*each) for each in prospects), Fraction(0)) for option, prospects in found.items()}
    if not mine:
        worths = {option: -each for option, each in worths.items()}
    listed = list(found)
    if shown is not None and len(listed) > shown:
        listed = listed[:1] + sorted(listed[1:], key=worths.__getitem__, reverse=True)[: shown - 1]
        assumes = (*assumes, f"the best {shown} of {len(found)} choices are listed")
    rows = [
        row
        for option in listed
        for attack, wounds in found[option]
        for row in rows_of(attack, wounds, option)
        if not several or row.of != attack.attacker.id
    ]
    goal = GOAL if mine or "wound_attacker" in every[0].defending else "to suffer no wounds"
    heads = columns([unit for attack in every for unit in (attack.defender, attack.attacker)], _texts, rows)
    return side_by_side(title, goal, rows, heads, assumes, {o: (each,) for o, each in worths.items()}, best=best)
