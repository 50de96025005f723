"""Keys that arrive all at once: none is lost, on no screen, but for one that would decide what nobody has seen."""

import sys
from pathlib import Path
from typing import Any

import pytest
from textual.events import MouseDown, MouseUp
from textual.pilot import Pilot

from companion.engine import registry
from companion.engine.inputs import Answer
from companion.store.manage import create_session
from companion.tui.widgets.request_panel import UNSEEN
from tests.games.duel import example
from tests.games.everything import asking
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import key_event, place, press, screen_text, sees
from tests.tui.test_terminal import Terminal

WITH_THE_DUEL = """
import sys
from pathlib import Path
from companion.engine import registry
from companion.tui import run_app

registry.BUILT_IN = {"duel": "tests.games.duel:DUEL"}
sys.exit(run_app(Path(sys.argv[1])))
"""

DOWN, RIGHT, HOME, ESCAPE = "\x1b[B", "\x1b[C", "\x1b[H", "\x1b"

BURSTS = (
    # A new game, a new campaign, and what has been typed thrown away again.
    (f"n1{HOME}{DOWN}\rZed\r", "name               Zed"),
    (ESCAPE, "Throw away what you have set up?"),
    ("2", "GAMES"),
    (f"N1{HOME}{DOWN}\rCup\r", "Name of the campaign   Cup"),
    (ESCAPE, "Throw away what you have set up?"),
    ("2", "GAMES"),
    # From the list to the first question; a key pressed before it was seen answers nothing: who is to fight may die.
    ("\r1\r\r", "whom does Ann fight?", UNSEEN),
    ("\r\r", "◆ RHEA: split"),
    (" 21\r", "■ BORIS: split"),
    (" 12\r45\t6", "guard  ▐6▌ ▌   1 of 2 dice in"),
    ("1\r1\t1\r", "did the crowd cheer?"),
    # The card of a unit, over the table.
    ("a\t\r", "HISTORY", "one less"),
    (ESCAPE, "Esc back   Enter card"),
    (ESCAPE, "Enter choose   w why"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"l{HOME}{DOWN}", "▸ R1 ◆   A      Whom does Ann fight?", "h from here"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"p{HOME}{RIGHT}{RIGHT}", "Line 2 of", "Esc now"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    ("k\r2 the bridge\r", "+2  the bridge", "Enter points and why"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    (f"S{DOWN}{DOWN}", "kept at once, for all your games", "Enter set   Esc back"),
    (ESCAPE, "▸ 1  Continue", "Enter go on"),
    ("\r", "did the crowd cheer?", "▸ n  No"),
    ("n", "exchange blows", "The crowd is silent."),
)
"""What is typed at once, and what stands on the screen in the end. Escape is typed alone: it begins every arrow."""


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_keys_that_come_all_at_once_are_done_one_by_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", {"duel": "tests.games.duel:DUEL"})
    create_session(example(), tmp_path, "Duel")
    terminal = Terminal(tmp_path, "-c", WITH_THE_DUEL)
    terminal.sees("GAMES")
    for keys, *seen in BURSTS:
        terminal.types(keys)
        terminal.until(lambda seen=seen: all(text in terminal.text() for text in seen), f"{seen} after {keys!r}")  # type: ignore[misc]


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal there")
def test_three_quick_enters_in_a_real_terminal_answer_one_question_and_thirty_dice_all_arrive(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "-m", "tests.tui.asking_all", "yes_no", "choose", "number", "thirty")
    terminal.sees("▸ n  No")
    terminal.types("\r\r\r")
    terminal.until(lambda: UNSEEN in terminal.text() and "RHEA: a choose" in terminal.text(), "the second question")
    terminal.types("\r")
    terminal.until(lambda: "RHEA: a number" in terminal.text() and UNSEEN not in terminal.text(), "the third question")
    terminal.types("\r")
    terminal.sees("0 of 30 dice in")
    terminal.types("123456" * 5 + "\r")
    terminal.sees("then go on")


def burst(pilot: Pilot[Any], *keys: str) -> None:
    """All of them pressed before the first has done anything."""
    for key in keys:
        pilot.app.post_message(key_event(key))


def answers(game: MemoryOpened) -> int:
    run = game.session.run
    return sum(isinstance(one.input, Answer) for one in run.inputs) if run is not None else 0


@pytest.mark.parametrize("kind", ["choose", "yes_no", "number", "text", "grid", "split"])
async def test_a_key_pressed_before_its_question_was_seen_decides_nothing(kind: str) -> None:
    usual = {"split": ("3", "enter"), "choose": ("2",), "yes_no": ("y",)}.get(kind, ("enter",))
    async with showing(MemoryOpened(asking(("yes_no", False), (kind, False), (kind, False)))) as (pilot, game):
        await press(pilot, "y")
        assert answers(game) == 1
        burst(pilot, *usual * 3)
        await press(pilot)
        assert answers(game) == 2
        await sees(pilot, UNSEEN)
        # What is asked is in sight now.
        await press(pilot, "enter" if kind != "split" else "escape")


async def test_what_was_seen_is_answered_however_quick_the_keys_are() -> None:
    kinds = ("choose", "do", "roll", "do", "text")
    async with showing(MemoryOpened(asking(*((kind, False) for kind in kinds)))) as (pilot, game):
        await press(pilot)
        burst(pilot, "down", "enter", "enter", "4", "enter", "enter", *"word", "enter")
        await press(pilot)
        assert answers(game) == 5
        assert UNSEEN not in screen_text(pilot.app)


async def test_of_two_quick_taps_the_second_answers_nothing_unseen() -> None:
    async with showing(MemoryOpened(asking(("yes_no", False), ("yes_no", False)))) as (pilot, game):
        await press(pilot)
        x, y = place(pilot, "Yes")
        for kind in (MouseDown, MouseUp) * 2:
            pilot.app.post_message(kind(None, x, y, 0, 0, 1, False, False, False, screen_x=x, screen_y=y))
        await press(pilot)
        assert answers(game) == 1
