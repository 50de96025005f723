"""Dice as a report tells them: what was rolled again keeps its faces, and a new throw has none of those before."""

from companion.engine.state.results import Before, FaceGroup, Groups, Result
from companion.engine.story import lying


def result(faces: tuple[int, ...], before: Before = (), thrown: Groups | None = None) -> Result:
    group = FaceGroup("attack", "red", "d6", faces, ("",) * len(faces), before=before)
    return Result("roll", "Roll", (group,), "so it fell", "3", {}, thrown)


def red(*results: Result) -> list[str]:
    return lying(results)["red", "attack"]


THROWN = (FaceGroup("attack", "red", "d6", (5,), ("",)),)


def test_a_die_that_was_rolled_again_is_told_with_all_its_faces() -> None:
    again = [result((2, 6)), result((3, 6), (2, None), THROWN), result((5, 6), (3, None), THROWN)]
    assert red(*again) == ["2→3→5", "6"]
    assert red(*again, result((5, 6, 1), thrown=THROWN)) == ["2→3→5", "6", "1"]


def test_a_fresh_throw_has_no_past_though_its_faces_are_those_that_lay() -> None:
    again = [result((2, 6)), result((5, 6), (2, None), THROWN)]
    assert red(*again, result((5, 6))) == ["5", "6"]
    assert red(*again, result((5, 6), thrown=THROWN)) == ["2→5", "6"]
    assert red(*again, result((4, 6), thrown=THROWN)) == ["4", "6"]
