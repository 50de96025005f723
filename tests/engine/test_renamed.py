"""No name is read as a rule: units and sides called like words of the games change nothing but the names."""

from collections.abc import Iterator
from io import StringIO
from itertools import cycle
from random import Random

import pytest

from companion.engine import log
from companion.engine.bookkeeping import told
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.engine.state.table import AnyTable
from companion.play.plain import Plain
from companion.play.random_player import RandomPlayer
from companion.report.playback import Playback
from companion.report.reading import battle_of
from companion.testing import play_random
from tests.examples import table_of
from tests.searching import seeds
from tests.tui.fakes import MemoryOpened

WORDS = ("Oda 5+", "loses 2", "melee", "Out Of Play", "falls", "Weak", "2 left", "play", "of Ann", "no Wound", "Roll 3")
"""Names that look like numbers to reach, losses, falls, conditions and ends of reasons."""


def renamed_table(game: str, *, renamed: bool) -> AnyTable:
    table = table_of(game)
    if renamed:
        for number, (unit, word) in enumerate(zip(table.units.values(), cycle(WORDS), strict=False)):
            unit.name = f"{word} {number}" if number >= len(WORDS) else word
        for side, word in zip(table.sides.values(), ("defeated", "the melee 4+"), strict=False):
            side.name = word
    return table


def played(game: str, seed: int, *, renamed: bool) -> Session:
    session = Session(renamed_table(game, renamed=renamed), rng=Random(seed))
    play_random(session, Random(seed), most=700)
    return session


def shape(session: Session) -> Iterator[tuple[object, ...]]:
    """The log without its words."""
    lines = log.lines(session)
    story = set(told(lines))
    for place, line in enumerate(lines):
        yield line.entry, line.kind, line.step, line.small, line.beside, line.side, line.at, place in story


@pytest.mark.parametrize("game", GAMES := tuple(BUILT_IN))
@seeds(0, 1)
def test_names_that_look_like_rules_fold_and_count_nothing_else(game: str, seed: int) -> None:
    usual, renamed = (played(game, seed, renamed=of) for of in (False, True))
    assert [entry.procedure for entry in usual.entries] == [entry.procedure for entry in renamed.entries]
    assert list(shape(usual)) == list(shape(renamed))
    assert list(find(game).losses(usual)) == list(find(game).losses(renamed))
    scenes = [
        [[len(scene.sentences) for scene in one.scenes] for one in battle_of(of, "x").rounds] for of in (usual, renamed)
    ]
    assert scenes[0] == scenes[1]
    blows, others = Playback(usual).blows, Playback(renamed).blows
    assert blows == others
    assert len(blows) > 0


@pytest.mark.parametrize("game", GAMES)
def test_plain_text_says_as_much_of_names_that_look_like_rules(game: str) -> None:
    """Nothing is left out, and nothing printed twice, because a name looks like what was said."""
    told = list[list[str]]()
    for renamed in (False, True):
        opened, target, rng = MemoryOpened(renamed_table(game, renamed=renamed), seed=5), StringIO(), Random(5)
        session = opened.session
        table = Plain(opened, target, 24)
        for _ in range(250):
            if session.run is None and session.table.over is not None:
                break
            table.tell(RandomPlayer(rng).step(session))
        told.append([line[:2] for line in target.getvalue().splitlines()])
    assert [line.strip() == "" for line in told[0]] == [line.strip() == "" for line in told[1]]
    assert len(told[0]) > 300
