"""What a seat gets of the other's sealed answer before the reveal: nothing, byte for byte."""

from pathlib import Path

import pytest

from companion.engine.answers import WITHHELD
from companion.engine.errors import InvalidInput
from companion.engine.requests import Split
from companion.frontend.saying.odds import looked_at
from companion.play import messages
from companion.seats.lines import encode
from tests.seats.shared import LocalSeat, ready, seated, standing

KAGU = "bushido-bridge-at-kagu"


def at_the_split(folder: Path) -> tuple[LocalSeat, LocalSeat]:
    """Both seats, asked to split in secret."""
    _, at = seated(ready(KAGU, folder))
    red, blue = at["red"], at["blue"]
    red.session.start("melee", {"pair": "aya+chiyo"})
    blue.hear()
    return red, blue


def split(seat: LocalSeat, attack: int) -> dict[str, object]:
    request = seat.session.request
    assert isinstance(request, Split)
    assert request.by == seat.name
    plan = request.plans[0]
    return {"plan": plan.plan, "parts": {"attack": attack, "defence": (plan.total or 0) - attack}}


def seal(seat: LocalSeat, attack: int) -> None:
    seat.session.answer(split(seat, attack), seat.name)


def parts(seat: LocalSeat, side: str) -> object:
    """What this seat knows of the split of a side."""
    run = seat.session.run
    assert run is not None
    return next(given.value for given in run.answers if given.kind == "split" and given.by == side)


def all_of(seat: LocalSeat) -> bytes:
    """All that a front end can say of what stands, and the odds."""
    odds, _ = looked_at(seat.session, "")
    said = [
        messages.prompt(seat.session),
        messages.odds(odds, seat.session.request),
        messages.answers(seat.session, 10),
        standing(seat.session),
    ]
    return b"".join(encode({"said": repr(one)}) for one in said)


def test_nothing_that_a_seat_gets_differs_by_what_the_other_sealed(tmp_path: Path) -> None:
    views = []
    for attack in (0, 1, 2, 3):
        folder = tmp_path / str(attack)
        folder.mkdir()
        red, blue = at_the_split(folder)
        before = len(blue.wire)
        seal(red, attack)
        blue.hear()
        again = LocalSeat(red.owner, "blue")
        with pytest.raises(InvalidInput) as refused:
            blue.session.undo()
        told = blue.wire[before:] + again.wire.partition(b'"lines":')[2]
        views.append((told, all_of(blue), all_of(again), refused.value.with_hint))
    assert len(set(views)) == 1


def test_both_seal_without_having_heard_of_each_other_in_both_orders(tmp_path: Path) -> None:
    for first, second in (("red", "blue"), ("blue", "red")):
        folder = tmp_path / first
        folder.mkdir()
        at = dict(zip(("red", "blue"), at_the_split(folder), strict=True))
        seal(at[first], 1)
        seal(at[second], 2)
        at[first].hear()
        for seat in at.values():
            assert parts(seat, first).allotments["attack"] == 1  # type: ignore[attr-defined]
            assert parts(seat, second).allotments["attack"] == 2  # type: ignore[attr-defined]
            assert standing(seat.session) == standing(seat.owner.session)


def test_a_seal_that_was_left_unopened_stays_secret_for_who_joins_and_goes_back(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(red, 3)
    blue.hear()
    blue.session.leave(keep=True)
    red.hear()
    assert red.owner.opened.close()
    red.owner.opened.follow()

    from companion import store

    _, at = seated(store.open_session(tmp_path / f"{KAGU}.toml"))
    blue = at["blue"]
    blue.session.undo()
    run = blue.session.run
    assert run is not None
    assert run.sealed == {"red": WITHHELD}
    assert standing(blue.session) == standing(blue.owner.session)


def test_an_amended_seal_is_known_to_who_gave_it_and_to_nobody_else(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(red, 3)
    run = red.session.run
    assert run is not None
    (key,) = run.sealed_keys()
    red.session.amend(key, run.asked[key].check(split_of(red, 1)))
    blue.hear()
    assert red.session.sealed == blue.session.sealed == ["red"]
    assert red.session.run is not None
    assert red.session.run.sealed["red"].allotments["attack"] == 1  # type: ignore[attr-defined]
    assert blue.session.run is not None
    assert blue.session.run.sealed == {"red": WITHHELD}
    with pytest.raises(InvalidInput, match="changed by who gave it"):
        blue.session.amend(key, split_of(red, 2))
    seal(blue, 0)
    red.hear()
    assert parts(blue, "red").allotments["attack"] == 1  # type: ignore[attr-defined]


def split_of(seat: LocalSeat, attack: int) -> dict[str, object]:
    run = seat.session.run
    assert run is not None
    request = run.asked[run.sealed_keys()[0]]
    assert isinstance(request, Split)
    plan = request.plans[0]
    return {"plan": plan.plan, "parts": {"attack": attack, "defence": (plan.total or 0) - attack}}


def test_the_seed_never_goes_over_a_line(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(red, 1)
    seal(blue, 1)
    blue.session.answer("roll")
    seed = red.owner.session.seed
    assert seed is not None
    again = LocalSeat(red.owner, "table")
    for seat in (red, blue, again):
        assert seed.value.encode() not in seat.wire


def test_what_is_revealed_is_found_whatever_the_table_refused_before(tmp_path: Path) -> None:
    """A refused input takes a number at the table that a seat never sees."""
    red, blue = at_the_split(tmp_path)
    seal(red, 1)
    blue.hear()
    run = red.owner.session.run
    assert run is not None
    (key,) = run.sealed_keys()
    for _ in range(3):
        with pytest.raises(InvalidInput):
            red.owner.session.amend(key, "nothing that fits")
    red.session.undo()
    seal(red, 2)
    blue.hear()
    seal(blue, 0)
    assert parts(blue, "red").allotments["attack"] == 2  # type: ignore[attr-defined]
    assert standing(blue.session) == standing(red.owner.session)


def test_who_seals_first_changes_nothing_in_what_was_played(tmp_path: Path) -> None:
    told = set()
    for first in ("red", "blue"):
        folder = tmp_path / first
        folder.mkdir()
        red, blue = at_the_split(folder)
        for seat in (red, blue) if first == "red" else (blue, red):
            seat.hear()
            seal(seat, 1)
        red.hear()
        run = red.session.run
        assert run is not None
        told.add(tuple((one.key, repr(one.value)) for one in run.answers))
    assert len(told) == 1
