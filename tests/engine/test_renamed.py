"""No name is read as a rule: units and sides called like words of the games change nothing but the names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from itertools import cycle
from random import Random
from typing import Any

import pytest
from textual.pilot import Pilot

from companion.engine import log
from companion.engine.log import told
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.frontend.hooks import Hooks
from companion.play.plain import Plain
from companion.play.random_player import RandomPlayer
from companion.play.table_text import table_lines
from companion.report.battle_page import battle_page
from companion.report.markdown import markdown
from companion.report.playback import Playback
from companion.report.reading import battle_of
from companion.report.recap import recap
from companion.testing import play_random
from companion.tui.app import CompanionApp
from tests.examples import present, table_of
from tests.searching import one_in, seeds
from tests.tui.fakes import MemoryOpened, showing
from tests.tui.player import at_rest, is_drawn, screen_text, until

WORDS = ("Oda 5+", "loses 2", "melee", "Out Of Play", "falls", "Weak", "2 left", "play", "of Ann", "no Wound", "Roll 3")
"""Names that look like numbers to reach, losses, falls, conditions and ends of reasons."""


SIDES = ("defeated", "the melee 4+")


def bare(word: str, letter: str) -> str:
    """A name as long as this word that means nothing: `Oda 5+` is `Bbb 5b`. One of several ends as that of several."""
    made = "".join(char if char in " 0123456789" else letter.upper() if char.isupper() else letter for char in word)
    return made[:-1] + "s" if word.endswith("s") else made


def renamed_table(game: str, *, meaningless: bool) -> AnyTable:
    table = table_of(game)
    for number, (unit, word) in enumerate(zip(table.units.values(), cycle(WORDS), strict=False)):
        name = bare(word, LETTERS[number % len(WORDS)]) if meaningless else word
        unit.name = f"{name} {number}" if number >= len(WORDS) else name
    for side, word, letter in zip(table.sides.values(), SIDES, LETTERS[len(WORDS) :], strict=False):
        side.name = bare(word, letter) if meaningless else word
    return table


LETTERS = "bcdfghjkmpqwz"
"""A letter a name: of all names that mean nothing no two have a word in common."""


def with_names(text: str) -> str:
    """A text with names that mean nothing as it is with those that look like rules; all in small letters."""
    text = text.casefold()
    for word, letter in zip((*WORDS, *SIDES), LETTERS, strict=True):
        for mine, theirs in zip(bare(word, letter).casefold().split(), word.casefold().split(), strict=True):
            text = re.sub(rf"(?<![^\W\d_]){mine}(?![^\W\d_])", theirs, text) if mine != theirs else text
    return text


def shape(session: Session) -> Iterator[tuple[object, ...]]:
    """The log without its words."""
    lines = log.lines(session)
    story = set(told(lines))
    for place, line in enumerate(lines):
        yield line.entry, line.kind, line.step, line.small, line.beside, line.side, line.at, place in story


def told_of(session: Session) -> dict[str, str]:
    """Everything that is told of a game: its log, its story, the recap, the report, and where it stands."""
    battle = battle_of(session, "x")
    return {
        "log": "\n".join(line.text for line in log.lines(session)),
        "story": "\n".join(text for one in battle.rounds for scene in one.scenes for text in scene.sentences),
        "recap": "\n".join(one.text for one in recap(session, "now")),
        "report": markdown(battle_page(battle)),
        "table": "\n".join(table_lines(Hooks(MemoryOpened(session.table)))),
    }


@pytest.mark.parametrize("game", GAMES := tuple(BUILT_IN))
@seeds(2, 3)
def test_names_that_look_like_rules_are_told_folded_and_counted_as_others_are(game: str, seed: int) -> None:
    meant, odd = (Session(renamed_table(game, meaningless=of), rng=Random(seed)) for of in (True, False))
    for session in (meant, odd):
        play_random(session, Random(seed), most=700)
    assert [entry.procedure for entry in meant.entries] == [entry.procedure for entry in odd.entries]
    assert list(shape(meant)) == list(shape(odd))
    assert list(find(game).losses(meant)) == list(find(game).losses(odd))
    blows, others = Playback(meant).blows, Playback(odd).blows
    assert blows
    assert [replace(blow, why="") for blow in blows] == [replace(blow, why="") for blow in others]
    assert [with_names(blow.why) for blow in blows] == [blow.why.casefold() for blow in others]
    rule_names = told_of(odd)
    for what, text in told_of(meant).items():
        assert with_names(text).splitlines() == rule_names[what].casefold().splitlines(), what
        assert text, what


@pytest.mark.parametrize("game", GAMES)
def test_plain_text_is_the_same_but_for_the_names(game: str) -> None:
    told = list[str]()
    for meaningless in (True, False):
        target, rng = StringIO(), Random(6)
        opened = MemoryOpened(renamed_table(game, meaningless=meaningless), seed=6)
        table = Plain(opened, target, 24)
        for _ in range(120):
            if opened.session.run is None and opened.session.table.over is not None:
                break
            table.tell(RandomPlayer(rng).step(opened.session))
            table.ask()
        told.append(target.getvalue())
    assert with_names(told[0]).splitlines() == told[1].casefold().splitlines()


async def _whole(pilot: Pilot[Any]) -> list[str]:
    """The lines of the screen once its odds are in."""
    running = present(pilot.app, CompanionApp)
    await until(pilot, lambda: at_rest(running) and is_drawn(running))
    return screen_text(running).splitlines()


@pytest.mark.parametrize("game", one_in(3, zip(GAMES)))
async def test_screens_are_the_same_but_for_the_names(game: str) -> None:
    """The table, and the guide where a procedure waits; large letters are drawn, and have no words."""
    shown = list[list[str]]()
    for meaningless in (True, False):
        opened = MemoryOpened(renamed_table(game, meaningless=meaningless), seed=7)
        player, seen = RandomPlayer(Random(7)), list[str]()
        async with showing(opened, size=(100, 30)) as (pilot, _):
            seen += await _whole(pilot)
        for steps in (25, 30):
            for _ in range(steps):
                player.step(opened.session)
            async with showing(opened, size=(100, 30)) as (pilot, _):
                seen += await _whole(pilot)
        shown.append([line for line in seen if not set(line) & set("█▀▄▌▐")])
    assert with_names("\n".join(shown[0])).splitlines() == [line.casefold() for line in shown[1]]
    assert len(shown[0]) > 40
