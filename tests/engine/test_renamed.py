"""No name is read as a rule: units and sides called like words of the games change nothing but the names."""

from collections.abc import Iterator
from itertools import cycle
from random import Random

import pytest

from companion.engine import log
from companion.engine.bookkeeping import told
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.report.playback import Playback
from companion.testing import play_random
from tests.games.examples import table_of

WORDS = ("Oda 5+", "loses 2", "melee", "Out Of Play", "falls", "Weak", "2 left", "play", "of Ann", "no Wound", "Roll 3")
"""Names that look like numbers to reach, losses, falls, conditions and ends of reasons."""


def played(game: str, seed: int, *, renamed: bool) -> Session:
    table = table_of(game)
    if renamed:
        for number, (unit, word) in enumerate(zip(table.units.values(), cycle(WORDS), strict=False)):
            unit.name = f"{word} {number}" if number >= len(WORDS) else word
        for side, word in zip(table.sides.values(), ("defeated", "the melee 4+"), strict=False):
            side.name = word
    session = Session(table, rng=Random(seed))
    play_random(session, Random(seed), most=700)
    return session


def shape(session: Session) -> Iterator[tuple[object, ...]]:
    """The log without its words."""
    lines = log.lines(session)
    story = set(told(lines))
    for place, line in enumerate(lines):
        yield line.entry, line.kind, line.step, line.small, line.beside, line.side, line.at, place in story


@pytest.mark.parametrize("game", GAMES := tuple(BUILT_IN))
@pytest.mark.parametrize("seed", range(2))
def test_names_that_look_like_rules_fold_and_count_nothing_else(game: str, seed: int) -> None:
    usual, renamed = (played(game, seed, renamed=of) for of in (False, True))
    assert [entry.procedure for entry in usual.entries] == [entry.procedure for entry in renamed.entries]
    assert list(shape(usual)) == list(shape(renamed))
    assert list(find(game).losses(usual)) == list(find(game).losses(renamed))
    blows, others = Playback(usual).blows, Playback(renamed).blows
    assert blows == others
    assert len(blows) > 0
