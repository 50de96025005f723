"""A re-roll that can change nothing is not offered; one that can change anything still is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.engine.requests import Request
from companion.engine.session import Session
from companion.rules.bushido.records import Trait
from companion.testing import drive
from tests.rules import bushido_kit


def reached(*names: str) -> Callable[[Request[object]], bool]:
    """Whether one of these is asked."""
    return lambda request: request.name in names


def asked(session: Session) -> str:
    return session.request.name if session.request is not None else ""


@pytest.mark.parametrize(
    ("attack", "defence", "next_asked"),
    [([6, 6, 6], [1, 4, 2], "12"), ([6, 6, 5], [1, 4, 2], "7b4"), ([1, 1, 1], [1, 4, 2], "7b4")],
)
def test_bushido_prowess_of_sixes_alone_asks_nothing(attack: list[int], defence: list[int], next_asked: str) -> None:
    session = bushido_kit.pair(a={"traits": (Trait("Prowess", x=1, of="Attack"),)}, b={})
    session.start("melee", {"pair": "a+b"})
    script = [("5", "red", bushido_kit.split(3, 0)), ("5", "blue", bushido_kit.split(0, 3))]
    drive(session, [*script, ("7", [attack, [], [], defence])], stop=reached("7b4", "12"))
    assert asked(session) == next_asked


@pytest.mark.parametrize(("attack", "next_asked"), [([1, 1, 1], ""), ([1, 2, 1], "7b1")])
def test_bushido_dodge_of_an_enemy_who_shows_ones_alone_asks_nothing(attack: list[int], next_asked: str) -> None:
    session = bushido_kit.pair(a={}, b={"traits": (Trait("Dodge", x=1),)})
    session.start("melee", {"pair": "a+b"})
    script = [("5", "red", bushido_kit.split(3, 0)), ("5", "blue", bushido_kit.split(0, 3))]
    drive(session, [*script, ("7", [attack, [], [], [6, 6, 6]])], stop=reached("7b1", "12"))
    assert asked(session) == next_asked
