"""A game whose one procedure asks a grid: every kind of column, a closed cell, bounds of one row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.game import (
    Action,
    Column,
    Context,
    GridRow,
    Option,
    Phase,
    Ruleset,
    Side,
    Step,
    Table,
    Unit,
    flag,
    procedure,
    profile,
    tracker,
)

MOODS = (("glad", "Glad"), ("sad", "Sad at heart"))
COLUMNS = (
    Column("kills", "kills", hi=9, why_hi="nobody fells more"),
    Column("hurt", "hurt", "yes_no"),
    Column("mood", "mood", "choose", choices=MOODS),
    Column("words", "last words", "text"),
    Column("pay", "pay", hi=9, why_hi="the purse holds 9", total=9),
)


@dataclass(eq=False, kw_only=True)
class Soldier(Unit):
    kills: int = tracker(0, "Kills", hi=9)
    hurt: bool = flag(False, "Hurt")
    mood: str = profile("glad", "Mood", choices=("glad", "sad"))
    words: str = profile("", "Last words")
    pay: int = profile(0, "Pay", lo=0)


@dataclass(eq=False, kw_only=True)
class Parade(Table[Soldier, Side]):
    pass


@procedure("Roll call", (Step("A", "Write down"),))
async def call(game: Context[Parade], side: str) -> dict[str, Any]:
    game.at("A")
    cells = await game.grid("call", by=side, title="what did each do?", columns=COLUMNS, rows=rows(game.table, side))
    for unit, values in cells.rows.items():
        for field, value in values.items():
            game.change(game.table.unit(unit), field, value, "written down")
    return {"different": len(cells.rows)}


def rows(table: Parade, side: str) -> list[GridRow]:
    return [
        GridRow(
            unit.id,
            unit.name,
            {"kills": unit.kills, "hurt": unit.hurt, "mood": unit.mood, "words": unit.words, "pay": unit.pay},
            {"hurt": "he cannot be hurt"} if unit.id == "cid" else {},
            {"kills": (0, 1)} if unit.id == "dan" else {},
        )
        for unit in table.of_side(side)
    ]


def actions(table: Parade) -> Sequence[Action]:
    return [Action("call", "Roll call", call, None, "side", (Option("red", "Rhea"),), verb="roll")]


def example() -> Parade:
    names = {"ann": "Ann", "ann2": "Ann Boleyn", "bob": "Bob; [/", "cid": "Cid", "dan": "Dan"}
    return Parade(
        spec=PARADE,
        units={of: Soldier(id=of, name=name, side="red") for of, name in names.items()},
        sides={"red": Side(id="red", name="Rhea")},
    )


PARADE = Ruleset(
    id="parade",
    title="Parade",
    revision=1,
    owner="nobody",
    covers="a roll call",
    unit_type=Soldier,
    side_type=Side,
    table_type=Parade,
    phases=(Phase("call", "Call"),),
    procedures=(call,),
    actions=actions,
    options=(),
    example=example,
)
