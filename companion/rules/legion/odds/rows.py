"""What an attack comes to, as rows and columns that front ends show, and what is assumed of what follows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from companion.engine.odds import Chance, Heading, Odds, of_numbers
from companion.engine.wording import possessive
from companion.odds.chances import Chances
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.wounds import foreseen
from companion.rules.legion.odds.figures import Wounds
from companion.rules.legion.units import LegionUnit

GOAL = "wounds dealt less wounds suffered"


def health(unit: LegionUnit) -> int:
    """The wounds that a unit can still take."""
    return sum(mini.threshold - mini.wounds for mini in unit.living)


def worth(attack: Attack, found: Chances[Wounds]) -> Fraction:
    """Wounds that the attacker deals less those it suffers, each at most what is left, on average."""
    own, theirs = health(attack.attacker), health(attack.defender)
    return found.mean(lambda wounds: min(wounds.dealt, theirs) - min(wounds.taken, own))


def rows_of(attack: Attack, found: Chances[Wounds], option: str = "") -> list[Chance]:
    """The rows of one option."""
    unit, attacker = attack.defender, attack.attacker
    left = health(unit)
    dealt = found.map(lambda wounds: min(wounds.dealt, left))
    rows = of_numbers(option, "dealt", dealt.fractions().items(), unit.id)
    if len(unit.living) > 1:
        fallen = {count: foreseen(unit, count)[0] for count in dealt.weights}
        rows += of_numbers(option, "minis", dealt.map(lambda count: fallen[count]).fractions().items(), unit.id)
    rows.append(Chance(option, "falls", dealt.p(left), unit.id))
    if "wound_attacker" in attack.defending:
        own = health(attacker)
        taken = found.map(lambda wounds: min(wounds.taken, own))
        rows += of_numbers(option, "taken", taken.fractions().items(), attacker.id)
        rows.append(Chance(option, "falls", taken.p(own), attacker.id))
    return rows


def headings(units: Iterable[LegionUnit], rows: Iterable[Chance]) -> tuple[Heading, ...]:
    """The columns that these rows have, by unit."""
    there = {(row.measure, row.of) for row in rows}
    texts = {"dealt": "wounds", "minis": "minis lost", "taken": "wounds", "falls": "defeated"}
    return tuple(
        Heading(measure, unit.id, f"{unit.name}: {text}")
        for unit in units
        for measure, text in texts.items()
        if (measure, unit.id) in there
    )


def assumptions(attack: Attack, *later: str) -> tuple[str, ...]:
    """What is taken to follow, as far as it can. `later` are words for what may still be spent: `aims`, `dodges`,
    `surges` of the attacker, `blocks` by the defender's surges, `luck`, `ram`."""
    unit, own = attack.defender, attack.attacker
    mine, their = attack.attack, attack.defence
    possible = {
        "aims": (own.aim, f"{own.name} rerolls nothing afterwards"),
        "better": (
            any(own.get(keyword.effect.word) for keyword in mine("improve_with"))
            or (own.aim and mine("pierce_for_aim")),
            f"{own.name} spends no tokens by keywords",
        ),
        "surges": (own.surge and attack.chart is None, f"{own.name} spends all surge tokens that help"),
        "dodges": (unit.dodge, f"{unit.name} spends all dodges that help"),
        "ram": (bool(mine("results_to_crits")), f"{own.name} did not move at full speed"),
        "luck": (bool(their("defence_rerolls")), f"{unit.name} rerolls nothing"),
        "blocks": (unit.surge and unit.defence_surge is None, f"{unit.name} spends all surge tokens that help"),
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
    found: Mapping[str, Chances[Wounds]],
    *assumes: str,
    best: bool = True,
    shown: int | None = None,
) -> Odds:
    """Options side by side as the unit `of` sees them, with the best for it. `shown`: no more rows than of so many."""
    sign = 1 if of is attack.attacker else -1
    worths = {option: sign * worth(attack, wounds) for option, wounds in found.items()}
    choose = best and len(found) > 1
    # Of equals the first one listed is the best: it spends the least.
    safest = max(worths, key=worths.__getitem__) if choose else ""
    listed = list(found)
    if shown is not None and len(listed) > shown:
        listed = listed[:1] + sorted(listed[1:], key=worths.__getitem__, reverse=True)[: shown - 1]
        assumes = (*assumes, f"the best {shown} of {len(found)} choices are listed")
    rows = [row for option in listed for row in rows_of(attack, found[option], option)]
    goal = GOAL if sign > 0 or "wound_attacker" in attack.defending else "to suffer no wounds"
    return Odds(
        f"{possessive(attack.attacker.name)} attack on {attack.defender.name}",
        goal,
        tuple(rows),
        headings((attack.defender, attack.attacker), rows),
        assumes,
        value=worths[safest] if choose else None,
        safest=safest,
        guarantees=tuple(worths.items()) if choose else (),
    )
