"""The table names what comes next, and the cursor stands on it; nothing pops up over what players read."""

import re
from random import Random

import pytest

from companion.engine import registry
from companion.engine.ruleset import Action
from companion.frontend.hooks import Hooks
from companion.tui.board.next_panel import NextPanel
from tests.examples import table_of
from tests.tui.fakes import MemoryOpened, press, sees, showing

RESTS = 200
"""Times at the table at most: most games are over before."""

_SMALL = {"a", "an", "and", "of", "the", "to", "unit", "with"}


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.casefold())) - _SMALL


@pytest.mark.parametrize("game", sorted(registry.BUILT_IN))
def test_the_cursor_stands_on_the_action_that_the_headline_names(game: str) -> None:
    opened = MemoryOpened(table_of(game), seed=3)
    session, hooks, panel, rng = opened.session, Hooks(opened), NextPanel(), Random(3)
    for rest in range(RESTS):
        if session.table.over is not None:
            break
        actions = hooks.actions()
        suggested, line = hooks.suggested(actions), hooks.next_action()
        panel.show_actions(session.table, line, "", actions, suggested, rest, 80)
        assert suggested is not None
        assert suggested.open, line
        assert panel.actions.value == suggested.name, line
        assert words(suggested.title) & words(line.words), f"{line!r} does not name {suggested.title!r}"
        _play(opened, suggested if rng.random() < 0.6 else _any_turn(actions, suggested, rng), rng)


def _any_turn(actions: list[Action], suggested: Action, rng: Random) -> Action:
    return rng.choice([a for a in actions if a.open and a.kind != "out_of_turn"] or [suggested])


def _play(opened: MemoryOpened, action: Action, rng: Random) -> None:
    session = opened.session
    free = [option.value for option in action.values if option.why_not is None]
    session.start(action.name, {action.param: rng.choice(free)} if action.param else {})
    while session.request is not None:
        request = session.request
        session.answer(request.random(rng), request.by if request.by in session.table.sides else "")


async def test_closed_actions_tell_why_in_a_panel_and_nothing_pops_up() -> None:
    async with showing(MemoryOpened(table_of("speedies")), size=(80, 24), notifications=True) as (pilot, _):
        for _ in range(3):
            await press(pilot, "end", "enter")
            await sees(pilot, "What is closed now, and why")
            await press(pilot, "1", "enter", "escape")
        await press(pilot, "1", "o", "r", "O", "escape", "u", "u", "U", "minus", "i", "escape", "c")
        assert list(pilot.app._notifications) == []
