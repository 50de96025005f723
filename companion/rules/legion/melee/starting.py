"""Starting a melee at the end of a move: who touches whom."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.wording import possessive, question, verb
from companion.rules.legion.engagement import foes, free_minis, pairs, touched
from companion.rules.legion.melee.closing_up import remember_no_room
from companion.rules.legion.records import Mini
from companion.rules.legion.units import Game, LegionUnit

STARTING = (
    Step("M1", "The leader touches"),
    Step("M2", "The other minis are placed"),
    Step("M3", "The opponent's free minis"),
    Step("M4", "Cohesion"),
)

EACH_ONE = "each mini touches one enemy mini"
"""What odds of a move that starts a melee assume."""

MOST_PAIRS = 16
"""Up to this many pairs of minis are asked for in one question; beyond it each mini is asked for by itself."""


@procedure("Starting a melee", STARTING)
async def start_melee(game: Game, unit: LegionUnit, foe: LegionUnit) -> None:
    """The minis of a unit come into contact with one enemy unit, and its free minis come forward."""
    game.fight({"moving": [unit], "target": [foe]})
    game.at("M1")
    leader = unit.leader
    others = [mini for mini in unit.living if mini is not leader]
    if others and _in_one_question(unit.living, foe):
        await _place_together(game, unit, [leader, *others], foe)
        # Without the leader's contact no melee starts: it is asked for alone if the answer left it out.
        if leader.id not in touched(game.table):
            await _leader_contact(game, unit, foe)
        game.at("M2")
    else:
        await _leader_contact(game, unit, foe)
        if game.enters("M2", others, "the leader is alone"):
            await _place(game, unit, others, foe)
    await _come_forward(game, unit, foe)
    game.at("M4")
    title = f"are all minis of {unit.name} and {foe.name} in cohesion?"
    if game.options["ask_cohesion"]:
        await game.do("cohesion", by="table", title=title)
    # The mover fights this enemy alone; the other side's minis may still find room against somebody else.
    whole = [unit] if len(foes(foe, pairs(game.table))) > 1 else [unit, foe]
    remember_no_room(game, [mini.id for of in whole for mini in of.living if of.mini_armed(mini)])


async def _leader_contact(game: Game, unit: LegionUnit, foe: LegionUnit) -> None:
    leader = unit.leader
    several = len(unit.minis) > 1
    who = f"the leader of {unit.name}" if several else unit.name
    chosen = await game.pick(
        "leader_contact",
        by=unit.side,
        at_least=1,
        why="the leader ends this move in contact",
        title=f"which minis of {foe.name} {'does' if several else verb(unit.name, 'does')} {who} touch?",
        options=[Option(m.id, game.table.mini_title(m.id)) for m in foe.living],
    ).usually([foe.living[0].id], EACH_ONE)
    for target in chosen:
        game.connect(leader.id, target, f"{unit.name}: moved into contact")


async def _come_forward(game: Game, unit: LegionUnit, foe: LegionUnit) -> None:
    """Step M3: minis of the unit that was met, if they touch no enemy. Only a unit with a melee weapon does it."""
    if not foe.armed:
        game.skip("M3", f"{foe.name}: no melee weapon")
        return
    free = free_minis(foe, touched(game.table))
    if not game.enters("M3", free, f"{foe.name}: no mini is free"):
        return
    await _place(game, foe, free, unit)


def _in_one_question(minis: Sequence[Mini], foe: LegionUnit) -> bool:
    return len(minis) > 1 and len(minis) * len(foe.living) <= MOST_PAIRS


async def _place(game: Game, unit: LegionUnit, minis: Sequence[Mini], foe: LegionUnit) -> None:
    """Places minis against an enemy unit: all in one question if that is short, else one by one."""
    if _in_one_question(minis, foe):
        await _place_together(game, unit, minis, foe)
        return
    for mini in minis:
        if mini.alive:
            await _place_mini(game, mini.id, foe)


@procedure("Placing minis")
async def _place_together(game: Game, unit: LegionUnit, minis: Sequence[Mini], foe: LegionUnit) -> None:
    """One question for several minis: each pair of minis that touch, as `mini+enemy mini`."""
    table = game.table
    pairs = {f"{mini.id}+{target.id}": (mini, target) for mini in minis for target in foe.living}
    whose = f"the minis of {unit.name}" if len(minis) == len(unit.living) else f"the free minis of {unit.name}"
    touching = await game.pick(
        "place_minis",
        by=unit.side,
        options=[
            Option(pair, f"{table.mini_title(mini.id)} – {table.mini_title(target.id)}")
            for pair, (mini, target) in pairs.items()
        ],
        title=f"whom do {whose} touch, in cohesion? A mini left out has no room",
    ).usually([f"{mini.id}+{target.id}" for mini, target in zip(minis, cycle(foe.living))], EACH_ONE)
    for mini, target in map(pairs.__getitem__, touching):
        if mini.alive and target.alive:
            game.connect(mini.id, target.id, f"{possessive(unit.name)} mini comes into contact")


@procedure("Placing a mini")
async def _place_mini(game: Game, mini: str, foe: LegionUnit) -> None:
    owner = game.table.owner(mini)
    touching = await game.pick(
        "place_mini",
        by=owner.side,
        options=[Option(m.id, game.table.mini_title(m.id)) for m in foe.living],
        title=f"whom {question(game.table.mini_title(mini), 'does')} touch? (none: no room)",
    ).usually([foe.living[0].id], EACH_ONE)
    for target in touching:
        game.connect(mini, target, f"{possessive(owner.name)} mini comes into contact")
