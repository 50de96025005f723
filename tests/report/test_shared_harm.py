"""Who did what to whom: harm that a reason names already is not given to the same unit once more."""

from types import SimpleNamespace
from typing import Any, cast

from companion.report.battle import Blow
from companion.report.playback import Playback


def shared(blows: list[Blow]) -> list[tuple[str, int]]:
    """The blows once the game has said that the wall did one wound to the ravagers."""
    played = object.__new__(Playback)
    loss = SimpleNamespace(by="wall", of="ravagers", wounds=1)
    inside = cast(Any, played)
    inside.blows, inside._table = blows, None
    inside._session = SimpleNamespace(ruleset=SimpleNamespace(losses=lambda _: [loss]))
    inside._share(None, 0)
    return [(blow.by, blow.wounds) for blow in played.blows]


def test_a_wound_of_ones_own_is_not_the_enemys() -> None:
    struck, berserk = Blow(1, "wall", "ravagers", 1, False), Blow(1, "", "ravagers", 1, False)
    assert shared([struck, berserk]) == [("wall", 1), ("", 1)]


def test_a_wound_without_a_name_is_given_to_who_did_it() -> None:
    assert shared([Blow(1, "", "ravagers", 1, False)]) == [("wall", 1)]
