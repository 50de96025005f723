"""Whatever raises in a screen: what was entered is on the disk, and players read what became of their game."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine import registry
from companion.store import create_session, open_session
from companion.tui.controller import SessionController
from companion.tui.last_words import last_words
from companion.tui.screens.guide import GuideScreen
from companion.tui.widgets.body import Body
from tests.games.duel import example
from tests.store.helpers import picture, read_again
from tests.tui.fakes import app, press

KEYS = ("1", "enter", "1", "enter", "space", "2", "1", "enter", "space", "1", "2", "enter", "enter", "enter")
PLACES: list[tuple[type, str, int]] = [
    (GuideScreen, "went_on", 3),
    (SessionController, "moment", 1),
    (Body, "submit", 2),
]
"""What raises, and after how many calls."""


class Broken(Exception):
    """What the screen raises."""


def breaking(real: Callable[..., Any], after: int) -> Callable[..., Any]:
    left = [after]

    def call(*args: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise Broken("the screen is broken")
        return real(*args, **more)

    return call


@pytest.mark.parametrize(("home", "name", "after"), PLACES, ids=[f"{home.__name__}.{name}" for home, name, _ in PLACES])
async def test_a_screen_that_raises_costs_no_input(
    home: type, name: str, after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    file = create_session(example(), tmp_path, "Duel")
    opened = open_session(file, rng=Random(1))
    running = app(tmp_path)

    async def play() -> None:
        async with running.run_test(size=(80, 24)) as pilot:
            await running.open_session(opened)
            await pilot.pause()
            for key in KEYS:
                await press(pilot, key)

    monkeypatch.setattr(home, name, breaking(getattr(home, name), after))
    with pytest.raises(Broken):
        await play()
    opened._recorder.snapshots.wait()  # type: ignore[union-attr]
    assert read_again(file) | {"sticky": None} == picture(opened.session) | {"sticky": None}
    words = running.last_words()
    assert "Broken: the screen is broken" in words
    assert f"Everything that was entered is saved in {file}" in words
    assert opened.close()


def test_the_last_words_tell_no_values() -> None:
    """A traceback of Textual shows the values of every variable, a sealed plan among them."""

    def sealing(plan: str) -> None:
        raise Broken("the screen is broken")

    with pytest.raises(Broken) as caught:
        sealing(" ".join(["three", "in", "attack"]))
    words = last_words(caught.value, Path("duel.toml"))
    assert "three in attack" not in words
    assert words.endswith("To go on where you were: companion duel.toml\n")
    assert "saved" not in last_words(None, None)
    told = last_words(ValueError("a name\x1b]0;owned\x07"), Path("duel\x9b31m.toml"))
    assert "owned" in told
    assert all(line.isprintable() for line in told.split("\n"))
