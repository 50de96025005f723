"""What a key need not do: nothing is laid out, and no unit told, that is as it was."""

from random import Random
from typing import Any

import pytest
from textual.screen import Screen

from companion.testing import drive
from companion.tui.board.block import Columns, block
from companion.tui.board.facts import board_of
from companion.tui.controller import SessionController
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import press, sees
from tests.tui.scenes import SCENES, played


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The screens that were laid out on top, each as often as it was: one below is laid out when the clock says so."""
    found: list[object] = []
    lay_out = Screen._refresh_layout

    def counted(self: Screen[Any], *args: Any, **kwargs: Any) -> None:
        if self is self.app.screen:
            found.append(self)
        lay_out(self, *args, **kwargs)

    monkeypatch.setattr(Screen, "_refresh_layout", counted)
    return found


@pytest.mark.parametrize(("scene", "keys"), [("bushido", ("v", "1")), ("gods-gloom", ("3",))])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
async def test_typing_lays_nothing_out(
    scene: str, keys: tuple[str, ...], size: tuple[int, int], laid: list[object]
) -> None:
    async with showing(played(SCENES[scene]), size=size) as (pilot, _):
        await press(pilot, *keys)
        laid.clear()
        await press(pilot, "backspace")
        await press(pilot, keys[-1])
        assert laid == []


@pytest.mark.parametrize("height", [30, 32, 33])
async def test_a_request_is_laid_out_once_and_then_rests(height: int, laid: list[object]) -> None:
    """Where blank rows between yes and no just fit, they took their own room away, and gave it back, without end."""
    game = MemoryOpened()
    game.session.start("exchange", {"fighter": "ann"})
    drive(game.session, default=lambda request: request.random(Random(1)), stop=lambda request: request.name == "cheer")
    async with showing(game, size=(120, height)) as (pilot, _):
        await sees(pilot, "did the crowd cheer?")
        await press(pilot)
        laid.clear()
        for _ in range(9):
            await pilot.pause(0)
        assert laid == []


@pytest.mark.parametrize("game", ["bushido", "gods-gloom", "legion", "speedies", "better-wargame"])
def test_what_is_told_of_a_unit_follows_every_number_of_it_and_of_its_minis(game: str) -> None:
    controller = SessionController(MemoryOpened(table_of(game)))
    table = controller.session.table
    unit = next(unit for unit in table.units.values() if unit.alive)
    for entity in (unit, *unit.miniatures[:1]):
        tracker = next((s for s in entity.specs().values() if s.vital or s.place == "trackers"), None)
        if tracker is None or not isinstance(getattr(entity, tracker.name), int):
            continue
        before = {one.id: one for units in board_of(controller).sides.values() for one in units}
        old = getattr(entity, tracker.name)
        entity.put(tracker.name, old + 1)
        assert told(controller, unit.id) != before[unit.id]
        entity.put(tracker.name, old)
        assert told(controller, unit.id) == before[unit.id]


def told(controller: SessionController, of: str) -> object:
    return next(one for units in board_of(controller).sides.values() for one in units if one.id == of)


def test_a_unit_that_is_tried_in_two_widths_is_drawn_once_in_each() -> None:
    """Joined to whom it fights and not: each trial had the other forgotten, and all units were drawn at every key."""
    units = [
        one for units in board_of(SessionController(MemoryOpened(table_of("bushido")))).sides.values() for one in units
    ]
    first, again = (
        [[block(one, Columns.of(units, width), width, "close") for one in units] for width in (60, 50)]
        for _ in range(2)
    )
    assert all(a is b for one, other in zip(first, again, strict=True) for a, b in zip(one, other, strict=True))
