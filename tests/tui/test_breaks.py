"""A break or a panic is as loud as a fall; faces that succeed are bold; rounds have the game's own word."""

from typing import Any

import pytest

from companion.engine import registry
from companion.engine.context import Context
from companion.engine.procedure import procedure
from companion.engine.requests import Option, Roll
from companion.engine.ruleset import Action, Ruleset
from companion.engine.state.entity import Condition
from companion.engine.state.table import Side
from companion.tui.controller import SessionController
from companion.tui.latest_result import loudest
from tests.games.duel import DUEL, Arena, Fighter
from tests.tui.fakes import MemoryOpened, press, sees, showing
from tests.tui.scenes import SCENES, played


@procedure("Fright")
async def fright(game: Context[Arena], fighter: str) -> dict[str, Any]:
    """Somebody panics, then somebody breaks."""
    await game.yes_no("boo", by="red", title="Boo?")
    game.note("Bob panics", breaks="bob", breaks_as="panics")
    await game.yes_no("on", by="red", title="On?")
    return {}


RULES = Ruleset(
    **{
        **{name: getattr(DUEL, name) for name in DUEL.__dataclass_fields__},
        "id": "fright",
        "procedures": (fright,),
        "actions": lambda table: [Action("fright", "Fright", fright, "red", "fighter", (Option("ann", "Ann"),))],
        "round_word": "turn",
    }
)


def opened() -> MemoryOpened:
    units = {of: Fighter(id=of, name=of.title(), side=side) for of, side in (("ann", "red"), ("bob", "blue"))}
    game = MemoryOpened(RULES.table(list(units.values()), [Side(id="red", name="Rhea"), Side(id="blue", name="Boris")]))
    game.session.start("fright", {"fighter": "ann"})
    return game


async def test_who_panics_stands_in_large_letters_with_the_games_own_word_for_the_round() -> None:
    async with showing(opened()) as (pilot, game):
        await sees(pilot, "turn 1")
        await press(pilot, "y")
        await sees(pilot, "■ Boris Bob", "1 of 1 units left")
        fallen, word = loudest(SessionController(game), {})
        assert [unit.id for unit in fallen] == ["bob"]
        assert word == "panics"


def test_a_unit_that_leaves_play_by_a_condition_that_says_so_breaks() -> None:
    wargame = registry.find("better-wargame").unit_type
    assert [c.breaks for c in wargame.conditions if c.breaks] == ["breaks"]
    assert Condition("x", "X", "x").breaks == ""


@pytest.mark.parametrize(("scene", "good"), [("gods-gloom", {3, 4, 5, 6}), ("legion", {"hit", "crit"})])
def test_games_say_which_faces_succeed(scene: str, good: set[int | str]) -> None:
    request = played(SCENES[scene]).session.request
    assert isinstance(request, Roll)
    for group in request.dice:
        found = group.doing
        assert good <= found or {"block"} <= found
        assert "blank" not in found
