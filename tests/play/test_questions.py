"""The page of questions a fight is made by the benchmark, and every scene of it can be played."""

import pytest

from benchmarks import questions
from companion.engine import registry
from companion.engine.registry import find


def test_every_game_has_a_recorded_fight_on_the_page() -> None:
    page = questions.PAGE.read_text(encoding="utf-8")
    assert {scene.game for scene in questions.SCENES} == set(registry.BUILT_IN)
    for scene in questions.SCENES:
        assert f"| {find(scene.game).title} | {scene.what} |" in page


@pytest.mark.parametrize("scene", questions.SCENES, ids=lambda scene: f"{scene.game}-{scene.action}")
def test_a_recorded_fight_is_the_same_every_time(scene: questions.Scene) -> None:
    asked = questions.play(scene)
    assert asked == questions.play(scene)
    assert {question.kind for question in asked} <= set(questions.KINDS)
    assert any(question.kind == "dice" for question in asked)
