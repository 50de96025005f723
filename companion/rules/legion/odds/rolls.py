"""Odds at the rolls of an attack and at the tokens that follow them (attack steps 4a to 7c)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from companion.engine.dice import Dice, Face
from companion.engine.odds import Given, Odds, TooLarge
from companion.engine.requests import Allotment, Option
from companion.odds.chances import Chances
from companion.rules.legion.catalog import KeywordEffect
from companion.rules.legion.dice import ATTACK
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.steps import aims_for_pierce, armour, convert_surges, dodges, full_speed, improve
from companion.rules.legion.odds.aiming import MOST_DICE, Kind, Throw, aimed
from companion.rules.legion.odds.figures import Onward, Wounds, after, defended, dodge_all, fork, modify
from companion.rules.legion.odds.rows import ATTACKING, DODGING, assumptions, compared

LISTED = 24
"""Sets of dice to reroll that are listed."""

MOST_SETS = 120
"""More sets than anybody compares."""

Places = tuple[int, ...]
DieT = TypeVar("DieT", Face, Kind)


def attack_roll_odds(attack: Attack, dice: Iterable[Dice], again: Sequence[int] = ()) -> Odds:
    """Steps 4a and 4b: a roll of these dice, `again` if they lie at these places. Raises TooLarge for more than are
    worked out."""
    pool = [group.name for group in dice for _ in range(group.count)]
    throw = Throw(Onward(attack), pool, _left(_kinds(attack), again))
    return _rolled(attack, {None: throw}, attack.attacker.aim)


def aim_odds(attack: Attack, most: int, spend: str) -> Odds:
    """Step 4b: which dice one aim token rerolls: every set of them, equal dice counted once.

    `spend` is the option that spends the token and rerolls nothing. Raises TooLarge for more sets than are
    compared.
    """
    kinds = _kinds(attack)
    sets, narrowed = _sets_of(kinds, most), list[str]()
    if sets is None:
        sets, narrowed = _sets_of(kinds, most, best=True), ["of dice that show the same, the best are rerolled"]
    if sets is None:
        raise TooLarge
    then = fork(attack)
    then.aim_spent += 1
    onward = Onward(then)
    throws = {places or (spend,): _again(onward, places) for places in sets}
    known = {(): Onward(attack).rolled((), attack.faces)}
    return _rolled(attack, throws, attack.attacker.aim - 1, known, *narrowed, shown=LISTED)


def _sets_of(kinds: Sequence[Kind], most: int, *, best: bool = False) -> list[Places] | None:
    """Sets of at most so many dice, by place, of equal dice the first ones; the empty set first. `best`: of dice that
    show the same only the best ones, those with the fewest blanks.

    None where there are more than are compared.
    """
    groups: dict[object, list[int]] = {}
    for place in sorted(range(len(kinds)), key=lambda at: ATTACK[kinds[at][0]].faces.count("blank") if best else at):
        groups.setdefault(kinds[place][1] if best else kinds[place], []).append(place)
    found: list[Places] = [()]
    for alike in groups.values():
        found += [
            (*chosen, *alike[:more]) for chosen in found for more in range(1, min(len(alike), most - len(chosen)) + 1)
        ]
        if len(found) > MOST_SETS:
            return None
    return sorted((tuple(sorted(chosen)) for chosen in found), key=len)


def _again(onward: Onward, places: Places) -> Throw:
    """The dice at these places are rolled again, and the others lie."""
    kinds = _kinds(onward.attack)
    return Throw(onward, [kinds[place][0] for place in places], _left(kinds, places))


def _kinds(attack: Attack) -> list[Kind]:
    """The attack dice that lie."""
    return list(zip(attack.colours, attack.faces, strict=True))


def _left(dice: Sequence[DieT], places: Sequence[int]) -> list[DieT]:
    """The dice at other places than these."""
    return [die for place, die in enumerate(dice) if place not in places]


def _rolled(
    attack: Attack,
    throws: Mapping[Given, Throw],
    aims: int,
    known: Mapping[Given, Chances[Wounds]] | None = None,
    *assumes: str,
    shown: int | None = None,
) -> Odds:
    """Dice that are rolled while so many aims are left, beside what is `known` of options that roll none."""
    found, counted = aimed(throws.values(), aims)
    each = {**(known or {}), **dict(zip(throws, found, strict=True))}
    later = assumptions(attack, *ATTACKING, aims=counted, of=aims)
    return compared(attack, attack.attacker, each, *assumes, *later, shown=shown)


def attack_surge_odds(attack: Attack, most: int) -> Odds:
    """Step 4c: how many surge tokens to spend."""
    found = {
        tokens: after(attack, partial(convert_surges, tokens=tokens), dodge_all, modify) for tokens in range(most + 1)
    }
    return compared(attack, attack.attacker, found, *assumptions(attack, "better", "dodges", *DODGING))


def improve_odds(attack: Attack, better: KeywordEffect, options: Iterable[Option[str]]) -> Odds:
    """Step 4c: what one token more is worth that makes a die better."""
    made: dict[Given, list[Callable[[Attack], None]]] = {
        option.value: [] if option.value == "stop" else [partial(improve, better=better, what=option.value)]
        for option in options
        if option.why_not is None
    }
    found = {option: after(attack, *steps, dodge_all, modify) for option, steps in made.items()}
    alone = f"no token more is spent for {better.name}"
    return compared(attack, attack.attacker, found, alone, *assumptions(attack, "dodges", *DODGING))


def dodge_odds(attack: Attack) -> Odds:
    """Step 5: how many dodges to spend, and on what where a crit may be dodged."""
    found = {
        option: after(attack, partial(dodges, on_hits=hits, on_crits=crits), modify)
        for option, (hits, crits) in _dodges(attack).items()
    }
    return compared(attack, attack.defender, found, *assumptions(attack, "better", *DODGING))


def _dodges(attack: Attack) -> dict[Given, tuple[int, int]]:
    """The ways to spend dodges on hits and on crits, by the answer."""
    most = attack.defender.dodge
    if not attack.defence("dodge_crits"):
        return {hits: (hits, 0) for hits in range(most + 1)}
    return {
        Allotment("dodge", {"hit": hits, "crit": crits, "keep": most - hits - crits}): (hits, crits)
        for crits in range(min(most, attack.crits) + 1)
        for hits in range(most - crits + 1)
    }


def ram_odds(attack: Attack) -> Odds:
    """Step 6: what a move at full speed makes of the results."""
    found = {False: after(attack, armour), True: after(attack, full_speed, armour)}
    assumes = assumptions(attack, "better", "luck", "blocks")
    return compared(attack, attack.attacker, found, *assumes, best=False)


def lethal_odds(attack: Attack, most: int) -> Odds:
    """Step 6: how many aims become Pierce."""
    found = {spent: after(attack, partial(aims_for_pierce, spent=spent), armour) for spent in range(most + 1)}
    return compared(attack, attack.attacker, found, *assumptions(attack, "luck", "blocks"))


def defence_roll_odds(attack: Attack, number: int, again: Sequence[int] = ()) -> Odds:
    """Steps 7a and 7b: so many defence dice are rolled, `again` if they lie at these places."""
    if number > MOST_DICE:
        raise TooLarge
    found = defended(attack, number, _left(attack.defence_faces, again))
    later = ["blocks"] if again else ["luck", "blocks"]
    return compared(attack, attack.defender, {None: found}, *assumptions(attack, *later))


def luck_odds(attack: Attack, most: int) -> Odds:
    """Step 7b: which defence dice to reroll, all at once."""
    faces = attack.defence_faces
    sets = _sets_of([("", face) for face in faces], most)
    if sets is None:
        raise TooLarge
    found = {places: defended(attack, len(places), _left(faces, places)) for places in sets}
    return compared(attack, attack.defender, found, *assumptions(attack, "blocks"), shown=LISTED)


def defence_surge_odds(attack: Attack, most: int) -> Odds:
    """Step 7c: how many surge tokens to spend."""
    found = {spent: defended(attack, 0, attack.defence_faces, spent) for spent in range(most + 1)}
    return compared(attack, attack.defender, found)
