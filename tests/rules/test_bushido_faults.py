"""What the bounds of single fields cannot check in a table of Bushido: each fault, and its valid neighbour."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.bushido import RULESET
from companion.rules.bushido.records import Effect, Feat, Special, Weapon
from tests.rules.bushido_kit import model, session


def blade(cost: int) -> dict[str, Any]:
    return {"specials": (Special("Sweep Attack", cost),)}


def feat(ki: int, cost: int) -> dict[str, Any]:
    return {"ki_feats": (Feat("Calm", ki, effects=(Effect("special", "Sweep Attack", cost=cost),)),)}


@pytest.mark.parametrize(
    ("fields", "faulty"),
    [
        ({"weapons": (Weapon(),)}, ""),
        ({"weapons": ()}, "weapons"),
        ({"weapons": (Weapon("Bow"), Weapon("Blade"))}, ""),
        ({"weapons": (Weapon("Bow"), Weapon("Bow", 1))}, "weapons"),
        (blade(0), ""),
        (blade(-1), "weapons"),
        (feat(0, 0), ""),
        (feat(-1, 0), "ki_feats"),
        (feat(0, -1), "ki_feats"),
        ({"states": {"prone": 1}}, ""),
        ({"states": {"prone": 2}}, "states.prone"),
        ({"last_stand": True, "wounds_max": 3, "wounds_marked": 3}, ""),
        ({"last_stand": True, "wounds_max": 3, "wounds_marked": 2}, "last_stand"),
        ({"states": {"held": ("oda",)}}, ""),
        ({"states": {"held": ("nobody",)}}, "states.held"),
    ],
)
def test_a_model_that_cannot_be_so_is_a_fault_and_its_neighbour_is_none(fields: dict[str, Any], faulty: str) -> None:
    table = session(model("hiro", "red", **fields), model("oda", "blue")).table
    found = [(of, field) for of, field, _ in RULESET.faults(table)]
    assert found == ([("hiro", faulty)] if faulty else [])
