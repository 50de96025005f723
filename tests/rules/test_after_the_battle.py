"""States of a turn do not outlive the battle, in any game; what lasts longer stays."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.log import lines, summary
from companion.engine.registry import BUILT_IN, find
from companion.engine.session import Session
from companion.rules.bushido.records import Effect, Grant
from companion.rules.legion.records import Mini
from companion.testing import drive
from tests.examples import table_of
from tests.rules import better_wargame, bushido_kit, gloom, legion, speedies_setups
from tests.rules.scene import begun


def _wargame() -> Session:
    return better_wargame.session({"A1": {}, "B1": {"models": 0, "start_models": 1}})


def _bushido() -> Session:
    models = (bushido_kit.model("a", "red"), bushido_kit.model("b", "blue", in_play=False))
    return bushido_kit.session(*models)


def _gloom() -> Session:
    return Session(gloom.table([gloom.unit("rav", "p1"), gloom.unit("ogre", "p2", health=0)], ()))


def _legion() -> Session:
    gone = legion.unit("b", "red")
    gone.minis = tuple(Mini(id=mini.id, wounds=1, defeated=True) for mini in gone.minis)
    return Session(legion.table([legion.unit("a", "blue", courage=2), gone]))


def _speedies() -> Session:
    gone = speedies_setups.plain("k", "K", status="incapacitated")
    return speedies_setups.battle([speedies_setups.plain("r", "R"), gone])


ENDS: Mapping[str, tuple[Any, str, dict[str, str]]] = {
    "better-wargame": (_wargame, "melee_phase", {}),
    "bushido": (_bushido, "activate", {"model": "a"}),
    "gods-gloom": (_gloom, "start_round", {}),
    "legion": (_legion, "effect", {"unit": "a"}),
    "speedies": (_speedies, "melee_phase", {}),
}
"""A table where nobody is left to fight, and the procedure that finds it so."""

CHOSEN = [("action", "walk"), ("effect", "suppression"), ("player_a", "p1")]

OF_A_TURN: Mapping[str, Mapping[str, tuple[Any, Any]]] = {
    "better-wargame": {
        **dict.fromkeys(("charged", "fell_back", "shot", "fought_firefight", "fought_melee"), (True, False)),
        **dict.fromkeys(("fired_models", "wounds", "casualties"), (1, 0)),
        "movement": ("moved", ""),
    },
    "bushido": {
        **dict.fromkeys(("ran_this_turn", "surprised"), (True, False)),
        **dict.fromkeys(("states.blind", "states.berserk"), (1, None)),
        **dict.fromkeys(("opt_used", "opa_used"), (("Rush",), ())),
        "granted": ((Grant("Rush", "turn", Effect("pool")),), ()),
    },
    "gods-gloom": {
        **dict.fromkeys(("activated", "standard_action_used", "melee_barred"), (True, False)),
        "activations": (2, 0),
    },
    "legion": {"order": ("faceup", "none"), "activated": (True, False)},
    "speedies": {
        "status": ("staggered", "ok"),
        **dict.fromkeys(("engaged_this_turn", "jump_attack", "attempted_engage", "moved"), (True, False)),
        **dict.fromkeys(("ran", "climbed", "cast", "shot"), (True, False)),
    },
}
"""What a unit has of a turn, and what it has of that after the battle."""

LASTING: Mapping[str, Mapping[str, Any]] = {
    "better-wargame": {"suppressed": True, "models": 5},
    "bushido": {"states.poisoned": (2,), "wounds_marked": 1, "opg_used": ("Rush",)},
    "gods-gloom": {"weak": True, "health": 2},
    "legion": {"poison": 2, "aim": 1},
    "speedies": {"treasure": True},
}
"""What does not hang on the turn."""


@pytest.mark.parametrize("game", ENDS)
def test_states_of_a_turn_do_not_outlive_the_battle(game: str) -> None:
    made, action, args = ENDS[game]
    held = made()
    unit = next(iter(held.table.units.values()))
    for path, (before, _) in OF_A_TURN[game].items():
        unit.put(path, before)
    assert set(unit.of_a_turn()) == set(OF_A_TURN[game]), "every field that a game says lasts a turn is looked at"
    for path, value in LASTING[game].items():
        unit.put(path, value)
    drive(begun(held, action, args), CHOSEN, strict=False)
    assert held.table.over is not None
    assert {path: unit.get(path) for path in OF_A_TURN[game]} == {p: after for p, (_, after) in OF_A_TURN[game].items()}
    assert {path: unit.get(path) for path in LASTING[game]} == LASTING[game]
    held.undo()
    assert unit.get(next(iter(OF_A_TURN[game]))) == next(iter(OF_A_TURN[game].values()))[0]


def test_what_the_end_lays_down_is_no_part_of_its_story() -> None:
    held = better_wargame.session({"A1": {"movement": "moved"}, "B1": {"models": 0, "start_models": 1}})
    held.start("melee_phase")
    drive(held)
    assert held.table.unit("A1").movement == ""
    assert [line.text for line in lines(held) if line.text.startswith("A1") and not line.small] == []
    assert summary(held, held.entries[-1]) == ["the game is over (the other side has no unit left)"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_is_open_once_the_game_is_over(game: str) -> None:
    ruleset = find(game)
    table = table_of(ruleset)
    assert any(action.open for action in ruleset.actions(table))
    table.over_why = "the players agreed"
    assert [action.name for action in ruleset.actions(table) if action.open] == []
