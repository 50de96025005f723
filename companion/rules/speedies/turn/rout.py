"""U2, rout: when a warband must test, who tests, and what a routed warband leaves behind."""

from __future__ import annotations

from companion.engine.state.changes import Line, Tally
from companion.engine.wording import count, does, possessive
from companion.rules.speedies.injuries import drop_treasure
from companion.rules.speedies.stat_checks import stat_check
from companion.rules.speedies.turn.ending import alliances, end_if_decided, treasure_of
from companion.rules.speedies.turn.phases import end_turn
from companion.rules.speedies.units import Game, SpeediesTable, SpeediesUnit


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
    needed = game.tally(
        f"rout_needs[{side}]",
        [Line(f"Morale of {hero.name}", hero.morale, "Rout")],
        name=f"{does(hero.name, 'needs')}",
        unit="or more",
    )
    what = f"Morale Check at {int(losses)} losses of {warband.rout_threshold}, or {does(warband.name, 'routs')}"
    if not await stat_check(
        game,
        hero,
        "rout_check",
        needed,
        what,
        passes_to=f"{does(warband.name, 'stands and does')} not rout",
        fails_to=f"{does(warband.name, 'routs and has')} lost",
        test="the Morale Check",
    ):
        return leave(game, side, "failed its rout check")
    if await game.yes_no(
        "rout", by=side, title=f"{does(warband.name, 'stands')}. Rout by choice? {_cost(table, side)}"
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
