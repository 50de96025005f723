"""A procedure as long as one likes: for measuring undo and replay by the number of inputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.engine.procedure import Context, Step, procedure
from companion.engine.ruleset import Action, Phase, Ruleset
from companion.engine.state.changes import Line
from companion.engine.state.table import AnyTable, Side, Table, Unit


@procedure("Count", (Step("1", "Count"),))
async def count(game: Context[Any]) -> dict[str, Any]:
    """Asks for a number as often as the table's round says, and adds it up with reasons."""
    for turn in range(game.table.options["inputs"]):
        game.at("1")
        said = await game.number("n", by="table", title=f"Number {turn}", lo=0, hi=9)
        game.tally("sum", [Line("so far", turn), Line("said", said)])
        game.change(game.table, "round", turn % 7 + 1, "counted")
    return {}


def actions(table: AnyTable) -> Sequence[Action]:
    """Only one."""
    return [Action("count", "Count", count)]


def table(inputs: int) -> AnyTable:
    """A table on which `count` asks so often."""
    rules = Ruleset(
        id="counting",
        title="Counting",
        revision=1,
        owner="nobody",
        covers="numbers",
        unit_type=Unit,
        side_type=Side,
        table_type=Table,
        phases=(Phase("a", "A"),),
        procedures=(count,),
        actions=actions,
        most_requests=20_000,
    )
    return Table(spec=rules, units={"a": Unit(id="a", side="r")}, sides={"r": Side(id="r")}, options={"inputs": inputs})
