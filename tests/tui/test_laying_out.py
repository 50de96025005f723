"""What a key need not do: nothing is laid out, and no unit told, that is as it was."""

from typing import Any

import pytest
from textual.screen import Screen

from companion.tui.board.facts import board_of
from companion.tui.controller import SessionController
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, press, showing
from tests.tui.test_guide_frames import SCENES, played


@pytest.mark.parametrize(("scene", "keys"), [("bushido", ("v", "1")), ("gods-gloom", ("3",))])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)], ids=["80x24", "140x45"])
async def test_typing_lays_nothing_out(
    scene: str, keys: tuple[str, ...], size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    laid: list[object] = []
    lay_out = Screen._refresh_layout

    def counted(self: Screen[Any], *args: Any, **kwargs: Any) -> None:
        laid.append(self)
        lay_out(self, *args, **kwargs)

    async with showing(played(SCENES[scene]), size=size) as (pilot, _):
        await press(pilot, *keys)
        monkeypatch.setattr(Screen, "_refresh_layout", counted)
        await press(pilot, "backspace")
        await press(pilot, keys[-1])
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
