"""Random play by three seats, some of them late: after every record all stand where the owner stands."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.session import Session
from companion.frontend.by_hand import count_health
from companion.play.random_player import RandomPlayer
from tests.searching import seeds
from tests.seats.shared import KAGU, LocalSeat, ready, seated, standing

GAMES = (
    KAGU,
    "gods-gloom-causeway",
    "legion-moisture-farm",
    "speedies-late-at-the-mill",
    "better-wargame-ruined-town",
)


def one_input(session: Session, rng: Random, number: int) -> None:
    """Something that a player may do: mostly what is asked, at times anything else."""
    run, chance = session.run, rng.random()
    if chance < 0.06 and session.undo_count:
        session.undo(rng.randint(1, min(4, session.undo_count)))
    elif chance < 0.09 and session.redo_count:
        session.redo()
    elif chance < 0.11 and run is not None:
        session.leave(rng.random() < 0.5)
    elif chance < 0.14 and run is not None and run.answers:
        given = rng.choice(list(run.answers))
        session.amend(given.key, run.asked[given.key].random(rng))
    elif chance < 0.17:
        session.adjust(rng.choice(list(session.table.units)), "notes", f"note {number}")
    elif chance < 0.2:
        count_health(session, rng.choice(list(session.table.units)), -1)
    elif session.request is not None and session.request.dice and rng.random() < 0.3:
        session.answer("roll", session.request.by if session.request.by in session.table.sides else "")
    else:
        RandomPlayer(rng).step(session)


def played(game: str, seed: int, inputs: int, folder: Path) -> int:
    """How many inputs of so many were taken; after each that all have heard, all are alike."""
    rng, opened = Random(seed), ready(folder, game)
    owner, at = seated(opened, "table")
    taken = 0
    for number in range(inputs):
        name = rng.choice(list(at))
        if rng.random() < 0.7:
            at[name].hear()
        try:
            one_input(at[name].session, rng, number)
            taken += 1
        except (InvalidInput, IndexError):
            # Refused; or the battle is over, and nothing may be started.
            pass
        if rng.random() < 0.02:
            owner.leave(at[name])
            at[name] = LocalSeat(owner, name)
        if rng.random() < 0.5:
            for seat in at.values():
                seat.hear()
                assert standing(seat.session) == standing(opened.session), (number, seat.name)
    opened.close()
    return taken


@seeds(*range(1, 12))
@pytest.mark.parametrize("game", GAMES)
def test_seats_are_alike_whatever_is_played(game: str, seed: int, tmp_path: Path) -> None:
    assert played(game, seed, 120 if seed == 1 else 500, tmp_path) > 20
