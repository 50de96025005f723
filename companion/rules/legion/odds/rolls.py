"""Odds at the rolls of an attack and at the tokens that follow them (attack steps 4a to 7c)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from companion.engine.dice import Dice, Face
from companion.engine.odds import Given, Odds, TooLarge
from companion.engine.requests import Allotment, Option
from companion.odds.chances import Chances
from companion.rules.legion.catalog import KeywordEffect
from companion.rules.legion.dice import ATTACK, Rolled
from companion.rules.legion.melee.figures import Attack
from companion.rules.legion.melee.steps import aims_for_pierce, armour, full_speed, improve
from companion.rules.legion.odds.aiming import MOST_DICE, best_aims, following, held_odds, unrolled, with_aims
from companion.rules.legion.odds.figures import (
    ByColour,
    Onward,
    Wounds,
    defended,
    fork,
    standing,
)
from companion.rules.legion.odds.rows import DODGING, assumptions, compared

LISTED = 24
"""Sets of dice to reroll that are listed."""


Kind = tuple[str, Face]
"""A die by its colour and what it shows."""

MOST_SETS = 120
"""More sets than anybody compares."""

Places = tuple[int, ...]


def attack_roll_odds(attack: Attack, dice: Iterable[Dice]) -> Odds:
    """Step 4a: the attack roll. Raises TooLarge for more dice than are worked out."""
    pool = tuple((group.name, group.count) for group in dice if group.count)
    found, aims = held_odds({None: (attack, unrolled(attack, pool))})
    return compared(attack, attack.attacker, {None: found[None][1]}, *following(attack, aims, attack.attacker.aim))


def aim_odds(attack: Attack, most: int, spend: str) -> Odds:
    """Step 4b: which dice one aim token rerolls: every set of them, equal dice counted once.

    `spend` is the option that spends the token and rerolls nothing. Raises TooLarge for more sets than are
    compared.
    """
    kinds = [(attack.colours[place], face) for place, face in enumerate(attack.faces)]
    sets, narrowed = _sets_of(kinds, most), list[str]()
    if sets is None:
        sets, narrowed = _sets_of(kinds, most, best=True), ["of dice that show the same, the best are rerolled"]
    if sets is None:
        raise TooLarge
    aimed = fork(attack)
    aimed.aim_spent += 1
    found = {(): Onward(attack).rolled((), attack.faces)}
    ways: dict[Given, Places] = {(spend,): (), **{places: places for places in sets if places}}
    later, assumes = _later(attack, aimed, attack.attacker.aim - 1, ways.values())
    found |= zip(ways, later, strict=True)
    return compared(attack, attack.attacker, found, *narrowed, *assumes, shown=LISTED)


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


def attack_reroll_odds(attack: Attack, places: Sequence[int]) -> Odds:
    """Step 4b: the dice that are rolled again."""
    (found,), assumes = _later(attack, attack, attack.attacker.aim, [places])
    return compared(attack, attack.attacker, {None: found}, *assumes)


def _later(
    attack: Attack, aimed: Attack, left: int, ways: Collection[Sequence[int]]
) -> tuple[list[Chances[Wounds]], tuple[str, ...]]:
    """The wounds for each of these ways to roll dice again by their places, if the aims that are `left` after it reroll
    the best dice too, as many of them as players wait for; and what is assumed. `aimed` is the attack if none is."""
    parted = [_parted(attack, places) for places in ways]

    def prepare() -> Callable[[int], list[Chances[Wounds]]]:
        best = best_aims(attack, left, len(attack.faces))
        return lambda aims: [best(aims, pool, lying) for pool, lying in parted]

    onward = Onward(aimed)
    known = [onward.rolled(pool, [face for _, face in lying]) for pool, lying in parted]
    found, aims = with_aims(known, left, prepare)
    return found, following(attack, aims, left)


def _parted(attack: Attack, places: Sequence[int]) -> tuple[ByColour, list[Kind]]:
    """The dice at these places, to be rolled again, and the others as they lie."""
    colours = [attack.colours[place] for place in places]
    pool = tuple((colour, colours.count(colour)) for colour in ATTACK if colour in colours)
    lying = zip(attack.colours, attack.faces, strict=True)
    return pool, [kind for place, kind in enumerate(lying) if place not in places]


def attack_surge_odds(attack: Attack, most: int) -> Odds:
    """Step 4c: how many surge tokens to spend."""
    found = {tokens: Onward(attack, tokens).rolled((), attack.faces) for tokens in range(most + 1)}
    return compared(attack, attack.attacker, found, *assumptions(attack, "better", "dodges", *DODGING))


def improve_odds(attack: Attack, better: KeywordEffect, options: Iterable[Option[str]]) -> Odds:
    """Step 4c: what one token more is worth that makes a die better."""
    found = {"stop": _scored(attack)}
    for option in options:
        if option.value != "stop" and option.why_not is None:
            then = fork(attack)
            improve(then, better, option.value)
            found[option.value] = _scored(then)
    alone = f"no token more is spent for {better.name}"
    return compared(attack, attack.attacker, found, alone, *assumptions(attack, "dodges", *DODGING))


def _scored(attack: Attack) -> Chances[Wounds]:
    return Onward(attack).scored(Chances.certain(Rolled(attack.hits, attack.crits, attack.blanks)))


def dodge_odds(attack: Attack) -> Odds:
    """Step 5: how many dodges to spend, and on what where a crit may be dodged."""
    found = {option: Onward(attack).dodged(*spent) for option, spent in _dodges(attack).items()}
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
    found = {False: _modified(attack, lambda then: None), True: _modified(attack, full_speed)}
    assumes = assumptions(attack, "better", "luck", "blocks")
    return compared(attack, attack.attacker, found, *assumes, best=False)


def lethal_odds(attack: Attack, most: int) -> Odds:
    """Step 6: how many aims become Pierce."""
    found = {spent: _modified(attack, partial(aims_for_pierce, spent=spent)) for spent in range(most + 1)}
    return compared(attack, attack.attacker, found, *assumptions(attack, "luck", "blocks"))


def _modified(attack: Attack, change: Callable[[Attack], None]) -> Chances[Wounds]:
    """What is left of step 6 and all after it, once this was done to the results."""
    then = fork(attack)
    change(then)
    armour(then)
    return Onward(then).wounds(standing(then))


def defence_roll_odds(attack: Attack, number: int) -> Odds:
    """Step 7a: the defence roll."""
    if number > MOST_DICE:
        raise TooLarge
    return compared(attack, attack.defender, {None: defended(attack, number)}, *assumptions(attack, "luck", "blocks"))


def luck_odds(attack: Attack, most: int) -> Odds:
    """Step 7b: which defence dice to reroll, all at once."""
    kinds: list[Kind] = [("", face) for face in attack.defence_faces]
    sets = _sets_of(kinds, most)
    if sets is None:
        raise TooLarge
    found = {places: _blocked(attack, places) for places in sets}
    return compared(attack, attack.defender, found, *assumptions(attack, "blocks"), shown=LISTED)


def defence_reroll_odds(attack: Attack, places: Sequence[int]) -> Odds:
    """Step 7b: the defence dice that are rolled again."""
    return compared(attack, attack.defender, {None: _blocked(attack, places)}, *assumptions(attack, "blocks"))


def _blocked(attack: Attack, places: Sequence[int]) -> Chances[Wounds]:
    lying = [face for place, face in enumerate(attack.defence_faces) if place not in places]
    return defended(attack, len(places), lying)


def defence_surge_odds(attack: Attack, most: int) -> Odds:
    """Step 7c: how many surge tokens to spend."""
    found = {spent: defended(attack, 0, attack.defence_faces, spent) for spent in range(most + 1)}
    return compared(attack, attack.defender, found)
