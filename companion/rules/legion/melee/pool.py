"""Forming attack pools (attack steps 1 to 3): which mini uses which melee weapon against whom."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.engine.requests import Option
from companion.engine.wording import count, listed
from companion.rules.legion.catalog import Effects, effects_of
from companion.rules.legion.dice import COLOURS
from companion.rules.legion.records import Mini, Weapon
from companion.rules.legion.units import Game, LegionUnit

Chosen = dict[str, list[str]]
"""Mini id to the names of the weapons it uses."""


@dataclass(slots=True)
class Pool:
    """One pool: against whom, and which mini uses which weapons."""

    defender: LegionUnit
    chosen: Chosen

    def uses(self, unit: LegionUnit) -> list[tuple[Weapon, int]]:
        """Each weapon profile in it, with how many minis use it."""
        found = []
        for weapon in unit.weapons:
            users = sum(weapon.name in names and weapon.usable_by(mini) for mini, names in self.chosen.items())
            if users and weapon.melee:
                found.append((weapon, users))
        return found

    def dice(self, unit: LegionUnit) -> dict[str, list[tuple[str, int]]]:
        """By colour: how many dice each weapon adds, in words and number."""
        lines: dict[str, list[tuple[str, int]]] = {}
        for weapon, users in self.uses(unit):
            for colour in COLOURS:
                if weapon.dice.get(colour):
                    label = weapon.name if users == 1 else f"{users} × {weapon.name}"
                    lines.setdefault(colour, []).append((label, users * weapon.dice[colour]))
        return lines

    def effects(self, unit: LegionUnit) -> Effects:
        """What the attacker's keywords do for this pool: its own, and those of its weapons added up mini by mini."""
        numbers: dict[str, int | bool] = dict(unit.effective_keywords)
        for weapon, users in self.uses(unit):
            for name, number in weapon.keywords.items():
                before = numbers.get(name, 0)
                numbers[name] = True if number is True or before is True else int(before) + users * int(number)
        return effects_of(tuple(numbers.items()))


@dataclass(slots=True)
class Arms:
    """What the minis of an attacker have left to use: same-named weapons go into one pool, each mini its few."""

    unit: LegionUnit
    used: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)

    limit: int = field(init=False)
    """Weapons a mini may use in one attack: 1, or more by keyword."""

    def __post_init__(self) -> None:
        self.limit = max([1, *(more.x or 1 for more in self.unit.having("weapons"))])

    def left(self) -> dict[str, list[str]]:
        """By mini that can still fight: the weapon names it may still use."""
        return {
            mini.id: names
            for mini in self.unit.living
            if not mini.noncombatant and self.used.get(mini.id, 0) < self.limit and (names := self._of(mini))
        }

    def _of(self, mini: Mini) -> list[str]:
        usable = [w.name for w in self.unit.weapons if w.melee and w.usable_by(mini.id) and w.name not in self.names]
        return list(dict.fromkeys(usable))

    def take(self, chosen: Chosen) -> None:
        """Marks what a pool has taken."""
        for mini, names in chosen.items():
            self.used[mini] = self.used.get(mini, 0) + len(names)
            self.names += [n for n in names if n not in self.names]


async def choose_weapons(game: Game, arms: Arms, defender: LegionUnit, split: bool) -> Pool:
    """The weapons of one pool. Players are asked only where minis have more weapons than they may use.

    `split`: another pool may follow, so the attacker first says which weapons go into this one.
    """
    unit = arms.unit
    left = arms.left()
    names = list(dict.fromkeys(n for of in left.values() for n in of))
    if split and len(names) > 1:
        names = list(
            await game.pick(
                "choose_weapons",
                by=unit.side,
                at_least=1,
                why="a pool needs dice",
                options=[Option(n, n) for n in names],
                title=f"{unit.name}: which weapons go into the pool against {defender.name}?",
            )
        )
    kept = await _kept_back(game, arms, defender, left, names) if split else ()
    chosen: Chosen = {}
    groups: dict[tuple[str, ...], list[str]] = {}
    for mini, of in left.items():
        if mini in kept:
            continue
        groups.setdefault(tuple(n for n in of if n in names), []).append(mini)
    for able, minis in groups.items():
        if able:
            chosen.update(await _group(game, arms, able, minis))
    arms.take(chosen)
    return Pool(defender, chosen)


async def _kept_back(
    game: Game, arms: Arms, defender: LegionUnit, left: dict[str, list[str]], names: list[str]
) -> tuple[str, ...]:
    """The minis that keep their other weapons for another enemy. Asked where a mini has too many for both pools."""
    able = {mini: of for mini, of in left.items() if any(n in names for n in of)}
    divided = [
        mini
        for mini, of in able.items()
        if len(of) > arms.limit - arms.used.get(mini, 0) and any(n not in names for n in of)
    ]
    all_but_one = len(divided) == len(able)
    if not divided or (all_but_one and len(divided) == 1):
        return ()
    kept: tuple[str, ...] = await game.pick(
        "keep_weapons",
        by=arms.unit.side,
        at_most=len(divided) - 1 if all_but_one else len(divided),
        why="one mini at least attacks this enemy" if all_but_one else "",
        options=[
            Option(mini, f"{game.table.mini_title(mini)}: {listed(n for n in left[mini] if n not in names)}")
            for mini in divided
        ],
        title=f"{arms.unit.name} against {defender.name}: which minis keep their other weapons for another enemy?",
    )
    return kept


async def _group(game: Game, arms: Arms, able: tuple[str, ...], minis: list[str]) -> Chosen:
    """The choice of minis that have the same weapons: all alike, or each its own."""
    room = arms.limit - max(arms.used.get(mini, 0) for mini in minis)
    if len(able) <= room:
        return {mini: list(able) for mini in minis}
    who = game.table.mini_title(minis[0]) if len(minis) == 1 else f"{count(len(minis), 'mini')} of {arms.unit.name}"
    if room > 1:
        picked = await game.pick(
            "choose_weapons",
            by=arms.unit.side,
            at_least=1,
            at_most=room,
            why=f"up to {room} weapons a mini, at least one",
            code="too_many_weapons",
            title=f"{who}: which weapons (up to {room})?",
            options=[Option(n, n) for n in able],
        )
        return {mini: list(picked) for mini in minis}
    mixed = [Option("mixed", "not all the same")] if len(minis) > 1 else []
    picked_one = await game.choose(
        "choose_weapons",
        by=arms.unit.side,
        title=f"{who}: which weapon?",
        options=[*(Option(n, n) for n in able), *mixed],
        code="no_such_weapon",
    )
    if picked_one != "mixed":
        return {mini: [picked_one] for mini in minis}
    chosen: Chosen = {}
    for mini in minis:
        title = f"{game.table.mini_title(mini)}: which weapon?"
        chosen[mini] = [
            await game.choose(
                "choose_weapons",
                by=arms.unit.side,
                title=title,
                code="no_such_weapon",
                options=[Option(n, n) for n in able],
            )
        ]
    return chosen
