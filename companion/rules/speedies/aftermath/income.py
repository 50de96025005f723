"""A1 and A2: what each unit did that the app does not know, and what the warband earns."""

from __future__ import annotations

from functools import partial

from companion.engine.carry_over import WON
from companion.engine.dice import D20, Dice
from companion.engine.reading import TOTAL
from companion.engine.requests import Column, GridRow
from companion.engine.state.changes import Line
from companion.engine.wording import count, does, listed
from companion.rules.speedies.aftermath.warband import earn, has_won, members, tell
from companion.rules.speedies.catalog import INCOME
from companion.rules.speedies.odds.checks import income_odds
from companion.rules.speedies.units import Game, Warband

COLUMNS = (
    Column("treasure", "Treasure", "yes_no"),
    Column("kills", "more kills", hi=20, why_hi="beside those that the app saw"),
)


async def record(game: Game, side: Warband) -> dict[str, int]:
    """A1: a table of the units. Returns the kills that were added, by unit; a Treasure is written on its carrier."""
    game.at("A1")
    fought = [unit for unit in members(game.table, side.id) if not unit.misses]
    rows = []
    for unit in fought:
        closed = {} if unit.alive or unit.fled else {"treasure": "it was taken out and carries nothing"}
        rows.append(GridRow(unit.id, unit.name, {"treasure": unit.treasure, "kills": 0}, closed))
    cells = await game.grid(
        "record",
        by=side.id,
        title="who carried off Treasure, and what did the app not see?",
        columns=COLUMNS,
        rows=rows,
    )
    kills = {}
    for unit in fought:
        game.change(unit, "treasure", bool(cells.get(unit.id, "treasure", unit.treasure)), "as recorded")
        more = int(cells.get(unit.id, "kills", 0))
        if more:
            kills[unit.id] = more
            tell(game, f"{unit.name}: {count(more, 'more kill')}", unit=unit.id, kills=more)
    if has_won(game.table, side.id):
        game.change(side, "wins", side.wins + 1, WON)
    return kills


async def income(game: Game, side: Warband) -> int:
    """A2: a d20 for each Treasure carried off, one more for the winner, their sum and 30. Each 20 draws Loot."""
    game.at("A2")
    carried = [unit for unit in members(game.table, side.id) if unit.treasure]
    reasons = [f"Treasure of {unit.name}" for unit in carried]
    if has_won(game.table, side.id):
        reasons.append(WON)
    faces: list[int] = []
    if reasons:
        earned_by = [count(len(carried), "Treasure")] if carried else []
        earned_by += ["the victory"] if len(reasons) > len(carried) else []
        rolled = await game.roll(
            "income",
            by=side.id,
            title=f"income: {count(len(reasons), 'd20', 'd20')} for {listed(earned_by)}",
            dice=[Dice("income", D20, len(reasons), reads=TOTAL)],
        ).with_odds(partial(income_odds, side, len(reasons)))
        faces = [int(face) for face in rolled[0]]
    lines = [Line(reason, face, "Income") for reason, face in zip(reasons, faces, strict=True)]
    earned = game.tally(
        "income",
        [*lines, Line("every warband", INCOME.base, "Income")],
        name=f"{does(side.name, 'earns')}",
        unit="gold",
    )
    loot = sum(face >= INCOME.loot_on for face in faces)
    text = (
        f"{does(side.name, 'earns')} {int(earned)} gold"
        + (f" and draws {count(loot, 'Loot card')}" if loot else "")
        + "."
    )
    if faces:
        game.result(text, marks=[["Loot" if face >= INCOME.loot_on else "" for face in faces]], earned=int(earned))
    else:
        # The purse tells it from then on.
        game.note(text, earned=int(earned), passing=True)
    game.told([earned])
    earn(game, side, earned, "income")
    for _ in range(loot):
        found = await game.text("loot", by=side.id, title="a Loot card is drawn: what is it?")
        if found:
            game.change(side, "stash", (*side.stash, found), "loot")
    return int(earned)
