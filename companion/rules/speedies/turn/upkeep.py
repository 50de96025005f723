"""The Upkeep phase: neutrals, rout (U2), recovery, Treasure, ongoing spells."""

from __future__ import annotations

from typing import Any

from companion.engine.procedure import Step, procedure
from companion.engine.requests import Option
from companion.engine.state.changes import Line, Tally
from companion.engine.state.phrases import phrase, step_said
from companion.engine.wording import count, does, possessive
from companion.rules.speedies import engagement
from companion.rules.speedies.conditions import recovered
from companion.rules.speedies.injuries import drop_treasure, set_status
from companion.rules.speedies.morale import morale_check
from companion.rules.speedies.stat_checks import stat_check
from companion.rules.speedies.turn.ending import alliances, end_if_decided, treasure_of
from companion.rules.speedies.turn.phases import end_turn, go_on
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit

STEPS = (
    Step("U1", "Neutrals act"),
    Step("U2", "Rout"),
    Step("U3", "Recover"),
    Step("U4", "Pick up Treasure"),
    Step("U5", "Ongoing spells"),
)


@procedure("Upkeep", STEPS)
async def upkeep(game: Game) -> dict[str, Any]:
    """The five steps of the current player's Upkeep; then the next phase, unless the warband routs."""
    table = game.table
    side = table.current
    if game.enters("U1", game.options["neutrals"], "no neutral units (option neutrals)"):
        await game.do("neutrals", by="table", title="neutral units act: play them out on the table")
    game.at("U2")
    routed = await rout_step(game, side)
    if routed:
        return {"routed": True, "recovered": [], "treasure": [], "spells_ended": []}
    stepped = recover(game, side)
    taken = await pick_up(game, side)
    ended = await ongoing_spells(game, side)
    if table.phase == "upkeep":
        go_on(game)
    return {"routed": False, "recovered": stepped, "treasure": taken, "spells_ended": ended}


def recover(game: Game, side: str) -> list[str]:
    """U3: every unit of the player steps down once. Returns who did."""
    game.at("U3")
    stepped = []
    for unit in game.table.of_side(side):
        status = recovered(unit.status)
        if status != unit.status:
            set_status(game, unit, status, "recovers")
            stepped.append(unit.id)
    return stepped


async def pick_up(game: Game, side: str) -> list[str]:
    """U4: units that touch a token take it if no enemy is within 2 inches; one each. Returns who did."""
    table = game.table
    if table.first_turn:
        game.skip("U4", "no Treasure in the first player's first turn")
        return []
    options = [Option(u.id, u.name, _why_not(table, u)) for u in table.of_side(side)]
    takes = table.tokens and any(o.why_not is None for o in options)
    if not game.enters("U4", takes, "no token that a unit could take"):
        return []
    taken = await game.pick(
        "treasure",
        by=side,
        title='which units touch a Treasure token with no enemy within 2"?',
        options=options,
        at_most=table.tokens,
        why=f"{count(table.tokens, 'token')} on the table",
    )
    for of in taken:
        game.change(table.units[of], "treasure", True, "picked up")
        game.shift(table, "tokens", -1, f"{table.title(of)} picked up Treasure")
    return list(taken)


def _why_not(table: SpeediesTable, unit: SpeediesUnit) -> str | None:
    if unit.treasure:
        return "carries one already"
    if unit.status == "stunned":
        return "stunned"
    return 'an enemy is within 2"' if engagement.engaged(table, unit) else None


async def ongoing_spells(game: Game, side: str) -> list[str]:
    """U5: a Morale Check for each spell that lasts, or it ends. Returns the spells that ended."""
    ended = []
    casters = [u for u in game.table.of_side(side) if u.ongoing]
    if not game.enters("U5", casters, "no spell lasts"):
        return []
    for unit in casters:
        for spell in unit.ongoing:
            if not await morale_check(
                game,
                unit,
                "ongoing_spell",
                f"Morale Check to keep {spell}",
                passes_to=f"{spell} lasts",
                fails_to=f"{spell} ends",
            ):
                ended.append(spell)
                game.change(unit, "ongoing", tuple(s for s in unit.ongoing if s != spell), f"{spell} ends")
                game.note(f"{unit.name}'s {spell} ends: take its effects off.", unit=unit.id, spell=spell)
    return ended


def treasure_against(table: SpeediesTable, side: str) -> int:
    """How many Treasure tokens the enemies of a warband carry."""
    return sum(treasure_of(table, a) for a in alliances(table) if a != table.alliance(side))


def losses_of(game: Game, side: str) -> Tally:
    """Units lost, and Treasure that enemies hold: a warband tests when they reach its threshold."""
    warband = game.table.sides[side]
    return game.tally(
        f"rout[{side}]",
        [
            Line("units lost", warband.units_lost, "Rout"),
            Line("Treasure that enemies hold", treasure_against(game.table, side), "Rout"),
        ],
        name=f"{possessive(warband.name)} losses",
        unit=f"of {warband.rout_threshold}",
    )


def tester(game: Game, side: str) -> SpeediesUnit | None:
    """Who tests: the best Morale among the heroes on the table, or of all units if the option says so."""
    units = game.table.of_side(side)
    able = [u for u in units if u.type == "hero"]
    if not able and game.options["rout_without_hero"] == "best_morale":
        able = units
    return min(able, key=lambda u: u.morale, default=None)


async def rout_step(game: Game, side: str) -> bool:
    """The rout check of the current player's warband; returns whether it left the table."""
    table = game.table
    warband = table.sides[side]
    so_far = warband.units_lost + treasure_against(table, side)
    if so_far < warband.rout_threshold:
        game.skip("U2", f"losses {so_far} of {warband.rout_threshold}")
        return False
    losses = losses_of(game, side)
    if losses < warband.rout_threshold:
        return False
    hero = tester(game, side)
    if hero is None:
        game.result(
            f"{does(warband.name, 'routs')}: it has no hero left to test (table ruling).", title="Rout", side=side
        )
        return leave(game, side, "routed without a hero")
    what = f"Morale Check at {int(losses)} losses of {warband.rout_threshold}, or {does(warband.name, 'routs')}"
    if not await stat_check(
        game,
        hero,
        "rout_check",
        [Line(f"Morale of {hero.name}", hero.morale, "Rout")],
        what,
        key=f"rout_needs[{side}]",
        passes_to=f"{does(warband.name, 'stands and does')} not rout",
        fails_to=f"{does(warband.name, 'routs and has')} lost",
        test="the Morale Check",
    ):
        return leave(game, side, "failed its rout check")
    if await game.yes_no(
        "rout",
        by=side,
        title=phrase(f"{does(warband.name, 'stands')}. ", step_said("Rout"), f" by choice? {_cost(table, side)}"),
    ):
        return leave(game, side, "routed by choice")
    return False


def _cost(table: SpeediesTable, side: str) -> str:
    """What a rout costs a warband, in words."""
    units = table.of_side(side)
    tokens = sum(unit.treasure for unit in units)
    drops = f", {count(tokens, 'Treasure token')} {'stays' if tokens == 1 else 'stay'}" if tokens else ""
    return f"It has lost then: {count(len(units), 'unit')} {'leaves' if len(units) == 1 else 'leave'}{drops}"


def leave(game: Game, side: str, why: str) -> bool:
    """A routed warband takes its units off the table. With two sides the battle is over; with three it goes on."""
    table = game.table
    warband = table.sides[side]
    game.change(warband, "routed", True, why)
    for unit in table.of_side(side):
        game.change(unit, "fled", True, why)
        game.disconnect_all(unit.id, "fled")
        drop_treasure(game, unit, None)
    game.note(f"{warband.name} {why} and has lost.", side=side, why=why)
    if not end_if_decided(game, f"{warband.name} {why}"):
        end_turn(game)
    return True
