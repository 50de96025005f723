"""A game of one secret with numbers, whose bounds an adjustment can move: to see that nothing leaks before a reveal."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.requests import Number
from companion.engine.ruleset import Action
from companion.engine.state.table import Side
from tests.games.duel import DUEL, Arena, Fighter


@procedure("Secret bids", (Step("1", "Bid"), Step("2", "Pay")))
async def bids(game: Context[Arena]) -> dict[str, Any]:
    game.at("1")
    ann, bob = game.table.unit("ann"), game.table.unit("bob")
    given = await game.secret(
        "bid",
        title="Bid health",
        slots={
            u.side: Number("bid", by=u.side, title=f"How much does {u.name} bid?", lo=0, hi=u.health)
            for u in (ann, bob)
        },
    )
    game.at("2")
    for unit in (ann, bob):
        game.shift(unit, "health", -given[unit.side], "the bid")
    return {"red": given["red"], "blue": given["blue"]}


def actions(table: Arena) -> Sequence[Action]:
    return [Action("bids", "Bid in secret", bids)]


BIDS = replace(DUEL, id="bids", title="Bids", procedures=(bids,), actions=actions, options=())


def table() -> Arena:
    return Arena(
        spec=BIDS,
        units={
            "ann": Fighter(id="ann", name="Ann", side="red", health_max=6),
            "bob": Fighter(id="bob", name="Bob", side="blue", health_max=6),
        },
        sides={"red": Side(id="red", name="Rhea"), "blue": Side(id="blue", name="Boris")},
    )
