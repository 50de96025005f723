"""A seat that the app has taken: people roll for it and say what they see, and no secret of it leaves."""

from pathlib import Path
from random import Random

import pytest

from companion.engine.errors import InvalidInput
from companion.engine.state.changes import Note
from companion.frontend.app_player import AppPlayer
from companion.play.random_player import RandomPlayer
from companion.seats.by_app import AppAtSeat
from companion.seats.lines import LONGEST_WISH
from companion.seats.seat import Seat
from tests.examples import present
from tests.seats.shared import LocalSeat, at_the_split, ready, seal, seated, standing
from tests.seats.test_alike import GAMES


class AppSeat(AppAtSeat):
    """The app at a seat in this process."""

    def __init__(self, local: LocalSeat) -> None:
        self.told: list[str] = []
        super().__init__(local, "steady", rolls=False, tell=self.told.append)


def people(seat: Seat, rng: Random, mine: str) -> bool:
    """What somebody does at the other seat, if it is for them; whether anything was done."""
    session = seat.session
    if session.run is None:
        open_ = [one for one in session.actions() if one.open and one.kind != "out_of_turn"]
        free = [one for one in open_ if one.by in (mine, None) or one.kind != "turn"]
        if not free:
            return False
        action = rng.choice(free)
        values = [one.value for one in action.values if one.why_not is None]
        session.start(action.name, {action.param: rng.choice(values)} if action.param else {})
        return True
    if not session.decides:
        return False
    if session.request is not None and session.request.dice:
        session.answer("roll", session.request.by if isinstance(session.request.by, str) else "")
    else:
        RandomPlayer(rng).step(session)
    return True


@pytest.mark.parametrize("game", [*GAMES[:3], "speedies-rats-in-the-cellar", GAMES[4]])
def test_two_seats_one_of_them_by_the_app_play_a_game_on(game: str, tmp_path: Path) -> None:
    opened = ready(tmp_path, game)
    _, at = seated(opened)
    mine, its = list(at)
    app, rng = AppSeat(at[its]), Random(3)
    done = 0
    for _ in range(200):
        if opened.session.run is None and opened.session.table.over is not None:
            break
        for seat in at.values():
            seat.hear()
        acted = app.step()
        at[mine].hear()
        if not acted:
            assert people(at[mine], rng, mine), (game, opened.session.request)
            at[its].hear()
        done += acted
        assert standing(at[mine].session) == standing(opened.session)
    assert done > 20
    assert app.told
    opened.close()


def test_a_wish_is_heard_once_and_leaves_no_secret_to_others(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    key = blue.session.request.key  # type: ignore[union-attr]
    all_here = (red, blue, LocalSeat(red.owner, "blue"))
    for _ in range(2):
        blue.wish(key, "Oda charges")
    for one in all_here:
        one.hear()
    notes = [[e.text for e in one.session.heard if isinstance(e, Note) and "wants" in e.text] for one in all_here]
    assert notes == [["Sora wants: Oda charges"], [], []]
    assert red.session.wishes == {"blue": (key, "Oda charges")}
    asked = red.owner.session.run.slot("blue")  # type: ignore[union-attr]
    with pytest.raises(InvalidInput, match="for Sora"):
        red.session.answer(asked.random(Random(1)), "blue")
    with pytest.raises(InvalidInput, match="signs"):
        blue.wish("", "x" * (LONGEST_WISH + 1))
    late = LocalSeat(red.owner, "red")
    assert late.session.wishes == {"blue": (key, "Oda charges")}
    for one, left in ((all_here[2], (key, "Oda charges")), (blue, ("", ""))):
        red.owner.leave(one)
        late.hear()
        assert late.session.wishes == {"blue": left}


def test_what_somebody_was_faster_than_is_given_again_and_a_table_that_was_away_is_told_anew(tmp_path: Path) -> None:
    owner, at = seated(ready(tmp_path))
    red, blue = at["red"], at["blue"]
    app = AppSeat(blue)
    app.step()
    red.session.start("melee", {"pair": "aya+chiyo"})
    blue.hear()
    red.session.adjust("aya", "notes", "tired")
    sealed = []
    for _ in range(2):
        app.step()
        sealed.append([*owner.session.sealed])
    assert sealed == [[], ["blue"]]
    red.hear()
    seal(red, 1)
    blue.hear()
    app.step()
    wish = (present(owner.session.request).key, "")
    assert LocalSeat(owner, "look").session.wishes == {"blue": wish}
    owner.close("it goes on in a moment")
    owner.leave(blue)
    with blue.found():
        for _ in range(2):
            blue.hear()
        app.step()
    assert LocalSeat(owner, "look").session.wishes == {"blue": wish}


def test_a_seat_for_everybody_is_no_side_that_the_app_can_play(tmp_path: Path) -> None:
    opened = ready(tmp_path)
    _, at = seated(opened, "table")
    with pytest.raises(InvalidInput, match="plays a side"):
        AppSeat(at["table"])
    assert AppPlayer("red").decide(at["red"].session) is None or opened.session.table.active == "red"
    opened.close()
