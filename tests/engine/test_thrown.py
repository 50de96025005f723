"""A throw knows which dice succeed, which are thrown once more, and what they showed before."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.engine.requests import Roll
from companion.engine.session import Session
from companion.engine.state.results import Before, FaceGroup, Groups, Result
from companion.engine.story import lying
from companion.game import D6, Context, Dice, Faces, procedure
from tests.examples import present
from tests.games.duel import Arena
from tests.games.odd import playing

SURE = Dice("sure", D6, 3, "red", good=frozenset((2, 3, 4, 5, 6)), needs="ones again", again=frozenset((1,)))
HARD = Dice("hard", D6, 2, "blue", good=frozenset((6,)), reach=7, again=frozenset((6,)))
PLAIN = Dice("plain", D6, 2, "blue", reach=4)


@procedure("Odd")
async def odd(game: Context[Arena]) -> dict[str, Any]:
    thrown = await game.throw("first", by=("red", "blue"), title="Roll", dice=[SURE, HARD, PLAIN])
    if any(thrown.again):
        game.result("Again", mark="hit")
        thrown = await game.throw_again(thrown, "second", by=("red", "blue"), title="Again")
    game.result("Done", mark="hit", counts=thrown.counts("hits"))
    return {"hits": [sum(made) for made in thrown.successes], "each": thrown.successes}


def results(session: Session) -> list[tuple[FaceGroup, ...]]:
    return [event.groups for event in session.entries[-1].events if isinstance(event, Result)]


def of(groups: Sequence[FaceGroup]) -> list[tuple[Any, ...]]:
    return [(group.name, group.faces, group.marks, dict(group.counts), group.before) for group in groups]


def test_dice_that_are_thrown_again_are_the_only_ones_of_their_result_and_count_with_those_that_stay() -> None:
    session = playing(odd)
    session.answer([[2, 6, 3], [5, 1], [3, 4]])
    (made,) = results(session)
    assert of(made) == [
        ("sure", (2, 6, 3), ("hit", "hit", "hit"), {"hits": 3}, ()),
        ("hard", (5, 1), ("", ""), {"hits": 0}, ()),
        ("plain", (3, 4), ("", "hit"), {"hits": 1}, ()),
    ]
    session = playing(odd)
    session.answer([[1, 6, 1], [6, 5], [3, 4]])
    request = present(session.request, Roll)
    assert [(group.name, group.count, group.needs, group.reach) for group in request.dice] == [
        ("sure", 2, "", None),
        ("hard", 1, "", None),
        ("plain", 0, "", None),
    ]
    session.answer([[1, 2], [6], []])
    first, second = results(session)
    assert [group.marks for group in first] == [("rerolled", "hit", "rerolled"), ("rerolled", ""), ("", "hit")]
    assert of(second) == [
        ("sure", (1, 2), ("", "hit"), {"hits": 2}, (1, 1)),
        ("hard", (6,), ("hit",), {"hits": 1}, (6,)),
    ]
    outcome = session.entries[-1].outcome
    assert outcome == {"hits": [2, 1, 1], "each": [[False, True, True], [True, False], [False, True]]}


@pytest.mark.parametrize("again", [((1,),), ((1, 2), ()), ((1, 2, 3),)])
def test_faces_before_that_are_not_of_these_dice_are_a_fault_of_the_rules(again: Sequence[Faces]) -> None:
    @procedure("Odd")
    async def odd(game: Context[Arena]) -> dict[str, Any]:
        await game.roll("first", by="red", title="Roll", dice=[Dice("two", D6, 2)], again=again)
        return {}

    with pytest.raises(Exception, match="not what these dice showed"):
        playing(odd)


def result(faces: tuple[int, ...], before: Before = (), thrown: Groups | None = None) -> Result:
    group = FaceGroup("attack", "red", "d6", faces, ("",) * len(faces), before=before)
    return Result("roll", "Roll", (group,), "so it fell", "3", {}, thrown)


def red(*results: Result) -> list[str]:
    return lying(results)["red", "attack"]


THROWN = (FaceGroup("attack", "red", "d6", (5,), ("",)),)


def test_a_die_that_was_rolled_again_is_told_with_all_its_faces_and_a_fresh_throw_has_no_past() -> None:
    again = [result((2, 6)), result((3, 6), (2, None), THROWN), result((5, 6), (3, None), THROWN)]
    assert red(*again) == ["2→3→5", "6"]
    assert red(*again, result((5, 6, 1), thrown=THROWN)) == ["2→3→5", "6", "1"]
    again = [result((2, 6)), result((5, 6), (2, None), THROWN)]
    assert red(*again, result((5, 6))) == ["5", "6"]
    assert red(*again, result((5, 6), thrown=THROWN)) == ["2→5", "6"]
    assert red(*again, result((4, 6), thrown=THROWN)) == ["4", "6"]
