"""The duel as the game of a campaign: after the battle each side throws for its fallen, and the winner is paid."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.engine.campaign import Batch, Career, LedgerEntry
from companion.engine.dice import D6, Dice
from companion.engine.errors import InvalidInput
from companion.engine.procedure import Context, procedure
from companion.engine.requests import Option
from companion.engine.ruleset import Action, RuleOption
from companion.engine.session import Session
from companion.engine.state.declarations import internal, profile
from companion.engine.state.table import Side
from tests.examples import present
from tests.games.duel import DUEL, Arena, actions


@dataclass(eq=False, kw_only=True)
class House(Side):
    gold: int = profile(0, "gold", lo=0)
    settled: bool = internal(False, "aftermath done")


@procedure("Aftermath")
async def aftermath(game: Context[Arena], side: str) -> dict[str, Any]:
    """Each fallen fighter throws: on 1 or 2 its skill is one less. Then the player says what was earned."""
    if game.table.over is None:
        raise InvalidInput("the battle goes on")
    scars = {}
    for unit in game.table.units.values():
        if unit.side == side and not unit.alive:
            (faces,) = await game.roll("scar", by=side, title=f"how is {unit.name}?", dice=[Dice("scar", D6, 1, side)])
            scars[unit.id] = int(faces[0])
            if int(faces[0]) <= 2 and unit.skill > 1:
                game.change(unit, "skill", unit.skill - 1, "a scar")
    gold = await game.number("gold", by=side, title="gold earned", lo=0, hi=100)
    house = present(game.table.side(side), House)
    game.change(house, "gold", house.gold + gold, "earned")
    game.change(house, "settled", True, "aftermath done")
    return {"scars": scars, "gold": gold}


def feud_actions(table: Arena) -> Sequence[Action]:
    owed = [Option(s.id, s.name) for s in table.sides.values() if isinstance(s, House) and not s.settled]
    why = None if table.over and owed else "the battle goes on" if table.over is None else "it is done"
    return [
        *actions(table),
        Action("aftermath", "Aftermath", aftermath, None, "side", tuple(owed), why, kind="bookkeeping"),
    ]


def batch(session: Session, side: str) -> Batch:
    """What the aftermath of this side changed, with its dice."""
    entries: list[LedgerEntry] = []
    for entry in session.entries:
        if entry.procedure == "aftermath" and entry.args["side"] == side:
            for change in entry.changes():
                dice = entry.outcome["scars"].get(change.of)
                if change.field != "settled":
                    thrown = (dice,) if dice else ()
                    entries.append(
                        LedgerEntry(change.of, change.field, change.before, change.after, change.why, thrown)
                    )
    units = [unit for unit in session.table.units.values() if unit.side == side]
    return Batch(side, tuple(entries), tuple(Career(unit.id, fell=int(not unit.alive)) for unit in units))


FEUD = dataclasses.replace(
    DUEL,
    id="feud",
    title="Feud",
    side_type=House,
    procedures=(*DUEL.procedures, aftermath),
    actions=feud_actions,
    aftermath=aftermath,
    batch=batch,
    options=(*DUEL.options, RuleOption("aftermath_heal", "Healing", "full", ("full", "half", "keep"))),
)
