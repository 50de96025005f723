"""What Bushido says in an exchange: results that may still change, what feats and boosts cost, who is held."""

from __future__ import annotations

import pytest

from companion.engine.requests import Choose
from companion.engine.session import Session
from companion.engine.state.results import Result
from companion.frontend.saying.limits import spends_words
from companion.rules.bushido.actions import badges
from companion.rules.bushido.records import Feat, Special, Trait
from companion.testing import Scripted, drive
from tests.rules.bushido_kit import fight, model, pair, session, split, table_of
from tests.rules.scene import begun, now

DICE = [[6], [6], [4], [2]]
"""A hits B with 6 against 2, B does not hit A with 4 against 6."""

HARMLESS: Scripted = ("12", [1, 1])


def said(s: Session) -> list[str]:
    """The results of the last exchange that tell both comparisons."""
    return [e.text for e in s.entries[-1].events if isinstance(e, Result) and "defence" in e.text]


@pytest.mark.parametrize(
    ("mine", "so_far"),
    [({}, False), ({"traits": (Trait("Unblockable", x=1),)}, True), ({"traits": (Trait("Prowess", x=1),)}, True)],
)
def test_what_may_still_change_is_said_to_be_so_far(mine: dict[str, tuple[Trait, ...]], so_far: bool) -> None:
    s = pair({"melee_pool": 2, **mine}, {"melee_pool": 2})
    fight(s, "a+b", split(1, 1), split(1, 1), DICE, HARMLESS)
    assert said(s)[0].startswith("So far: ") == so_far
    # What nothing has changed is not told twice.
    assert len(said(s)) == 1 + ("Unblockable" in repr(mine))
    assert not any(text.startswith("So far") for text in said(s)[1:])


def test_the_reply_to_a_grapple_is_only_so_far() -> None:
    grapples = {"melee_pool": 2, "specials": (Special("Grapple Attack", 0),)}
    s = pair(grapples, {"melee_pool": 2})
    fight(s, "a+b", split(1, 1, "Grapple Attack"), split(1, 1), [[6], [2], [6], [2]])
    assert said(s)[0] == (
        "A's attack 6, B's defence 2: a hit, Success Level 4. "
        "So far: B's attack 6, A's defence 2: a hit, Success Level 4."
    )
    s = pair(grapples, {"melee_pool": 2})
    fight(s, "a+b", split(1, 1, "Grapple Attack"), split(1, 1), [[2], [2], [6], [6]], HARMLESS)
    assert "So far" not in said(s)[0]


def test_a_dead_model_is_held_by_nobody() -> None:
    s = pair({"strength": 9}, {"wounds_max": 1, "melee_pool": 3, "states": {"held": ("a",)}})
    fight(s, "a+b", split(3, 0), split(0, 2), [[6, 6, 6], [], [], [2, 2]], HARMLESS)
    dead = table_of(s).unit("b")
    assert not dead.alive
    assert not dead.has("held")
    assert badges(table_of(s), dead) == ["out of play"]


def test_a_simple_feat_is_offered_by_name_with_what_it_costs() -> None:
    feats = (Feat("Mend", ki=2, timing="simple"), Feat("Calm", ki=1, timing="simple"), Feat("Roar", ki=9))
    s = session(model("a", "red", ki_feats=feats, ki_tokens=2, ki_max=9), model("b", "blue"))
    begun(s, "activate", {"model": "a"}, until="action", strict=False)
    labels = {option.value: option.words for option in now(s, Choose).options}
    assert labels["simple_feat"] == "Simple Ki feat: Mend (2 Ki), Calm (1 Ki)"
    assert labels["complex_feat"] == "Complex Ki feat"
    assert labels["walk"] == "Walk"


def test_boosts_say_what_each_costs() -> None:
    s = begun(pair({"melee_boost_cost": 2, "ki_tokens": 5, "ki_max": 5}, {}), "melee", {"pair": "a+b"})
    drive(s, stop=lambda r: r.name == "4", strict=False)
    assert spends_words(now(s)).startswith("2 each, of 5 ")
