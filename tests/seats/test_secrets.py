"""What a seat gets of the other's sealed answer before the reveal: nothing, byte for byte."""

from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.engine.answers import WITHHELD
from companion.engine.errors import InvalidInput
from companion.engine.inputs import Answer
from companion.frontend.amending import answered
from companion.frontend.saying.odds import looked_at
from companion.play import messages
from companion.seats.lines import encode
from companion.store.opening import open_session
from tests.examples import present
from tests.seats.shared import KAGU, LocalSeat, at_the_dice, at_the_split, seal, seated, split, standing


def parts(seat: LocalSeat, side: str) -> object:
    """What this seat knows of the split of a side."""
    run = present(seat.session.run)
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


def test_nothing_that_a_seat_gets_differs_by_what_the_other_sealed_or_how(tmp_path: Path) -> None:
    views = []
    for attack, drawn in ((0, False), (1, False), (2, False), (3, False), (1, True)):
        red, blue = at_the_split(tmp_path / f"{attack}{drawn}")
        others = [blue, LocalSeat(red.owner, "table"), LocalSeat(red.owner, "look")]
        before = [len(one.wire) for one in others]
        if drawn:
            red.session.draw([(split(red.session.request, attack), Fraction(1))], "red")
        else:
            seal(red, attack)
        blue.hear()
        again = LocalSeat(red.owner, "blue")
        with pytest.raises(InvalidInput) as refused:
            blue.session.undo()
        told = [one.wire[at:] for one, at in zip(others, before, strict=True)]
        joined = again.wire.partition(b'"lines":')[2]
        views.append((*told, joined, all_of(blue), all_of(again), refused.value.with_hint))
    assert len(set(views)) == 1


def test_both_seal_without_having_heard_of_each_other_and_who_is_first_changes_nothing(tmp_path: Path) -> None:
    told, attacks = set(), {"red": 1, "blue": 2}
    for first, second in (("red", "blue"), ("blue", "red")):
        at = dict(zip(("red", "blue"), at_the_split(tmp_path / first), strict=True))
        for side in (first, second):
            seal(at[side], attacks[side])
        at[first].hear()
        for seat in at.values():
            assert [parts(seat, side).allotments["attack"] for side in at] == [1, 2]  # type: ignore[attr-defined]
            assert standing(seat.session) == standing(seat.owner.session)
        run = present(at["red"].session.run)
        told.add(tuple((one.key, repr(one.value)) for one in run.answers))
    assert len(told) == 1


@pytest.mark.parametrize("then", ["left", "drawn", "dropped", "changed, then opened", "opened, then changed"])
def test_a_seal_that_was_never_opened_stays_secret_for_who_joins_and_goes_back(then: str, tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    if then == "drawn":
        red.session.draw([(split(red.session.request, 3), Fraction(1))], "red")
    else:
        seal(red, 3)
    blue.hear()
    run = present(red.session.run)
    if then == "dropped":
        blue.session.overrule("melee[aya+chiyo]/exchange/pool[aya]", 1, "a mist")
    if then.startswith("opened"):
        seal(blue, 0)
    red.hear()
    if "changed" in then:
        (given,) = [one for one in run.answers if one.kind == "split" and one.by == "red"]
        red.session.amend(given.key, split(run.asked[given.key], 1))
        blue.hear()
    if then.endswith("opened"):
        seal(blue, 0)
    red.hear()
    red.session.leave(keep=True)
    assert red.owner.opened.close()
    red.owner.opened.follow()

    _, at = seated(open_session(tmp_path / f"{KAGU}.toml"))
    red, blue = at["red"], at["blue"]
    assert b"attack = 3" not in blue.wire
    red.session.adjust("aya", "notes", "hurt")
    for step in (partial(red.session.undo, 3), red.session.redo):
        step()
        blue.hear()
        assert standing(blue.session) == standing(blue.owner.session)
    assert {*present(blue.session.run).sealed.values()} <= {WITHHELD}


def test_an_amended_seal_is_known_to_who_gave_it_and_to_nobody_else(tmp_path: Path) -> None:
    red, blue = at_the_split(tmp_path)
    seal(red, 3)
    run = present(red.session.run)
    (key,) = run.sealed_keys()
    red.session.amend(key, run.asked[key].check(split(run.asked[key], 1)))
    blue.hear()
    assert red.session.sealed == blue.session.sealed == ["red"]
    assert present(red.session.run).sealed["red"].allotments["attack"] == 1  # type: ignore[attr-defined]
    assert present(blue.session.run).sealed == {"red": WITHHELD}
    with pytest.raises(InvalidInput, match="Ito has sealed"):
        blue.session.undo()
    with pytest.raises(InvalidInput, match="changed by who gave it"):
        blue.session.amend(key, split(run.asked[key], 2))
    seal(blue, 0)
    red.hear()
    assert parts(blue, "red").allotments["attack"] == 1  # type: ignore[attr-defined]


def test_an_answer_before_a_seal_of_the_other_is_changed_at_the_table(tmp_path: Path) -> None:
    red, blue = at_the_dice(tmp_path)
    whole = present(red.owner.session.request)
    red.session.overrule(whole.key, whole.roll(Random(1)), "cocked dice")
    blue.hear()
    (key,) = [one.key for one in blue.session.entries[0].answers if one.kind == "split" and one.by == "blue"]
    blue.session.start("melee", {"pair": "aya+chiyo"})
    red.hear()
    seal(red, 1)
    blue.hear()
    with pytest.raises(InvalidInput, match="sealed answer of the other side"):
        answered(blue, key, 0).change(split(present(blue.session.request), 0))


def test_what_a_seat_has_drawn_is_drawn_by_the_weights_it_gave(tmp_path: Path) -> None:
    red, _ = at_the_split(tmp_path)
    asked = red.session.request
    red.session.draw([(split(asked, 1), Fraction(9, 10)), (split(asked, 2), Fraction(1, 10))], "red")
    (taken,) = [
        one.input for one in present(red.owner.session.run).inputs if isinstance(one.input, Answer) and one.input.mix
    ]
    assert [share.weight for share in taken.mix] == [9, 1]


def test_the_seed_never_goes_over_a_line(tmp_path: Path) -> None:
    red, blue = at_the_dice(tmp_path)
    blue.session.answer("roll")
    seed = present(red.owner.session.seed)
    again = LocalSeat(red.owner, "table")
    for seat in (red, blue, again):
        assert seed.value.encode() not in seat.wire


def test_what_is_revealed_is_found_whatever_the_table_refused_before(tmp_path: Path) -> None:
    """A refused input takes a number at the table that a seat never sees."""
    red, blue = at_the_split(tmp_path)
    seal(red, 1)
    blue.hear()
    run = present(red.owner.session.run)
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
